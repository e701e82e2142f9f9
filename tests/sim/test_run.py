"""Simulations: the same numbers however they are run, and numbers that hang together."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from canasta.bots.registry import UnknownBot
from canasta.deal.deal import Deal
from canasta.rules.load import load
from canasta.sim import Broken, Plan, PlanError, run
from canasta.sim.moments import Moments, share
from canasta.sim.playing import check
from canasta.sim.table import lines
from tests.deal.tables import TABLES, fresh, rules_of

CLASSIC = load("classic", 4)


@pytest.mark.parametrize("settings", [{}, {"duplicate": True}, {"match": True, "deals": 3}], ids=str)
def test_the_number_of_jobs_changes_nothing(settings: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"deals": 9, "max_deals": 4} | settings
    plan = Plan(rules=CLASSIC, bots=("greedy", "chance", "greedy", "chance"), **asked)
    alone = run(plan)
    assert run(replace(plan, jobs=2)).as_json() == alone.as_json()
    assert run(plan).as_json() == alone.as_json()
    assert run(replace(plan, seed=8)).as_json()["points"] != alone.as_json()["points"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_can_be_simulated(name: str, players: int) -> None:
    rules = load(name, players)
    found = run(Plan(rules=rules, bots=("greedy",), deals=2))
    assert found.whole
    assert found.deals == sum(found.ends.values()) == 2
    assert set(found.ends) == {"out", "stock", "lap", "pile"}
    assert len(found.points) == rules.sides
    assert found.by_bot == {}
    assert all(side.low <= side.mean <= side.high for side in found.points)


def test_duplicate_deals_are_played_from_every_place() -> None:
    rules = load("new-canasta", 3)
    plan = Plan(rules=rules, bots=("greedy", "chance", "chance"), deals=2, duplicate=True)
    assert [plan.seated(turn) for turn in range(plan.turns)] == [
        ("greedy", "chance", "chance"),
        ("chance", "greedy", "chance"),
        ("chance", "chance", "greedy"),
    ]
    assert run(plan).deals == 6
    assert Plan(rules=CLASSIC, bots=("greedy", "chance") * 2, duplicate=True).turns == 2
    assert Plan(rules=CLASSIC, bots=("greedy",), duplicate=True).turns == 1


def test_the_same_bots_have_the_same_points_on_duplicate_deals() -> None:
    rules = load("classic", 2)
    found = run(Plan(rules=rules, bots=("greedy", "chance"), deals=4, duplicate=True))
    assert found.difference is not None
    assert found.difference.mean == pytest.approx(found.by_bot["chance"].mean - found.by_bot["greedy"].mean)
    assert found.difference.low < found.difference.mean < found.difference.high
    every = sum(side.mean for side in found.points)
    assert every == pytest.approx(sum(mean.mean for mean in found.by_bot.values()))


def test_matches_are_played_to_their_end_or_left_unfinished() -> None:
    rules = load("hand-and-foot")
    found = run(Plan(rules=rules, bots=("greedy",), deals=2, match=True))
    assert (found.matches, found.unfinished, found.deals) == (2, 0, 8)
    assert sum(wins.wins for wins in found.wins) >= 2
    plan = Plan(rules=CLASSIC, bots=("chance",), deals=2, match=True, max_deals=3)
    found = run(plan)
    assert (found.unfinished, found.deals) == (2, 6)
    assert all(wins.of == 0 for wins in found.wins)
    assert "unfinished" in "\n".join(lines(found))


def test_a_shorter_run_is_the_beginning_of_a_longer_one() -> None:
    seen: list[int] = []

    def stop(done: int) -> None:
        seen.append(done)
        if done >= 3:
            raise KeyboardInterrupt

    plan = Plan(rules=CLASSIC, bots=("greedy",), deals=8)
    found = run(plan, stop)
    assert seen == [1, 2, 3]
    assert not found.whole
    assert found.points == run(replace(plan, deals=3)).points


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"bots": ("greedy",) * 3}, "3 bots are given for 4 players of Classic Canasta"),
        ({"bots": ()}, "0 bots are given"),
        ({"deals": 0}, "number of deals must be at least 1"),
        ({"jobs": 0}, "number of jobs"),
        ({"max_deals": -1}, "deals of a match"),
    ],
)
def test_bad_plans_are_refused(settings: dict[str, Any], says: str) -> None:
    asked: dict[str, Any] = {"rules": CLASSIC, "bots": ("greedy",)} | settings
    with pytest.raises(PlanError, match=says):
        Plan(**asked)


def test_unknown_bots_are_refused_in_plans() -> None:
    with pytest.raises(UnknownBot):
        Plan(rules=CLASSIC, bots=("greddy",))


def test_lost_cards_are_found() -> None:
    deal, _ = fresh(rules_of("classic", 4), 1)
    check(deal, ())
    lost: Deal = deal.copy()
    lost.tabletop.hands[1].pop()
    with pytest.raises(Broken, match="lost"):
        check(lost, ())


def test_intervals() -> None:
    moments = Moments()
    assert moments.mean().mean == 0
    for value in (10, 20, 30, 40):
        moments.add(value)
    found = moments.mean()
    assert found.mean == 25
    assert found.high - found.mean == pytest.approx(1.959964 * 12.909944 / 2)
    assert moments.mean(2).high == found.high / 2
    assert 0 <= share(0, 10).low < share(0, 10).high < 0.3
    assert share(10, 10).high == pytest.approx(1)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_reports_what_was_done(jobs: str) -> None:
    words = ["classic", "--deals", "100000", "--jobs", jobs, "--json"]
    # Whoever runs the tests in the background of a shell ignores interrupts, and so would the program. It is
    # interrupted as soon as the first decks have been played, however long that takes.
    code = f"""
import signal
from canasta.sim.command import sim
from canasta.sim.tally import Tally
merge = Tally.merge
def merged(self, other):
    merge(self, other)
    signal.raise_signal(signal.SIGINT)
Tally.merge = merged
signal.signal(signal.SIGINT, signal.default_int_handler)
sim({words!r})
"""
    run_ = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    out, err = run_.stdout, run_.stderr
    assert '"ends"' in out
    assert "Stopped after" in err
    assert "Traceback" not in err
    assert run_.returncode == 130
