"""Endings: the ways to end a turn that bring most points at once.

A policy rates one step at a time, and so misses some ways to lay a hand. Where the deal ends, nothing counts but the points on the
table: so all ways are looked at, or with a large hand as many as there is time for.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64

from canasta.engine.count import CountTable, lead
from canasta.engine.fields import SEAT, TAKEN
from canasta.engine.going_out import sure_out
from canasta.engine.legal import listed_legal
from canasta.engine.play import play_by
from canasta.engine.position import OVER, TO_PLAY, Position
from canasta.engine.steps import DRAW, asks

MOST: Final = 300
"""How many positions of a turn are looked at, those with most points first."""


def may_be_last(p: Position) -> bool:
    """Return whether the turn in *p* may be the last one of the deal: the seat that *p* waits for can go out, or the stock is empty."""
    return p.stock() == 0 or (p.phase == TO_PLAY and sure_out(p, p.actor))


def shows_cards(before: Position, after: Position, seat: i64) -> bool:
    """Return whether *seat* has got cards from *before* to *after*, in its turn, that it had not seen."""
    return after.next != before.next or after.seats[seat * SEAT + TAKEN] != before.seats[seat * SEAT + TAKEN]


def best_endings(p: Position, counting: CountTable) -> list[list[int]]:
    """Return what brings the seat that *p* waits for most points by the end of its turn: if it goes out, and if it does not.

    At most two endings. Steps that show the player new cards, or ask for leave to go out, are not considered. Nothing hidden in *p*
    is looked at.
    """
    seat = p.actor
    side = p.side_of(seat)
    reached = [_Reached(p, None, -1)]
    waiting = [(0.0, 0)]
    seen: set[object] = {p.key()}
    best: list[_Reached | None] = [None, None]
    most = [0.0, 0.0]
    while waiting and len(reached) < MOST:
        before = reached[heappop(waiting)[1]]
        legal = listed_legal(before.p, seat)
        at: i64 = 0
        while at < legal.number:
            step = legal.items[at]
            at += 1
            if step == DRAW or asks(step):
                continue
            q = before.p.draft()
            play_by(q, seat, step)
            if shows_cards(p, q, seat):
                continue
            points = lead(counting, q, side)
            after = _Reached(q, before, int(step))
            if q.phase == OVER or q.turns != p.turns or q.actor != seat:
                leaves = 1 if q.phase == OVER and q.out == seat else 0
                if best[leaves] is None or points > most[leaves]:
                    best[leaves] = after
                    most[leaves] = points
                continue
            key = q.key()
            if key not in seen:
                seen.add(key)
                heappush(waiting, (-points, len(reached)))
                reached.append(after)
    return [after.ending() for after in best if after is not None]


class _Reached:
    """A position of the turn, and the step by which it was reached first."""

    p: Position
    before: _Reached | None
    step: int

    def __init__(self, p: Position, before: _Reached | None, step: int) -> None:
        self.p = p
        self.before = before
        self.step = step

    def ending(self) -> list[int]:
        """Return the steps that lead here."""
        steps: list[int] = []
        reached = self
        while reached.before is not None:
            steps.append(reached.step)
            reached = reached.before
        steps.reverse()
        return steps
