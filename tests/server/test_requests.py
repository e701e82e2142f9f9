"""Requests and commands of all kinds, by everybody: nothing fails but with a sentence, and nothing is done twice.

The requests are made from the server's own description of them (openapi.json), as they should be and nearly so.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta.bots import make
from canasta.server import limits
from canasta.server.protocol import ACTS
from canasta.session.acts import EVERY, act_json
from canasta.session.permissions import WHO
from tests.server.in_process import Served, Socket, database, served, wanted
from tests.session.test_permissions import FILLED, NOT_ALLOWED, allowed

Json = dict[str, Any]
BY_SERVER = {"play", "draw-card", "cut", "back", "stand-in"}
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
        for name in ("FRAMES", "TRIES", "TALK", "TABLES"):
            patch.setattr(limits, name, (1e6, 1e6))
        server = Running(database(tmp_path_factory.mktemp("requests")))
        server.here.server.limits.codes = limits.Buckets(1e6, 1e6)
        server.here.server.limits.persons = limits.Buckets(1e6, 1e6)
        yield server
        server.stop()


# Requests


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def fitting(schema: Json, defined: Json) -> st.SearchStrategy[Any]:
    """Values that *schema* describes."""
    if "$ref" in schema:
        return fitting(defined[schema["$ref"].rpartition("/")[2]], defined)
    if "anyOf" in schema:
        return st.one_of([fitting(each, defined) for each in schema["anyOf"]])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        needed = set(schema.get("required", ()))
        parts = {name: fitting(each, defined) for name, each in schema["properties"].items()}
        return st.fixed_dictionaries(
            {name: part for name, part in parts.items() if name in needed},
            optional={name: part for name, part in parts.items() if name not in needed},
        )
    if kind == "object":
        inner = schema.get("additionalProperties", {})
        return st.dictionaries(
            st.text(max_size=10), fitting(inner if isinstance(inner, dict) else {}, defined), max_size=3
        )
    if kind == "array":
        return st.lists(fitting(schema["items"], defined), max_size=3)
    if kind == "string":
        pattern = schema.get("pattern")
        games = st.sampled_from(["classic", "hand-and-foot", "new-canasta"])
        return st.from_regex(pattern, fullmatch=True) if pattern else st.text(max_size=20) | games
    if kind == "integer":
        return st.integers(schema.get("minimum", -100), schema.get("maximum", 100))
    return {"boolean": st.booleans(), "null": st.none()}.get(str(kind), ANYTHING)


@st.composite
def requests(draw: st.DrawFn, described: Json, code: str) -> tuple[str, str, bytes]:
    """A request: method, path and body."""
    path, methods = draw(st.sampled_from(sorted(described["paths"].items())))
    method = draw(st.sampled_from(sorted(methods)))
    codes = st.sampled_from([code, code.lower(), "K7M4XHPC", "..", "%00"]) | st.text(
        st.characters(exclude_characters="/?#", exclude_categories=["Cs"]), min_size=1, max_size=10
    )
    path = path.replace("{code}", draw(codes))
    queries = [each["name"] for each in methods[method].get("parameters", ()) if each["in"] == "query"]
    if queries:
        value = draw(
            st.integers(-2, 3).map(str) | st.text(st.characters(codec="ascii", exclude_characters="#"), max_size=4)
        )
        path += f"?{draw(st.sampled_from(queries))}={value}"
    body = methods[method].get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    told = fitting(body, described["components"]["schemas"]) if body else st.none()
    text = draw(st.one_of(told, told, ANYTHING).map(lambda value: json.dumps(value).encode()) | st.binary(max_size=30))
    return method.upper(), path, text


def test_no_request_fails_but_with_a_sentence(running: Running) -> None:
    here = running.here
    cookie = running.runner.run(here.person("Ann"))
    code = running.runner.run(here.post("/api/tables", {"name": "Ann", "game": "classic"}, cookie))[1]["code"]
    described = running.runner.run(here.ask("GET", "/api/openapi.json"))[1]
    seen: set[tuple[str, int]] = set()

    @settings(max_examples=100, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(requests(described, code), st.sampled_from(["", cookie, "canasta=x", "canasta=\xff"]))
    def check(request: tuple[str, str, bytes], who: str) -> None:
        method, path, body = request
        status, told, headers = running.runner.run(here.ask(method, path, body, cookie=who))
        seen.add((method, status))
        assert status in EXPECTED, (status, told)
        assert headers["x-content-type-options"] == "nosniff"
        if status >= 400:
            assert isinstance(told, dict), told
            assert told["text"].endswith("."), told
            assert all(each["text"] and "path" in each for each in told.get("problems", ())), told

    check()
    assert {("POST", 422), ("GET", 404), ("GET", 200)} <= seen


# Commands


async def table_of(here: Served, people: int = 3, players: int = 4) -> tuple[str, list[Socket]]:
    """A table whose host watches; the second of *people* has seat 2, the others watch; and somebody who is not there."""
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
