"""A pad for any other game: names, points, dealers and minimums that somebody typed, and no rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from canasta.base.errors import NotationError

BASE: Final = "family-hand-and-foot"
"""The game that a pad is made from, of which it keeps only the seats: it has most numbers of players."""

ENDLESS: Final = 1_000_000
"""The target of a pad that has none."""

REMARK: Final = "Kept as points alone, by no rules of the game."
"""What the record of a pad says of itself."""


def pad_house(title: str, sides: int = 0, minimums: Sequence[tuple[int, int]] = (), target: int = 0) -> dict[str, Any]:
    """Return house rules of a pad for the game *title*, with that many *sides* (0: everyone plays alone).

    *minimums* are rows of a total and of what opens from it on, if the game has some; *target* ends it, 0 never.

    >>> from canasta.rules.load import load
    >>> load(None, 5, house=pad_house("Rummy")).sides
    5
    """
    rows = [list(row) for row in minimums]
    if not rows or rows[0][0] > 0:
        rows.insert(0, [0, 0])
    return {
        "base": BASE,
        "title": title,
        "words": {"deal": "deal"},
        "table": {"sides": sides},
        "opening": {"by": "total", "minimums": rows},
        "match": {"deals": 0, "target": target or ENDLESS},
    }


def read_minimums(text: str) -> list[tuple[int, int]]:
    """Return the rows in *text*, such as ``0:50 1500:90``. Raises `NotationError` for anything else.

    >>> read_minimums("50, 1500:90")
    [(0, 50), (1500, 90)]
    """
    rows: list[tuple[int, int]] = []
    for piece in re.split(r"[\s,;]+", text.strip()):
        start, mark, needed = piece.rpartition(":")
        if not (needed.isdecimal() and (not mark or start.isdecimal()) and len(piece) <= 14):
            raise NotationError(
                f'"{piece}" is not a minimum. Type a score, a colon and what opens from it on: 0:50 1500:90'
            )
        rows.append((int(start) if mark else 0, int(needed)))
    return rows
