"""The comparison of searches with and without odds: repeatable, and fair to both where they choose alike."""

from __future__ import annotations

from itertools import islice

import pytest

from canasta.engine import KERNEL
from canasta.rules.load import load
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
