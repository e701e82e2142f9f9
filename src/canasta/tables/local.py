"""`LocalTable`: a table in one process, without waiting: whatever is asked is judged, kept, and heard by everyone at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_hex
from time import time
from typing import Final, Protocol

from canasta.base.moves import Move
from canasta.base.seats import Seat
from canasta.bots import Bot, registry
from canasta.bots.bot import Listener
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.move_text import move_text
from canasta.session.acts import Play, Promise
from canasta.session.entries import Command, Entry
from canasta.session.fairness import SECRET_BYTES
from canasta.session.folding_match import Happening
from canasta.session.schedule import ScheduledCommand
from canasta.session.state import State
from canasta.session.table import Table
from canasta.session.thinking import Thinking
from canasta.tables.room import Room

Clock = Callable[[], int]
"""The time in milliseconds since 1970 UTC."""


def wall_clock() -> int:
    """Return the time in milliseconds since 1970 UTC."""
    return int(time() * 1000)


class Journal(Protocol):
    """Where entries are kept, each before anyone hears of it."""

    def append(self, entry: Entry, after: State, happened: Sequence[Happening]) -> None:
        """Keep *entry*, which leads to the table *after* it. What this raises reaches whoever asked, and nothing has happened then."""
        ...


class Log:
    """A journal in memory; `canasta.session.records.record_of` makes a record of its entries."""

    def __init__(self) -> None:
        """Make an empty log."""
        self.entries: list[Entry] = []

    def append(self, entry: Entry, after: State, happened: Sequence[Happening]) -> None:
        """Keep *entry* at the end."""
        del after, happened
        self.entries.append(entry)


@dataclass(eq=False, slots=True)
class LocalGuest:
    """Someone at the table; *hear* gets each frame for them as text."""

    person_id: str | None
    hear: Callable[[str], None]
    name: str = ""
    events: bool = True
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What a bot has chosen besides its last move, which becomes the entry *mark*."""

    bot: str
    mark: int
    moves: tuple[Move, ...]


@dataclass(slots=True)
class SeatedBots:
    """The bots of a table, each made once for its seat, from *seed*. Equal seeds play alike, for no bot is asked the same twice."""

    seed: int
    make: Callable[[str, int, Seat], Bot] = registry.make
    _made: dict[tuple[Seat, str], Bot] = field(default_factory=dict)
    _chosen: dict[Seat, _Chosen] = field(default_factory=dict)

    def move(self, table: Table, due: ScheduledCommand) -> Command:
        """Return the command with the next move of the bot that *due* asks. Raises what the bot raises."""
        assert due.thinker is not None
        seat, state = due.thinker, table.state
        chosen = self._chosen.pop(seat, None)
        if chosen is not None and (chosen.bot, chosen.mark) == (due.bot, state.mark):
            command = Command(due.command.id, None, Play(move_text(chosen.moves[0]), seat))
            rest = chosen.moves[1:]
        else:
            if (seat, due.bot) not in self._made:
                self._made[seat, due.bot] = self.make(due.bot, self.seed, seat)
            thinking = Thinking(state, due)
            command = thinking.think(self._made[seat, due.bot].choose)
            rest = thinking.rest
        if rest:
            self._chosen[seat] = _Chosen(due.bot, table.head + 1, rest)
        return command

    def tell_over(self, deal: Deal, points: Sequence[int]) -> None:
        """Tell those bots who want to hear it that *deal* has ended with *points* by side."""
        for (seat, _), bot in sorted(self._made.items(), key=lambda made: made[0]):
            if isinstance(bot, Listener):
                bot.over(view(deal, seat), points)


class LocalTable:
    """A table with a journal, bots and a clock of its own. One thing happens at a time; nothing waits for the pace of a page."""

    def __init__(
        self,
        bots: SeatedBots,
        *,
        journal: Journal | None = None,
        clock: Clock = wall_clock,
        secret: Callable[[], str] = lambda: token_hex(SECRET_BYTES),
        table: Table | None = None,
    ) -> None:
        """Make a table that waits for its `Make`, or go on with *table*.

        Each entry is kept in *journal* before it is heard. *secret* gives the hexadecimal secret of each shuffle.
        """
        self.room: Room[LocalGuest] = Room(table or Table(local=True))
        self._bots = bots
        self._journal = journal
        self._clock = clock
        self._secret = secret
        self.happened: Sequence[Happening] = ()
        """What the last command that was done here led to, with every card."""

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.room.table

    def enter(self, guest: LocalGuest) -> None:
        """Let *guest* hear the whole table, and everything from now on."""
        self.room.enter(guest)
        guest.hear(self.room.whole(guest))

    def leave(self, guest: LocalGuest) -> None:
        """Let *guest* hear no more."""
        self.room.leave(guest)

    def do(self, command: Command) -> int:
        """Let *command* be judged, kept and heard; return the number of its entry. Raises `Refused`, and what the journal raises."""
        entry = self.judge(command)
        if isinstance(entry, int):
            return entry
        after, happened = self.table.outcome(entry)
        if self._journal is not None:
            self._journal.append(entry, after, happened)
        self.hear(entry)
        self.happened = happened
        return entry.seq

    def judge(self, command: Command) -> Entry | int:
        """Return the entry that *command* becomes now, or the number of the one it became before. Changes nothing.

        For who keeps entries elsewhere, and lets them be heard then. Raises `Refused`.
        """
        return self.room.judge(command, self._clock())

    def hear(self, entry: Entry) -> None:
        """Let *entry*, which is kept, be heard. Raises `TableStopped`."""
        if not self.room.guests:
            self.table.follow(entry)
            return
        for guest, frame in self.room.hear(entry):
            guest.hear(self.room.whole(guest) if frame is None else frame)

    def run_due(self, skip: Callable[[ScheduledCommand], bool] = lambda _: False) -> bool:
        """Do at once what time would bring next, unless *skip* says to leave it; return whether there was something.

        Nobody waits for its time: a caller who wants a pace looks at `Room.next_due` first.
        """
        due = next((each for each in self.table.scheduled() if not skip(each)), None)
        if due is None:
            return False
        self.do(self.filled(due))
        return True

    def view(self, seat: Seat) -> View:
        """Return what *seat* may know of the deal in progress. Raises `Refused` where there is none."""
        return self.table.view(seat)

    def filled(self, due: ScheduledCommand) -> Command:
        """Return the command of *due*, with its secret or the move of its bot."""
        act = due.command.act
        if due.secret and isinstance(act, Promise):
            return replace(due.command, act=replace(act, secret=self._secret()))
        return self._bots.move(self.table, due) if due.thinker is not None else due.command


__all__: Final = ["Clock", "Journal", "LocalGuest", "LocalTable", "Log", "SeatedBots", "wall_clock"]
