"""The value of a position: exact at the end, the same whatever the order of the stock is, and what its numbers say."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec

from canasta.base.cards import KIND_OF, pack
from canasta.base.shuffle import return_places, shuffled
from canasta.bots.weights import packaged_weights
from canasta.engine import facts as seen
from canasta.engine.count import count_table_of, points
from canasta.engine.facts import FACTS, NAMES, Facts
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.regression import Regression
from canasta.engine.rollout import play_deck
from canasta.engine.rule_table import RuleTable
from canasta.engine.value import NUMBERS, PARTS, Value, features
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.scene import do, scene

pytestmark = pytest.mark.kernel

GREEDY = list(packaged_weights("greedy"))


def played(rules: Rules, seed: int) -> list[Position]:
    """Return a deal between policies at the end of each turn, and its end."""
    table = RuleTable(rules)
    kinds = shuffled([KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)], seed)
    policies = [Policy(table, GREEDY)] * rules.seats
    turns: list[Position] = []
    minimums = [50] * rules.sides
    last = play_deck(table, list(kinds), list(return_places(seed)), 0, minimums, policies, turns)
    return [*turns, last]


def numbers(seed: int) -> list[float]:
    rng = Random(seed)
    return [rng.uniform(-20.0, 20.0) for _ in range(NUMBERS)]


def facts_of(p: Position, side: int = 0) -> dict[str, float]:
    """Return the facts about *side* that are not 0, and how far the deal has gone."""
    facts = Facts(count_table_of(p.rule_table))
    facts.look(p)
    facts.side(p, side)
    found = dict(zip(NAMES, facts.values, strict=True))
    return {name: each for name, each in found.items() if each} | {"stock": facts.stock, "end": facts.end}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_value__is_what_its_numbers_and_the_facts_say(name: str, players: int) -> None:
    rules = load(name, players)
    *turns, last = played(rules, 5)
    value, sides = Value(last.rule_table, numbers(players)), range(rules.sides)
    ended = points(last)
    assert last.phase == OVER
    assert [value.lead(last, side) for side in sides] == [
        pytest.approx(ended[side] - (sum(ended) - ended[side]) / (rules.sides - 1)) for side in sides
    ]
    rng = Random(6)
    assert len(turns) > players
    assert [p.turns for p in turns] == list(range(1, len(turns) + 1))
    for p in turns[::5]:
        leads = [value.lead(p, side) for side in sides]
        assert sum(leads) == pytest.approx(0.0, abs=1e-5)
        for side in sides:
            row = features(value.facts, p, side)
            assert sum(a * b for a, b in zip(value.numbers, row, strict=True)) == pytest.approx(leads[side], abs=1e-5)
        stock = len(p.deck) - p.stock()
        other = p.copy()
        other.set_deck([*p.deck[:stock], *rng.sample(list(p.deck[stock:]), p.stock())])
        assert [value.lead(other, side) for side in sides] == leads


def test_facts__have_the_places_that_their_constants_say() -> None:
    places = {name.lower(): place for name, place in vars(seen).items() if name.lower() in NAMES}
    assert places == {name: place for place, name in enumerate(NAMES)}
    assert len(NAMES) == FACTS == NUMBERS // PARTS


def test_facts__of_a_hand_and_of_melds() -> None:
    melds = {0: ["K K K", "Q Q Q Q Q 2"]}
    p = scene(load("classic"), {0: "4 4 5 5 5 9 2", 2: "K Q"}, melds=melds, stock="20*T", pile="9 A")
    found = facts_of(p)
    assert (found["cards"], found["wilds"], found["lone"], found["pairs"], found["threes"]) == (9, 1, 1, 1, 3)
    assert (found["fitting"], found["clean_3"], found["mixed_6"], found["closing"]) == (2, 1, 1, 300)
    assert found["cost"] == 10 + 15 + 10 + 20 + 10 + 10
    assert (found["open"], found["missing"], found["turn"], found["pile_shut"]) == (1, 1, 1, 2)
    assert "pile" not in found
    assert "minimum" not in found
    assert facts_of(p, 1).keys() >= {"minimum", "missing", "turn"}


def test_facts__say_whether_the_pile_can_be_taken() -> None:
    pair = scene(load("classic"), {0: "A A 9"}, melds={0: ["K K K"]}, stock="20*T", pile="9 9 A")
    assert facts_of(pair)["pile"] == 3
    assert "pile" not in facts_of(pair, 1)
    onto = scene(load("classic"), {0: "5 9"}, melds={0: ["K K K"]}, stock="20*T", pile="9 9 K")
    assert facts_of(onto)["pile"] == 3
    closed = scene(load("classic"), {0: "A A 9"}, stock="20*T", pile="9 9 A")
    assert facts_of(closed)["pile_shut"] == 3


def test_facts__tell_how_near_the_end_is() -> None:
    melds = ["K K K K K K K"]
    near = scene(load("classic"), {0: "4 5"}, melds={0: melds}, stock="40*T")
    many = dict.fromkeys(range(4), "4 5 6 7 8 9 T J Q A")
    far = scene(load("classic"), many, melds={0: melds}, stock="40*T")
    late = scene(load("classic"), many, melds={0: melds}, stock="T")
    assert (facts_of(near)["end"], facts_of(near)["near"]) == (1.0, 1.0)
    assert facts_of(far)["end"] == 0.0
    assert 0.9 < facts_of(late)["end"] < 1.0


def test_value__wants_as_many_numbers_as_there_are_and_two_sides() -> None:
    table = RuleTable(load("classic"))
    with pytest.raises(ValueError, match=f"{NUMBERS} numbers, not 2"):
        Value(table, [1.0, 2.0])


def test_regression__finds_the_formula_that_rows_come_from() -> None:
    rng = Random(3)
    one, other = Regression(4), Regression(4)
    for at in range(400):
        row = [rng.gauss(0.0, 10.0), rng.gauss(0.0, 0.1), 0.0, rng.gauss(5.0, 1.0)]
        target = 3.0 * row[0] - 200.0 * row[1] + 7.0 * row[3] + rng.gauss(0.0, 0.1)
        (one if at % 2 else other).add(vec[float](row), target)
    assert one.rows == other.rows == 200
    assert one.solve(1e-9) != other.solve(1e-9)
    one.merge(other.totals())
    assert one.rows == 400
    assert one.solve(1e-9) == pytest.approx([3.0, -200.0, 0.0, 7.0], rel=0.01)
    assert Regression(4, one.totals()).solve(1e-9) == one.solve(1e-9)
    # A strong ridge holds every factor down.
    assert all(abs(held) <= abs(free) for held, free in zip(one.solve(1.0), one.solve(1e-9), strict=True))


def test_regression__numbers_that_depend_on_each_other_share_a_factor() -> None:
    """Here one number is the opposite of another, one always the sum of two, one nothing but rounding errors, one always 0."""
    rng = Random(4)
    seen, free = Regression(6), Regression(2)
    for _ in range(400):
        one, other, dust = rng.gauss(0.0, 10.0), rng.gauss(0.0, 0.1), rng.choice([-5e-17, 0.0, 5e-17])
        target = 3.0 * one - 200.0 * other + rng.gauss(0.0, 30.0)
        seen.add(vec[float]([one, other, -one, one + 100.0 * other, dust, 0.0]), target)
        free.add(vec[float]([one, other]), target)
    for ridge in (3e-3, 1e-9):
        first, second, opposite, both, dusty, nothing = seen.solve(ridge)
        assert first == pytest.approx(-opposite, rel=0.01)
        assert dusty == nothing == 0.0
        assert max(map(abs, (first, opposite, both))) < 3.0
        assert [first - opposite + both, second + 100.0 * both] == pytest.approx(free.solve(1e-9), rel=0.01)


def test_play_deck__turns_come_before_the_next_draw() -> None:
    p = do(scene(load("classic"), {0: "4 5 6"}, stock="20*T"), "draw")
    assert facts_of(p)["turn"] == 1.0
    assert all(each.phase == 0 for each in played(load("hand-and-foot"), 8)[:-1])
