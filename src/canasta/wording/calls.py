"""What the melds of an opening count: "kings 30, eights 50"."""

from __future__ import annotations

from collections.abc import Mapping

from canasta.base.cards import Kind
from canasta.base.spans import Line, Number
from canasta.wording.names import rank_plural
from canasta.wording.spans import joined, line


def call(melds: Mapping[Kind, int]) -> Line:
    """Return what *melds* count, by rank.

    >>> from canasta.wording.spans import plain
    >>> plain(call({13: 30, 8: 40, 5: 35}))
    'kings 30, eights 40, fives 35'
    """
    return joined(line(f"{rank_plural(rank)} ", Number(points)) for rank, points in melds.items())


def opened_with(melds: Mapping[Kind, int], worth: int, minimum: int) -> Line:
    """Return how an opening of *worth* points that stands is told, and what was needed; *melds* are those just laid.

    >>> from canasta.wording.spans import plain
    >>> plain(opened_with({13: 30, 8: 70}, 100, 90)), plain(opened_with({}, 50, 0))
    ('opened with 100: kings 30, eights 70 (90 needed)', 'opened with 50')
    >>> plain(opened_with({6: 15}, 15, 50)), plain(opened_with({8: 70}, 100, 90))
    ('opened with 15: sixes 15 (50 not needed)', 'opened with 100: eights 70 and 30 from before (90 needed)')
    """
    told = line("opened with ", Number(worth))
    before = worth - sum(melds.values())
    if melds:
        told = line(told, ": ", call(melds), line(" and ", Number(before), " from before") if before else ())
    needed = "needed" if minimum <= worth else "not needed"
    return line(told, line(" (", Number(minimum), f" {needed})") if minimum else ())
