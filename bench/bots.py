"""What a bot that thinks for two seconds costs the people at other tables."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import insert, update
from sqlalchemy.engine import Engine

from bench.commits import file_database
from bench.crowd import Board, Room, fill, log_amid_a_deal, opened, p99, play
from bench.latency import RATE, TABLES, served
from bench.measure import Row, limit_row
from canasta.rules.load import load
from canasta.server import store
from canasta.server.codes import new_code, new_id
from canasta.server.live import now_ms, row_of
from canasta.server.schema import ENTRY, GAMETABLE
from canasta.session.acts import PutBot, Start
from tests.session.live import Live

BUDGET: Final = 1.3
_SLOW: Final = Path(__file__).with_name("slow_bot.py")
_SECONDS: Final = 8.0
_START_SECONDS: Final = 6.0
"""How long it takes at most until the sweep has found the table and the bot thinks."""


def bot_rows() -> Iterator[Row]:
    """A move at fifty tables while a bot thinks at another one, beside the same while none does."""
    command = shlex.join([sys.executable, str(_SLOW)])
    options = ("--bot", f"slow={command}", "--bot-ms", "10000")
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=True)
        table = _fill_with_bots(engine)
        with served(str(engine.url.database), Path(folder), *options) as one:
            alone, beside, number = asyncio.run(_measured(room, engine, table, one.origin))
    note = f"p99 {beside * 1000:.0f} ms against {alone * 1000:.0f} ms; the bots made {number} moves"
    yield limit_row(
        f"a move at {TABLES} tables while a bot thinks for 2 s elsewhere ÷ while none does",
        "×",
        beside / alone,
        BUDGET,
        note,
    )


async def _measured(room: Room, engine: Engine, table: store.TableRow, origin: str) -> tuple[float, float, int]:
    boards = [Board(room, number, [origin]) for number in range(len(room.codes))]
    await opened(boards)
    await play(boards, RATE, _SECONDS / 4)  # until everything that is done once is done
    figures = []
    for begin in (False, True):
        if begin:
            _wake(engine, table.id)
            await asyncio.sleep(_START_SECONDS)
        for board in boards:
            board.taken.clear()
        await play(boards, RATE, _SECONDS)
        figures.append(p99([seconds for board in boards for seconds in board.taken]))
    for board in boards:
        await board.close()
    with engine.connect() as connection:
        moves = len(store.entries(connection, table.id, table.head))
    if not moves:
        raise RuntimeError("the slow bots made no move, so nothing was measured")
    return figures[0], figures[1], moves


def _fill_with_bots(engine: Engine) -> store.TableRow:
    """Put a table of four slow bots into the database, where nobody looks for it yet."""
    live = Live(load("hand-and-foot", 4), checking=False, settings={"draw": False, "pace": 0}, bots=("slow", "greedy"))
    for seat in range(4):
        live.do("p1", PutBot(seat, "slow"))
    live.do("p1", Start())
    while live.state.phase != "playing":
        live.due(live.table.dues()[0])
    table = store.TableRow(new_id(), new_code(), "", "playing", live.log[-1].seq, None, now_ms(), now_ms())
    with engine.begin() as connection:
        store.new_table(connection, table)
        for entry in live.log:
            row = row_of(table.id, entry)
            values = {name: getattr(row, name) for name in ("table_id", "seq", "cmd", "person", "at", "body", "crc")}
            connection.execute(insert(ENTRY).values(values))
    return table


def _wake(engine: Engine, table_id: str) -> None:
    """Let the sweep of the server find the table."""
    with engine.begin() as connection:
        connection.execute(update(GAMETABLE).where(GAMETABLE.c.id == table_id).values(due_at=now_ms() - 10_000))
