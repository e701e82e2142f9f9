"""The decision benchmark: what it stores is sound, and a loss is what it says."""

from __future__ import annotations

from typing import Final

import pytest

from bench import judged
from bench.decisions import BOTS, TABLES, Score, score
from bench.judged import FOLDER, Judge, Judged, JudgedTable, NotJudged, judging_seed
from canasta.bots import make
from canasta.engine import KERNEL
from canasta.rules.digest import digest

pytestmark = pytest.mark.skipif(KERNEL != "compiled", reason="a search by Python takes too long")

PLANS: Final = ((1, 2), (1, 3), (4,), (5, 6))
GIVEN: Final = Judged("", PLANS, (0.0, 30.0, 20.0, -5.0), (0.0, 10.0, 24.0, -15.0))


@pytest.fixture(scope="module", params=TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> JudgedTable:
    game, players = request.param
    return JudgedTable(game, players)


def test_the_best_plan_is_chosen_in_some_worlds_and_judged_in_others() -> None:
    """By the first worlds (1, 3) is the best, and worth 10 in the others; by these (4,) is, and worth 20 in the first."""
    best = (10.0 + 20.0) / 2
    assert GIVEN.loss(1) == best - (10.0 + 30.0) / 2
    assert GIVEN.loss(4) == best - (24.0 + 20.0) / 2
    assert GIVEN.loss(5) == best - (-15.0 - 5.0) / 2
    assert GIVEN.loss(7) is None
    assert GIVEN.with_plan((7,), -100.0, -50.0).loss(7) == best + 75.0


def test_every_position_is_what_one_seat_sees_and_every_plan_can_be_begun(table: JudgedTable) -> None:
    made = table.provenance
    assert made["rules"] == digest(table.rules)
    assert made["command"].startswith("python -m bench.judging ")
    assert len({each.position for each in table.decisions}) == len(table.decisions) >= 50
    for judged_decision, seen in zip(table.decisions, table.views, strict=True):
        assert seen.actor == seen.seat
        assert len(judged_decision.plans) == len(judged_decision.first) == len(judged_decision.second) > 1
        assert judged_decision.first[0] == judged_decision.second[0] == 0.0
        assert {plan[0] for plan in judged_decision.plans} <= set(seen.legal)
        assert len({plan[0] for plan in judged_decision.plans}) > 1


def test_the_numbers_are_what_the_command_finds(table: JudgedTable) -> None:
    """Up to luck, which differs as soon as anything about the play of `planner` does."""
    for number in (3, 11):
        seen, stored, made = table.views[number], table.decisions[number], table.provenance
        race = Judge().race(seen, judging_seed(made["seed"], number), stored.plans)
        race.play(made["worlds"])
        for plan in range(1, len(stored.plans)):
            gain, error = race.compare(plan, 0)
            assert abs(gain - (stored.first[plan] + stored.second[plan]) / 2) < 5 * error + 1


def test_a_step_of_no_plan_is_judged_in_the_same_worlds(table: JudgedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def values(_: Judge, seen: object, plans: object, worlds: int, seed: int) -> tuple[tuple[float, ...], ...]:
        asked.append((seen, plans, worlds, seed))
        return (0.0, 50_000.0), (0.0, 40_000.0)

    monkeypatch.setattr(judged.Judge, "values", values)
    assert table.loss(0, -1) == 0.0
    made = table.provenance
    plans = [list(table.decisions[0].plans[0]), [-1]]
    assert asked == [(table.views[0], plans, made["worlds"], judging_seed(made["seed"], 0))]


def test_bots_come_out_in_the_order_of_their_strength() -> None:
    """Those that decide in a moment; `make bench` has all of them."""
    table = JudgedTable(*TABLES[0])
    scores = [score(table, bot) for bot in ("chance", *BOTS[:3])]
    assert [each.bot for each in sorted(scores, key=lambda each: -each.mean)] == ["chance", *BOTS[:3]]
    assert score(table, "planner").losses == scores[1].losses


def test_gains_are_paired() -> None:
    one, other = Score("a", (1.0, 2.0, 3.0), 1.0), Score("b", (3.0, 4.0, 5.0), 1.0)
    assert one.gain(other) == (2.0, 0.0)
    assert (one.mean, round(one.error, 3)) == (2.0, 0.577)


def test_a_table_that_nobody_judged_is_refused() -> None:
    tables = ", ".join(sorted(path.stem for path in FOLDER.glob("*.toml")))
    with pytest.raises(NotJudged, match=f"No positions of ponytail with 6 players .* {tables}"):
        JudgedTable("ponytail", 6)


def test_planner_begins_the_first_plan_nearly_everywhere(table: JudgedTable) -> None:
    """The positions were judged by the weights that `planner` has."""
    same = sum(
        make("planner", 0, seen.seat).choose(seen) == each.plans[0][0]
        for each, seen in zip(table.decisions, table.views, strict=True)
    )
    assert same >= 0.95 * len(table.decisions)
