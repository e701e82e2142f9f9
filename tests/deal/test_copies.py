"""Copies are independent, equal by content, and survive pickle and deepcopy."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from canasta.deal.deal import Deal
from canasta.deal.imagine import imagine
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.engine.position import Position
from canasta.engine.rule_table import RuleTable, rule_table_of
from canasta.rules.load import load
from tests.deal.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel


def faces(deal: Deal) -> list[object]:
    """Return all that the tabletop of *deal* holds."""
    return [copy.deepcopy(getattr(deal.tabletop, name)) for name in deal.tabletop.__slots__ if name != "kept"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_play_on_a_copy_leaves_the_original_alone(name: str, players: int) -> None:
    rng = Random(players)
    deal, _ = fresh(rules_of(name, players), 2)
    for number, _events in enumerate(random_play(deal, rng)):
        if number % 20 or deal.over:
            continue
        before, lay = deal.position.key(), faces(deal)
        seat = deal.actor
        for other in (deal.copy(), imagine(view(deal, seat), rng).deal, copy.deepcopy(deal)):
            for count, _ in enumerate(random_play(other, rng)):
                if count == 15:
                    break
        assert (deal.position.key(), faces(deal)) == (before, lay)


def test_the_vectors_of_a_copy_are_its_own() -> None:
    deal, _ = fresh(rules_of("classic", 4), 2)
    key = deal.position.key()
    other = deal.position.copy()
    for name in ("hands", "seats", "sides", "melds", "pile", "deck", "this_turn"):
        vector = getattr(other, name)
        vector[0] += 1
    assert deal.position.key() == key
    assert other != deal.position


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pickle_and_deepcopy(name: str, players: int) -> None:
    rng = Random(players + 3)
    deal, _ = fresh(rules_of(name, players), 5)
    for number, _events in enumerate(random_play(deal, rng)):
        if number % 25:
            continue
        seen = view(deal, rng.randrange(-1, players))
        for again in (pickle.loads(pickle.dumps(seen)), copy.deepcopy(seen)):
            assert again == seen
        for other in (pickle.loads(pickle.dumps(deal)), copy.deepcopy(deal)):
            assert other.position == deal.position
            assert faces(other) == faces(deal)
            step = None if deal.over else deal.legal_steps(deal.actor)[0]
            if step is not None:
                assert other.step_trusted(step) == deal.copy().step_trusted(step)


def test_a_match_survives_pickle() -> None:
    match = Match.new("new-canasta", players=3, seed=4)
    match.begin_deal()
    for other in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert other.totals == match.totals
        assert other.rules == match.rules
        assert other.deal.position == match.deal.position
        assert other.deck(2) == match.deck(2)


def test_positions_are_equal_by_content() -> None:
    one, _ = fresh(load("classic"), 3)
    other, _ = fresh(load("classic"), 3)
    assert one.rules is not other.rules
    assert one.position == other.position
    assert hash(one.position) == hash(other.position)
    assert RuleTable(one.rules) == RuleTable(other.rules)
    assert rule_table_of(one.rules) is rule_table_of(other.rules)
    longer, _ = fresh(load("classic", options=["score.out=999"]), 3)
    assert Position(rule_table_of(longer.rules)) != Position(rule_table_of(one.rules))


def test_many_rule_sets_do_not_part_equal_positions() -> None:
    rules = load("classic")
    before, _ = fresh(rules, 3)
    for bonus in range(300):
        rule_table_of(load("classic", options=[f"score.out={bonus}"]))
    after, _ = fresh(rules, 3)
    assert before.position == after.position
