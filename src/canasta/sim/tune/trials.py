"""Trials of weights: decks that are played by policies, and how many points lie between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from canasta.engine.count import points
from canasta.engine.policy import Policy
from canasta.engine.weights import NAMES, SHARES
from canasta.rules.groups import Rules
from canasta.sim.decks import deck_seed
from canasta.sim.duel.contest import places
from canasta.sim.policy_table import PolicyTable

Weights: TypeAlias = tuple[float, ...]

_SIGMAS: Final = 1.96
_SURE: Final = 2.5


@dataclass(frozen=True, slots=True)
class Trials:
    """Decks of a run with *seed* for finding weights for *rules*."""

    rules: Rules
    seed: int
    all_minimums: bool = False
    """Whether the minimums of later deals are played for, too."""

    def _table(self) -> PolicyTable:
        return _table_of(self.rules, self.all_minimums)

    def slopes(self, centre: Weights, scales: Weights, numbers: range) -> Slopes:
        """Play the decks *numbers* by weights that lie at random around *centre* against those opposite to them.

        *scales* are the standard deviations of each weight.
        """
        sums, squares, total = [0.0] * len(centre), 0.0, 0
        table = self._table()
        for number in numbers:
            seed = deck_seed("tune", self.seed, number)
            dice = Random(seed)
            away = [dice.gauss(0.0, 1.0) for _ in centre]
            one = allowed(w + s * e for w, s, e in zip(centre, scales, away, strict=True))
            other = allowed(w - s * e for w, s, e in zip(centre, scales, away, strict=True))
            (less,) = _less(table, seed, number, table.policy(one), [table.policy(other)])
            for at, each in enumerate(away):
                sums[at] += less * each
            squares += less * less
            total += 1
        return Slopes(total, tuple(sums), squares)

    def gains(self, base: Weights, candidates: Sequence[Weights], numbers: range) -> list[Gain]:
        """Return how many points a deal each of *candidates* makes more than *base* on the decks *numbers*."""
        table = self._table()
        playing, others = table.policy(base), [table.policy(each) for each in candidates]
        found = [Gain() for _ in candidates]
        for number in numbers:
            seed = deck_seed("tune", self.seed, number)
            for at, less in enumerate(_less(table, seed, number, playing, others)):
                found[at] += Gain(1, -less, less * less)
        return found


@dataclass(frozen=True, slots=True)
class Slopes:
    """Sums over decks: their *number*, the differences times the distance of each weight, and their *squares*."""

    number: int
    sums: Weights
    squares: float

    def __add__(self, other: Slopes) -> Slopes:
        sums = tuple(one + two for one, two in zip(self.sums, other.sums, strict=True))
        return Slopes(self.number + other.number, sums, self.squares + other.squares)

    def faded(self, share: float) -> Slopes:
        """Return the same as if *share* of the decks had been played."""
        return Slopes(round(self.number * share), tuple(each * share for each in self.sums), self.squares * share)

    def direction(self) -> Weights:
        """Return where to go from the centre, in standard deviations of each weight.

        A slope counts the less the more it may be chance. One that is certain counts no more than `_SURE`, however steep it is:
        else the few weights on which most depends would hold back all others.
        """
        doubt = sqrt(self.squares) or 1.0  # the standard deviation of a sum, if the weight had no influence
        sure = [each / doubt for each in self.sums]
        return tuple(min(max(t * t * t / (1 + t * t), -_SURE), _SURE) for t in sure)


@dataclass(frozen=True, slots=True)
class Gain:
    """Sums of the gain in points a deal over a *number* of decks."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Gain) -> Gain:
        return Gain(self.number + other.number, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """Points a deal."""
        return self.total / self.number if self.number else 0.0

    @property
    def reach(self) -> float:
        """How far the 95 % interval reaches to either side of the mean."""
        if self.number < 2:
            return 0.0
        return _SIGMAS * sqrt(max(0.0, self.squares / self.number - self.mean**2) / (self.number - 1))


def allowed(weights: Iterable[float]) -> Weights:
    """*weights* with no share below 0."""
    return tuple(max(each, 0.0) if name in SHARES else each for name, each in zip(NAMES, weights, strict=True))


def _less(table: PolicyTable, seed: int, number: int, one: Policy, others: Sequence[Policy]) -> list[float]:
    """Return how many points a deal the sides of *one* make more than those of each of *others* on the deck of *seed*."""
    seats, sides = range(int(table.table.seats)), int(table.table.sides)
    ways = places(sides)
    lines = [[one if way[seat % sides] else other for seat in seats] for other in others for way in ways]
    ended = iter(table.play(seed, number, lines))
    found = []
    for _ in others:
        less = 0.0
        for way in ways:
            by_side = points(next(ended))
            mine = sum(each for each, place in zip(by_side, way, strict=True) if place)
            less += mine / way.count(True) - (sum(by_side) - mine) / way.count(False)
        found.append(less / len(ways))
    return found


@lru_cache(maxsize=1)
def _table_of(rules: Rules, all_minimums: bool) -> PolicyTable:
    return PolicyTable(rules, all_minimums=all_minimums)
