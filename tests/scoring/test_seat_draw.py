"""The draw for partners, seats and the first dealer."""

from collections import Counter

import pytest

from canasta.base.cards import parse_faces
from canasta.base.seats import seats_of, side_of
from canasta.deal.seat_draw import draw_deck, draw_seats
from canasta.rules.dealers import dealers
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.scoring.tableaus import ALL_RULES, with_values

DRAWING = [rules for rules in ALL_RULES if rules.procedures.seats != "as agreed"]


def test_some_games_draw_for_partners_and_some_for_the_dealer() -> None:
    assert {rules.procedures.seats for rules in DRAWING} == {"draw for partners", "draw for dealer"}


def test_the_two_highest_play_together_and_the_highest_deals() -> None:
    drawn = draw_seats(load("hand-and-foot"), parse_faces("4c 9d Ah Ks"))
    assert drawn.rounds == (tuple(enumerate(parse_faces("4c 9d Ah Ks"))),)
    assert drawn.order == (2, 3, 1, 0)
    # Player 2 keeps his place, and player 3 sits opposite.
    assert drawn.players[2] == 2
    assert drawn.players[0] == 3
    assert (drawn.players[3], drawn.players[1]) == (1, 0)
    assert (drawn.dealer, drawn.keeper) == (2, None)


def test_suits_do_not_count_and_twos_are_low() -> None:
    rules = load("hand-and-foot")
    assert draw_seats(rules, parse_faces("2s 3c Ad Tc")).order == (2, 3, 1, 0)
    assert draw_seats(rules, parse_faces("9c 9s 4d 5d Qh Kh")).rounds[1] == tuple(enumerate(parse_faces("Qh Kh")))


def test_equal_cards_are_drawn_again_by_those_who_drew_them_for_the_places_they_share() -> None:
    drawn = draw_seats(load("hand-and-foot"), parse_faces("Kc 9c Kd 9s 2h Ah 3h 4h"))
    assert [[player for player, _ in cards] for cards in drawn.rounds] == [[0, 1, 2, 3], [0, 1, 2, 3]]
    # A two after a king stays above an ace after a nine.
    assert drawn.order == (2, 0, 1, 3)
    drawn = draw_seats(load("hand-and-foot"), parse_faces("Kc 9c Kd 8s 5h 5d 6h 7h"))
    assert [[player for player, _ in cards] for cards in drawn.rounds] == [[0, 1, 2, 3], [0, 2], [0, 2]]
    assert drawn.order == (2, 0, 1, 3)


def test_for_the_dealer_only_the_highest_draw_again_and_nobody_moves() -> None:
    rules = load("new-canasta", 5)
    drawn = draw_seats(rules, parse_faces("9c Kc 9d Kd Ks 4h 7h 7d 5c 6c"))
    assert [[player for player, _ in cards] for cards in drawn.rounds] == [[0, 1, 2, 3, 4], [1, 3, 4], [3, 4]]
    assert drawn.players == (0, 1, 2, 3, 4)
    assert drawn.dealer == 4


def test_the_score_keeper_draws_no_card_for_the_deal() -> None:
    rules = load("new-canasta", 4)
    drawn = draw_seats(rules, parse_faces("4c 9c 8c"), keeper=1)
    assert [player for player, _ in drawn.rounds[0]] == [0, 2, 3]
    assert (drawn.dealer, drawn.keeper) == (2, 1)
    two = draw_seats(load("new-canasta", 2), parse_faces("4c 9c"), keeper=1)
    assert (two.dealer, two.keeper) == (1, None)


def test_a_score_keeper_with_the_highest_card_finds_a_partner_and_does_not_deal() -> None:
    rules = with_values(load("hand-and-foot"), table={"score_keeper": True})
    drawn = draw_seats(rules, parse_faces("4c 9c Ac Kc"), keeper=2)
    assert drawn.order[0] == 2
    assert drawn.players[drawn.dealer] == 3
    assert drawn.keeper is not None
    assert drawn.players[drawn.keeper] == 2
    assert side_of(drawn.dealer, 2) == side_of(drawn.keeper, 2)


@pytest.mark.parametrize("rules", DRAWING, ids=lambda rules: f"{rules.name}-{rules.seats}")
def test_every_draw_seats_everybody_once_with_partners_of_like_cards(rules: Rules) -> None:
    for seed in range(60):
        drawn = draw_seats(rules, draw_deck(seed), keeper=rules.seats - 1)
        assert drawn == draw_seats(rules, draw_deck(seed), keeper=rules.seats - 1)
        assert sorted(drawn.players) == list(range(rules.seats))
        assert dealers(rules, drawn.dealer, drawn.keeper)[0] == drawn.dealer
        faces = [face for cards in drawn.rounds for _, face in cards]
        assert faces == list(draw_deck(seed)[: len(faces)])
        if rules.procedures.seats == "draw for partners":
            members = rules.seats // rules.sides
            sides = [
                {drawn.players[seat] for seat in seats_of(side, rules.seats, rules.sides)}
                for side in range(rules.sides)
            ]
            for at in range(rules.sides):
                assert set(drawn.order[at * members : (at + 1) * members]) in sides
            first = {player: (face - 1) % 13 for player, face in drawn.rounds[0]}
            assert [first[player] for player in drawn.order] == sorted(first.values(), reverse=True)
            assert drawn.players[drawn.dealer] == drawn.order[0] == drawn.dealer


def test_nobody_is_favoured() -> None:
    rules, draws = load("hand-and-foot"), 3000
    dealt, together = Counter[int](), Counter[int]()
    for seed in range(draws):
        drawn = draw_seats(rules, draw_deck(seed))
        dealt[drawn.dealer] += 1
        seat = drawn.players.index(0)
        together[drawn.players[(seat + 2) % 4]] += 1
    # Six standard deviations of a fair draw.
    assert max(abs(dealt[player] - draws / 4) for player in range(4)) < 6 * (draws * 3 / 16) ** 0.5
    assert max(abs(together[player] - draws / 3) for player in (1, 2, 3)) < 6 * (draws * 2 / 9) ** 0.5


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="seats are as agreed"):
        draw_seats(load("classic"), draw_deck(1))
    with pytest.raises(ValueError, match="too few cards"):
        draw_seats(load("hand-and-foot"), parse_faces("4c 4d 5c 6c 7c"))
    with pytest.raises(ValueError, match="no jokers"):
        draw_seats(load("hand-and-foot"), parse_faces("4c Jk 5c 6c"))
