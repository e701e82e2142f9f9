"""``canasta replay``: recorded matches watched in this terminal, or checked line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from canasta.base.errors import NotationError
from canasta.notation.records.record import ENDING
from canasta.notation.records.replay import Mending
from canasta.rules.shapes import clean
from canasta.terminal.file_list import files_in, none_in
from canasta.terminal.matches.kept import kept_match
from canasta.terminal.matches.record_argument import RecordName
from canasta.terminal.replay.check import State, check_all, summary
from canasta.terminal.replay.recording import OpenRecording, RecordingPage, acted, only_counted, where
from canasta.whole_number import WholeNumber

if TYPE_CHECKING:
    from canasta.sim.run import Progress
    from canasta.terminal.dialog import Dialog
    from canasta.terminal.replay.table import Eyes

_FAILED: Final = 1
_STOPPED: Final = 130
"""The exit code of what was stopped from the keyboard."""


@click.command(
    short_help="Watch a recorded match, or check records line by line.",
    epilog="\b\nWhile watching, type these commands (you can abbreviate them):\n"
    "  Enter, next, back       one action forward or back; next 5 moves five\n"
    "  turn, turn back         to the start of a turn\n"
    "  deal 2, jump 12         to a deal, or to a turn of this deal\n"
    "  start, end              to the start or end of this deal\n"
    "  eyes 2, eyes all        what seat 2 saw, or all hands; eyes table: an onlooker\n"
    "  find Kh                 where a card moves next\n"
    "  find went out           where the story has these words next\n"
    "  sheet, pile, rules      the score so far, the pile, what a rule says\n"
    "  position                this moment as one line for canasta show\n"
    "  help, quit\n"
    "\n\b\n--lenient repairs only the following, and lists each repair:\n"
    "  a line about what happened automatically was left out, such as: 4 drew Ac\n"
    "  the cards behind a draw, or suits in a move, were left out\n"
    "  score sheets and new totals, or the digest of the rules, were left out\n"
    "\n\b\nExamples:\n"
    "  canasta replay saturday.chh                        watch it\n"
    "  canasta replay saturday.chh --deal 2 --turn 14     from there\n"
    "  canasta replay saturday.chh --seat 1 | less        the whole story as seat 1 saw it\n"
    "  canasta replay records --check --jobs 2            check all records in a folder",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=RecordName())
@click.option("--check", "checking", is_flag=True, help="Replay the records by the rules and report which are correct.")
@click.option("--complete", is_flag=True, help="With --check: treat unfinished records as wrong.")
@click.option("--jobs", type=WholeNumber(min=1), metavar="N", help="With --check: number of parallel processes.")
@click.option("--lenient", is_flag=True, help="Repair what was left out, and list each repair.")
@click.option(
    "--deal",
    "deal",
    type=WholeNumber(min=1),
    metavar="N",
    help="Start with this deal; without a terminal, show only this deal.",
)
@click.option(
    "--turn",
    type=WholeNumber(min=1),
    metavar="N",
    help="Start with this turn of the deal; without a terminal, show only this turn.",
)
@click.option("--seat", type=WholeNumber(min=1), metavar="N", help="Show only what this seat saw.")
@click.option(
    "--json", "as_json", is_flag=True, help="Write JSON; without --check, one object per line for each action."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use letters for suits and plain borders.")
@click.option("--plain", is_flag=True, help="No colours and no redrawing: print line by line.")
def replay(
    files: tuple[Path, ...],
    checking: bool,
    complete: bool,
    jobs: int | None,
    lenient: bool,
    deal: int | None,
    turn: int | None,
    seat: int | None,
    as_json: bool,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Watch the recorded match in FILE step by step. Without a terminal, print its whole story.

    With --check, replay records and verify every line, fact, score and digest by the rules. A folder stands for all
    records (.chh) in it. An unfinished record is correct if everything in it is, unless you add --complete. The exit
    code is 0 only if all records are correct.
    """
    if checking:
        for name, value in (("--deal", deal), ("--turn", turn), ("--seat", seat)):
            if value is not None:
                raise click.UsageError(f"{name} is for watching. With --check, whole records are checked.")
        _check(files, jobs or 1, complete=complete, lenient=lenient, as_json=as_json)
        return
    if complete or jobs is not None:
        raise click.UsageError(f"{'--complete' if complete else '--jobs'} needs --check.")
    paths = list(files_in(files, ENDING))
    if len(paths) > 1:
        raise click.UsageError(f"You can watch only one record at a time, not {len(paths)}. Add --check to check them.")
    _watch(paths[0], deal, turn, seat, lenient=lenient, as_json=as_json, ascii_only=ascii_only, plain=plain)


def _check(files: tuple[Path, ...], jobs: int, *, complete: bool, lenient: bool, as_json: bool) -> None:
    paths = list(files_in(files, ENDING))
    states: list[State] = []
    found: list[dict[str, Any]] = []
    stopped = False
    verdicts = check_all(paths, jobs, lenient=lenient)
    try:
        with _bar(len(paths)) as progress:
            for verdict in verdicts:
                states.append(verdict.state)
                if as_json:
                    found.append(verdict.as_json())
                else:
                    _say(verdict.lines())
                if progress:
                    progress(len(states))
    except KeyboardInterrupt:
        stopped = True
    finally:
        verdicts.close()
    if as_json:
        click.echo(json.dumps({"records": found, "stopped": stopped}, indent=1, ensure_ascii=False))
    elif len(paths) > 1:
        click.echo(summary(states))
    if stopped:
        click.echo(f"Stopped after {len(states):,} of {len(paths):,}.", err=True)
        raise SystemExit(_STOPPED)
    if "wrong" in states or (complete and "unfinished" in states):
        raise SystemExit(_FAILED)


def _say(lines: list[str]) -> None:
    """Write *lines* above the bar, whatever signs the terminal knows; click would write past the bar."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for line in lines:
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    sys.stdout.flush()


def _bar(total: int) -> AbstractContextManager[Progress | None]:
    """Return a progress bar on stderr, if that is a terminal and there is something to wait for."""
    if total == 1 or not sys.stderr.isatty():
        return nullcontext()
    from canasta.sim.progress import bar

    return bar(total, "records")


def _watch(
    path: Path,
    deal: int | None,
    turn: int | None,
    seat: int | None,
    *,
    lenient: bool,
    as_json: bool,
    ascii_only: bool,
    plain: bool,
) -> None:
    if path.is_dir():
        raise click.ClickException(f"{path}: {none_in('record', ENDING)}")
    try:
        with path.open("rb") as file:
            recording = OpenRecording(file, str(path), Mending() if lenient else None)
            own = () if seat is not None else kept_match(path).playing
            _show(recording, deal, turn, seat, own, as_json=as_json, ascii_only=ascii_only, plain=plain)
    except NotationError as error:
        raise click.ClickException(where(str(path), error)) from None
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.filename is None:
            raise
        raise click.ClickException(f"{path}: {error.strerror}") from None


def _show(
    recording: OpenRecording,
    deal: int | None,
    turn: int | None,
    seat: int | None,
    own: Sequence[int],
    *,
    as_json: bool,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Show *recording*: as *seat* saw it; to the people in the seats *own*, whose deal is not over, no hidden card."""
    from canasta.terminal.replay.table import ALL, Eyes

    seats = recording.rules.seats
    if seat is not None and seat > seats:
        raise click.UsageError(f"There is no seat {seat}. This match has seats 1 to {seats}.")
    if recording.deal(0) is None and not recording.problem:
        click.echo(f"{clean(recording.name)}: {recording.ending()}")
        return
    if seat is not None:
        eyes = Eyes(seat - 1)
    else:
        eyes = Eyes(own[0] if len(own) == 1 else -1) if own else ALL
    place = _place(recording, deal, turn)
    if turn is not None and deal is None:
        deal = recording.first
    if as_json:
        _write(recording, eyes, deal, turn)
        return
    from canasta.terminal.dialog import Dialog, Leave

    dialog = Dialog(ascii_only=ascii_only, plain=plain)
    if not (dialog.typed and sys.stdout.isatty()):
        _tell(recording, eyes, dialog, deal, turn)
        return
    from canasta.terminal.replay.screen import Viewer

    try:
        Viewer(recording, dialog, eyes, place).run()
    except Leave:
        dialog.say(Text("Goodbye."))


def _place(recording: OpenRecording, deal: int | None, turn: int | None) -> RecordingPage:
    """Return where to begin; the first deal was read.

    Raises `click.ClickException` for a deal or a turn that the record does not have, or where it is wrong before.
    """
    at = 0 if deal is None else deal - recording.first
    watched = recording.deal(at) if at >= 0 else None
    if watched is None:
        if recording.problem:
            raise click.ClickException(recording.problem)
        last = recording.first + recording.known - 1
        raise click.UsageError(f"There is no deal {deal}. The record has deals {recording.first} to {last}.")
    if turn is None:
        return RecordingPage(at, 0)
    moments = watched.moments
    if not moments:
        raise click.UsageError(f"{only_counted(recording.rules, watched)} It has no turns.")
    last = acted(watched, len(moments) - 1)
    if turn > last:
        raise click.UsageError(f"There is no turn {turn}. Deal {watched.record.number} has turns 1 to {last}.")
    return RecordingPage(at, next(page for page, moment in enumerate(moments) if moment.turn >= turn))


def _tell(recording: OpenRecording, eyes: Eyes, dialog: Dialog, deal: int | None, turn: int | None) -> None:
    """Write the story, and what is wrong in the record."""
    from canasta.terminal.replay.story import story

    for block in story(recording, eyes, dialog.width, deal, turn):
        dialog.say(block)
    if recording.problem:
        sys.stdout.flush()
        raise click.ClickException(recording.problem)


def _write(recording: OpenRecording, eyes: Eyes, deal: int | None, turn: int | None) -> None:
    """Write the story as JSON."""
    from canasta.terminal.replay.data import objects

    for each in objects(recording, eyes, deal, turn):
        click.echo(json.dumps(each, ensure_ascii=False))
    if recording.problem:
        raise click.ClickException(recording.problem)
