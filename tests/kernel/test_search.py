"""Looking ahead: plans, worlds in which they race, and a player that sees no more than its seat does."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.bots import policy_weights
from canasta.engine import KERNEL
from canasta.engine.count import lead, points
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.legal import legal
from canasta.engine.plans import Plan, PlanFinder
from canasta.engine.play import play, play_noting
from canasta.engine.playout import Dice
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.search import Race, Searcher
from canasta.engine.steps import ACTIONS, ADD, ASK, DISCARD, DRAW, step_name
from canasta.engine.worlds import sample_world
from canasta.notation.positions.line import read_position
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.tiny import dealt

pytestmark = [pytest.mark.kernel, pytest.mark.skipif(KERNEL != "compiled", reason="a search by Python takes too long")]

EVERY: Final = 19
TURNS: Final = 40


def begun(rules: Rules, seed: str) -> Position:
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    return dealt(RuleTable(rules), kinds, Random(seed), [50] * rules.sides)


def weights_of(rules: Rules) -> list[float]:
    return list(policy_weights("planner", rules) or ())


def hidden_otherwise(p: Position, seat: int, known: KnownCards, seed: int) -> Position:
    """Another position that *seat* cannot tell from *p*."""
    return sample_world(p.hidden_from(seat), seat, Dice(seed), known)


def steps_of(plans: list[Plan]) -> list[list[int]]:
    return [plan.steps for plan in plans]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_plans_and_choices_do_not_depend_on_hidden_cards(name: str, players: int) -> None:
    """In a deal between searches, with two worlds a decision: what they see decides, and every plan can be played."""
    rules = load(name, players)
    p = begun(rules, f"{name} {players}")
    table, known, moved = p.rule_table, KnownCards(p.rule_table), Flows()
    searcher, planner = Searcher(table, weights_of(rules), 4), Policy(table, weights_of(rules))
    number = 0
    while p.phase != OVER and p.turns < TURNS:
        seat, pile = p.actor, p.pile[:]
        step = planner.choose(p, known)
        if number % EVERY == 0:
            other = hidden_otherwise(p, seat, known, number)
            plans = searcher.finder.find(p, known)
            assert plans[0].steps[0] == step
            assert steps_of(plans) == steps_of(searcher.finder.find(other, known))
            assert len({tuple(plan.steps) for plan in plans}) == len(plans)
            for plan in plans:
                check_plan(p, plan)
            before = p.key()
            step = searcher.choose(p, known)
            assert p.key() == before
            assert step == searcher.choose(other, known) == searcher.choose(p.hidden_from(seat), known)
            assert step in legal(p, seat)
        play_noting(p, seat, step, moved)
        known.follow(pile, moved)
        number += 1


def check_plan(p: Position, plan: Plan) -> None:
    """Return the steps are legal one after the other, and only the last one shows something new or ends the turn."""
    q, seat = p.copy(), p.actor
    for at, step in enumerate(plan.steps):
        assert step in legal(q, seat), [step_name(each) for each in plan.steps]
        before = q.copy()
        play(q, step)
        ends = q.phase == OVER or q.actor != seat or q.turns != p.turns
        shows = q.next != before.next or q.taken(seat) != before.taken(seat)
        assert (ends or shows or ACTIONS[step].sort == ASK) == (at == len(plan.steps) - 1)


@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("hand-and-foot", 4), ("new-canasta", 3)])
def test_what_a_plan_is_worth_is_what_the_policy_makes_of_it(name: str, players: int) -> None:
    rules = load(name, players)
    p = begun(rules, name)
    play(p, DRAW)
    searcher = Searcher(p.rule_table, weights_of(rules), 4)
    known = KnownCards(p.rule_table)
    race = searcher.race(p, known)
    world = sample_world(race.p, p.actor, Dice(5), known)
    before = world.key()
    for plan in race.plans:
        worth = searcher.value(world, plan, known)
        assert world.key() == before
        assert worth == searcher.value(world, plan, known)
        most = 20_000 if name == "classic" else 60_000
        assert -most < worth < most
    assert lead(searcher.outlook.counting, p, 0) == points(p)[0] - sum(points(p)[1:]) / (rules.sides - 1)


def test_a_race_drops_the_worse_half_and_never_the_policy_s_own_plan() -> None:
    rules = load("classic")
    p = begun(rules, "race")
    play(p, DRAW)
    race = Searcher(p.rule_table, weights_of(rules), 8).race(p)
    everyone = len(race.plans)
    assert everyone > 3
    assert race.compare(1, 0) == (0.0, 0.0)
    race.play(6)
    assert race.worlds == 6
    assert {len(values) for values in race.values} == {6}
    others = sorted(range(1, everyone), key=lambda number: (-race.mean(number), number))
    race.halve()
    assert race.racing == sorted([0, *others[: everyone // 2]])
    race.play(2)
    assert [len(values) for values in race.values] == [8 if at in race.racing else 6 for at in range(everyone)]
    mean, error = race.compare(race.racing[1], 0)
    values, base = race.values[race.racing[1]], race.values[0]
    less = [one - two for one, two in zip(values, base, strict=True)]
    assert mean == pytest.approx(sum(less) / 8)
    assert error == pytest.approx((sum((each - mean) ** 2 for each in less) / 7 / 8) ** 0.5)
    best = race.best()
    assert best == 0 or race.compare(best, 0)[0] > 0


def raced(plans: list[Plan], values: list[list[float]]) -> Race:
    """Return a race that came out with *values*."""
    p = begun(load("classic"), "race")
    race = Searcher(p.rule_table, weights_of(load("classic")), 8).race(p)
    race.plans, race.values, race.racing = plans, values, list(range(len(plans)))
    return race


def test_a_plan_must_be_clearly_better_and_a_silly_one_even_more() -> None:
    p = begun(load("classic"), "race")
    own, other, silly = Plan([DRAW], False, p), Plan([DISCARD], False, p), Plan([DISCARD + 1], True, p)
    base = [0.0, 0.0, 0.0, 0.0]
    assert raced([own, other], [base, [10.0, 12.0, 9.0, 11.0]]).best() == 1
    assert raced([own, other], [base, [-90.0, 100.0, -95.0, 100.0]]).best() == 0
    assert raced([own, other], [base, base]).best() == 0
    doubtful = [-30.0, 100.0, -10.0, 100.0]
    assert raced([own, other], [base, doubtful]).best() == 1
    assert raced([own, silly], [base, doubtful]).best() == 0
    assert raced([silly, silly], [base, doubtful]).best() == 1
    assert raced([own, other, silly], [base, [5.0, 5.0, 5.0, 6.0], [90.0, 91.0, 92.0, 93.0]]).best() == 2
    assert raced([own, other], [base, base]).settled is False
    assert raced([own, Plan([DRAW, DISCARD], False, p)], [base, base]).settled is True


@pytest.mark.parametrize(("name", "players"), [("hand-and-foot", 4), ("pennies-from-heaven", 6)])
def test_what_plans_came_to_is_remembered_within_a_turn_and_changes_no_decision(name: str, players: int) -> None:
    """A searcher that has decided everything before decides as one that has decided nothing, and plays fewer plans."""
    rules = load(name, players)
    p = begun(rules, f"again {name}")
    known, moved = KnownCards(p.rule_table), Flows()
    searcher = Searcher(p.rule_table, weights_of(rules), 4)
    remembered = 0
    while p.phase != OVER and p.turns < TURNS // 4:
        seat, pile = p.actor, p.pile[:]
        race = searcher.race(p, known)
        remembered += sum(bool(kept) for kept in race.kept)
        race.play(4)
        fresh = Searcher(p.rule_table, weights_of(rules), 4)
        again = fresh.race(p, known)
        assert not any(again.kept)
        again.play(4)
        assert race.values == again.values
        step = searcher.choose(p, known)
        assert step == fresh.choose(p, known) == Searcher(p.rule_table, weights_of(rules), 4).choose(p, known)
        play_noting(p, seat, step, moved)
        known.follow(pile, moved)
    assert remembered > 10


def test_another_plan_can_enter_a_race() -> None:
    p = begun(load("hand-and-foot"), "race")
    play(p, DRAW)
    race = Searcher(p.rule_table, weights_of(load("hand-and-foot")), 4).race(p)
    first = len(race.plans)
    number = race.enter(race.plans[-1].steps)
    assert (number, race.racing[-1], len(race.plans)) == (first, first, first + 1)
    race.play(4)
    assert race.values[number] == race.values[number - 1]
    assert len(race.values[number]) == 4


def test_equal_positions_are_searched_alike_and_few_worlds_suffice() -> None:
    rules = load("hand-and-foot")
    p = begun(rules, "alike")
    play(p, DRAW)
    one, other = (Searcher(p.rule_table, weights_of(rules), 6) for _ in range(2))
    assert one.choose(p) == other.choose(p.copy()) == one.choose(p)


def test_wild_cards_thrown_away_are_silly() -> None:
    found = PlanFinder(RuleTable(load("classic")), weights_of(load("classic")))
    silly = seen = 0
    for seed in range(30):
        p = begun(load("classic"), f"silly {seed}")
        play(p, DRAW)
        for plan in found.find(p):
            last = ACTIONS[plan.steps[-1]]
            wild = last.sort == DISCARD and last.kind <= 1
            if all(ACTIONS[step].sort != ADD for step in plan.steps):
                assert plan.silly == wild
            silly += wild
            seen += 1
    assert 0 <= silly < seen


FINISHED_BY_A_WILD_CARD = (
    # The last two finishes six natural kings, and its player goes out all the same.
    "canasta1 new-canasta 4 35636d6cefb4 eyes=1 turn=1:stock hands=9hAs2d/3c3c3s3s3s??x1/??x3/??x4 packets=-/??x11/??x11/??x11"
    " melds=5d5h5h5s5s,6c6c6d6h,7c7d7h7s,9s9s9s,KcKcKhKsKsKs/4c4d4h4s4s4s,5c5c5c5d5s5s,7c7d7s7s2s,8c8d8d8d8h2d,9d9d9d9d9h,TcThThTsTs,"
    "JcJdJdJh2s,KdKh2d,AcAcAcAh/4c4d4hJk,5c5d5h5h,6c6d6s/4c4c4d4h2c2h,8c8s2d,9c9c9h9s,JdJhJsJsJs"
    " closed=1:QcQdQsQs2dJkJk,2:TcTcTdTdTsTsTs+3d,1:JdJdJhJs2c2s2s,3:KcKdKdKs2c2cJk,1:8c8c8d8h8s8s8s+3h,4:7c7c7s7s2h2hJk,"
    "2:QcQcQcQcQhQsQs+3d,3:AcAdAdAdAdAhAs+3h,2:6c6d6d6h6sJkJk pile=3dTc2cJc3hJc5dQd3dJcAhJh3cJs3s stock=??x43 need=50/50/90/50"
    " open=1,2,3,4 laid=1,2,3,4 whole=1 made=3/3/2/1 known=-/3c3c3s3s3s/-/- turns=71"
)


def test_a_natural_meld_may_be_finished_by_a_wild_card() -> None:
    p = read_position(FINISHED_BY_A_WILD_CARD).position
    chosen = Searcher(p.rule_table, weights_of(p.rule_table.rules), 6).race(p).run(6)
    assert [step_name(step) for step in chosen.steps] == ["add 2 to K/0", "add 9 to 9/0", "discard A"]
