"""The bots that come with canasta as levels for people: what each is called, how it plays, in order of strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from canasta.engine.weights import NAMES, SHARES
from canasta.rules.toml import read_toml

PLACE: Final = Path(__file__).with_name("levels.toml")
"""The file that has them."""


@dataclass(frozen=True, slots=True)
class Level:
    """One bot. *times* and *plus* change the weights of planner, if it is a personality of that."""

    name: str
    title: str
    """What people call it, in a word or two."""
    says: str
    """How it plays, in a line without a period."""
    times: Mapping[str, float] = field(default_factory=dict)
    plus: Mapping[str, float] = field(default_factory=dict)

    def changed(self, weights: Sequence[float]) -> tuple[float, ...]:
        """*weights*, in the order of a policy, as this personality has them; shares stay at 0 or above.

        >>> gambler = level("planner:gambler")
        >>> base = [10.0] * len(NAMES)
        >>> base[NAMES.index("feed")], gambler.changed(base)[NAMES.index("feed")]
        (10.0, 3.0)
        """
        changed = [
            weight * self.times.get(name, 1) + self.plus.get(name, 0)
            for name, weight in zip(NAMES, weights, strict=True)
        ]
        return tuple(
            max(0.0, weight) if name in SHARES else weight for name, weight in zip(NAMES, changed, strict=True)
        )


@cache
def levels() -> tuple[Level, ...]:
    """Return all of them, the strongest first."""
    content: dict[str, Any] = read_toml(PLACE)
    return tuple(Level(**each) for each in content["level"])


def level(name: str) -> Level | None:
    """Return the level of the bot *name*, whatever its budget; None for a bot that is none.

    >>> level("planner").title, level("search:4").title
    ('strong', 'far-sighted')
    """
    name = "search" if name.startswith("search:") else name
    return next((each for each in levels() if each.name == name), None)


def title(name: str) -> str:
    """Return what people call the bot *name*: the title of its level, else its name.

    >>> title("greedy"), title("mine:7")
    ('steady', 'mine:7')
    """
    known = level(name)
    return known.title if known else name
