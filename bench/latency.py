"""How long people wait for a move: until everybody at the table has heard of it, beside the least that a server can do."""

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
from bench.crowd import Board, Room, fill, log_amid_a_deal, opened, p99, play
from bench.measure import Row, limit_row
from scripts.cluster import Serving
from scripts.postgres import free_port

TABLES: Final = 50
RATE: Final = 50
BUDGET: Final = 3
_ROUNDS: Final = 3
_PROBE_SECONDS: Final = 4.0
_PLAY_SECONDS: Final = 5.0
_MESSAGE: Final = "x" * 250


def latency_rows() -> Iterator[Row]:
    """A move at fifty tables of one process with SQLite, beside the probe in turn."""
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        database = str(engine.url.database)
        room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=True)
        with served(database, Path(folder)) as one, probe(f"{database}.probe") as echo:
            yield asyncio.run(measured(room, [one.origin], echo, "SQLite"))


@contextmanager
def served(database: str, folder: Path, *more: str) -> Iterator[Serving]:
    """A `canasta serve` that answers."""
    one = Serving(database, folder, more).start()
    try:
        yield one.wait()
    finally:
        one.kill()


@contextmanager
def probe(database: str) -> Iterator[str]:
    """The address of a `bench.echo` with *database*."""
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
    """A move at the tables of *room*, beside the probe at *echo*."""
    boards = [Board(room, number, origins) for number in range(len(room.codes))]
    await opened(boards)
    least = await Probes.opened(echo)
    for _ in range(_ROUNDS):
        await least.run(_PROBE_SECONDS)
        await play(boards, RATE, _PLAY_SECONDS)
    for board in boards:
        await board.close()
    await least.close()
    moves = [seconds for board in boards for seconds in board.taken]
    ours, theirs = p99(moves), p99(least.taken)
    note = (
        f"p99 {ours * 1000:.0f} ms against {theirs * 1000:.0f} ms; "
        f"median {_median(moves):.0f} against {_median(least.taken):.0f} ms"
    )
    what = f"a move until all have heard ÷ echo after one insert: {len(boards)} tables, {RATE} moves/s, {where}"
    return limit_row(what, "×", ours / theirs, BUDGET, note)


def _median(taken: Sequence[float]) -> float:
    return sorted(taken)[len(taken) // 2] * 1000


@dataclass(slots=True)
class Probes:
    """Sockets at the probe, one for each table; *taken* has the seconds of each echo."""

    sockets: list[ClientConnection]
    taken: list[float]

    @classmethod
    async def opened(cls, origin: str) -> Probes:
        """Connect them all."""
        address = origin.replace("http", "ws", 1) + "/"
        return cls([await connect(address, compression=None, ping_interval=None) for _ in range(TABLES)], [])

    async def run(self, seconds: float) -> None:
        """Send messages from each in turn, as often as moves are made."""
        began, asked = perf_counter(), []
        for number in range(int(RATE * seconds)):
            await asyncio.sleep(max(0.0, began + number / RATE - perf_counter()))
            asked.append(asyncio.ensure_future(self._ask(self.sockets[number % len(self.sockets)])))
            if number >= len(self.sockets):
                await asked[number - len(self.sockets)]
        await asyncio.gather(*asked)

    async def _ask(self, socket: ClientConnection) -> None:
        sent = perf_counter()
        await socket.send(_MESSAGE)
        await socket.recv()
        self.taken.append(perf_counter() - sent)

    async def close(self) -> None:
        """Disconnect them all."""
        for socket in self.sockets:
            await socket.close()
