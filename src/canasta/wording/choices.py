"""What a player may do now, in words, as it is typed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from canasta.base.cards import BLACK_THREE, KIND_OF, RED_THREE, TWO, Kind, rank_text
from canasta.base.choices import MoveChoice
from canasta.base.spans import Cards, Line, Ranks
from canasta.wording.names import rank_plural
from canasta.wording.spans import joined, line

_MOST_NAMED = 4
"""Kinds that may be discarded are named up to this number; beyond it those that may not."""


def short_choices(every: Sequence[MoveChoice]) -> list[Line]:
    """*every* choice as it is typed, those of one sort together: ``lay KKK or 552``, ``add 5, K``, ``discard``."""
    return [_short([*group]) for _, group in groupby(every, key=lambda choice: (choice.doing, _adds_wild(choice)))]


def _adds_wild(choice: MoveChoice) -> bool:
    return choice.doing == "add" and KIND_OF[choice.cards[0]] <= TWO


def _short(group: Sequence[MoveChoice]) -> Line:
    first = group[0]
    match first.doing:
        case "draw":
            return line(first.doing, _without_stock(first))
        case "take" if first.cards:
            return line("take (with ", Cards(first.cards), ")")
        case "take" if first.rank >= 0:
            return line(f"take (onto your {rank_plural(first.rank)})")
        case "lay":
            return line("lay ", joined([(Ranks(choice.cards),) for choice in group], " or "))
        case "add":
            ranks = ", ".join(_meld(choice.rank) for choice in group)
            return line("add ", line(Ranks(first.cards[:1]), f" to {ranks}") if _adds_wild(first) else ranks)
        case "top":
            return line("top ", " or ".join(_rank(choice.rank) for choice in group))
        case "discard" if first.barred:
            if len(first.kinds) <= _MOST_NAMED:
                return line("discard ", " or ".join(map(_rank, first.kinds)))
            return line(f"discard (not {', '.join(map(_rank, first.barred))})")
        case _:
            return line(first.doing)


def _without_stock(draw: MoveChoice) -> str:
    """Return what drawing means where there is nothing to draw."""
    if draw.number:
        return ""
    return (
        " (the stock is empty: this ends the deal)" if draw.ends else " (the stock is empty: continue without drawing)"
    )


def _rank(kind: Kind) -> str:
    """Return the rank of a card as it is typed."""
    special = {0: "JKR", TWO: "2", RED_THREE: "3", BLACK_THREE: "3"}
    return special.get(kind) or rank_text(kind).replace("T", "10")


def _meld(rank: Kind) -> str:
    """Return the rank of a meld as it is typed."""
    return "wild" if rank <= TWO else _rank(rank)
