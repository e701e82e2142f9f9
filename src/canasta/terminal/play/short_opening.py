"""What an opening that is too small counts, meld by meld."""

from __future__ import annotations

from collections import Counter

from canasta.base.cards import KIND_OF, Face, Kind
from canasta.base.errors import Refusal
from canasta.base.moves import Lay, Move, TakePile
from canasta.deal.expansion import worth
from canasta.deal.view import View
from canasta.wording.calls import call


def call_short(seen: View, move: Move, refusal: Refusal) -> str:
    """What the melds of *move* count, where *refusal* says that they do not reach the minimum; else empty."""
    melds = Counter[Kind]()
    for rank, faces in _melds(seen, move):
        melds[rank] += worth(seen.position, faces)
    before = seen.position.staged
    if refusal.clause != "opening.minimum" or not melds or before + melds.total() != refusal.given:
        return ""
    said = [call(melds), *([f"{before} from before"] if before else [])]
    text = f"{' and '.join(said)}: {before + melds.total()}"
    return f"{text[:1].upper()}{text[1:]} of {refusal.needed}."


def _melds(seen: View, move: Move) -> list[tuple[Kind, tuple[Face, ...]]]:
    """The ranks that *move* lays, and the cards it lays there."""
    if isinstance(move, Lay):
        return [(group.rank, group.cards) for group in move.groups]
    if isinstance(move, TakePile) and seen.pile:
        top = seen.pile[-1]
        return [(KIND_OF[top], (*move.cards, top)), *((group.rank, group.cards) for group in move.more)]
    return []
