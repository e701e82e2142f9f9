"""Examples in handbooks: legal by the judge, reached by their numbers, made of cards that exist."""

from collections import Counter

import pytest

from canasta.base.cards import KIND_OF, TWO, Face, faces_text, pack
from canasta.base.events import Discarded, Opened
from canasta.handbook import examples
from canasta.handbook.example_deal import counted
from canasta.handbook.first_turn import first_turn
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.scoring.count import card_values
from canasta.scoring.standing import minimum

EVERY = [load(name, players) for name, game in games().items() for players in game.players]
USUAL = [load(name) for name in games()]


def name(rules: Rules) -> str:
    return f"{rules.name}-{rules.seats}"


def value(rules: Rules, faces: tuple[Face, ...]) -> int:
    return sum(card_values(rules)[KIND_OF[face]] for face in faces)


def moments(rules: Rules) -> list[tuple[int, int, int]]:
    """Minimum, deal and total of each row of the minimums."""
    rows = rules.opening.minimums
    by_deal = rules.opening.by == "deal"
    return [(least, start if by_deal else 1, 0 if by_deal else start) for start, least in rows]


@pytest.mark.parametrize("rules", EVERY, ids=name)
def test_every_minimum_has_an_opening_that_the_judge_accepts(rules: Rules) -> None:
    for least, deal, total in moments(rules):
        if not least:
            continue
        assert minimum(rules, deal, total) == least
        found = examples.opening(rules, least, deal, total)
        assert found is not None, f"no example for {least}"
        assert found.refusal is None
        assert found.total == sum(value(rules, meld) for meld in found.melds) >= least
        # What is left out of it no longer reaches the minimum, or was not needed to show more than one meld.
        assert found.total - min(found.worth) < least or len(found.melds) <= 2


@pytest.mark.parametrize("rules", EVERY, ids=name)
def test_what_falls_short_is_refused_with_its_numbers(rules: Rules) -> None:
    least = minimum(rules, 1, 0)
    short = examples.too_little(rules, least, 1, 0)
    if least <= 15:
        assert short is None
        return
    assert short is not None
    assert short.refusal is not None
    assert (short.refusal.clause, short.refusal.needed) == ("opening.minimum", least)
    assert short.refusal.given == short.total < least


@pytest.mark.parametrize("rules", EVERY, ids=name)
def test_the_first_turn_is_played_by_the_rules(rules: Rules) -> None:
    turn = first_turn(rules)
    assert turn is not None
    assert (len(turn.hand), len(turn.drawn)) == (rules.deal.hand, rules.draw.stock)
    used = Counter([*turn.hand, *turn.drawn, *([] if turn.upcard is None else [turn.upcard])])
    assert not used - Counter(pack(rules.packs, rules.deck.jokers))
    (opened,) = [event for event in turn.events if isinstance(event, Opened)]
    assert (opened.worth, opened.minimum) == (turn.laid.total, turn.needed)
    assert turn.needed == minimum(rules, 1, 0)
    (discarded,) = [event.card for event in turn.events if isinstance(event, Discarded)]
    assert discarded == turn.discarded
    # What the turn says of the cards: the first one drawn is needed, the discard single, the pair kept and not melded.
    melded = Counter(face for meld in turn.laid.melds for face in meld)
    ranks = Counter(KIND_OF[face] for face in (Counter([*turn.hand, *turn.drawn]) - melded).elements())
    assert melded[turn.drawn[0]] > Counter(turn.hand)[turn.drawn[0]]
    assert ranks[KIND_OF[turn.discarded]] == 1
    assert len(turn.pair) == ranks[KIND_OF[turn.pair[0]]] == 2
    assert (turn.refusal is None) == (turn.upcard is None) == (not rules.deal.upcard)


def test_a_game_without_so_simple_a_turn_has_no_example() -> None:
    # Nobody may lay cards in the first round of turns.
    assert first_turn(load("classic", options=["opening.round=2"])) is None


def test_examples_follow_the_minimum() -> None:
    for least in (20, 65, 200):
        rules = load("classic", options=[f"opening.minimums=[[0,{least}]]"])
        found = examples.opening(rules, least, 1, 0)
        assert found is not None
        assert found.total >= least
    nothing = load("classic", options=["evans"])
    assert examples.opening(nothing, 50, 1, 0) is not None


@pytest.mark.parametrize(
    ("game", "options", "cards", "legal"),
    [
        ("hand-and-foot", [], "Kh Ks 2h Jk", False),
        ("hand-and-foot", ["two-wilds"], "Kh Ks 2h Jk", True),
        ("hand-and-foot", [], "2h 2s Jk", True),
        ("classic", [], "2h 2s Jk", False),
        ("hand-knee-and-foot", [], "5h 5s 2h", False),
        ("hand-knee-and-foot", ["wilds-in-specials"], "5h 5s 2h", True),
        ("new-canasta", [], "Kh Ks Kd 2h Jk", True),
    ],
)
def test_is_it_a_meld(game: str, options: list[str], cards: str, legal: bool) -> None:
    asked = {faces_text(laid.melds[0]): laid for laid, _ in examples.melds(load(game, options=options))}
    assert (asked[cards].refusal is None) == legal


ONE_PACK = load(house={"base": "classic", "deck": {"packs": 1}})
"""A deck with too few cards of a rank for the canastas that examples like to show."""


@pytest.mark.parametrize("rules", [*EVERY, ONE_PACK], ids=name)
def test_a_counted_deal_is_made_of_cards_that_exist(rules: Rules) -> None:
    won, lost = counted(rules)
    used, there = Counter([*won.faces, *lost.faces]), Counter(pack(rules.packs, rules.deck.jokers))
    assert not used - there


@pytest.mark.parametrize("rules", EVERY, ids=name)
def test_who_goes_out_has_the_canastas_needed(rules: Rules) -> None:
    melds = [meld.faces for meld in counted(rules)[0].melds if meld.canasta]
    wilds = [sum(KIND_OF[face] <= TWO for face in meld) for meld in melds]
    assert wilds.count(0) >= rules.out.natural + rules.out.special * len(rules.specials)
    assert sum(0 < number < rules.meld.size for number in wilds) >= rules.out.mixed
    assert wilds.count(rules.meld.size) >= rules.out.wild
    assert len(melds) >= rules.out.canastas


@pytest.mark.parametrize("rules", EVERY, ids=name)
def test_whoever_has_not_gone_out_holds_a_card(rules: Rules) -> None:
    won, lost = counted(rules)
    each = rules.seats // rules.sides
    assert (len(won.hands), len(lost.hands)) == (each - 1, each)
    assert all(won.hands)
    assert all(lost.hands)


def test_no_reserve_is_left_that_the_melds_have_given_out() -> None:
    # A side that has opened holds its ponies; two canastas of three players leave one foot.
    assert counted(load("ponytail"))[1].reserve == ()
    lost = counted(load("pennies-from-heaven"))[1]
    assert (sum(meld.canasta for meld in lost.melds), len(lost.hands), len(lost.reserve)) == (2, 3, 11)


TOTALS = {
    "classic": (500 + 300 + 200 + 100 + 180 - 15, 300 + 100 + 130 - 25),
    "hand-and-foot": (1500 + 1000 + 600 + 200 + 100 + 530 - 15, 300 + 100 + 120 - 25 - 120 - 100),
    "hand-and-foot-earl": (1500 + 1000 + 600 + 200 + 100 - 15, 300 + 100 - 25 - 120 - 100),
    "new-canasta": (1000 + 300 + 180 + 100, 300 + 130 - 15 - 500 - 90 - 500),
    "pennies-from-heaven": (500 + 1500 + 300 + 1000 + 200 + 100 + 415 - 30, 600 + 100 + 230 - 30 - 90 - 100),
    "ponytail": (500 + 5000 + 300 + 2500 + 200 + 200 + 415 - 15, 300 + 100 + 130 - 20 - 100),
}


@pytest.mark.parametrize("game", TOTALS)
def test_counted_deals_add_up(game: str) -> None:
    assert tuple(side.sheet.total for side in counted(load(game))) == TOTALS[game]


@pytest.mark.parametrize("rules", USUAL, ids=name)
def test_the_worth_told_is_the_worth_counted(rules: Rules) -> None:
    for side in counted(rules):
        lines = [line.points for line in side.sheet.lines if line.clause == "score.melded"]
        told = [meld.worth for meld in side.melds]
        if rules.score.melded:
            assert [sum(filter(None, told))] == lines
            assert told == [value(rules, meld.faces) for meld in side.melds]
        else:
            assert lines == []
            assert told == [None] * len(told)
