"""What totals mean for the match: the minimum for opening, who leads, and whether the match is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from canasta.rules.groups import Rules


def minimum(rules: Rules, deal_number: int, total: int) -> int:
    """Return what a side with *total* needs to open in the deal *deal_number*, which counts from 1.

    >>> from canasta.rules.load import load
    >>> minimum(load("classic"), 1, 1495), minimum(load("classic"), 1, 1500), minimum(load("hand-and-foot"), 3, 0)
    (50, 90, 120)
    """
    rows = rules.opening.minimums
    reached = deal_number if rules.opening.by == "deal" else total
    return next((needed for start, needed in reversed(rows) if start <= reached), rows[0][1])


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands after a deal.

    *leaders* are the sides with the highest total, several in a tie; *places* gives every side's, ties alike
    (1, 2, 2, 4). *ended* says what ended the match, and is empty while it is in progress.
    """

    places: tuple[int, ...]
    leaders: tuple[int, ...]
    ended: Literal["", "target", "deals"]

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.ended != ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won, all of them in a tie; nobody while the match is in progress."""
        return self.leaders if self.over else ()


def standing(rules: Rules, totals: Sequence[int], deals_played: int) -> Standing:
    """Return how the match stands with *totals*, one a side, after *deals_played* whole deals.

    Only totals after the whole count decide: one that touched the target while counting does not.

    Raises `ValueError` for a wrong number of totals and for fewer than no deals.

    >>> from canasta.rules.load import load
    >>> standing(load("classic"), (5100, 5230), 7).winners
    (1,)
    """
    if len(totals) != rules.sides:
        raise ValueError(f"there are {rules.sides} sides, and {len(totals)} totals were given")
    if deals_played < 0:
        raise ValueError(f"{deals_played} deals cannot have been played")
    best, match = max(totals), rules.match
    ended: Literal["", "target", "deals"] = ""
    if match.target and best >= match.target:
        ended = "target"
    elif match.deals and deals_played >= match.deals:
        ended = "deals"
    places = tuple(1 + sum(other > total for other in totals) for total in totals)
    return Standing(places, tuple(side for side, total in enumerate(totals) if total == best), ended)
