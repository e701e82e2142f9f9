"""Reserves that are waiting: whose they are by now, and whether the cards in hand can bring one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.engine.position import CANASTAS, SEAT, TAKEN, Position, size_of, wilds_of
from canasta.engine.table import KINDS, WHEN_EMPTY, WHEN_OWN_CANASTA, WHEN_SIDE_CANASTA

_LOW: Final = 4


def triggered(p: Position, seat: i64) -> bool:
    """Whether the next reserve of *seat* is his by a canasta or an opening."""
    table = p.table
    taken = p.seats[seat * SEAT + TAKEN]
    if taken >= table.reserves:
        return False
    side = table.side_of[seat]
    trigger = table.reserve_trigger[taken]
    if trigger == WHEN_OWN_CANASTA:
        return p.seats[seat * SEAT + CANASTAS] > 0
    if trigger == WHEN_SIDE_CANASTA:
        return p.all_canastas(side) > 0
    return trigger != WHEN_EMPTY and p.opened(side)


def manual_due(p: Position, seat: i64) -> bool:
    """Whether *seat* has a reserve to pick up by hand now."""
    taken = p.seats[seat * SEAT + TAKEN]
    return taken < p.table.reserves and p.table.reserve_manual[taken] != 0 and triggered(p, seat)


def by_canasta(p: Position, seat: i64) -> bool:
    """Whether a canasta of his brings *seat* his next reserve."""
    table = p.table
    taken = p.seats[seat * SEAT + TAKEN]
    if taken >= table.reserves:
        return False
    trigger = table.reserve_trigger[taken]
    return trigger == WHEN_OWN_CANASTA or trigger == WHEN_SIDE_CANASTA


def can_bring(p: Position, seat: i64) -> bool:
    """Whether *seat* can finish a canasta with the cards in his hand, and so get his next reserve."""
    if not by_canasta(p, seat):
        return False
    table = p.table
    side = table.side_of[seat]
    hand = seat * KINDS
    all_wilds = p.hands[hand] + p.hands[hand + 1]
    if table.wild_melds:
        best: i64 = 0
        if table.several or p.meld_at(side, 0, 0) == 0:
            best = all_wilds
        slot: i64 = 0
        while slot < table.slots and p.meld_at(side, 0, slot):
            if size_of(p.meld_at(side, 0, slot)) + all_wilds > best:
                best = size_of(p.meld_at(side, 0, slot)) + all_wilds
            slot += 1
        if best >= table.size:
            return True
    rank: i64 = _LOW
    while rank < KINDS:
        count = p.hands[hand + rank]
        wilds = all_wilds * table.special_wilds[rank]
        slot = 0
        while slot < table.slots and p.meld_at(side, rank, slot):
            if _finishes(p, p.meld_at(side, rank, slot), count, wilds):
                return True
            slot += 1
        if (slot == 0 or table.several) and slot < table.slots and count >= 2 and _finishes(p, 0, count, wilds):
            return True
        rank += 1
    return False


def _finishes(p: Position, meld: i64, count: i64, wilds: i64) -> bool:
    """Whether *meld* becomes a canasta with some of *count* naturals and *wilds* wilds."""
    table = p.table
    missing = table.size - size_of(meld)
    if missing > count + wilds or missing <= 0:
        return False
    more: i64 = 0
    while more <= missing and more <= count:
        naturals = (meld >> 16 & 255) + more
        if missing - more <= wilds and naturals >= 2 and wilds_of(meld) + missing - more <= table.most_wilds[naturals]:
            return True
        more += 1
    return False
