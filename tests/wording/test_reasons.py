"""Every refusal says one cause, in sentences a player can read, in the words of who plays alone or with partners."""

import random
import re
from collections.abc import Iterator

import pytest

from canasta.base.cards import pack
from canasta.base.clauses import BY_NAME, CLAUSES, FINE, RULES
from canasta.base.errors import Refusal, RulesError
from canasta.base.shuffle import shuffled
from canasta.deal.deal import Deal
from canasta.engine.explain import explain
from canasta.engine.legal import legal
from canasta.engine.position import Position
from canasta.engine.steps import STEPS
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.wording.refusals import refusal_of
from canasta.wording.tried import Tried
from tests.deal.tables import SOAK

EVERY = 3 if SOAK else 25
"""Of that many positions of a random deal, one is asked about all refusals."""

WORDS = re.compile(r"\b(he|him|his|she|her)\b")


def positions(rules: Rules, seed: int) -> Iterator[Position]:
    """Yield some positions of a random deal."""
    chance = random.Random(seed)
    deal, _ = Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), seed))
    number = 0
    while not deal.over and number < 1500:
        if number % EVERY == 0:
            yield deal.position
        deal.step_trusted(chance.choice([*legal(deal.position, deal.actor)]))
        number += 1
    yield deal.position


def refusals(rules: Rules, seed: int) -> Iterator[Refusal]:
    """Yield the refusals of every step by the player to move and the next one."""
    for position in positions(rules, seed):
        actor = int(position.actor)
        for seat in (actor, (actor + 1) % rules.seats):
            for step in range(STEPS):
                code, needed, given = explain(position, seat, step)
                if code != FINE:
                    yield refusal_of(rules, position, seat, code, needed, given, Tried(step))


def tables() -> list[tuple[str, int, tuple[str, ...]]]:
    """Return every game with every number of players, and with each of its options."""
    plain = [(name, players, ()) for name, game in games().items() for players in game.players]
    return [
        *plain,
        *((name, players_with(name, option), (option,)) for name, game in games().items() for option in game.options),
    ]


def players_with(name: str, option: str) -> int:
    """Return a number of players that can play *name* with *option*."""
    for players in games()[name].players:
        try:
            load(name, players, [option])
        except RulesError:
            continue
        return players
    raise ValueError(option)


@pytest.mark.parametrize(("name", "players", "options"), tables())
def test_a_refusal_says_one_cause(name: str, players: int, options: tuple[str, ...]) -> None:
    rules = load(name, players, options)
    texts = {(each.clause, each.text) for each in refusals(rules, 0)}
    assert len({clause for clause, _ in texts}) > 8
    for clause, text in texts:
        well_said(clause, text)
        if rules.sides == rules.seats:
            assert "your side" not in text.lower(), (clause, text)
            assert "partner" not in text.lower(), (clause, text)


def well_said(clause: str, text: str) -> None:
    assert text[0].isupper(), (clause, text)
    assert text.endswith("."), (clause, text)
    assert ", or " not in text, (clause, text)
    assert not WORDS.search(text.lower()), (clause, text)
    assert "  " not in text, (clause, text)
    assert len(text) <= 220, (clause, text)


@pytest.mark.parametrize("name", games())
def test_every_cause_has_a_sentence_in_every_game(name: str) -> None:
    """Asked of a fresh deal, where most of them could not even arise."""
    for players in games()[name].players:
        rules = load(name, players)
        deal, _ = Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), 1))
        for code, clause in CLAUSES.items():
            if code == FINE or not can_refuse(code, rules):
                continue
            refused = refusal_of(rules, deal.position, 0, code, 2, 1)
            assert refused.clause == clause.name
            well_said(clause.name, refused.text)


def can_refuse(code: int, rules: Rules) -> bool:
    """Return whether the clause *code* can refuse a step in *rules*."""
    name = CLAUSES[code].name
    if name in {"out.partner", "out.other_sides", "out.reserves", "reserves.due"} and not rules.reserves:
        return False
    if name == "specials.discard":
        return any(special.discard != "free" or not special.last_discard for special in rules.specials)
    return code < 60 or name in {"pile.use", "procedures.undo"}


def test_a_cause_without_a_section_is_explained_by_a_rule_that_has_one() -> None:
    for clause in CLAUSES.values():
        assert clause.rule in RULES
        assert (clause.name in RULES) is not bool(clause.explained)
        if clause.explained:
            assert BY_NAME[clause.explained].group == clause.group
