"""Where chance comes from at a table: a secret that was promised and a number from every seat, neither of them enough alone.

The deck of a deal follows from both as `canasta.base.shuffle.fair_deck` says. The cards of a draw for seats, and where a cut
lands, come from the same numbers and other secrets, made of the promised one and a label, so that none tells of another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from canasta.base.cards import Face, pack
from canasta.base.seats import Seat
from canasta.base.shuffle import FairStream, commitment, fair_deck
from canasta.rules.groups import Rules

SECRET_BYTES: Final = 32
_THROWS: Final = 12
_EACH: Final = 2001
"""Twelve numbers from -1000 to 1000, each as likely as the others, add up to a nearly normal one, whose deviation is 2001."""
_SPREAD: Final = 20
"""A hand is off by one part in twenty of what it means to cut, as the standard deviation."""


@dataclass(slots=True)
class Shuffle:
    """A promise, and the numbers given since.

    *number* counts all promises of the table, *deal* is the deal it is for (0: the draw for seats).
    """

    number: int
    deal: int
    secret: str = ""
    numbers: dict[Seat, int] = field(default_factory=dict)
    at: int = 0

    def copy(self) -> Shuffle:
        """Return an independent copy."""
        return Shuffle(self.number, self.deal, self.secret, dict(self.numbers), self.at)

    @classmethod
    def of_told(cls, told: Mapping[str, Any]) -> Shuffle:
        """Return the shuffle that `as_told` told of when it was over."""
        return cls(0, told["deal"], told["secret"], dict(enumerate(map(int, told["numbers"]))))

    @property
    def commitment(self) -> str:
        """What is told of the secret at once; empty while nothing is promised."""
        return commitment(bytes.fromhex(self.secret)) if self.secret else ""

    def all_numbers(self, seats: int) -> tuple[int, ...]:
        """Return the number of every seat; 0 where none was given."""
        return tuple(self.numbers.get(seat, 0) for seat in range(seats))

    def deck(self, rules: Rules) -> tuple[tuple[Face, ...], tuple[int, ...]]:
        """Return the deck of the deal, and the places for upcards that go back."""
        cards = pack(rules.packs, rules.deck.jokers)
        return fair_deck(cards, bytes.fromhex(self.secret), self.all_numbers(rules.seats))

    def spread(self, seats: int) -> tuple[Face, ...]:
        """Return the pack, without jokers, that lies face down for the draw for seats."""
        return fair_deck(pack(1, 0), labelled(self.secret, "seats"), self.all_numbers(seats))[0]

    def landing(self, seat: Seat, aim: int, rules: Rules) -> int:
        """Return how many cards *seat* cuts off the deck who means to take *aim*: nobody can choose it exactly."""
        stream = FairStream(labelled(self.secret, f"cut {seat + 1}"), self.all_numbers(rules.seats))
        return landed(aim, sum(stream.below(_EACH) - _EACH // 2 for _ in range(_THROWS)), rules.cards)

    def as_told(self, seats: int, *, over: bool) -> dict[str, Any]:
        """Return what the table may know of it: the secret only when the deal is *over*."""
        told: dict[str, Any] = {"deal": self.deal, "commitment": self.commitment}
        told["given"] = [seat + 1 for seat in sorted(self.numbers)]
        if over:
            told["numbers"] = [str(number) for number in self.all_numbers(seats)]
            told["secret"] = self.secret
        return told


def landed(aim: int, noise: int, cards: int) -> int:
    """Return where a cut lands that aims at *aim* of *cards* cards; the standard deviation of *noise* is 2001.

    >>> landed(44, 0, 270), landed(44, 2001, 270), landed(44, -4002, 270)
    (44, 46, 40)
    """
    off = (2 * aim * noise + _EACH * _SPREAD) // (2 * _EACH * _SPREAD)
    return max(1, min(cards - 1, aim + off))


def seeded_landing(seed: int, deals: int, seat: Seat, aim: int, rules: Rules) -> int:
    """Return how many cards *seat* cuts off the deck who means to take *aim*, in a match with *seed* after so many *deals*.

    >>> from canasta.rules.load import load
    >>> seeded_landing(1, 0, 1, 44, load("new-canasta"))
    50
    """
    dice = Random(f"cut {seed} {deals} {seat}")
    return max(1, min(rules.cards - 1, round(dice.gauss(aim, 1 / _SPREAD * aim))))


def labelled(secret: str, label: str) -> bytes:
    """Return a secret made of another one for the use that *label* names: the SHA-256 of both."""
    return hashlib.sha256(bytes.fromhex(secret) + label.encode()).digest()


def draw_order(picks: Sequence[tuple[Seat, int]], rounds: Sequence[Sequence[Seat]]) -> tuple[list[int], list[Seat]]:
    """Return the places of *picks* in the order in which a draw asks for them, and who has still to draw in its last round.

    *rounds* says who draws in each round, in order; everyone picks in any order within one.

    >>> draw_order([(1, 7), (0, 3), (0, 9)], [(0, 1), (0, 1)])
    ([3, 7], [1])
    """
    left = list(picks)
    places: list[int] = []
    for seats in rounds:
        picked = dict(left[: len(seats)])
        left = left[len(seats) :]
        if len(picked) < len(seats):
            return places, [seat for seat in seats if seat not in picked]
        places += [picked[seat] for seat in seats]
    return places, []
