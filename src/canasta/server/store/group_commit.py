"""Group commit: what all tables want to write goes to one thread, which commits it together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from random import random
from threading import Thread
from time import sleep
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from canasta.server.store import store
from canasta.server.store.database import is_broken, is_deadlock, problem_of
from canasta.server.store.errors import StoreAway, StoreBroken
from canasta.server.store.file_watch import FileWatch
from canasta.server.store.store import Row

T = TypeVar("T")

MOST_IN_GROUP: Final = 256
_PROBE_SECONDS: Final = 0.5
_DEADLOCKS: Final = 5
"""How often work is done before a deadlock counts as an error."""
_DEADLOCK_SECONDS: Final = 0.1


class Link:
    """One connection, opened when it is needed and again after it was lost. For one thread at a time."""

    def __init__(self, engine: Engine, *, reads: bool = False) -> None:
        self._engine = engine.execution_options(reads=True) if reads else engine
        self._connection: Connection | None = None
        self._watch = FileWatch(engine.url)

    def run(self, work: Callable[[Connection], T]) -> T:
        """Do *work* in a transaction, again if PostgreSQL has undone it to end a deadlock.

        Raises `StoreAway` or `StoreError`; then nothing is certain but the next read.
        """
        tries = 0
        while True:
            tries += 1
            try:
                if self._connection is None:
                    self._connection = self._engine.connect()
                    self._watch = FileWatch(self._engine.url)
                else:
                    self._watch.check()
                with self._connection.begin():
                    done = work(self._connection)
                self._watch.check()  # nobody is told of what is in a file that is gone
            except IntegrityError:
                raise
            except StoreBroken:
                self.close()
                raise
            except DBAPIError as error:
                if is_deadlock(error) and tries < _DEADLOCKS:
                    sleep(random() * _DEADLOCK_SECONDS)  # the other one goes first
                    continue
                self.close()
                problem = problem_of(error, self._engine.url)
                raise (StoreBroken(str(problem)) if is_broken(error) else problem) from None
            else:
                return done

    def close(self) -> None:
        """Close the connection; the next `run` opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except DBAPIError:
                pass  # it was lost before


@dataclass(slots=True)
class _Work:
    future: asyncio.Future[Any]
    row: Row | None = None
    act: Callable[[Connection], Any] | None = None


@dataclass(slots=True)
class Kept:
    """What was written so far, for `/metrics`."""

    groups: int = 0
    entries: int = 0
    lost: int = 0
    failures: int = 0


@dataclass(slots=True)
class Writer:
    """The database as the server's event loop sees it: group commits by one thread, reads by another.

    When the database goes away, what was asked fails with `StoreAway`, `on_away` is called once with the sentence, and
    with None when it can be written again. Failed work is not done again: whoever asked reads the log and decides.
    While `broken`, what comes back may be another database, or an older one.
    """

    engine: Engine
    on_away: Callable[[str | None], None] = lambda _: None
    kept: Kept = field(default_factory=Kept)
    away: str | None = None
    broken: bool = False
    _back: asyncio.Event = field(default_factory=asyncio.Event)
    _queue: SimpleQueue[_Work | None] = field(default_factory=SimpleQueue)
    _thread: Thread | None = None
    _readers: ThreadPoolExecutor | None = None
    _reader: Link | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _probe: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, on the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._back.set()
        self._reader = Link(self.engine, reads=True)
        self._readers = ThreadPoolExecutor(1, "canasta-reads")
        self._thread = Thread(target=self._write, name="canasta-writes", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Write what waits, and close the connections."""
        if self._probe is not None:
            self._probe.cancel()
        self._queue.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        if self._readers is not None and self._reader is not None:
            await asyncio.wrap_future(self._readers.submit(self._reader.close))
            self._readers.shutdown()

    async def append(self, row: Row) -> bool:
        """Add an entry to its log, durably; False if it lost the race. Raises `StoreAway`: nobody knows then."""
        return bool(await self._ask(_Work(self._future(), row=row)))

    async def write(self, act: Callable[[Connection], T]) -> T:
        """Do *act* in the next group's transaction."""
        result: T = await self._ask(_Work(self._future(), act=act))
        return result

    async def read(self, act: Callable[[Connection], T]) -> T:
        """Do *act*, which only reads."""
        assert self._readers is not None
        assert self._reader is not None
        try:
            return await asyncio.wrap_future(self._readers.submit(self._reader.run, act))
        except StoreAway as error:
            self._gone(error)
            raise

    async def back(self) -> None:
        """Wait until the database can be written."""
        await self._back.wait()

    def _future(self) -> asyncio.Future[Any]:
        assert self._loop is not None
        return self._loop.create_future()

    async def _ask(self, work: _Work) -> Any:
        self._queue.put(work)
        try:
            return await work.future
        except StoreAway as error:
            self._gone(error)
            raise

    def _gone(self, error: StoreAway) -> None:
        """On the loop: the database is away; look for it until it is there."""
        self.broken = self.broken or isinstance(error, StoreBroken)
        if self.away is None:
            self.away = str(error)
            self._back.clear()
            self.on_away(self.away)
            self._probe = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_PROBE_SECONDS)
            work = _Work(self._future(), act=store.probe_all if self.broken else store.probe)
            self._queue.put(work)
            try:
                await work.future
            except Exception as error:  # noqa: BLE001 - whatever it is, the database is not back
                self.away = str(error)
                self.broken = self.broken or isinstance(error, StoreBroken)
                continue
            self.away = None
            self._back.set()
            self.on_away(None)
            self.broken = False
            return

    def _write(self) -> None:
        """In the writing thread: take what waits, commit it together, tell who waited."""
        link = Link(self.engine)
        while (first := self._queue.get()) is not None:
            group, last = [first], False
            while len(group) < MOST_IN_GROUP:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                    break
                group.append(more)
            self._commit(link, group)
            if last:
                break
        link.close()

    def _commit(self, link: Link, asked: list[_Work]) -> None:
        # Work nobody waits for any more is left out; what has begun is not cancelled.
        group = [work for work in asked if not work.future.cancelled()]
        if not group:
            return
        try:
            results = link.run(lambda connection: _done(connection, group))
        except IntegrityError as error:
            # One row of the group names a table that is gone. Each alone, so that only that one fails.
            if len(group) == 1:
                self._settle(group, [error])
                return
            link.close()
            for work in group:
                self._commit(link, [work])
            return
        except Exception as error:  # noqa: BLE001 - it belongs to those who wait
            self.kept.failures += 1
            self._settle(group, [error] * len(group))
            return
        self.kept.groups += 1
        for work, result in zip(group, results, strict=True):
            if work.row is not None:
                self.kept.entries += bool(result)
                self.kept.lost += not result
        self._settle(group, results)

    def _settle(self, group: list[_Work], results: list[Any]) -> None:
        """Tell the event loop what became of *group*: once for all of it, so that the threads take turns less often."""
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            self._loop.call_soon_threadsafe(_settled, group, results)


def _settled(group: list[_Work], results: list[Any]) -> None:
    """On the loop: wake everyone who waits for *group*."""
    for work, result in zip(group, results, strict=True):
        if work.future.done():
            continue  # cancelled meanwhile
        if isinstance(result, Exception):
            work.future.set_exception(result)
        else:
            work.future.set_result(result)


def _done(connection: Connection, group: list[_Work]) -> list[Any]:
    """Do all of *group*; its entries first, in one statement."""
    rows = [work.row for work in group if work.row is not None]
    stored = store.append(connection, rows) if rows else set()
    results: list[Any] = []
    for work in group:
        if work.row is not None:
            results.append((work.row.table_id, work.row.seq) in stored)
        elif work.act is not None:
            results.append(work.act(connection))
    return results
