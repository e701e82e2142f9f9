"""Random play inside the kernel, for measuring and for estimates, and quick play from Python by numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.layout import start_shuffled
from canasta.engine.legal import listed_legal
from canasta.engine.listing import Listing
from canasta.engine.play import play
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable

_MULTIPLIER: Final = 1103515245
_INCREMENT: Final = 12345
_MASK: Final = 0x7FFFFFFF
_RETURNS: Final = 8  # places for rejected upcards


class Dice:
    """A small generator of numbers, the same on every machine: a linear congruence modulo 2**31."""

    state: i64

    def __init__(self, seed: int) -> None:
        # Cut first: Python looks for signals while it multiplies large ints, and compiled code cannot pass an interrupt on from there.
        low: i64 = seed & _MASK
        self.state = (low * 2 + 1) & _MASK

    def below(self, number: i64) -> i64:
        """Return a number from 0 to *number* - 1; *number* is at most 2**20.

        >>> [Dice(1).below(6), Dice(2).below(6)] == [Dice(1).below(6), Dice(2).below(6)]
        True
        """
        self.state = (self.state * _MULTIPLIER + _INCREMENT) & _MASK
        return (self.state >> 7) * number >> 24


def playout(p: Position, dice: Dice) -> int:
    """Play random legal steps to the end of the deal; returns their number. *p* is changed."""
    number: i64 = 0
    while p.phase != OVER:
        steps = listed_legal(p, p.actor)
        play(p, steps.items[dice.below(steps.number)])
        number += 1
    return number


def advance(p: Position, steps: Listing, index: int) -> int:
    """Play the step at *index* of *steps*, the legal ones of the seat that *p* waits for, and list those of the next seat there.

    Returns how many there are now; 0 when the deal is over. *steps* comes from `canasta.engine.legal.listed_legal`. In a loop
    in Python this is faster than `legal` and `play`, because it makes no list and crosses into the kernel once a step.
    Raises `IndexError` if there is no such step.

    >>> from canasta.engine.rule_table import rule_table_of
    >>> from canasta.rules.load import load
    >>> p = random_start(rule_table_of(load("classic", 2)), [4, 5, 6] * 36, Dice(1), [0, 0])
    >>> steps = listed_legal(p, p.actor)
    >>> number, played = int(steps.number), 0
    >>> while number:
    ...     number, played = advance(p, steps, played % number), played + 1
    >>> p.phase == OVER, played > 10
    (True, True)
    """
    if index < 0 or index >= steps.number:
        raise IndexError(f"There are {steps.number} legal steps, none at {index}.")
    play(p, steps.items[index])
    p.listing = steps
    return int(listed_legal(p, p.actor).number)


def random_start(table: RuleTable, kinds: list[int], dice: Dice, minimums: list[int]) -> Position:
    """Return the first turn of a deal from *kinds*, shuffled with *dice* in a copy; seat 0 begins."""
    return _started(table, vec[i64](kinds), dice, minimums)


def _started(table: RuleTable, shuffled: vec[i64], dice: Dice, minimums: list[int]) -> Position:
    """`random_start` for the kernel: shuffles *shuffled* itself."""
    left: i64 = len(shuffled)
    while left > 1:
        other = dice.below(left)
        left -= 1
        card = shuffled[left]
        shuffled[left] = shuffled[other]
        shuffled[other] = card
    returns = vec[i64]([0] * _RETURNS)
    at: i64 = 0
    while at < _RETURNS:
        returns[at] = dice.below(1 << 20)
        at += 1
    return start_shuffled(table, shuffled, returns, 0, minimums)


def playouts(table: RuleTable, kinds: list[int], deals: int, seed: int, minimums: list[int]) -> tuple[int, list[int]]:
    """Play *deals* random deals from the deck *kinds*: the number of steps, and how many deals ended in each way."""
    dice = Dice(seed)
    ends = [0] * 5
    total = 0
    pack = vec[i64](kinds)
    for _ in range(deals):
        p = _started(table, pack[:], dice, minimums)
        total += playout(p, dice)
        ends[p.ended] += 1
    return total, ends
