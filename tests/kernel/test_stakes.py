"""How likely a side is to win the match: exact where it is over, fair, and near what matches between planners come to."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Final

import pytest

from canasta.bots.search import stakes_at
from canasta.engine import KERNEL
from canasta.engine.stakes import Stakes
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.sim.stakes import LateMatch

LAST: Final = Stakes((4300, 4700), 0, 0, 600.0, 1000.0)
LEADS: Final = range(-3000, 3001, 50)


def test_in_the_last_deal_the_higher_total_wins() -> None:
    for lead in LEADS:
        won = LAST.chance(0, float(lead), 800.0, 0.0)
        assert won == (0.5 if lead == 400 else float(lead > 400))
        assert LAST.chance(1, float(-lead), 800.0, 0.0) == 1.0 - won


def test_doubt_makes_a_step_a_slope() -> None:
    assert LAST.chance(0, 400.0, 800.0, 500.0) == 0.5
    assert LAST.chance(0, 900.0, 800.0, 500.0) == pytest.approx(0.8413, abs=1e-4)
    assert LAST.chance(0, 900.0, 800.0, LAST.rough) < LAST.chance(0, 900.0, 800.0, LAST.sharp) < 1.0


def test_further_deals_leave_more_to_chance() -> None:
    chances = [Stakes((0, 500), deals, 0, 600.0, 1000.0).chance(1, 500.0, 0.0, 0.0) for deals in (0, 1, 2, 4, 100)]
    assert chances == sorted(chances, reverse=True)
    assert chances[1] == pytest.approx(0.8413, abs=1e-4)
    assert chances[-1] < 0.55


@pytest.mark.parametrize("deals", [-1, 0, 3])
@pytest.mark.parametrize("totals", [(0, 0), (4300, 4700), (-500, 4990), (4900, 900)])
def test_chances_grow_with_the_lead_and_those_of_both_sides_add_up(totals: tuple[int, int], deals: int) -> None:
    stakes = Stakes(totals, deals, 5000, 700.0, 1300.0)
    for both in (-500.0, 300.0, 1500.0):
        before = 0.0
        for lead in LEADS:
            one = stakes.chance(0, float(lead), both, 0.0)
            assert one + stakes.chance(1, float(-lead), both, 0.0) == pytest.approx(1.0)
            # Nearer to the target fewer deals are left: who leads is surer to win then.
            assert 0.0 <= before <= one <= 1.0 or one < 0.5
            before = one


def test_who_reaches_the_target_has_won_unless_the_other_has_more() -> None:
    stakes = Stakes((4300, 4700), -1, 5000, 700.0, 1300.0)
    assert stakes.chance(0, 600.0, 900.0, 0.0) == 1.0  # 5,050 to 4,850
    assert stakes.chance(0, 400.0, 1200.0, 0.0) == 0.5  # 5,100 each
    assert stakes.chance(0, 300.0, 1100.0, 0.0) == 0.0  # 5,000 to 5,100
    assert 0.5 < stakes.chance(0, 500.0, 500.0, 0.0) < 0.6  # 4,800 to 4,700


def test_equal_stakes_have_equal_keys() -> None:
    assert LAST.key == Stakes((4300, 4700), 0, 0, 600.0, 1000.0).key
    others = [
        Stakes((4301, 4700), 0, 0, 600.0, 1000.0),
        Stakes((4300, 4700), 1, 0, 600.0, 1000.0),
        Stakes((4300, 4700), 0, 5000, 600.0, 1000.0),
        Stakes((4300, 4700), 0, 0, 601.0, 1000.0),
        Stakes((4300, 4700), 0, 0, 600.0, 1001.0),
    ]
    assert len({LAST.key, *(other.key for other in others)}) == 6


@pytest.mark.parametrize(
    ("deals", "target", "mean", "deviation", "says"),
    [
        (-1, 0, 600.0, 1000.0, "never ends"),
        (0, 0, 0.0, 1000.0, "must be positive"),
        (0, 0, 600.0, 0.0, "must be positive"),
    ],
)
def test_stakes_that_cannot_be_are_refused(deals: int, target: int, mean: float, deviation: float, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Stakes((0, 0), deals, target, mean, deviation)


@pytest.mark.skipif(KERNEL != "compiled", reason="a thousand matches by Python take too long")
@pytest.mark.parametrize(
    ("name", "number", "totals"),
    [
        ("classic", 3, (1000, 1400)),
        ("classic", 5, (2600, 1900)),
        ("classic", 8, (3500, 4700)),
        ("hand-and-foot", 3, (17000, 14500)),
    ],
)
def test_matches_between_planners_are_won_about_as_often(name: str, number: int, totals: tuple[int, int]) -> None:
    """After *number* deals; where the leading side needs more to open, it wins less often than stakes tell, so minimums are equal here."""
    rules = load(name, 4)
    late, rest, matches = LateMatch(rules, number, totals, 4), Random(1), 400
    won = sum(late.share(totals, number, rest)[0] for _ in range(matches)) / matches
    stakes = stakes_at(rules, number, totals)
    assert stakes is not None
    told = stakes.chance(0, 0.0, 0.0, 0.0)
    assert won == pytest.approx(told, abs=0.05 + 3 * sqrt(told * (1 - told) / matches))


def rules_with(match: dict[str, int]) -> Rules:
    return load("classic", 4, house={"match": match})


def test_points_are_all_that_counts_where_no_match_is_on_its_way() -> None:
    assert stakes_at(load("classic", 4), 1, (0, 0)) is None
    assert stakes_at(load("classic", 3), 4, (1000, 2000, 3000)) is None
    assert stakes_at(load("classic", 4), 2, (0, 0)) is not None
    later = stakes_at(load("hand-and-foot", 4), 4, (0, 500))
    assert later is not None
    assert (later.deals, later.target) == (0, 0.0)
    both = stakes_at(rules_with({"deals": 3, "target": 5000}), 2, (0, 500))
    assert both is not None
    assert (both.deals, both.target) == (1, 5000.0)
    beyond = stakes_at(load("hand-and-foot", 4), 9, (0, 500))
    assert beyond is not None
    assert beyond.deals == 0
