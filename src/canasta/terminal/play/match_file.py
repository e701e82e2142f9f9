"""Matches in the terminal that are written down, and those that go on from what was written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.text import Text

from canasta import __version__
from canasta.base.errors import CanastaError, NotationError
from canasta.bots import make
from canasta.deal.match import Match
from canasta.files import RecordFile
from canasta.notation.records.reader import check_heading
from canasta.notation.records.record import Heading, Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.resuming import Resumed, resume
from canasta.rules.groups import Rules
from canasta.terminal.dialog import Dialog
from canasta.terminal.matches.kept import matches_folder
from canasta.terminal.play.host import Host
from canasta.terminal.play.seating import PERSON, Seating, check_bots


class ResumeError(CanastaError):
    """A record that no match can go on from."""


def check_record(rules: Rules, seating: Seating, seed: int) -> None:
    """See that a match can be recorded, before anything of it is shown.

    Raises `canasta.base.errors.NotationError` for a name, word or number that no record can hold.
    """
    check_heading(_heading(rules, seating, seed))


def play_match(
    match: Match, seating: Seating, dialog: Dialog, output: RecordFile | None, notices: Sequence[str] = ()
) -> None:
    """Play *match*, recorded in the new file *output* if there is one; *notices* are shown above the first table.

    A record in the data folder in which no person made a move is deleted again. Raises `canasta.terminal.dialog.Leave` when a
    person leaves, `canasta.files.FileError` where the file cannot be written.
    """
    if output is None:
        Host(match, seating, dialog, notices=notices).run()
        return
    with output:
        recorder = Recorder(output, _heading(match.rules, seating, match.seed))
        host = Host(match, seating, dialog, recorder, output, notices)
        try:
            recorder.begin_match()
            host.run()
        finally:
            if not host.moved and output.path.parent == matches_folder():
                output.close()
                output.path.unlink(missing_ok=True)


def resume_match(path: Path, dialog: Dialog) -> None:
    """Go on with the match whose record is the file at *path*, and write on there.

    Raises `ResumeError` if no match can go on from it, the file being as it was then, and
    `canasta.files.RecordInUse` where another program writes to it.
    """
    with RecordFile(path, resume=True) as output:
        try:
            resumed = resume(output.content())
        except NotationError as error:
            at = f", line {error.line}" if error.line else ""
            raise ResumeError(f"{path}{at}: {error}.") from None
        seating = _seating(resumed, path)
        output.cut(resumed.size)
        recorder = resumed.record_on(output)
        dialog.clear()
        dialog.say(Text(f"{resumed.match.rules.title} continues from {path.name}. Type help if you get stuck."))
        Host(resumed.match, seating, dialog, recorder, output).run()


def _heading(rules: Rules, seating: Seating, seed: int) -> Heading:
    today = datetime.now(UTC).astimezone().date().isoformat()
    return heading_of(rules, _players(seating, seed), seed, f"canasta {__version__}", today)


def _players(seating: Seating, seed: int) -> list[Player]:
    """Return who plays, as a record says it."""
    players = []
    for seat, (name, player) in enumerate(zip(seating.names, seating.players, strict=True)):
        bot = None if player == PERSON else make(player, seed, seat)
        players.append(Player(name, f"{bot.name} {bot.version}" if bot else ""))
    return players


def _seating(resumed: Resumed, path: Path) -> Seating:
    names = tuple(player.name or f"Player {seat}" for seat, player in enumerate(resumed.players, 1))
    players = tuple(player.bot.partition(" ")[0] or PERSON for player in resumed.players)
    try:
        check_bots(players)
    except CanastaError as error:
        raise ResumeError(f"{path}: {error}") from None
    return Seating(names, players)
