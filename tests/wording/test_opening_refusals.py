"""What the refusal of a small opening says of each meld, and what more the hand could do."""

import re
from random import Random

import pytest

from canasta.base.cards import KIND_OF, TWO, parse_faces
from canasta.base.errors import IllegalMove, Refusal
from canasta.base.moves import Draw, Group, Lay
from canasta.base.spans import CardName, Clause, Number, Text
from canasta.engine.explain import explain, most_opening, staged_worths
from canasta.engine.openings import best_opening
from canasta.engine.steps import ADD, DISCARD, OPEN, START
from canasta.rules.load import load
from canasta.wording.refusals import refusal_of, with_clause
from canasta.wording.spans import plain
from tests.deal.tables import fresh, rules_of
from tests.wording.hands import dealt

pytestmark = pytest.mark.kernel


def group(text: str) -> Group:
    cards = parse_faces(text)
    return Group(cards, next((KIND_OF[face] for face in cards if KIND_OF[face] > TWO), 0))


def refused(hand: str, *melds: str, minimum: int = 90) -> Refusal:
    """Return why seat 0 with *hand* may not open with *melds* in Classic Canasta."""
    deal = dealt(load("classic", 4), hand, minimums=[minimum, minimum])
    deal.play(0, Draw())
    with pytest.raises(IllegalMove) as caught:
        deal.play(0, Lay(tuple(map(group, melds))))
    return caught.value.refusal


HAND = "Kc Kd Kh 8c 8d 8h 8s Ac Ad Ah 5c"


def test_each_meld_is_told_with_its_worth_and_what_is_missing() -> None:
    told = refused(HAND, "Kc Kd Kh", "8c 8d 8h 8s")
    assert (told.clause, told.needed, told.given) == ("opening.minimum", 90, 70)
    assert told.text == "You need 90 to open; these melds are worth 70 (kings 30, eights 40). Add 20 or take them back."


def test_one_meld_alone() -> None:
    told = refused(HAND, "Ac Ad Ah")
    assert told.text == "You need 90 to open; these aces are worth 60. Add 30 or take them back."


def test_a_hand_that_cannot_do_better_hears_so() -> None:
    told = refused(HAND, "Kc Kd Kh", minimum=150)
    assert told.text == "You need 150 to open; these kings are worth 30. The most you can lay is worth 130."
    told = refused("Kc Kd Kh 4c 5d 6h 7s 8c 9d Th Qs", "Kc Kd Kh")
    assert told.text == "You need 90 to open; these kings are worth 30. You hold nothing more that would count."


def test_cards_laid_in_the_wrong_place_are_not_called_too_few() -> None:
    told = refused("Kc Kd 4c 4d As Ac 2c 6d 7d 9s Qs", "4c 4d 2c", minimum=50)
    assert told.text.endswith("With these you could reach only 30: open with other melds from your hand.")


@pytest.mark.parametrize("name", ["classic", "hand-and-foot", "new-canasta", "ponytail"])
def test_staged_melds_add_up(name: str) -> None:
    """Step by step, what each rank counts is what the kernel counts, and no step makes the best opening better."""
    rng, staged = Random(name), 0
    for seed in range(12):
        deal, _ = fresh(rules_of(name, 4), seed)
        while not deal.over and deal.position.turns < 30:
            position, seat = deal.position, deal.actor
            side = position.side_of(seat)
            laying = [step for step in deal.legal_steps(seat) if START <= step < DISCARD]
            if position.staging:
                staged += 1
                assert sum(staged_worths(position, side)) == position.staged
                for step in laying:
                    if step < ADD:
                        assert most_opening(position, seat, step) <= best_opening(position, seat)
                code, needed, given = explain(position, seat, OPEN)
                if code:
                    check_counted(refusal_of(deal.rules, position, seat, code, needed, given).text, position.staged)
            deal.step_trusted(rng.choice(laying or deal.legal_steps(seat)))
    assert staged > 20


def check_counted(text: str, staged: int) -> None:
    """Where *text* tells melds apart, they add up."""
    apart = re.search(r"worth (\d+) \((.*?)\)", text)
    if apart:
        assert int(apart[1]) == staged == sum(map(int, re.findall(r"\d+", apart[2])))


def test_cards_not_held_are_named() -> None:
    def why(move: str) -> str:
        return refused(HAND, move).text

    assert why("Kc Kd Kh Ks") == "You hold only 3 kings."
    assert why("9c 9d 9h 2c") == "You hold no nines and no twos."
    assert why("Kc Kd Ks") == "You don't hold the king of spades."


def test_numbers_cards_and_clauses_are_spans() -> None:
    told = refused(HAND, "Kc Kd Kh", "8c 8d 8h 8s")
    assert [span.value for span in told.line if isinstance(span, Number)] == [90, 70, 30, 40, 20]
    said = with_clause(told)
    assert Clause("opening.minimum") in said
    assert plain(said) == str(told)
    told = refused(HAND, "Kc Kd Ks")
    assert told.line == (Text("You don't hold "), Text("the "), CardName(parse_faces("Ks")[0]), Text("."))
    assert told.text == "You don't hold the king of spades."
