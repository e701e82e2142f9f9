"""Group commit: what forty tables write at once, committed together as the server does, or one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from sqlalchemy.engine import Engine

from bench.measure import Row
from canasta.server.store import store
from canasta.server.store.database import engine_for
from canasta.server.store.group_commit import Link, Writer
from canasta.server.store.migrating import migrate
from canasta.tables.codes import new_code, new_id
from scripts import postgres

WRITERS: Final = 40
BUDGETS: Final = {"SQLite": 2, "PostgreSQL": 5}
_ROUNDS: Final = 2
_SECONDS: Final = 1.5
_BODY: Final = (
    '{"seq":57,"at":1795289412318,"cmd":"c0f3a9e1-17","by":"p1","after":56,"do":{"act":"play","move":"draw"}}'
)


def commit_rows() -> Iterator[Row]:
    """Measure commits a second, together and one by one, on both databases."""
    with file_database() as engine:
        yield _row("SQLite", engine)
    if postgres.binaries() is None:
        raise RuntimeError("PostgreSQL is not installed (Debian: postgresql).")
    with postgres.running(fsync=True) as server:
        engine = engine_for(server.url)
        migrate(engine)
        yield _row("PostgreSQL", engine)


@contextmanager
def file_database() -> Iterator[Engine]:
    """Provide an SQLite file with the schema, on a disk that has to write what it is told."""
    build = Path("build")
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        engine = engine_for(str(Path(folder).absolute() / "canasta.db"))
        migrate(engine)
        yield engine


def _row(name: str, engine: Engine) -> Row:
    together = single = 0.0
    for _ in range(_ROUNDS):
        together += asyncio.run(_grouped(engine))
        single += asyncio.run(_one_by_one(engine))
    ratio, budget = together / single, BUDGETS[name]
    what = f"commits of {WRITERS} tables at once: {name}"
    return Row(what, "/s", together / _ROUNDS, "one by one", single / _ROUNDS, ratio, budget, ratio >= budget)


async def _grouped(engine: Engine) -> float:
    """Measure commits a second through the server's keeper."""
    keeper = Writer(engine)
    keeper.start()
    try:
        return await _written(engine, keeper.append)
    finally:
        await keeper.stop()


async def _one_by_one(engine: Engine) -> float:
    """Measure commits a second of one connection that commits each entry alone."""
    link, thread = Link(engine), ThreadPoolExecutor(1)

    async def append(row: store.Row) -> bool:
        loop = asyncio.get_running_loop()
        return bool(await loop.run_in_executor(thread, link.run, lambda connection: store.append(connection, [row])))

    try:
        return await _written(engine, append)
    finally:
        await asyncio.get_running_loop().run_in_executor(thread, link.close)
        thread.shutdown()


async def _written(engine: Engine, append: Callable[[store.Row], Awaitable[bool]]) -> float:
    """Let every writer append to its own table for a while; return the commits a second."""
    ids = [new_id() for _ in range(WRITERS)]
    with engine.begin() as connection:
        for name in ids:
            store.new_table(connection, store.TableRow(name, new_code(), "", "playing", 0, None, 0, 0))
    began = monotonic()
    deadline = began + _SECONDS

    async def write(name: str) -> int:
        seq = 0
        while monotonic() < deadline:
            seq += 1
            if not await append(store.Row(name, seq, f"c-{seq}", "p1", seq, _BODY)):
                raise RuntimeError("an entry was not written")
        return seq

    written = await asyncio.gather(*map(write, ids))
    return sum(written) / (monotonic() - began)
