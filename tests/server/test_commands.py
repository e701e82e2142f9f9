"""Commands of all kinds, by everyone: nothing fails but with a sentence, and nothing is done twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from canasta.bots import make
from canasta.protocol.commands import ACTS
from canasta.server import limits
from canasta.session.act_json import act_json
from canasta.session.acts import EVERY
from canasta.session.permissions import WHO
from canasta.tables import pace
from tests.server.in_process import Served, Socket, database, served
from tests.session.test_permissions import FILLED, NOT_ALLOWED, allowed
from tests.tables.asked import wanted

Json = dict[str, Any]
BY_SERVER = {"play", "draw-card", "cut", "back"}
"""Acts in which only the server names a seat."""

SETTINGS = {"pace": 0, "numbers_wait": 60, "draw": False, "next_deal": 0}
EXPECTED = {200, 201, 307, 400, 403, 404, 405, 409, 413, 422, 429}


class Running:
    """A server with a loop of its own, so that many examples can ask it one after another."""

    def __init__(self, path: str) -> None:
        self.runner = asyncio.Runner()
        self._context = served(path)
        self.here: Served = self.runner.run(self._context.__aenter__())

    def stop(self) -> None:
        self.runner.run(self._context.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pace, "FRAMES", (1e6, 1e6))
        for name in ("TRIES", "TALK", "TABLES"):
            patch.setattr(limits, name, (1e6, 1e6))
        server = Running(database(tmp_path_factory.mktemp("requests")))
        server.here.server.limits.codes = limits.Buckets(1e6, 1e6)
        server.here.server.limits.persons = limits.Buckets(1e6, 1e6)
        yield server
        server.stop()


# Commands


async def table_of(here: Served, people: int = 3, players: int = 4) -> tuple[str, list[Socket]]:
    """Return a table whose host watches; the second of *people* has seat 2, the others watch; and someone who is not there."""
    cookies = [await here.person(f"P{number}") for number in range(1, people + 2)]
    told = {"name": "P1", "game": "classic", "players": players, "settings": SETTINGS}
    status, made = await here.post("/api/tables", told, cookies[0])
    assert status == 201, made
    sockets = [await here.socket(made["code"], cookie) for cookie in cookies]
    for number, socket in enumerate(sockets[1:people], 2):
        assert (await socket.do(f"j{number}", act="join", called=f"P{number}"))["t"] == "done"
    assert (await sockets[1].do("s2", act="sit", seat=2))["t"] == "done"
    assert (await sockets[0].do("b4", act="put-bot", seat=4, bot="greedy"))["t"] == "done"
    return made["code"], sockets


@pytest.mark.parametrize("word", ACTS)
def test_every_command_by_every_role_over_the_wire(word: str, running: Running) -> None:
    async def scenario() -> None:
        code, (host, seat, spectator, nobody) = await table_of(running.here)
        table = await running.here.server.tables.find(code)
        assert table is not None
        kind = EVERY[word]
        told = act_json(FILLED.get(kind, kind()))
        if word == "configure":
            told["settings"] = {}
        if word in BY_SERVER:
            told.pop("seat", None)
        if "person" in told:
            told["person"] = list(table.table.state.people)[1]
        for role, socket in (("nobody", nobody), ("spectator", spectator), ("seat", seat), ("host", host)):
            answer = await socket.do(f"x-{role}", **told)
            assert answer["t"] in {"done", "refused"}, answer
            may = allowed(kind, role)
            assert (answer.get("clause") not in NOT_ALLOWED) == may, (role, answer, sorted(WHO[kind]))

    running.runner.run(scenario())


def test_a_command_that_is_sent_twice_is_done_once(running: Running) -> None:
    async def scenario() -> None:
        here = running.here
        cookies = [await here.person(f"P{number}") for number in (1, 2)]
        made = {"name": "P1", "game": "classic", "players": 2, "settings": SETTINGS}
        code = (await here.post("/api/tables", made, cookies[0]))[1]["code"]
        table = await here.server.tables.find(code)
        assert table is not None
        sockets = [await here.socket(code, cookie) for cookie in cookies]
        windows = [await here.socket(code, cookie) for cookie in cookies]

        async def twice(who: int, cmd: str, **act: Any) -> None:
            head = table.head
            first = await sockets[who].do(cmd, **act)
            again = await sockets[who].do(cmd, **act)
            elsewhere = await windows[who].do(cmd, **act)
            assert first == again == elsewhere, (first, again, elsewhere)
            assert first["t"] == "done", first
            assert first["seq"] == head + 1

        await twice(1, "join", act="join", called="P2")
        for who in (0, 1):
            await twice(who, f"sit-{who}", act="sit", seat=who + 1)
        await twice(0, "name", act="rename", called="Ann")
        await twice(0, "settings", act="configure", settings={"clock": 0})
        await twice(0, "start", act="start")
        bots = [make("greedy", 1, seat) for seat in range(2)]
        moves = 0
        while moves < 20:
            asked = wanted(table.table.state, bots)
            if asked is None:
                await asyncio.sleep(0)
                continue
            moves += table.table.state.phase == "playing"
            who, act = asked
            await twice(who, f"m-{table.head}", **act)
        for cmd in ("say-1", "say-1", "say-2"):
            sockets[0].send({"t": "say", "cmd": cmd, "text": "hello"})
            assert (await sockets[0].of("done"))["seq"] == 0
        late = await here.socket(code, cookies[1])
        late.send({"t": "ping", "n": 1})
        await late.of("pong")
        while len(said := [frame for frame in late.frames if '"t":"said"' in frame]) < 2:
            await late.next()
        late.send({"t": "ping", "n": 2})
        await late.of("pong")
        assert len({json.loads(frame)["n"] for frame in said}) == 2
        assert said == [frame for frame in late.frames if '"t":"said"' in frame]

    running.runner.run(scenario())


def test_nobody_takes_the_id_of_anothers_command_or_of_what_is_due(running: Running) -> None:
    async def scenario() -> None:
        code, (host, seat, spectator, _) = await table_of(running.here, players=4)
        table = await running.here.server.tables.find(code)
        assert table is not None
        taken = ["start", "promise-1", "close-numbers-1"]
        taken += [f"{name}-{number}" for name in ("bot", "stand-in", "count") for number in range(1, 60)]
        running.here.server.limits.comings = limits.Buckets(1, len(taken))
        for number, cmd in enumerate(taken):
            assert (await spectator.do(cmd, act="rename", called=f"Eve {number}"))["t"] == "done"
        for number in (1, 3):
            await host.do(f"b{number}", act="put-bot", seat=number, bot="chance")
        before = table.head
        assert await host.do("start", act="start") == {"t": "done", "cmd": "start", "seq": before + 1}
        while table.table.state.phase != "numbers":
            await seat.next()
        assert (await seat.do("promise-1", act="number", number="7"))["t"] == "done"
        bots = [make("greedy", 1, each) for each in range(4)]
        head = table.head + 20
        async with asyncio.timeout(20):
            while table.head < head:
                asked = wanted(table.table.state, bots)
                if asked is None:
                    await asyncio.sleep(0)
                else:
                    assert (await seat.do(f"m-{table.head}", **asked[1]))["t"] == "done"
        for said in (spectator, seat):
            said.send({"t": "say", "cmd": "s1", "text": "hello"})
        assert {(await spectator.of("said"))["name"] for _ in range(2)} == {"P2", f"Eve {len(taken) - 1}"}

    running.runner.run(scenario())
