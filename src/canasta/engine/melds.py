"""Melds as numbers: ``naturals << 16 | twos << 8 | jokers``."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD, RuleTable


def meld_of(naturals: i64, twos: i64, jokers: i64) -> i64:
    """Return the number that stands for a meld."""
    return naturals << 16 | twos << 8 | jokers


FOUR_JOKERS: Final = 4
"""So many jokers in a wild canasta may earn more."""


def parts_of(meld: i64) -> tuple[i64, i64, i64]:
    """Naturals, twos and jokers of *meld*."""
    return meld >> 16 & 255, meld >> 8 & 255, meld & 255


def wilds_of(meld: i64) -> i64:
    """Wild cards in *meld*."""
    return (meld >> 8) + meld & 255


def size_of(meld: i64) -> i64:
    """Return cards in *meld*."""
    # The third byte of the product is the sum of the three: no meld has that many cards that one byte runs into the next.
    return meld * 0x10101 >> 16 & 255


def class_of(table: RuleTable, rank: i64, meld: i64) -> i64:
    """Return the class of canasta that *meld* is; -1 while it is too small to be one."""
    if size_of(meld) < table.size:
        return -1
    if rank == 0:
        return WILD
    if rank == 3:
        return BLACK
    if wilds_of(meld):
        return MIXED
    special = table.special_of[rank]
    if special < 0:
        return NATURAL
    return SPECIAL + special
