"""Two measures of waiting, taken in turn in short windows, so that both meet the same moments of the machine."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

Window: TypeAlias = Callable[[], Awaitable[list[float]]]
"""Measures for a short time; returns the seconds that each sample took."""

ROUNDS: Final = 12


def p99(taken: Sequence[float]) -> float:
    """Return the time that 99 of 100 take at most."""
    return sorted(taken)[len(taken) * 99 // 100]


@dataclass(frozen=True, slots=True)
class Compared:
    """The samples of each window of *ours* and of *theirs*, in seconds, round by round."""

    ours: Sequence[list[float]]
    theirs: Sequence[list[float]]

    @property
    def ratio(self) -> float:
        """The p99 of our window ÷ that of their window beside it: the median of all rounds.

        A moment in which the disk or the processor was someone else's spoils one round, not the median.
        """
        return median(self._ratios())

    def _ratios(self) -> list[float]:
        return [p99(mine) / p99(other) for mine, other in zip(self.ours, self.theirs, strict=True)]

    @property
    def note(self) -> str:
        """The times behind the ratio, in words."""
        low, *_, high = sorted(self._ratios())
        return (
            f"{len(self.ours)} rounds from {low:.2f}× to {high:.2f}×; p99 {_ms(self.ours, p99)} against "
            f"{_ms(self.theirs, p99)} ms, median {_ms(self.ours, median)} against {_ms(self.theirs, median)} ms"
        )


def _ms(windows: Sequence[list[float]], figure: Callable[[list[float]], float]) -> str:
    """Return the median of a *figure* of all windows, in milliseconds."""
    return f"{median(map(figure, windows)) * 1000:.3g}"


async def in_turn(ours: Window, theirs: Window, rounds: int = ROUNDS) -> Compared:
    """Measure *ours* and *theirs* in turn, each first in every second round, after one round that does not count.

    The garbage of this process is collected between the windows: that people's programs pause for their own is not what
    a server lets them wait for.
    """
    await _window(ours)
    await _window(theirs)
    taken: tuple[list[list[float]], list[list[float]]] = [], []
    for number in range(rounds):
        for which in (0, 1) if number % 2 else (1, 0):
            taken[which].append(await _window((ours, theirs)[which]))
    return Compared(*taken)


async def _window(measured: Window) -> list[float]:
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        return await measured()
    finally:
        gc.enable()
