"""From flows to events: what a step of the kernel looks like to people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from canasta.base.cards import KIND_OF, Face
from canasta.base.events import (
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
    Moved,
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
from canasta.deal.expansion import unit
from canasta.engine import steps as s
from canasta.engine.melds import class_of, size_of
from canasta.engine.position import ENDED_LAP, ENDED_OUT, ENDED_PILE, ENDED_STOCK, OVER, Position

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


def report(
    step: int, moved: Sequence[Moved], before: Position, after: Position, seat: int, shown: tuple[Face, ...]
) -> list[Event]:
    """Return the events of *step*, taken by *seat*, which moved the faces *moved* and only showed *shown*."""
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
        cards = shown if step == s.END else ()
        events.append(DealEnded(after.out, ENDINGS[after.ended], after.concealed, cards))
    elif after.turn != before.turn or after.turns != before.turns:
        events.append(TurnBegan(after.turn))
    return events


def _staged(before: Position, after: Position, step: int) -> int:
    return before.staged if step == s.OPEN else max(before.staged, after.staged)


def _cards(
    moved: Sequence[Moved], before: Position, after: Position, seat: int, shown: tuple[Face, ...]
) -> list[Event]:
    """Return the events of the cards that moved, in order; all that one seat drew is one event, all on one meld as well."""
    events: list[Event] = []
    drawn: dict[int, list[Moved]] = {}
    melded: list[Moved] = []
    for move in moved:
        if move.origin.zone == "stock":
            if move.target.owner not in drawn:
                drawn[move.target.owner] = []
                events.append(Drew(move.target.owner, 0, ()))
            drawn[move.target.owner].append(move)
        elif move.target.zone == "meld" or move.origin.zone == "meld":
            melded.append(move)
        else:
            events += _card_events(move, seat, shown)
    if melded:
        at = next((at for at, event in enumerate(events) if isinstance(event, TookPile)), 0)
        events[at:at] = _meld_events(seat, melded, before, after)
    for number, event in enumerate(events):
        if isinstance(event, Drew):
            cards = tuple(face for move in drawn[event.seat] for face in move.faces or ())
            events[number] = Drew(event.seat, len(cards), cards, moved=tuple(drawn[event.seat]))
    return events


def _card_events(move: Moved, seat: int, shown: tuple[Face, ...]) -> list[Event]:
    """Return the events of a single movement, through *seat*, that is neither a draw nor a meld."""
    origin, target, faces = move.origin, move.target, move.faces or ()
    if target.zone == "red threes":
        return [RedThreeLaid(origin.owner, face, moved=(move,)) for face in faces]
    if origin.zone == "reserve":
        return [ReserveTaken(target.owner, move.count, faces, origin.index, moved=(move,))]
    if target.zone == "hand":
        return [TookPile(seat, faces, shown, moved=(move,))]
    if target.zone == "pile":
        return [Discarded(seat, faces[0], moved=(move,))]
    return [RedThreeOnCanasta(seat, faces[0], target.rank, moved=(move,))]


def _meld_events(seat: int, moved: list[Moved], before: Position, after: Position) -> list[Event]:
    """Return the events of the cards *moved* to one meld, which may have become a canasta or changed places with others."""
    table = after.rule_table
    laid = [move for move in moved if move.origin.zone != "meld"]
    finished = next((at for at, move in enumerate(moved) if move.target.zone == "canasta"), len(moved))
    place = laid[0].target
    side, rank = place.owner, place.rank
    cards = tuple(face for move in laid if move.origin.zone == "hand" for face in move.faces or ())
    top = next((face for move in laid if move.origin.zone == "pile" for face in move.faces or ()), None)
    all_cards = cards if top is None else (*cards, top)
    old = before.meld_at(side, rank, place.index)
    counted, staged = _counted(before, after, seat, all_cards)
    size = int(size_of(old)) + len(all_cards)
    events: list[Event] = [Melded(seat, rank, cards, size, top, counted, staged, moved=tuple(moved[:finished]))]
    if size >= table.size and class_of(table, rank, old) < 0:
        sort = class_of(table, rank, old + sum(unit(face) for face in all_cards))
        events.append(CanastaMade(seat, rank, int(sort), moved=tuple(moved[finished:])))
    return events


def _counted(before: Position, after: Position, seat: int, laid: Sequence[Face]) -> tuple[int, int]:
    """Return what the cards *laid* add to an opening of *seat*, and what it makes then; 0 and 0 once the side has opened."""
    if before.opened(before.side_of(seat)):
        return 0, 0
    if after.staged > before.staged:
        return after.staged - before.staged, after.staged
    # Going out may have ended the turn, and forgotten what was staged.
    worth = sum(after.rule_table.value[KIND_OF[face]] for face in laid)
    return worth, before.staged + worth
