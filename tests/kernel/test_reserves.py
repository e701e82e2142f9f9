"""Reserves: feet, knees and downs, who gets them, when, and by himself or by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from canasta.engine.fields import MISSED, PLAYED, REDS, SEAT, TAKEN
from canasta.engine.position import Position
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.kernel.scene import do, hand, names, refused, scene
from tests.kernel.tiny import changed

pytestmark = pytest.mark.kernel

FOOT = load("hand-and-foot")
KNEE = load("hand-knee-and-foot")
MANUAL = load("hand-knee-and-foot", 4, ["manual-knee"])
NEW = load("new-canasta", 3)


def taken(p: Position, seat: int) -> int:
    """Return how many reserves *seat* has picked up."""
    return int(p.seats[seat * SEAT + TAKEN])


def with_foot(**changes: Any) -> Rules:
    """Hand and Foot with a foot that comes otherwise."""
    return changed(FOOT, {"reserves": (replace(FOOT.reserves[0], **changes),)})


def test_reserves_trigger__hand_emptied_by_melding_goes_on_at_once() -> None:
    p = scene(FOOT, {0: "K"}, stock="K K 4", melds={0: ["3*K"]}, reserves={(0, 0): "4 5 6"})
    do(p, "draw", "add K to K/0", "add K to K/0", "add K to K/0")
    assert hand(p, 0) == "4 5 6 " + " ".join(["9"] * 10)
    assert p.turn == 0
    do(p, "discard 4")


def test_reserves_trigger__hand_emptied_by_the_discard_is_picked_up_and_kept() -> None:
    p = scene(FOOT, {0: "K"}, stock="K 4 4", melds={0: ["4*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard 4")
    assert taken(p, 0) == 1
    assert len(hand(p, 0).split()) == 13
    assert p.turn == 1


def test_reserves_trigger__foot_of_knee_and_foot_waits_for_the_next_turn() -> None:
    p = scene(KNEE, {0: "K"}, stock="K K 20*4", melds={0: ["7*9", "4*K"]}, taken={0: 1, 2: 1})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard K")
    assert hand(p, 0) == ""
    assert taken(p, 0) == 1
    for seat in (1, 2, 3):
        assert p.turn == seat
        do(p, "draw", "discard 4")
    assert p.turn == 0
    assert taken(p, 0) == 2
    assert len(hand(p, 0).split()) == 11


def test_reserves_trigger__down_by_the_discard() -> None:
    p = scene(NEW, {0: "4"}, stock="K K 20*4", melds={0: ["3*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard 4")
    assert taken(p, 0) == 1


def test_reserves_trigger__knee_by_the_first_canasta_of_the_side() -> None:
    p = scene(KNEE, {0: "K 5 5 8"}, melds={0: ["6*K"]}, reserves={(0, 0): "A"})
    do(p, "draw", "add K to K/0")
    assert taken(p, 0) == 1
    assert taken(p, 2) == 0
    assert hand(p, 0).split()[-1] == "A"
    assert p.turn == 0


def test_reserves_rest__partner_gets_his_knee_after_his_next_draw() -> None:
    p = scene(KNEE, {0: "K 5 5 8", 2: "9 9 T"}, melds={0: ["6*K"]}, stock="20*4")
    do(p, "draw", "add K to K/0", "discard 8", "draw", "discard 4")
    assert p.turn == 2
    assert taken(p, 2) == 0
    do(p, "draw")
    assert taken(p, 2) == 1
    assert len(hand(p, 2).split()) == 3 + 2 + 13


def test_reserves_rest__partner_gets_his_knee_after_taking_the_pile() -> None:
    p = scene(KNEE, {0: "K 5 5 8", 2: "9 9 T"}, melds={0: ["6*K"]}, stock="9 9 20*4")
    do(p, "draw", "add K to K/0", "discard 8", "draw", "discard Q")
    p.pile[len(p.pile) - 1] = 9
    do(p, "take pair")
    assert taken(p, 2) == 1


def test_reserves_rest__at_once() -> None:
    p = scene(with_foot(trigger="side canasta", rest="at once"), {0: "K 5 5 8"}, melds={0: ["6*K"]})
    do(p, "draw", "add K to K/0")
    assert [taken(p, seat) for seat in range(4)] == [1, 0, 1, 0]


def test_reserves_trigger__by_the_opening_of_the_side() -> None:
    p = scene(with_foot(trigger="side open", rest="at once"), {0: "K K K A A A 8"}, minimum=50)
    do(p, "draw", "start KKK", "start AAA")
    assert taken(p, 0) == 0
    do(p, "open")
    assert [taken(p, seat) for seat in range(4)] == [1, 0, 1, 0]


def test_reserves_trigger__by_the_own_canasta() -> None:
    p = scene(with_foot(trigger="own canasta"), {0: "K 5 5 8"}, melds={0: ["6*K"]})
    do(p, "draw", "add K to K/0")
    assert [taken(p, seat) for seat in range(4)] == [1, 0, 0, 0]


def test_reserves_trigger__not_by_a_canasta_that_waits_for_the_opening() -> None:
    p = scene(KNEE, {0: "7*K 8 8"}, minimum=50, stock="8 8 20*4")
    do(p, "draw", "start KKK", "add K to K/0", "add K to K/0", "add K to K/0", "add K to K/0")
    assert taken(p, 0) == 0
    do(p, "open")
    assert taken(p, 0) == 1


def test_reserves_trigger__before_the_knee_a_card_is_kept() -> None:
    p = scene(KNEE, {0: "K"}, melds={0: ["3*K"]}, stock="K 4 4 4")
    do(p, "draw", "add K to K/0")
    assert refused(p, "add K to K/0") == "out.reserves"
    do(p, "discard 4")


def test_reserves_trigger__the_last_two_cards_may_complete_the_canasta_of_the_knee() -> None:
    p = scene(KNEE, {0: "K"}, melds={0: ["4*K"]}, stock="K K 4 4")
    do(p, "draw", "add K to K/0", "add K to K/0", "add K to K/0")
    assert taken(p, 0) == 1


def test_reserves_trigger__the_last_cards_may_open_with_the_canasta_of_the_knee() -> None:
    p = scene(KNEE, {0: "5*K"}, minimum=50, stock="K K 4 4")
    do(p, "draw", "start KKK", "add K to K/0", "add K to K/0", "add K to K/0", "add K to K/0", "open")
    assert taken(p, 0) == 1


def test_reserves_red_threes__in_a_foot_are_laid_and_replaced() -> None:
    p = scene(FOOT, {0: "4"}, stock="K K A T", melds={0: ["3*K"]}, reserves={(0, 0): "3r 3r 5"})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard 4")
    assert p.sides[REDS] == 2
    assert len(hand(p, 0).split()) == 13
    assert hand(p, 0).split()[-2:] == ["T", "A"]


def test_reserves_red_threes__in_a_knee_are_laid_and_not_replaced() -> None:
    p = scene(KNEE, {0: "K 5 5 8"}, melds={0: ["6*K"]}, reserves={(0, 0): "3r 3r 5"})
    do(p, "draw", "add K to K/0")
    assert p.sides[REDS] == 2
    assert len(hand(p, 0).split()) == 5 + 11


def test_turn_stuck__a_foot_of_red_threes_without_replacement() -> None:
    rules = changed(KNEE, {"reserves": (KNEE.reserves[0], replace(KNEE.reserves[1], size=2))})
    melds = {0: ["7*9", "4*K"]}
    p = scene(rules, {0: "K"}, stock="K K 20*4", melds=melds, taken={0: 1, 2: 1}, reserves={(0, 1): "3r 3r"})
    do(p, "draw", "add K to K/0", "add K to K/0", "add K to K/0")
    assert hand(p, 0) == ""
    assert names(p) == ["stuck"]
    do(p, "stuck")
    assert p.turn == 1


def test_reserves_manual__is_picked_up_by_hand() -> None:
    p = scene(MANUAL, {0: "K 5 5 8", 2: "9 9 T"}, melds={0: ["6*K"]})
    do(p, "draw")
    assert refused(p, "pick up") == "reserves.manual"
    do(p, "add K to K/0")
    assert taken(p, 0) == 0
    do(p, "pick up")
    assert taken(p, 0) == 1
    assert refused(p, "pick up") == "reserves.manual"
    do(p, "discard 8", "draw", "discard 4", "draw", "pick up")
    assert taken(p, 2) == 1
    assert [int(p.seats[seat * SEAT + MISSED]) for seat in range(4)] == [0, 0, 0, 0]


def test_reserves_penalty__a_manual_reserve_missed_counts_once() -> None:
    p = scene(MANUAL, {0: "K 5 5 8", 2: "9 9 T"}, melds={0: ["6*K"]}, stock="30*4")
    do(p, "draw", "add K to K/0", "discard 8")
    assert p.seats[MISSED] == 1
    assert p.seats[2 * SEAT + MISSED] == 0
    do(p, "draw", "discard 4", "draw", "discard 9", "draw", "discard 4")
    assert p.seats[2 * SEAT + MISSED] == 1
    do(p, "draw", "pick up", "discard 4")
    assert p.seats[MISSED] == 1
    assert taken(p, 0) == 1


def test_reserves_manual__the_last_card_may_complete_the_canasta() -> None:
    p = scene(MANUAL, {0: "K"}, melds={0: ["4*K"]}, stock="K K 4 4")
    do(p, "draw", "add K to K/0", "add K to K/0", "add K to K/0", "pick up")
    assert taken(p, 0) == 1


def test_out_reserves__nobody_goes_out_before_his_last_reserve() -> None:
    melds = {0: ["7*9", "6*K 2", "7*2", "7*5", "7*7", "4*A"]}
    p = scene(KNEE, {0: "A"}, melds=melds, taken={2: 2}, stock="A 4 4 4")
    assert taken(p, 0) == 0
    do(p, "draw")
    assert taken(p, 0) == 1
    assert refused(p, "ask 1") == "out.reserves"


def test_out_partner__part_of_a_turn_and_a_whole_turn_from_the_foot() -> None:
    p = scene(FOOT, {0: "K"}, stock="K K 40*4", melds={0: ["3*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0", "add K to K/0")
    assert p.seats[PLAYED] == 0
    do(p, "discard 9")
    assert p.seats[PLAYED] == 1
    for _ in range(3):
        do(p, "draw", "discard 4")
    do(p, "draw", "discard 9")
    assert p.seats[PLAYED] == 2


def test_out_partner__a_foot_picked_up_by_the_discard_counts_for_nothing_yet() -> None:
    p = scene(FOOT, {0: "K"}, stock="K 4 40*4", melds={0: ["4*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard 4")
    assert p.seats[PLAYED] == 0
    for _ in range(3):
        do(p, "draw", "discard 4")
    do(p, "draw", "discard 9")
    assert p.seats[PLAYED] == 2
