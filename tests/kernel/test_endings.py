"""Endings: of all ways to end a turn, those with most points."""

from __future__ import annotations

from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.bots import policy_weights
from canasta.engine.count import CountTable, count_table_of, lead
from canasta.engine.endings import MOST, best_endings, may_be_last
from canasta.engine.going_out import sure_out
from canasta.engine.legal import legal
from canasta.engine.plans import Plan, PlanFinder
from canasta.engine.play import play
from canasta.engine.playout import Dice, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import ACTIONS, ASK, DRAW
from canasta.rules.load import load

pytestmark = pytest.mark.kernel

GAMES: Final = (("classic", 2), ("hand-and-foot-earl", 4), ("modern-american-canasta", 4), ("new-canasta", 3))
SMALL: Final = 6
"""Hands of that many cards can be laid in every way here."""


def last_turns(name: str, players: int) -> list[Position]:
    """Positions of deals between planners with a small hand and a choice, where the turn may be the last one."""
    rules = load(name, players)
    deck = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    table = RuleTable(rules)
    planner = Policy(table, list(policy_weights("planner", rules) or ()))
    found = []
    for seed in range(18):
        p = random_start(table, deck, Dice(seed), [50] * rules.sides)
        while p.phase != OVER:
            steps = legal(p, p.actor)
            if len(steps) > 1 and DRAW not in steps and p.held(p.actor) <= SMALL and may_be_last(p):
                found.append(p.copy())
            play(p, planner.choose(p))
    return found


def all_ends(p: Position, counting: CountTable) -> tuple[dict[bool, float], int]:
    """Return the most points by which the player can lead at the end of the turn, without and with going out, and how many positions come before."""
    most: dict[bool, float] = {}
    seat, seen, todo = p.actor, {p.key()}, [p]
    while todo:
        q = todo.pop()
        for step in legal(q, seat):
            if step == DRAW or ACTIONS[step].sort == ASK:
                continue
            r = q.copy()
            play(r, step)
            if r.next != q.next or r.taken(seat) != q.taken(seat):
                continue
            if r.phase == OVER or r.turns != p.turns or r.actor != seat:
                leaves, points = r.phase == OVER and r.out == seat, lead(counting, r, r.side_of(seat))
                most[leaves] = max(points, most.get(leaves, points))
            elif r.key() not in seen:
                seen.add(r.key())
                todo.append(r)
    return most, len(seen)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_no_order_of_steps_ends_a_turn_with_more_points(name: str, players: int) -> None:
    """Where all positions of the turn are looked at; where they are too many, endings are legal and no better than the best."""
    compared = 0
    for p in last_turns(name, players):
        seat, counting = p.actor, count_table_of(p.rule_table)
        blank = p.hidden_from(seat)
        before = blank.key()
        found: dict[bool, float] = {}
        for steps in best_endings(blank, counting):
            q = blank.copy()
            for step in steps:
                assert (q.actor, q.turns) == (seat, p.turns)
                assert step in legal(q, seat)
                play(q, step)
            leaves = q.phase == OVER and q.out == seat
            assert leaves not in found
            found[leaves] = lead(counting, q, q.side_of(seat))
        assert blank.key() == before
        assert best_endings(p, counting) == best_endings(blank, counting)
        most, positions = all_ends(blank, counting)
        if positions < MOST:
            assert found == most
            compared += 1
        else:
            assert found
            assert all(points <= most[leaves] for leaves, points in found.items())
    assert compared > 10


def test_the_best_endings_are_among_the_plans() -> None:
    for p in last_turns("hand-and-foot-earl", 4):
        finder = PlanFinder(p.rule_table, list(policy_weights("planner", p.rule_table.rules) or ()))
        ends = {plan.end for plan in finder.find(p)}
        for steps in best_endings(p, count_table_of(p.rule_table)):
            before = p.copy()
            for step in steps[:-1]:
                play(before, step)
            assert Plan(steps, False, before).end in ends


def test_a_turn_may_be_the_last_one_where_the_player_can_go_out_or_nothing_is_left_to_draw() -> None:
    out = empty = 0
    for p in last_turns("modern-american-canasta", 4):
        assert sure_out(p, p.actor) or p.stock() == 0
        out += p.stock() > 0
        empty += p.stock() == 0
    assert out
    assert empty
    rules = load("classic")
    deck = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    p = random_start(RuleTable(rules), deck, Dice(1), [50, 50])
    assert not may_be_last(p)
    play(p, DRAW)
    assert not may_be_last(p)
