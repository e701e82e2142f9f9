"""`Listing`: a list of steps that is filled again and again without new memory."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

_ROOM: Final = 64  # more are rare


class Listing:
    """Steps, ascending: the first *number* of *items*."""

    items: vec[i64]
    number: i64

    def __init__(self) -> None:
        self.items = vec[i64]([0] * _ROOM)
        self.number = 0

    def make_room(self, number: i64) -> None:
        """See that *number* more steps can be written into `items` directly, behind those that are there."""
        while i64(len(self.items)) < self.number + number:
            self.items = append(self.items, 0)

    def add(self, step: i64) -> None:
        """Put *step* at the end."""
        if self.number < i64(len(self.items)):
            self.items[self.number] = step
        else:
            self.items = append(self.items, step)
        self.number += 1
