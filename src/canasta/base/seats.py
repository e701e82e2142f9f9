"""Seats and sides: who plays with whom, who deals and who begins.

Seats are numbered clockwise from 0, and the turn goes clockwise. With S sides the side of a seat is the
seat's number modulo S, so that the players of a side sit at equal distances around the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 to 7, clockwise."""

Side: TypeAlias = int
"""The seats that meld and score together, numbered from 0; one seat where everybody plays alone."""


class _Table(Protocol):
    @property
    def score_keeper(self) -> bool: ...


class _Deal(Protocol):
    @property
    def dealers(self) -> str: ...
    @property
    def first(self) -> str: ...


class Seating(Protocol):
    """What is asked of the rules here, which are above this module; `canasta.rules.groups.Rules` has it."""

    @property
    def seats(self) -> int:
        """Number of players."""
        ...

    @property
    def sides(self) -> int:
        """Number of sides."""
        ...

    @property
    def reserves(self) -> Sequence[object]:
        """The packets dealt beside the hand."""
        ...

    @property
    def table(self) -> _Table:
        """Whether there is a score keeper."""
        ...

    @property
    def deal(self) -> _Deal:
        """Who deals and who begins."""
        ...


def side_of(seat: Seat, sides: int) -> Side:
    """The side of *seat* at a table of *sides* sides.

    >>> [side_of(seat, 2) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % sides


def seats_of(side: Side, seats: int, sides: int) -> tuple[Seat, ...]:
    """The seats of *side*, ascending, at a table of *seats* players and *sides* sides.

    >>> seats_of(1, 6, 2), seats_of(1, 6, 3), seats_of(1, 6, 6)
    ((1, 3, 5), (1, 4), (1,))
    """
    return tuple(range(side, seats, sides))


def partners(seat: Seat, seats: int, sides: int) -> tuple[Seat, ...]:
    """The other seats of the side of *seat*, clockwise from it; empty for a player without a partner.

    >>> partners(3, 6, 2), partners(3, 4, 4)
    ((5, 1), ())
    """
    return tuple((seat + step) % seats for step in range(sides, seats, sides))


def side_name(names: Sequence[str], side: Side, sides: int) -> str:
    """What people call *side*: the *names* of its players, which are given seat by seat.

    >>> side_name(["Ann", "Bob", "Cyd", "Dan"], 0, 2)
    'Ann and Cyd'
    >>> side_name(["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"], 1, 2)
    'Bob, Dan and Fay'
    >>> side_name(["Ann", "Bob", "Cyd"], 2, 3)
    'Cyd'
    """
    *others, last = (names[seat] for seat in seats_of(side, len(names), sides))
    return f"{', '.join(others)} and {last}" if others else last


def score_keeper(rules: Seating, keeper: Seat | None) -> Seat | None:
    """The seat that never deals nor begins: *keeper*, or None.

    There is none where the rules have none or nobody was named, and none with two players, of whom the
    other one would always deal and begin.

    Raises `ValueError` where *keeper* is not a seat of the table.

    >>> from canasta.rules.load import load
    >>> score_keeper(load("new-canasta", 5), 2), score_keeper(load("new-canasta", 2), 1), score_keeper(load("classic"), 2)
    (2, None, None)
    """
    if keeper is None or not rules.table.score_keeper or rules.seats == 2:
        return None
    _check(rules, keeper, "score keeper")
    return keeper


def next_dealer(rules: Seating, dealer: Seat, keeper: Seat | None = None) -> Seat:
    """Who deals the deal after that of *dealer*: the next seat clockwise that is not the score keeper's.

    Raises `ValueError` where one of them is not a seat of the table.

    >>> from canasta.rules.load import load
    >>> next_dealer(load("classic"), 3), next_dealer(load("new-canasta"), 3, keeper=0)
    (0, 1)
    """
    _check(rules, dealer, "dealer")
    return _after(rules, dealer, keeper)


def dealers(rules: Seating, dealer: Seat, keeper: Seat | None = None) -> tuple[Seat, ...]:
    """Who deals: *dealer*, and after him a second dealer where the rules have one.

    The second dealer is the next seat clockwise that is not the score keeper's, or the dealer's partner. A
    dealer without a partner deals alone. Where each packet has its own dealer, they follow clockwise.

    Raises `ValueError` where one of them is not a seat of the table, or the score keeper should deal.

    >>> from canasta.rules.load import load
    >>> dealers(load("classic"), 1), dealers(load("hand-and-foot"), 1), dealers(load("new-canasta"), 1, keeper=2)
    ((1,), (1, 3), (1, 3))
    """
    _check(rules, dealer, "dealer")
    keeps = score_keeper(rules, keeper)
    if dealer == keeps:
        raise ValueError(f"seat {dealer} keeps the score and never deals")
    if rules.deal.dealers == "neighbours":
        return dealer, _after(rules, dealer, keeper)
    if rules.deal.dealers == "partners":
        others = (seat for seat in partners(dealer, rules.seats, rules.sides) if seat != keeps)
        return dealer, *list(others)[:1]
    if rules.deal.dealers == "each packet":
        who = [dealer]
        for _ in rules.reserves:
            who.append(_after(rules, who[-1], keeper))
        return tuple(who)
    return (dealer,)


def first_player(rules: Seating, dealer: Seat, keeper: Seat | None = None) -> Seat:
    """Who begins the deal of *dealer*: the seat to the left of him or of the second dealer.

    Where that is the score keeper, the seat after him begins.

    Raises `ValueError` as `dealers` does.

    >>> from canasta.rules.load import load
    >>> first_player(load("classic"), 3)
    0
    >>> first_player(load("new-canasta", 5), 0), first_player(load("new-canasta", 5), 0, keeper=2)
    (2, 3)
    """
    who = dealers(rules, dealer, keeper)
    before = who[-1] if rules.deal.first == "left of second dealer" else dealer
    return _after(rules, before, keeper)


def _after(rules: Seating, seat: Seat, keeper: Seat | None) -> Seat:
    """The next seat clockwise after *seat*, the score keeper's left out."""
    following = (seat + 1) % rules.seats
    return (following + 1) % rules.seats if following == score_keeper(rules, keeper) else following


def _check(rules: Seating, seat: Seat, what: str) -> None:
    if not 0 <= seat < rules.seats:
        raise ValueError(f"there is no seat {seat} for the {what} at a table of {rules.seats}")
