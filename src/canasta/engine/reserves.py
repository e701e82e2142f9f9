"""Reserves that are waiting: whose they are by now, and whether the cards in hand can bring one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.engine.fields import CANASTAS, SEAT, TAKEN
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS
from canasta.rules.words.melds import WHEN_EMPTY, WHEN_OWN_CANASTA, WHEN_SIDE_CANASTA

_LOW: Final = 4
NO_CANASTA: Final = 999


def triggered(p: Position, seat: i64) -> bool:
    """Return whether the next reserve of *seat* is theirs by a canasta or an opening."""
    table = p.rule_table
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
    """Return whether *seat* has a reserve to pick up by hand now."""
    taken = p.seats[seat * SEAT + TAKEN]
    return taken < p.rule_table.reserves and p.rule_table.reserve_manual[taken] != 0 and triggered(p, seat)


def by_canasta(p: Position, seat: i64) -> bool:
    """Return whether one of their own canastas gives *seat* their next reserve."""
    table = p.rule_table
    taken = p.seats[seat * SEAT + TAKEN]
    if taken >= table.reserves:
        return False
    trigger = table.reserve_trigger[taken]
    return trigger == WHEN_OWN_CANASTA or trigger == WHEN_SIDE_CANASTA


def can_bring(p: Position, seat: i64) -> bool:
    """Return whether *seat* can finish a canasta with the cards in their hand, and so get their next reserve."""
    return by_canasta(p, seat) and canasta_cards(p, seat) < NO_CANASTA


def canasta_cards(p: Position, seat: i64) -> i64:
    """Return the fewest cards of *seat* that finish a canasta; `NO_CANASTA` where none can be finished."""
    table = p.rule_table
    side = table.side_of[seat]
    at = side * KINDS * table.slots
    row = p.wild_row(side)
    kept = table.wilds_kept and p.wilds_wanted(side) > 0
    hand = seat * KINDS
    all_wilds = p.hands[hand] + p.hands[hand + 1]
    fewest: i64 = NO_CANASTA
    rank: i64 = 0
    while rank < KINDS:
        count: i64 = 0
        wilds = all_wilds
        if rank >= _LOW:
            count = p.hands[hand + rank]
            wilds *= 0 if kept else table.special_wilds[rank]
        if (rank >= _LOW and not p.dead(rank)) or (rank == 0 and table.wild_melds):
            slot: i64 = 0
            while slot < table.slots:
                meld = p.melds[at + rank * table.slots + slot]
                missing = table.size - size_of(meld)
                possible = (
                    missing <= wilds
                    if rank == 0
                    else _finishes(
                        p, row, meld, count, 0 if wilds_of(meld) == 0 and p.stays_pure(side, rank) else wilds
                    )
                )
                if 0 < missing < fewest and possible:
                    fewest = missing
                if meld == 0:
                    break
                slot += 1
        rank += 1
    return fewest


def _finishes(p: Position, row: i64, meld: i64, count: i64, wilds: i64) -> bool:
    """Return whether *meld* becomes a canasta with some of *count* naturals and *wilds* wilds; limits begin at *row*."""
    table = p.rule_table
    missing = table.size - size_of(meld)
    if missing > count + wilds or missing <= 0:
        return False
    more: i64 = 0
    while more <= missing and more <= count:
        naturals = (meld >> 16 & 255) + more
        joined = missing - more
        room = joined == 0 or wilds_of(meld) + joined <= table.most_wilds[row + naturals]
        if joined <= wilds and naturals >= 2 and room:
            return True
        more += 1
    return False
