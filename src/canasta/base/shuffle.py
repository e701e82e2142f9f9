"""Decks from seeds, the same on every machine and in every language; and decks that nobody alone has chosen.

SplitMix64, or a `FairStream`, gives 64-bit numbers; a number below *n* is drawn by rejection, so that no order is more likely than
another; Fisher and Yates shuffle the faces, in the order of `canasta.base.cards.pack`, from the last place down.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from canasta.base.cards import Face

LARGEST_SEED: Final = (1 << 64) - 1
"""The largest seed of a match, a deal or a walk; the smallest is 0."""
_MASK: Final = LARGEST_SEED
_GOLDEN: Final = 0x9E3779B97F4A7C15


class RandomSource(ABC):
    """A source of 64-bit numbers."""

    __slots__ = ()

    @abstractmethod
    def next(self) -> int:
        """Return the next number, 0 to 2**64 - 1."""

    def below(self, number: int) -> int:
        """Return a number from 0 to *number* - 1, each as likely as the others."""
        while True:
            drawn = self.next()
            if (
                drawn <= LARGEST_SEED - number or drawn < (1 << 64) - (1 << 64) % number
            ):  # the first is quick, and implies the second
                return drawn % number


class SplitMix64(RandomSource):
    """The generator SplitMix64 (Steele, Lea, Flood 2014).

    >>> [SplitMix64(1234567).next() for _ in range(1)]
    [6457827717110365317]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """Return the next number, 0 to 2**64 - 1."""
        self.state = (self.state + _GOLDEN) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)


class FairStream(RandomSource):
    """Numbers from a secret of one side and a number of every player, which none of them could choose alone.

    The SHA-256 of the secret, the players' numbers and a counter from 0, all numbers as eight bytes with the
    highest first, gives four numbers at a time.
    """

    __slots__ = ("_counter", "_left", "_start")

    def __init__(self, secret: bytes, numbers: Sequence[int]) -> None:
        self._start = secret + b"".join(number.to_bytes(8, "big") for number in numbers)
        self._counter = 0
        self._left: list[int] = []

    def next(self) -> int:
        """Return the next number, 0 to 2**64 - 1."""
        if not self._left:
            block = hashlib.sha256(self._start + self._counter.to_bytes(8, "big")).digest()
            self._left = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
            self._counter += 1
        return self._left.pop()


def commitment(secret: bytes) -> str:
    """Return what is told before the players give their numbers: the SHA-256 of *secret*, in hexadecimal.

    >>> commitment(b"canasta")[:8]
    '3f7aada6'
    """
    return hashlib.sha256(secret).hexdigest()


def fair_deck(cards: Sequence[Face], secret: bytes, numbers: Sequence[int]) -> tuple[tuple[Face, ...], tuple[int, ...]]:
    """Return the order of *cards* that *secret* and the players' *numbers* give, and the places for upcards that go back.

    >>> fair_deck(range(10), b"canasta", [1, 2])[0]
    (7, 8, 1, 0, 6, 9, 2, 3, 5, 4)
    """
    dice = FairStream(secret, numbers)
    return _shuffled(cards, dice), _places(dice)


def deal_seed(seed: int, number: int) -> int:
    """Return the seed of the deal *number* (from 1) of a match with *seed*."""
    return SplitMix64((seed ^ (number * _GOLDEN)) & _MASK).next()


def next_seed(seed: int) -> int:
    """Return the seed of a rematch after a match with *seed*: as large as one that nobody chose, and no other use has the number.

    >>> next_seed(7) == next_seed(7) != next_seed(8)
    True
    """
    return SplitMix64(~seed).next() >> 11


def shuffled(cards: Sequence[Face], seed: int) -> tuple[Face, ...]:
    """*cards* in the order that *seed* gives; the first is the top card.

    >>> shuffled(range(10), 1)
    (4, 2, 8, 1, 9, 3, 0, 6, 7, 5)
    """
    return _shuffled(cards, SplitMix64(seed))


def _shuffled(cards: Sequence[Face], dice: RandomSource) -> tuple[Face, ...]:
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = dice.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def return_places(seed: int) -> tuple[int, ...]:
    """Numbers for upcards that go back into the stock: 32 of them, below 2**30."""
    return _places(SplitMix64(seed ^ LARGEST_SEED))


def _places(dice: RandomSource) -> tuple[int, ...]:
    return tuple(dice.below(1 << 30) for _ in range(32))
