"""Policies: they decide alike whatever the hidden cards are, and deals that they play are counted as the sheets say."""

from __future__ import annotations

import random
from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.bots.weights import packaged_weights
from canasta.engine import KERNEL, weights
from canasta.engine.count import points
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.legal import legal
from canasta.engine.play import play_noting
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import step_name
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.kernel.random_games import random_rules, tables
from tests.kernel.scene import do, scene
from tests.kernel.test_count import sums
from tests.kernel.tiny import dealt

pytestmark = pytest.mark.kernel

COMBINATIONS: Final = 6 if KERNEL == "compiled" else 1
GREEDY: Final = list(packaged_weights("greedy"))
STRAY: Final = 0.05
LONGEST: Final = 20_000


def check_known(p: Position, known: KnownCards) -> None:
    """What is known of hands lies there."""
    assert all(0 <= number <= held for number, held in zip(known.counts, p.hands, strict=True))


def play_deal(rules: Rules, seed: str) -> None:
    """Let a policy play a deal, with a random step now and then; it never minds what it does not see."""
    rng = random.Random(seed)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    minimums = [rng.choice(rules.opening.minimums)[1] for _ in range(rules.sides)]
    p = dealt(RuleTable(rules), kinds, rng, minimums)
    policy, known, moved = Policy(p.rule_table, GREEDY), KnownCards(p.rule_table), Flows()
    for _ in range(LONGEST):
        if p.phase == OVER:
            assert points(p) == sums(rules, p)
            return
        seat, steps = p.actor, list(legal(p, p.actor))
        step = policy.choose(p, known)
        assert step in steps
        assert step == policy.choose(p.hidden_from(seat), known)
        considered, values = policy.rate(p, seat, known)
        assert set(considered) <= set(steps)
        assert values[considered.index(step)] == max(values)
        pile = p.pile[:]
        play_noting(p, seat, rng.choice(steps) if rng.random() < STRAY else step, moved)
        known.follow(pile, moved)
        check_known(p, known)
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize(("name", "players"), tables())
def test_policies__do_not_look_at_hidden_cards(name: str, players: int) -> None:
    play_deal(load(name, players), f"{name} {players}")
    for at, rules in enumerate(random_rules(name, players, COMBINATIONS, seed=15)):
        if rules is not None:
            play_deal(rules, f"{name} {players} options {at}")


def test_weights__have_the_places_that_their_constants_say() -> None:
    places = {name.lower(): place for name, place in vars(weights).items() if name.isupper() and name != "NAMES"}
    assert places == {name: place for place, name in enumerate(weights.NAMES)}


def test_policies__want_as_many_weights_as_there_are() -> None:
    with pytest.raises(ValueError, match=f"{len(weights.NAMES)} weights, not 2"):
        Policy(RuleTable(load("classic")), [1.0, 2.0])


def test_weights__decide() -> None:
    p = do(scene(load("classic"), {0: "4 4 5 5 9"}, stock="20*T"), "draw")
    pairs_go = GREEDY[:]
    pairs_go[weights.KEEP_PAIR] = -1000.0
    assert step_name(Policy(p.rule_table, GREEDY).choose(p)) == "discard 9"
    assert step_name(Policy(p.rule_table, pairs_go).choose(p)) in {"discard 4", "discard 5", "discard T"}
