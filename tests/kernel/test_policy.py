"""Policies: they decide alike whatever the hidden cards are, and deals that they play are counted as the sheets say."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import comb
from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.bots import policy_weights
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
from canasta.engine.steps import DISCARD, step_name
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.random_games import random_rules
from tests.kernel.scene import do, scene
from tests.kernel.test_count import sums
from tests.kernel.tiny import dealt

pytestmark = pytest.mark.kernel

COMBINATIONS: Final = 6 if KERNEL == "compiled" else 1
GREEDY: Final = list(packaged_weights("greedy"))
STRAY: Final = 0.05
LONGEST: Final = 20_000


def check_known(p: Position, known: KnownCards) -> None:
    """Return what is known of hands lies there."""
    assert all(0 <= number <= held for number, held in zip(known.counts, p.hands, strict=True))


def play_deal(rules: Rules, seed: str, chosen: Sequence[float]) -> None:
    """Let a policy by the weights *chosen* play a deal, with a random step now and then; it never minds what it does not see."""
    rng = random.Random(seed)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    minimums = [rng.choice(rules.opening.minimums)[1] for _ in range(rules.sides)]
    p = dealt(RuleTable(rules), kinds, rng, minimums)
    policy, known, moved = Policy(p.rule_table, list(chosen)), KnownCards(p.rule_table), Flows()
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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_policies__do_not_look_at_hidden_cards(name: str, players: int) -> None:
    rules = load(name, players)
    for bot in ("greedy", "planner"):
        play_deal(rules, f"{name} {players}", policy_weights(bot, rules) or ())
    for at, other in enumerate(random_rules(name, players, COMBINATIONS, seed=15)):
        if other is not None:
            bot = "planner" if at % 2 else "greedy"
            play_deal(other, f"{name} {players} options {at}", policy_weights(bot, rules) or ())


def test_weights__have_the_places_that_their_constants_say() -> None:
    places = {name.lower(): place for name, place in vars(weights).items() if name.isupper() and isinstance(place, int)}
    assert places == {name: place for place, name in enumerate(weights.NAMES)}


def test_policies__want_as_many_weights_as_there_are() -> None:
    with pytest.raises(ValueError, match=f"{len(weights.NAMES)} weights, not 2"):
        Policy(RuleTable(load("classic")), [1.0, 2.0])


@pytest.mark.parametrize(
    "extreme",
    [
        {"keep_lone": -30_000.0, "keep_pair": -30_000.0},
        {"keep_meld": -20_000.0, "keep_three": -500.0},
        {"keep_black": -15_000.0, "keep_wild": -25_000.0},
        {"feed": -40_000.0},
        {"feed_card": -900.0, "feed_closed": 3.0},
        {"keep_scarce": 8.0, "keep_lone": -2_000.0, "keep_closed": 50.0},
        {"wild": -30_000.0, "shed": -9_000.0, "shed_waiting": -9_000.0, "shed_reserve": -9_000.0},
        {"keep_finish": -30_000.0, "held_late": 30.0},
        {"keep_dead": -30_000.0, "dead": 9.0, "keep_lone": -2_000.0},
        {"key": -30_000.0, "key_card": -500.0},
    ],
)
def test_choose__takes_what_rate_values_most_however_much_a_discard_is_worth(extreme: dict[str, float]) -> None:
    """Discards are left out only where no weights could make one the best step."""
    discarded = 0
    for name, players in [
        ("classic", 4),
        ("hand-and-foot", 4),
        ("new-canasta", 3),
        ("pennies-from-heaven", 6),
        ("modern-american-canasta", 2),
    ]:
        rules = load(name, players)
        chosen = changed(**extreme)
        kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
        p = dealt(RuleTable(rules), kinds, random.Random(name), [50] * rules.sides)
        policy, tame = Policy(p.rule_table, chosen), Policy(p.rule_table, GREEDY)
        known, moved = KnownCards(p.rule_table), Flows()
        while p.phase != OVER and p.turns < 60:
            seat, pile = p.actor, p.pile[:]
            steps, values = policy.rate(p, seat, known)
            step = policy.choose(p, known)
            assert step == steps[values.index(max(values))]
            discarded += step >= DISCARD and steps[0] < DISCARD
            step = tame.choose(p, known)
            play_noting(p, seat, step, moved)
            known.follow(pile, moved)
    assert discarded > 0


def test_weights__decide() -> None:
    p = do(scene(load("classic"), {0: "4 4 5 5 9"}, stock="20*T"), "draw")
    pairs_go = GREEDY[:]
    pairs_go[weights.KEEP_PAIR] = -1000.0
    assert step_name(Policy(p.rule_table, GREEDY).choose(p)) == "discard 9"
    assert step_name(Policy(p.rule_table, pairs_go).choose(p)) in {"discard 4", "discard 5", "discard T"}


def changed(**weights_by_name: float) -> list[float]:
    """Return the weights of greedy with some others."""
    return [weights_by_name.get(name, weight) for name, weight in zip(weights.NAMES, GREEDY, strict=True)]


def test_declined__is_read_from_the_order_of_the_pile() -> None:
    p = do(scene(load("classic"), {0: "4 5 6 7 9"}, pile="K 4 5 6 7", stock="20*T"), "draw")
    odds = {}
    for share in (0.0, 0.5, 1.0):
        policy = Policy(p.rule_table, changed(declined=share))
        policy.rate(p, 0)
        odds[share] = [policy.outlook.odds(1, kind) for kind in (4, 5, 6, 7, 9)]
    four, five, six, seven, nine = odds[0.0]
    # The next player has discarded the 5, and left the 4 of the player in turn.
    assert odds[0.5] == [four / 2, five / 2, six, seven, nine]
    assert odds[1.0] == [0.0, 0.0, six, seven, nine]
    assert min(odds[0.0]) > 0.0


def test_opening__can_be_made_dear() -> None:
    p = do(scene(load("classic"), {0: "K K K A A A 5 9"}, stock="20*T"), "draw")
    assert step_name(Policy(p.rule_table, GREEDY).choose(p)).startswith("start")
    assert step_name(Policy(p.rule_table, changed(opening=9999.0)).choose(p)).startswith("discard")


def test_stopped_stock__counts_what_is_still_to_be_drawn() -> None:
    p = do(scene(load("classic"), {0: "4 4 5 5 9"}, stock="20*T"), "draw")
    costs = []
    for points_ahead in (0.0, 108.0):
        policy = Policy(p.rule_table, changed(stopped_stock=points_ahead))
        policy.rate(p, 0)
        costs.append(policy._stopped())
    assert costs[1] - costs[0] == p.stock()


def modern(hand: str, *mine: str, pile: str = "", stock: str = "40*T") -> Position:
    """Return the turn of seat 0 in Modern American Canasta after a draw; its side has the melds *mine*."""
    return do(scene(load("modern-american-canasta"), {0: hand}, melds={0: mine}, pile=pile, stock=stock), "draw")


def chosen(p: Position, **weights_by_name: float) -> str:
    """Return what a policy does in *p* by the weights of greedy with some others."""
    return step_name(Policy(p.rule_table, changed(**weights_by_name)).choose(p))


def test_risk__keeps_from_melds_that_will_hardly_be_finished() -> None:
    p = modern("7 7 7 4 5 6 8 9", "K K K K")
    assert chosen(p, near_3=0.5) == "start 777"
    assert chosen(p, near_3=0.5, risk=1.0, reach=1.0).startswith("discard")


def test_trust__begins_them_where_they_hardly_can_fail() -> None:
    p = modern("7 7 7 7 7 7 7 4 5 6", "K K K K")
    assert not chosen(p, near_3=0.0, hope=50.0, shed=-100.0, missing=0.0, risk=1.0, reach=1.0).startswith("start 7")
    assert chosen(p, hope=50.0, shed=-100.0, missing=0.0, risk=1.0, reach=1.0, trust=1.0) == "start 777"


def test_chance__is_that_of_drawing_enough_of_the_cards_that_are_left() -> None:
    p = modern("7 7 7 7 9 4 5 6", "K K K K")
    policy = Policy(p.rule_table, GREEDY)
    policy.rate(p, 0)
    outlook = policy.outlook
    share = int(p.stock() // 2 + p.held(2)) / int(outlook.hidden)
    exactly = [comb(4, drawn) * share**drawn * (1 - share) ** (4 - drawn) for drawn in range(5)]
    for absent in range(1, 5):
        assert outlook.chance(7, absent, 1.0) == pytest.approx(sum(exactly[absent:]))
    assert outlook.chance(7, 0, 1.0) == 1.0
    assert outlook.chance(7, 5, 1.0) == 0.0
    assert outlook.chance(7, 1, 0.0) == 0.0
    assert outlook.chance(7, 4, 1000.0) == 1.0


def test_keep_finish__keeps_the_cards_of_a_meld_that_must_be_finished() -> None:
    p = modern("7 9 9 4 4 5 5", "7 7 7 7", pile="Q")
    careless = {"keep_lone": -90.0, "keep_scarce": 1.0, "shed": -2000.0, "keep_meld": 0.0, "keep_wanted": 0.0}
    careless |= {"missing": 0.0, "keep_closed": 0.0, "feed": 0.0, "feed_card": 0.0}
    assert chosen(p, **careless) == "discard 7"
    assert chosen(p, **careless, keep_finish=500.0) == "discard T"


def test_held_late__parts_with_the_third_of_a_rank_before_the_end() -> None:
    careless = {"shed": -2000.0, "shed_late": 0.0, "feed": 0.0, "feed_card": 0.0, "missing": 0.0, "keep_three": 60.0}
    p = modern("7 7 7 9 9 4 4 5 5", "K K K K", pile="Q", stock="2*T")
    assert chosen(p, **careless) != "discard 7"
    assert chosen(p, **careless, held_late=1.0) == "discard 7"


def test_dead__values_cards_that_nobody_can_lay() -> None:
    p = modern("9 9 8 6 5", "9 9 9 9 9 2 2", "K K K", pile="Q")
    indifferent = {"keep_pair": 50.0, "keep_lone": 40.0, "keep_scarce": 1.0, "feed": 0.0, "feed_card": 0.0}
    assert chosen(p, **indifferent) != "discard 9"
    assert chosen(p, **indifferent, dead=1.0) == "discard 9"
    assert chosen(p, **indifferent, dead=1.0, keep_dead=90.0) != "discard 9"


def test_key__keeps_a_pair_that_takes_the_pile() -> None:
    p = modern("K K 8 6 5", "K K K K", pile="Q 4 J")
    assert chosen(p) == "add K to K/0"
    assert chosen(p, key=400.0).startswith("discard")
    assert chosen(p, key_card=200.0).startswith("discard")
    single = modern("K 9 8 6 5", "K K K K", pile="Q 4 J")
    assert chosen(single, key=400.0, key_card=200.0) == "add K to K/0"
