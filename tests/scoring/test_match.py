"""Minimums, and how a match stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.rules.load import load
from canasta.scoring.standing import minimum, standing
from canasta.scoring.tableau import Tableau
from canasta.wording.sheets import sheet
from tests.scoring.tableaus import ALL_RULES, cards


@pytest.mark.parametrize(
    ("total", "needed"),
    [
        (-5, 15),
        (0, 50),
        (1500, 50),
        (1505, 90),
        (3000, 90),
        (3005, 120),
        (5000, 120),
        (5005, 150),
        (7000, 150),
        (7005, 210),
        (9995, 210),
    ],
)
def test_new_canasta_minimums(total: int, needed: int) -> None:
    assert minimum(load("new-canasta"), 3, total) == needed


@pytest.mark.parametrize(
    ("total", "needed", "evans"), [(-5, 15, 0), (1495, 50, 50), (1500, 90, 90), (2995, 90, 90), (3000, 120, 100)]
)
def test_classic_minimums(total: int, needed: int, evans: int) -> None:
    assert minimum(load("classic"), 1, total) == needed
    assert minimum(load("classic", options=["evans"]), 1, total) == evans


@pytest.mark.parametrize("game", ["hand-and-foot", "hand-knee-and-foot"])
@pytest.mark.parametrize(("deal", "needed"), [(1, 50), (2, 90), (3, 120), (4, 150), (5, 150)])
def test_minimums_by_deal(game: str, deal: int, needed: int) -> None:
    assert minimum(load(game), deal, 99_999) == needed


@pytest.mark.parametrize(
    ("total", "needed"), [(-500, 50), (0, 50), (14995, 50), (15000, 90), (29995, 90), (30000, 120), (50000, 150)]
)
def test_below_the_first_row_the_first_row_holds(total: int, needed: int) -> None:
    assert minimum(load("hand-knee-and-foot", options=["minimum-by-total"]), 4, total) == needed


def test_a_target_touched_during_the_count_is_not_reached() -> None:
    rules = load("new-canasta", 3)
    # Top Count 700, To the Bad −150, To the Good 40: it stood at 10,100 in between.
    house = load("new-canasta", 3, options=["score.mixed=350"])
    counted = sheet(
        house,
        Tableau(mixed=2, opened=True, melded=cards("4c" * 8), caught_hand=cards("Jk Jk Jk")),
    )
    assert [points for _, points in counted.subtotals] == [700, -150, 40]
    before = 9400
    assert before + counted.parts[0].points == 10_100
    now = standing(rules, (before + counted.total, 400, 0), 6)
    assert before + counted.total == 9990
    assert (now.over, now.winners, now.leaders) == (False, (), (0,))


def test_the_target_itself_ends_the_match() -> None:
    now = standing(load("new-canasta", 3), (9000, 10_000, 2000), 6)
    assert (now.over, now.ended, now.winners, now.places) == (True, "target", (1,), (2, 1, 3))


def test_of_two_over_the_target_the_higher_wins() -> None:
    assert standing(load("classic"), (5230, 5100), 7).winners == (0,)
    assert standing(load("new-canasta", 4), (10_005, 12_000, 10_000, 50), 7).winners == (1,)


def test_a_tie_over_the_target_is_won_together() -> None:
    now = standing(load("new-canasta", 4), (10_100, 300, 10_100, 50), 7)
    assert (now.winners, now.places) == ((0, 2), (1, 3, 1, 4))


@pytest.mark.parametrize("game", ["hand-and-foot", "hand-knee-and-foot"])
def test_four_deals_whatever_the_totals(game: str) -> None:
    rules = load(game)
    for played in range(4):
        now = standing(rules, (99_000, -300), played)
        assert (now.over, now.ended, now.winners) == (False, "", ())
    last = standing(rules, (4000, 4100), 4)
    assert (last.ended, last.winners) == ("deals", (1,))


def test_a_tie_after_four_deals_is_won_together() -> None:
    assert standing(load("hand-and-foot"), (4000, 4000), 4).winners == (0, 1)
    assert standing(load("hand-knee-and-foot", 6), (4000, 100, 4000), 4).winners == (0, 2)


def test_deals_or_target_whichever_comes_first() -> None:
    rules = load("hand-and-foot", options=["match.target=50000"])
    assert standing(rules, (50_000, 0), 2).ended == "target"
    assert standing(rules, (49_995, 0), 3).ended == ""
    assert standing(rules, (20_000, 25_000), 4).winners == (1,)
    assert standing(rules, (-500, -400), 4).winners == (1,)


@given(st.data())
def test_winners_have_the_highest_total(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(ALL_RULES))
    side = st.integers(-20, 300).map(lambda number: 50 * number)
    totals = data.draw(st.lists(side, min_size=rules.sides, max_size=rules.sides))
    now = standing(rules, totals, data.draw(st.integers(0, 12)))
    assert all(totals[side] == max(totals) for side in now.leaders)
    assert [side for side, place in enumerate(now.places) if place == 1] == list(now.leaders)
    assert now.winners == (now.leaders if now.over else ())
    assert sorted(range(rules.sides), key=lambda side: now.places[side]) == sorted(
        range(rules.sides), key=lambda side: -totals[side]
    )


def test_wrong_questions() -> None:
    with pytest.raises(ValueError, match="there are 2 sides, and 3 totals were given"):
        standing(load("classic"), (0, 0, 0), 1)
    with pytest.raises(ValueError, match="-1 deals cannot have been played"):
        standing(load("classic"), (0, 0), -1)
