"""A deal that is over, as an example: what lies where, and the score sheets that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from canasta.base.cards import BLACK_THREE, JOKER, KIND_KEYS, KIND_OF, RED_THREE, TWO, Face, Kind, count_kinds
from canasta.base.english import article, cards
from canasta.base.sheets import Sheet
from canasta.deal.setup.melds import meld_fault
from canasta.engine.rule_table import rule_table_of
from canasta.handbook.example_cards import ExampleCards
from canasta.rules.groups import Rules
from canasta.rules.words.melds import RATIO
from canasta.scoring.count import card_values
from canasta.scoring.tableau import Tableau
from canasta.wording.lines import RulesText
from canasta.wording.sheets import sheet

_RANKS: Final = tuple(KIND_KEYS.index(key) for key in "KQ96AJ875T4")
"""The ranks that the example uses, in turn."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A meld on the table and what it is called; *worth* is None if melded cards do not count."""

    name: str
    faces: tuple[Face, ...]
    worth: int | None = None

    @property
    def canasta(self) -> bool:
        """Whether it is a canasta."""
        return bool(self.name)


@dataclass(frozen=True, slots=True)
class Counted:
    """One side at the end of a deal: what lies on the table, what is caught, and its sheet.

    *hands* are those of its players who still hold cards; *reserve* is one that was not picked up.
    """

    melds: tuple[Pile, ...]
    red_threes: tuple[Face, ...]
    hands: tuple[tuple[Face, ...], ...]
    reserve: tuple[Face, ...]
    sheet: Sheet

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every card of the side."""
        on_table = tuple(face for meld in self.melds for face in meld.faces)
        held = tuple(face for hand in self.hands for face in hand)
        return (*on_table, *self.red_threes, *held, *self.reserve)


@lru_cache(maxsize=64)
def counted(rules: Rules) -> tuple[Counted, Counted]:
    """Return the side that goes out, and another one that is caught with cards: two ends of one deal, from one deck.

    >>> from canasta.rules.load import load
    >>> [side.sheet.total for side in counted(load("classic"))]
    [1265, 505]
    """
    dealer = _Dealer(RulesText(rules))
    return _winner(dealer), _loser(dealer)


class _Dealer:
    """Gives out the cards of the example: each rank to one meld as long as there are ranks."""

    def __init__(self, t: RulesText) -> None:
        self.t = t
        self.rules = t.rules
        self.supply = ExampleCards(t.rules)
        special = {KIND_KEYS.index(each.rank) for each in t.rules.specials}
        self._ranks = [rank for rank in _RANKS if rank not in special]

    def rank(self) -> Kind:
        """Return the next rank for a meld; with all of them used, the one of which most cards are left."""
        if self._ranks:
            return self._ranks.pop(0)
        return max(_RANKS, key=self.supply.left)

    def natural(self, rank: Kind) -> Iterator[Pile]:
        """Yield a natural canasta; none if the deck has too few cards of the rank."""
        if self.supply.left(rank) >= self.rules.meld.size:
            yield self._canasta(self.t.words.natural, self.supply.take(rank, self.rules.meld.size), rank)

    def mixed(self, rank: Kind) -> Iterator[Pile]:
        """Yield a mixed canasta with as few wild cards as the deck allows; none if they would be too many."""
        size, meld = self.rules.meld.size, self.rules.meld
        naturals = min(size - 1, self.supply.left(rank))
        wilds = size - naturals
        if wilds <= min(RATIO[meld.ratio].most(naturals), meld.wilds, self.supply.left(TWO)):
            faces = (*self.supply.take(rank, naturals), *self.supply.take(TWO, wilds))
            yield self._canasta(self.t.words.mixed, faces, rank)

    def wild(self) -> Iterator[Pile]:
        """Yield a canasta of wild cards."""
        jokers = self.supply.take(JOKER, 2)
        faces = (*self.supply.take(TWO, self.rules.meld.size - len(jokers)), *jokers)
        if len(faces) == self.rules.meld.size:
            yield self._canasta(self.t.words.wild, faces)

    def open_meld(self, number: int) -> Iterator[Pile]:
        """Yield a meld of fewer cards than a canasta has."""
        faces = self.supply.take(self.rank(), min(number, self.rules.meld.size - 1))
        if len(faces) >= 3:
            yield Pile("", faces, self._worth(faces))

    def plain(self, number: int) -> tuple[Face, ...]:
        """So many plain cards, from different ranks that no meld has as long as there are any."""
        ranks = [rank for rank in dict.fromkeys([*reversed(self._ranks), *_RANKS]) if self.supply.left(rank)]
        return tuple(face for rank in ranks[:number] for face in self.supply.take(rank, 1))

    def packet(self, size: int) -> tuple[Face, ...]:
        """Return a reserve that nobody looked at: a red three, a two, and plain cards."""
        faces = [*self.supply.take(RED_THREE, 1), *self.supply.take(TWO, 1)]
        plain = range(BLACK_THREE + 1, len(KIND_KEYS))
        while len(faces) < size and any(self.supply.left(kind) for kind in plain):
            faces += [face for kind in plain for face in self.supply.take(kind, 1)]
        return tuple(faces[:size])

    def _canasta(self, word: str, faces: tuple[Face, ...], rank: Kind | None = None) -> Pile:
        of = f" of {cards(KIND_KEYS[rank])}" if rank is not None else ""
        return Pile(f"{article(word)} {self.t.words.canasta}{of}", faces, self._worth(faces))

    def _worth(self, faces: Sequence[Face]) -> int | None:
        values = card_values(self.rules)
        return sum(values[KIND_OF[face]] for face in faces) if self.rules.score.melded else None


def _winner(dealer: _Dealer) -> Counted:
    """Return the side that goes out, with the canastas it needs and an open meld; each partner is left with cards."""
    rules, t = dealer.rules, dealer.t
    melds = [*_contract(dealer), *dealer.open_meld(3)]
    number = 2 if rules.threes.red == "laid" else 0
    if rules.threes.red_canasta and any(_class(rules, meld) == "natural" for meld in melds if meld.canasta):
        number = 1
    reds = dealer.supply.take(RED_THREE, number)
    hands = tuple(dealer.plain(2) for _ in range(t.partners))
    return _sheet(rules, Counted(tuple(melds), reds, hands, (), Sheet(())), out=True)


def _contract(dealer: _Dealer) -> Iterator[Pile]:
    """Yield the canastas needed to go out, and at least a natural and a mixed one."""
    rules, out = dealer.rules, dealer.rules.out
    special = max(out.special, 1) if rules.specials else 0
    natural = max(out.natural, 1)
    mixed = max(out.mixed, 1) if rules.meld.wilds else 0
    natural = max(natural, out.canastas - mixed - out.wild - special * len(rules.specials))
    for _ in range(natural):
        yield from dealer.natural(dealer.rank())
    for each in rules.specials:
        for _ in range(special):
            yield from dealer.natural(KIND_KEYS.index(each.rank))
    for _ in range(mixed):
        yield from dealer.mixed(dealer.rank())
    for _ in range(out.wild):
        yield from dealer.wild()


def _loser(dealer: _Dealer) -> Counted:
    """Another side, everyone caught with cards and, where that can be, one with a reserve not picked up."""
    rules, t = dealer.rules, dealer.t
    last = rules.reserves[-1] if rules.reserves else None
    # Who makes a canasta picks up a reserve that goes by own canastas: one player has not made any.
    canastas = t.partners if last and last.trigger == "own canasta" else 1
    melds = [meld for _ in range(canastas) for meld in _any_canasta(dealer)]
    melds += dealer.open_meld(4)
    laid = rules.threes.red == "laid"
    reds = dealer.supply.take(RED_THREE, 1) if laid else ()
    # Black threes that are laid down and replaced are in nobody's hand.
    first = (*dealer.plain(2), *(dealer.supply.take(BLACK_THREE, 1) if rules.threes.black != "laid" else ()))
    first += () if laid else dealer.supply.take(RED_THREE, 1)
    hands = (first, *(dealer.plain(1) for _ in range(t.partners)))
    waits = last is not None and last.trigger in {"hand empty", "own canasta"}
    left = dealer.packet(last.size) if last and waits else ()
    return _sheet(rules, Counted(tuple(melds), reds, hands, left, Sheet(())), out=False)


def _any_canasta(dealer: _Dealer) -> Iterator[Pile]:
    rank = dealer.rank()
    yield from dealer.mixed(rank) if dealer.rules.meld.wilds else dealer.natural(rank)


def _sheet(rules: Rules, side: Counted, *, out: bool) -> Counted:
    """Return the side with its sheet; a red three that is not laid lies on the first natural canasta."""
    for meld in side.melds:
        fault = meld_fault(rule_table_of(rules), meld.faces)
        if fault:
            raise ValueError(fault)
    kinds = [_class(rules, meld) for meld in side.melds if meld.canasta]
    on_canasta = bool(side.red_threes) and rules.threes.red == "held"
    tableau = Tableau(
        natural=kinds.count("natural"),
        topped=int(on_canasta),
        mixed=kinds.count("mixed"),
        wild=kinds.count("wild"),
        specials=tuple(kinds.count(special.rank) for special in rules.specials),
        melded=tuple(count_kinds(face for meld in side.melds for face in meld.faces)),
        red_threes=0 if on_canasta else len(side.red_threes),
        caught_hand=tuple(count_kinds(face for hand in side.hands for face in hand)),
        caught_reserves=tuple(count_kinds(side.reserve)),
        opened=bool(side.melds),
        out=out,
        another_out=not out,
    )
    return replace(side, sheet=sheet(rules, tableau))


def _class(rules: Rules, meld: Pile) -> str:
    kinds = [KIND_OF[face] for face in meld.faces]
    rank = max(kinds)
    if rank <= TWO:
        return "wild"
    if min(kinds) <= TWO:
        return "mixed"
    special = [each.rank for each in rules.specials if KIND_KEYS.index(each.rank) == rank]
    return special[0] if special else "natural"
