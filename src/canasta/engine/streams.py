"""`Streams`: a part of the stock for each seat, so that one pile taken does not change what everyone else draws."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.position import Position

_AHEAD: Final = 3  # cards that may be drawn besides those of a turn, in place of red threes


class Streams:
    """The stock of one deal, divided: the seats draw every card of their own part before any of another.

    Cards are put in order by their places, never by what they are, and only those that lie in the stock. So what anyone
    draws is as random as before. Two deals from one deck that part company stay more alike, which makes their
    difference less a matter of luck.
    """

    seats: i64
    ahead: i64
    first: i64
    size: i64
    lies: vec[i64]
    number: vec[i64]
    at: vec[i64]

    def __init__(self, p: Position) -> None:
        """Make the streams of the stock of *p*, card by card to one seat after the other."""
        table = p.rule_table
        self.seats = table.seats
        self.ahead = table.draw + _AHEAD
        self.first = p.next
        self.size = i64(len(p.deck)) - p.next
        self.lies = vec[i64]([0] * self.size)  # where each card lies, counted from the first of the stock
        self.number = vec[i64]([0] * self.size)  # which card lies at each place
        self.at = vec[i64]([0] * table.seats)  # the first card of each part that may still be in the stock
        place: i64 = 0
        while place < self.size:
            self.lies[place] = place
            self.number[place] = place
            place += 1
        seat: i64 = 0
        while seat < table.seats:
            self.at[seat] = seat
            seat += 1

    def prepare(self, p: Position, seat: i64) -> None:
        """Put the next cards of the part of *seat* on top of the stock of *p*, as far as there are any."""
        deck = p.deck
        lies = self.lies
        number = self.number
        top = p.next - self.first
        card = self.at[seat]
        while card < self.size and lies[card] < top:
            card += self.seats
        self.at[seat] = card
        end = top + self.ahead
        while top < end and card < self.size:
            place = lies[card]
            if place >= top:
                other = number[top]
                kind = deck[self.first + top]
                deck[self.first + top] = deck[self.first + place]
                deck[self.first + place] = kind
                number[top] = card
                number[place] = other
                lies[card] = top
                lies[other] = place
                top += 1
            card += self.seats
