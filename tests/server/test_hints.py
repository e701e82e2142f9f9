"""Hints of a server: found by a program of its own, while the table goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from canasta.bots.process.decisions import ViewReader, rules_message, told_position
from canasta.bots.process.messages import AskHint, Ok, Wrong, format_message
from canasta.bots.registry import make
from canasta.bots.worker import Worker
from canasta.deal.view import View, view
from canasta.engine.steps import DRAW
from canasta.rules.load import load
from canasta.server.bots import hints
from canasta.server.bots.hints import Hints
from canasta.session.preview import hint
from canasta.tables.hint_program import HintProgram
from tests.deal.tables import fresh
from tests.server.in_process import Served, Socket, database, served
from tests.server.players import QUICK
from tests.tables.asked import wanted

LATE = str(Path(__file__).with_name("late_hint.py"))


def seen_in(game: str, players: int, seed: int = 3) -> View:
    """Return what the first player sees after drawing, with the hand sorted as a program is told it: equal cards are alike to the rules."""
    rules = load(game, players)
    deal, _ = fresh(rules, seed)
    deal.step(0, DRAW)
    return ViewReader(rules).view(told_position(view(deal, 0)))


def not_here(seen: View) -> Any:
    raise AssertionError(f"the hint for seat {seen.seat} was found in the process that serves")


def test_a_program_finds_the_hints_that_would_be_found_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "hint", not_here)
    counts: Counter[str] = Counter()
    found = Hints(counts)

    async def scenario() -> None:
        for game, players in [("classic", 4), ("hand-and-foot", 4), ("hoyle-two-player", 2), ("classic", 4)]:
            seen = seen_in(game, players)
            assert await found.find(seen) == hint(seen)

    try:
        asyncio.run(scenario())
    finally:
        found.stop()
    assert found.process.starts == 1
    assert not counts


def test_a_program_that_is_killed_costs_no_hint() -> None:
    counts: Counter[str] = Counter()
    found = Hints(counts)
    seen = seen_in("classic", 2)

    async def scenario() -> None:
        assert await found.find(seen) == hint(seen)
        for killed in (1, 2):
            assert found.process.pid is not None
            os.killpg(found.process.pid, signal.SIGKILL)
            assert await found.find(seen) == hint(seen)
            assert counts["hint_failures"] == killed
            assert await found.find(seen) == hint(seen)
            assert (found.process.starts, counts["hint_failures"]) == (1 + killed, killed)

    try:
        asyncio.run(scenario())
    finally:
        found.stop()


def test_a_program_that_gives_no_hint_costs_no_hint() -> None:
    counts: Counter[str] = Counter()
    found = Hints(counts, (sys.executable, "-c", "print('no')"))
    try:
        assert asyncio.run(found.find(seen_in("classic", 2))) == hint(seen_in("classic", 2))
    finally:
        found.stop()
    assert counts["hint_failures"] == 1


def test_bots_give_no_hints_and_the_program_only_to_those_who_decide() -> None:
    seen = seen_in("classic", 2)
    asked = format_message(AskHint(told_position(seen)))
    for worker, said in [(Worker("greedy"), "Bots give no hints."), (HintProgram(), "")]:
        assert worker.answer(asked) == Wrong("The rules must come before the first decision.")
        assert worker.answer(format_message(rules_message(seen.rules))) == Ok()
        if said:
            assert worker.answer(asked) == Wrong(said)
    deal, _ = fresh(load("classic", 2), 3)
    waits = format_message(AskHint(told_position(view(deal, 1))))
    assert worker.answer(waits) == Wrong("The player has nothing to decide in this position.")


async def seated(here: Served) -> list[Socket]:
    """Return two people at a table of classic Canasta who are about to play."""
    cookies = [await here.person(name) for name in ("Ann", "Bob")]
    told = {"name": "Ann", "game": "classic", "players": 2, "settings": QUICK}
    status, made = await here.post("/api/tables", told, cookies[0])
    assert status == 201, made
    sockets = [await here.socket(made["code"], cookie) for cookie in cookies]
    assert (await sockets[1].do("join", act="join", called="Bob"))["t"] == "done"
    for seat, socket in enumerate(sockets):
        assert (await socket.do(f"sit-{seat}", act="sit", seat=seat + 1))["t"] == "done"
    assert (await sockets[0].do("start", act="start"))["t"] == "done"
    return sockets


async def play_to(sockets: list[Socket], here: Served, moves: int) -> None:
    """Play on until there have been *moves* moves."""
    (table,) = here.server.tables.live.values()
    bots = [make("greedy", 1, seat) for seat in range(2)]
    while moves:
        async with asyncio.timeout(30):
            while (asked := wanted(table.table.state, bots)) is None:  # noqa: ASYNC110 - the table goes on by itself
                await asyncio.sleep(0.01)
        seat, act = asked
        moves -= "move" in act
        assert (await sockets[seat].do(f"c-{table.head}", **act))["t"] == "done"


def test_the_table_goes_on_while_a_hint_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program computes without a pause; moves and questions at the table are answered meanwhile."""
    monkeypatch.setattr(hints, "hint", not_here)
    gate = tmp_path / "gate"

    async def scenario() -> None:
        async with served(database(tmp_path)) as here:
            here.server.hints = Hints(here.server.counts, (sys.executable, LATE, str(gate)))
            sockets = await seated(here)
            await play_to(sockets, here, 1)
            (table,) = here.server.tables.live.values()
            assert table.table.state.deal is not None
            actor = sockets[int(table.table.state.deal.actor)]
            actor.send({"t": "hint", "n": 1})
            async with asyncio.timeout(30):
                while not gate.with_suffix(".asked").exists():  # noqa: ASYNC110 - another process makes it
                    await asyncio.sleep(0.01)
            before = len(actor.frames)
            await play_to(sockets, here, 6)
            actor.send({"t": "ping", "n": 2})
            assert (await actor.of("hinted", "pong"))["t"] == "pong"
            assert len(actor.frames) > before + 6
            gate.touch()
            assert (await actor.of("hinted"))["n"] == 1
            for socket in sockets:
                await socket.close()

    asyncio.run(scenario())


def test_a_server_can_stop_while_a_hint_is_found(tmp_path: Path) -> None:
    found = Hints(Counter(), (sys.executable, LATE, str(tmp_path / "never")))

    async def scenario() -> None:
        waiting = asyncio.ensure_future(found.find(seen_in("classic", 2)))
        async with asyncio.timeout(30):
            while not (tmp_path / "never.asked").exists():  # noqa: ASYNC110 - another process makes it
                await asyncio.sleep(0.01)
        await asyncio.to_thread(found.stop)
        with pytest.raises(Exception, match=r"hint program|planner"):
            await waiting

    asyncio.run(scenario())
