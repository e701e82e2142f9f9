"""From flows to events: what a step of the kernel looks like to people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from canasta.cards import KIND_OF, Face
from canasta.engine import steps as s
from canasta.engine.flows import Z_CLOSED, Z_HAND, Z_MELD, Z_PILE, Z_REDS, Z_RESERVE, Z_STOCK, ZONE
from canasta.engine.melds import class_of
from canasta.engine.position import ENDED_LAP, ENDED_OUT, ENDED_PILE, ENDED_STOCK, OVER, Position
from canasta.engine.table import KINDS
from canasta.events import (
    Answered,
    Asked,
    CanastaMade,
    DealEnded,
    Discarded,
    Drew,
    Event,
    Knocked,
    Lifted,
    Melded,
    Opened,
    RedThreeLaid,
    RedThreeOnCanasta,
    ReserveTaken,
    Restored,
    Stopped,
    TookPile,
    TurnBegan,
    WentOut,
)

ENDINGS: Final = {ENDED_OUT: "out", ENDED_STOCK: "stock", ENDED_LAP: "lap", ENDED_PILE: "pile"}
"""How a deal can end, by the kernel's number."""

_PLAIN: Final[dict[int, Callable[..., Event]]] = {
    s.YES: lambda seat: Answered(seat, yes=True),
    s.NO: lambda seat: Answered(seat, yes=False),
    s.KNOCK: Knocked,
    s.STUCK: Stopped,
    s.LIFT: Lifted,
    s.RESTORE: Restored,
}

Moved = tuple[int, int, list[Face]]


def report(
    step: int, moved: Sequence[Moved], before: Position, after: Position, seat: int, shown: tuple[Face, ...]
) -> list[Event]:
    """The events of *step*, taken by *seat*, which moved the faces *moved* and only showed *shown*."""
    events: list[Event] = []
    events += _cards(moved, before, after, seat, shown)
    if step == s.OPEN or (before.staging and after.ended == ENDED_OUT):
        side = after.side_of(seat)
        at = 0 if step == s.OPEN else len(events)
        events.insert(at, Opened(seat, _staged(before, after, step), before.minimum(side)))
    if s.ASK <= step < s.PICK_UP:
        events.append(Asked(seat, after.asked_seat))
    elif step in _PLAIN:
        events.append(_PLAIN[step](seat, *shown))
    if after.out != before.out and after.phase != OVER:
        events.append(WentOut(seat))
    if after.phase == OVER and before.phase != OVER:
        events.append(DealEnded(after.out, ENDINGS[after.ended], after.concealed))
    elif after.turn != before.turn or after.turns != before.turns:
        events.append(TurnBegan(after.turn))
    return events


def _staged(before: Position, after: Position, step: int) -> int:
    return before.staged if step == s.OPEN else max(before.staged, after.staged)


def _cards(  # noqa: C901, PLR0912 - one branch for each pair of zones
    moved: Sequence[Moved], before: Position, after: Position, seat: int, shown: tuple[Face, ...]
) -> list[Event]:
    events: list[Event] = []
    drawn: dict[int, list[Face]] = {}
    melded: list[Face] = []
    top: Face | None = None
    meld_zone = -1
    for origin, target, faces in moved:
        origin_sort, origin_index = divmod(origin, ZONE)
        target_sort, target_index = divmod(target, ZONE)
        if origin_sort == Z_STOCK:
            if target_index not in drawn:
                drawn[target_index] = []
                events.append(Drew(target_index, 0, ()))
            drawn[target_index] += faces
        elif target_sort == Z_REDS:
            events += [RedThreeLaid(origin_index, face) for face in faces]
        elif origin_sort == Z_RESERVE:
            events.append(ReserveTaken(target_index, len(faces), tuple(faces), origin_index % 4))
        elif target_sort == Z_HAND and origin_sort == Z_PILE:
            events.append(TookPile(seat, tuple(faces), shown))
        elif target_sort == Z_PILE:
            events.append(Discarded(seat, faces[0]))
        elif target_sort == Z_MELD:
            meld_zone = target_index
            if origin_sort == Z_PILE:
                top = faces[0]
            else:
                melded += faces
        elif target_sort == Z_CLOSED and origin_sort == Z_HAND:
            rank = after.closed[target_index] >> 32 & 255
            events.append(RedThreeOnCanasta(seat, faces[0], int(rank)))
    if meld_zone >= 0:
        at = next((at for at, event in enumerate(events) if isinstance(event, TookPile)), 0)
        events[at:at] = _meld_events(seat, meld_zone, melded, top, before, after)
    for number, event in enumerate(events):
        if isinstance(event, Drew):
            cards = tuple(drawn[event.seat])
            events[number] = Drew(event.seat, len(cards), cards)
    return events


def _meld_events(
    seat: int, zone: int, melded: list[Face], top: Face | None, before: Position, after: Position
) -> list[Event]:
    table = after.table
    place, slot = divmod(zone, table.slots)
    side, rank = divmod(place, KINDS)
    old = before.meld_at(side, rank, slot)
    laid = len(melded) + (top is not None)
    size = (old >> 16 & 255) + (old >> 8 & 255) + (old & 255) + laid
    counted, staged = _counted(before, after, seat, melded if top is None else [*melded, top])
    events: list[Event] = [Melded(seat, rank, tuple(melded), size, top, counted, staged)]
    if size >= table.size and class_of(table, rank, old) < 0:
        closed = after.closed[len(after.closed) - 1] if len(after.closed) > len(before.closed) else 0
        meld = closed & 0xFFFFFF if closed else after.meld_at(side, rank, slot)
        events.append(CanastaMade(seat, rank, int(class_of(table, rank, meld))))
    return events


def _counted(before: Position, after: Position, seat: int, laid: Sequence[Face]) -> tuple[int, int]:
    """What the cards *laid* add to an opening of *seat*, and what it makes then; 0 and 0 once the side has opened."""
    if before.opened(before.side_of(seat)):
        return 0, 0
    if after.staged > before.staged:
        return after.staged - before.staged, after.staged
    # Going out may have ended the turn, and forgotten what was staged.
    worth = sum(after.table.value[KIND_OF[face]] for face in laid)
    return worth, before.staged + worth
