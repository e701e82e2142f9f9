"""Piles that people ask about: may I take it with these cards? The kernel's judge answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from canasta.base.cards import BLACK_THREE, JOKER, KIND_KEYS, TWO, Face, Kind
from canasta.base.errors import Refusal, SetupError
from canasta.base.moves import TakePile
from canasta.deal.setup.melds import Meld
from canasta.handbook.example_cards import ExampleCards
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import Packet
from canasta.rules.groups import Rules

_RANKS: Final = tuple(KIND_KEYS.index(key) for key in "K9684")
"""The top card of the examples, and the cards below it."""

_OTHERS: Final = tuple(KIND_KEYS.index(key) for key in "57TJQA")
"""What else the player holds: cards of no use for the pile."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A pile, its top card last, what someone would take it with, and what the judge says: nothing, or why not.

    *meld* is an own meld on the table that the top card would go to.
    """

    pile: tuple[Face, ...]
    cards: tuple[Face, ...]
    meld: tuple[Face, ...]
    refusal: Refusal | None


@lru_cache(maxsize=64)
def piles(rules: Rules) -> tuple[Taken, ...]:
    """Return what a player of a side that has opened may take, and with what.

    >>> from canasta.rules.load import load
    >>> [taken.refusal is None for taken in piles(load("classic"))]
    [True, True, True, True, False, False, False, False]
    """
    return tuple(taken for question in _questions(rules) for taken in _answer(rules, *question))


def _questions(rules: Rules) -> Iterator[tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]]]:
    """Pile, cards from the hand, and meld on the table, by their kinds."""
    special = {KIND_KEYS.index(each.rank) for each in rules.specials}
    top, low, lower, *_ = [rank for rank in _RANKS if rank not in special]
    plain = (lower, low, top)
    yield plain, (top, top), ()
    yield plain, (top, TWO), ()
    onto = (top,) if "natural onto meld" in rules.pile.need else ()
    yield plain, onto, (top,) * 3
    if "wild" in rules.pile.frozen_by:
        frozen = (lower, TWO, top)
        yield frozen, (top, top), ()
        yield frozen, (top, TWO), ()
        yield frozen, onto, (top,) * 3
    yield (lower, low, TWO), (TWO, TWO), ()
    if rules.pile.wild_top != "no" and rules.deck.jokers:
        yield (lower, low, TWO), (TWO, JOKER), ()
    if rules.threes.black == "laid":  # none ever lies there
        yield plain, (top, top), (top,) * (rules.meld.size - 2)
    else:
        yield (lower, low, BLACK_THREE), (BLACK_THREE, BLACK_THREE), ()


def _answer(rules: Rules, pile: tuple[Kind, ...], cards: tuple[Kind, ...], meld: tuple[Kind, ...]) -> Iterator[Taken]:
    """Yield the answer to one question; none if the moment cannot be, for instance with too few cards of a rank."""
    supply = ExampleCards(rules)
    lies, held, laid = (tuple(face for kind in kinds for face in supply.take(kind, 1)) for kinds in (pile, cards, meld))
    others = tuple(face for kind in _OTHERS for face in supply.take(kind, 1))[: rules.deal.hand - len(held)]
    outline = Outline(
        hands={0: Packet((*held, *others))},
        melds={0: (Meld(0, laid),)} if meld else {},
        pile=Packet(lies),
        opened=(0,),
        totals=(0,) * rules.sides,
        laid=(0,),
    )
    try:
        moment, _ = arrange(rules, outline)
    except SetupError:
        return
    yield Taken(lies, held, laid, moment.refusal(0, TakePile(held)))
