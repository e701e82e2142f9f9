"""Matches in the terminal that are written down, and those that go on from what was written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.text import Text

from canasta.base.errors import CanastaError, NotationError
from canasta.files import RecordFile
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.resuming import Resumed
from canasta.session.unfinished import read_resumed, read_unfinished
from canasta.terminal.dialog import Dialog
from canasta.terminal.matches.kept import matches_folder
from canasta.terminal.play.host import Host
from canasta.terminal.play.journal import MatchJournal
from canasta.terminal.play.seating import PERSON, Seating, check_bots
from canasta.terminal.play.sitting import Sitting

_DEAL: Final = b"\n\n[[deal]]\n"


class ResumeError(CanastaError):
    """A record that no match can go on from."""


def play_match(sitting: Sitting, journal: MatchJournal) -> None:
    """Play the match of *sitting*, which *journal* keeps.

    A record in the data folder in which no person made a move is deleted again. Raises `canasta.terminal.dialog.Leave` when a
    person leaves, `canasta.files.FileError` where the file cannot be written.
    """
    with journal:
        try:
            Host(sitting).run()
        finally:
            file = journal.file
            if file is not None and not sitting.moved and file.path.parent == matches_folder():
                file.close()
                file.path.unlink(missing_ok=True)


def resume_match(path: Path, dialog: Dialog) -> None:
    """Go on with the match whose record is the file at *path*, and write on there.

    Raises `ResumeError` if no match can go on from it, the file being as it was then, and
    `canasta.files.RecordInUse` where another program writes to it.
    """
    with RecordFile(path, resume=True) as output:
        content = output.content()
        try:
            resumed = read_resumed(content)
        except NotationError as error:
            at = f", line {error.line}" if error.line else ""
            raise ResumeError(f"{path}{at}: {error}.") from None
        seating = _seating(resumed, path)
        fair = resumed.heading.seed is None
        size = _undealt(content, resumed.size) if fair and resumed.match.current_deal is None else resumed.size
        output.cut(size)
        journal = MatchJournal(seating)
        journal.resume(output, resumed.record_on(output) if size == resumed.size else Recorder(output, resumed.heading))
        dialog.clear()
        dialog.say(Text(f"{resumed.match.rules.title} continues from {path.name}. Type help if you get stuck."))
        record = content[:size].decode()
        try:
            rules = read_unfinished(record).rules
            seed = None if fair else resumed.match.seed
            # Only a match that began with promises goes on asking for numbers.
            asks = b"\ncommitment = " in content
            Host(Sitting(rules, seating, dialog, seed, record=record, journal=journal, asks_numbers=asks)).run()
        finally:
            read_resumed.cache_clear()
            read_unfinished.cache_clear()


def _undealt(content: bytes, size: int) -> int:
    """Return where a deal begins at the end of *content* that was promised and not dealt: its deck is promised again."""
    begin = content.rfind(_DEAL, 0, size)
    dealt = b"\ndeal 1 " in content[begin:size] or b"\nafter = " in content[begin:size]
    return size if begin < 0 or dealt else begin + 1


def _seating(resumed: Resumed, path: Path) -> Seating:
    names = tuple(player.name or f"Player {seat}" for seat, player in enumerate(resumed.players, 1))
    players = tuple(player.bot.partition(" ")[0] or PERSON for player in resumed.players)
    try:
        check_bots(players)
    except CanastaError as error:
        raise ResumeError(f"{path}: {error}") from None
    return Seating(names, players)
