"""Who sits where: people at this keyboard, and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import click

from canasta.bots import COMMAND, OWN_WEIGHTS, check_name
from canasta.rules.groups import Rules
from canasta.wording.names import YOU, Names

PERSON: Final = "you"
_FIRST_NAMES: Final = ("Robin", "Sam", "Alex", "Kim", "Jo", "Charlie", "Pat", "Terry")


@dataclass(frozen=True, slots=True)
class Seating:
    """The players seat by seat: their names, and the kind of bot, or `PERSON`, that sits there."""

    names: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.players) if player == PERSON)

    @property
    def shared(self) -> Names:
        """The names as everyone may hear them: "You" where one person plays."""
        return Names(self.names, self.people[0] if len(self.people) == 1 else -1)

    def seen_by(self, seat: int) -> Names:
        """Return the names as the player in *seat* hears them."""
        return Names(self.names, seat)

    def moved(self, players: Sequence[int]) -> Seating:
        """Return the same players in other places: those who sat in the seats *players*, seat by seat."""
        return Seating(tuple(self.names[at] for at in players), tuple(self.players[at] for at in players))


def read_seats(text: str | None) -> tuple[str, ...] | None:
    """Return the players in ``you,greedy,you,greedy``; None if nothing is said. Only commands and files keep their capitals.

    Raises `click.BadParameter` for what is no list of players.
    """
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    players = tuple(word if word.lower().startswith((COMMAND, OWN_WEIGHTS)) else word.lower() for word in words)
    if not all(players):
        raise click.BadParameter('name a player for every seat, such as "you,greedy,you,greedy"', param_hint="--seats")
    return players


def seat_players(rules: Rules, seats: tuple[str, ...] | None, names: str | None, bot: str) -> Seating:
    """Return the seating for *rules*: by default you in seat 1 and *bot* elsewhere.

    Raises `click.BadParameter` for numbers that do not fit, and `CanastaError` for a bot there is not.
    """
    players = seats or (PERSON, *[bot] * (rules.seats - 1))
    if len(players) != rules.seats:
        raise click.BadParameter(
            f"{len(players)} seats are given, but {rules.title} needs {rules.seats}", param_hint="--seats"
        )
    check_bots(players)
    people = [seat for seat, player in enumerate(players) if player == PERSON]
    given = [name.strip() for name in names.split(",")] if names else []
    if len(given) > len(people) and len(given) != rules.seats:
        raise click.BadParameter(
            f"{len(given)} names for {_people(len(people))}. Name only the people, or all {rules.seats} players",
            param_hint="--names",
        )
    if any(not name or len(name) > 20 for name in given) or len(set(given)) < len(given):
        raise click.BadParameter("names must have 1 to 20 characters and be different", param_hint="--names")
    if not all(name.isprintable() for name in given):
        raise click.BadParameter("a name must be one line of printable characters", param_hint="--names")
    free = iter(name for name in _FIRST_NAMES if name not in given)
    chosen = dict(zip(range(rules.seats) if len(given) == rules.seats else people, given, strict=False))
    for place, seat in enumerate(people, 1):
        chosen.setdefault(seat, YOU if len(people) == 1 else f"Player {place}")
    return Seating(tuple(chosen.get(seat) or next(free) for seat in range(rules.seats)), players)


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def check_bots(players: tuple[str, ...]) -> None:
    """See that there is a bot, or a person, for everyone. Raises `CanastaError` for a bot there is not."""
    for player in players:
        if player != PERSON:
            check_name(player)
