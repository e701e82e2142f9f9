"""Positions written by hand, and steps by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from canasta.base.cards import FACES_OF
from canasta.base.clauses import CLAUSES
from canasta.deal.setup.arranging import arranged
from canasta.deal.setup.melds import Meld
from canasta.deal.setup.setup import Setup
from canasta.engine.judge import refusal
from canasta.engine.legal import legal
from canasta.engine.play import play
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS, RuleTable
from canasta.engine.steps import STEPS, step_name
from canasta.rules.groups import Rules

_NAMES = ("Jk", "2", "3r", "3b", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
STEP = {step_name(step): step for step in range(STEPS)}


def kinds(text: str) -> list[int]:
    """Return the kinds that a text such as ``"K K 2 Jk"`` names; ``4*K`` stands for four kings."""
    found: list[int] = []
    for word in text.split():
        number, _, name = word.rpartition("*")
        found += [_NAMES.index(name)] * int(number or 1)
    return found


def scene(
    rules: Rules,
    hands: Mapping[int, str],
    *,
    pile: str = "",
    stock: str = "20*4",
    melds: Mapping[int, Sequence[str]] | None = None,
    reserves: Mapping[tuple[int, int], str] | None = None,
    taken: Mapping[int, int] | None = None,
    laid: Sequence[int] = (),
    minimum: int = 50,
    turn: int = 0,
) -> Position:
    """Return the position at the beginning of *turn*; who is not named holds three queens.

    *melds* are those of each side, which has opened if it has any; its first seat made the canastas. *reserves* by
    seat and index, five-fold nines where not given; *taken* tells how many reserves a seat has picked up, *laid*
    who has melded before.
    """
    seats, sides = range(rules.seats), range(rules.sides)
    laid_melds = [Meld(side, _faces(text)) for side in sides for text in (melds or {}).get(side, ())]
    made = Counter(meld.side for meld in laid_melds if meld.sort(RuleTable(rules)) >= 0)

    def reserve(seat: int, index: int) -> tuple[int, ...]:
        cards = _faces((reserves or {}).get((seat, index), ""))
        return (*cards, *_faces("9") * (rules.reserves[index].size - len(cards)))

    return arranged(
        Setup(
            rules=rules,
            hands=[_faces(hands.get(seat, "3*Q")) for seat in seats],
            reserves=[
                [reserve(seat, index) for index in range((taken or {}).get(seat, 0), len(rules.reserves))]
                for seat in seats
            ],
            melds=laid_melds,
            red_threes=[()] * rules.sides,
            pile=_faces(pile),
            stock=_faces(stock),
            minimums=[minimum] * rules.sides,
            opened={meld.side for meld in laid_melds},
            laid=laid,
            made=dict(made),
            seat=turn,
        )
    ).position


def _faces(text: str) -> tuple[int, ...]:
    """Return a card of each kind that *text* names: here suits do not matter, nor how many cards a deck has."""
    return tuple(FACES_OF[kind][0] for kind in kinds(text))


def names(p: Position) -> list[str]:
    """Return the legal steps of whoever acts, by name."""
    return [step_name(step) for step in legal(p, p.actor)]


def do(p: Position, *steps: str) -> Position:
    """Take steps, each of which must be legal."""
    for name in steps:
        assert name in names(p), f"{name} is not legal: {refused(p, name)}; {names(p)}"
        play(p, STEP[name])
    return p


def refused(p: Position, name: str) -> str:
    """Return the clause that forbids a step to whoever acts; empty if it is legal."""
    code = refusal(p, p.actor, STEP[name])
    return CLAUSES[int(code)].name if code else ""


def hand(p: Position, seat: int) -> str:
    """Return the cards of *seat*, by name."""
    return " ".join(_NAMES[kind] for kind in range(KINDS) for _ in range(p.hands[seat * KINDS + kind]))
