"""``canasta review``: the costliest decisions of a recorded match, and luck apart from skill."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.padding import Padding
from rich.text import Text

from canasta.base.errors import CanastaError, NotationError
from canasta.notation.records.playback import Watched, known_hands, shown_hands
from canasta.sim.options import jobs_option
from canasta.terminal.matches.record_argument import RecordName
from canasta.terminal.replay.recording import OpenRecording, only_counted, where
from canasta.terminal.style import console_for, render_line
from canasta.whole_number import WholeNumber
from canasta.wording.review import decision_line, no_mistakes, player_line, still_hidden, unknown_cards
from canasta.wording.spans import joined

if TYPE_CHECKING:
    from canasta.bots.review import Decision, Estimate

_STOPPED: Final = 130
_IN_PART: Final = "Stopped: the last deal is reviewed in part."
_NOT_ALL: Final = "Stopped: deals that were not reviewed completely are left out."


@dataclass(frozen=True, slots=True)
class _Task:
    """What to review: a record, one of its deals or all, one of its players or all, and in how many processes."""

    data: bytes
    name: str
    number: int | None
    seat: int | None
    worlds: int
    jobs: int


@click.command(
    short_help="Find the costliest decisions in a recorded match.",
    epilog="\b\nExamples:\n"
    "  canasta review friday.chh                    every player, every deal\n"
    "  canasta review friday.chh --deal 2 --seat 1  one player in one deal\n"
    "  canasta review friday.chh --worlds 200       narrower intervals, more time\n"
    "  canasta review friday.chh --jobs 4           several players at a time\n"
    "  canasta export friday.chh --html friday.html --review",
)
@click.argument("file", metavar="FILE", type=RecordName())
@click.option("--deal", "number", type=WholeNumber(min=1), metavar="N", help="Review only this deal, by its number.")
@click.option("--seat", type=WholeNumber(min=1), metavar="N", help="Review only the player in this seat.")
@click.option("--worlds", type=WholeNumber(2, 10_000), default=64, show_default=True, metavar="N",
              help="Number of imagined deals to compare plans in: deals that could lie behind what a player saw.")  # fmt: skip
@click.option("--top", type=WholeNumber(min=1), default=3, show_default=True, metavar="N",
              help="Number of decisions to show for each player.")  # fmt: skip
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object with all decisions.")
def review(file: Path, number: int | None, seat: int | None, worlds: int, top: int, jobs: int, as_json: bool) -> None:
    """Play through the record FILE and compare what was done with the best plans that the bot search finds.

    A player is judged by what they could see, never by hidden cards. Costs and luck are in points at the end of the deal, the
    side's less the others'; 95 % intervals are in parentheses. Press Ctrl+C to stop early; you get what was found so far.
    """
    if jobs < 1:
        raise click.UsageError(f"The number of jobs must be at least 1, not {jobs}.")
    data = file.read_bytes()
    try:
        recording = _recording(data, str(file))
    except NotationError as error:
        raise CanastaError(where(str(file), error)) from None
    if seat is not None and seat > recording.rules.seats:
        raise click.UsageError(f"There is no seat {seat}; they are numbered from 1 to {recording.rules.seats}.")
    _check_played(recording, number, file)
    stopped = _report(recording, _Task(data, str(file), number, seat, worlds, jobs), None if as_json else top)
    if recording.problem:
        raise CanastaError(recording.problem)
    if not recording.known:
        raise CanastaError(f"{file}: this record has no deals, so there is nothing to review.")
    if stopped:
        click.echo(_IN_PART if jobs == 1 else _NOT_ALL, err=True)
        click.get_current_context().exit(_STOPPED)


def _check_played(recording: OpenRecording, number: int | None, file: Path) -> None:
    """See that a deal can be reviewed. Raises `CanastaError` where all deals that are asked for were only counted by hand."""
    watched = None
    for _, watched in _deals(recording, number):
        if not watched.played.by_hand:
            return
    if watched is None or recording.problem:
        return
    if number is None:
        words = recording.rules.words
        raise CanastaError(
            f"{file}: every {words.deal} of this match was played with real cards, so there is nothing to review."
        )
    raise CanastaError(f"{file}: {only_counted(recording.rules, watched)} There is nothing to review.")


def _report(recording: OpenRecording, task: _Task, top: int | None) -> bool:
    """Review and write deal by deal, with *top* decisions of each player, or all as JSON; return whether it was stopped."""
    found: list[dict[str, Any]] = []
    stopped = False
    try:
        for watched, decisions, stopped in _reviewed(recording, task):  # noqa: B007 - returned below
            if top is None:
                found.append(_as_json(recording, watched, decisions))
            else:
                _show(recording, watched, task.seat, decisions, top)
    except KeyboardInterrupt:
        stopped = True
    if top is None:
        told = {"game": recording.rules.name, "title": recording.rules.title, "worlds": task.worlds, "deals": found}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    return stopped


def _reviewed(recording: OpenRecording, task: _Task) -> Iterator[tuple[Watched, list[Decision], bool]]:
    """Yield each deal with its decisions, and whether those are not all because of an interrupt; several processes are just interrupted."""
    deals = _deals(recording, task.number)
    if task.jobs > 1:
        yield from _by_several(recording, task, [at for at, _ in deals])
        return
    for _, watched in deals:
        decisions: list[Decision] = []
        stopped = False
        try:
            if watched.moments:
                _review(watched, _seats(watched, recording, task.seat), task.worlds, decisions)
        except KeyboardInterrupt:
            stopped = True
        yield watched, decisions, stopped
        if stopped:
            return


def _by_several(
    recording: OpenRecording, task: _Task, deals: list[int]
) -> Iterator[tuple[Watched, list[Decision], bool]]:
    """Yield the *deals* by several processes, which review one player in one deal at a time."""
    from canasta.sim.pool import mapped
    from canasta.sim.progress import bar

    seats = {at: _seats(deal, recording, task.seat) for at in deals if (deal := recording.deal(at))}
    works = [(at, seat) for at in seats for seat in seats[at]]
    judged = mapped(partial(_judged, task), works, task.jobs)
    done = 0
    with bar(len(works), "players in deals") as progress:
        for at, known in seats.items():
            decisions: list[Decision] = []
            for _ in known:
                decisions += next(judged)
                done += 1
                progress(done)
            deal = recording.deal(at)
            assert deal is not None
            yield deal, sorted(decisions, key=lambda one: one.at), False


def _judged(task: _Task, work: tuple[int, int]) -> list[Decision]:
    """Return the decisions in the deal at the place *work*[0] of the player in the seat *work*[1]."""
    from canasta.bots.review import review as judge

    deal = _recording(task.data, task.name).deal(work[0])
    assert deal is not None
    return list(judge(deal, [work[1]], task.worlds))


@lru_cache(1)
def _recording(data: bytes, name: str) -> OpenRecording:
    """Return the record in *data*; each process reads it once. Raises `NotationError` if its heading cannot be read."""
    return OpenRecording(BytesIO(data), name)


def _deals(recording: OpenRecording, number: int | None) -> Iterator[tuple[int, Watched]]:
    """Yield the places of the deals to review, and these. Raises `click.UsageError` where there is no deal *number*."""
    at, met = 0, False
    while (watched := recording.deal(at)) is not None:
        if number is None or watched.record.number == number:
            met = True
            yield at, watched
        at += 1
    if number is not None and not met and not recording.problem:
        raise click.UsageError(f"There is no deal {number} in this record.")


def _review(watched: Watched, seats: list[int], worlds: int, decisions: list[Decision]) -> None:
    """Add the decisions of a deal to *decisions*, with a bar meanwhile."""
    from canasta.bots.review import review as judge
    from canasta.sim.progress import bar

    with bar(len(watched.moments) - 1, "moves") as progress:
        for decision in judge(watched, seats, worlds):
            decisions.append(decision)
            progress(decision.end)


def _seats(watched: Watched, recording: OpenRecording, seat: int | None) -> list[int]:
    asked = None if seat is None else seat - 1
    if watched.played.by_hand:
        return []
    return [each for each in shown_hands(recording.heading, watched.record, asked) if asked in (None, each)]


def _show(recording: OpenRecording, watched: Watched, seat: int | None, decisions: list[Decision], top: int) -> None:
    """Write what was found in a deal: a paragraph for each player, and their costliest decisions."""
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    console.print(Text(f"{recording.rules.title}, deal {watched.record.number}", style="bold"))
    if watched.played.by_hand:
        console.print(Text("This was played with real cards, so there is nothing to review."))
        return
    known = known_hands(recording.rules, watched.record)
    judged = _seats(watched, recording, seat)
    for each in range(recording.rules.seats) if seat is None else [seat - 1]:
        name = f"{recording.names.player(each)} (seat {each + 1})"
        if each not in known:
            console.print(Text(unknown_cards(name)))
            continue
        if each not in judged:
            console.print(Text(still_hidden(name, each + 1)))
            continue
        mine = [decision for decision in decisions if decision.seat == each]
        lost, luck = _sums(mine)
        clear = sorted((one for one in mine if one.clear), key=lambda one: -one.lost.points)
        told = player_line(
            len(mine), len(clear), (lost.points, lost.low, lost.high), (luck.points, luck.low, luck.high)
        )
        console.print(Text(f"{name}: ", style="bold").append_text(render_line(told)))
        for one in clear[:top]:
            said = decision_line(one.better, one.lost.points, one.lost.low, one.lost.high)
            row = (
                Text(f"Turn {one.turn}: ")
                .append_text(render_line(joined(one.told)))
                .append(". ")
                .append_text(render_line(said))
            )
            console.print(Padding(row, (0, 0, 0, 2), expand=False))
    if not any(decision.clear for decision in decisions):
        console.print(Text(no_mistakes()))


def _sums(decisions: list[Decision]) -> tuple[Estimate, Estimate]:
    from canasta.bots.review import Estimate

    lost = Estimate.total([decision.lost for decision in decisions])
    return lost, Estimate.total([decision.luck for decision in decisions if decision.luck is not None])


def _as_json(recording: OpenRecording, watched: Watched, decisions: list[Decision]) -> dict[str, Any]:
    players = []
    for seat in range(recording.rules.seats):
        mine = [decision for decision in decisions if decision.seat == seat]
        if mine:
            lost, luck = _sums(mine)
            told = {"seat": seat + 1, "name": recording.names.player(seat), "decisions": len(mine)}
            players.append(told | {"lost": _number(lost), "luck": _number(luck)})
    return {
        "deal": watched.record.number,
        "real_cards": watched.played.by_hand,
        "players": players,
        "decisions": [
            {
                "moment": decision.end,
                "turn": decision.turn,
                "seat": decision.seat + 1,
                "played": list(decision.played),
                "best": list(decision.best),
                "lost": _number(decision.lost),
                "luck": None if decision.luck is None else _number(decision.luck),
                "clear": decision.clear,
            }
            for decision in decisions
        ],
    }


def _number(estimate: Estimate) -> dict[str, Any]:
    return {"points": round(estimate.points, 1), "interval": [round(estimate.low, 1), round(estimate.high, 1)]}
