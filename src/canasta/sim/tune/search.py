"""`WeightSearch`: better weights, round by round, from deals of a policy against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import isfinite
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


class WeightSearch:
    """The search for weights as *tuning* says; `weights` are the best so far, `decks` how many have been played."""

    def __init__(self, tuning: Tuning, kept: Mapping[str, object] | None = None) -> None:
        """Make a new search, or one that goes on from its `state` *kept*. Raises `PlanError` if that is none."""
        self.tuning: Final = tuning
        self.weights = tuning.start
        self.decks = 0
        self.done = 0
        """Rounds that are done."""
        self._slopes: Slopes | None = None
        self._judged, self._idle = _JUDGED, 0
        self._trials = Trials(tuning.rules, tuning.seed, tuning.all_minimums)
        self._scales = tuple(
            share * max(abs(weight), least)
            for name, weight in zip(NAMES, tuning.start, strict=True)
            for share, least in [_SHARES if name in SHARES else _POINTS]
        )
        if kept is not None:
            self._resume(kept)

    def rounds(self) -> Iterator[Gain]:
        """Search on; after each round, the gain of its best step. A gain was taken if `weights` have changed."""
        tuning = self.tuning
        while self.done < tuning.rounds and self._idle < _PATIENCE:
            seen = self._played(partial(self._trials.slopes, self.weights, self._scales), tuning.decks, _joined)
            slopes = seen if self._slopes is None else self._slopes + seen
            way = slopes.direction()
            candidates = [self._moved(way, length) for length in _STEPS]
            gains = self._played(
                partial(self._trials.gains, self.weights, candidates), round(tuning.decks * self._judged), _added
            )
            best = max(range(len(_STEPS)), key=lambda at: gains[at].mean)
            if gains[best].mean > _CLEAR * gains[best].reach:
                self.weights = candidates[best]
                self._slopes, self._judged, self._idle = slopes.faded(_KEPT), _JUDGED, 0
            else:
                self._slopes = slopes
                self._judged, self._idle = min(self._judged * _MORE, _JUDGED * _MOST), self._idle + 1
            self.done += 1
            yield gains[best]

    def state(self) -> dict[str, object]:
        """Return all that the search has to know after a round to go on as if it had never stopped, as plain numbers."""
        slopes = self._slopes or Slopes(0, (), 0.0)
        return {
            "done": self.done,
            "decks": self.decks,
            "idle": self._idle,
            "judged": self._judged,
            "weights": list(self.weights),
            "slopes": list(slopes.sums),
            "slopes_decks": slopes.number,
            "slopes_squares": slopes.squares,
        }

    def _resume(self, kept: Mapping[str, object]) -> None:
        try:
            done, decks, idle, number = (_whole(kept[each]) for each in ("done", "decks", "idle", "slopes_decks"))
            judged, squares = _number(kept["judged"]), _number(kept["slopes_squares"])
            weights = _row(kept["weights"])
            slopes = Slopes(number, _row(kept["slopes"]), squares) if number else None
        except (KeyError, TypeError, ValueError):
            raise PlanError(
                "The unfinished search in the file cannot be read. Begin a new one in another file with --out."
            ) from None
        self.done, self.decks, self._idle, self._judged = done, decks, idle, judged
        self.weights, self._slopes = weights, slopes

    def check(self, decks: int) -> Gain:
        """Return the gain over the start on *decks* decks that have not been played before."""
        (gain,) = self._played(partial(self._trials.gains, self.tuning.start, [self.weights]), decks, _added)
        return gain

    def _moved(self, way: Weights, length: float) -> Weights:
        moved = zip(self.weights, way, self._scales, strict=True)
        return allowed(weight + length * each * scale for weight, each, scale in moved)

    def _played(self, do: Callable[[range], Sums], decks: int, join: Callable[[Sums, Sums], Sums]) -> Sums:
        """Return what *do* gives for the next *decks* decks."""
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


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("a whole number belongs here")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TypeError("a number belongs here")
    return float(value)


def _row(value: object) -> Weights:
    if not isinstance(value, list) or len(value) != len(NAMES):
        raise TypeError("a number for each weight belongs here")
    return tuple(map(_number, value))
