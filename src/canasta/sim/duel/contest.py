"""`Duel`: which two bots are compared, and on what."""

from __future__ import annotations

from dataclasses import dataclass

from canasta import bots
from canasta.rules.groups import Rules
from canasta.sim.decks import Purpose
from canasta.sim.plan import PlanError, check_bots, check_numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Decks on which the bot *a* plays against the bot *b*; equal duels have equal reports, whatever *jobs* is.

    Raises `PlanError`, or what `canasta.bots.check_name` raises, for what cannot be run.
    """

    rules: Rules
    a: str
    b: str
    """Names of bots, or commands that start them."""
    decks: int = 1000
    """How many decks are played, or how many matches; with *stop*, how many at most."""
    seed: int = 1
    jobs: int = 1
    """How many processes play."""
    match: bool = False
    """Whether whole matches are played: totals, dealers and minimums move on."""
    max_deals: int = 100
    """A match that is not over after that many deals is left unfinished."""
    purpose: Purpose = "test"
    """What the decks are for (`canasta.sim.decks`)."""
    stop: bool = False
    """Whether to stop as soon as it is clear which bot is the better one; intervals are wider for it."""

    def __post_init__(self) -> None:
        check_bots((self.a, self.b), self.rules)
        check_numbers(decks=self.decks, jobs=self.jobs, deals_of_a_match=self.max_deals)
        if self.rules.sides < 2:
            raise PlanError(
                f"{self.rules.title} with {self.rules.seats} players has one side only: nobody plays against it."
            )

    @property
    def places(self) -> tuple[tuple[bool, ...], ...]:
        """The ways in which each deck is played: for every side, whether *a* has it."""
        return places(self.rules.sides)

    @property
    def divisor(self) -> int:
        """What the difference of a deck, counted in whole numbers, is divided by to give points a deal."""
        ways = self.places
        return sum(ways[0]) * (len(ways[0]) - sum(ways[0])) * len(ways)


def piece(one: str, other: str) -> int:
    """Decks of the bots *one* and *other* that are played before anyone hears of them; not a matter of how many processes there are."""
    return 1 if bots.is_slow(one) or bots.is_slow(other) else 10


def places(sides: int) -> tuple[tuple[bool, ...], ...]:
    """Return the ways in which two bots share *sides* sides, for every side whether the first bot has it.

    The bots have every other side, and then change over. An odd number of sides has one left, so all are moved on from
    side to side: each bot has each side equally often, and one more than half of them as often as one fewer.

    >>> places(2)
    ((True, False), (False, True))
    >>> len(places(4)), len(places(3))
    (2, 6)
    """
    every_other = tuple(side % 2 == 0 for side in range(sides))
    turned = [every_other[-at:] + every_other[:-at] for at in range(sides if sides % 2 else 1)]
    return tuple(way for each in turned for way in (each, tuple(not place for place in each)))
