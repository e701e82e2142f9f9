"""Flows: how the cards of a step move from zone to zone, as small numbers.

A zone is its sort and an index: ``sort * ZONE + index``. Hands are indexed by seat, reserves by
``seat * 4 + reserve``, open melds by their place in the melds of the position, closed canastas by the order in
which they were made, red threes by side.
"""

from __future__ import annotations

from typing import Final

Z_STOCK: Final = 0
Z_HAND: Final = 1
Z_PILE: Final = 2
Z_MELD: Final = 3
Z_CLOSED: Final = 4
Z_REDS: Final = 5
Z_RESERVE: Final = 6
ZONE: Final = 4096
ANY_KIND: Final = 31
MOST_FLOWS: Final = 96
