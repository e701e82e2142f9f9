"""What a bot is: something that chooses one legal step after another, knowing no more than one seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol, TypeAlias, runtime_checkable

from canasta.base.errors import MisuseError
from canasta.deal.view import View

Step: TypeAlias = int
"""A step of the kernel out of `View.legal`."""

MOST_FAILURES: Final = 2
"""After that many failures in a match nobody asks a bot again."""


def check_asked(view: View) -> None:
    """Raise `MisuseError` if the seat of *view* has nothing to decide."""
    if not view.legal:
        raise MisuseError(f"Seat {view.seat} has nothing to decide now: View.legal is empty.")


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
        """Return one of the steps in ``view.legal``, which is never empty when a bot is asked."""
        ...


@runtime_checkable
class Listener(Protocol):
    """A bot that wants to hear how each deal ended."""

    def over(self, view: View, points: Sequence[int]) -> None:
        """Take note that a deal ended as *view* shows, with *points* by side."""
        ...


class Maker(Protocol):
    """What makes the bots of one name, such as their class."""

    def __call__(self, seat: int, dice: Random, /) -> Bot:
        """Return a new bot for *seat*, which draws its random numbers from *dice*."""
        ...
