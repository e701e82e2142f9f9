"""`Tables`: the tables that live in this process, found by code, loaded from their logs, swept and forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from canasta import __version__
from canasta.engine.steps import STEPS_VERSION
from canasta.server.bots.thinking import OVERDUE_MS
from canasta.server.store import store
from canasta.server.store.errors import StoreAway, StoreError
from canasta.server.store.group_commit import Writer
from canasta.server.store.log_watch import GrowthWatch, LogWatch
from canasta.server.store.rows import entry_of, row_of
from canasta.server.store.store import Change, Row, StoredPerson, TableRow
from canasta.server.table.live import LiveTable, Services, Thinker, now_ms
from canasta.server.table.slices import run_cooperatively
from canasta.server.table.worker_cache import WorkerCache
from canasta.session.acts import Make
from canasta.session.entries import Command, Entry, parse_entry
from canasta.session.records import record_of
from canasta.session.refusals import Refused, TableStopped, refused
from canasta.session.table import Table
from canasta.session.unfinished import read_unfinished
from canasta.session.upgrading import upgrade_entry
from canasta.tables.codes import new_code, new_id
from canasta.tables.errors import ServerError

LOG: Final = logging.getLogger("canasta.server")
SWEEP_SECONDS: Final = 2.0
TOUCH_SECONDS: Final = 0.5
IDLE_SECONDS: Final = 60
ARCHIVE_DAYS: Final = 30
CHECKPOINT_ENTRIES: Final = 30
"""How many entries may be folded again before a checkpoint is worth its while."""

ENGINE: Final = f"canasta {__version__}, steps {STEPS_VERSION}"
"""What a checkpoint must have been made by; logs are read whoever wrote them."""

BOTS_SECONDS: Final = 0.5
"""How often a process that only runs bots looks for tables where a bot is to move."""

_TOUCHED_TOGETHER: Final = 8
_PRESENT_SECONDS: Final = 12
_PRESENCE_SWEEPS: Final = 2
_ARCHIVE_SWEEPS: Final = 1_800
_MOST_DUE: Final = 20
_MOST_RECORDS: Final = 8


class Tables:
    """The tables of one process, and what keeps them up to date."""

    def __init__(self, engine: Engine, thinker: Thinker, *, only_bots: bool = False) -> None:
        """Make the tables in the database of *engine*. With *only_bots*, nobody has a socket here, so nobody is away."""
        self._only_bots = only_bots
        self.process = new_id()
        self.keeper = Writer(engine, on_away=self._on_store_lost)
        self.live: dict[str, LiveTable] = {}
        self._codes: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._folding = asyncio.Lock()
        self._records = WorkerCache(_MOST_RECORDS)
        self._growth = GrowthWatch(engine, self._grown)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._touched: set[LiveTable] = set()
        self._elsewhere: set[tuple[str, str]] = set()
        self._others: dict[str, tuple[int, float]] = {}
        self._kept: dict[str, int] = {}
        self._said = 0
        self._services = Services(
            self.keeper,
            thinker,
            self.spawn,
            self._touched.add,
            lambda table, person: (table, person) in self._elsewhere,
        )

    async def start(self) -> None:
        """Begin. Raises `ServerError` where the database cannot be used."""
        self._loop = asyncio.get_running_loop()
        self.keeper.start()
        self._said = await self.keeper.read(store.last_said)
        self._growth.start()
        self.spawn(self._sweep())
        self.spawn(self._touch())
        if self._only_bots:
            self.spawn(self._look_for_bots())

    async def stop(self) -> None:
        """End: no more timers, and everything that waits is written."""
        for table in self.live.values():
            table.close()
        await asyncio.to_thread(self._growth.stop)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._records.stop()
        await self.keeper.stop()

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Do *work* beside everything else; what goes wrong is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, Refused | StoreAway):
            LOG.error("unexpected", exc_info=error)

    # Finding and making

    @property
    def told(self) -> int:
        """The number of the last thing said that everyone who is here has heard."""
        return self._said

    def knows(self, code: str | None) -> bool:
        """Return whether the table with *code* is here."""
        return code in self._codes

    async def find(self, code: str) -> LiveTable | None:
        """Return the table with *code*, from its log if it is not here yet; None if there is none."""
        table_id = self._codes.get(code)
        if table_id in self.live:
            return self.live[table_id]
        row = await self.keeper.read(lambda c: store.table_by_code(c, code))
        return await self._load(row) if row is not None else None

    async def _load(self, row: TableRow) -> LiveTable | None:
        if row.id in self.live:
            return self.live[row.id]
        if row.id not in self._loading:
            self._loading[row.id] = self.spawn(self._loaded(row))
        return await asyncio.shield(self._loading[row.id])

    async def _loaded(self, row: TableRow) -> LiveTable | None:
        try:
            try:
                table = await self._from_checkpoint(row) or await self._from_log(row)
            except TableStopped as error:
                table, stopped = Table(), str(error)
            else:
                stopped = ""
            if table is None:
                return None
            live = LiveTable(row, table, self._services)
            live.stopped = stopped
            if stopped:
                LOG.warning("a table has stopped: %s", stopped)
                self._touched.add(live)
            self.live[row.id] = live
            self._codes[row.code] = row.id
        finally:
            self._loading.pop(row.id, None)
        await live.catch_up()
        live.plan()
        return live

    async def _from_checkpoint(self, row: TableRow) -> Table | None:
        """Return the table from its checkpoint on; None if there is none, or it cannot be used."""
        kept = await self.keeper.read(lambda c: store.checkpoint(c, row.id, ENGINE))
        if kept is None:
            return None
        seq, text = kept
        try:
            table = await self._folded(await self.keeper.read(lambda c: store.entries(c, row.id, seq)), text)
        except (Refused, TableStopped):
            LOG.warning("a checkpoint could not be used; the log is folded from its beginning")
            return None
        if table is None or table.difference:
            return None
        self._kept[row.id] = seq
        return table

    async def _from_log(self, row: TableRow) -> Table | None:
        """Return the table from its first entry on; None if there is none. Raises `TableStopped`.

        A table that another version has played is taken over, which drops the deal in progress.
        """
        while rows := await self.keeper.read(lambda c: store.entries(c, row.id)):
            stopped: TableStopped | None = None
            try:
                table = await self._folded(rows, None)
            except TableStopped as error:
                stopped = error
            else:
                if table is None or not table.difference:
                    return table
            upgrade = row_of(row.id, upgrade_entry([entry_of(each) for each in rows], now_ms(), stopped))
            table = await self._folded([*rows, upgrade], None)
            if await self.keeper.append(upgrade):
                return table
        return None

    async def _folded(self, rows: list[store.Row], checkpoint: str | None) -> Table | None:
        """Fold *rows*, one table at a time and each in slices, so that no other table waits for it."""
        async with self._folding:
            if checkpoint is None and rows and '"record":' in rows[0].body:
                await asyncio.to_thread(_remember_record, entry_of(rows[0]))
            return await run_cooperatively(Table.folding(map(entry_of, rows), checkpoint))

    async def make(self, person: StoredPerson, make: Make) -> LiveTable:
        """Make a table whose host is *person*. Raises `Refused`."""
        table = Table()
        entry = table.judge(Command("make", person.id, make), now_ms())
        table.apply(entry)
        while True:
            row = TableRow(
                new_id(), new_code(), str(make.engine.get("version", "")), "open", 0, None, entry.at, entry.at
            )
            if await self.keeper.write(partial(_made, row=row, first=row_of(row.id, entry))):
                break
        live = LiveTable(row, table, self._services)
        self.live[row.id] = live
        self._codes[row.code] = row.id
        return live

    async def record(self, table: LiveTable) -> str:
        """Return the record of the deals counted so far. Raises `Refused` if there are none.

        It is made once for all who ask for it while nothing happens at the table.
        """
        return await self._records.share((table.id, table.head), lambda: self._made_record(table.id))

    async def _made_record(self, table_id: str) -> str:
        rows = await self.keeper.read(lambda c: store.entries(c, table_id))
        return await self._records.work(lambda: record_text([row.body for row in rows]))

    # What other processes did, and what time brings

    def _grown(self, growth: LogWatch) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._take, growth)

    def _take(self, growth: LogWatch) -> None:
        for table_id, head in growth.heads.items():
            table = self.live.get(table_id)
            if table is not None and (head > table.head or head == 0):
                self.spawn(table.catch_up())
        if growth.said:
            self.spawn(self._relay())

    async def _relay(self) -> None:
        """Tell everyone what was said since the last time."""
        after = self._said
        for said in await self.keeper.read(lambda c: store.said(c, after)):
            if said.n > self._said:
                self._said = said.n
                table = self.live.get(said.table_id)
                if table is not None:
                    table.broadcast(said_frame(said))

    def _on_store_lost(self, sentence: str | None) -> None:
        told = {"t": "again"} if sentence is None else {"t": "unsaved", "text": UNSAVED}
        LOG.warning("the database is back" if sentence is None else "%s", *([] if sentence is None else [sentence]))
        for table in list(self.live.values()):
            table.broadcast(told)
            if sentence is None and self.keeper.broken:
                table.dismiss("The table was loaded again. Connect again.", bye=False)
                self._forget(table)
            elif sentence is None:
                self.spawn(table.catch_up())
        if sentence is None and self.keeper.broken:
            self.spawn(self._relay_on())

    async def _relay_on(self) -> None:
        """Relay what is said from now on."""
        self._said = await self.keeper.read(store.last_said)

    async def _touch(self) -> None:
        """Note in the database when something is due at the tables that have changed."""
        while True:
            await asyncio.sleep(TOUCH_SECONDS)
            touched = list(self._touched)
            self._touched.clear()
            for start in range(0, len(touched), _TOUCHED_TOGETHER):
                await self._note(touched[start : start + _TOUCHED_TOGETHER])

    async def _note(self, tables: Sequence[LiveTable]) -> None:
        """Note how *tables* stand, a few at a time, so that moves are not written behind all of them."""
        changes: list[Change] = []

        def look() -> Iterator[None]:
            for table in tables:
                if not table.stopped:
                    changes.append(self._change(table))
                    yield

        await run_cooperatively(look())
        stopped = [table.id for table in tables if table.stopped]
        try:
            await self.keeper.write(partial(_touch_all, changes=changes, stopped=stopped))
        except IntegrityError:
            LOG.info("a table that has changed was deleted")
        except ServerError:
            await self.keeper.back()  # their logs still say that someone should look

    def _change(self, table: LiveTable) -> Change:
        """Return what is to be noted of *table*, with a checkpoint if there has been none for long."""
        checkpoint = None
        if table.head - self._kept.get(table.id, 0) >= CHECKPOINT_ENTRIES:
            checkpoint = table.table.checkpoint()
            if checkpoint is not None:
                self._kept[table.id] = table.head
        return Change(table.id, table.head, table.due_at, table.table.state.phase, checkpoint)

    async def _sweep(self) -> None:
        """Find what was missed, what nobody took care of, and who is here; forget what is not used."""
        number = 0
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            number += 1
            try:
                await self._sweep_once(number)
            except StoreAway:
                await self.keeper.back()
            except IntegrityError:
                LOG.info("a table with people at it was deleted")  # the next sweep tells them
            except StoreError as error:
                LOG.warning("the database cannot be swept: %s", error)

    async def _sweep_once(self, number: int) -> None:
        now = now_ms()
        known = list(self.live.items())
        heads = await self.keeper.read(lambda c: store.heads(c, [table_id for table_id, _ in known]))
        for table_id, table in known:
            if table_id not in heads:
                table.dismiss("This table has been deleted.")
                self._forget(table)
            elif table.stopped:
                if table.stopped_at is not None and heads[table_id] > table.stopped_at:
                    table.dismiss("This table continues. Connect again.")
                    self._forget(table)
                table.stopped_at = heads[table_id]
            elif heads[table_id] > table.head:
                await table.catch_up()
        if number % _PRESENCE_SWEEPS == 0:
            here = [(table.id, person) for table in self.live.values() for person in table.people_here()]
            await self.keeper.write(lambda c: store.keep_presence(c, self.process, here, now))
            self._look_elsewhere(await self.keeper.read(lambda c: store.present(c, self.process)))
        if not self._only_bots:
            for table in list(self.live.values()):
                table.update_presence()
        await self._load_due(now - OVERDUE_MS)
        self._forget_idle()
        if number % _ARCHIVE_SWEEPS == 1:
            unseen = now - ARCHIVE_DAYS * 24 * 3600 * 1000
            await self.keeper.write(lambda c: store.archive(c, unseen))
            await self.keeper.write(lambda c: store.forget_presence(c, now - 10_000 * _PRESENT_SECONDS))

    def _look_elsewhere(self, found: dict[str, tuple[int, set[tuple[str, str]]]]) -> None:
        """Note who is at other processes that have said so lately, by this process's clock: theirs may be wrong."""
        now = monotonic()
        self._others = {
            process: self._others[process] if self._others.get(process, (0, 0.0))[0] == at else (at, now)
            for process, (at, _) in found.items()
        }
        fresh = (here for process, (_, here) in found.items() if now - self._others[process][1] < _PRESENT_SECONDS)
        self._elsewhere.clear()
        self._elsewhere.update(*fresh)

    async def _load_due(self, before: int) -> None:
        """Load the tables at which something was due *before* that time."""
        for row in await self.keeper.read(lambda c: store.due(c, before, _MOST_DUE)):
            live = self.live.get(row.id) or await self._load(row)
            if live is not None:
                self._touched.add(live)

    async def _look_for_bots(self) -> None:
        """Load the tables at which something is due, as soon as that is noted."""
        while True:
            await asyncio.sleep(BOTS_SECONDS)
            with suppress(ServerError):  # the sweep says so
                # What has just changed is left to the process that changed it, which soon notes when something is due.
                await self._load_due(now_ms() - round(2_000 * TOUCH_SECONDS))

    def _forget_idle(self) -> None:
        """Forget tables that nobody uses here and that nothing is due at soon."""
        for table in list(self.live.values()):
            due_at = table.due_at
            soon = due_at is not None and due_at < now_ms() + IDLE_SECONDS * 1000
            if not table.guests and not soon and monotonic() - table.used > IDLE_SECONDS:
                self._forget(table)

    def _forget(self, table: LiveTable) -> None:
        table.close()
        self.live.pop(table.id, None)
        self._kept.pop(table.id, None)
        self._codes.pop(table.code, None)


UNSAVED: Final = "The server can't save anything right now, so the table waits. It continues by itself."


def said_frame(said: store.SaidRow) -> dict[str, Any]:
    """Something said, as the wire has it."""
    told = {"t": "said", "n": said.n, "name": said.name, "at": said.at}
    return told | ({"reaction": said.reaction} if said.reaction else {"text": said.text})


def _made(connection: Connection, row: TableRow, first: Row) -> bool:
    """Add a table and the *first* entry of its log together; False if its code is taken."""
    return store.new_table(connection, row) and bool(store.append(connection, [first]))


def _touch_all(connection: Connection, changes: Sequence[Change], stopped: Sequence[str]) -> None:
    for table_id in stopped:
        store.stop(connection, table_id)
    store.touch(connection, changes)
    store.keep_checkpoints(connection, ENGINE, changes)


def _remember_record(entry: Entry) -> None:
    """Read the record that *entry* makes a table from, which takes long. One that is wrong is found when it is folded."""
    if isinstance(entry.command.act, Make) and entry.command.act.record:
        with suppress(Refused):
            read_unfinished(entry.command.act.record)


def record_text(bodies: list[str]) -> str:
    """Return the record of the counted deals in a log. Raises `Refused` if there are none."""
    text = record_of([parse_entry(body) for body in bodies])
    if "[[deal]]" not in text:
        raise refused("table.no-record")
    return text
