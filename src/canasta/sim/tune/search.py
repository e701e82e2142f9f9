"""`Search`: better weights, round by round, from deals of a policy against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from canasta.engine.weights import NAMES, SHARES
from canasta.rules.groups import Rules
from canasta.sim.plan import PlanError
from canasta.sim.pool import mapped
from canasta.sim.tune.trials import Gain, Slopes, Trials, Weights, allowed

_POINTS: Final = (0.2, 40.0)
_SHARES: Final = (0.1, 0.3)
"""How far weights are moved to see what that does: the standard deviation as a share of each, or of this number if it is larger."""
_STEPS: Final = (0.1, 0.3, 1.0)
"""The lengths of the steps that are tried."""
_CLEAR: Final = 0.6
"""The share of the 95 % interval that a gain must exceed."""
_JUDGED: Final = 0.4
"""Decks on which steps are tried, as a share of those that find the direction; more after each step that was no gain."""
_MORE: Final = 1.5
_MOST: Final = 4.0
_KEPT: Final = 0.5
"""How much of what was seen counts after a step."""
_PATIENCE: Final = 6
"""Rounds without a gain after which there is nothing more to find."""
_PIECE: Final = 25

Sums = TypeVar("Sums", Slopes, list[Gain])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What is to be tuned; equal tunings find the same weights, whatever *jobs* is. Raises `PlanError` for what cannot be run."""

    rules: Rules
    start: Weights
    """The weights to begin with, in the order of `canasta.engine.weights.NAMES`."""
    seed: int = 1
    decks: int = 1500
    """Decks a round for finding where to go."""
    rounds: int = 40
    """Rounds at most."""
    jobs: int = 1
    all_minimums: bool = False
    """Whether to play for the minimums of later deals, too."""

    def __post_init__(self) -> None:
        for what, number in (("decks", self.decks), ("rounds", self.rounds), ("jobs", self.jobs)):
            if number < 1:
                raise PlanError(f"The number of {what} must be at least 1, not {number}.")
        if self.rules.sides < 2:
            raise PlanError(
                f"{self.rules.title} with {self.rules.seats} players has one side only: nobody plays against it."
            )


class Search:
    """The search for weights as *tuning* says; `weights` are the best so far, `decks` how many have been played."""

    def __init__(self, tuning: Tuning) -> None:
        self.tuning: Final = tuning
        self.weights = tuning.start
        self.decks = 0
        self._trials = Trials(tuning.rules, tuning.seed, tuning.all_minimums)
        self._scales = tuple(
            share * max(abs(weight), least)
            for name, weight in zip(NAMES, tuning.start, strict=True)
            for share, least in [_SHARES if name in SHARES else _POINTS]
        )

    def rounds(self) -> Iterator[Gain]:
        """Search on; after each round, the gain of its best step. A gain was taken if `weights` have changed."""
        tuning = self.tuning
        slopes: Slopes | None = None
        judged, idle = _JUDGED, 0
        for _ in range(tuning.rounds):
            seen = self._played(partial(self._trials.slopes, self.weights, self._scales), tuning.decks, _joined)
            slopes = seen if slopes is None else slopes + seen
            way = slopes.direction()
            candidates = [self._moved(way, length) for length in _STEPS]
            gains = self._played(
                partial(self._trials.gains, self.weights, candidates), round(tuning.decks * judged), _added
            )
            best = max(range(len(_STEPS)), key=lambda at: gains[at].mean)
            if gains[best].mean > _CLEAR * gains[best].reach:
                self.weights = candidates[best]
                slopes, judged, idle = slopes.faded(_KEPT), _JUDGED, 0
            else:
                judged, idle = min(judged * _MORE, _JUDGED * _MOST), idle + 1
            yield gains[best]
            if idle == _PATIENCE:
                return

    def check(self, decks: int) -> Gain:
        """The gain over the start on *decks* decks that have not been played before."""
        (gain,) = self._played(partial(self._trials.gains, self.tuning.start, [self.weights]), decks, _added)
        return gain

    def _moved(self, way: Weights, length: float) -> Weights:
        moved = zip(self.weights, way, self._scales, strict=True)
        return allowed(weight + length * each * scale for weight, each, scale in moved)

    def _played(self, do: Callable[[range], Sums], decks: int, join: Callable[[Sums, Sums], Sums]) -> Sums:
        """What *do* gives for the next *decks* decks."""
        first, end = self.decks + 1, self.decks + 1 + max(2, decks)
        pieces = [range(at, min(at + _PIECE, end)) for at in range(first, end, _PIECE)]
        found = iter(mapped(do, pieces, self.tuning.jobs))
        total = next(found)
        for each in found:
            total = join(total, each)
        self.decks = end - 1
        return total


def _joined(one: Slopes, other: Slopes) -> Slopes:
    return one + other


def _added(one: list[Gain], other: list[Gain]) -> list[Gain]:
    return [each + more for each, more in zip(one, other, strict=True)]
