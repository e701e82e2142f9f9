"""Worlds agree with what a seat sees, by chance and by odds, are spread evenly, and come from blanked positions only."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from canasta.base.cards import KIND_OF, RED_THREE, pack
from canasta.bots.weights import packaged_weights
from canasta.engine import KERNEL
from canasta.engine.clues import Clues
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.legal import legal
from canasta.engine.odds import MOST, SORTS, Odds
from canasta.engine.playout import Dice, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rollout import roll_out
from canasta.engine.rule_table import KINDS, RuleTable
from canasta.engine.worlds import log_likelihood, sample_world
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.checks import check_counts
from tests.kernel.random_games import random_rules
from tests.kernel.scene import scene

pytestmark = pytest.mark.kernel

GREEDY = list(packaged_weights("greedy"))
COMBINATIONS = 2 if KERNEL == "compiled" else 1


def check_worlds(rules: Rules, seed: int) -> None:
    """Play a deal by policies and deal the hidden cards again in every third turn."""
    deck = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    dice = Dice(seed)
    p = random_start(RuleTable(rules), deck, dice, [50] * rules.sides)
    policies, known = [Policy(p.rule_table, GREEDY)] * rules.seats, KnownCards(p.rule_table)
    known.clues = clues = Clues(p.rule_table)
    rng = Random(seed)
    odds = Odds(p.rule_table, [rng.choice((0.01, 0.3, 1.0, 4.0)) for _ in range(SORTS * MOST)])
    while p.phase != OVER and p.turns < 300:
        seat = p.actor
        seen = p.hidden_from(seat)
        for guess in (None, Guess(odds, clues)):
            world = sample_world(seen, seat, dice, known, guess)
            assert world.hidden_from(seat) == seen
            assert list(legal(world, seat)) == list(legal(p, seat))
            check_counts(world, rules, Counter(deck))
            assert all(told <= held for told, held in zip(known.counts, world.hands, strict=True))
            if world.rule_table.red_laid and not world.rule_table.reds_wait:
                assert not any(world.count(other, RED_THREE) for other in range(rules.seats) if other != seat)
        assert log_likelihood(p, int(seat), known, Guess(odds, clues)) <= 1e-6
        roll_out(p, policies, 3, known)
    assert p.turns > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_worlds__agree_with_what_a_seat_sees(name: str, players: int) -> None:
    check_worlds(load(name, players), 1)
    for at, rules in enumerate(random_rules(name, players, COMBINATIONS, seed=16)):
        if rules is not None:
            check_worlds(rules, at)


def start() -> Position:
    rules = load("classic")
    deck = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    return random_start(RuleTable(rules), deck, Dice(8), [50, 50])


def test_worlds__are_spread_evenly() -> None:
    p = start()
    seen, dice, number = p.hidden_from(0), Dice(1), 2000
    kings = [0] * 4
    for _ in range(number):
        world = sample_world(seen, 0, dice)
        for seat in range(4):
            kings[seat] += world.count(seat, 13)
    hidden = 8 - int(p.count(0, 13)) - [int(kind) for kind in p.pile].count(13)
    # Red threes lie in no hand, so the 33 cards of the other hands come from all unseen cards but these.
    reds = 4 - int(p.reds(0) + p.reds(1))
    expected = number * 11 * hidden / (108 - 11 - len(p.pile) - int(p.reds(0) + p.reds(1)) - reds)
    assert all(0.9 * expected < count < 1.1 * expected for count in kings[1:]), (kings, expected)


def test_worlds__come_from_blanked_positions_only() -> None:
    p = start()
    with pytest.raises(ValueError, match=r"not blank: the hand of seat [12] can be seen"):
        sample_world(p, 0, Dice(1))
    with pytest.raises(ValueError, match="not blank: the hand of seat 0 can be seen"):
        sample_world(p.hidden_from(0), 1, Dice(1))
    half = p.hidden_from(0)
    half.set_deck([int(kind) for kind in p.deck])
    with pytest.raises(ValueError, match="cards of the deck can be seen"):
        sample_world(half, 0, Dice(1))


def test_worlds__that_do_not_add_up_are_refused() -> None:
    p = scene(load("classic"), {0: "9*4"}, stock="20*4")
    with pytest.raises(ValueError, match="does not add up: it shows more cards"):
        sample_world(p.hidden_from(0), 0, Dice(1))
    missing = scene(load("classic"), {0: "4 5 6"}, stock="20*4")
    with pytest.raises(ValueError, match=r"does not add up: \d+ unseen cards have no place"):
        sample_world(missing.hidden_from(0), 0, Dice(1))
    many = KnownCards(missing.rule_table, [0] * KINDS + [2] * KINDS + [0] * (2 * KINDS))
    with pytest.raises(ValueError, match="seat 1 cannot hold"):
        sample_world(missing.hidden_from(0), 0, Dice(1), many)
