"""What counts of real cards change at a table: a deal is counted when every side has said what it has, and totals follow."""

from __future__ import annotations

from typing import TypeAlias

from canasta.base.events import DealCounted
from canasta.session import acts
from canasta.session.entries import Entry
from canasta.session.folding_match import Happening, enter, name_of, next_deal
from canasta.session.notices import Notice
from canasta.session.sheets import parse_sheet
from canasta.session.state import Kept, State
from canasta.tally.tally import Tally

_Happenings: TypeAlias = list[Happening]


def name_seat(state: State, _: Entry, act: acts.NameSeat) -> _Happenings:
    """Let the seat have the name, and nobody else."""
    state.places[act.seat].vacate("", act.called)
    return [Notice("named", act.seat, act.called) if act.called else Notice("no-bot", act.seat)]


def tally(state: State, entry: Entry, act: acts.Tally) -> _Happenings:
    """Take down what a side counted; with the last side, the deal is counted."""
    tally = Tally.of_json(act.answers, state.rules.in_deal(act.deal))
    by = name_of(state, entry.command.by)
    before = state.kept[act.deal][act.side]
    state.kept_before.append((act.deal, act.side, before))
    state.kept[act.deal][act.side] = Kept(tally, by, entry.seq)
    what = "tally" if before is None else "corrected"
    happened: _Happenings = [Notice(what, name=by, number=act.deal, text=_side(state, act.side))]
    return happened + _recounted(state, entry, act.deal, act.sheets)


def undo_tally(state: State, entry: Entry, act: acts.UndoTally) -> _Happenings:
    """Put back what was said before the last count; a deal that was counted with it is in progress again."""
    deal, side, before = state.kept_before.pop()
    by = name_of(state, entry.command.by)
    state.kept[deal][side] = before
    happened: _Happenings = [Notice("untally", name=by, number=deal, text=_side(state, side))]
    return happened + _recounted(state, entry, deal, act.sheets)


def _side(state: State, side: int) -> str:
    return state.called.side(side, state.rules.sides)


def _recounted(state: State, entry: Entry, number: int, written: tuple[object, ...]) -> _Happenings:
    """Count the deal *number* with the sheets *written*, or again; without any, it is not counted, or not any more."""
    match = state.match
    assert match is not None
    counted = any(each.number == number for each in match.results)
    sheets = tuple(parse_sheet(each) for each in written)  # type: ignore[arg-type]
    happened: _Happenings = []
    if not counted:
        state.mark, state.since = entry.seq, entry.at
        if not sheets:
            return []
        totals = tuple(total + each.total for total, each in zip(match.totals, sheets, strict=True))
        happened += match.take_over(DealCounted(match.dealer, number, sheets, totals))
    elif sheets:
        happened += match.recount(number, sheets)
    else:
        # The only deals that a step back opens again are the last ones: nothing can have been said of the next one.
        state.kept.pop(number + 1, None)
        match.recount(number)
        enter(state, entry, "keeping")
        return []
    if match.over:
        state.kept.pop(match.number + 1, None)
        enter(state, entry, "over")
    elif not counted or state.phase == "over":
        happened += next_deal(state, entry)
    else:
        state.mark, state.since = entry.seq, entry.at
    return happened
