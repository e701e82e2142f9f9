"""The bot `search`: every game, nothing but views, its budgets, and the same decisions inside the kernel and outside."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

import pytest

from canasta import bots
from canasta.base.cards import KIND_OF, KINDS, pack
from canasta.base.errors import CanastaError
from canasta.base.shuffle import shuffled
from canasta.bots.registry import kernel_player, make_apart
from canasta.bots.search import MOST_WORLDS, WrongBudget, weighed_plans
from canasta.deal.deal import Deal
from canasta.deal.imagine import imagine
from canasta.deal.view import View, view
from canasta.engine import KERNEL
from canasta.engine.clues import Clues
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.play import play_noting
from canasta.engine.policy import Policy
from canasta.engine.steps import DISCARD, DRAW, START, step_name
from canasta.notation.positions.line import position_text, read_position
from canasta.rules.load import load
from canasta.sim.duel import Duel, run
from tests.deal.tables import TABLES, fresh, rules_of

COMPILED: Final = pytest.mark.skipif(KERNEL != "compiled", reason="a search by Python takes too long")
TINY: Final = "search:4"
EVERY: Final = 17


@COMPILED
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_plays_every_game_and_sees_no_more_than_its_seat(name: str, players: int) -> None:
    """In deals of `planner`, `search` decides now and then: the same whatever the hidden cards are."""
    rng = Random(players)
    deal, _ = fresh(rules_of(name, players), 8)
    going = [bots.make("planner", 1, seat) for seat in range(players)]
    number = asked = 0
    while not deal.over:
        seat = deal.actor
        seen = view(deal, seat)
        step = going[seat].choose(seen)
        if number % EVERY == 0 and len(seen.legal) > 1:
            step = bots.make(TINY, number, seat).choose(seen)
            assert step in seen.legal
            assert step == bots.make(TINY, 0, seat).choose(view(imagine(seen, rng).deal, seat))
            asked += 1
        number += 1
        deal.step(seat, step)
    assert asked > 0


@COMPILED
@pytest.mark.parametrize(
    ("name", "number", "totals"), [("classic", 7, (3500, 4700)), ("hand-and-foot", 4, (15000, 18000))]
)
def test_late_in_a_match_it_plays_for_the_match(name: str, number: int, totals: tuple[int, int]) -> None:
    """It decides by the totals that everyone sees, and not always as for points; hints speak of points all the same."""
    rules, rng = load(name, 4), Random(1)
    deck = shuffled(pack(rules.packs, rules.deck.jokers), 2)
    deal, _ = Deal.new(rules, deck, totals=totals, number=number)
    going = [bots.make("planner", 1, seat) for seat in range(4)]
    at = differs = 0
    while not deal.over:
        seen = view(deal, deal.actor)
        step = going[deal.actor].choose(seen)
        if at % 5 == 0 and len(seen.legal) > 1:
            bot = bots.make("search:8", 1, deal.actor)
            for_match, for_points = bot.choose(seen), bot.choose(replace(seen, number=1, totals=(0, 0)))
            read = read_position(position_text(seen, history=True), rules)
            assert isinstance(read, View)
            assert for_match == bot.choose(read) == bot.choose(view(imagine(seen, rng).deal, seen.seat))
            assert weighed_plans(seen, 4) == weighed_plans(replace(seen, number=1, totals=(0, 0)), 4)
            differs += for_match != for_points
        at += 1
        deal.step(deal.actor, step)
    assert differs


@COMPILED
@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("hand-and-foot", 4)])
def test_it_decides_inside_the_kernel_as_by_views(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 3)
    table = deal.position.rule_table
    inside = kernel_player(TINY, table)
    assert isinstance(inside, Policy)
    outside = [bots.make(TINY, 5, seat) for seat in range(players)]
    clues, moved = Clues(table), Flows()
    while not deal.over and deal.position.turns < 3 * players:
        seen = view(deal, deal.actor)
        known = [seen.known[seat] for seat in range(players)]
        counts = KnownCards(table, _counted(known))
        counts.clues = clues
        step = outside[deal.actor].choose(seen)
        assert step == inside.choose(deal.position, counts)
        p = deal.position.copy()
        pile = p.pile
        play_noting(p, deal.actor, step, moved)
        clues.follow(pile, moved)
        deal.step(deal.actor, step)


def _counted(known: list[tuple[tuple[int, int], ...]]) -> list[int]:
    counts = [0] * (len(known) * KINDS)
    for seat, cards in enumerate(known):
        for face, number in cards:
            counts[seat * KINDS + KIND_OF[face]] += number
    return counts


@pytest.mark.parametrize(
    "budget", ["", "0", "3", "10001", "0ms", "60001ms", "200 ms", "-5", "1e3", "many", "64worlds", "64MS"]
)
def test_a_budget_that_cannot_be_is_refused_in_one_sentence(budget: str) -> None:
    with pytest.raises(WrongBudget, match=f'"{budget}" is not a budget for the bot search') as caught:
        bots.make(f"search:{budget}", 1, 0)
    assert isinstance(caught.value, CanastaError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_names_keep_the_budget() -> None:
    for name in ("search", "search:64", "search:200ms", f"search:{MOST_WORLDS}"):
        bots.check_name(name, load("classic"))
        assert bots.make(name, 1, 0).name == name
    table = fresh(load("classic"), 1)[0].position.rule_table
    assert kernel_player("search:200ms", table) is None


@COMPILED
def test_milliseconds_end_a_decision() -> None:
    deal, _ = fresh(load("hand-and-foot"), 1)
    deal.step(0, 0)
    seen = view(deal, 0)
    start = monotonic()
    assert bots.make("search:30ms", 1, 0).choose(seen) in seen.legal
    assert monotonic() - start < 20  # a busy machine: 10,000 worlds would take far longer


@COMPILED
def test_weighed_plans_have_the_recommended_one_first() -> None:
    deal, _ = fresh(load("classic"), 1)
    deal.step(0, 0)
    seen = view(deal, 0)
    plans = weighed_plans(seen, 8)
    assert len(plans) > 2
    assert (plans[0].behind, plans[0].error) == (0.0, 0.0)
    leads = [plan.lead for plan in plans[1:]]
    assert leads == sorted(leads, reverse=True)
    for plan in plans[1:]:
        assert plan.behind == pytest.approx(plans[0].lead - plan.lead)
        assert plan.error > 0
    with pytest.raises(ValueError, match="seat 1 has nothing to plan"):
        weighed_plans(view(deal, 1))


@COMPILED
def test_duels_of_searches_are_played_inside_the_kernel_and_never_differ() -> None:
    duel = Duel(rules=load("classic", 4), a=TINY, b="planner", decks=1)
    found = [run(duel).as_json() for _ in range(2)]
    assert found[0] == found[1]
    assert found[0]["deals"] == 2


def test_it_thinks_in_a_program_where_people_wait() -> None:
    deal, _ = fresh(load("classic"), 1)
    seen = view(deal, 0)
    bot = make_apart(TINY, 1, 0)
    assert bot.name == TINY
    assert bot.version == bots.make(TINY, 1, 0).version
    assert bot.choose(seen) in seen.legal
    assert make_apart("greedy", 1, 0).name == "greedy"


@COMPILED
def test_the_moves_on_the_page_that_look_odd_are_those_it_makes() -> None:
    """It spoils a clean meld, keeps what it could lay, opens where 512 worlds would wait, leaves piles, goes out before its partner's foot."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "research" / "odd-moves.md").read_text(encoding="utf-8")
    lines = re.findall(r"^```position\n(.*?)\n```", page, re.DOTALL | re.MULTILINE)
    finished, money, pair, wild_cards, pile, foot, hoard, opening = (read_position(line) for line in lines)
    assert isinstance(finished, View)
    assert "add 2 to 7/0" in map(step_name, weighed_plans(finished)[0].steps)
    for seen in (pair, wild_cards):
        assert isinstance(seen, View)
        assert any(START <= step < DISCARD for step in seen.legal)
        assert bots.make("search", 0, seen.seat).choose(seen) >= DISCARD
    assert isinstance(opening, View)
    assert DISCARD > bots.make("search", 0, opening.seat).choose(opening) >= START
    assert bots.make("search:512", 0, opening.seat).choose(opening) >= DISCARD
    for seen in (money, pile, hoard):
        assert isinstance(seen, View)
        assert len(seen.legal) > 1
        assert bots.make("search", 0, seen.seat).choose(seen) == DRAW
    assert isinstance(foot, View)
    out, stay = weighed_plans(foot)
    assert (out.silly, stay.silly) == (True, False)
    assert bots.make("search", 0, foot.seat).choose(foot) == out.steps[0]
