"""The count inside the kernel is the sum of the score sheet: in every game, with random options, at any moment of a deal."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.deal.tableaus import tableaus
from canasta.engine import KERNEL
from canasta.engine.count import laid_points, points
from canasta.engine.position import Position
from canasta.engine.rule_table import RuleTable
from canasta.rules.groups import Rules, Special
from canasta.rules.load import games, load
from canasta.scoring.count import count
from canasta.scoring.tableau import NO_CARDS
from tests.deal.tables import TABLES
from tests.kernel.random_games import random_rules
from tests.kernel.tiny import changed, dealt, walk

pytestmark = pytest.mark.kernel

COMBINATIONS: Final = 5 if KERNEL == "compiled" else 1
LONGEST: Final = 2000
ONE_IN: Final = 40

SCORES = (
    {"score.canastas_needed": True},
    {"score.melded": False, "score.concealed": 100},
    {"exhaustion.bonus": False, "pile.restore": 50},
    *[
        {"threes.red_against": way}
        for way in ("no melds", "no melds and another out", "no special canasta", "by canastas", "always")
    ],
    {"meld.wild_melds": True, "score.unfinished_wild": 2000, "score.canasta_needed": True},
    {"specials": (Special(rank="7", unfinished=2500, held=1500), Special(rank="A", unfinished=70, held=30))},
    {"threes.black": "laid", "threes.black_meld": (), "threes.red_sets": ((2, 300), (4, 1000))},
    {"threes.red_sets": ((2, 300), (3, 700))},
    {"meld.wild_melds": True, "wild_canastas.jokers": 2500, "wild_canastas.twos": 3000},
    {"threes.red_caught": 500, "threes.black_caught": 70},
)
"""Values that only the count reads, with which every table is tried in turn."""


def sums(rules: Rules, p: Position) -> list[int]:
    """Return the points of each side by the entries of the score sheets."""
    return [sum(entry.points for _, part in count(rules, each) for entry in part) for each in tableaus(p)]


def laid(rules: Rules, p: Position) -> list[int]:
    """Return as `sums`, with nothing in hands and in reserves; what *p* hides makes no difference."""
    bare = [replace(each, caught_hand=NO_CARDS, caught_reserves=NO_CARDS, held=()) for each in tableaus(p)]
    return [sum(entry.points for _, part in count(rules, each) for entry in part) for each in bare]


def compare(rules: Rules, seed: str) -> None:
    """Play one deal at random and count it twice now and then, and at its end."""
    rng = random.Random(seed)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    p = dealt(RuleTable(rules), kinds, rng, [0] * rules.sides)
    for position, _ in walk(p, rng, rng.choice([0.0, 0.5, 0.9]), LONGEST):
        if rng.random() * ONE_IN < 1:
            assert points(position) == sums(rules, position)
            assert laid_points(position) == laid_points(position.hidden_from(-1)) == laid(rules, position)
    assert points(p) == sums(rules, p)
    assert laid_points(p) == laid(rules, p)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_points__are_those_of_the_score_sheet(name: str, players: int) -> None:
    compare(load(name, players), f"{name} {players}")
    for at, rules in enumerate(random_rules(name, players, COMBINATIONS, seed=14)):
        if rules is not None:
            compare(rules, f"{name} {players} {at}")


@pytest.mark.parametrize("changes", SCORES, ids=" ".join)
@pytest.mark.parametrize("name", sorted(games()))
def test_points__by_rules_that_only_the_count_reads(name: str, changes: dict[str, object]) -> None:
    compare(changed(load(name), changes), name)
