"""`OpenRecording`: a record that is being watched, its deals read and checked as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from canasta.base.errors import NotationError
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.playback import Watched, player_names, watch
from canasta.notation.records.reader import RecordReader
from canasta.notation.records.record import DealRecord
from canasta.notation.records.replay import Mending
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.scoring.standing import Standing, standing
from canasta.wording.names import Names

_LONGEST_TITLE: Final = 40
_KEPT: Final = 3
"""How many deals are kept ready to be watched; others are played again from what was written."""


@dataclass(frozen=True, slots=True)
class RecordingPage:
    """A page of a recording: the moment *at* of the deal *deal*, both from 0; its score sheets come after the last."""

    deal: int
    at: int


def acted(watched: Watched, at: int) -> int:
    """Return the turn, from 1, in which the action of the moment *at* was made; 0 for the deal."""
    return watched.moments[at - 1].turn if at else 0


def only_counted(rules: Rules, watched: Watched) -> str:
    """Return what is said where the cards of a deal are asked for that was counted by hand, in a match by *rules*."""
    return f"{rules.words.deal.capitalize()} {watched.record.number} was played with real cards. Only its score is recorded."


def where(name: str, error: NotationError) -> str:
    """*error* in the file *name*, as a sentence with its place: ``kings.chh:80:3: …``."""
    place = f":{error.line}" if error.line else ""
    place += f":{error.column}" if error.line and error.column else ""
    return f"{clean(name)}{place}: {clean(str(error))}"


class OpenRecording:
    """A record to be watched.

    Deals count from 0. What is wrong in the file, if anything is, stands in *problem* as soon as it was met; what
    stands before can be watched all the same.
    """

    def __init__(self, file: BinaryIO, name: str, mending: Mending | None = None) -> None:
        """Make the record in *file*, which is called *name*.

        Raises `NotationError` if its heading cannot be read.
        """
        reader = RecordReader(file, mending)
        title = clean(reader.heading.rules.title.strip())[:_LONGEST_TITLE] or "Canasta"
        self.rules = replace(reader.heading.rules, title=title)
        self.heading = replace(reader.heading, rules=self.rules)
        self.names = Names(player_names(self.heading))
        self.name = name
        self.problem = ""
        self.repairs: dict[int, list[str]] = {0: list(mending.done) if mending else []}
        self._mending = mending
        self._unread: Iterator[DealRecord] = iter(reader)
        self._replay = MatchReplay(self.heading, mending)
        self._records: list[DealRecord] = []
        self._watched: dict[int, Watched] = {}

    def deal(self, number: int) -> Watched | None:
        """Return the deal *number*, ready to be watched; None if the record has none, or none that can be shown."""
        while number >= len(self._records) and self._read():
            pass
        if not 0 <= number < len(self._records):
            return None
        if number not in self._watched:
            while len(self._watched) >= _KEPT:
                del self._watched[next(iter(self._watched))]
            mending = Mending() if self._mending else None
            self._watched[number] = next(watch(self.heading, [self._records[number]], mending))
        return self._watched[number]

    def pages(self, number: int) -> int:
        """Return how many pages the deal *number* has: its moments, and its score sheets if it reaches its end."""
        watched = self.deal(number)
        return len(watched.moments) + (watched.played.after is not None) if watched else 0

    def ending(self) -> str:
        """Return why there is nothing after the last deal; empty if the match is over. All deals have been read."""
        if self.problem:
            return f"The record is wrong here. {self.problem}"
        if not self._records:
            return "The record has no deals yet."
        last = self.deal(len(self._records) - 1)
        assert last is not None
        if last.played.broken:
            return f"The record ends here: {last.played.broken}."
        return "" if self.standing().over else "The record ends here, and the match is not over."

    @property
    def known(self) -> int:
        """How many deals have been read that can be watched."""
        return len(self._records)

    @property
    def first(self) -> int:
        """The number of the first deal, 1 unless the record begins in the middle of a match."""
        return self._records[0].number if self._records else 1

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals after the deals that were read."""
        return self._replay.totals

    def standing(self) -> Standing:
        """Return where the match stands after the deals that were read."""
        return standing(self.rules, self._replay.totals, self._replay.counted)

    def _read(self) -> bool:
        """Read and check one more deal; says whether there was one that can be watched."""
        if self.problem:
            return False
        record: DealRecord | None = None
        done = len(self._mending.done) if self._mending else 0
        try:
            record = next(self._unread, None)
            if record is None:
                return False
            self._replay.deal(record)
        except NotationError as error:
            self.problem = where(self.name, error)
            record = self._up_to(record, error.line) if record else None
            if record is None:
                return False
        self._records.append(record)
        if self._mending:
            self.repairs.setdefault(len(self._records) - 1, []).extend(self._mending.done[done:])
        return True

    def _up_to(self, record: DealRecord, line: int) -> DealRecord | None:
        """Return what of *record* can be watched although something is wrong in *line* of the file."""
        if line < record.line:
            return None
        good = record.actions[: line - record.line]
        part = replace(record, actions=good, sheets=(), after=(), broken="the record is wrong here")
        try:
            next(watch(self.heading, [part], Mending() if self._mending else None))
        except NotationError:
            return None
        return part
