"""How long the event loop is kept from everyone else while cold tables are folded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time
from typing import Any, Final

from sqlalchemy.engine import Engine

from bench.commits import file_database
from bench.crowd import Room, fill, log_amid_a_deal
from bench.measure import Row, limit_row
from canasta.server.bots.thinking import BotOptions, BotPool
from canasta.server.serving import keep_imports
from canasta.server.table.tables import Tables

TABLES: Final = 20
BUDGET_MS: Final = 5


def slice_rows() -> Iterator[Row]:
    """Yield the longest callback of the event loop, in CPU time, while tables are found: from their whole logs, and from checkpoints."""
    for checkpoints in (False, True):
        with file_database() as engine:
            room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=checkpoints)
            longest = asyncio.run(_found(engine, room)) * 1000
        origin = "checkpoints" if checkpoints else "whole logs"
        yield limit_row(
            f"longest slice on the event loop: {TABLES} cold tables from {origin}", "ms", longest, BUDGET_MS
        )


async def _found(engine: Engine, room: Room) -> float:
    keep_imports()
    thinker = BotPool(BotOptions())
    tables = Tables(engine, thinker)
    await tables.start()
    first, *others = room.codes
    await tables.find(first)  # what is only done once in a process is not measured
    with _callbacks() as spent:
        await asyncio.gather(*map(tables.find, others))
    await tables.stop()
    thinker.stop()
    return max(spent)


@contextmanager
def _callbacks() -> Iterator[list[float]]:
    """Measure the CPU time of each callback that the event loop runs."""
    spent: list[float] = []
    run: Callable[[Any], None] = asyncio.Handle.__dict__["_run"]  # where every callback passes through

    def measured(handle: asyncio.Handle) -> None:
        began = thread_time()
        run(handle)
        spent.append(thread_time() - began)

    setattr(asyncio.Handle, "_run", measured)  # noqa: B010 - it is not public
    try:
        yield spent
    finally:
        setattr(asyncio.Handle, "_run", run)  # noqa: B010
