"""What `view` tells a player: how often, and what of a deal that was counted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from canasta.bots import make
from canasta.rules.load import load
from canasta.server import limits
from canasta.session import acts
from canasta.session.preview import seen_by
from canasta.session.refusals import Refused
from canasta.tables import pace
from tests.server.in_process import Served, Socket, database, served
from tests.session.live import Live

SETTINGS = {"pace": 10_000, "draw": False}


async def playing(here: Served) -> Socket:
    """Return a player in a deal that has begun."""
    cookie = await here.person("Ann")
    wanted = {"name": "Ann", "game": "classic", "players": 2, "settings": SETTINGS}
    _, made = await here.post("/api/tables", wanted, cookie)
    socket = await here.socket(made["code"], cookie)
    assert (await socket.do("s", act="sit", seat=1))["t"] == "done"
    assert (await socket.do("b", act="put-bot", seat=2, bot="greedy"))["t"] == "done"
    assert (await socket.do("m", act="start"))["t"] == "done"
    while not any('"state":"numbers"' in frame for frame in socket.frames):
        await socket.next()
    assert (await socket.do("n", act="number", number="7"))["t"] == "done"
    return socket


async def answers(socket: Socket, times: int) -> list[str]:
    """Return how that many questions are answered: by their text where it is a complaint, else by the kind of the answer."""
    for number in range(times):
        socket.send({"t": "view", "n": number})
    told = [await socket.of("wrong", "viewed") for _ in range(times)]
    return [str(each.get("text", each["t"])) for each in told]


def test_view_has_a_limit_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    too_fast = "view: ten a second are enough."

    async def scenario() -> None:
        async with served(database(tmp_path)) as here:
            socket = await playing(here)
            burst = int(limits.TRIES[1])
            assert await answers(socket, burst + 5) == ["viewed"] * burst + [too_fast] * 5
            now[0] += 1.0
            assert await answers(socket, 11) == ["viewed"] * 10 + [too_fast]
            # Only questions are limited so: the connection stays open, and commands are still done.
            assert (await socket.do("p", act="pause"))["t"] == "done"
            await socket.close()

    asyncio.run(scenario())


def test_a_counted_deal_is_told_until_the_next_one_is_dealt() -> None:
    live = Live(load("classic", 2))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    live.until("playing")
    live.bots = [make("greedy", 1, seat) for seat in range(2)]
    while live.state.deal is not None and not live.state.deal.over:
        live.step()
    last = seen_by(live.state, "p2")
    live.step()
    assert live.state.phase == "counting"
    assert seen_by(live.state, "p2") == last
    assert last["legal"] == []
    live.do("p3", acts.Join("Cyd"))
    for person in ("p1", "p2"):
        live.do(person, acts.Ready())
    assert seen_by(live.state, "p2") == last
    live.until("playing")
    assert seen_by(live.state, "p2") != last


def test_who_sits_down_is_told_nothing_of_the_deal_before() -> None:
    live = Live(load("classic", 2))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    live.play_deal()
    assert live.state.phase == "counting"
    seen_by(live.state, "p2")
    live.do("p2", acts.Stand())
    live.do("p3", acts.Join("Cyd"))
    live.do("p3", acts.Sit(1))
    with pytest.raises(Refused, match="is in progress right now"):
        seen_by(live.state, "p3")
