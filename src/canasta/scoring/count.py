"""The count at the end of a deal, line by line, as data.

Nothing here knows a deal: a `Tableau` says what a side has on the table and what it was caught with, be it
read from a deal or from real cards, and `count` counts it in the order of the game. `canasta.wording.sheets` makes
the score sheet of it, in the words of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.base.cards import BLACK_THREE, KIND_KEYS, RED_THREE
from canasta.rules.groups import Rules
from canasta.scoring.tableau import Tableau

Item: TypeAlias = Literal[
    "special hand", "special", "special topped", "wild jokers", "wild twos", "wild", "natural topped", "natural", "mixed", "black",
    "red set", "red threes", "black set", "black threes", "out", "concealed", "exact cuts", "melded", "melded short",
    "held", "unfinished", "unfinished wild",
    "hand", "hand blacks", "hand reds", "reserves", "reserves blacks", "reserves reds", "missed", "restored",
]  # fmt: skip
"""What a line counts: canastas by class, red threes, bonuses, cards melded and caught, penalties."""

Heading: TypeAlias = Literal["", "top", "bad", "good"]
"""What lines are counted together as, in a game that names it."""

_CAUGHT: Final[tuple[tuple[Item, Item, Item], ...]] = (
    ("hand", "hand blacks", "hand reds"),
    ("reserves", "reserves blacks", "reserves reds"),
)


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """What one line of a score sheet counts.

    *item* says what, *clause* by which rule; *count* things are worth *each*, or *each* is None where they are not all
    worth the same; where only their sum is known, *count* is 0; *points* are signed. *index* is that of the special rank or the reserve, if the item is of one.
    *after_set* says that red threes come on top of a set.
    """

    item: Item
    clause: str
    count: int
    each: int | None
    points: int
    index: int = -1
    after_set: bool = False


Entries: TypeAlias = tuple[ScoreEntry, ...]


def card_values(rules: Rules) -> tuple[int, ...]:
    """Return the value of a card by its kind when it is melded or held; 0 for red threes, which are counted separately.

    >>> from canasta.rules.load import load
    >>> card_values(load("classic"))
    (50, 20, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20)
    """
    values = dict(rules.score.cards)
    return tuple(0 if kind == RED_THREE else values.get(key, 0) for kind, key in enumerate(KIND_KEYS))


def contract_met(rules: Rules, tableau: Tableau) -> bool:
    """Return whether the canastas of *tableau* are those needed to go out."""
    need = rules.out
    every = _number(tableau) - (0 if need.black_counts else tableau.black)
    counted = sum(
        number
        for number, special in zip(_each(tableau.specials, rules.specials), rules.specials, strict=True)
        if special.counts
    )
    return (
        tableau.natural + counted >= need.natural
        and tableau.mixed >= need.mixed
        and tableau.wild >= need.wild
        and all(number >= need.special for number in _each(tableau.specials, rules.specials))
        and every >= need.canastas
    )


def count(rules: Rules, tableau: Tableau) -> tuple[tuple[Heading, Entries], ...]:
    """Return what a side with *tableau* scores, in the order in which the game counts.

    Lines without points are left out, but a canasta is always named, and so are the three counts of a game
    that is counted that way. Where a side without the canastas needed loses what it melded, its bonuses do
    not count at all; penalties and exact cuts do.

    A side with a special hand scores nothing else. Raises `ValueError` if *tableau* names special ranks or reserves that
    *rules* do not have.
    """
    for what, given, known in (
        ("special ranks", len(tableau.specials), len(rules.specials)),
        ("special ranks", len(tableau.unfinished), len(rules.specials)),
        ("special ranks", len(tableau.held), len(rules.specials)),
        ("reserves", len(tableau.missed), len(rules.reserves)),
    ):
        if given not in {0, known}:
            raise ValueError(f"this game has {known} {what}, and the tableau counts {given}")
    if tableau.special_hand:
        points = rules.special_hands[tableau.special_hand - 1].points
        return (
            ("", (ScoreEntry("special hand", "special_hands.cards", 1, points, points, tableau.special_hand - 1),)),
        )
    short = rules.score.canastas_needed and not tableau.out and not contract_met(rules, tableau)
    canastas = () if short else tuple(_canastas(rules, tableau))
    bonuses = () if short else (*_red_threes(rules, tableau), *_going_out(rules, tableau))
    lost = short or (rules.score.canasta_needed and not _number(tableau))
    melded = tuple(_melded(rules, tableau, lost=lost))
    cuts = tuple(_alike("exact cuts", "procedures.exact_cut", tableau.exact_cuts, rules.procedures.exact_cut))
    against = (*_caught(rules, tableau), *_penalties(rules, tableau))
    if rules.score.order == "usual":
        return (("", (*canastas, *bonuses, *cuts, *melded, *against)),)
    good, bad = ((), (*melded, *against)) if lost else (melded, against)
    rest: tuple[tuple[Heading, Entries], ...] = (("", (*bonuses, *cuts)),) if bonuses or cuts else ()
    return (("top", canastas), ("bad", bad), ("good", good), *rest)


def _each(numbers: tuple[int, ...], aligned: Sequence[object]) -> tuple[int, ...]:
    """*numbers*, or as many zeros as *aligned* has entries if there are none."""
    return numbers or (0,) * len(aligned)


def _alike(item: Item, clause: str, count: int, each: int, index: int = -1) -> Iterator[ScoreEntry]:
    """*count* things worth *each*; none without points."""
    if count and each:
        yield ScoreEntry(item, clause, count, each, count * each, index)


def _canastas(rules: Rules, tableau: Tableau) -> Iterator[ScoreEntry]:
    score, topped = rules.score, rules.threes.red_canasta

    def line(item: Item, clause: str, count: int, each: int, index: int = -1) -> Iterator[ScoreEntry]:
        if count:
            yield ScoreEntry(item, clause, count, each, count * each, index)

    special_tops = _each(tableau.specials_topped, rules.specials)
    numbers = zip(_each(tableau.specials, rules.specials), special_tops, strict=True)
    for index, (number, tops) in enumerate(numbers):
        yield from line("special topped", "threes.red_canasta", tops, topped, index)
        yield from line("special", "specials.bonus", number - tops, rules.specials[index].bonus, index)
    wild = tableau.wild
    kinds: tuple[tuple[Item, int, int], ...] = (
        ("wild jokers", tableau.wild_jokers, rules.wild_canastas.jokers),
        ("wild twos", tableau.wild_twos, rules.wild_canastas.twos),
    )
    for item, number, worth in kinds:
        if worth:
            yield from line(item, "score.canastas", number, worth)
            wild -= number
    yield from line("wild", "score.canastas", wild, score.wild)
    yield from line("natural topped", "threes.red_canasta", tableau.topped, topped)
    yield from line("natural", "score.canastas", tableau.natural - tableau.topped, score.natural)
    yield from line("mixed", "score.canastas", tableau.mixed, score.mixed)
    yield from line("black", "score.canastas", tableau.black, score.black)


def _red_threes(rules: Rules, tableau: Tableau) -> Iterator[ScoreEntry]:
    threes = rules.threes
    bare = not (tableau.opened or any(tableau.melded))
    against = {
        "never": False,
        "no melds": bare,
        "no melds and another out": bare and tableau.another_out,
        "no special canasta": not any(tableau.specials),
        "by canastas": _number(tableau) == 0,
        "always": True,
    }[threes.red_against]
    if threes.red_against == "by canastas" and _number(tableau) == 1:
        return
    sign, clause = (-1, "threes.red_sign") if against else (1, "threes.red_value")
    for number, together, single in _laid(tableau):
        in_set, worth = max((row for row in threes.red_sets if row[0] <= number), default=(0, 0))
        if worth:
            yield ScoreEntry(together, clause, in_set, None, sign * worth)
        further, each = number - in_set, sign * threes.red_value
        if further and each:
            yield ScoreEntry(single, clause, further, each, further * each, after_set=in_set > 0)


def _number(tableau: Tableau) -> int:
    """Canastas of every class."""
    return tableau.natural + tableau.mixed + tableau.wild + tableau.black + sum(tableau.specials)


def _laid(tableau: Tableau) -> tuple[tuple[int, Item, Item], ...]:
    """Return the threes laid of each colour, and the lines of a set and of single ones."""
    return (tableau.red_threes, "red set", "red threes"), (tableau.black_threes, "black set", "black threes")


def _going_out(rules: Rules, tableau: Tableau) -> Iterator[ScoreEntry]:
    if tableau.out and (rules.exhaustion.bonus or not tableau.after_stock):
        yield from _alike("out", "score.out", 1, rules.score.out)
        yield from _alike("concealed", "score.out", int(tableau.concealed), rules.score.concealed)


def _melded(rules: Rules, tableau: Tableau, *, lost: bool) -> Iterator[ScoreEntry]:
    points, number = _worth(rules, tableau.melded) + tableau.melded_sum, sum(tableau.melded)
    if tableau.melded_sum:
        number = 0
    if lost:
        yield from _cards("melded short", "score.positive", number, -points)
    elif rules.score.melded:
        yield from _cards("melded", "score.melded", number, points)


def _caught(rules: Rules, tableau: Tableau) -> Iterator[ScoreEntry]:
    """Yield what is left in the hands, then what is left in reserves that were not picked up."""
    threes = rules.threes
    apart = [RED_THREE]
    if card_values(rules)[BLACK_THREE] != threes.black_caught:
        apart.append(BLACK_THREE)
    places = (tableau.caught_hand, tableau.caught_reserves), (tableau.hand_sum, tableau.reserves_sum)
    for items, counts, points in zip(_CAUGHT, *places, strict=True):
        cards = tuple(0 if kind in apart else count for kind, count in enumerate(counts))
        yield from _cards(items[0], "score.cards", 0 if points else sum(cards), -_worth(rules, cards) - points)
        if BLACK_THREE in apart:
            yield from _alike(items[1], "threes.black_caught", counts[BLACK_THREE], -threes.black_caught)
        yield from _alike(items[2], "threes.red_caught", counts[RED_THREE], -threes.red_caught)


def _penalties(rules: Rules, tableau: Tableau) -> Iterator[ScoreEntry]:
    for index, count in enumerate(_each(tableau.held, rules.specials)):
        yield from _alike("held", "specials.bonus", count, -rules.specials[index].held, index)
    for index, count in enumerate(_each(tableau.unfinished, rules.specials)):
        yield from _alike("unfinished", "specials.bonus", count, -rules.specials[index].unfinished, index)
    yield from _alike("unfinished wild", "score.canastas", tableau.unfinished_wild, -rules.score.unfinished_wild)
    for index, count in enumerate(_each(tableau.missed, rules.reserves)):
        yield from _alike("missed", "reserves.penalty", count, -rules.reserves[index].penalty, index)
    yield from _alike("restored", "pile.restore", tableau.restored, -rules.pile.restore)


def _cards(item: Item, clause: str, number: int, points: int) -> Iterator[ScoreEntry]:
    if points:
        yield ScoreEntry(item, clause, number, None, points)


def _worth(rules: Rules, counts: Iterable[int]) -> int:
    return sum(count * value for count, value in zip(counts, card_values(rules), strict=True))
