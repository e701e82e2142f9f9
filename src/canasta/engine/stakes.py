"""`Stakes`: how likely a side is to win the match, by how the deal in progress ends."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from canasta.engine.elementary import erf

ROUGH: Final = 0.75
"""How rough a lead is that was partly estimated amid a deal, as a share of the standard deviation of leads."""

SHARP: Final = 0.15
"""The same for one at the end of a world: worlds are not quite the truth, and a chance that is all or nothing tells few plans apart."""


class Stakes:
    """Where the match of two sides stands before a deal, and how deals usually end; never changes.

    Between this deal and the end of the match, the lead is taken to change as chance would have it: each further deal adds a
    lead that is 0 on average.
    """

    totals: tuple[float, float]
    deals: i64
    target: float
    mean: float
    deviation: float
    rough: float
    sharp: float

    def __init__(self, totals: tuple[int, int], deals: int, target: int, mean: float, deviation: float) -> None:
        """End the match after *deals* deals more than this one (-1: this does not end it), or when a side has *target* points (0: nor this).

        *totals* are the points of the two sides before this deal. A side makes *mean* points a deal, and the standard
        deviation of its lead is *deviation*. Raises `ValueError` for a match that never ends, and unless *mean* and
        *deviation* are positive.
        """
        if deals < 0 and target <= 0:
            raise ValueError("This match never ends.")
        if mean <= 0.0 or deviation <= 0.0:
            raise ValueError("Points per deal and their deviation must be positive.")
        self.totals = (float(totals[0]), float(totals[1]))
        self.deals = deals
        self.target = float(target)
        self.mean = mean
        self.deviation = deviation
        self.rough = ROUGH * deviation
        self.sharp = SHARP * deviation

    @property
    def key(self) -> tuple[object, ...]:
        """What is equal for equal stakes."""
        return self.totals, self.deals, self.target, self.mean, self.deviation

    def chance(self, side: i64, lead: float, both: float, doubt: float) -> float:
        """Return the chance, 0 to 1, that *side* wins if it has *lead* points more than the other in this deal, and the two have *both* together.

        *doubt* is the standard error of *lead*, such as `rough` or `sharp`; 0 for none. A tie is half a win.
        """
        one = self.totals[0]
        two = self.totals[1]
        ahead = lead + (one - two if side == 0 else two - one)
        top = (one + two + both + (ahead if ahead > 0.0 else -ahead)) / 2.0
        variance = doubt * doubt + self._left(top) * self.deviation * self.deviation
        if variance > 0.0:
            return 0.5 + 0.5 * erf(ahead / sqrt(2.0 * variance))
        if ahead == 0.0:
            return 0.5
        return 1.0 if ahead > 0.0 else 0.0

    def _left(self, top: float) -> float:
        """Return how many deals are still to come after this one, on average, if the leading side then has *top* points."""
        left = float(self.deals)
        if self.target > 0.0:
            if top >= self.target:
                return 0.0
            # A deal more than the points that are missing are worth: the last one goes beyond the target.
            way = 1.0 + (self.target - top) / self.mean
            if self.deals < 0 or way < left:
                return way
        return left
