"""Matches kept in the user's data folder: a record for each, and what can be told of one without replaying it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final, Literal, TypeAlias

from canasta.base.english import listed
from canasta.base.errors import CanastaError, NotationError, RulesError
from canasta.base.seats import Seat
from canasta.files import LARGEST, FileError, RecordFile
from canasta.folders import data_folder
from canasta.notation.records.playback import people_dealt_in
from canasta.notation.records.record import ENDING, Heading
from canasta.notation.records.resuming import read_open_record
from canasta.rules.digest import from_table
from canasta.rules.groups import Rules
from canasta.scoring.standing import standing

_DEAL: Final = b"\n[[deal]]\n"
_RULES: Final = b"\n[rules]\n"
_NUMBER: Final = re.compile(rb"\nnumber = ([0-9]{1,6})\n")
_AFTER: Final = re.compile(rb"\nafter = \[(-?[0-9]{1,9}(?:, -?[0-9]{1,9})*)\]\n")
_SHEET: Final = b"\n[[deal.sheet]]\n"

State: TypeAlias = Literal["unfinished", "finished", "unreadable"]


class NoSuchMatch(CanastaError):
    """A name that no kept match has."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A recorded match in the data folder.

    *deals* counts the deals begun, *totals* are those after the last deal that was counted, and *played* is when the
    record was last written; *playing* are the seats of the people who are still playing the last deal. A record that cannot be
    read has no *heading*, but a *problem*.
    """

    path: Path
    state: State
    played: datetime
    heading: Heading | None = None
    deals: int = 0
    totals: tuple[int, ...] = ()
    playing: tuple[Seat, ...] = ()
    problem: str = ""
    by_hand: bool = False
    """Whether the last deal was played with real cards, and only counted."""

    @property
    def name(self) -> str:
        """What the match is called: the name of its file without the ending."""
        return self.path.stem


def matches_folder() -> Path:
    """Return the folder in which matches are kept, whether or not it is there."""
    return data_folder() / "matches"


def begin_record(rules: Rules) -> RecordFile:
    """Return a new record in the data folder, named for the game and today's date.

    Raises `FileError` if none can be made there.
    """
    folder = matches_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder} cannot be made: {error.strerror}.") from None
    today = datetime.now(UTC).astimezone().date().isoformat()
    for number in count(1):
        path = folder / f"{rules.name}-{today}{f'-{number}' if number > 1 else ''}{ENDING}"
        if path.exists():
            continue
        try:
            return RecordFile(path)
        except FileError:
            # Another program may have been quicker.
            if not path.exists():
                raise
    raise AssertionError


def kept_matches() -> Iterator[KeptMatch]:
    """Yield the matches in the data folder, the one played last first; each is read when it is asked for."""
    for changed, path in _records():
        yield _read(path, datetime.fromtimestamp(changed, UTC).astimezone())


def match_names() -> list[str]:
    """Return the names of the matches in the data folder, the one played last first, without reading any."""
    return [path.stem for _, path in _records()]


def last_unfinished() -> KeptMatch | None:
    """Return the match to go on with: the last one played that is not over and can be resumed now."""
    for changed, path in _records():
        if not _is_over(path):
            kept = _read(path, datetime.fromtimestamp(changed, UTC).astimezone())
            if kept.state == "unfinished" and obstacle(path) is None:
                return kept
    return None


def obstacle(path: Path) -> FileError | None:
    """Return why the record at *path* cannot be continued now: a `canasta.files.RecordInUse` while another program writes to it."""
    try:
        RecordFile(path, resume=True).close()
    except FileError as error:
        return error
    return None


def _records() -> list[tuple[float, Path]]:
    """Return every record in the data folder and when it was last written, the last one first."""
    found: list[tuple[float, Path]] = []
    for path in matches_folder().glob(f"*{ENDING}"):
        with suppress(OSError):  # deleted meanwhile
            found.append((path.stat().st_mtime, path))
    return sorted(found, reverse=True)


def _is_over(path: Path) -> bool:
    """Return whether the end of the record at *path* says that its match is over.

    Everything else is passed over, so that hundreds of finished matches take no time. False where the end does not say it.
    """
    try:
        content = path.read_bytes() if path.stat().st_size <= LARGEST else b""
    except OSError:
        return False
    begin, first, last = content.find(_RULES), content.find(_DEAL), content.rfind(_DEAL)
    number, after = _NUMBER.search(content, last), _AFTER.search(content, last)
    if not 0 <= begin < first or number is None or after is None:
        return False
    rules = _rules_of(content[begin:first])
    totals = [int(total) for total in after[1].split(b", ")]
    if rules is None or not len(totals) == rules.sides == content.count(_SHEET, last) or not content.endswith(b"\n]\n"):
        return False
    return standing(rules, totals, int(number[1])).over


@cache
def _rules_of(content: bytes) -> Rules | None:
    """Return the rules in *content*, the part of a record that has them; None where they cannot be read."""
    try:
        return from_table(tomllib.loads(content.decode())["rules"])
    except (ValueError, RulesError):
        return None


def find_match(name: str, what: str = "match") -> KeptMatch:
    """Return the match called *name*, or the only one whose name begins like that; *what* else it could have been is said.

    Raises `NoSuchMatch` if there is none, or more than one.
    """
    names = sorted(path.stem for path in matches_folder().glob(f"*{ENDING}"))
    name = name.removesuffix(ENDING)
    fitting = [each for each in names if each == name] or [each for each in names if each.startswith(name)]
    if len(fitting) > 1:
        raise NoSuchMatch(f'"{name}" could be {" or ".join(fitting[:4])}. Type more of the name.')
    if not fitting:
        near = get_close_matches(name, names, 1, 0.5)
        latest = f"Your latest matches: {listed(match_names()[:3])}. To list all, type: canasta matches"
        more = f"Did you mean {near[0]}?" if near else latest if names else "You have no matches yet."
        raise NoSuchMatch(f'There is no {what} "{name}". {more}')
    return kept_match(matches_folder() / f"{fitting[0]}{ENDING}")


def kept_match(path: Path) -> KeptMatch:
    """Return the match whose record is at *path*."""
    return _read(path, datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone())


def _read(path: Path, played: datetime) -> KeptMatch:
    """Return what the record at *path* tells in its heading and its last deal, all that is read of it."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            return KeptMatch(path, "unreadable", played, problem="the file is too large for a record")
        content = path.read_bytes()
        first, last = content.find(_DEAL), content.rfind(_DEAL)
        _, heading, deals = read_open_record(content if first == last else content[:first] + content[last:])
    except NotationError as error:
        return KeptMatch(path, "unreadable", played, problem=str(error))
    except OSError as error:
        return KeptMatch(path, "unreadable", played, problem=error.strerror or str(error))
    if not deals:
        return KeptMatch(path, "unfinished", played, heading, totals=(0,) * heading.rules.sides)
    deal = deals[-1]
    over = bool(deal.after) and standing(heading.rules, deal.after, deal.number).over
    state: State = "finished" if over else "unfinished"
    playing = tuple(people_dealt_in(heading, deal))
    return KeptMatch(
        path, state, played, heading, deal.number, deal.after or deal.totals, playing, by_hand=bool(deal.counts)
    )
