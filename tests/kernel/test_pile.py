"""Taking the pile, clause by clause."""

from __future__ import annotations

import pytest

from canasta.rules.load import load
from tests.kernel.scene import do, hand, names, refused, scene
from tests.kernel.tiny import changed

pytestmark = pytest.mark.kernel

CLASSIC = load("classic")
FOOT = load("hand-and-foot")
KNEE = load("hand-knee-and-foot")
NEW = load("new-canasta", 2)


def test_pile_frozen__needs_two_naturals() -> None:
    p = scene(CLASSIC, {0: "8 2 5 6 9"}, pile="2 4 8", melds={0: ["3*7"]})
    assert refused(p, "take with 2") == "pile.frozen"
    p = scene(CLASSIC, {0: "8 8 5 6 9"}, pile="2 4 8", melds={0: ["3*7"]})
    do(p, "take pair")
    assert hand(p, 0) == "2 4 5 6 9"


def test_pile_frozen__not_taken_onto_a_meld() -> None:
    p = scene(CLASSIC, {0: "7 2 5 6 9"}, pile="Jk 7", melds={0: ["3*7"]})
    assert refused(p, "take onto 0") == "pile.frozen"


def test_pile_frozen__open_to_a_wild_and_a_meld_without_wilds() -> None:
    p = scene(CLASSIC, {0: "8 2 5 6 9"}, pile="4 8", melds={0: ["3*7"]})
    assert "take with 2" in names(p)
    assert "take with Jk" not in names(p)
    p = scene(CLASSIC, {0: "8 5 6 9"}, pile="4 7", melds={0: ["3*7"]})
    do(p, "take onto 0")
    assert hand(p, 0) == "4 5 6 8 9"


def test_pile_frozen__for_a_side_that_has_not_opened() -> None:
    p = scene(CLASSIC, {0: "A 2 5 6 9"}, pile="A", minimum=15)
    assert refused(p, "take with 2") == "pile.frozen"


def test_pile_frozen__thaws_when_it_is_taken() -> None:
    p = scene(CLASSIC, {0: "8 8 5 6 9"}, pile="2 8", melds={0: ["3*7"]})
    p.upcard_froze = True
    assert p.frozen(0)
    do(p, "take pair", "discard 5")
    assert not p.frozen(0)
    assert p.freezing == 0


def test_pile_frozen__by_a_discarded_wild() -> None:
    p = scene(CLASSIC, {0: "2 8 9"}, pile="4", melds={0: ["3*7"]})
    do(p, "draw", "discard 2")
    assert p.frozen(0)
    assert p.frozen(1)


def test_pile_need__no_wild_and_no_meld_in_new_canasta() -> None:
    p = scene(NEW, {0: "6 2 9 9"}, pile="6", melds={0: ["3*6"]})
    assert refused(p, "take with 2") == "pile.need"
    assert refused(p, "take onto 0") == "pile.need"
    assert refused(p, "take pair") == "pile.need"


def test_pile_use__a_pair_is_only_shown() -> None:
    p = scene(NEW, {0: "6 6 9"}, pile="4 2 6", melds={0: ["3*K"]})
    do(p, "take pair")
    assert hand(p, 0) == "2 4 6 6 6 9"
    assert refused(p, "draw") == "turn.drawn"


@pytest.mark.parametrize("top", ["3b", "3r"])
def test_pile_blocked__by_threes(top: str) -> None:
    p = scene(NEW, {0: f"{top} {top} 9 9"}, pile=f"K {top}", melds={0: ["3*K"]})
    assert refused(p, "take pair") == "pile.blocked"


def test_pile_wild_top__never_in_new_canasta() -> None:
    p = scene(NEW, {0: "2 2 Jk 9"}, pile="K 2", melds={0: ["3*K"]})
    assert refused(p, "take 22") == "pile.wild_top"


def test_pile_wild_top__with_any_two_wilds() -> None:
    p = scene(FOOT, {0: "2 Jk 9 9"}, pile="K 2", melds={0: ["3*9"]})
    assert [name for name in names(p) if name.startswith("take")] == ["take Jk2"]
    do(p, "take Jk2")
    assert hand(p, 0) == "9 9 K"


def test_pile_wild_top__with_its_own_kind_only() -> None:
    p = scene(KNEE, {0: "2 Jk 9 9"}, pile="K 2", melds={0: ["3*9"]})
    assert refused(p, "take Jk2") == "pile.wild_top"
    p = scene(KNEE, {0: "2 2 Jk Jk 9 9"}, pile="K Jk", melds={0: ["3*9"]})
    assert [name for name in names(p) if name.startswith("take")] == ["take JkJk"]


def test_pile_wild_top__joins_the_open_wild_meld() -> None:
    p = scene(FOOT, {0: "2 2 9 9"}, pile="K 2", melds={0: ["4*2"]})
    do(p, "take 22")
    assert int(p.canastas(0, 2)) == 1
    p = scene(FOOT, {0: "2 2 9 9"}, pile="K 2", melds={0: ["5*2"]})
    assert refused(p, "take 22") == "meld.full"


def test_pile_take__top_seven() -> None:
    p = scene(FOOT, {0: "8 8 9"}, pile="A K Q J T 4 4 5 5 8", melds={0: ["3*9"]})
    do(p, "take pair")
    assert len(p.pile) == 3
    assert hand(p, 0) == "4 4 5 5 9 T J"


def test_pile_take__a_pair_joins_the_open_meld() -> None:
    p = scene(FOOT, {0: "8 8 9"}, pile="K 8", melds={0: ["4*8"]})
    do(p, "take pair")
    assert int(p.canastas(0, 0)) == 1
    p = scene(FOOT, {0: "8 8 9"}, pile="K 8", melds={0: ["5*8"]})
    assert refused(p, "take pair") == "meld.full"


def test_pile_consecutive__not_on_two_own_turns() -> None:
    p = scene(NEW, {0: "6 6 9 K", 1: "4 5 7 Q"}, pile="4 6", melds={0: ["3*K"]}, stock="Q Q Q Q")
    do(p, "take pair", "discard 4", "draw", "discard 7")
    p.hands[7] = 2
    assert refused(p, "take pair") == "pile.consecutive"
    do(p, "draw", "discard 9", "draw", "discard 4")
    assert p.seats[3] == 0


def test_pile_last_card__one_card_and_one_card() -> None:
    rules = changed(CLASSIC, {"pile.last_card": False, "out.canastas": 0})
    p = scene(rules, {0: "7"}, pile="7", melds={0: ["3*7"]})
    assert refused(p, "take onto 0") == "pile.last_card"
    p = scene(rules, {0: "7 8"}, pile="7", melds={0: ["3*7"]})
    assert "take onto 0" in names(p)


def test_pile_empty__cannot_be_taken() -> None:
    p = scene(FOOT, {0: "7 7"}, melds={0: ["3*7"]})
    assert refused(p, "take pair") == "pile.empty"


def test_pile_end__knock_after_taking() -> None:
    p = scene(KNEE, {0: "8 8 9 T"}, pile="K 8", melds={0: ["3*9"]})
    do(p, "take pair")
    assert refused(p, "discard K") == "pile.end"
    do(p, "knock")
    assert p.turn == 1
    assert list(p.pile) == []


def test_pile_end__no_knock_after_the_stock() -> None:
    p = scene(KNEE, {0: "8 8 9 T"}, pile="K 8", melds={0: ["3*9"]})
    do(p, "draw")
    assert refused(p, "knock") == "pile.end"


def test_opening_minimum__only_the_top_card_and_the_hand_count() -> None:
    p = scene(NEW, {0: "8 8 7 7 7 4"}, pile="K K 8", minimum=50)
    assert refused(p, "take pair") == "opening.minimum"
    p = scene(NEW, {0: "8 8 K K K 4"}, pile="Q Q 8", minimum=50)
    do(p, "take pair")
    assert hand(p, 0) == "4 K K K"
    assert refused(p, "open") == "opening.minimum"
    assert refused(p, "discard 4") == "turn.opening"
    do(p, "start KKK", "open")
    assert hand(p, 0) == "4 Q Q"


def test_opening_top_card__raises_the_minimum() -> None:
    rules = changed(CLASSIC, {"opening.top_card": "raises"})
    p = scene(rules, {0: "A A 8 8 9 9 4"}, pile="A", minimum=50)
    assert refused(p, "take pair") == "opening.minimum"
    p = scene(rules, {0: "A A K K K 9 4"}, pile="A", minimum=50)
    do(p, "take pair")
    assert int(p.minimum(0)) == 70
    do(p, "start KKK", "open")


def test_opening_canasta__completed_only_after_opening() -> None:
    p = scene(NEW, {0: "8*K 4 5"}, pile="3b", minimum=50)
    do(p, "draw", "start KKK", "add K to K/0", "add K to K/0", "add K to K/0")
    assert refused(p, "add K to K/0") == "opening.canasta"
    do(p, "open", "add K to K/0")
    assert int(p.canastas(0, 0)) == 1


def test_opening__two_melds_of_a_rank_may_open() -> None:
    p = scene(NEW, {0: "6*Q 4 5"}, pile="3b", minimum=50)
    do(p, "draw", "start QQQ", "start QQQ", "open")


def test_meld_same_rank__one_open_meld() -> None:
    p = scene(FOOT, {0: "5 5 5 K K"}, melds={0: ["3*5"]})
    do(p, "draw")
    assert refused(p, "start 555") == "meld.same_rank"
    p = scene(FOOT, {0: "5 5 5 K K"}, melds={0: ["7*5"]})
    do(p, "draw", "start 555")


def test_meld_wilds__fewer_than_naturals() -> None:
    p = scene(NEW, {0: "J J 2 Jk 9 9"}, melds={0: ["3*K"]})
    do(p, "draw", "start JJ2")
    assert refused(p, "add Jk to J/0") == "meld.wilds"


def test_meld_slots__a_ninth_meld_of_a_rank_is_refused() -> None:
    p = scene(NEW, {0: "K K K 4 5"}, melds={0: ["3*K"] * 8})
    do(p, "draw")
    assert refused(p, "start KKK") == "meld.slots"
    assert refused(p, "add K to K/1") == "meld.equal"
    do(p, "add K to K/0")


@pytest.mark.parametrize("three", ["3b", "3r"])
def test_pile_need__threes_are_not_melded_with_the_top_card(three: str) -> None:
    rules = changed(CLASSIC, {"pile.blocked_by": (), "threes.red": "held"})
    p = scene(rules, {0: f"{three} {three} 5 6 7"}, pile=f"4 {three}", melds={0: ["3*9"]})
    assert names(p) == ["draw"]


def test_pile_frozen__a_wild_top_is_frozen_too() -> None:
    rules = changed(FOOT, {"pile.frozen_by": ("wild",)})
    p = scene(rules, {0: "2 2 9 9"}, pile="K 2", melds={0: ["3*9"]})
    assert p.frozen(0)
    assert names(p) == ["draw"]


def test_opening_minimum__red_threes_in_the_rest_of_the_pile_are_no_cards_to_keep() -> None:
    p = scene(CLASSIC, {0: "A A 4 4 4"}, pile="3r Jk A", minimum=50)
    do(p, "take pair")
    assert names(p) == ["open"]
    do(p, "open")
    assert hand(p, 0) == "Jk 4 4 4"
