"""A first turn as an example: a hand, a draw, an opening and a discard, played on a deal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from canasta.base.cards import KIND_KEYS, KIND_OF, TWO, Face, Kind, sorted_faces
from canasta.base.errors import IllegalMove, Refusal, SetupError
from canasta.base.events import Event
from canasta.base.moves import Discard, Draw, Group, Lay, Move, TakePile
from canasta.deal.deal import Deal
from canasta.handbook import examples
from canasta.handbook.example_cards import ExampleCards
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import USUAL, Packet
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum

_OTHERS: Final = tuple(KIND_KEYS.index(key) for key in "9J8TQA5K67")
"""The ranks of the cards that stay in the hand: a pair of the first that is free, then one of each."""

_DISCARDED: Final = tuple(KIND_KEYS.index(key) for key in "45678T")
"""The ranks of the card that is discarded: low ones first."""

_NEXT: Final = 4
"""Cards of the stock after the draw, which an opening may bring."""

_PLAYER: Final = 0


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """What the player holds, draws, lays and discards, and what happened.

    *upcard* is the first card of the pile, if there is one, and *refusal* says why nobody could take it with this hand;
    *pair* stays in the hand.
    """

    hand: tuple[Face, ...]
    upcard: Face | None
    refusal: Refusal | None
    drawn: tuple[Face, ...]
    needed: int
    laid: examples.Laid
    pair: tuple[Face, ...]
    discarded: Face
    events: tuple[Event, ...]


@lru_cache(maxsize=64)
def first_turn(rules: Rules) -> FirstTurn | None:
    """Return a turn that opens with a card just drawn; None if the game has none that is so simple.

    >>> from canasta.base.cards import faces_text
    >>> from canasta.rules.load import load
    >>> turn = first_turn(load("classic"))
    >>> faces_text(turn.drawn), [faces_text(meld) for meld in turn.laid.melds], turn.laid.total
    ('Kh', ['Kh Ks 2h', '6h 6s 6d'], 55)
    """
    needed = minimum(rules, 1, 0)
    laid = examples.opening(rules, needed, 1, 0)
    return None if laid is None else _played(rules, needed, laid)


def _played(rules: Rules, needed: int, laid: examples.Laid) -> FirstTurn | None:
    """Return the turn that opens with *laid*; None if the judge refuses a part of it."""
    supply = ExampleCards(rules)
    melded = [face for meld in laid.melds for face in meld]
    for face in melded:  # the same cards again: they are taken in the same order
        supply.take(KIND_OF[face], 1)
    special = {KIND_KEYS.index(each.rank) for each in rules.specials}
    free = [rank for rank in _OTHERS if rank not in special | {KIND_OF[face] for face in melded}]
    low = next((rank for rank in _DISCARDED if rank in free), free[-1])
    upcard_rank = next(rank for rank in reversed(free) if rank != low)
    ranks = [rank for rank in free if rank not in {low, upcard_rank}]
    discarded, pair = *supply.take(low, 1), supply.take(ranks[0], 2)
    room = rules.deal.hand + rules.draw.stock - len(melded) - 1 - len(pair)
    others = _fill(supply, ranks[1:], room)
    # The draw brings a natural card that the opening needs, and no wild card.
    found = next(face for face in melded if KIND_OF[face] > TWO)
    drawn = (found, *others[: rules.draw.stock - 1])
    held = [*melded, discarded, *pair, *others]
    for face in drawn:
        held.remove(face)
    hand = tuple(sorted_faces(held))
    upcard = next(iter(supply.take(upcard_rank, 1))) if rules.deal.upcard else None
    outline = Outline(
        hands={_PLAYER: Packet(hand)},
        pile=Packet(() if upcard is None else (upcard,)),
        stock=Packet((*drawn, *_fill(supply, ranks, _NEXT)), USUAL),
        reserves={_PLAYER: tuple(Packet(_fill(supply, free, each.size)) for each in rules.reserves)},
        totals=(0,) * rules.sides,
    )
    opening = Lay(tuple(Group(meld, examples.meld_rank(meld)) for meld in laid.melds))
    try:
        deal, _ = arrange(rules, outline)
        refusal = deal.refusal(_PLAYER, TakePile()) if upcard is not None else None
        events = _play(deal, [Draw(), opening, Discard(discarded)])
    except (SetupError, IllegalMove):
        return None
    return FirstTurn(hand, upcard, refusal, drawn, needed, laid, pair, discarded, events)


def _fill(supply: ExampleCards, ranks: list[Kind], room: int) -> tuple[Face, ...]:
    """*room* cards of *ranks*, one of each as long as there are ranks."""
    turns = [ranks[at % len(ranks)] for at in range(room)]
    return tuple(face for rank in turns for face in supply.take(rank, 1))


def _play(deal: Deal, moves: list[Move]) -> tuple[Event, ...]:
    return tuple(event for move in moves for event in deal.play(_PLAYER, move))
