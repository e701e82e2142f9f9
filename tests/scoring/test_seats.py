"""Seats, sides, dealers, and who begins."""

import pytest

from canasta.base.seats import partners, seats_of, side_name, side_of
from canasta.rules.dealers import dealers, first_player, next_dealer, score_keeper
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.scoring.tableaus import ALL_RULES, with_values


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: f"{rules.name}-{rules.seats}")
def test_sides_and_partners_agree(rules: Rules) -> None:
    for side in range(rules.sides):
        for seat in seats_of(side, rules.seats, rules.sides):
            assert side_of(seat, rules.sides) == side
            others = partners(seat, rules.seats, rules.sides)
            assert sorted((seat, *others)) == list(seats_of(side, rules.seats, rules.sides))
            assert all((other - seat) % rules.seats == rules.sides * place for place, other in enumerate(others, 1))


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: f"{rules.name}-{rules.seats}")
@pytest.mark.parametrize("keeper", [None, 0, 1])
def test_everybody_but_the_score_keeper_deals_and_begins(rules: Rules, keeper: int | None) -> None:
    keeps = score_keeper(rules, keeper)
    dealer = next(seat for seat in range(rules.seats) if seat != keeps)
    dealt, begun = [], []
    for _ in range(rules.seats - (keeps is not None)):
        who = dealers(rules, dealer, keeper)
        assert who[0] == dealer
        assert len(set(who)) == len(who)
        assert keeps not in who
        dealt.append(dealer)
        begun.append(first_player(rules, dealer, keeper))
        dealer = next_dealer(rules, dealer, keeper)
    everyone = [seat for seat in range(rules.seats) if seat != keeps]
    assert sorted(dealt) == sorted(begun) == everyone
    assert dealer == dealt[0]


def test_the_second_dealer_of_a_round_is_the_first_of_the_next() -> None:
    rules = load("new-canasta", 6)
    for dealer in (0, 1, 2, 4, 5):
        assert dealers(rules, dealer, keeper=3)[1] == next_dealer(rules, dealer, keeper=3)


@pytest.mark.parametrize(
    ("players", "keeper", "dealer", "all_dealers", "first"),
    [
        (5, 3, 0, (0, 1), 2),
        (5, 3, 1, (1, 2), 4),  # the seat left of the second dealer keeps the score
        (5, 3, 2, (2, 4), 0),
        (5, 3, 4, (4, 0), 1),
        (3, 0, 1, (1, 2), 1),
        (3, 0, 2, (2, 1), 2),
        (3, None, 2, (2, 0), 1),
        (2, None, 0, (0, 1), 0),
        (2, 1, 0, (0, 1), 0),  # with two players nobody is kept from dealing
        (2, 1, 1, (1, 0), 1),
    ],
)
def test_two_dealers_and_a_score_keeper(
    players: int, keeper: int | None, dealer: int, all_dealers: tuple[int, ...], first: int
) -> None:
    rules = load("new-canasta", players)
    assert dealers(rules, dealer, keeper) == all_dealers
    assert first_player(rules, dealer, keeper) == first


def test_without_the_rule_a_score_keeper_deals_like_everybody() -> None:
    rules = load("new-canasta", 4, options=["no-score-keeper"])
    assert dealers(rules, 1, keeper=2) == (1, 2)
    assert first_player(rules, 0, keeper=2) == 2


def test_two_never_have_a_score_keeper_whatever_the_rules_say() -> None:
    rules = with_values(load("new-canasta", 2), table={"score_keeper": True})
    assert score_keeper(rules, 1) is None


def test_partners_share_the_dealing_and_who_has_none_deals_alone() -> None:
    rules = load("hand-and-foot")
    assert [dealers(rules, dealer) for dealer in range(4)] == [(0, 2), (1, 3), (2, 0), (3, 1)]
    assert [first_player(rules, dealer) for dealer in range(4)] == [1, 2, 3, 0]
    alone = with_values(rules, table={"sides": 0})
    assert dealers(alone, 3) == (3,)
    begins = with_values(rules, deal={"first": "left of second dealer"})
    assert first_player(begins, 0) == 3


def test_a_partner_who_keeps_the_score_does_not_deal() -> None:
    rules = with_values(load("hand-and-foot"), table={"score_keeper": True})
    assert dealers(rules, 0, keeper=2) == (0,)


def test_names_of_sides() -> None:
    names = ["Ann", "Bob", "Cyd", "Dan"]
    assert [side_name(names, side, 2) for side in range(2)] == ["Ann and Cyd", "Bob and Dan"]
    assert [side_name(names, side, 4) for side in range(4)] == names


def test_wrong_questions() -> None:
    rules = load("new-canasta", 4)
    with pytest.raises(ValueError, match="no seat 4 for the dealer at a table of 4"):
        first_player(rules, 4)
    with pytest.raises(ValueError, match="no seat -1 for the score keeper"):
        next_dealer(rules, 0, keeper=-1)
    with pytest.raises(ValueError, match="seat 2 keeps the score and never deals"):
        dealers(rules, 2, keeper=2)
