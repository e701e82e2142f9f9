"""Learning a value of positions: what they look like in deals between bots, and how these end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Final

from canasta.engine.count import count_table_of, points
from canasta.engine.facts import Facts
from canasta.engine.position import Position
from canasta.engine.regression import Regression
from canasta.engine.value import NUMBERS, Value, features
from canasta.rules.groups import Rules
from canasta.sim.decks import deck_seed
from canasta.sim.policy_table import PolicyTable
from canasta.sim.pool import mapped
from canasta.sim.tune.trials import Weights

_RIDGE: Final = 3e-3
_EVERY: Final = 3
"""One turn in that many is looked at: turns that follow each other look much alike."""
_PIECE: Final = 100
STAGES: Final = (0.45, 0.3, 0.15, 0.0)
"""Where the stages of a deal begin, as shares of the deck that are still in the stock."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well leads were foretold: sums of squares by the stage of the stock."""

    leads: Weights = (0.0,) * len(STAGES)
    """Of the final leads themselves."""
    by_value: Weights = (0.0,) * len(STAGES)
    """Of what the value missed them by."""
    by_points: Weights = (0.0,) * len(STAGES)
    """Of what the points at that moment missed them by."""
    ends: Weights = (0.0, 0.0, 0.0)
    """How the deals ended: how often a side was counted, the sum of the points, the sum of the squares of the leads."""

    def __add__(self, other: Fit) -> Fit:
        return Fit(
            _sums(self.leads, other.leads),
            _sums(self.by_value, other.by_value),
            _sums(self.by_points, other.by_points),
            _sums(self.ends, other.ends),
        )

    @property
    def mean(self) -> float:
        """The points of a side in a deal, on average."""
        number, total, _ = self.ends
        return total / number

    @property
    def deviation(self) -> float:
        """The standard deviation of the lead of a side at the end of a deal; leads are 0 on average."""
        number, _, squares = self.ends
        return sqrt(squares / number)

    def explained(self) -> tuple[float, ...]:
        """Return the share of the squares of the leads that the value explains (R²): in all, and in each stage that was seen."""
        return _explained(self.leads, self.by_value)

    def explained_by_points(self) -> tuple[float, ...]:
        """Return the same for the points at that moment."""
        return _explained(self.leads, self.by_points)


@dataclass(frozen=True, slots=True)
class Learned:
    """A value with where it comes from."""

    numbers: Weights
    """As `canasta.engine.value.Value` wants them."""
    decks: int
    positions: int
    fit: Fit
    """On decks that it was not learned from."""
    fit_decks: int


def learn(rules: Rules, weights: Weights, seed: int, first: int, decks: int, jobs: int) -> Learned:
    """Return a value of positions for *rules* from *decks* deals between policies by *weights*, on *jobs* processes.

    The decks are those from number *first* on of a run with *seed*, for all minimums that a match has, and a third as many
    more to see how good the value is. The number of jobs changes nothing. Raises `canasta.sim.playing.Broken` if a
    deal does not end.
    """
    checked = max(1, decks // 3)
    seen = Regression(NUMBERS)
    for totals in mapped(partial(_seen, rules, weights, seed), _pieces(first, first + decks), jobs):
        seen.merge(totals)
    numbers = tuple(seen.solve(_RIDGE))
    fit = Fit()
    do = partial(_judged, rules, weights, numbers, seed)
    for more in mapped(do, _pieces(first + decks, first + decks + checked), jobs):
        fit += more
    return Learned(numbers, decks, seen.rows, fit, checked)


def _pieces(first: int, end: int) -> list[range]:
    return [range(at, min(at + _PIECE, end)) for at in range(first, end, _PIECE)]


def _seen(rules: Rules, weights: Weights, seed: int, numbers: range) -> list[float]:
    """Return what the decks *numbers* add to the regression: one row for each turn that is looked at."""
    table = PolicyTable(rules, all_minimums=True)
    policies = [table.policy(weights)] * rules.seats
    facts, seen = Facts(count_table_of(table.table)), Regression(NUMBERS)
    for number in numbers:
        *turns, last = table.play_turns(deck_seed("tune", seed, number), number, policies)
        leads = _leads(points(last))
        for p, side in looked_at(turns, number, rules.sides):
            seen.add(features(facts, p, side), leads[side])
    return seen.totals()


def _judged(rules: Rules, weights: Weights, found: Weights, seed: int, numbers: range) -> Fit:
    """Return how well the value by *found* foretells how the decks *numbers* end."""
    table = PolicyTable(rules, all_minimums=True)
    policies = [table.policy(weights)] * rules.seats
    value = Value(table.table, list(found))
    sums = [[0.0] * len(STAGES) for _ in range(3)]
    ends: Weights = (0.0, 0.0, 0.0)
    for number in numbers:
        *turns, last = table.play_turns(deck_seed("tune", seed, number), number, policies)
        by_side = points(last)
        leads = _leads(by_side)
        ends = _sums(ends, (len(by_side), sum(by_side), sum(each * each for each in leads)))
        for p, side in looked_at(turns, number, rules.sides):
            share = p.stock() / rules.cards
            stage = next(at for at, least in enumerate(STAGES) if share >= least)
            for total, guess in zip(sums, (0.0, value.lead(p, side), _leads(points(p))[side]), strict=True):
                total[stage] += (leads[side] - guess) ** 2
    leads_in_all, by_value, by_points = map(tuple, sums)
    return Fit(leads_in_all, by_value, by_points, ends)


def looked_at(turns: Sequence[Position], number: int, sides: int) -> list[tuple[Position, int]]:
    """Return the turns of the deck *number* that are looked at, each with a side.

    The sides come in turn, counted from the one that plays next: a side that always waited equally long would not show what its
    turn is worth.
    """
    looked = turns[number % _EVERY :: _EVERY]
    return [(p, (int(p.turn) + at) % sides) for at, p in enumerate(looked, number)]


def _leads(by_side: Sequence[int]) -> list[float]:
    """Return how far each side is ahead of the others on average."""
    total, others = sum(by_side), len(by_side) - 1
    return [each - (total - each) / others for each in by_side]


def _sums(one: Weights, other: Weights) -> Weights:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _explained(leads: Weights, missed: Weights) -> tuple[float, ...]:
    pairs = [(sum(leads), sum(missed)), *zip(leads, missed, strict=True)]
    return tuple(1.0 - left / whole if whole else 0.0 for whole, left in pairs)
