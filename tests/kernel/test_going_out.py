"""Going out: contract, permission, partners, the last card, and going out concealed."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import PLAYED, SEAT
from canasta.engine.position import ENDED_OUT, OVER, Position
from canasta.engine.ways import Ways, add_rank, canastas_of, combine, way_to
from canasta.rules.load import load
from tests.kernel.scene import do, hand, names, refused, scene
from tests.kernel.tiny import changed

pytestmark = pytest.mark.kernel

CLASSIC = load("classic")
ALONE = load("classic", 2)
FOOT = load("hand-and-foot")
KNEE = load("hand-knee-and-foot")
NEW = load("new-canasta", 2)

BOOKS = ("7*9", "7*8", "5*T 2 2", "5*J 2 2", "7*2")
"""The contract of Hand and Foot."""


def foot_scene(cards: str, stock: str = "20*4", played: int = 2, melds: tuple[str, ...] = ()) -> Position:
    """Seat 0 of Hand and Foot, on his foot, with the contract fulfilled; *played* is his partner's field."""
    p = scene(FOOT, {0: cards}, stock=stock, melds={0: [*BOOKS, *melds]}, taken=dict.fromkeys(range(4), 1))
    p.seats[2 * SEAT + PLAYED] = played
    return p


def test_out_contract__a_canasta_is_missing() -> None:
    p = scene(FOOT, {0: "K"}, stock="K K 4", melds={0: [*BOOKS[:3], BOOKS[4], "3*K"]}, taken=dict.fromkeys(range(4), 1))
    p.seats[2 * SEAT + PLAYED] = 2
    do(p, "draw", "add K to K/0")
    assert refused(p, "ask 1") == "out.ask_contract"
    assert refused(p, "add K to K/0") == "out.contract"
    do(p, "discard K")
    assert hand(p, 0) == "K"


def test_out_contract__is_judged_after_the_step() -> None:
    rules = changed(ALONE, {"out.canastas": 1, "out.natural": 1})
    p = scene(rules, {0: "2"}, stock="4 4", melds={0: ["7*K", "3*4"]})
    do(p, "draw", "add 4 to 4/0", "add 4 to 4/0")
    assert refused(p, "add 2 to K/0") == "out.contract"
    do(p, "discard 2")
    assert p.ended == ENDED_OUT


def test_out_keep__two_cards_before_the_discard() -> None:
    p = scene(NEW, {0: "K"}, stock="4 8", melds={0: ["7*9", "3*K"]}, taken={0: 1})
    do(p, "draw", "add K to K/0")
    assert hand(p, 0) == "4 8"
    do(p, "discard 4")
    p = scene(NEW, {0: "K"}, stock="K 8", melds={0: ["7*9", "3*K"]}, taken={0: 1})
    do(p, "draw", "add K to K/0")
    assert refused(p, "add K to K/0") == "out.contract"


def test_out_discard__the_last_card_is_discarded_or_melded() -> None:
    p = scene(NEW, {0: "K"}, stock="K 8", melds={0: ["7*9", "7*8", "3*K"]}, taken={0: 1})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard 8")
    assert (p.out, p.ended, p.phase) == (0, ENDED_OUT, OVER)
    p = scene(NEW, {0: "K"}, stock="K K", melds={0: ["7*9", "7*8", "3*K"]}, taken={0: 1})
    do(p, "draw", "add K to K/0", "add K to K/0", "add K to K/0")
    assert (p.out, p.ended) == (0, ENDED_OUT)


def test_out_discard__required() -> None:
    rules = changed(NEW, {"out.discard": "required"})
    p = scene(rules, {0: "K"}, stock="K K", melds={0: ["7*9", "7*8", "3*K"]}, taken={0: 1})
    do(p, "draw", "add K to K/0", "add K to K/0")
    assert refused(p, "add K to K/0") == "out.discard"
    do(p, "discard K")
    assert p.out == 0


def test_out_permission__must_be_asked_and_yes_binds() -> None:
    p = foot_scene("K", stock="K 5", melds=("3*K",))
    do(p, "draw")
    do(p.copy(), "add K to K/0", "discard 5")
    do(p, "ask 1")
    assert (p.actor, p.turn) == (2, 0)
    assert names(p) == ["yes", "no"]
    do(p, "yes")
    assert refused(p, "discard 5") == "out.promised"
    assert names(p) == ["add K to K/0"]
    do(p, "add K to K/0")
    assert refused(p, "discard K") == "out.promised"
    do(p, "add K to K/0")
    assert names(p) == ["discard 5"]
    do(p, "discard 5")
    assert (p.out, p.ended) == (0, ENDED_OUT)


def test_out_permission__a_no_forbids_it_for_this_turn() -> None:
    p = foot_scene("K", stock="K 5 40*4", melds=("3*K",))
    do(p, "draw", "ask 1", "no")
    assert refused(p, "ask 1") == "turn.asked"
    do(p, "add K to K/0")
    assert refused(p, "add K to K/0") == "out.forbidden"
    do(p, "discard 5")
    for _ in range(3):
        do(p, "draw", "discard 4")
    do(p, "draw")
    assert refused(p, "ask 1") == "out.sure"


def test_out_permission__optional_is_not_needed_but_binds() -> None:
    p = scene(CLASSIC, {0: "K K"}, stock="8", melds={0: ["7*9", "3*K"]})
    do(p, "draw", "ask 1", "no", "add K to K/0")
    assert refused(p, "add K to K/0") == "out.forbidden"
    p = scene(CLASSIC, {0: "K K"}, stock="8", melds={0: ["7*9", "3*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0", "discard 8")
    assert p.out == 0


def test_out_permission__asked_before_the_draw_for_the_pile() -> None:
    p = scene(CLASSIC, {0: "K K 8"}, pile="K", melds={0: ["7*9"]})
    do(p, "ask 1", "yes")
    assert names(p) == ["take pair"]
    do(p, "take pair", "discard 8")
    assert p.out == 0


def test_out_permission__asked_for_a_pile_that_only_going_out_may_take() -> None:
    p = foot_scene("K K")
    p.pile = type(p.pile)([13])
    assert "ask 1" in names(p)
    do(p, "ask 1", "yes", "take pair")
    assert p.out == 0


def test_out_permission__nobody_to_ask_alone() -> None:
    p = scene(ALONE, {0: "K K"}, melds={0: ["7*9", "7*8", "3*K"]})
    assert refused(p, "ask 1") == "out.no_question"


def test_out_sure__asking_needs_a_sure_way_out() -> None:
    p = foot_scene("K 5 6", melds=("3*K",))
    do(p, "draw")
    assert refused(p, "ask 1") == "out.sure"


def test_out_partner__is_still_on_his_hand() -> None:
    for played in (0, 1):
        p = foot_scene("K", stock="K 5", played=played, melds=("3*K",))
        do(p, "draw")
        assert refused(p, "ask 1") == "out.partner"
        assert refused(p, "add K to K/0") == ""


def test_out_partner__part_of_a_turn_is_enough_as_an_option() -> None:
    rules = load("hand-and-foot", 4, ["part-of-a-turn"])
    p = scene(rules, {0: "K"}, stock="K 5", melds={0: [*BOOKS, "3*K"]}, taken=dict.fromkeys(range(4), 1))
    p.seats[2 * SEAT + PLAYED] = 1
    do(p, "draw", "ask 1", "yes")


def test_out_pass__one_card_is_kept() -> None:
    rules = load("classic", 2, ["pass-discard"])
    p = scene(rules, {0: "K"}, stock="K 4", melds={0: ["7*9", "3*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0")
    assert refused(p, "discard 4") == "out.contract"
    do(p, "stuck")
    assert p.turn == 1
    assert hand(p, 0) == "4"


def test_out_pass__not_by_a_player_who_may_go_out() -> None:
    rules = load("classic", 2, ["pass-discard"])
    p = scene(rules, {0: "K"}, stock="K 4", melds={0: ["7*9", "7*8", "3*K"]})
    do(p, "draw", "add K to K/0", "add K to K/0")
    assert names(p) == ["discard 4"]


def test_pile_end__going_out_after_the_pile_melds_every_card() -> None:
    melds = ["7*9", "6*T 2", "7*2", "7*5", "7*7"]
    p = scene(KNEE, {0: "K K 8"}, pile="K", melds={0: melds}, taken={0: 2, 2: 2})
    do(p, "take pair")
    assert refused(p, "ask 1") == "out.sure"
    assert names(p) == ["knock"]
    p = scene(KNEE, {0: "K K A A"}, pile="4 K", melds={0: [*melds, "3*A", "3*4"]}, taken={0: 2, 2: 2})
    do(p, "take pair", "ask 1")


def test_opening_concealed__waives_the_minimum() -> None:
    p = scene(CLASSIC, {0: "7*4 5 5 5"}, stock="8", minimum=120)
    do(p, "draw", "start 444", *(["add 4 to 4/0"] * 4), "start 555", "discard 8")
    assert (p.out, p.concealed) == (0, True)


def test_opening_concealed__needs_a_canasta_of_his_own() -> None:
    p = scene(CLASSIC, {0: "6*4 5 5 5"}, stock="8", minimum=120)
    do(p, "draw")
    assert refused(p, "start 444") == "opening.minimum"


def test_opening_concealed__by_a_player_whose_partner_has_melded() -> None:
    for options, concealed in (([], True), (["concealed-side"], False)):
        rules = load("classic", 4, options)
        p = scene(rules, {0: "7*4 5 5 5"}, stock="8", melds={0: ["3*K"]}, laid=[2])
        do(p, "draw", "start 444", *(["add 4 to 4/0"] * 4), "start 555", "discard 8")
        assert (p.out, p.concealed) == (0, concealed)


def test_opening_concealed__not_by_adding_to_the_partners_melds() -> None:
    p = scene(CLASSIC, {0: "7*4 5 5 5 K"}, stock="8", melds={0: ["3*K"]}, laid=[2])
    do(p, "draw", "add K to K/0", "start 444", *(["add 4 to 4/0"] * 4), "start 555", "discard 8")
    assert (p.out, p.concealed) == (0, False)


def test_opening_concealed__not_after_an_earlier_meld() -> None:
    p = scene(CLASSIC, {0: "7*4 5 5 5"}, stock="8", melds={0: ["3*K"]}, laid=[0])
    do(p, "draw", "start 444", *(["add 4 to 4/0"] * 4), "start 555", "discard 8")
    assert (p.out, p.concealed) == (0, False)


def test_opening_concealed__never_where_the_rules_say_no() -> None:
    rules = changed(CLASSIC, {"opening.concealed": "no"})
    p = scene(rules, {0: "7*4 5 5 5"}, stock="8", minimum=120)
    do(p, "draw")
    assert refused(p, "start 444") == "opening.minimum"


def test_opening_concealed__a_canasta_is_needed_although_the_contract_needs_none() -> None:
    rules = changed(CLASSIC, {"out.canastas": 0})
    p = scene(rules, {0: "4 4"}, stock="4", minimum=120)
    do(p, "draw")
    assert refused(p, "start 444") == "opening.minimum"


def test_opening_minimum__a_canasta_may_not_open_and_is_finished_after_it() -> None:
    rules = changed(ALONE, {"opening.canasta": False, "out.canastas": 1, "opening.concealed": "no"})
    p = scene(rules, {0: "7*K"}, stock="A A", minimum=50)
    do(p, "draw", "start KKK", "add K to K/0", "add K to K/0", "open", "add K to K/0", "add K to K/0")
    assert hand(p, 0) == "A A"


def test_opening_minimum__going_out_with_a_canasta_finished_after_the_opening() -> None:
    rules = changed(ALONE, {"opening.canasta": False, "out.canastas": 1, "opening.concealed": "no"})
    p = scene(rules, {0: "6*K"}, stock="K A", minimum=50)
    do(p, "draw", "start KKK", "add K to K/0", "add K to K/0", "open", "add K to K/0", "add K to K/0", "discard A")
    assert p.out == 0


def test_opening_minimum__where_no_canasta_may_open_nobody_opens_below_it_with_one() -> None:
    rules = changed(ALONE, {"opening.canasta": False, "out.canastas": 1})
    p = scene(rules, {0: "6*4"}, stock="4 A", minimum=50)
    do(p, "draw")
    assert refused(p, "start 444") == "opening.minimum"


def test_ways__are_a_set_and_grow() -> None:
    rng = random.Random(4)
    found, numbers = Ways(), [rng.randrange(40) | rng.randrange(4) << 8 | rng.randrange(3) << 20 for _ in range(3_000)]
    for number in numbers:
        found.add(number)
    assert list(found.items[: found.number]) == list(dict.fromkeys(numbers))
    found.clear()
    found.add(7)
    assert list(found.items[: found.number]) == [7]


def test_ways__the_most_canastas_are_those_of_all_ways() -> None:
    """Where classes do not matter, the most canastas for each number of wild cards tell what all ways together do."""
    rng = random.Random(5)
    for wilds in range(8):
        ways, found = Ways(), Ways()
        ways.add(0)
        most = vec[i64]([0] + [-1] * wilds)
        for _ in range(4):
            more = Ways()
            for _ in range(rng.randrange(1, 6)):
                more.add(
                    rng.randrange(wilds + 2)
                    + way_to(rng.randrange(7)) * rng.randrange(2)
                    + way_to(1) * rng.randrange(2)
                )
            most = add_rank(most, more)
            combine(ways, more, wilds, found)
            ways, found = found, Ways()
        best = [-1] * (wilds + 1)
        for way in ways.items[: ways.number]:
            best[way & 255] = max(best[way & 255], sum(canastas_of(way, sort) for sort in range(7)))
        assert list(most) == best
