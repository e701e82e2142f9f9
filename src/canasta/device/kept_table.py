"""`KeptTable`: a table of this device with its log, who looks at it, and a bot that may be thinking elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any, Final

from canasta.base.moves import Move
from canasta.bots import registry
from canasta.device.tasks import step_task
from canasta.notation.move_text import move_text
from canasta.session import acts
from canasta.session.entries import Command, Entry
from canasta.session.refusals import TableStopped
from canasta.session.schedule import ScheduledCommand, failure
from canasta.session.table import Table
from canasta.session.thinking import MoveInSteps
from canasta.session.upgrading import upgrade_entry
from canasta.tables.codes import shown_code
from canasta.tables.local import Clock, LocalTable, SeatedBots
from canasta.tables.requests import table_json
from canasta.tables.room import Room

Json = dict[str, Any]

SEED_BITS: Final = 53


@dataclass(slots=True)
class PendingMove:
    """The next move of a bot that thinks elsewhere: what it was asked for, and the steps that it has chosen."""

    due: ScheduledCommand
    move: MoveInSteps


class KeptTable:
    """A table whose entries are kept by whoever carries it."""

    def __init__(self, code: str, table: Table, log: Sequence[str], clock: Clock) -> None:
        """Make the table with *code*; *log* are the texts of the entries that made *table*."""
        self.code = code
        self.log = list(log)
        self.local = LocalTable(SeatedBots(randbits(SEED_BITS)), table=table, clock=clock)
        self.stopped = ""
        """Why nothing goes on here; empty while it does."""

        self.watched = 0
        """How many pages look at the table. While none does, bots wait."""

        self._clock = clock
        self._thinking: PendingMove | None = None

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.local.table

    def due(self) -> ScheduledCommand | None:
        """Return what time brings next; None while nobody looks, and while a bot thinks."""
        if self.stopped or not self.watched or self._busy():
            return None
        return self.local.room.next_due()

    def _busy(self) -> bool:
        """Return whether a bot thinks about what is still due."""
        asked = self._thinking
        if asked is not None and asked.due.command.id not in {due.command.id for due in self.table.scheduled()}:
            self._thinking = asked = None
        return asked is not None

    def ask(self, due: ScheduledCommand) -> Json | None:
        """Return the first task of the bot that *due* asks; None where nobody has to think elsewhere."""
        if due.thinker is None or due.bot.partition(":")[0] not in registry.slow_names():
            return None
        assert self.table.state.deal is not None
        self._thinking = PendingMove(due, MoveInSteps(self.table.state.deal.copy(), due.thinker))
        return self._task()

    def answered(self, step: int) -> Command | Json | None:
        """Take the *step* that the bot has chosen; return its move as a command, or its next task.

        None where nobody waits for it any more.
        """
        if not self._busy():
            return None
        assert self._thinking is not None
        due = self._thinking.due
        move: Move | None = self._thinking.move.take(step)
        if move is None:
            return self._task()
        self._thinking = None
        assert due.thinker is not None
        return Command(due.command.id, None, acts.Play(move_text(move), due.thinker))

    def failed(self, why: str) -> Command | None:
        """Return the command that tells the table that its bot failed; None where nobody waits for it."""
        if not self._busy():
            return None
        assert self._thinking is not None
        due, self._thinking = self._thinking.due, None
        return failure(self.table.state, due, why)

    def _task(self) -> Json:
        assert self._thinking is not None
        return step_task(self._thinking.move.view, self._thinking.due.bot, randbits(SEED_BITS))


def about_json(code: str, table: Table, person: str, name: str) -> Json:
    """Return the summary by which *table* is listed for *person*, and which tells of it while it is not loaded."""
    you = Room(table).you(person, name)
    return {"code": code, "shown": shown_code(code), **table_json(table), "you": you, "at": table.state.at}


def read_table(entries: Sequence[Entry], now: int) -> tuple[Table, Entry | None]:
    """Return the table of *entries*, and the entry to be added where another version has played it.

    Raises `TableStopped` where this version can't go on.
    """
    stopped: TableStopped | None = None
    try:
        table = Table.fold(entries)
    except TableStopped as error:
        stopped = error
    else:
        if not table.difference:
            return table, None
    upgrade = upgrade_entry(entries, now, stopped)
    return Table.fold([*entries, upgrade]), upgrade


def first_entries(make: acts.Make, person: str, then: Iterable[acts.Act], now: int) -> tuple[Table, list[Entry]]:
    """Return a new table that *person* makes, and its log after *then*, what they ask for next. Raises `Refused`."""
    table = Table()
    entries = []
    for number, act in enumerate((make, *then)):
        entry = table.judge(Command("make" if number == 0 else f"begin-{number - 1}", person, act), now)
        table.apply(entry)
        entries.append(entry)
    return table, entries
