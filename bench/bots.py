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
from bench.crowd import Board, Room, fill, log_amid_a_deal, opened, play
from bench.latency import RATE, TABLES, WINDOW_SECONDS, served
from bench.measure import Row, limit_row
from bench.windows import Compared, in_turn
from canasta.rules.load import load
from canasta.server.store import store
from canasta.server.store.rows import row_of
from canasta.server.store.schema import ENTRY, GAMETABLE
from canasta.server.table.live import now_ms
from canasta.session.acts import PutBot, Start
from canasta.tables.codes import new_code, new_id
from tests.session.live import Live

BUDGET: Final = 1.3
_SLOW: Final = Path(__file__).with_name("slow_bot.py")
_DECISIONS: Final = 8
"""How often the bot must have thought in the windows at least."""
_DECISION_MS: Final = 60_000
_START_SECONDS: Final = 30.0
"""How long it takes at most until the sweep has found the table and the bot is asked."""


def bot_rows() -> Iterator[Row]:
    """Yield a move at fifty tables while a bot thinks at another one, beside the same while none does."""
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        gate = Gate(Path(folder) / "gate")
        command = shlex.join([sys.executable, str(_SLOW), str(gate.path)])
        options = ("--bot", f"slow={command}", "--bot-ms", str(_DECISION_MS))
        room = fill(engine, TABLES, log_amid_a_deal(), checkpoints=True)
        table = _fill_with_bots(engine)
        with served(str(engine.url.database), Path(folder), *options) as one:
            compared = asyncio.run(_measured(room, engine, table, one.origin, gate))
        if gate.decisions < _DECISIONS:
            raise RuntimeError(f"the slow bots decided {gate.decisions} times only; nothing was measured")
    yield limit_row(
        f"a move at {TABLES} tables while a bot thinks for 2 s elsewhere ÷ while none does",
        "×",
        compared.ratio,
        BUDGET,
        f"{compared.note}; {gate.decisions} decisions",
    )


class Gate:
    """The file that lets the slow bots compute as long as it exists."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.decisions = 0

    def open(self) -> None:
        """Let them compute."""
        self.path.touch()

    def close(self) -> None:
        """Let them wait."""
        self.path.unlink(missing_ok=True)
        decided = self.path.with_suffix(".decisions")
        self.decisions = len(decided.read_bytes().splitlines()) if decided.exists() else 0


async def _measured(room: Room, engine: Engine, table: store.TableRow, origin: str, gate: Gate) -> Compared:
    boards = [Board(room, number, [origin]) for number in range(len(room.codes))]
    await opened(boards)
    await _first_decision(engine, table, gate)

    async def alone() -> list[float]:
        return await play(boards, RATE, WINDOW_SECONDS)

    async def beside() -> list[float]:
        gate.open()
        try:
            return await play(boards, RATE, WINDOW_SECONDS)
        finally:
            gate.close()

    compared = await in_turn(beside, alone)
    for board in boards:
        await board.close()
    return compared


async def _first_decision(engine: Engine, table: store.TableRow, gate: Gate) -> None:
    """Let the sweep of the server find the table, and wait until a bot has decided something there."""
    with engine.begin() as connection:
        connection.execute(update(GAMETABLE).where(GAMETABLE.c.id == table.id).values(due_at=now_ms() - 10_000))
    async with asyncio.timeout(_START_SECONDS):
        while not gate.decisions:
            gate.open()
            await asyncio.sleep(0.5)
            gate.close()


def _fill_with_bots(engine: Engine) -> store.TableRow:
    """Put a table of four slow bots into the database, where nobody looks for it yet."""
    live = Live(load("hand-and-foot", 4), checking=False, settings={"draw": False, "pace": 0}, bots=("slow", "greedy"))
    for seat in range(4):
        live.do("p1", PutBot(seat, "slow"))
    live.do("p1", Start())
    while live.state.phase != "playing":
        live.due(live.table.scheduled()[0])
    table = store.TableRow(new_id(), new_code(), "", "playing", live.log[-1].seq, None, now_ms(), now_ms())
    with engine.begin() as connection:
        store.new_table(connection, table)
        for entry in live.log:
            row = row_of(table.id, entry)
            values = {name: getattr(row, name) for name in ("table_id", "seq", "cmd", "person", "at", "body", "crc")}
            connection.execute(insert(ENTRY).values(values))
    return table
