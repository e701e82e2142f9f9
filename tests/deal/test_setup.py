"""Setups: any arrangement of cards is a deal to play on, or all that it contradicts is said at once."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from canasta.base.cards import faces_text, pack, parse_faces
from canasta.base.errors import IllegalMove, SetupError
from canasta.base.moves import Discard, Draw
from canasta.deal.deal import Deal
from canasta.deal.setup.arranging import arranged, deal_from
from canasta.deal.setup.contradictions import contradictions
from canasta.deal.setup.describing import setup_of
from canasta.deal.setup.melds import Meld
from canasta.deal.setup.setup import UNSEEN, Began, Setup
from canasta.engine.position import ENDED_OUT, ENDED_STOCK, LIFTED, PART, PILE, STOCK
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from tests.notation.moments import dealt as moment
from tests.notation.moments import kept, wander

CLASSIC = load("classic", 4)


def dealt(rules: Rules = CLASSIC) -> Setup:
    """Return a setup of a deal of an unshuffled deck that has just begun."""
    deal, _ = Deal.new(rules, pack(rules.packs, rules.deck.jokers))
    return replace(setup_of(deal), history=())


def told(setup: Setup) -> dict[str, str]:
    """Return what the setup contradicts: the first problem of each path."""
    with pytest.raises(SetupError) as error:
        deal_from(setup)
    assert error.value.problems == contradictions(setup)
    assert all(problem.text in str(error.value) for problem in error.value.problems)
    return {problem.path: problem.text for problem in reversed(error.value.problems)}


@pytest.mark.parametrize("name", ["classic", "hand-and-foot", "new-canasta", "hand-knee-and-foot"])
def test_a_setup_of_the_first_turn_is_the_deal_itself(name: str) -> None:
    rules = load(name)
    deal, _ = Deal.new(rules, pack(rules.packs, rules.deck.jokers))
    again = deal_from(dealt(rules))
    assert again.legal_steps(0) == deal.legal_steps(0)
    assert [again.play(0, Draw())] == [deal.play(0, Draw())]
    card = Discard(deal.tabletop.hands[0][-1])
    assert again.play(0, card) == deal.play(0, card)
    assert again.position.key()[:6] == deal.position.key()[:6]


@pytest.mark.parametrize("name", games())
def test_every_moment_of_a_deal_is_a_setup_that_makes_it_again(name: str) -> None:
    rules = load(name)
    rng = Random(name)
    seen = 0
    for deal in wander(moment(rules, 3), rng, 0.9):
        if rng.random() < 0.2 or deal.over:
            setup = setup_of(deal)
            again = deal_from(setup)
            assert kept(again) == kept(deal)
            assert setup_of(again) == setup
            assert again.legal_steps(deal.actor) == deal.legal_steps(deal.actor)
            seen += 1
    assert seen > 5


def test_a_setup_keeps_what_it_says_while_its_deal_goes_on() -> None:
    deal, _ = Deal.new(CLASSIC, pack(2, 2))
    setup = setup_of(deal)
    before = repr(setup)
    deal.play(0, Draw())
    deal.play(0, Discard(deal.tabletop.hands[0][-1]))
    assert repr(setup) == before
    assert repr(setup_of(deal)) != before


def test_everything_is_said_at_once() -> None:
    setup = replace(
        dealt(),
        pile=parse_faces("AsAsAs"),
        laid=[1],
        played={2: PART},
        made={0: 1},
        lap=1,
        started=[13],
        asked=1,
        answer=True,
        out=3,
        restored={0: 1},
        lift=LIFTED,
        raised=10,
        began=Began(fresh=True, unopened=True, last=True),
        known={1: parse_faces("Jk")},
        upcard_froze=True,
        returned=parse_faces("2c"),
        red_threes=[parse_faces("4c"), ()],
    )
    assert set(told(setup)) >= {
        "pile.3",
        "laid.2",
        "played.3",
        "made",
        "lap",
        "started",
        "asked",
        "out",
        "restored.1",
        "lift",
        "raised",
        "began",
        "known.2",
        "returned",
        "red_threes.1",
    }


def test_cards_missing_and_cards_too_many() -> None:
    setup = dealt()
    assert told(replace(setup, stock=setup.stock[1:])) == {
        "stock": f"one card of the deck is missing: {faces_text(setup.stock[:1])}"
    }
    assert told(replace(setup, stock=[UNSEEN] * (len(setup.stock) - 1))) == {"stock": "one card of the deck is missing"}
    assert told(replace(setup, stock=[UNSEEN] * (len(setup.stock) + 1))) == {
        "stock": "the deck has 108 cards, but 1 more are listed"
    }
    place = f"stock.{len(setup.stock) + 1}"
    assert list(told(replace(setup, stock=[*setup.stock, setup.pile[0]]))) == [place]


def test_black_threes_lie_only_before_a_player_who_goes_out() -> None:
    setup = dealt()
    threes = parse_faces("3c3c3s")
    left = list(setup.stock)
    hands = [list(hand) for hand in setup.hands]
    for face in threes:
        next(zone for zone in (left, *hands) if face in zone).remove(face)
    laid = replace(setup, hands=hands, stock=left, melds=[Meld(0, threes)], opened=[0, 1])
    assert list(told(laid)) == ["melds.1.1"]
    assert deal_from(replace(laid, source=STOCK)).position.phase
    assert list(told(replace(laid, source=STOCK, seat=1))) == ["melds.1.1"]


def test_of_the_melds_of_a_rank_one_is_unfinished() -> None:
    """Where another meld begins only beside canastas, two that are none cannot lie there."""
    rules = load("hand-and-foot-earl", 4, ["long-melds"])
    setup = dealt(rules)
    left = list(setup.stock)
    hands = [list(hand) for hand in setup.hands]

    def laid(*melds: str) -> Setup:
        faces = [parse_faces(meld) for meld in melds]
        zones = [left.copy(), *(hand.copy() for hand in hands)]
        zones += [list(setup.pile), *(list(packet) for packets in setup.reserves for packet in packets)]
        for face in (face for meld in faces for face in meld):
            next(zone for zone in zones if face in zone).remove(face)
        return replace(setup, stock=zones[0], melds=[Meld(0, meld) for meld in faces], opened=[0])

    assert told(laid("KcKcKc", "KdKdKd"))["melds.1"] == "only one open meld of a rank may be smaller than a canasta"
    assert "melds.1" not in told(laid("KcKcKcKcKdKdKd", "KhKhKh"))


def test_an_opening_that_does_not_stand() -> None:
    setup = dealt()
    left, hands = list(setup.stock), [list(hand) for hand in setup.hands]
    meld = parse_faces("QcQdQh")
    for face in meld:
        next(zone for zone in (left, *hands) if face in zone).remove(face)
    opening = replace(setup, hands=hands, stock=left, melds=[Meld(0, meld)], source=PILE)
    deal = deal_from(opening)
    assert (deal.position.staging, deal.position.staged, deal.position.coming) == (True, 30, len(setup.pile))
    with pytest.raises(IllegalMove, match="opening"):
        deal.play(0, Discard(deal.tabletop.hands[0][0]))
    assert told(replace(opening, seat=1)) == {"melds": "side 1 has melds, so it must have opened"}
    assert told(replace(opening, ended=ENDED_STOCK))["melds"] == "side 1 has melds, so it must have opened"


def test_how_a_deal_ended_and_who_went_out_agree() -> None:
    setup = dealt()
    assert told(replace(setup, ended=ENDED_OUT)) == {"over": "name the player who went out"}
    gone = replace(setup, hands=[(), *setup.hands[1:]], pile=[*setup.pile, *setup.hands[0]], out=0)
    assert told(gone) == {"out": "a player has gone out, so the deal must be marked as over"}
    assert deal_from(replace(gone, ended=ENDED_OUT)).over
    assert told(replace(gone, ended=ENDED_STOCK))["over"] == "seat 1 went out, so that is how the deal ended"


def test_the_deck_is_as_long_as_the_cards_need() -> None:
    """A stock larger than a deal leaves, with a reserve that waits in its place."""
    rules = load("hand-and-foot")
    setup = dealt(rules)
    cards = [face for hand in setup.hands for face in hand]
    cards += [face for packets in setup.reserves[:3] for face in packets[0]]
    large = replace(
        setup, hands=[()] * 4, reserves=[(), (), (), setup.reserves[3]], stock=[*setup.stock, *cards], laid=()
    )
    deal = deal_from(large)
    assert deal.position.stock() == len(setup.stock) + len(cards)
    assert deal.tabletop.reserve(deal.position, 3, 0) == list(setup.reserves[3][0])
    assert arranged(large).position.key() == deal.position.key()
    deal.play(0, Draw())
    assert deal.tabletop.hands[0] == list(setup.stock[:2])
