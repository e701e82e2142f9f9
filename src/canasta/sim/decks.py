"""Decks by what they are for: none that bots are tuned or chosen with is ever used to measure them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from canasta.base.shuffle import deal_seed

Purpose: TypeAlias = Literal["test", "tune", "judge", "train", "select", "report"]

_TUNE: Final = 1 << 63
_RARE: Final = 32
_MARKS: Final[dict[Purpose, int]] = {
    "judge": (1 << 31) - 1,
    "train": (1 << 32) - 3,
    "select": (1 << 32) - 2,
    "report": (1 << 32) - 1,
}
"""The highest 32 bits of the seeds for a purpose: one in four thousand million other seeds would begin like this."""
_LOW: Final = (1 << _RARE) - 1


def deck_seed(purpose: Purpose, seed: int, number: int) -> int:
    """Return the seed of the deck *number* (from 1) of a run with *seed*; its highest bits say what the deck is for.

    Decks for testing measure bots, those for tuning find weights, and those for judging have the positions of the
    decision benchmark, by which searches are chosen. Programs that learn have decks to train with, to select with, and to
    report with: only the ladder (``canasta exam --ladder``) plays the last ones. The first bit is 1 for tuning; it is 0, and
    the next 31 are 1, for judging; the first 30 are 1 and the next 2 say which, for learning; all others are for testing. So no
    seed for one is a seed for another, whatever the seeds of the runs are.

    >>> deck_seed("test", 1, 1) >> 63, deck_seed("tune", 1, 1) >> 63, hex(deck_seed("judge", 1, 1) >> 32)
    (0, 1, '0x7fffffff')
    >>> hex(deck_seed("report", 1, 1) >> 32)
    '0xffffffff'
    """
    drawn = deal_seed(seed, number) >> 1
    if purpose in _MARKS:
        return _MARKS[purpose] << _RARE | drawn & _LOW
    drawn |= _TUNE if purpose == "tune" else 0
    # A seed that looks like one with a mark loses a bit of it.
    return drawn ^ 1 << 62 if drawn >> _RARE in _MARKS.values() else drawn


def is_reserved(seed: int) -> bool:
    """Return whether the deck of *seed* is one that only the ladder plays.

    >>> is_reserved(deck_seed("report", 7, 3)), is_reserved(deck_seed("train", 7, 3)), is_reserved(7)
    (True, False, False)
    """
    return seed >> _RARE == _MARKS["report"]
