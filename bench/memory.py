"""What a thousand tables with four thousand people take."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.commits import file_database
from bench.crowd import SEATS, Board, Room, fill, log_amid_a_deal, opened
from bench.latency import served
from bench.measure import Row, limit_row
from scripts.cluster import Serving

TABLES: Final = 1_000
BUDGET_MB: Final = 400
_MOVES: Final = 2
_TOGETHER: Final = 32
_FILES: Final = 10_000


def memory_rows() -> Iterator[Row]:
    """Yield the resident memory of a server with tables amid a deal, after a few moves at each."""
    _raise_file_limit()
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=False)
        with served(str(engine.url.database), Path(folder)) as one:
            empty = _resident(one)
            full = asyncio.run(_filled(room, one))
            note = f"{empty:.0f} MB without tables"
            what = f"memory of {TABLES:,} tables amid a deal with {SEATS * TABLES:,} sockets"
            yield limit_row(what, "MB", full, BUDGET_MB, note)


async def _filled(room: Room, one: Serving) -> float:
    boards = [Board(room, number, [one.origin]) for number in range(len(room.codes))]
    await opened(boards, _TOGETHER)
    for _ in range(_MOVES):
        for at in range(0, len(boards), _TOGETHER):
            await asyncio.gather(*(board.move() for board in boards[at : at + _TOGETHER]))
    return _resident(one)


def _resident(one: Serving) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{one.pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def _raise_file_limit() -> None:
    """Let this process and the server have a file for each socket. Raises `RuntimeError` where that is not allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _FILES:
        raise RuntimeError(f"This user may have {hard:,} files open; {_FILES:,} are needed (ulimit -Hn).")
    if soft < _FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, hard))
