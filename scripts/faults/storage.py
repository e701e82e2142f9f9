"""A database that is full, locked, or not what it was: files of SQLite."""

from __future__ import annotations

import asyncio
import resource
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from time import monotonic

from scripts.faults.load import Outcome
from scripts.faults.world import Size, Skipped, World, world

_FILE_BYTES = 256 << 10
_DISK_BYTES = 24 << 20
_ENTRIES = 35
"""As many entries that every table has a checkpoint."""


async def file_limit(size: Size) -> Outcome:
    """Let files grow no further (`ulimit -f`), and then again."""
    async with world(size) as made:
        await made.load.grow(_ENTRIES)
        _limit_files(made, _FILE_BYTES)
        await made.load.play(2 * size.seconds)
        _limit_files(made, resource.RLIM_INFINITY)
        await made.load.current(monotonic())
        made.expect_unsaved()
        return await made.judge()


def _limit_files(made: World, size: int) -> None:
    for server in made.servers:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@asynccontextmanager
async def small_disk(size: int) -> AsyncIterator[Path]:
    """Mount a disk of *size* bytes in memory. Raises `Skipped` where that is not allowed."""
    folder = Path(tempfile.mkdtemp(prefix="canasta-disk-"))
    try:
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
        mounted = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=False)
        if mounted.returncode:
            raise Skipped("a disk in memory cannot be mounted here")
        try:
            yield folder
        finally:
            await asyncio.to_thread(subprocess.run, ["umount", "--lazy", str(folder)], check=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def full_disk(size: Size) -> Outcome:
    """Fill the disk, and make room again."""
    async with small_disk(_DISK_BYTES) as disk, world(size, folder=disk) as made:
        for _ in range(size.kills):
            await made.play()
            filler = disk / "filler"
            _fill(filler)
            await made.load.play(2 * size.seconds)
            filler.unlink()
            await made.load.current(monotonic())
        made.expect_unsaved()
        return await made.judge()


def _fill(path: Path) -> None:
    """Write until the disk is full, to the last byte."""
    with path.open("wb", buffering=0) as file:
        for step in (1 << 20, 4096, 1):
            try:
                while file.write(bytes(step)) == step:
                    pass
            except OSError:
                continue


async def locked(size: Size) -> Outcome:
    """Lock SQLite's file by another connection."""
    async with world(size) as made:
        await made.play()
        with closing(sqlite3.connect(made.database, isolation_level=None, timeout=30)) as shell:
            shell.execute("BEGIN IMMEDIATE")
            await made.load.play(size.locked)
            shell.execute("ROLLBACK")
        await made.load.current(monotonic())
        made.expect_unsaved()
        return await made.judge()


async def spoiled_checkpoints(size: Size, statement: str) -> Outcome:
    """Start again from checkpoints of which *statement* has changed every second one."""
    async with world(size) as made:
        await made.load.grow(_ENTRIES)
        await _changed(made, lambda connection: connection.execute(statement).rowcount, "checkpoints")
        return await made.judge()


async def _changed(made: World, change: Callable[[sqlite3.Connection], int], what: str) -> None:
    """End all processes, *change* the file, and start them again."""
    killed = monotonic()
    for server in made.servers:
        server.kill()
    with closing(sqlite3.connect(made.database)) as connection, connection:
        count = change(connection)
    if not count:
        made.outcome.problems.append(f"there were no {what} to change")
    made.outcome.notes.append(f"{count} {what} changed")
    await made.start(*made.servers)
    await made.load.current(killed)


async def changed_byte(size: Size) -> Outcome:
    """Change one byte in the logs of half of the tables: they stop with a sentence, and the others go on."""
    chance = Random(3)

    def change(connection: sqlite3.Connection) -> int:
        rows = _logs(connection)
        for table, body, seq in rows:
            data = bytearray(body.encode())
            at = chance.randrange(len(data))
            data[at] = chance.choice([byte for byte in range(32, 127) if byte != data[at]])
            _write(connection, table, seq, data.decode(errors="replace"))
        return len(rows)

    return await _damaged(size, change)


async def no_json(size: Size) -> Outcome:
    """Replace an entry in the logs of half of the tables by text that is not JSON."""

    def change(connection: sqlite3.Connection) -> int:
        rows = _logs(connection)
        for number, (table, body, seq) in enumerate(rows):
            _write(connection, table, seq, ("", "nothing", body[: len(body) // 2], "[" * 5_000)[number % 4])
        return len(rows)

    return await _damaged(size, change)


def _logs(connection: sqlite3.Connection) -> list[tuple[str, str, int]]:
    """Return a random entry of every second table: its table, body and number."""
    found = connection.execute("SELECT table_id, body, seq FROM entry ORDER BY table_id, seq").fetchall()
    tables = sorted({row[0] for row in found})[::2]
    chance = Random(7)
    return [chance.choice([row for row in found if row[0] == table]) for table in tables]


def _write(connection: sqlite3.Connection, table: str, seq: int, body: str) -> None:
    connection.execute("UPDATE entry SET body = ? WHERE table_id = ? AND seq = ?", (body, table, seq))
    connection.execute("DELETE FROM checkpoint WHERE table_id = ?", (table,))


async def _damaged(size: Size, change: Callable[[sqlite3.Connection], int]) -> Outcome:
    async with world(size) as made:
        await made.play()
        await _changed(made, change, "entries")
        await made.play()
        stopped = [table for table in made.load.tables if table.clients[0].stopped]
        wanted = (size.tables + 1) // 2
        if len(stopped) != wanted:
            made.outcome.problems.append(f"{len(stopped)} tables have stopped, and {wanted} should")
        for table in stopped:
            told = {client.stopped for client in table.clients}
            if len(told) != 1 or not all(text.endswith(".") for text in told):
                made.outcome.problems.append(f"a table has stopped without one sentence: {told}")
        return await made.judge()


async def migrate_together(size: Size, *, on_postgres: bool) -> Outcome:
    """Let four processes bring an empty database up to date at once, and play."""
    async with world(size, processes=4, on_postgres=on_postgres) as made:
        await made.play()
        return await made.judge()
