"""Tableaus and rules for the tests of scores."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from canasta.base.cards import KINDS, RED_THREE, count_kinds, parse_faces
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.scoring.tableau import Tableau


def cards(text: str) -> tuple[int, ...]:
    """Count cards, written as faces, by kind."""
    return tuple(count_kinds(parse_faces(text)))


ALL_RULES: tuple[Rules, ...] = tuple(
    load(name, players) for name in sorted(games()) for players in load(name).table.players
)


def with_values(rules: Rules, **groups: dict[str, Any]) -> Rules:
    """*rules* with other values, unchecked: what counting does must not lean on what games there are."""
    return replace(rules, **{name: replace(getattr(rules, name), **values) for name, values in groups.items()})


def counts(most: int, without: Iterable[int] = ()) -> st.SearchStrategy[tuple[int, ...]]:
    left_out = set(without)
    return st.tuples(*(st.just(0) if kind in left_out else st.integers(0, most) for kind in range(KINDS)))


@st.composite
def tableaus(draw: st.DrawFn, rules: Rules) -> Tableau:
    natural = draw(st.integers(0, 4))
    specials = draw(st.tuples(*(st.integers(0, 2) for _ in rules.specials)))
    nothing = draw(st.booleans())
    wild = draw(st.integers(0, 2))
    twos = draw(st.integers(0, wild))
    return Tableau(
        natural=natural,
        topped=draw(st.integers(0, natural)),
        mixed=draw(st.integers(0, 3)),
        wild=wild,
        wild_twos=twos,
        wild_jokers=draw(st.integers(0, wild - twos)),
        black=draw(st.integers(0, 1)),
        specials=specials,
        specials_topped=tuple(draw(st.integers(0, number)) for number in specials),
        melded=cards("") if nothing else draw(counts(8, [RED_THREE])),
        red_threes=draw(st.integers(0, 24)),
        black_threes=draw(st.integers(0, 4)),
        caught_hand=draw(counts(4)),
        caught_reserves=draw(counts(4)),
        opened=draw(st.booleans()),
        special_hand=draw(st.integers(0, len(rules.special_hands))),
        out=draw(st.booleans()),
        concealed=draw(st.booleans()),
        after_stock=draw(st.booleans()),
        another_out=draw(st.booleans()),
        missed=draw(st.tuples(*(st.integers(0, 2) for _ in rules.reserves))),
        unfinished_wild=draw(st.integers(0, 2)),
        unfinished=draw(st.tuples(*(st.integers(0, 2) for _ in rules.specials))),
        held=draw(st.tuples(*(st.integers(0, 2) for _ in rules.specials))),
        restored=draw(st.integers(0, 2)),
        exact_cuts=draw(st.integers(0, 2)),
    )


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Return a packaged game, as it is or with its values for scores changed in any way."""
    rules = draw(st.sampled_from(ALL_RULES))
    if draw(st.booleans()):
        return rules
    points = st.integers(0, 60).map(lambda number: 50 * number)
    rows = st.dictionaries(st.integers(1, 12), points, max_size=3).map(lambda found: tuple(sorted(found.items())))
    return with_values(
        rules,
        score={
            "natural": draw(points),
            "mixed": draw(points),
            "wild": draw(points),
            "black": draw(points),
            "melded": draw(st.booleans()),
            "out": draw(points),
            "concealed": draw(points),
            "order": draw(st.sampled_from(["usual", "three counts"])),
            "canastas_needed": draw(st.booleans()),
            "canasta_needed": draw(st.booleans()),
            "unfinished_wild": draw(points),
        },
        wild_canastas={"jokers": draw(points), "twos": draw(points)},
        threes={
            "red_value": draw(points),
            "red_sets": draw(rows),
            "red_caught": draw(points),
            "red_against": draw(st.sampled_from(["never", "no melds", "no melds and another out", "by canastas"])),
            "red_canasta": draw(points),
            "black_caught": draw(st.sampled_from([0, 5, 100])),
        },
        exhaustion={"bonus": draw(st.booleans())},
        pile={"restore": draw(points)},
        procedures={"exact_cut": draw(points)},
    )
