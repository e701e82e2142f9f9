"""How much longer everything takes on a machine that has more to do than to make faults."""

from __future__ import annotations

import os
from typing import Final

_BUSY: Final = 2
"""The load of each core that faults alone make."""


def slowness() -> float:
    """Return how many times longer things take than on a machine with nothing else to do, at least 1."""
    return max(1.0, os.getloadavg()[0] / (_BUSY * (os.cpu_count() or 1)))
