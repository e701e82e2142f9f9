"""Playing by policies inside the kernel: the same steps as one by one, turn by turn, and whole deals."""

from __future__ import annotations

import signal
import subprocess
import sys
from random import Random

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.bots.weights import packaged_weights
from canasta.engine import KERNEL
from canasta.engine.count import points
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.layout import start, turn_up
from canasta.engine.play import play_noting
from canasta.engine.playout import Dice, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import ENDED_OUT, NOT_ENDED, OVER, Position
from canasta.engine.rollout import LONGEST, play_deck, roll_out, self_play
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import DRAW
from canasta.engine.streams import Streams
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import TABLES

pytestmark = pytest.mark.kernel

GREEDY = list(packaged_weights("greedy"))
DEALS = 12 if KERNEL == "compiled" else 1


def kinds_of(rules: Rules) -> list[int]:
    return [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]


def started(rules: Rules, seed: int) -> Position:
    return random_start(RuleTable(rules), kinds_of(rules), Dice(seed), [50] * rules.sides)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_roll_out__takes_the_steps_that_policies_choose(name: str, players: int) -> None:
    one, other = started(load(name, players), 3), started(load(name, players), 3)
    policies = [Policy(one.rule_table, GREEDY)] * players
    known, told, moved = KnownCards(one.rule_table), KnownCards(one.rule_table), Flows()
    for turns in (1, 3, players, LONGEST):
        first, number = other.turns, 0
        while other.phase != OVER and other.turns < first + turns:
            pile = other.pile[:]
            play_noting(other, other.actor, policies[other.actor].choose(other, told), moved)
            told.follow(pile, moved)
            number += 1
        assert roll_out(one, policies, turns, known) == number
        assert one == other
        assert list(known.counts) == list(told.counts)
    assert one.phase == OVER


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_self_play__plays_whole_deals(name: str, players: int) -> None:
    rules = load(name, players)
    table, deck = RuleTable(rules), kinds_of(rules)
    policies = [Policy(table, GREEDY) for _ in range(players)]
    minimums = [50] * rules.sides
    steps, ends, totals = self_play(table, deck, policies, DEALS, 4, minimums)
    assert sum(ends) == DEALS
    assert ends[NOT_ENDED] == 0
    assert len(totals) == rules.sides
    dice, again, summed = Dice(4), 0, [0] * rules.sides
    for _ in range(DEALS):
        p = random_start(table, deck, dice, minimums)
        again += roll_out(p, policies, LONGEST)
        summed = [total + more for total, more in zip(summed, points(p), strict=True)]
    assert (steps, totals) == (again, summed)


def test_self_play__players_of_other_weights_play_otherwise() -> None:
    table, deck = RuleTable(load("classic")), kinds_of(load("classic"))
    greedy, idle = Policy(table, GREEDY), Policy(table, [0.0] * len(GREEDY))
    _, ends, same = self_play(table, deck, [greedy] * 4, DEALS, 5, [50, 50])
    _, _, mixed = self_play(table, deck, [greedy, idle, greedy, idle], DEALS, 5, [50, 50])
    assert ends[ENDED_OUT] > 0
    assert mixed != same
    assert mixed[0] > mixed[1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_play_deck__plays_the_steps_that_policies_choose_with_a_stream_for_each_seat(name: str, players: int) -> None:
    rules = load(name, players)
    table, kinds, minimums = RuleTable(rules), kinds_of(rules), [50] * rules.sides
    Random(7).shuffle(kinds)
    returns, policies = [3, 5, 8], [Policy(table, GREEDY)] * players
    first = players - 1
    order, up = turn_up(table, kinds, returns)
    p = start(table, [kinds[at] for at in order], up, first, minimums)
    known, moved, streams = KnownCards(table), Flows(), Streams(p)
    while p.phase != OVER:
        pile, seat = p.pile[:], p.actor
        step = policies[seat].choose(p, known)
        if step == DRAW:
            streams.prepare(p, seat)
        play_noting(p, seat, step, moved)
        known.follow(pile, moved)
    assert play_deck(table, kinds, returns, first, minimums, policies) == p
    assert sorted(kinds) == sorted(kinds_of(rules))


def test_every_seat_needs_a_policy() -> None:
    p = started(load("classic"), 1)
    policy = Policy(p.rule_table, GREEDY)
    with pytest.raises(ValueError, match="4 seats, and 3 policies"):
        roll_out(p, [policy] * 3, 1)
    with pytest.raises(ValueError, match="4 seats, and 2 policies"):
        play_deck(p.rule_table, [0] * 108, [], 0, [50, 50], [policy] * 2)
    with pytest.raises(ValueError, match="4 seats, and 5 policies"):
        self_play(p.rule_table, [0] * 108, [policy] * 5, 1, 1, [50, 50])


_INTERRUPTED = """
import signal
from canasta.engine.playout import Dice

def read_seeds():
    for seed in range((1 << 30) - 5, 1 << 62, 1 << 45):
        Dice(seed)

def interrupt(_, frame):
    if frame.f_code is read_seeds.__code__:
        raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
interrupts = 0
while interrupts < 2_000:
    try:
        read_seeds()
    except KeyboardInterrupt:
        interrupts += 1
signal.setitimer(signal.ITIMER_REAL, 0)
print("alive")
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
def test_dice__a_large_seed_survives_interrupts() -> None:
    """An interrupt while the seed is read ended the whole process where that took more than one digit of Python's."""
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.returncode) == ("alive\n", 0), done.stderr[-500:]


def test_dice__seeds_count_by_their_last_bits() -> None:
    assert [Dice(seed).state for seed in (0, 1, 1 << 29, 1 << 30, (1 << 31) - 1, 1 << 31, -1, 1 << 200)] == [
        (seed * 2 + 1) % (1 << 31) for seed in (0, 1, 1 << 29, 1 << 30, (1 << 31) - 1, 1 << 31, -1, 1 << 200)
    ]
