"""What people who play with real cards do before a deal: who deals and begins, how the deck is cut and dealt, what opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canasta.base.seats import Seat
from canasta.base.sheets import amount
from canasta.rules.groups import Rules
from canasta.tally.pad import ENDLESS
from canasta.wording.announcements import dealers_line, next_minimums_line
from canasta.wording.describe import describe
from canasta.wording.names import Names
from canasta.wording.spans import plain

_CLAUSES: Final = ("procedures.exact_cut", "deal.hand", "reserves.size", "deal.upcard")
"""The rules of dealing, in the order of what is done."""


def before_deal(
    rules: Rules, dealer: Seat, keeper: Seat | None, minimums: Sequence[int], names: Names, *, pad: bool = False
) -> tuple[str, ...]:
    """Return what is told before the deal of *dealer*, where each side needs its *minimums* to open; *keeper* keeps the score.

    On a *pad*, which has no rules, only who deals is told, and what opens and ends the match if anything was typed.

    >>> from canasta.rules.load import load
    >>> names = Names(("Ann", "Bea", "Cyd", "Dan"))
    >>> for line in before_deal(load("classic"), 3, None, (50, 90), names)[:3]:
    ...     print(line)
    Dan deals. Ann begins.
    Ann and Cyd need 50 to open in the next deal; Bea and Dan need 90.
    Each player is dealt a hand of eleven cards.
    """
    if pad:
        told = [f"{names.doing(dealer, 'deal')}."]
        if any(minimums):
            told.append(plain(next_minimums_line(rules, minimums, names)))
        if rules.match.target < ENDLESS:
            told.append(f"The match goes to {amount(rules.match.target)}.")
        return tuple(told)
    said = dealers_line(rules, dealer, keeper, names), next_minimums_line(rules, minimums, names)
    return (*map(plain, said), *(line.text for clause in _CLAUSES for line in describe(rules, clause)))
