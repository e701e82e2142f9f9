"""What takes long: in a process of its own, in turn for those who ask."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from canasta.base.errors import Problem, RulesError
from canasta.rules.load import load
from canasta.server.apart import Apart
from canasta.server.bots.hints import Hints
from canasta.server.turns import Turns
from canasta.session.refusals import Refused, refused
from tests.server.in_process import database, served


def test_whoever_asks_for_much_waits_for_it_alone() -> None:
    done: list[str] = []

    async def run() -> None:
        turns = Turns()

        async def work(whose: str, number: int) -> None:
            async with turns.turn(whose):
                await asyncio.sleep(0)
                done.append(f"{whose}{number}")

        asked = [asyncio.ensure_future(work("a", number)) for number in range(4)]
        await asyncio.sleep(0)
        asked += [asyncio.ensure_future(work("b", number)) for number in range(2)]
        asked.append(given_up := asyncio.ensure_future(work("c", 0)))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await asyncio.wait_for(work("d", 0), 1)

    asyncio.run(run())
    assert done == ["a0", "a1", "b0", "a2", "b1", "a3", "d0"]


def test_it_is_another_process_which_comes_back_when_it_was_killed() -> None:
    async def run() -> None:
        apart = Apart()
        first = await apart.work("here", os.getpid)
        assert first != os.getpid()
        assert await apart.work("here", os.getpid) == first
        os.kill(first, signal.SIGKILL)
        again = await apart.work("here", os.getpid)
        assert again not in {first, os.getpid()}
        with pytest.raises(ValueError, match="invalid literal"):
            await apart.work("here", int, "nothing")
        apart.stop()

    asyncio.run(run())


def test_errors_and_rules_go_there_and_back() -> None:
    for error in (
        refused("table.host", name="Ann"),
        RulesError("These cannot be used.", (Problem("meld", "is wrong"),)),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)
    rules = load("hand-and-foot")
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_rules_of_families_and_records_are_read_apart_from_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with served(database(tmp_path)) as here:
            asked: list[tuple[str, str]] = []
            known = here.server.apart.work

            async def work(whose: str, act: Any, *given: Any) -> Any:
                asked.append((whose, act.__name__))
                return await known(whose, act, *given)

            monkeypatch.setattr(here.server.apart, "work", work)
            house = 'base = "classic"\n[draw]\nstock = 2\n'
            status, found = await here.post("/api/rules", {"house": house}, "")
            assert (status, found["problems"]) == (200, [])
            assert (await here.post("/api/clauses", {"house": house}, ""))[0] == 200
            assert (await here.post("/api/tables", {"name": "Ann", "house": house}, ""))[0] == 201
            assert (await here.ask("POST", "/api/replay", b"no record", **{"content-type": "text/plain"}))[0] == 409
            assert asked == [
                (here.address, name) for name in ("check_rules", "chosen_rules", "chosen_rules", "replay_json")
            ]

    asyncio.run(run())


def test_one_hint_a_person_waits_and_addresses_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    async def run() -> None:
        hints = Hints(Counter())

        async def find(seen: Any) -> dict[str, Any]:
            await asyncio.sleep(0)
            found.append(seen)
            return {"move": seen}

        def over() -> Any:
            raise refused("table.over")

        def look(seen: str) -> Any:
            return lambda: seen

        monkeypatch.setattr(hints, "find", find)
        crowd = [
            asyncio.ensure_future(hints.ask("t", f"p{each % 4}", "there", look(f"p{each % 4}"))) for each in range(12)
        ]
        await asyncio.sleep(0)
        assert await hints.ask("t", "ann", "here", look("ann")) == {"move": "ann"}
        assert found.index("ann") == 1
        answers = await asyncio.gather(*crowd)
        assert [each["move"] for each in answers] == [f"p{each % 4}" for each in range(12)]
        assert len(found) <= 1 + 2 * 4
        with pytest.raises(Refused):
            await hints.ask("t", "ann", "here", over)
        assert await hints.ask("t", "ann", "here", look("ann")) == {"move": "ann"}
        tables = ("one", "two", "one")
        asked = [hints.ask(table, "ann", "here", look(table)) for table in tables]
        assert [each["move"] for each in await asyncio.gather(*asked)] == list(tables)
        hints.stop()

    asyncio.run(run())
