"""The ceiling sees all hands, not the stock, and has nothing else over `search`."""

from __future__ import annotations

from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.engine import KERNEL
from canasta.engine.known import KnownCards
from canasta.engine.play import play
from canasta.engine.playout import Dice, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rollout import roll_out
from canasta.engine.worlds import sample_world
from canasta.rules.load import load
from canasta.sim.policy_table import PolicyTable
from tests.sim.ceiling import SeesHands, play_deck, world_with_hands

pytestmark = [
    pytest.mark.skipif(KERNEL != "compiled", reason="a search by Python takes too long"),
    pytest.mark.filterwarnings("error"),
]

RULES: Final = load("hand-and-foot", 4).in_deal(1)
TABLE: Final = PolicyTable(RULES)


def planners() -> list[Policy]:
    return [SeesHands(TABLE.table).searcher.base] * RULES.seats


def positions() -> list[Position]:
    """Positions of deals between planners, every seventh turn after its first step."""
    kinds = [KIND_OF[face] for face in pack(RULES.packs, RULES.deck.jokers)]
    found = []
    for seed in range(3):
        p = random_start(TABLE.table, kinds, Dice(seed), [50, 50])
        while p.phase != OVER:
            play(p, planners()[0].choose(p))
            if p.phase != OVER:
                found.append(p.copy())
            roll_out(p, planners(), 7)
    return found


def hands(p: Position) -> list[list[int]]:
    return [[int(number) for number in p.hand(seat)] for seat in range(RULES.seats)]


def test_its_worlds_have_the_true_hands_and_another_stock() -> None:
    stocks = 0
    for p in positions():
        worlds = [world_with_hands(p, Dice(seed)) for seed in (1, 2)]
        assert [hands(world) for world in worlds] == [hands(p), hands(p)]
        stocks += worlds[0].deck != worlds[1].deck
        assert all(world.stock() == p.stock() for world in worlds)
    assert stocks > 20


def test_it_decides_alike_whatever_is_in_the_stock_and_otherwise_for_other_hands() -> None:
    ceiling, known = SeesHands(TABLE.table, 16), KnownCards(TABLE.table)
    same = other = 0
    for p in positions():
        step = ceiling.choose(p, known)
        assert step == ceiling.choose(world_with_hands(p, Dice(5)), known)
        elsewhere = sample_world(p.hidden_from(p.actor), int(p.actor), Dice(5), known)
        same += step == ceiling.searcher.choose(p, known)
        other += step != ceiling.choose(elsewhere, known)
    assert same > 10
    assert other > 0


def test_a_deck_between_planners_goes_as_in_the_published_duels() -> None:
    from canasta.engine.count import points
    from canasta.sim.decks import deck_seed

    expected = points(TABLE.play(deck_seed("test", 2026, 3), 3, [planners()])[0])
    assert play_deck(RULES, 3, [*planners()]) == expected
