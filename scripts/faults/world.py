"""Where a fault happens: a database, processes that serve it, and load."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from scripts import postgres
from scripts.cluster import CANASTA, Serving
from scripts.faults.load import Load, Outcome, patience, until

PROGRAM: Final = (sys.executable, str(Path(__file__).with_name("program.py")))
"""`canasta` with the faults of `program.py`."""


@dataclass(frozen=True)
class Size:
    """How much of everything."""

    tables: int
    kills: int
    seconds: float
    clients: int
    stopped: float
    locked: float
    pace: float
    calm: int
    """How long logs get where nothing is wrong: a frame that gets lost in every hundred must show."""


FULL: Final = Size(tables=40, kills=2, seconds=3.0, clients=1_200, stopped=30.0, locked=20.0, pace=0.7, calm=240)
QUICK: Final = Size(tables=4, kills=1, seconds=1.0, clients=60, stopped=6.0, locked=4.0, pace=0.1, calm=120)


class Skipped(Exception):
    """A fault cannot be made on this machine; the text says why."""


@dataclass
class World:
    """A running server with load on it."""

    size: Size
    folder: Path
    database: str
    servers: list[Serving]
    load: Load
    postgres: postgres.Postgres | None

    @property
    def outcome(self) -> Outcome:
        """What the fault has done so far."""
        return self.load.outcome

    async def play(self) -> None:
        """Play for a while as if nothing were."""
        await self.load.play(self.size.seconds)

    async def judge(self) -> Outcome:
        """See that every table goes on, and judge all of it."""
        await self.load.goes_on()
        return await self.load.judge()

    def expect_unsaved(self) -> None:
        """See that people were told that nothing can be saved."""
        if not any(client.unsaved for client in self.load.clients):
            self.outcome.problems.append("nobody was told that nothing can be saved")

    async def start(self, *servers: Serving) -> None:
        """Start *servers* again, and wait until they answer."""
        for server in servers:
            server.start()
        for server in servers:
            await asyncio.to_thread(server.wait)

    async def ended(self, server: Serving) -> float:
        """Wait for *server* to end by itself; return when. Raises `RuntimeError` where it does not."""
        if not await until(lambda: not server.runs(), patience()):
            raise RuntimeError("the fault did not happen")
        server.kill()
        return monotonic()


@asynccontextmanager
async def world(
    size: Size,
    *,
    on_postgres: bool = False,
    processes: int = 2,
    program: Sequence[str] = CANASTA,
    environments: Sequence[Mapping[str, str]] = (),
    more: Sequence[str] = (),
    folder: Path | None = None,
    tables: int = 0,
    spectators: int = 0,
    bot: str = "",
) -> AsyncIterator[World]:
    """Run *processes* of *program* on one database, with load, and take all of it away in the end.

    *environments* are what each process gets besides; *folder* is where SQLite's file is to be. *tables* in the place of
    what *size* says; *bot* plays at all of them.
    """
    async with AsyncExitStack() as stack:
        own = Path(tempfile.mkdtemp(prefix="canasta-faults-"))
        stack.callback(shutil.rmtree, own, ignore_errors=True)
        server = stack.enter_context(postgres.running(fsync=True)) if on_postgres else None
        database = server.url if server is not None else str((folder or own) / "canasta.db")
        servers = []
        for number in range(processes):
            environment = environments[number] if number < len(environments) else {}
            one = Serving(database, own, more, program, environment)
            stack.callback(one.kill)
            servers.append(one)
        for each in servers:
            each.start()
        for each in servers:
            await asyncio.to_thread(each.wait)
        load = Load(database, [each.origin for each in servers])
        stack.push_async_callback(load.end)
        made = World(size, own, database, servers, load, server)
        await load.seat(tables or size.tables, pace=size.pace, spectators=spectators, bot=bot)
        try:
            yield made
        except asyncio.CancelledError as ended:  # it has no end
            ended.add_note(await load.so_far())
            raise
        for each in servers:
            if "Traceback" in each.said() or " ERROR " in each.said():
                made.outcome.problems.append(f"a process has logged an error: {_error(each.said())}")


def _error(log: str) -> str:
    lines = log.splitlines()
    at = next(number for number, line in enumerate(lines) if "Traceback" in line or " ERROR " in line)
    return " | ".join(lines[at : at + 1] + lines[-1:])[:400]
