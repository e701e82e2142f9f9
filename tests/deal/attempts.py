"""What must hold of every move that is tried: refused with nothing changed, or made with just the cards it names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from canasta.base.cards import Face
from canasta.base.errors import IllegalMove
from canasta.base.events import Discarded, Event, Melded, RedThreeOnCanasta, TookPile
from canasta.base.moves import Move, hand_cards
from canasta.deal.deal import Deal


def state(deal: Deal) -> list[Any]:
    """Return all that a refused move may not change; the faces written out, which is a copy that nothing can change."""
    return [
        deal.position.key(),
        *[repr(getattr(deal.tabletop, name)) for name in deal.tabletop.__slots__ if name != "kept"],
    ]


def shown(events: list[Event], seat: int) -> Counter[Face]:
    """Return the cards of the hand that *events* name as laid, shown or discarded by *seat*."""
    cards: Counter[Face] = Counter()
    for event in events:
        if event.seat != seat:
            continue
        if isinstance(event, Melded):
            cards.update(event.cards)
        elif isinstance(event, TookPile):
            cards.update(event.shown)
        elif isinstance(event, Discarded | RedThreeOnCanasta):
            cards[event.card] += 1
    return cards


def attempt(deal: Deal, seat: int, move: Move) -> bool:
    """Try *move*: whether it was made; a refusal must change nothing, and a move name its cards."""
    before = state(deal)
    refusal = deal.refusal(seat, move)
    assert state(deal) == before
    try:
        events = deal.play(seat, move)
    except IllegalMove as illegal:
        told = illegal.refusal
        assert told == refusal
        assert state(deal) == before
        return False
    assert refusal is None
    assert shown(events, seat) == Counter(hand_cards(move))
    return True
