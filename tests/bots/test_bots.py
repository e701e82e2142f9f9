"""Bots: what every one of them must do."""

from __future__ import annotations

from random import Random

import pytest

from canasta import bots
from canasta.base.errors import CanastaError
from canasta.bots.registry import UnknownBot
from canasta.deal.deal import Deal
from canasta.deal.imagine import imagine
from canasta.deal.view import View, view
from canasta.rules.load import games, load
from tests.deal.tables import TABLES, fresh, rules_of

# The personalities of planner play by the same code, and tests/bots/test_search.py is about the one that looks ahead.
NAMES = ("chance", "greedy", "planner")

OPTIONS = [(name, option) for name, game in sorted(games().items()) for option in game.options]


def seated(name: str, seats: int, seed: int = 5) -> list[bots.Bot]:
    return [bots.make(name, seed, seat) for seat in range(seats)]


def choices(deal: Deal, players: list[bots.Bot]) -> list[int]:
    """Return every step of *deal* played out; each must be legal."""
    steps = []
    while not deal.over:
        seen = view(deal, deal.actor)
        step = players[deal.actor].choose(seen)
        assert step in seen.legal
        steps.append(step)
        deal.step(deal.actor, step)
    return steps


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bots_take_legal_steps_to_the_end_of_every_game(name: str, players: int, bot: str) -> None:
    deal, _ = fresh(rules_of(name, players), 1)
    assert len(choices(deal, seated(bot, players))) < 20_000


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_greedy_plays_with_every_option(name: str, option: str) -> None:
    players = 3 if option == "three-alone" else 6 if option == "two-teams-of-three" else None
    deal, _ = fresh(load(name, players, [option]), 2)
    choices(deal, seated("greedy", deal.rules.seats))


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize(("name", "players"), TABLES[::3])
def test_equal_seeds_play_alike(name: str, players: int, bot: str) -> None:
    played = [choices(fresh(rules_of(name, players), 4)[0], seated(bot, players)) for _ in range(2)]
    assert played[0] == played[1]


def test_another_seed_or_seat_plays_otherwise() -> None:
    rules = rules_of("classic", 4)
    first = choices(fresh(rules, 4)[0], seated("chance", 4, 1))
    assert choices(fresh(rules, 4)[0], seated("chance", 4, 2)) != first
    seen = view(fresh(rules, 4)[0], 0)
    wide = View(
        **{field: getattr(seen, field) for field in View.__slots__ if field != "legal"}, legal=tuple(range(400))
    )
    assert len({bots.make("chance", 1, seat).choose(wide) for seat in range(4)}) > 1


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_hidden_cards_change_no_choice(name: str, players: int, bot: str) -> None:
    rng = Random(players)
    deal, _ = fresh(rules_of(name, players), 6)
    going = seated("greedy", players)
    number = 0
    while not deal.over:
        seat = deal.actor
        seen = view(deal, seat)
        if number % 7 == 0:
            again = view(imagine(seen, rng).deal, seat)
            assert bots.make(bot, number, seat).choose(seen) == bots.make(bot, number, seat).choose(again)
        number += 1
        deal.step_trusted(going[seat].choose(seen))


def test_names_and_versions() -> None:
    assert set(bots.names()) >= {"chance", "greedy", "planner", "search"}
    for name in bots.names():
        bot = bots.make(name, 1, 0)
        assert bot.name == name
        assert bot.version


def test_an_unknown_bot_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownBot, match="Did you mean greedy") as caught:
        bots.make("gready", 1, 0)
    assert isinstance(caught.value, CanastaError)
    with pytest.raises(UnknownBot, match=r"The bots are search, planner, planner:cautious, .* greedy and chance"):
        bots.make("zzz", 1, 0)


def test_a_turn_ends_with_the_turn() -> None:
    deal, _ = fresh(rules_of("hand-and-foot", 4), 3)
    players: list[bots.Bot | None] = [*seated("greedy", 4)]
    for turn in range(8):
        assert deal.position.turn == turn % 4
        events = bots.play_turn(deal, players)
        assert events
    players[0] = None
    assert bots.play_turn(deal, players) == []
    assert deal.actor == 0


def test_a_bot_that_breaks_the_rules_is_refused() -> None:
    class Cheat:
        name = version = "cheat"

        def choose(self, _view: View) -> int:
            return 3

    deal, _ = fresh(rules_of("classic", 4), 3)
    with pytest.raises(CanastaError):
        bots.play_step(deal, Cheat())
    assert deal.position.turns == 0


def test_deals_are_played_out() -> None:
    deal, _ = fresh(rules_of("classic", 3), 3)
    assert bots.play_out(deal, seated("greedy", 3)) > 20
    assert deal.over
