"""What the melds of an opening count: "kings 30, eights 50"."""

from __future__ import annotations

from collections.abc import Mapping

from canasta.base.cards import Kind
from canasta.wording.names import rank_plural


def call(melds: Mapping[Kind, int]) -> str:
    """What *melds* count, by rank.

    >>> call({13: 30, 8: 40, 5: 35})
    'kings 30, eights 40, fives 35'
    """
    return ", ".join(f"{rank_plural(rank)} {points}" for rank, points in melds.items())


def opened_with(melds: Mapping[Kind, int], worth: int, minimum: int) -> str:
    """How an opening of *worth* points that stands is told, and what was needed; *melds* are those just laid.

    >>> opened_with({13: 30, 8: 70}, 100, 90), opened_with({}, 50, 0), opened_with({6: 15}, 15, 50)
    ('opened with 100: kings 30, eights 70 (90 needed)', 'opened with 50', 'opened with 15: sixes 15 (50 not needed)')
    >>> opened_with({8: 70}, 100, 90)
    'opened with 100: eights 70 and 30 from before (90 needed)'
    """
    before = worth - sum(melds.values())
    counted = (f": {call(melds)}" + (f" and {before} from before" if before else "")) if melds else ""
    note = f" ({minimum} needed)" if 0 < minimum <= worth else f" ({minimum} not needed)" if minimum else ""
    return f"opened with {worth}{counted}{note}"
