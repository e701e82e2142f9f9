"""Views hold what a seat may know and nothing else."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from canasta.base.cards import KIND_OF, RED_THREE, pack
from canasta.base.errors import SetupError
from canasta.base.events import TookPile
from canasta.deal.deal import Deal
from canasta.deal.imagine import imagine, unseen
from canasta.deal.match import Match
from canasta.deal.setup.arranging import deal_from
from canasta.deal.setup.describing import setup_of
from canasta.deal.view import View, view
from tests.deal.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel


def same(one: View, other: View) -> bool:
    """Return whether two views show the same."""
    return all(getattr(one, field.name) == getattr(other, field.name) for field in fields(View))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_kept_for_views_is_what_they_would_work_out(name: str, players: int) -> None:
    rng = Random(players)
    deal, _ = fresh(rules_of(name, players), 3)
    for _events in random_play(deal, rng):
        shown = view(deal, 0)
        deal.tabletop.kept.clear()
        assert same(shown, view(deal, 0))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_leaks__dealing_the_hidden_cards_again_changes_no_view(name: str, players: int) -> None:
    rng = Random(players)
    for seed in range(2):
        deal, _ = fresh(rules_of(name, players), seed)
        for number, _events in enumerate(random_play(deal, rng)):
            if number % 11 == 0:
                seat = rng.randrange(players)
                mine = view(deal, seat)
                again = imagine(mine, rng).deal
                assert same(mine, view(again, seat))
                check_whole(again)


def check_whole(deal: Deal) -> None:
    """Every card of the deck is in an imagined deal once."""
    rules, position = deal.rules, deal.position
    faces = deal.tabletop.count()
    faces.update(deal.tabletop.deck[deal.tabletop.drawn :])
    for seat in range(rules.seats):
        for index in range(position.taken(seat), position.rule_table.reserves):
            faces.update(deal.tabletop.reserve(position, seat, index))
    assert faces == Counter(pack(rules.packs, rules.deck.jokers))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_views_legal_steps_are_the_deals(name: str, players: int) -> None:
    rng = Random(players + 1)
    deal, _ = fresh(rules_of(name, players), 3)
    for _events in random_play(deal, rng):
        if not deal.over:
            assert list(view(deal, deal.actor).legal) == deal.legal_steps(deal.actor)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_follows_from_a_view_can_be_played_out(name: str, players: int) -> None:
    rng = Random(players + 2)
    deal, _ = fresh(rules_of(name, players), 4)
    for number, _events in enumerate(random_play(deal, rng)):
        if number == 80:
            break
    if deal.over:
        return
    again = imagine(view(deal, deal.actor), rng).deal
    for _events in random_play(again, rng):
        pass
    check_whole(again)


def test_known_cards_are_honoured() -> None:
    rules = rules_of("new-canasta", 4)
    rng = Random(2)
    seen = 0
    for seed in range(6):
        deal, _ = fresh(rules, seed)
        for _events in random_play(deal, rng):
            seat = (deal.actor + 1) % 4
            mine = view(deal, seat)
            if not any(known for other, known in enumerate(mine.known) if other != seat):
                continue
            seen += 1
            if seen % 10:
                continue
            again = imagine(mine, rng).deal
            for other, known in enumerate(mine.known):
                hand = Counter(again.tabletop.hands[other])
                assert all(hand[face] >= number for face, number in known)
    assert seen > 50


def test_a_shown_card_is_known_beside_its_like_from_the_pile() -> None:
    rng = Random(5)
    both = 0
    for seed in range(60):
        deal, _ = fresh(rules_of("new-canasta", 4), seed)
        while not deal.over:
            before = [Counter(known) for known in deal.tabletop.known]
            for event in deal.step_trusted(rng.choice(deal.legal_steps(deal.actor))):
                if isinstance(event, TookPile) and event.shown:
                    came, shown = Counter(event.cards), Counter(event.shown)
                    both += bool(came & shown)
                    for face in came | shown:
                        expected = max(before[event.seat][face], shown[face]) + came[face]
                        assert deal.tabletop.known[event.seat][face] == expected
    assert both >= 5


@pytest.mark.parametrize("name", ["hand-and-foot", "classic", "hand-knee-and-foot"])
def test_imagined_hands_hold_no_red_threes_where_they_are_laid_at_once(name: str) -> None:
    rng = Random(8)
    deal, _ = fresh(rules_of(name, 4), 8)
    for number, _events in enumerate(random_play(deal, rng)):
        if number % 9 == 0:
            again = imagine(view(deal, 0), rng).deal
            assert not any(KIND_OF[face] == RED_THREE for hand in again.tabletop.hands for face in hand)


def test_an_onlooker_sees_no_hand() -> None:
    deal, _ = fresh(rules_of("classic", 4), 1)
    outside = view(deal, -1)
    assert outside.hand == ()
    assert outside.legal == ()
    assert not any(outside.position.hands)


def test_unseen_cards_are_the_rest_of_the_deck() -> None:
    rules = rules_of("hand-and-foot", 4)
    deal, _ = fresh(rules, 1)
    mine = view(deal, 0)
    hidden = sum(unseen(mine).values())
    assert hidden == rules.cards - len(mine.hand) - len(mine.pile) - sum(len(reds) for reds in mine.red_threes)


def test_the_piles_of_the_stock_are_drawn_from_evenly() -> None:
    deal, _ = fresh(rules_of("new-canasta", 5), 4)
    before = view(deal, -1).stock_piles
    assert len(before) == 4
    for _events in random_play(deal, Random(4)):
        seen = view(deal, 0)
        assert sum(seen.stock_piles) == seen.stock
        assert max(seen.stock_piles) - min(seen.stock_piles) <= 1
        # Nothing goes back, and no pile but the fullest ones gets smaller.
        drawn = [was - now for was, now in zip(sorted(before), sorted(seen.stock_piles), strict=True)]
        assert all(number >= 0 for number in drawn)
        before = seen.stock_piles
    assert sum(before) < 20
    alone = view(fresh(rules_of("classic", 4), 4)[0], 0)
    assert alone.stock_piles == (alone.stock,)


def test_everyone_sees_how_the_match_stands() -> None:
    match, rng = Match(rules_of("classic", 4), 3), Random(3)
    for number in (1, 2, 3):
        match.begin_deal()
        deal, totals = match.deal, match.totals
        assert deal is not None
        assert any(totals) == (number > 1)
        for at, _events in enumerate(random_play(deal, rng)):
            if at % 20 == 0:
                mine = view(deal, deal.actor)
                again = deal_from(setup_of(deal))
                others = (deal.copy(), copy.deepcopy(deal), imagine(mine, rng).deal, again)
                for seat in range(-1, 4):
                    seen = view(deal, seat)
                    assert (seen.number, seen.totals) == (number, totals)
                    assert {(other.number, other.totals) for other in (seen, *others)} == {(number, totals)}
        match.count()


def test_a_deal_of_no_match_is_the_first_one() -> None:
    seen = view(fresh(rules_of("hand-and-foot", 4), 1)[0], 0)
    assert (seen.number, seen.totals) == (1, (0, 0))


def test_totals_belong_to_sides() -> None:
    setup = replace(setup_of(fresh(rules_of("classic", 4), 1)[0]), totals=(100, 200, 300))
    with pytest.raises(SetupError, match="there are 2 sides, and 3 totals were given"):
        deal_from(setup)
