"""Decks from seeds, the same on every machine and in every language.

SplitMix64 gives 64-bit numbers; a number below *n* is drawn by rejection, so that no order is more likely than
another; Fisher and Yates shuffle the faces, in the order of `canasta.cards.pack`, from the last place down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canasta.cards import Face

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class SplitMix64:
    """The generator SplitMix64 (Steele, Lea, Flood 2014).

    >>> [SplitMix64(1234567).next() for _ in range(1)]
    [6457827717110365317]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """The next number, 0 to 2**64 - 1."""
        self.state = (self.state + _GOLDEN) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, number: int) -> int:
        """A number from 0 to *number* - 1, each as likely as the others."""
        limit = (1 << 64) - (1 << 64) % number
        while True:
            drawn = self.next()
            if drawn < limit:
                return drawn % number


def deal_seed(seed: int, number: int) -> int:
    """The seed of the deal *number* (from 1) of a match with *seed*."""
    return SplitMix64((seed ^ (number * _GOLDEN)) & _MASK).next()


def shuffled(cards: Sequence[Face], seed: int) -> tuple[Face, ...]:
    """*cards* in the order that *seed* gives; the first is the top card.

    >>> shuffled(range(10), 1)
    (4, 2, 8, 1, 9, 3, 0, 6, 7, 5)
    """
    deck = list(cards)
    dice = SplitMix64(seed)
    for last in range(len(deck) - 1, 0, -1):
        other = dice.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def return_places(seed: int) -> tuple[int, ...]:
    """Numbers for upcards that go back into the stock: 32 of them, below 2**30."""
    dice = SplitMix64(seed ^ _MASK)
    return tuple(dice.below(1 << 30) for _ in range(32))
