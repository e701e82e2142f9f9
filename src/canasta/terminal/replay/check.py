"""Checking records: each played again by the rules, line by line, in this process or in several."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from canasta.base.errors import NotationError
from canasta.notation.records.match_replay import MatchReplay, Played
from canasta.notation.records.reader import RecordReader
from canasta.notation.records.record import ENDING
from canasta.notation.records.replay import Mending
from canasta.rules.shapes import clean
from canasta.scoring.standing import standing
from canasta.terminal.file_list import none_in

_MOST_TOGETHER: Final = 4
"""How many files a process is given at a time; few, so that there is news often and an interrupt is obeyed soon."""

State: TypeAlias = Literal["fine", "unfinished", "wrong"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a *file*.

    *deals* are those that were counted. *text* says what is wrong, or where an unfinished record breaks off; *line*
    and *column* count from 1 and are 0 if they mean nothing. *repairs* are a sentence each.
    """

    file: str
    state: State
    deals: int = 0
    text: str = ""
    line: int = 0
    column: int = 0
    repairs: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the verdict for people: one line, and one for each repair."""
        place = "".join(f":{number}" for number in (self.line, self.column if self.line else 0) if number)
        after = f" after {_number(len(self.repairs), 'repair')}" if self.repairs else ""
        said = {
            "wrong": f"{place}: {clean(self.text)}",
            "unfinished": f": unfinished{after}, {_number(self.deals, 'deal')} counted: {clean(self.text)}",
            "fine": f": fine{after}, {_number(self.deals, 'deal')}",
        }
        return [clean(self.file) + said[self.state], *(f"  {clean(repair)}" for repair in self.repairs)]

    def as_json(self) -> dict[str, Any]:
        """Return the verdict for programs."""
        return {**asdict(self), "repairs": list(self.repairs)}


def check(path: Path, *, lenient: bool = False) -> Verdict:
    """Play the record in the file *path* again and say what came of it; *lenient* allows the listed repairs."""
    file = os.fspath(path)
    mending = Mending() if lenient else None
    counted = 0
    try:
        with path.open("rb") as text:
            reader = RecordReader(text, mending)
            replay = MatchReplay(reader.heading, mending)
            played: Played | None = None
            for record in reader:
                played = replay.deal(record)
                counted += played.after is not None
    except NotationError as error:
        return Verdict(file, "wrong", counted, str(error), error.line, error.column, _done(mending))
    except OSError as error:
        why = none_in("record", ENDING) if path.is_dir() else error.strerror or str(error)
        return Verdict(file, "wrong", text=why)
    why = _unfinished(replay, played)
    return Verdict(file, "unfinished" if why else "fine", counted, why, repairs=_done(mending))


def _unfinished(replay: MatchReplay, played: Played | None) -> str:
    """Return why the match is not finished; empty if it is."""
    if played is None:
        return "there are no deals yet"
    if played.broken:
        return played.broken
    over = standing(replay.heading.rules, replay.totals, replay.counted).over
    return "" if over else f"the match is not over after deal {replay.counted}"


def _done(mending: Mending | None) -> tuple[str, ...]:
    return tuple(mending.done) if mending else ()


def check_all(paths: Sequence[Path], jobs: int = 1, *, lenient: bool = False) -> Generator[Verdict, None, None]:
    """Yield the verdicts on the files *paths*, in their order, found by that many processes; they depend on nothing else.

    Closing the iterator, or an interrupt, stops the processes after the files they have in hand.
    """
    if jobs == 1 or len(paths) <= 1:
        yield from (check(path, lenient=lenient) for path in paths)
        return
    size = max(1, min(_MOST_TOGETHER, len(paths) // (jobs * 8)))
    pool = ProcessPoolExecutor(min(jobs, len(paths)), initializer=_begin)
    try:
        waiting: list[Future[list[Verdict]]] = [
            pool.submit(_checked, paths[at : at + size], lenient) for at in range(0, len(paths), size)
        ]
        for future in waiting:
            yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Leave interrupts to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _checked(paths: Sequence[Path], lenient: bool) -> list[Verdict]:
    return [check(path, lenient=lenient) for path in paths]


def summary(verdicts: Sequence[State]) -> str:
    """Return how many records there are, and what came of them."""
    parts = [f"{verdicts.count(state)} {state}" for state in ("fine", "unfinished", "wrong") if state in verdicts]
    return f"{_number(len(verdicts), 'record')}: {', '.join(parts) or 'nothing to check'}."


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
