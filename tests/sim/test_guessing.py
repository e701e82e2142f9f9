"""The comparison of searches with and without odds: repeatable, and fair to both where they choose alike."""

from __future__ import annotations

from itertools import islice

import pytest

from canasta.bots.weights.nearest import nearest_odds, nearest_weights
from canasta.engine import KERNEL
from canasta.rules.load import load
from canasta.sim.tune.hands import log_gains
from tests.sim.guessing import decisions, gains

RULES = load("classic").in_deal(1)

pytestmark = pytest.mark.skipif(KERNEL != "compiled", reason="a search by Python takes too long")


def test_what_odds_gain_is_the_same_again_and_nothing_where_the_plans_are_the_same() -> None:
    found = list(gains(RULES, 1, 4, 8))
    assert found == list(gains(RULES, 1, 4, 8))
    assert 0.0 in found
    assert any(found)
    assert all(abs(each) < 5000 for each in found)


def test_decisions_are_looked_at_with_clues() -> None:
    for p, known in islice(decisions(RULES, 1), 20):
        assert p.turns >= 4
        assert known.clues is not None
        assert known.clues.now >= 3


@pytest.mark.parametrize(
    ("name", "players"),
    [("classic", 4), ("classic", 5), ("modern-american-canasta", 4), ("new-canasta", 8), ("family-hand-and-foot", 2)],
)
def test_odds_of_the_nearest_rules_make_true_hands_likelier(name: str, players: int) -> None:
    """Also where a table has no odds of its own."""
    rules = load(name, players)
    total, positions = log_gains(
        rules, nearest_weights(rules.in_deal(1)).weights, nearest_odds(rules).factors, 5, range(1, 9)
    )
    assert positions > 40
    assert total / positions > 0.2
