"""Means with their intervals, from sums of whole numbers: exact however the work was divided."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Final

_SIGMAS: Final = 1.959964
"""How many standard errors a 95 % interval reaches to either side."""
_DOUBT: Final = 0.05
_TIGHTEST: Final = 1000
"""The number of values at which an interval for stopping early is as narrow as it can be made."""
_RHO2: Final = (-2 * log(_DOUBT) + log(1 - 2 * log(_DOUBT))) / _TIGHTEST


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
        """Return the mean of the values, each divided by *divisor*, with its interval; 0 if there are none."""
        return self._around(_SIGMAS * sqrt(1 / max(1, self.number)), divisor)

    def mean_so_far(self, divisor: int = 1) -> Mean:
        """Return the same with a wider interval, for those who look again and again and stop when they like what they see.

        With a probability of 95 %, the true mean is in this interval for all numbers of values at once: it is an asymptotic
        confidence sequence by Robbins' normal mixture (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021).
        """
        n = max(1, self.number)
        return self._around(sqrt(2 * (n * _RHO2 + 1) / (n * n * _RHO2) * log(sqrt(n * _RHO2 + 1) / _DOUBT)), divisor)

    @property
    def deviation(self) -> float:
        """The standard deviation of the values; 0 if there are fewer than two."""
        if self.number < 2:
            return 0.0
        return sqrt((self.squares * self.number - self.total**2) / (self.number * (self.number - 1)))

    def _around(self, deviations: float, divisor: int) -> Mean:
        """Return the mean and an interval that reaches *deviations* standard deviations to either side."""
        if not self.number:
            return Mean(0.0, 0.0, 0.0)
        mean = self.total / self.number / divisor
        reach = deviations * self.deviation / divisor
        return Mean(mean, mean - reach, mean + reach)


def share(hits: int, number: int) -> Mean:
    """Return the share of *hits* in *number* with its 95 % interval after Wilson, which never leaves 0 to 1.

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
