"""`Odds`: how much likelier or less likely a player holds 1, 2, 3 or more cards of a kind, by what everyone saw that player do.

Each card that a seat does not see is of a sort for each other hand: by whether the side of that hand has opened and who has laid
its rank, and by whether its player threw such a card or left one on the pile, and when. Odds are learned from deals that bots
have played; 1 says that nothing was learned.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.clues import Clues
from canasta.engine.rule_table import BLACK, KINDS, RuleTable

MOST: Final = 4
"""As many cards of a kind or more count alike."""

_LAID: Final = ("closed", "closed_theirs", "open", "open_theirs", "own")
_DONE: Final = ("", "_declined", "_declined_before", "_declined_early", "_thrown", "_thrown_before", "_thrown_early")

NAMES: Final = (
    *(laid + done for laid in _LAID for done in _DONE),
    *(wild + laid for wild in ("joker", "two") for laid in ("_closed", "_open")),
    *("black" + done for done in ("", "_thrown", "_thrown_before", "_thrown_early")),
)
"""The sorts of cards in other hands.

Naturals: the side of the hand had not opened (``closed``) or had laid nothing of the rank (``open``) when its player last ended a
turn, or only another side had laid some (``theirs``), or it had itself (``own``). Wild cards and black threes: likewise. The
player last drew while such a card lay on the pile (``declined``), or threw one (``thrown``): in the last turn, in one of the two
turns before (``before``), or longer ago (``early``).
"""

SORTS: Final = 43
PLAIN: Final = 43  # nothing is known of the hand, or of who has such cards
_WILDS: Final = 35
_BLACKS: Final = 39
_TWO: Final = 1
_LOW: Final = 4


class Odds:
    """Odds for one game and one number of players."""

    table: RuleTable
    factors: vec[float]

    def __init__(self, table: RuleTable, factors: list[float]) -> None:
        """Odds by *factors*, `MOST` for each of `NAMES`: how much likelier 1, 2, … cards are than by chance, beside none.

        Raises `ValueError` for another number of factors, and if one is not positive.
        """
        if i64(len(factors)) != SORTS * MOST:
            raise ValueError(f"Odds have {SORTS * MOST} numbers, not {len(factors)}.")
        for factor in factors:
            if factor <= 0.0:
                raise ValueError("Odds are positive numbers.")
        self.table = table
        self.factors = vec[float](factors)


def sort_of(table: RuleTable, clues: Clues, seat: i64, kind: i64) -> i64:
    """Return the sort of a card of *kind* for the hand of *seat*: a place in `NAMES`, or `PLAIN`."""
    ended = clues.ended[seat]
    if ended == 0 or table.laid[kind] or kind == 2:
        return PLAIN
    side = table.side_of[seat]
    is_open: i64 = 1 if clues.opened[side] and clues.opened[side] <= ended else 0
    if kind <= _TWO:
        return _WILDS + 2 * kind + is_open
    if kind == BLACK:
        done = _done(table, clues, seat, kind)
        return _BLACKS + (done - 3 if done > 3 else 0)
    laid = 2 * is_open
    begun = clues.begun[side * KINDS + kind]
    if begun and begun <= ended:
        laid = 4
    else:
        other: i64 = 0
        while other < table.sides:
            begun = clues.begun[other * KINDS + kind]
            if other != side and begun and begun <= ended:
                laid = 2 * is_open + 1
            other += 1
    return laid * 7 + _done(table, clues, seat, kind)


def _done(table: RuleTable, clues: Clues, seat: i64, kind: i64) -> i64:
    """Return what *seat* did last with a card of *kind*, as a place in `_DONE`."""
    thrown = clues.thrown[seat * KINDS + kind]
    declined = clues.declined[seat * KINDS + kind]
    # Drawn before the discard of that turn: so the later of equal ones is the discard.
    when = declined if declined > thrown else thrown
    if when == 0:
        return 0
    ago = clues.now - when
    age: i64 = 0 if ago < table.seats else (1 if ago < 3 * table.seats else 2)
    return (1 if declined > thrown else 4) + age
