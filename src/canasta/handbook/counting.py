"""A deal that is over, as an example: what lies where, and the score sheets that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from canasta.cards import BLACK_THREE, JOKER, KIND_KEYS, KIND_OF, RED_THREE, TWO, Face, Kind, count_kinds, faces_text
from canasta.handbook.examples import some
from canasta.notation.setup import read_meld
from canasta.rules.groups import Rules
from canasta.rules.lines import Telling
from canasta.rules.phrases import article, cards
from canasta.score import Sheet, Tableau, card_values, sheet

_RANKS: Final = tuple(KIND_KEYS.index(key) for key in "KQ964J8TA57")
_OWN: Final = 6
"""Where in `_RANKS` those of the other side begin."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A meld on the table and what it is called."""

    name: str
    faces: tuple[Face, ...]
    canasta: bool = True


@dataclass(frozen=True, slots=True)
class Counted:
    """One side at the end of a deal: what lies on the table, what is caught, and its sheet.

    *reserve* is how many cards lie in a reserve that was not picked up, *reserve_worth* what they cost.
    """

    melds: tuple[Pile, ...]
    red_threes: tuple[Face, ...]
    hand: tuple[Face, ...]
    reserve: tuple[Face, ...]
    sheet: Sheet

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every card of the side."""
        on_table = tuple(face for meld in self.melds for face in meld.faces)
        return (*on_table, *self.red_threes, *self.hand, *self.reserve)


def winner(rules: Rules) -> Counted:
    """The side that goes out, with the canastas it needs and one open meld."""
    t = Telling(rules)
    melds = list(_canastas(t))
    melds.append(Pile("", some(_rank(rules, _OWN + 2), 3), canasta=False))
    topped = bool(rules.threes.red_canasta)
    reds = some(RED_THREE, 1) if topped else some(RED_THREE, 2) if rules.threes.red == "laid" else ()
    hand = (*some(_rank(rules, 7), 1), *some(_rank(rules, 4), 1)) if t.partners else ()
    return _counted(rules, melds, reds, hand, (), out=True)


def loser(rules: Rules) -> Counted:
    """Another side, caught with cards in the hand and, where there are reserves, with one that was not picked up."""
    t = Telling(rules)
    rank = _rank(rules, _OWN - 1)
    size = rules.meld.size
    melds = [_natural(t, rank) if not rules.meld.wilds else _mixed(t, rank)]
    melds.append(Pile("", some(_rank(rules, _OWN), 4 if size > 4 else 3), canasta=False))
    laid = rules.threes.red == "laid"
    hand = (*some(_rank(rules, 8), 1), *some(_rank(rules, 7), 1), *some(BLACK_THREE, 1))
    hand += () if laid else some(RED_THREE, 1)
    left = _packet(rules.reserves[-1].size) if rules.reserves else ()
    return _counted(rules, melds, some(RED_THREE, 1) if laid else (), hand, left, out=False)


def _counted(
    rules: Rules,
    melds: list[Pile],
    reds: tuple[Face, ...],
    hand: tuple[Face, ...],
    left: tuple[Face, ...],
    *,
    out: bool,
) -> Counted:
    """The side with its sheet; a red three that is not laid lies on the first natural canasta."""
    kinds = [_class(rules, meld) for meld in melds if meld.canasta]
    on_canasta = bool(reds) and rules.threes.red == "held"
    tableau = Tableau(
        natural=kinds.count("natural"),
        topped=int(on_canasta),
        mixed=kinds.count("mixed"),
        wild=kinds.count("wild"),
        specials=tuple(kinds.count(special.rank) for special in rules.specials),
        melded=tuple(count_kinds(face for meld in melds for face in meld.faces)),
        red_threes=0 if on_canasta else len(reds),
        caught_hand=tuple(count_kinds(hand)),
        caught_reserves=tuple(count_kinds(left)),
        opened=True,
        out=out,
        another_out=not out,
    )
    for meld in melds:
        read_meld(faces_text(meld.faces), rules)  # what is no meld of this game is an error here
    return Counted(tuple(melds), reds, hand, left, sheet(rules, tableau))


def _class(rules: Rules, meld: Pile) -> str:
    kinds = [KIND_OF[face] for face in meld.faces]
    rank = max(kinds)
    if rank <= TWO:
        return "wild"
    if min(kinds) <= TWO:
        return "mixed"
    special = [each.rank for each in rules.specials if KIND_KEYS.index(each.rank) == rank]
    return special[0] if special else "natural"


def _canastas(t: Telling) -> Iterator[Pile]:
    """The canastas needed to go out, and at least a natural and a mixed one."""
    rules, out = t.rules, t.rules.out
    wild = out.wild
    special = max(out.special, 1) if rules.specials else 0
    natural = max(out.natural, 1)
    mixed = max(out.mixed, 1) if rules.meld.wilds else 0
    while natural + mixed + wild + special * len(rules.specials) < out.canastas:
        natural += 1
    for each in rules.specials:
        for _ in range(special):
            yield _natural(t, KIND_KEYS.index(each.rank))
    for number in range(natural + mixed):
        rank = _rank(rules, number)
        yield _natural(t, rank) if number < natural else _mixed(t, rank)
    for _ in range(wild):
        jokers = min(2, rules.deck.jokers)
        faces = (*some(TWO, rules.meld.size - jokers), *some(JOKER, jokers))
        yield Pile(f"{article(t.words.wild)} {t.words.canasta}", faces)


def _natural(t: Telling, rank: Kind) -> Pile:
    faces = some(rank, t.rules.meld.size)
    return Pile(f"{article(t.words.natural)} {t.words.canasta} of {cards(KIND_KEYS[rank])}", faces)


def _mixed(t: Telling, rank: Kind) -> Pile:
    faces = (*some(rank, t.rules.meld.size - 1), *some(TWO, 1))
    return Pile(f"{article(t.words.mixed)} {t.words.canasta} of {cards(KIND_KEYS[rank])}", faces)


def _packet(size: int) -> tuple[Face, ...]:
    """A packet that nobody looked at: a red three, a two, and plain cards."""
    plain = range(BLACK_THREE + 1, len(KIND_KEYS))
    faces = [*some(RED_THREE, 1), *some(TWO, 1)]
    faces += [some(plain[at % len(plain)], 1 + at // len(plain))[-1] for at in range(size - 2)]
    return tuple(faces[:size])


def _rank(rules: Rules, at: int) -> Kind:
    """The rank at place *at*, special ones left out."""
    special = {KIND_KEYS.index(each.rank) for each in rules.specials}
    plain = [rank for rank in _RANKS if rank not in special]
    return plain[at % len(plain)]


def worth(rules: Rules, faces: tuple[Face, ...]) -> int:
    """What cards cost that are caught."""
    values, threes = card_values(rules), rules.threes
    special = {RED_THREE: threes.red_caught, BLACK_THREE: threes.black_caught}
    return sum(special.get(KIND_OF[face], values[KIND_OF[face]]) for face in faces)
