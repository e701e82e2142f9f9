"""Seats and sides: who plays with whom.

Seats are numbered clockwise from 0, and the turn goes clockwise. With S sides the side of a seat is the
seat's number modulo S, so that the players of a side sit at equal distances around the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 to 7, clockwise."""

Side: TypeAlias = int
"""The seats that meld and score together, numbered from 0; one seat where everyone plays alone."""


def side_of(seat: Seat, sides: int) -> Side:
    """Return the side of *seat* at a table of *sides* sides.

    >>> [side_of(seat, 2) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % sides


def seats_of(side: Side, seats: int, sides: int) -> tuple[Seat, ...]:
    """Return the seats of *side*, ascending, at a table of *seats* players and *sides* sides.

    >>> seats_of(1, 6, 2), seats_of(1, 6, 3), seats_of(1, 6, 6)
    ((1, 3, 5), (1, 4), (1,))
    """
    return tuple(range(side, seats, sides))


def partners(seat: Seat, seats: int, sides: int) -> tuple[Seat, ...]:
    """Return the other seats of the side of *seat*, clockwise from it; empty for a player without a partner.

    >>> partners(3, 6, 2), partners(3, 4, 4)
    ((5, 1), ())
    """
    return tuple((seat + step) % seats for step in range(sides, seats, sides))


def side_name(names: Sequence[str], side: Side, sides: int) -> str:
    """Return what people call *side*: the *names* of its players, which are given seat by seat.

    >>> side_name(["Ann", "Bob", "Cyd", "Dan"], 0, 2)
    'Ann and Cyd'
    >>> side_name(["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"], 1, 2)
    'Bob, Dan and Fay'
    >>> side_name(["Ann", "Bob", "Cyd"], 2, 3)
    'Cyd'
    """
    *others, last = (names[seat] for seat in seats_of(side, len(names), sides))
    return f"{', '.join(others)} and {last}" if others else last
