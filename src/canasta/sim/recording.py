"""Records of simulated deals and matches: one file each, in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from canasta import __version__
from canasta.bots import Bot
from canasta.files import RecordFile
from canasta.notation.records.record import Heading, Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.rules.groups import Rules


def file_name(rules: Rules, seed: int, number: int, turn: int = 0) -> str:
    """Return the name of the record of deal or match *number*; *turn* counts the ways the bots were moved round the table.

    >>> from canasta.rules.load import load
    >>> file_name(load("classic"), 7, 12)
    'classic-4-7-000012.chh'
    """
    moved = f"-{turn}" if turn else ""
    return f"{rules.name}-{rules.seats}-{seed}-{number:06}{moved}.chh"


@contextmanager
def recording(
    path: Path | None, rules: Rules, players: Sequence[Bot], seed: int | None = None
) -> Iterator[Recorder | None]:
    """Provide a recorder of what *players* do, on a new file at *path*; None if there is no path.

    *seed* is that of a match, None for a deal by itself. Raises `canasta.files.FileError` if the file cannot
    be written.
    """
    if path is None:
        yield None
        return
    with RecordFile(path, flush=False) as output:
        recorder = Recorder(output, heading(rules, players, seed))
        recorder.begin_match()
        yield recorder


def heading(rules: Rules, players: Sequence[Bot], seed: int | None = None) -> Heading:
    """Return the heading of a record of what *players* do; *seed* as for `recording`."""
    names = [
        Player(f"{bot.name.capitalize()} {seat}", f"{bot.name} {bot.version}") for seat, bot in enumerate(players, 1)
    ]
    return heading_of(rules, names, seed, f"canasta {__version__}")
