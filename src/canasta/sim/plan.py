"""`Plan`: what is to be simulated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from canasta import bots
from canasta.base.errors import CanastaError
from canasta.rules.groups import Rules


class PlanError(CanastaError):
    """A simulation that cannot be run as asked."""


def check_bots(names: Iterable[str], rules: Rules) -> None:
    """See that all of *names* are bots that can play *rules*. Raises what `canasta.bots.check_name` raises."""
    for name in names:
        bots.check_name(name, rules)


def check_numbers(**numbers: int) -> None:
    """See that there is at least one of everything that *numbers* counts. Raises `PlanError`."""
    for what, number in numbers.items():
        if number < 1:
            raise PlanError(f"The number of {what.replace('_', ' ')} must be at least 1, not {number}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Deals or matches of bots; equal plans have equal reports, whatever *jobs* is.

    Raises `PlanError`, or what `canasta.bots.check_name` raises, for what cannot be run.
    """

    rules: Rules
    bots: tuple[str, ...]
    """Names by seat, or commands that start bots; one alone stands for everyone."""
    deals: int = 1000
    """How many decks are played, or how many matches."""
    seed: int = 0
    jobs: int = 1
    """How many processes play."""
    duplicate: bool = False
    """Whether every deck, or every match, is played once from each place the bots can sit at."""
    match: bool = False
    """Whether whole matches are played: totals, dealers and minimums move on."""
    max_deals: int = 100
    """A match that is not over after that many deals is left unfinished."""
    record: Path | None = None
    """A folder for a record of each deal or match."""

    def __post_init__(self) -> None:
        seats = self.rules.seats
        if len(self.bots) not in {1, seats}:
            raise PlanError(
                f"{len(self.bots)} bots are given for {seats} players of {self.rules.title}. "
                f"Name one bot for all seats, or {seats} bots."
            )
        check_bots(self.bots, self.rules)
        check_numbers(deals=self.deals, jobs=self.jobs, deals_of_a_match=self.max_deals)

    @property
    def seating(self) -> tuple[str, ...]:
        """The bot of each seat."""
        return self.bots if len(self.bots) == self.rules.seats else self.bots * self.rules.seats

    @property
    def turns(self) -> int:
        """How often each deck is played: with *duplicate*, the number of ways the bots can be moved round the table."""
        seating = self.seating
        if not self.duplicate:
            return 1
        seats = len(seating)
        return next(step for step in range(1, seats + 1) if seating[step:] + seating[:step] == seating)

    def seated(self, turn: int) -> tuple[str, ...]:
        """Return the bot of each seat when everyone has moved on by *turn* seats."""
        seating = self.seating
        at = -turn % len(seating)
        return seating[at:] + seating[:at]
