"""`Flows`: how the cards of a step move from zone to zone, noted for the caller that moves the faces.

A zone is its sort and an index: ``sort * ZONE + index``. Hands are indexed by seat, reserves by
``seat * 4 + reserve``, open melds by their place in the melds of the position, closed canastas by the order in
which they were made, red threes by side.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

Z_STOCK: Final = 0
Z_HAND: Final = 1
Z_PILE: Final = 2
Z_MELD: Final = 3
Z_CLOSED: Final = 4
Z_REDS: Final = 5
Z_RESERVE: Final = 6
ZONE: Final = 4096
ANY_KIND: Final = 31
_ROOM: Final = 32  # more are rare


class Flows:
    """The movements of cards in one step, in order. A position writes here while it takes a step, and keeps nothing."""

    items: vec[i64]
    number: i64

    def __init__(self) -> None:
        self.items = vec[i64]([0] * _ROOM)
        self.number = 0

    def add(self, origin: i64, target: i64, kind: i64, number: i64) -> None:
        """Note that *number* cards of *kind* went from zone *origin* to zone *target*."""
        flow = origin << 40 | target << 20 | kind << 10 | number
        if self.number < i64(len(self.items)):
            self.items[self.number] = flow
        else:
            self.items = append(self.items, flow)
        self.number += 1

    def listed(self) -> list[tuple[int, int, int, int]]:
        """Return every flow as zone of origin, zone of target, kind (or `ANY_KIND`) and number of cards.

        The number 0 says that two melds changed places.
        """
        found: list[tuple[int, int, int, int]] = []
        at: i64 = 0
        while at < self.number:
            flow = self.items[at]
            found.append((int(flow >> 40), int(flow >> 20 & 0xFFFFF), int(flow >> 10 & 31), int(flow & 1023)))
            at += 1
        return found
