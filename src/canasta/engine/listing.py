"""`Listing`: a list of steps that is filled again and again without new memory."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.steps import STEPS


class Listing:
    """Steps, ascending: the first *number* of *items*.

    There is room for every step, and one place more: loops may write a step there before they know whether it counts.
    """

    items: vec[i64]
    number: i64

    def __init__(self) -> None:
        self.items = vec[i64]([0] * (STEPS + 1))
        self.number = 0

    def add(self, step: i64) -> None:
        """Put *step* at the end."""
        self.items[self.number] = step
        self.number += 1
