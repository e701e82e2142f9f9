"""Counting an opening aloud, meld by meld: "kings 30, eights 50: 80"."""

from __future__ import annotations

from collections.abc import Mapping

from canasta.base.cards import Kind
from canasta.wording.names import rank_plural


def call(melds: Mapping[Kind, int], before: int = 0) -> str:
    """What *melds* count, by rank, and after each what they make together; *before* was laid already.

    >>> call({13: 30}), call({13: 30, 8: 40, 5: 35})
    ('kings 30', 'kings 30, eights 40: 70, fives 35: 105')
    """
    said = []
    total = before
    for rank, points in melds.items():
        running = f": {total + points}" if total else ""
        total += points
        said.append(f"{rank_plural(rank)} {points}{running}")
    return ", ".join(said)


def opened_with(melds: Mapping[Kind, int], worth: int, minimum: int) -> str:
    """How an opening of *worth* points that stands is told, and what was needed.

    >>> opened_with({13: 30, 8: 70}, 100, 90), opened_with({}, 50, 0), opened_with({6: 15}, 15, 50)
    ('opened with kings 30, eights 70: 100 (90 needed)', 'opened with 50', 'opened with sixes 15 (50 not needed)')
    """
    counted = call(melds, worth - sum(melds.values())) if melds else str(worth)
    note = f" ({minimum} needed)" if 0 < minimum <= worth else f" ({minimum} not needed)" if minimum else ""
    return f"opened with {counted}{note}"
