"""Whether a table that keeps the score of real cards accepts a count, or a name. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from canasta.base.seats import side_of
from canasta.base.sheets import Sheet
from canasta.scoring.standing import minimum
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.entries import Command
from canasta.session.permissions import check_seat
from canasta.session.refusals import refused
from canasta.session.seating import checked_name
from canasta.session.sheets import sheet_json
from canasta.session.state import Kept, State
from canasta.tally.limits import Impossible, impossible
from canasta.tally.questions import POINTS, Question, questions
from canasta.tally.tally import Tally, WrongTally, sheet_of, sheets

_BETWEEN: Final = frozenset({"keeping", "counting", "over"})
"""The phases in which earlier counts can change."""


def name_seat(state: State, _: Command, act: acts.NameSeat) -> Act:
    """Return the accepted *act*, the name as it is written. Raises `Refused`."""
    if not state.settings.real_cards:
        raise refused("table.screen")
    place = state.places[check_seat(state, act.seat)]
    if place.person is not None:
        raise refused("table.named", seat=act.seat + 1, name=state.people[place.person].name)
    others = [name for name in state.taken_names if name != place.called]
    return replace(act, called=checked_name(act.called, others) if act.called else "")


def tally(state: State, command: Command, act: acts.Tally) -> Act:
    """Return the accepted *act*, with the sheets of its deal where all sides have counted. Raises `Refused`."""
    kept = _kept(state, act.deal)
    if not 0 <= act.side < state.rules.sides:
        raise refused("table.malformed", text=f"side: must be 1 to {state.rules.sides}.")
    _own_side(state, command, act.side)
    before = kept[act.side]
    given = read_tally(state, act.deal, act.answers)
    if before is not None and before.seq > command.after and before.by != name_of(state, command):
        raise refused("table.counted", name=before.by)
    after, new = _with(state, act.deal, act.side, given)
    if new and not given.note:
        raise refused("table.impossible", text=" ".join(found.text for found in new))
    counted = _counted(state, act.deal, after)
    _check_played_since(state, act.deal, counted)
    return replace(act, answers=given.as_json(), sheets=tuple(map(sheet_json, counted)))


def undo_tally(state: State, command: Command, act: acts.UndoTally) -> Act:
    """Return the accepted *act*. Raises `Refused`."""
    if not state.kept_before:
        raise refused("table.no-tally")
    deal, side, before = state.kept_before[-1]
    _kept(state, deal)
    _own_side(state, command, side)
    after: list[Tally | None] = [each.tally if each else None for each in state.kept[deal]]
    after[side] = before.tally if before else None
    if before is None and state.match is not None and any(each.number > deal for each in state.match.results):
        raise refused("table.no-tally")
    counted = _counted(state, deal, after)
    _check_played_since(state, deal, counted)
    return replace(act, sheets=tuple(map(sheet_json, counted)))


def read_tally(state: State, deal: int, answers: object) -> Tally:
    """Return *answers* as a tally of the deal. Raises `Refused` for what is none."""
    try:
        told = Tally.of_json(answers, state.rules.in_deal(deal))
    except WrongTally as wrong:
        raise refused("table.tally", text=str(wrong)) from None
    if state.settings.points_only and told.answers.keys() - {POINTS}:
        raise refused("table.tally", text="Only the points in all are entered at this table.")
    return told


def preview_tally(state: State, deal: int, side: int, answers: object) -> dict[str, Any]:
    """Return the sheet that *answers* would give *side* in the deal *deal*, and what can't be, as JSON. Raises `Refused`."""
    kept = state.kept.get(deal)
    if kept is None or not 0 <= side < state.rules.sides:
        raise refused("table.not-kept", deal=state.rules.words.deal.capitalize(), number=deal)
    given = read_tally(state, deal, answers)
    rules = state.rules.in_deal(deal)
    every, found = _with(state, deal, side, given)
    another_out = any(each.get("out") for at, each in enumerate(every) if each is not None and at != side)
    told: dict[str, Any] = {"sheet": sheet_json(sheet_of(rules, given, another_out=another_out))}
    return told | ({"impossible": [each.as_json() for each in found]} if found else {})


def _with(state: State, deal: int, side: int, given: Tally) -> tuple[list[Tally | None], list[Impossible]]:
    """Return what every side counted in *deal*, *side* what is *given*, and what can't be because of that."""
    rules = state.rules.in_deal(deal)
    every = [each.tally if each else None for each in state.kept[deal]]
    if state.settings.points_only:
        every[side] = given
        return every, []
    every[side] = None
    known = {found.text for found in impossible(rules, every)}
    every[side] = given
    return every, [found for found in impossible(rules, every) if found.text not in known]


def questions_json(state: State, deal: int) -> list[dict[str, Any]]:
    """Return what there is to count in the deal *deal*, as JSON."""
    return [question.as_json() for question in questions_of(state, deal)]


def questions_of(state: State, deal: int) -> Sequence[Question]:
    """Return what there is to count in the deal *deal*."""
    every = questions(state.rules.in_deal(deal))
    return [each for each in every if each.key == POINTS] if state.settings.points_only else every


def name_of(state: State, command: Command) -> str:
    """Return what the sender of *command* is called."""
    return state.people[command.by].name if command.by is not None else ""


def _kept(state: State, deal: int) -> list[Kept | None]:
    """Return what the sides said of *deal*. Raises `Refused` where that can't change now."""
    if deal not in state.kept:
        raise refused("table.not-kept", deal=state.rules.words.deal.capitalize(), number=deal)
    if state.phase not in _BETWEEN:
        raise refused("table.not-now")
    return state.kept[deal]


def _own_side(state: State, command: Command, side: int) -> None:
    """See that the sender plays on *side*, or is the host."""
    seat = state.seat_of(command.by)
    if command.by != state.host and (seat is None or side_of(seat, state.rules.sides) != side):
        raise refused("table.own-side")


def _counted(state: State, deal: int, tallies: Sequence[Tally | None]) -> tuple[Sheet, ...]:
    """Return the sheets of *deal*; none before all sides have counted."""
    given = [each for each in tallies if each is not None]
    return sheets(state.rules.in_deal(deal), given) if len(given) == len(tallies) else ()


def _check_played_since(state: State, deal: int, counted: Sequence[Sheet]) -> None:
    """See that deals which were played here since *deal* could be opened as they were, if it is *counted* so. Raises `Refused`."""
    match = state.match
    if match is None or not counted:
        return
    totals: tuple[int, ...] = (0,) * state.rules.sides
    before = totals
    for result in match.results:
        if result.number > deal and result.number not in state.kept:
            for old, new in zip(before, totals, strict=True):
                given, needed = (minimum(state.rules, result.number, total) for total in (old, new))
                if given != needed:
                    word = state.rules.words.deal.capitalize()
                    raise refused("table.played", deal=word, number=result.number, given=given, needed=needed)
        theirs = counted if result.number == deal else result.sheets
        totals = tuple(total + each.total for total, each in zip(totals, theirs, strict=True))
        before = result.totals
