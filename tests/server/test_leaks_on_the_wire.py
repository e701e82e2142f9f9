"""Nobody hears over the wire what they may not know: one game. `tests/tables/test_leaks.py` plays all of them at a room."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from canasta.server import limits
from canasta.server.http import socket as table_socket
from canasta.server.store import store
from canasta.server.store.store import TableRow
from canasta.server.table import live, tables
from canasta.server.table.live import LiveTable
from canasta.session.entries import Entry, parse_entry
from canasta.session.state import State
from canasta.session.table import Table
from canasta.tables import pace
from canasta.tables.codes import new_code, new_id
from tests.server.in_process import Served, Socket, database, served
from tests.tables.leaks import BEGINNING, MOST, SETTINGS, play_and_compare


class Wire:
    """Tables of a server in this process."""

    def __init__(self, here: Served, clock: list[int]) -> None:
        self.clock = clock
        self._here = here
        self._tables = here.server.tables

    def _live(self, code: str) -> LiveTable:
        return self._tables.live[self._tables._codes[code]]

    async def person(self, name: str) -> str:
        return await self._here.person(name)

    async def make(self, person: str, game: str, players: int) -> str:
        made = {"name": "P1", "game": game, "players": players, "settings": SETTINGS}
        status, told = await self._here.post("/api/tables", made, person)
        assert status == 201, told
        return str(told["code"])

    async def ear(self, code: str, person: str, have: int = 0) -> Socket:
        return await self._here.socket(code, person, have)

    def table(self, code: str) -> Table:
        return self._live(code).table

    async def entries(self, code: str) -> Sequence[Entry]:
        table_id = self._live(code).id
        rows = await self._tables.keeper.read(lambda connection: store.entries(connection, table_id))
        return [parse_entry(row.body) for row in rows]

    async def twin(self, code: str, state: State) -> str:
        row = TableRow(new_id(), new_code(), "", "playing", state.head, None, state.at, state.at)
        await self._tables.keeper.write(lambda connection: store.new_table(connection, row))
        self._tables.live[row.id] = LiveTable(row, Table(state), self._live(code)._services)
        self._tables._codes[row.code] = row.id
        return row.code

    async def forget(self, code: str) -> None:
        table_id = self._live(code).id
        await self._tables.keeper.write(lambda connection: store.remove(connection, table_id))

    async def wait(self, _: str) -> None:
        await asyncio.sleep(0)


def test_nobody_hears_more_than_they_may_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [BEGINNING]
    for module in (live, tables, table_socket):
        monkeypatch.setattr(module, "now_ms", lambda: clock[0])
    monkeypatch.setattr(live, "_GRACE_SECONDS", 3_600)
    monkeypatch.setattr(pace, "FRAMES", (1e6, 1e6))  # programs may be as fast as they can
    monkeypatch.setattr(limits, "TRIES", (1e6, 1e6))
    place = database(tmp_path)

    async def play(deal: int) -> tuple[int, int]:
        async with asyncio.timeout(600), served(place) as here:
            return await play_and_compare(Wire(here, clock), "hand-and-foot", 4, deal)

    checked = alike = deal = 0
    while not alike and deal < MOST:
        one, other = asyncio.run(play(deal))
        checked, alike, deal = checked + one, alike + other, deal + 1
    assert checked > 60 * deal
    assert alike
