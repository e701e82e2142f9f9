"""Means with their intervals, from sums of whole numbers: exact however the work was divided."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

_SIGMAS: Final = 1.959964
"""How many standard errors a 95 % interval reaches to either side."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and the 95 % interval around it; the interval is the mean itself where one value is all there is."""

    mean: float
    low: float
    high: float


@dataclass(slots=True)
class Moments:
    """The number of values, their sum and the sum of their squares.

    >>> moments = Moments()
    >>> for value in (1, 2, 3):
    ...     moments.add(value)
    >>> moments.mean().mean
    2.0
    """

    number: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Take in one value."""
        self.number += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Moments) -> None:
        """Take in all values of *other*."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares

    def mean(self, divisor: int = 1) -> Mean:
        """The mean of the values, each divided by *divisor*; 0 if there are none."""
        if not self.number:
            return Mean(0.0, 0.0, 0.0)
        mean = self.total / self.number / divisor
        if self.number == 1:
            return Mean(mean, mean, mean)
        spread = (self.squares * self.number - self.total**2) / (self.number * (self.number - 1))
        reach = _SIGMAS * sqrt(spread / self.number) / divisor
        return Mean(mean, mean - reach, mean + reach)


def share(hits: int, number: int) -> Mean:
    """The share of *hits* in *number* with its 95 % interval after Wilson, which never leaves 0 to 1.

    >>> share(0, 0)
    Mean(mean=0.0, low=0.0, high=1.0)
    >>> round(share(90, 100).low, 3)
    0.826
    """
    if not number:
        return Mean(0.0, 0.0, 1.0)
    rate, z2 = hits / number, _SIGMAS**2
    centre = (rate + z2 / (2 * number)) / (1 + z2 / number)
    reach = _SIGMAS * sqrt(rate * (1 - rate) / number + z2 / (4 * number**2)) / (1 + z2 / number)
    return Mean(rate, max(0.0, centre - reach), min(1.0, centre + reach))
