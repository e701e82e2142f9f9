"""The bots by their names."""

from __future__ import annotations

from difflib import get_close_matches
from random import Random
from typing import Final

from canasta.base.errors import CanastaError
from canasta.bots.bot import Bot, Maker
from canasta.bots.chance import Chance
from canasta.bots.greedy import Greedy

_MAKERS: Final[dict[str, Maker]] = {"chance": Chance, "greedy": Greedy}


class UnknownBot(CanastaError):
    """There is no bot of the name that was asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = get_close_matches(name.lower(), _MAKERS, 1, 0.5)
        guess = f". Did you mean {near[0]}?" if near else ""
        super().__init__(f'Unknown bot "{name}". The bots are {" and ".join(names())}{guess or "."}')


def names() -> tuple[str, ...]:
    """The names of all bots.

    >>> names()
    ('chance', 'greedy')
    """
    return tuple(sorted(_MAKERS))


def make(name: str, seed: int, seat: int) -> Bot:
    """A new bot *name* for *seat*; equal seeds and seats play alike.

    Raises `UnknownBot` for a name that no bot has.

    >>> make("greedy", 1, 0).name
    'greedy'
    """
    if name not in _MAKERS:
        raise UnknownBot(name)
    return _MAKERS[name](seat, Random(seed * 8 + seat))
