"""Scores that the descriptions of the games give, or that follow from their tables."""

from dataclasses import replace
from typing import Any

import pytest

from canasta.base.sheets import Sheet
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.scoring.tableau import Tableau
from canasta.wording.sheets import sheet
from tests.scoring.tableaus import cards, with_values

NEW = load("new-canasta")
FOOT = load("hand-and-foot")
KNEE = load("hand-knee-and-foot")
CLASSIC = load("classic")


def points(counted: Sheet, clause: str) -> int:
    return sum(line.points for line in counted.lines if line.clause == clause)


def test_new_canasta_is_counted_in_three_counts() -> None:
    tableau = Tableau(
        natural=2,
        topped=1,
        mixed=1,
        melded=cards("Kc" * 7 + "Qc" * 7 + "Ac" * 4 + "2c" * 3 + "5c" * 11),
        opened=True,
        caught_hand=cards("Ks 5d 3h"),
    )
    counted = sheet(NEW, tableau)
    assert counted.subtotals == (("Top Count", 1800), ("To the Bad", -515), ("To the Good", 335))
    assert counted.total == 1620


def test_new_canasta_black_threes_caught_cost_nothing() -> None:
    counted = sheet(NEW, Tableau(caught_hand=cards("3c 3s")))
    assert counted.total == 0
    assert counted.lines == ()


def test_new_canasta_caught_red_threes_cost_500_in_both_packets() -> None:
    tableau = Tableau(caught_hand=cards("3h"), caught_reserves=cards("3d 3d"))
    assert sheet(NEW, tableau).total == -1500
    assert sheet(load("new-canasta", options=["red-threes-free"]), tableau).total == 0


def test_new_canasta_a_canasta_of_black_threes_is_named_and_worth_nothing() -> None:
    counted = sheet(NEW, Tableau(black=1, mixed=1, melded=cards("3c" * 7 + "9c" * 7), opened=True, out=True))
    assert [(line.text, line.points) for line in counted.parts[0].lines] == [
        ("1 black canasta", 300),
        ("1 canasta of black threes", 0),
    ]
    assert counted.total == 300 + 70 + 100


def test_new_canasta_nobody_earns_going_out_after_the_stock() -> None:
    tableau = Tableau(mixed=2, opened=True, out=True, after_stock=True)
    assert points(sheet(NEW, tableau), "score.out") == 0
    assert points(sheet(FOOT, tableau), "score.out") == 100


def test_new_canasta_an_exact_cut_earns_100() -> None:
    assert sheet(NEW, Tableau(exact_cuts=2)).total == 200
    assert sheet(load("new-canasta", options=["no-exact-cut"]), Tableau(exact_cuts=2)).total == 0


def test_caught_cards_of_hand_and_foot_cost_their_values() -> None:
    assert sheet(FOOT, Tableau(caught_hand=cards("Jk 2c Kd 4h 3c 3h"))).total == -190


def test_hand_and_foot_red_threes_of_an_unopened_foot_cost_100_each() -> None:
    assert sheet(FOOT, Tableau(caught_reserves=cards("3h 3d"))).total == -200


def test_hand_and_foot_canastas() -> None:
    counted = sheet(FOOT, Tableau(natural=2, mixed=2, wild=1, opened=True, out=True))
    assert points(counted, "score.canastas") == 2 * 500 + 2 * 300 + 1500
    assert points(counted, "score.out") == 100


def test_hand_and_foot_red_threes_never_count_against() -> None:
    assert sheet(FOOT, Tableau(red_threes=3, another_out=True)).total == 300


@pytest.mark.parametrize(
    ("tableau", "bonuses"),
    [
        (Tableau(natural=1, mixed=1, wild=1, specials=(1, 0)), 6300),
        (Tableau(natural=1, mixed=1, wild=1, specials=(1, 1)), 11300),
        (Tableau(natural=1, mixed=1, specials=(1, 1)), 8800),
        (Tableau(natural=1, mixed=1, wild=1, specials=(0, 1)), 8300),
        (Tableau(natural=1, wild=1, specials=(1, 1)), 11000),
    ],
)
def test_hand_knee_and_foot_basic_book(tableau: Tableau, bonuses: int) -> None:
    assert sheet(KNEE, tableau).total == bonuses


def test_hand_knee_and_foot_going_out_earns_200() -> None:
    assert sheet(KNEE, Tableau(out=True, opened=True)).total == 200


def test_hand_knee_and_foot_red_threes_of_packets_cost_500() -> None:
    tableau = Tableau(caught_reserves=cards("3h"))
    assert sheet(KNEE, tableau).total == -500
    assert sheet(load("hand-knee-and-foot", options=["red-threes-100"]), tableau).total == -100


def test_hand_knee_and_foot_a_forgotten_knee_costs_1000() -> None:
    rules = load("hand-knee-and-foot", options=["manual-knee"])
    assert sheet(rules, Tableau(missed=(1, 0))).total == -1000
    assert sheet(rules, Tableau(missed=(2, 0))).total == -2000
    assert sheet(KNEE, Tableau(missed=(1, 0))).total == 0


def test_hand_knee_and_foot_black_threes_of_clubs() -> None:
    rules = load("hand-knee-and-foot", options=["black-threes-300"])
    counted = sheet(rules, Tableau(caught_hand=cards("3c 3s Kh"), caught_reserves=cards("3s 4h")))
    assert counted.total == -900 - 15
    assert points(counted, "threes.black_caught") == -900


@pytest.mark.parametrize(("number", "worth"), [(6, 600), (7, 1000), (8, 1100), (14, 1700), (24, 2700)])
def test_hand_knee_and_foot_a_book_of_red_threes(number: int, worth: int) -> None:
    listed = load("hand-knee-and-foot", options=["red-three-book"])
    short = load("hand-knee-and-foot", options=["threes.red_sets=[[7, 1000]]"])
    for rules in (listed, short):
        assert sheet(rules, Tableau(red_threes=number)).total == worth
    assert sheet(KNEE, Tableau(red_threes=number)).total == 100 * number


@pytest.mark.parametrize(("number", "worth"), [(0, 0), (1, 100), (3, 300), (4, 800)])
def test_classic_red_threes(number: int, worth: int) -> None:
    assert sheet(CLASSIC, Tableau(red_threes=number, opened=True)).total == worth
    assert sheet(CLASSIC, Tableau(red_threes=number)).total == -worth


@pytest.mark.parametrize(("number", "opened", "worth"), [(8, True, 1000), (3, False, -300), (8, False, -1000)])
def test_eight_red_threes_on_one_side(number: int, opened: bool, worth: int) -> None:
    rules = load("classic", options=["deck.packs=4", "threes.red_sets=[[8, 1000]]"])
    assert sheet(rules, Tableau(red_threes=number, opened=opened)).total == worth


@pytest.mark.parametrize(("another_out", "worth"), [(True, -200), (False, 200)])
def test_red_threes_that_count_against_only_when_another_side_goes_out(another_out: bool, worth: int) -> None:
    rules = load("classic", options=["threes.red_against=no melds and another out"])
    assert sheet(rules, Tableau(red_threes=2, another_out=another_out)).total == worth


def test_red_threes_of_a_side_with_melds_count_for_it() -> None:
    assert sheet(CLASSIC, Tableau(red_threes=2, melded=cards("4c 4d 4h"))).total == 215


def test_classic_going_out_concealed_earns_200() -> None:
    tableau = Tableau(mixed=1, opened=True, out=True, concealed=True)
    assert points(sheet(CLASSIC, tableau), "score.out") == 200
    assert points(sheet(load("classic", options=["exhaustion.bonus=false"]), tableau), "score.out") == 200


def test_black_threes_that_cost_500_each() -> None:
    rules = load("classic", options=["threes.black_caught=500"])
    assert sheet(rules, Tableau(caught_hand=cards("3c 3s"))).total == -1000


def test_black_threes_melded_count_their_value_whatever_they_cost_in_hand() -> None:
    rules = load("classic", options=["threes.black_caught=500"])
    assert sheet(rules, Tableau(melded=cards("3c 3s 3c"), out=True)).total == 15 + 100


def test_a_pile_put_back_costs_50() -> None:
    assert sheet(with_values(load("classic"), pile={"restore": 50}), Tableau(restored=2)).total == -100


def test_melded_cards_need_not_count() -> None:
    tableau = Tableau(mixed=1, melded=cards("9c" * 7), opened=True)
    assert sheet(FOOT, tableau).total == 370
    assert sheet(load("hand-and-foot", options=["score.melded=false"]), tableau).total == 300


class TestCanastasNeeded:
    """A side without the canastas needed loses its hand and its table."""

    rules: Rules = with_values(load("classic", 2, options=["score.canastas_needed=true"]), pile={"restore": 50})
    one = Tableau(natural=1, melded=cards("9c" * 7), opened=True, red_threes=2, caught_hand=cards("Ac 4c"))

    def test_without_them(self) -> None:
        counted = sheet(self.rules, self.one)
        assert counted.total == -70 - 25
        assert counted.lines[0].text == "7 melded cards without the canastas needed"
        assert counted.lines[0].clause == "score.positive"

    def test_with_them(self) -> None:
        rules = load("classic", 2, options=["score.canastas_needed=true", "one-canasta"])
        assert sheet(rules, self.one).total == 500 + 70 + 200 - 25

    def test_penalties_still_count(self) -> None:
        assert sheet(self.rules, Tableau(restored=1, red_threes=4)).total == -50

    @pytest.mark.parametrize("counts", [True, False])
    def test_black_threes_may_be_one_of_them(self, counts: bool) -> None:
        options = ["score.canastas_needed=true", f"out.black_counts={str(counts).lower()}"]
        rules = load("new-canasta", options=options)
        tableau = Tableau(mixed=1, black=1, melded=cards("9c" * 7 + "3c" * 7), opened=True)
        assert sheet(rules, tableau).total == (370 if counts else -70)

    def test_in_three_counts_they_go_to_the_bad(self) -> None:
        counted = sheet(load("new-canasta", options=["score.canastas_needed=true"]), self.one)
        assert counted.subtotals == (("Top Count", 0), ("To the Bad", -95), ("To the Good", 0))

    @pytest.mark.parametrize(
        "missing", [{"natural": 0}, {"mixed": 0}, {"wild": 0}, {"specials": (1, 0)}, {"specials": ()}]
    )
    def test_every_class_is_asked_for(self, missing: dict[str, Any]) -> None:
        rules = load("hand-knee-and-foot", options=["score.canastas_needed=true"])
        book = Tableau(natural=1, mixed=1, wild=1, specials=(1, 1))
        assert sheet(rules, book).total == 11300
        assert sheet(rules, replace(book, **missing)).total == 0
