"""The draw, the end of the stock, red threes drawn, and the first card of the pile."""

from __future__ import annotations

import pytest

from canasta.engine.fields import REDS, SIDE
from canasta.engine.layout import dealt, start, turn_up
from canasta.engine.position import ENDED_LAP, ENDED_PILE, ENDED_STOCK, NOT_ENDED, OVER
from canasta.engine.rule_table import RuleTable
from canasta.rules.load import load
from tests.kernel.scene import do, hand, names, refused, scene
from tests.kernel.tiny import changed

pytestmark = pytest.mark.kernel

CLASSIC = load("classic")
FOOT = load("hand-and-foot")
KNEE = load("hand-knee-and-foot")
NEW = load("new-canasta", 3)


def test_draw_stock__takes_what_is_left() -> None:
    p = scene(FOOT, {0: "8 8 9"}, stock="K")
    do(p, "draw")
    assert hand(p, 0) == "8 8 9 K"
    assert p.ended == NOT_ENDED


def test_exhaustion_ends__at_a_draw() -> None:
    p = scene(FOOT, {0: "8 8 9"}, stock="K")
    do(p, "draw", "discard 9", "draw")
    assert p.phase == OVER
    assert p.ended == ENDED_STOCK
    assert p.out == -1
    assert names(p) == []


def test_exhaustion_ends__but_the_pile_may_be_taken() -> None:
    p = scene(FOOT, {0: "8 8 9 9"}, stock="", pile="4 8", melds={0: ["3*9"]})
    do(p, "take pair")
    assert p.phase != OVER


def test_exhaustion_ends__with_the_turn_where_the_pile_is_closed() -> None:
    rules = changed(FOOT, {"exhaustion.pile": False})
    p = scene(rules, {0: "8 8 9"}, stock="K K", pile="4")
    do(p, "draw", "discard 9")
    assert p.phase == OVER
    assert p.ended == ENDED_STOCK


def test_exhaustion_ends__after_one_more_turn_of_everybody() -> None:
    p = scene(NEW, {0: "8 8 9", 1: "4 5 3r", 2: "6 7"}, stock="K K", pile="Q")
    do(p, "draw", "discard 9")
    assert p.lap == 2
    do(p, "draw")
    assert hand(p, 1) == "3r 4 5"
    do(p, "discard 3r", "draw", "discard 6")
    assert p.turn == 0
    do(p, "draw", "discard 8")
    assert p.phase == OVER
    assert p.ended == ENDED_LAP
    assert p.turn == 0


def test_exhaustion_ends__the_pile_may_be_taken_on_the_last_lap() -> None:
    p = scene(NEW, {0: "8 8 9", 1: "4 4 K", 2: "6 7"}, stock="K K", pile="Q", melds={1: ["3*K"]})
    p.hands[4] += 1
    p.seats[0] += 1
    do(p, "draw", "discard 4", "take pair")
    assert hand(p, 1) == "4 4 4 Q K"


def test_turn_stuck__one_card_on_the_last_lap() -> None:
    p = scene(NEW, {0: "8 8 9", 1: "4", 2: "6 7"}, stock="K K", pile="Q", taken={1: 1})
    do(p, "draw", "discard 9", "draw")
    assert refused(p, "discard 4") == "out.contract"
    assert names(p) == ["stuck"]
    do(p, "stuck")
    assert p.turn == 2
    assert hand(p, 1) == "4"


def test_turn_stuck__not_while_anything_else_is_legal() -> None:
    p = scene(FOOT, {0: "8 8 9"})
    assert refused(p, "stuck") == "turn.stuck"


def test_exhaustion_ends__by_declining_the_pile() -> None:
    p = scene(CLASSIC, {0: "8 8 9"}, stock="", pile="4", melds={0: ["3*9"]})
    assert refused(p, "draw") == "exhaustion.stock_empty"
    do(p, "end")
    assert p.ended == ENDED_PILE


def test_exhaustion_forced__the_pile_that_fits_a_meld() -> None:
    p = scene(CLASSIC, {0: "8 8 9 T"}, stock="", pile="4 9", melds={0: ["3*9"]})
    assert refused(p, "end") == "exhaustion.forced"
    assert names(p) == ["take onto 0"]


def test_exhaustion_forced__not_while_the_pile_is_frozen() -> None:
    p = scene(CLASSIC, {0: "8 8 9 T"}, stock="", pile="2 9", melds={0: ["3*9"]})
    assert names(p) == ["end"]


def test_exhaustion_forced__the_top_card_alone() -> None:
    rules = changed(CLASSIC, {"exhaustion.forced": "top card"})
    p = scene(rules, {0: "8 8 9 T"}, stock="", pile="4 9", melds={0: ["3*9"]})
    assert refused(p, "end") == "exhaustion.forced"
    assert names(p) == ["take onto 0", "take card onto 0"]
    do(p, "take card onto 0")
    assert list(p.pile) == [4]
    assert hand(p, 0) == "8 8 9 T"
    do(p, "discard T")


def test_exhaustion_forced__the_top_card_alone_only_without_a_stock() -> None:
    rules = changed(CLASSIC, {"exhaustion.forced": "top card"})
    p = scene(rules, {0: "8 8 9 T"}, stock="K", pile="4 9", melds={0: ["3*9"]})
    assert refused(p, "take card onto 0") == "exhaustion.stock_left"


def test_threes_red__laid_and_replaced() -> None:
    p = scene(FOOT, {0: "8 8 9"}, stock="3r K 3r Q 4")
    do(p, "draw")
    assert hand(p, 0) == "8 8 9 Q K"
    assert p.sides[REDS] == 2
    assert p.stock() == 1


def test_threes_red__laid_without_replacement_from_an_empty_stock() -> None:
    p = scene(FOOT, {0: "8 8 9"}, stock="K 3r")
    do(p, "draw")
    assert hand(p, 0) == "8 8 9 K"
    assert p.sides[REDS] == 1


def test_threes_red__not_replaced_once_the_knee_is_in_hand() -> None:
    p = scene(KNEE, {0: "8 8 9"}, stock="3r K 4 4", taken={0: 1})
    do(p, "draw")
    assert hand(p, 0) == "8 8 9 K"
    assert p.sides[REDS] == 1


def test_threes_red__held_in_new_canasta() -> None:
    p = scene(NEW, {0: "8 8 9"}, stock="3r K 4 4")
    do(p, "draw")
    assert hand(p, 0) == "3r 8 8 9 K"


def test_threes_red__in_a_taken_pile_are_laid_and_not_replaced() -> None:
    p = scene(CLASSIC, {0: "8 8 9 T"}, pile="3r 4 8", melds={0: ["3*9"]})
    do(p, "take pair")
    assert hand(p, 0) == "4 9 T"
    assert p.sides[REDS] == 1
    assert p.stock() == 20


def test_deal_upcard__a_rejected_card_is_covered_and_freezes() -> None:
    table = RuleTable(CLASSIC)
    cards = [9] * int(dealt(table))
    order, up = turn_up(table, [*cards, 0, 2, 8, 7, 7], [])
    assert order == list(range(len(order)))
    assert up == 3
    p = start(table, [*cards, 0, 2, 8, 7, 7], up, 0, [50, 50])
    assert list(p.pile) == [0, 2, 8]
    assert p.upcard_froze
    assert p.freezing == 1


def test_deal_upcard__a_plain_card_does_not_freeze() -> None:
    table = RuleTable(CLASSIC)
    cards = [9] * int(dealt(table))
    p = start(table, [*cards, 8, 7, 7], 1, 0, [50, 50])
    assert not p.upcard_froze
    assert list(p.pile) == [8]


def test_deal_upcard__a_rejected_card_goes_back_to_a_given_place() -> None:
    table = RuleTable(FOOT)
    first = int(dealt(table))
    order, up = turn_up(table, [9] * first + [1, 8, 7, 6, 5], [2])
    assert up == 1
    assert [at - first for at in order[first:]] == [1, 2, 3, 0, 4]


def test_deal_upcard__a_rejected_card_goes_to_the_bottom_without_a_place() -> None:
    table = RuleTable(FOOT)
    first = int(dealt(table))
    order, up = turn_up(table, [9] * first + [1, 2, 7, 6, 5], [])
    assert up == 1
    assert [at - first for at in order[first:]] == [2, 3, 4, 0, 1]


def test_deal_upcard__fives_and_sevens_are_returned_in_hand_knee_and_foot() -> None:
    table = RuleTable(KNEE)
    first = int(dealt(table))
    order, _ = turn_up(table, [9] * first + [5, 7, 3, 6], [])
    assert order[first] - first == 2


def test_deal_upcard__none_acceptable_leaves_the_pile_empty() -> None:
    table = RuleTable(FOOT)
    first = int(dealt(table))
    assert turn_up(table, [9] * first + [0, 1, 2], [5]) == (list(range(first + 3)), 0)
    p = start(table, [9] * first + [0, 1, 2], 0, 0, [50, 50])
    assert list(p.pile) == []


def test_deal__red_threes_are_replaced_seat_by_seat_from_the_first() -> None:
    table = RuleTable(CLASSIC)
    cards = [9] * int(dealt(table))
    cards[0] = cards[11] = cards[12] = 2
    p = start(table, [*cards, 8, 5, 6, 7, 4], 1, 1, [50, 50])
    assert hand(p, 1) == "5 6 " + " ".join(["9"] * 9)
    assert hand(p, 0) == "7 " + " ".join(["9"] * 10)
    assert [int(p.sides[REDS]), int(p.sides[SIDE + REDS])] == [1, 2]
