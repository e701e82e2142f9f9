"""Random deals of every game, with every number of players and random options: what always holds."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.engine import KERNEL
from canasta.engine.fields import SEAT, TAKEN
from canasta.engine.legal import legal, listed_legal
from canasta.engine.play import play, play_by
from canasta.engine.playout import Dice, advance, random_start
from canasta.engine.position import OVER
from canasta.engine.rule_table import RuleTable
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import SOAK, TABLES
from tests.kernel.checks import check_copy, check_counts, check_judge, check_stuck
from tests.kernel.random_games import random_rules
from tests.kernel.tiny import acting, chosen, dealt

pytestmark = pytest.mark.kernel

COMPILED: Final = KERNEL == "compiled"
COMBINATIONS: Final = 30 if SOAK else 12
DEALS: Final = 3 + SOAK if COMPILED else 1
PLAIN_DEALS: Final = 15 + 3 * SOAK if COMPILED else 5
ONE_IN: Final = 50 if COMPILED else 1000
LONGEST: Final = 20_000


def play_deal(rules: Rules, table: RuleTable, seed: str) -> int:
    """Play one deal at random and look at it now and then; the number of steps."""
    rng = random.Random(seed)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    deck = Counter(kinds)
    minimums = [rng.choice(rules.opening.minimums)[1] for _ in range(rules.sides)]
    p = dealt(table, kinds, rng, minimums)
    eager = rng.choice([0.0, 0.0, 0.4, 0.9])
    last, brought = 0, False
    for number in range(LONGEST):
        if p.phase == OVER:
            check_counts(p, rules, deck)
            return number
        steps = [int(step) for step in legal(p, p.actor)]
        assert steps, "a position without a legal step"
        check_stuck(p, rules, steps, last, brought)
        if rng.random() * ONE_IN < 1:
            check_counts(p, rules, deck)
            check_judge(p, steps)
            check_copy(p, steps)
        seat = int(p.actor)
        if rules.procedures.frozen_in_time:
            seat = acting(p, rng)
            steps = [int(step) for step in legal(p, seat)]
        taken = p.seats[seat * SEAT + TAKEN]
        step = chosen(steps, rng, eager) if eager else steps[int(rng.random() * len(steps))]
        aside = seat != p.actor
        play_by(p, seat, step)
        if not aside:  # what others lay between turns changes nothing for the player to move
            last, brought = step, p.seats[seat * SEAT + TAKEN] != taken
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_deals__as_the_games_are(name: str, players: int) -> None:
    rules = load(name, players)
    table = RuleTable(rules)
    for seed in range(PLAIN_DEALS):
        assert play_deal(rules, table, f"{name} {players} {seed}") > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_deals__with_random_options(name: str, players: int) -> None:
    refused = 0
    for at, rules in enumerate(random_rules(name, players, COMBINATIONS, seed=1)):
        if rules is None:
            refused += 1
            continue
        table = RuleTable(rules)
        for seed in range(DEALS):
            play_deal(rules, table, f"{name} {players} options {at} {seed}")
    assert refused < COMBINATIONS * 3 // 4, "hardly any combination can be played"


def test_random_options__some_contradict_each_other() -> None:
    loaded = [rules is not None for name, players in TABLES for rules in random_rules(name, players, 60, seed=1)]
    refused = loaded.count(False)
    assert 0 < refused < len(loaded) // 2, f"{refused} of {len(loaded)} combinations refused"


@pytest.mark.parametrize(("game", "players"), [("classic", 4), ("hand-and-foot", 4), ("pennies-from-heaven", 6)])
def test_a_deal_advanced_by_numbers_is_the_deal_played_by_steps(game: str, players: int) -> None:
    rules = load(game, players)
    table = RuleTable(rules)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    p = random_start(table, kinds, Dice(17), [50] * rules.sides)
    q = p.copy()
    steps = listed_legal(p, p.actor)
    number = int(steps.number)
    played = 0
    while number:
        offered = [int(step) for step in legal(q, q.actor)]
        assert offered == [int(step) for step in steps.items[:number]]
        at = played * 7919 % number
        play(q, offered[at])
        number = advance(p, steps, at)
        assert p == q
        played += 1
    assert p.phase == OVER
    for index in (0, -1):
        with pytest.raises(IndexError, match="legal steps"):
            advance(p, steps, index)
