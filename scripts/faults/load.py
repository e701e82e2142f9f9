"""Load: tables full of clients, and the verdict: nothing acknowledged is lost, no log has a hole, everyone is up to date."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, TypeVar

from canasta.server.store import store
from canasta.server.store.database import engine_for
from canasta.server.store.errors import StoreAway
from canasta.server.store.group_commit import Link
from canasta.server.store.rows import entry_of
from canasta.session.refusals import TableStopped
from canasta.session.table import Table as Folded
from canasta.tables.frames import encode
from scripts.faults.client import Client
from scripts.faults.people import Json, Person
from scripts.faults.slowness import slowness

T = TypeVar("T")
CURRENT_SECONDS: Final = 30.0
"""After which a client that is not up to date counts as behind, on a machine with nothing else to do."""

_AGAIN_SECONDS: Final = 0.1
_COMPARED: Final = 50
"""How many of the last entries of a log are compared with what each client had after them."""
_PACED: Final = 40
"""At more tables each player makes fewer moves, so that all of them together make as many."""

_AT_ONCE: Final = 16


@dataclass
class Outcome:
    """What a fault did. *lost*, *holes* and *behind* must be 0, and *problems* empty."""

    load: str = ""
    acknowledged: int = 0
    lost: int = 0
    holes: int = 0
    behind: int = 0
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.lost or self.holes or self.behind or self.problems)


@dataclass
class Table:
    """A table with its clients: players by seat, then spectators."""

    code: str
    id: str
    clients: list[Client]
    bots: bool


def patience() -> float:
    """`CURRENT_SECONDS`, and longer where the machine has more to do than this: lost is what never comes."""
    return CURRENT_SECONDS * slowness()


async def until(true: Callable[[], bool], limit: float = 60) -> bool:
    """Wait until something is *true*; return False if it is not within *limit* seconds."""
    deadline = monotonic() + limit
    while not true():
        if monotonic() > deadline:
            return False
        await asyncio.sleep(0.02)
    return True


class Load:
    """Tables on the servers at *origins*, which keep them in *database*."""

    def __init__(self, database: str, origins: Sequence[str]) -> None:
        self.origins = list(origins)
        self.tables: list[Table] = []
        self.outcome = Outcome()
        self._begun: list[Client] = []  # also those of a table that did not start
        self._link = Link(engine_for(database), reads=True)
        self._reader = ThreadPoolExecutor(1)
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = False

    @property
    def clients(self) -> list[Client]:
        """Everyone at all tables."""
        return [client for table in self.tables for client in table.clients]

    async def read(self, act: Callable[[Any], T]) -> T:
        """Read from the database, however long it is away."""
        while True:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._reader, self._link.run, act)
            except StoreAway:
                await asyncio.sleep(_AGAIN_SECONDS)

    async def seat(self, tables: int, *, pace: float, spectators: int = 0, bot: str = "") -> None:
        """Make *tables* and begin to play: two people at Classic, at every fourth table with two bots.

        A player makes a move every *pace* seconds. With *bot*, two of this name are at all of them. The clients of a table begin at different servers.
        """
        gate = asyncio.Semaphore(_AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                self.tables.append(await self._table(number, 4 if bot or number % 4 == 3 else 2, spectators, bot))

        await self._within("The tables do not start", asyncio.gather(*(one(number) for number in range(tables))))
        for client in self.clients:
            client.pace = pace * max(1.0, tables / _PACED)
        people = len(self.clients)
        self.outcome.load = f"{tables} tables, {people} clients"

    async def _table(self, number: int, players: int, spectators: int, bot: str) -> Table:
        ann, bob = Person("Ann"), Person("Bob")
        here = [*self.origins[number % len(self.origins) :], *self.origins[: number % len(self.origins)]]
        there = [*here[1:], here[0]]
        code = await asyncio.to_thread(ann.make_table, here[0], "classic", players)
        await asyncio.to_thread(bob.introduce, there[0])
        host, guest = Client(ann, code, here), Client(bob, code, there)
        clients = [host, guest]
        for each in range(spectators):
            clients.append(Client(Person("Eve"), code, here if each % 2 else there))
        self._begun += clients
        for client in clients:
            self._tasks.append(asyncio.create_task(client.run()))
        await guest.do(act="join", called="Bob")
        await host.do(act="sit", seat=1)
        seated = await guest.do(act="sit", seat=1 + players // 2)
        while host.seq < seated:  # at another server, which hears of it a little later
            await host.until_changed()
        for seat in (2, 4) if players == 4 else ():
            await host.do(act="put-bot", seat=seat, bot=bot or "greedy")
        if not await host.do(act="start"):
            raise RuntimeError(f"a table did not start: {host.refused}")
        host.plays = guest.plays = True
        row = await self.read(lambda c: store.table_by_code(c, code))
        assert row is not None
        return Table(code, row.id, clients, players == 4)

    async def play(self, seconds: float) -> None:
        """Let everyone play. Raises `RuntimeError` where a client has ended by an error of its own."""
        await asyncio.sleep(seconds)
        for task in self._tasks:
            if task.done() and task.exception() is not None:
                raise RuntimeError("a client has failed") from task.exception()

    async def heads(self) -> dict[str, int]:
        """Return the number of the last entry of each table, from the database."""
        ids = [table.id for table in self.tables]
        return await self.read(lambda c: store.heads(c, ids))

    async def current(self, since: float) -> float:
        """Wait until every client has heard all that there was, after *since*; note who has not in good time.

        Return the seconds from *since* until then.
        """
        limit = patience()
        waiting = {client: table.id for table in self.tables for client in table.clients if not client.stopped}
        asked_at = 0.0
        while waiting and monotonic() - since < limit:
            heads = await self.heads()
            if monotonic() - asked_at > 1:
                asked_at = monotonic()
                await asyncio.gather(*(client.ping() for client in waiting))
            await asyncio.sleep(_AGAIN_SECONDS / 2)
            for client, table in list(waiting.items()):
                if client.stopped or (
                    client.connected and client.heard_at > since and client.seq >= heads.get(table, 0)
                ):
                    del waiting[client]
        seconds = monotonic() - since
        self.outcome.seconds = max(self.outcome.seconds, seconds)
        if waiting:
            self.outcome.behind = max(self.outcome.behind, len(waiting))
        return seconds

    async def grow(self, entries: int) -> None:
        """Play until every log has that many *entries*."""

        async def grown() -> None:
            while min((await self.heads()).values()) < entries:
                await self.play(_AGAIN_SECONDS)

        missing = entries - min((await self.heads()).values())
        takes = max(client.pace for client in self.clients) * missing
        await self._within(f"The logs do not grow to {entries} entries", grown(), takes)

    async def _within(self, what: str, work: Awaitable[Any], takes: float = 0.0) -> None:
        """Do *work*, which *takes* that many seconds where all is well.

        Raises `RuntimeError` with a sentence that begins with *what* where clients hang, and says what is lost.
        """
        limit = takes + patience()
        try:
            async with asyncio.timeout(limit):
                await work
        except TimeoutError:
            raise RuntimeError(f"{what} within {limit:.0f} s: {await self.so_far()}.") from None

    async def so_far(self) -> str:
        """Return what is lost and who is behind where clients hang, also at tables that did not start."""
        lost = acknowledged = 0
        behind = []
        for client in self._begun:
            row = await self.read(lambda c, code=client.code: store.table_by_code(c, code))  # type: ignore[misc]
            rows = await self.read(lambda c, table=row.id: store.entries(c, table)) if row is not None else []  # type: ignore[misc]
            acknowledged += len(client.acknowledged)
            lost += _lost(client, rows)
            if rows and client.seq < rows[-1].seq:
                behind.append(f"{client.person.name} has entry {client.seq} of {rows[-1].seq}")
        who = f" ({', '.join(behind[:4])})" if behind else ""
        unlike: list[str] = []
        for table in self.tables:
            rows = await self.read(lambda c, t=table: store.entries(c, t.id))  # type: ignore[misc]
            unlike += list(_unlike(table, rows))[:1]
        return "; ".join([f"acknowledged {acknowledged}  lost {lost}  behind {len(behind)}{who}", *unlike[:2]])

    async def goes_on(self) -> None:
        """See that people, and bots where there are some, play on at every table that has not stopped."""
        heads = await self.heads()
        left = [table for table in self.tables if not table.clients[0].stopped]
        deadline = monotonic() + patience()
        while left and monotonic() < deadline:
            await self.play(_AGAIN_SECONDS)
            for table in list(left):
                rows = await self.read(lambda c, t=table: store.entries(c, t.id, heads[t.id]))  # type: ignore[misc]
                people = any(row.person is not None for row in rows)
                bots = not table.bots or any(row.cmd.startswith("bot-") for row in rows)
                if people and bots:
                    left.remove(table)
        if left:
            self.outcome.problems.append(f"{len(left)} tables do not go on")

    async def settle(self) -> None:
        """Let nobody begin anything, and wait until everything asked for is answered."""
        for client in self.clients:
            client.plays = False
        settled = await until(lambda: not self._pending(), patience())
        if not settled:
            self.outcome.problems.append(f"{self._pending()} commands were never answered")

    def _pending(self) -> int:
        return sum(len(client.pending) for client in self.clients if not client.stopped)

    async def judge(self) -> Outcome:
        """Compare: every acknowledged command with the logs, every client with a fresh one of the same person."""
        await self.settle()
        await asyncio.gather(*(self._judge_table(table) for table in self.tables))
        fresh = asyncio.Semaphore(_AT_ONCE)
        compared = await asyncio.gather(*(self._compare(client, fresh) for client in self.clients))
        self.outcome.behind += sum(not same for same in compared)
        complaints = [each for client in self.clients for each in client.complaints]
        self.outcome.problems += sorted(set(complaints))[:5]
        return self.outcome

    async def _judge_table(self, table: Table) -> None:
        rows = await self.read(lambda c: store.entries(c, table.id))
        self.outcome.holes += sum(row.seq != number for number, row in enumerate(rows, 1))
        for client in table.clients:
            self.outcome.acknowledged += len(client.acknowledged)
            self.outcome.lost += _lost(client, rows)
        if not table.clients[0].stopped:
            self.outcome.problems += (await asyncio.to_thread(lambda: list(_unlike(table, rows))))[:1]

    async def _compare(self, client: Client, gate: asyncio.Semaphore) -> bool:
        """Return whether *client* has, for some entry, exactly the table that a new socket of the same person gets."""
        if client.stopped:
            return True
        async with gate:
            fresh = Client(client.person, client.code, self.origins)
            task = asyncio.create_task(fresh.run())
            deadline = monotonic() + patience()
            while not fresh.remembered and not fresh.stopped and monotonic() < deadline:
                await fresh.until_changed()
            wanted = dict(fresh.remembered)
            while wanted and client.seq < min(wanted) and monotonic() < deadline:
                await client.until_changed()
            fresh.end()
            await task
        at = next((seq for seq in wanted if seq in client.remembered), None)
        if at is None:
            return False
        if wanted[at] == client.remembered[at]:
            return True
        self.outcome.problems.append(f"a client differs: {_difference(client.remembered[at], wanted[at])}"[:400])
        return False

    async def end(self) -> None:
        """Let everyone leave."""
        for client in self._begun:
            client.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.wrap_future(self._reader.submit(self._link.close))
        self._reader.shutdown()


def _unlike(table: Table, rows: Sequence[store.Row]) -> Iterator[str]:
    """Yield what clients had after one of the last entries of the log *rows*, where that was not what it folds to."""
    folded = Folded()
    for row in rows:
        try:
            folded.apply(entry_of(row))
        except TableStopped as stopped:
            yield f"a log does not fold: {stopped}"
            return
        if row.seq <= len(rows) - _COMPARED:
            continue
        told = {each: json.loads(encode(folded.whole_for(each))) for each in {client.id for client in table.clients}}
        for client in table.clients:
            had = client.remembered.get(row.seq)
            wanted = told[client.id]["public"], told[client.id].get("own", {})
            if had is not None and had != wanted:
                yield f"{client.person.name} had another table after entry {row.seq}: {_difference(had, wanted)}"[:400]


def _lost(client: Client, rows: Sequence[store.Row]) -> int:
    """Return how many commands that *client* has heard to be done are not once in the log *rows*, as the entry that it was told."""
    known: dict[str, list[int]] = {}
    for row in rows:
        known.setdefault(row.cmd, []).append(row.seq)
    return sum(known.get(cmd) != [seq] for cmd, seq in client.acknowledged.items())


def _difference(mine: tuple[Json, Json], theirs: tuple[Json, Json]) -> str:
    parts: Iterable[tuple[str, Json, Json]] = zip(("public", "own"), mine, theirs, strict=True)
    for part, first, second in parts:
        for key in sorted({*first, *second}):
            if first.get(key) != second.get(key):
                return f"{part}.{key} is {json.dumps(first.get(key))} and should be {json.dumps(second.get(key))}"
    return "nothing"
