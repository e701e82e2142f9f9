"""`Regression`: the linear formula that comes nearest to what was seen, by least squares with a small ridge."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# A number whose mean square is not above this was always 0: what is left are rounding errors, and no two facts of a position
# that differ do so by as little as a billionth.
DUST: Final = 1e-18


class Regression:
    """Sums over rows of *size* numbers, each row with a target: all that the best linear formula depends on."""

    size: i64
    sums: vec[float]

    def __init__(self, size: int, sums: list[float] | None = None) -> None:
        """Nothing seen yet, or what the `totals` *sums* tell."""
        self.size = size
        # Products of the numbers of a row, then of each with the target, the square of the target, and the number of rows.
        self.sums = vec[float]([0.0] * (size * size + size + 2) if sums is None else sums)

    def add(self, row: vec[float], target: float) -> None:
        """See one *row* with its *target*."""
        size = self.size
        sums = self.sums
        base = size * size
        at: i64 = 0
        while at < size:
            value = row[at]
            if value != 0.0:
                # By symmetry, the half below the diagonal is enough.
                place = at * size
                other: i64 = 0
                while other <= at:
                    sums[place + other] += value * row[other]
                    other += 1
                sums[base + at] += value * target
            at += 1
        sums[base + size] += target * target
        sums[base + size + 1] += 1.0

    def totals(self) -> list[float]:
        """Return all sums, to keep them or to send them to another process."""
        return list(self.sums)

    def merge(self, totals: list[float]) -> None:
        """Add the `totals` of another regression of the same size."""
        sums = self.sums
        at: i64 = 0
        for each in totals:
            sums[at] += each
            at += 1

    @property
    def rows(self) -> int:
        """How many rows have been seen."""
        return int(self.sums[self.size * self.size + self.size + 1])

    def solve(self, ridge: float) -> list[float]:
        """Return the factor of each number that makes the sum come nearest to the target, in the mean square.

        *ridge* holds factors down that little depends on: it adds so much to the mean square of each number, in units of this
        square itself, so numbers that tell the same share one factor. A number that was always 0, but for rounding errors, gets
        the factor 0.
        """
        size = self.size
        sums = self.sums
        least = DUST * sums[size * size + size + 1]
        # By Cholesky, each number in units of its own size.
        unit = vec[float]([0.0] * size)
        at: i64 = 0
        while at < size:
            square = sums[at * size + at]
            unit[at] = 1.0 / sqrt(square) if square > least else 0.0
            at += 1
        lower = vec[float]([0.0] * (size * size))
        found = vec[float]([0.0] * size)
        at = 0
        while at < size:
            other: i64 = 0
            while other <= at:
                total: float = sums[at * size + other] * unit[at] * unit[other]
                if other == at:
                    total = 1.0 + ridge if unit[at] > 0.0 else 1.0
                index: i64 = 0
                while index < other:
                    total -= lower[at * size + index] * lower[other * size + index]
                    index += 1
                if other == at:
                    lower[at * size + at] = sqrt(total if total > ridge / 2.0 else ridge / 2.0)
                else:
                    lower[at * size + other] = total / lower[other * size + other]
                other += 1
            total = sums[size * size + at] * unit[at]
            index = 0
            while index < at:
                total -= lower[at * size + index] * found[index]
                index += 1
            found[at] = total / lower[at * size + at]
            at += 1
        at = size - 1
        while at >= 0:
            total = found[at]
            index = at + 1
            while index < size:
                total -= lower[index * size + at] * found[index]
                index += 1
            found[at] = total / lower[at * size + at]
            at -= 1
        return [found[index] * unit[index] for index in range(size)]
