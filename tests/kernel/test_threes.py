"""Red threes on canastas, black threes in going out, and ranks that may not be discarded."""

from __future__ import annotations

import pytest

from canasta.engine.position import ENDED_OUT, OVER
from canasta.rules.groups import Special
from canasta.rules.load import load
from tests.kernel.scene import do, hand, names, refused, scene
from tests.kernel.tiny import changed

pytestmark = pytest.mark.kernel

CLASSIC = load("classic")
ALONE = load("classic", 2)
FOOT = load("hand-and-foot")
NEW = load("new-canasta", 2)
FREE = changed(FOOT, {"reserves": (), "out.permission": "none", "out.partner": "no"})


def test_threes_red_canasta__one_on_each_natural_canasta() -> None:
    p = scene(NEW, {0: "3r 3r K K"}, melds={0: ["7*9", "6*8 2"]}, stock="5 6")
    do(p, "draw")
    assert refused(p, "red three on 8") == "threes.red_canasta"
    do(p, "red three on 9")
    assert int(p.closed[0]) >> 24 & 1 == 1
    assert hand(p, 0) == "3r 5 6 K K"
    assert refused(p, "red three on 9") == "threes.red_canasta"


def test_threes_red_canasta__not_without_the_card_and_not_in_other_games() -> None:
    p = scene(NEW, {0: "K K"}, melds={0: ["7*9"]}, stock="5 6")
    do(p, "draw")
    assert refused(p, "red three on 9") == "turn.cards"
    rules = changed(FOOT, {"threes.red": "held"})
    p = scene(rules, {0: "3r K K"}, melds={0: ["7*9"]}, stock="5 6")
    do(p, "draw")
    assert refused(p, "red three on 9") == "threes.red_canasta"


def test_threes_red_canasta__may_be_the_last_card() -> None:
    p = scene(NEW, {0: "3r"}, melds={0: ["7*9", "7*8", "3*5"]}, stock="5 5", taken={0: 1})
    do(p, "draw", "add 5 to 5/0", "add 5 to 5/0", "red three on 9")
    assert (p.out, p.ended) == (0, ENDED_OUT)


def test_threes_black_meld__never_in_hand_and_foot() -> None:
    p = scene(FREE, {0: "3b 3b 3b"}, melds={0: ["7*9"]})
    do(p, "draw")
    assert refused(p, "start 3") == "threes.black_meld"


def test_threes_black_meld__three_or_four_and_a_discard_in_classic() -> None:
    p = scene(CLASSIC, {0: "3*3b"}, stock="3b", melds={0: ["7*9"]})
    do(p, "draw", "start 3", "add 3 to 3/0")
    assert (p.out, p.ended) == (0, ENDED_OUT)
    p = scene(CLASSIC, {0: "3*3b"}, stock="8", melds={0: ["7*9"]})
    do(p, "draw", "start 3", "discard 8")
    assert (p.out, p.ended) == (0, ENDED_OUT)


def test_threes_black_meld__only_in_going_out() -> None:
    p = scene(CLASSIC, {0: "3*3b"}, stock="8", melds={0: ["6*9"]})
    do(p, "draw")
    assert refused(p, "start 3") == "out.contract"
    p = scene(CLASSIC, {0: "3*3b 8"}, stock="Q", melds={0: ["7*9"]})
    do(p, "draw")
    assert refused(p, "start 3") == "threes.black_meld"


def test_threes_black_meld__once_it_lies_only_going_out_ends_the_turn() -> None:
    p = scene(ALONE, {0: "3*3b"}, stock="3b 8", melds={0: ["7*9", "7*K"]})
    do(p, "draw", "start 3")
    assert hand(p, 0) == "3b 8"
    assert names(p) == ["add 3 to 3/0"]
    do(p, "add 3 to 3/0", "discard 8")
    assert p.out == 0


def test_threes_black_meld__once_it_lies_nobody_is_asked() -> None:
    p = scene(CLASSIC, {0: "4*3b"}, stock="8", melds={0: ["7*9"]})
    do(p, "draw", "start 3")
    assert not [name for name in names(p) if name.startswith("ask")]


def test_threes_black_meld__is_the_last_meld() -> None:
    p = scene(ALONE, {0: "3*3b"}, stock="9 8", melds={0: ["7*9", "7*K"]})
    do(p, "draw")
    assert refused(p, "start 3") == "threes.black_meld"
    do(p, "add 9 to 9/0", "start 3", "discard 8")
    assert p.out == 0


def test_threes_black_meld__not_in_a_size_the_rules_do_not_name() -> None:
    rules = changed(ALONE, {"threes.black_meld": (3,), "out.canastas": 1})
    p = scene(rules, {0: "3*3b"}, stock="3b 8", melds={0: ["7*9"]})
    do(p, "draw")
    assert refused(p, "start 3")
    p = scene(rules, {0: "3*3b"}, stock="3b", melds={0: ["7*9"]})
    do(p, "draw", "start 3")
    assert names(p) == ["discard 3b"]


def test_threes_black_meld__exactly_seven_in_new_canasta() -> None:
    p = scene(NEW, {0: "5*3b"}, stock="3b 4", melds={0: ["7*9", "7*8"]}, taken={0: 1})
    do(p, "draw")
    assert refused(p, "start 3") == "turn.cards"
    p = scene(NEW, {0: "5*3b"}, stock="3b 3b", melds={0: ["7*9", "7*8"]}, taken={0: 1})
    do(p, "draw", "start 3")
    assert (p.out, p.ended) == (0, ENDED_OUT)


def test_threes_black_meld__counts_as_a_canasta_in_new_canasta() -> None:
    p = scene(NEW, {0: "5*3b"}, stock="3b 3b", melds={0: ["7*9"]}, taken={0: 1})
    do(p, "draw", "start 3")
    assert p.out == 0
    rules = load("new-canasta", 2, ["black-threes-do-not-count"])
    p = scene(rules, {0: "5*3b"}, stock="3b 3b", melds={0: ["7*9"]}, taken={0: 1})
    do(p, "draw")
    assert refused(p, "start 3") == "out.contract"


def test_threes_black_meld__of_the_last_seven_cards_held_in_new_canasta() -> None:
    p = scene(NEW, {0: "5*3b 4"}, stock="3b 3b", melds={0: ["7*9", "7*8"]}, taken={0: 1})
    do(p, "draw")
    assert refused(p, "start 3") == "threes.black_meld"
    p = scene(NEW, {0: "6*3b"}, stock="3b 3b", melds={0: ["7*9", "7*8"]}, taken={0: 1})
    do(p, "draw")
    assert refused(p, "start 3") == "threes.black_meld"


def test_threes_black_meld__a_finished_one_still_ends_all_melding() -> None:
    rules = changed(NEW, {"threes.black_last": "last meld"})
    p = scene(rules, {0: "6*3b"}, stock="3b 9", melds={0: ["7*9", "7*8", "3*9"]}, taken={0: 1})
    do(p, "draw", "start 3")
    assert names(p) == ["discard 9"]


def test_specials_discard__until_the_own_side_has_the_canasta() -> None:
    rules = changed(FREE, {"specials": (Special(rank="7", discard="own canasta"),)})
    p = scene(rules, {0: "7 7 K K"}, melds={0: ["3*9"]}, stock="5 6")
    do(p, "draw")
    assert refused(p, "discard 7") == "specials.discard"
    p = scene(rules, {0: "7 7 K K"}, melds={0: ["7*7"]}, stock="5 6")
    do(p, "draw", "discard 7")


def test_specials_discard__a_mixed_canasta_does_not_lift_the_ban() -> None:
    rules = changed(FREE, {"specials": (Special(rank="7", discard="own canasta"),)})
    p = scene(rules, {0: "7 7 K K"}, melds={0: ["6*7 2"]}, stock="5 6")
    do(p, "draw")
    assert refused(p, "discard 7") == "specials.discard"
    rules = changed(FREE, {"specials": (Special(rank="7", discard="any canasta"),)})
    p = scene(rules, {0: "7 7 K K"}, melds={0: ["6*7 2"], 1: ["6*7 2"]}, stock="5 6")
    do(p, "draw", "discard 7")


def test_specials_discard__until_every_side_has_the_canasta() -> None:
    rules = changed(FREE, {"specials": (Special(rank="7", discard="all sides"),)})
    p = scene(rules, {0: "7 7 K K"}, melds={0: ["7*7"]}, stock="5 6")
    do(p, "draw")
    assert refused(p, "discard 7") == "specials.discard"
    p = scene(rules, {0: "7 7 K K"}, melds={0: ["7*7"], 1: ["7*7"]}, stock="5 6")
    do(p, "draw", "discard 7")


def test_specials_discard__never_the_last_card() -> None:
    free = {"out.natural": 0, "out.mixed": 0, "out.wild": 0, "out.canastas": 1}
    rules = changed(FREE, {**free, "specials": (Special(rank="7", discard="own canasta", last_discard=False),)})
    p = scene(rules, {0: "K"}, melds={0: ["7*7", "3*K"]}, stock="7 K")
    do(p, "draw", "add K to K/0")
    assert refused(p, "add K to K/0")
    do(p, "discard 7")
    assert p.phase != OVER


def test_turn_stuck__a_hand_of_banned_sevens() -> None:
    rules = changed(FREE, {"specials": (Special(rank="7", discard="own canasta"),)})
    p = scene(rules, {0: "7 7"}, stock="7")
    do(p, "draw")
    assert names(p) == ["stuck"]


def test_specials_discard__a_ban_lifted_by_the_canasta_made_in_this_turn() -> None:
    rules = changed(FREE, {"specials": (Special(rank="7", discard="own canasta"),)})
    p = scene(rules, {0: "7 7"}, melds={0: ["5*7"]}, stock="7 7")
    do(p, "draw", "add 7 to 7/0", "add 7 to 7/0", "discard 7")
    assert p.turn == 1


def test_specials_discard__an_opening_keeps_a_card_that_may_be_discarded() -> None:
    rules = changed(FREE, {"specials": (Special(rank="7", discard="own canasta"),)})
    p = scene(rules, {0: "7 K K K A"}, stock="A A", minimum=90)
    do(p, "draw")
    assert refused(p, "start AAA")


def test_specials_wilds__no_wilds_among_fives() -> None:
    p = scene(load("hand-knee-and-foot"), {0: "5 5 2 K"}, melds={0: ["3*9"]})
    do(p, "draw")
    assert refused(p, "start 552") == "specials.wilds"
