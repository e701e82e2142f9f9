"""How far the bot that searches looks on this device: as far as its decisions take a second, by the rules of the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from canasta.device import pondering
from canasta.device.pondering import SEARCHING, bots_in_time, worlds_in_time
from canasta.rules.load import load
from tests.device.carrier import Carrier


@pytest.fixture(autouse=True)
def _measured_anew() -> Iterator[None]:
    bots_in_time.cache_clear()
    yield
    bots_in_time.cache_clear()


@pytest.mark.parametrize(("seconds", "worlds"), [(0.01, 16), (0.25, 16), (0.3, 8), (0.6, 4), (1.0, 4), (1.1, 0)])
def test_it_looks_as_far_as_it_can_in_a_second(seconds: float, worlds: int) -> None:
    ticks = count()  # each decision, between two looks at the clock, seems to take *seconds*
    assert worlds_in_time(load("classic", 2), lambda: next(ticks) * seconds) == worlds


def test_a_table_has_the_bot_that_is_quick_enough() -> None:
    carrier = Carrier()
    code = carrier.got("makeTable", name="Ann", game="classic", players=4)["code"]
    found = carrier.got("bots", code=code)
    assert [name for name in found["bots"] if name in SEARCHING] == found["bots"][:1]
    assert found["levels"][found["bots"][0]]["title"] == "far-sighted"
    assert "slow" not in found
    table = carrier.visit(1, code)
    assert table["you"]["role"] == "host"
    [done] = carrier.say(1, t="do", cmd="c-1", act="put-bot", seat=2, bot=found["bots"][0])[-1:]
    assert done["t"] == "done"


def test_a_device_that_is_too_slow_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pondering, "MOST_SECONDS", 0.0)
    carrier = Carrier()
    code = carrier.got("makeTable", name="Ann", game="classic", players=4)["code"]
    found = carrier.got("bots", code=code)
    assert not set(found["bots"]) & set(SEARCHING)
    assert found["slow"] == "This device is too slow for the bot far-sighted in this game."
    assert found["levels"][SEARCHING[-1]]["title"] == "far-sighted"  # one may sit at a table that was made elsewhere


def test_no_bots_are_told_of_a_table_that_is_not_here() -> None:
    assert Carrier().ask("bots", code="K7M4XHPC")["sentence"] == "There is no table with this code on this device."
