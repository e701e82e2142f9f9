"""Twins: the same commands at the same times are heard alike at a local table and at a table of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, cast

import pytest

from canasta.rules.load import games
from canasta.server.store.store import StoredPerson, TableRow
from canasta.server.table import live
from canasta.server.table.guests import SocketGuest
from canasta.server.table.live import LiveTable, Services
from canasta.session.schedule import ScheduledCommand
from canasta.session.table import Table
from tests.tables.evening import Evening


class Nothing:
    """What a table needs of its process, where everything is written at once and no time passes."""

    async def append(self, _: Any) -> bool:
        return True

    def at(self, _: ScheduledCommand) -> None:
        return None


def heard_at_a_server(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the frames that guests get who came when those of *evening* did, in the same order."""
    now = [0]
    monkeypatch.setattr(live, "now_ms", lambda: now[0])
    people = [StoredPerson("p1", ""), StoredPerson("p2", ""), None]
    guests = [SocketGuest(person, events=page.guest.events) for person, page in zip(people, evening.pages, strict=True)]
    frames: list[list[str]] = [[] for _ in guests]

    async def play() -> None:
        def spawn(work: Awaitable[Any]) -> asyncio.Task[Any]:
            return asyncio.ensure_future(work)

        services = Services(cast(Any, Nothing()), cast(Any, Nothing()), spawn, lambda _: None, lambda *_: False)
        table = LiveTable(TableRow("t", "K7M4XHPC", "", "open", 0, None, 0, 0), Table(), services)
        for entry in evening.log.entries:
            now[0] = entry.at
            assert await table.do(entry.command) == entry.seq
            for guest, told in zip(guests, frames, strict=True):
                while guest.outbox.waits:
                    frame = await guest.outbox.next()
                    told.append(table.room.whole(guest) if frame is None else frame)
            if entry.seq == 1:
                for guest, told in zip(guests, frames, strict=True):
                    assert table.enter(guest)
                    told.append(table.room.whole(guest))

    asyncio.run(play())
    return [[each for each in told if not each.startswith('{"t":"watching"')] for told in frames]


@pytest.mark.parametrize("name", sorted(games()))
def test_a_match_is_heard_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(name)
    while not (evening.table.table.state.match and evening.table.table.state.match.results):
        evening.step()
    heard = heard_at_a_server(evening, monkeypatch)
    for page, told in zip(evening.pages, heard, strict=True):
        assert told == page.frames
    assert sum(map(len, heard)) > 100
