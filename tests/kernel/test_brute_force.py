"""The list of legal steps equals that of a second judge that tries out every way through a turn."""

from __future__ import annotations

import random
from typing import Final

import pytest

from canasta.engine import KERNEL
from canasta.engine.legal import legal
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import step_name
from tests.deal.tables import SOAK
from tests.kernel.brute import brute_legal
from tests.kernel.brute_turn import Game
from tests.kernel.tiny import dealt, walk
from tests.kernel.tiny_games import MINIMUMS, tiny_games

pytestmark = pytest.mark.kernel

DEALS: Final = 4 + SOAK if KERNEL == "compiled" else 1
GAMES: Final = tiny_games()


def named(steps: list[int]) -> list[str]:
    return [step_name(step) for step in steps]


@pytest.mark.parametrize("name", GAMES)
def test_steps__agree_with_brute_force(name: str) -> None:
    rules, deck = GAMES[name]
    game, table = Game(rules), RuleTable(rules)
    for seed in range(DEALS):
        rng = random.Random(f"{name} {seed}")
        p = dealt(table, deck, rng, [rng.choice(MINIMUMS) for _ in range(int(table.sides))])
        for at, (position, steps) in enumerate(walk(p, rng, eager=rng.choice([0.2, 0.5, 0.8]))):
            expected = brute_legal(position, int(position.actor), game)
            assert named(steps) == named(expected), f"seed {seed}, decision {at}"
            for seat in range(int(table.seats)):
                if position.aside(seat):
                    aside = [int(step) for step in legal(position, seat)]
                    assert named(aside) == named(brute_legal(position, seat, game)), f"seed {seed}, {at}, seat {seat}"
