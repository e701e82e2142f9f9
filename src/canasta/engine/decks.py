"""Decks from seeds inside the kernel: those of `canasta.base.shuffle`, which says how, in a fiftieth of the time.

Compiled code has no unsigned numbers of 64 bits that the interpreted kernel has as well: so a number is two halves.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

_HALF: Final = 0xFFFFFFFF
_QUARTER: Final = 0xFFFF
PLACES: Final = 32  # numbers for upcards that go back
_PLACE: Final = (1 << 30) - 1


class SplitMix:
    """The generator SplitMix64; *high* and *low* are the halves of the last number it gave."""

    state_high: i64
    state_low: i64
    high: i64
    low: i64

    def __init__(self, high: i64, low: i64) -> None:
        """Begin with the seed whose halves are *high* and *low*."""
        self.state_high = high
        self.state_low = low
        self.high = 0
        self.low = 0

    def step(self) -> None:
        """Find the next number."""
        low = self.state_low + 0x7F4A7C15
        self.state_high = (self.state_high + 0x9E3779B9 + (low >> 32)) & _HALF
        self.state_low = low & _HALF
        self.high = self.state_high
        self.low = self.state_low
        self._mix(30, 0xBF58476D, 0x1CE4E5B9)
        self._mix(27, 0x94D049BB, 0x133111EB)
        self._fold(31)

    def _fold(self, shift: i64) -> None:
        """Combine the number with itself, *shift* bits further down."""
        self.low ^= (self.low >> shift) | ((self.high << (32 - shift)) & _HALF)
        self.high ^= self.high >> shift

    def _mix(self, shift: i64, high: i64, low: i64) -> None:
        """Fold the number, and multiply it with the one whose halves are *high* and *low*."""
        self._fold(shift)
        first = self.low & _QUARTER
        second = self.low >> 16
        product = first * low
        middle = second * low + (product >> 16)
        upper = (middle >> 16) + first * high + ((second * high & _QUARTER) << 16) + self._upper(low)
        self.low = (product & _QUARTER) | ((middle & _QUARTER) << 16)
        self.high = upper & _HALF

    def _upper(self, low: i64) -> i64:
        """Return what the upper half adds to the upper half of a product with *low*."""
        return (self.high & _QUARTER) * low + (((self.high >> 16) * low & _QUARTER) << 16)

    def below(self, number: i64) -> i64:
        """Return a number from 0 to *number* - 1, each as likely as the others; *number* is at most 2**15."""
        base: i64 = (1 << 32) % number
        left = base * base % number
        while True:
            self.step()
            if self.high < _HALF or self.low <= _HALF - left:
                return ((self.high % number) * base + self.low) % number


def shuffle(cards: vec[i64], high: i64, low: i64) -> None:
    """Bring *cards* into the order that the seed with the halves *high* and *low* gives."""
    dice = SplitMix(high, low)
    last = i64(len(cards)) - 1
    while last > 0:
        other = dice.below(last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1


def places(high: i64, low: i64) -> vec[i64]:
    """Return the places of upcards that go back which that seed gives."""
    dice = SplitMix(high ^ _HALF, low ^ _HALF)
    found = vec[i64]([0] * PLACES)
    at: i64 = 0
    while at < PLACES:
        dice.step()
        found[at] = dice.low & _PLACE
        at += 1
    return found


def shuffled_by(kinds: list[int], seed: int) -> list[int]:
    """Return *kinds* in the order that *seed* gives, as `canasta.base.shuffle.shuffled` does.

    >>> shuffled_by(list(range(10)), 1)
    [4, 2, 8, 1, 9, 3, 0, 6, 7, 5]
    """
    cards = vec[i64](kinds)
    shuffle(cards, seed >> 32 & _HALF, seed & _HALF)
    return list(cards)
