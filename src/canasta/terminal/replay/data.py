"""A recording as JSON for programs: one object a line, in the order in which things happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from canasta.notation.cases.event_text import event_text
from canasta.notation.records.playback import Watched
from canasta.notation.records.record import Scored, scored
from canasta.rules.groups import Rules
from canasta.terminal.replay.recording import OpenRecording, acted
from canasta.terminal.replay.sheets import counted
from canasta.terminal.replay.table import Eyes


def objects(
    recording: OpenRecording, eyes: Eyes, number: int | None = None, turn: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield what these *eyes* saw; only the deal *number* and the *turn*, both from 1, where they are given.

    ``what`` says what an object is: ``match``, ``deal``, ``action``, ``count`` or ``end``. Seats count from 1.
    """
    yield _match(recording, eyes)
    at = 0
    while watched := recording.deal(at):
        if number in {None, watched.record.number}:
            yield from _deal(recording.rules, watched, eyes, turn)
        if number == watched.record.number:
            return
        at += 1
    state = "wrong" if recording.problem else "unfinished" if recording.ending() else "over"
    repairs = [repair for each in recording.repairs.values() for repair in each]
    yield {"what": "end", "state": state, "text": recording.problem or recording.ending(), "repairs": repairs}


def _match(recording: OpenRecording, eyes: Eyes) -> dict[str, Any]:
    heading = recording.heading
    players = [{"seat": seat, "name": each.name, "bot": each.bot} for seat, each in enumerate(heading.players, 1)]
    match: dict[str, Any] = {"what": "match", "game": heading.rules.title, "players": players, "rules": heading.digest}
    match |= {"date": heading.date, "program": heading.program}
    match["eyes"] = "all" if eyes.everything else "table" if eyes.seat < 0 else eyes.seat + 1
    # The seed gives all decks away, and a comment may reveal anything.
    return match | {"seed": heading.seed, "comment": heading.comment} if eyes.everything else match


def _deal(rules: Rules, watched: Watched, eyes: Eyes, turn: int | None) -> Iterator[dict[str, Any]]:
    record, moments = watched.record, watched.moments
    if turn is None:
        deal = {"what": "deal", "deal": record.number, "dealer": record.dealer + 1, "totals": list(record.totals)}
        deal["real_cards"] = watched.played.by_hand
        yield deal | ({"comment": record.comment} if eyes.everything else {})
    for at, moment in enumerate(moments):
        if turn not in {None, acted(watched, at)}:
            continue
        action = {
            "what": "action",
            "deal": record.number,
            "turn": acted(watched, at),
            "line": record.line + moment.line,
        }
        action |= {"seat": moment.seat + 1, "move": _move(moment.text, moment.seat, eyes)} if at else {}
        action["events"] = [event_text(event) for event in eyes.sees(moment.events)]
        yield action | ({"comments": list(moment.comments)} if eyes.everything else {})
    if turn is None and watched.played.after is not None:
        last = moments[-1] if moments else None
        sheets = [_sheet(scored(each)) for each in counted(rules, watched, last, eyes)]
        count = {"what": "count", "deal": record.number, "sheets": sheets, "totals": list(watched.played.after)}
        if watched.played.by_hand:
            count |= {"answers": [each.as_json() for each in record.counts], "corrections": list(record.corrections)}
        yield count


def _move(text: str, seat: int, eyes: Eyes) -> str:
    """Return the move *text* of *seat*; the cards behind a draw are for those who saw them."""
    verb = text.partition(" ")[0]
    return text if eyes.everything or eyes.seat == seat or verb != "draw" else verb


def _sheet(lines: tuple[Scored, ...]) -> dict[str, Any]:
    return {"total": sum(line.points for line in lines), "lines": [asdict(line) for line in lines]}
