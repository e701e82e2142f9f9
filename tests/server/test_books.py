"""Rules, handbooks and records: worked out once, packed, and only so many for one address."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from canasta.server import limits
from canasta.server.table.worker_cache import WorkerCache
from canasta.tables import requests
from tests.server.in_process import Served, database, served


async def raw(here: Served, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Return what is sent for *path*, byte by byte."""
    sent: list[Any] = []
    told = {"host": "localhost:8000", **headers}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "method": "GET",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "extensions": {},
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in told.items()],
        "client": (here.address, 1), "server": ("localhost", 8000),
    }  # fmt: skip

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await here.app(scope, receive, send)
    got = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:]), got


def test_games_and_rules_are_packed_once_and_asked_for_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(database(tmp_path)) as here:
            _, made = await here.post("/api/tables", {"name": "Ann", "game": "classic"}, "")
            for path in ("/api/games", f"/api/tables/{made['code']}/clauses", f"/api/tables/{made['code']}/rules"):
                _, plain, headers = await raw(here, path)
                assert "content-encoding" not in headers
                _, packed, headers = await raw(here, path, accept_encoding="br, gzip")
                assert headers["content-encoding"] == "gzip"
                assert gzip.decompress(packed) == plain
                assert 3 * len(packed) < len(plain)
                status, nothing, _ = await raw(here, path, if_none_match=headers["etag"])
                assert (status, nothing) == (304, b"")
                if "json" in headers["content-type"]:
                    assert json.loads(plain)

    asyncio.run(run())


def test_many_who_ask_for_one_handbook_wait_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"book": 0, "rule_sections": 0}

    def counted(name: str, known: Any) -> Any:
        def worked(*given: Any) -> Any:
            counts[name] += 1
            return known(*given)

        return worked

    for name in counts:
        monkeypatch.setattr(requests, name, counted(name, getattr(requests, name)))

    async def run() -> None:
        async with served(database(tmp_path)) as here:
            _, made = await here.post("/api/tables", {"name": "Ann", "game": "hand-and-foot"}, "")
            at = f"/api/tables/{made['code']}"
            burst = int(limits.READINGS[1])
            asked = [here.ask("GET", f"{at}/{what}") for _ in range(burst) for what in ("rules", "clauses")]
            statuses = [status for status, *_ in await asyncio.gather(*asked)]
            assert set(statuses) == {200, 429}
            assert statuses.count(200) in range(burst, burst + 15)
            assert counts == {"book": 1, "rule_sections": 1}
            here.address = "10.0.0.2"
            assert (await here.ask("GET", f"{at}/rules"))[0] == 200
            # What is worked out again each time has a limit of its own, and a record the one of replays.
            told = json.dumps({"game": "classic"}).encode()
            checks = [(await here.ask("POST", "/api/rules", told))[0] for _ in range(int(limits.CHECKS[1]) + 40)]
            assert (checks[0], checks[-1]) == (200, 429)
            records = [(await here.ask("GET", f"{at}/record"))[0] for _ in range(int(limits.REPLAYS[1]) + 5)]
            assert (records[0], records[-1]) == (409, 429)  # no deal is counted

    asyncio.run(run())


def test_a_record_is_made_once_while_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def record_text(bodies: list[str]) -> str:
        made.append(len(bodies))
        return "[[deal]]"

    monkeypatch.setattr("canasta.server.table.tables.record_text", record_text)

    async def run() -> None:
        async with served(database(tmp_path)) as here:
            cookie = await here.person("Ann")
            _, told = await here.post("/api/tables", {"name": "Ann", "game": "classic"}, cookie)
            for _ in range(3):
                assert (await here.ask("GET", f"/api/tables/{told['code']}/record"))[1] == "[[deal]]"
            assert made == [1]
            socket = await here.socket(told["code"], cookie)
            assert (await socket.do("a", act="sit", seat=1))["t"] == "done"
            assert (await here.ask("GET", f"/api/tables/{told['code']}/record"))[1] == "[[deal]]"
            assert made == [1, 2]
            await socket.close()

    asyncio.run(run())


def test_a_book_that_failed_is_tried_again_and_old_ones_are_forgotten() -> None:
    async def run() -> None:
        books, asked = WorkerCache(most=2), []

        def fails() -> str:
            asked.append("fails")
            raise ValueError("not now")

        for _ in range(2):
            with pytest.raises(ValueError, match="not now"):
                await books.get("a", fails)
            await asyncio.sleep(0)
        assert asked == ["fails", "fails"]
        for key in ("b", "c", "d", "c", "b"):
            await books.get(key, lambda key=key: asked.append(key))  # type: ignore[misc]
        assert asked[2:] == ["b", "c", "d", "b"]
        books.stop()

    asyncio.run(run())


def test_questions_of_one_person_count_together(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(database(tmp_path)) as here:
            cookie = await here.person("Ann")
            _, made = await here.post("/api/tables", {"name": "Ann", "game": "classic"}, cookie)
            sockets = [await here.socket(made["code"], cookie) for _ in range(6)]
            assert (await sockets[0].do("a", act="sit", seat=1))["t"] == "done"
            for number, socket in enumerate(sockets * 10):
                socket.send({"t": "try", "n": number, "move": "draw"})
            answers = [(await socket.of("tried", "wrong"))["t"] for socket in sockets for _ in range(10)]
            assert answers.count("tried") in range(20, 35)
            assert answers.count("wrong") >= 25
            for socket in sockets:
                await socket.close()

    asyncio.run(run())


def test_a_question_lets_others_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two moves that are tried, everything else that is ready has its turn."""

    async def run() -> None:
        async with served(database(tmp_path)) as here:
            cookie = await here.person("Ann")
            _, made = await here.post("/api/tables", {"name": "Ann", "game": "classic"}, cookie)
            sockets = [await here.socket(made["code"], cookie) for _ in range(8)]
            assert (await sockets[0].do("a", act="sit", seat=1))["t"] == "done"
            table = await here.server.tables.find(made["code"])
            assert table is not None
            order: list[str] = []
            known = table.table.try_move

            def tried(person: str, move: str) -> Any:
                order.append("try")
                return known(person, move)

            monkeypatch.setattr(table.table, "try_move", tried)
            for socket in sockets:
                socket.send({"t": "try", "n": 1, "move": "draw"})
            while order.count("try") < len(sockets):
                order.append("loop")
                await asyncio.sleep(0)
            assert "try try" not in " ".join(order)
            for socket in sockets:
                await socket.close()

    asyncio.run(run())
