"""After kill -9 of a process with a hundred tables: how long until everyone is at the same entry again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bench.commits import file_database
from bench.crowd import LOST, Board, Client, Room, fill, log_amid_a_deal, opened, play
from bench.latency import served
from bench.measure import Row, limit_row
from scripts.cluster import Serving

TABLES: Final = 100
BUDGET_SECONDS: Final = 5
_RATE: Final = 50
_PLAY_SECONDS: Final = 3
_FIRST_SECONDS: Final = 0.3
_LONGEST_SECONDS: Final = 15.0


def recovery_rows() -> Iterator[Row]:
    """Yield two processes with one SQLite file; all are at the one that is killed."""
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=True)
        database = str(engine.url.database)
        with served(database, Path(folder)) as first, served(database, Path(folder)) as other:
            yield asyncio.run(recovered(room, [first.origin, other.origin], first, "two processes, SQLite"))


async def recovered(room: Room, origins: Sequence[str], killed: Serving, where: str) -> Row:
    """Play at the tables of *room*, kill the process *killed*, and wait for everyone."""
    boards = [Board(room, number, origins) for number in range(len(room.codes))]
    await opened(boards)
    await play(boards, _RATE, _PLAY_SECONDS)
    clients = [client for board in boards for client in board.clients]
    heads = [board.head for board in boards]
    began = perf_counter()
    killed.kill()
    back = await asyncio.gather(*(_again(client, len(origins) - 1) for client in clients))
    spent = max(back) - began
    behind = sum(client.seq < head for board, head in zip(boards, heads, strict=True) for client in board.clients)
    if behind:
        raise RuntimeError(f"{behind} people do not know what they had heard of before")
    await play(boards, _RATE, len(boards) / _RATE)
    for board in boards:
        await board.close()
    moved = sum(at > began for at in back)
    note = f"{moved} of {len(clients)} people connected again"
    what = f"everyone is back after kill -9: {len(boards)} tables, {where}"
    return limit_row(what, "s", spent, BUDGET_SECONDS, note)


async def _again(client: Client, at: int) -> float:
    """Connect again as the page does, if the connection ends; return when the client knew everything again."""
    try:
        await asyncio.wait_for(asyncio.shield(client.lost()), BUDGET_SECONDS)
    except TimeoutError:
        return 0.0  # it was at another process
    attempt = 0
    while True:
        await asyncio.sleep(random() * min(_LONGEST_SECONDS, _FIRST_SECONDS * 2**attempt))
        attempt += 1
        try:
            await client.connect(at)
        except LOST:
            continue
        return perf_counter()
