"""Two rule sets beside each other."""

import pytest

from canasta.rules.game import standard
from canasta.rules.load import games, load
from canasta.wording.compare import compare


def changed(game: str, *options: str, players: int | None = None) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return what no longer holds and what holds instead, by clause."""
    new = load(game, players, options)
    found = compare(standard(games()[game], new.seats), new)
    return {each.clause: (each.replaced, each.replacing) for each in found.clauses}


@pytest.mark.parametrize(("name", "players"), [(name, n) for name, game in games().items() for n in game.players])
def test_a_game_does_not_differ_from_itself(name: str, players: int) -> None:
    assert not compare(standard(games()[name], players), load(name, players))


def test_only_what_changed_is_told() -> None:
    found = changed("hand-and-foot", "whole-pile")
    assert list(found) == ["pile.take"]
    assert found["pile.take"] == (
        ("When you take the discard pile, you take its top seven cards, or all of a smaller pile.",),
        ("When you take the discard pile, you take all of it.",),
    )


def test_the_same_rule_for_other_people_is_no_difference() -> None:
    alone = load(players=4, house={"base": "classic", "players": {"4": {"table": {"sides": 0}}}})
    found = {each.clause: (each.replaced, each.replacing) for each in compare(load("classic"), alone).clauses}
    assert found["table.sides"][1] == ("Everyone plays alone.",)
    assert "meld.same_rank" not in found, '"your side has" and "you have" say the same'
    assert found["out.permission"] == (
        ("You may first ask your partner for permission to go out, and the answer is binding.",),
        (),
    )


def test_other_words_are_no_difference_but_words() -> None:
    new = load("classic", options=["words.canasta=book", "words.canastas=books", "out.canastas=2"])
    found = compare(load("classic"), new)
    assert found.words == (("canasta", "book"), ("canastas", "books"))
    assert [each.clause for each in found.clauses] == ["out.contract"]
    assert "two books of any kind" in found.clauses[0].replacing[0]


def test_numbers_of_players_differ_in_their_values_only() -> None:
    found = compare(load("classic", 4), load("classic", 6))
    assert [each.clause for each in found.clauses] == ["table.sides"]
    assert not compare(load("new-canasta", 4), load("new-canasta", 7))


def test_dealers_who_are_partners_are_told_as_such() -> None:
    found = {
        each.clause: each for each in compare(load("hand-and-foot-earl", 4), load("hand-and-foot-earl", 2)).clauses
    }
    assert found["deal.dealers"].replaced == (
        "The dealer deals every hand, and the dealer's partner deals every foot.",
    )
    assert found["deal.dealers"].replacing == (
        "The dealer deals every hand, and the player to the left deals every foot.",
    )


def test_a_reserve_taken_away_goes_with_its_values() -> None:
    found = changed("hand-and-foot", "reserves.foot=false", "out.partner=no")
    assert "reserves.size" in found
    assert all(gone or come for gone, come in found.values()), "no clause without a sentence"
