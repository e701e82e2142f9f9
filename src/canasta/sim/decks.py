"""Decks by what they are for: none that bots are tuned or chosen with is ever used to measure them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from canasta.base.shuffle import deal_seed

Purpose: TypeAlias = Literal["test", "tune", "judge"]

_TUNE: Final = 1 << 63
_RARE: Final = 32
_JUDGE: Final = (1 << 31) - 1
"""The highest 32 bits of the seeds for judging: one in four thousand million seeds for testing would begin like this."""
_LOW: Final = (1 << _RARE) - 1


def deck_seed(purpose: Purpose, seed: int, number: int) -> int:
    """Return the seed of the deck *number* (from 1) of a run with *seed*; its highest bits say what the deck is for.

    Decks for testing measure bots, those for tuning find weights, and those for judging have the positions of the
    decision benchmark, by which searches are chosen. The first bit is 1 for tuning; it is 0, and the next 31 are 1, for
    judging; all others are for testing. So no seed for one is a seed for another, whatever the seeds of the runs are.

    >>> deck_seed("test", 1, 1) >> 63, deck_seed("tune", 1, 1) >> 63, hex(deck_seed("judge", 1, 1) >> 32)
    (0, 1, '0x7fffffff')
    """
    drawn = deal_seed(seed, number) >> 1
    if purpose == "tune":
        return _TUNE | drawn
    if purpose == "judge":
        return _JUDGE << _RARE | drawn & _LOW
    # A seed for testing that looks like one for judging loses a bit of its mark.
    return drawn ^ 1 << 62 if drawn >> _RARE == _JUDGE else drawn
