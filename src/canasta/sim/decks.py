"""Decks by what they are for: none that bots are tuned with is ever used to measure them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from canasta.base.shuffle import deal_seed

Purpose: TypeAlias = Literal["test", "tune"]

_PLACES: Final[dict[Purpose, int]] = {"test": 0, "tune": 1}


def deck_seed(purpose: Purpose, seed: int, number: int) -> int:
    """The seed of the deck *number* (from 1) of a run with *seed*; its highest bit says what the deck is for.

    So no seed for testing is one for tuning, whatever the seeds of the runs are.

    >>> deck_seed("test", 1, 1) >> 63, deck_seed("tune", 1, 1) >> 63
    (0, 1)
    """
    return _PLACES[purpose] << 63 | deal_seed(seed, number) >> 1
