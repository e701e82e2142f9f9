"""What a bot is: something that chooses one legal step after another, knowing no more than one seat knows."""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeAlias

from canasta.deal.view import View

Step: TypeAlias = int
"""A step of the kernel out of `View.legal`."""


class Bot(Protocol):
    """A player of one seat in one deal or match.

    A bot belongs to one seat and owns its generator of random numbers; it learns of the table through views only.
    """

    @property
    def name(self) -> str:
        """The name it is asked for by."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever its play changes, so that results can say what they were made with."""
        ...

    def choose(self, view: View) -> Step:
        """One of the steps in ``view.legal``, which is never empty when a bot is asked."""
        ...


class Maker(Protocol):
    """What makes the bots of one name, such as their class."""

    def __call__(self, seat: int, dice: Random, /) -> Bot:
        """A new bot for *seat*, which draws its random numbers from *dice*."""
        ...
