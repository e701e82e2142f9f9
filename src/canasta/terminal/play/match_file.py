"""Matches in the terminal that are written down, and those that go on from what was written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rich.text import Text

from canasta import __version__
from canasta.base.errors import CanastaError, NotationError
from canasta.bots import make
from canasta.deal.match import Match
from canasta.files import RecordFile, check_new
from canasta.notation.records.reader import check_heading
from canasta.notation.records.record import Heading, Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.resuming import Resumed, resume
from canasta.rules.groups import Rules
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.host import Host
from canasta.terminal.play.seating import PERSON, Seating, check_bots


class ResumeError(CanastaError):
    """A record that no match can go on from."""


def check_record(path: Path, rules: Rules, seating: Seating, seed: int) -> None:
    """See that a match can be recorded in a new file at *path*, before anything of it is shown.

    Raises `canasta.base.errors.NotationError` for a name, word or number that no record can hold, and
    `canasta.files.FileError` for a file that is there already.
    """
    check_heading(_heading(rules, seating, seed))
    check_new(path)


def play_match(match: Match, seating: Seating, dialog: Dialog, path: Path | None) -> None:
    """Play *match*, written down in a new file at *path* if there is one.

    Raises `canasta.terminal.dialog.Leave` when a person leaves, `canasta.files.FileError` where the file cannot be
    written.
    """
    if path is None:
        Host(match, seating, dialog).run()
        return
    with RecordFile(path) as output:
        recorder = Recorder(output, _heading(match.rules, seating, match.seed))
        recorder.begin_match()
        Host(match, seating, dialog, recorder).run()


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
        Host(resumed.match, seating, dialog, recorder).run()


def _heading(rules: Rules, seating: Seating, seed: int) -> Heading:
    today = datetime.now(UTC).astimezone().date().isoformat()
    return heading_of(rules, _players(seating, seed), seed, f"canasta {__version__}", today)


def _players(seating: Seating, seed: int) -> list[Player]:
    """Who plays, as a record says it."""
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
