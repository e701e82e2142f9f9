"""How long people wait for a move: until everyone at the table has heard of it, beside the least that a server can do."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

from bench.commits import file_database
from bench.crowd import Board, Room, fill, log_amid_a_deal, opened, play
from bench.measure import Row, limit_row
from bench.windows import in_turn
from scripts.cluster import Serving
from scripts.postgres import free_port

TABLES: Final = 50
RATE: Final = 50
BUDGET: Final = 3
WINDOW_SECONDS: Final = 2.0
"""Long enough for a hundred moves, and for each table to have two."""
_MESSAGE: Final = "x" * 250


def latency_rows() -> Iterator[Row]:
    """Yield a move at fifty tables of one process with SQLite, beside the probe in turn."""
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        database = str(engine.url.database)
        room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=True)
        with served(database, Path(folder)) as one, probe(f"{database}.probe") as echo:
            yield asyncio.run(measured(room, [one.origin], echo, "SQLite"))


@contextmanager
def served(database: str, folder: Path, *more: str) -> Iterator[Serving]:
    """Provide a `canasta serve` that answers."""
    # The same four people sit at all tables, and each has a socket at every one.
    one = Serving(database, folder, ("--connections", "10000", *more)).start()
    try:
        yield one.wait()
    finally:
        one.kill()


@contextmanager
def probe(database: str) -> Iterator[str]:
    """Provide the address of a `bench.echo` with *database*."""
    one = Serving(database, Path(), port=free_port())
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.echo", database, str(one.port)], stdin=subprocess.DEVNULL, start_new_session=True
    )
    one.process = process
    try:
        yield one.wait().origin
    finally:
        one.kill()


async def measured(room: Room, origins: Sequence[str], echo: str, where: str) -> Row:
    """Return a move at the tables of *room*, beside the probe at *echo*."""
    boards = [Board(room, number, origins) for number in range(len(room.codes))]
    await opened(boards)
    least = await Probes.opened(echo)
    compared = await in_turn(lambda: play(boards, RATE, WINDOW_SECONDS), lambda: least.run(WINDOW_SECONDS))
    for board in boards:
        await board.close()
    await least.close()
    what = f"a move until all have heard ÷ echo after one insert: {len(boards)} tables, {RATE} moves/s, {where}"
    return limit_row(what, "×", compared.ratio, BUDGET, compared.note)


@dataclass(slots=True)
class Probes:
    """Sockets at the probe, one for each table."""

    sockets: list[ClientConnection]

    @classmethod
    async def opened(cls, origin: str) -> Probes:
        """Connect them all."""
        address = origin.replace("http", "ws", 1) + "/"
        return cls([await connect(address, compression=None, ping_interval=None) for _ in range(TABLES)])

    async def run(self, seconds: float) -> list[float]:
        """Send messages from each in turn, as often as moves are made; return the seconds of each echo."""
        began = perf_counter()
        asked: list[asyncio.Task[float]] = []
        for number in range(int(RATE * seconds)):
            await asyncio.sleep(max(0.0, began + number / RATE - perf_counter()))
            if number >= len(self.sockets):
                await asked[number - len(self.sockets)]
            asked.append(asyncio.create_task(self._ask(self.sockets[number % len(self.sockets)])))
        return await asyncio.gather(*asked)

    async def _ask(self, socket: ClientConnection) -> float:
        sent = perf_counter()
        await socket.send(_MESSAGE)
        await socket.recv()
        return perf_counter() - sent

    async def close(self) -> None:
        """Disconnect them all."""
        for socket in self.sockets:
            await socket.close()
