"""Rules and decks small enough for every way through a turn to be tried out, and random play for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from canasta.engine.flows import Flows
from canasta.engine.layout import start, turn_up
from canasta.engine.legal import legal
from canasta.engine.play import play_by
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import ADD, DISCARD, DRAW, START, STUCK
from canasta.rules.groups import Rules

LONGEST = 400


def changed(rules: Rules, changes: dict[str, Any]) -> Rules:
    """*rules* with the values at dotted paths, such as ``meld.size``, in place of their own."""
    for path, value in changes.items():
        group, _, name = path.partition(".")
        new = replace(getattr(rules, group), **{name: value}) if name else value
        rules = replace(rules, **{group: new})
    return rules


def small_deck(
    ranks: Sequence[int], copies: int, jokers: int = 0, twos: int = 0, reds: int = 0, blacks: int = 0
) -> list[int]:
    """Return the kinds of a deck: *copies* of each of *ranks*, and what else there is of wilds and threes."""
    return [0] * jokers + [1] * twos + [2] * reds + [3] * blacks + [rank for rank in ranks for _ in range(copies)]


def dealt(
    table: RuleTable, deck: Sequence[int], rng: random.Random, minimums: Sequence[int], flows: Flows | None = None
) -> Position:
    """Return the first turn of a shuffled deck, a random seat to begin; *flows* notes the red threes laid."""
    kinds = list(deck)
    rng.shuffle(kinds)
    order, up = turn_up(table, kinds, [rng.randrange(1 << 20) for _ in range(8)])
    return start(table, [kinds[at] for at in order], up, rng.randrange(int(table.seats)), list(minimums), flows)


def chosen(steps: Sequence[int], rng: random.Random, eager: float) -> int:
    """Return a random step; with the probability *eager* none of those that draw, discard or stop, if there are others."""
    if rng.random() < eager:
        keen = [step for step in steps if START <= step < DISCARD or (DRAW < step < START and step != STUCK)]
        melds = [step for step in keen if step < ADD]
        steps = melds or keen or steps
    return rng.choice(steps)


def acting(p: Position, rng: random.Random) -> int:
    """Return a seat that may act: the one that everyone waits for, or now and then one that melds aside."""
    aside = [seat for seat in range(int(p.rule_table.seats)) if p.aside(seat) and len(legal(p, seat))]
    return rng.choice(aside) if aside and rng.random() < 0.3 else int(p.actor)


def walk(
    p: Position, rng: random.Random, eager: float = 0.3, longest: int = LONGEST
) -> Iterator[tuple[Position, list[int]]]:
    """Yield every decision of a random deal: the position and its list of steps. The position changes in between."""
    for _ in range(longest):
        if p.phase == OVER:
            return
        seat = acting(p, rng)
        yield p, [int(step) for step in legal(p, p.actor)]
        play_by(p, seat, chosen([int(step) for step in legal(p, seat)], rng, eager))
