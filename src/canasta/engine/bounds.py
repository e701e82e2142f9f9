"""Cheap bounds before the search whether a hand can be emptied: the contract, and cards that find no meld."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import COUNTED, SIDE, TALLY
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, CLASSES, KINDS, MIXED, NATURAL, SPECIAL, WILD, RuleTable
from canasta.engine.ways import canastas_of

_LOW: Final = 4
# What cannot be laid at all: nothing, or too much; else it is one card of a rank.
NONE: Final = -1
SEVERAL: Final = -2
BY_CLASS: Final = 99


def canastas_wanted(p: Position, side: i64) -> i64:
    """Canastas that *side* still needs, of any class; `BY_CLASS` if it depends on their classes."""
    table = p.rule_table
    at = side * SIDE
    if table.need_classes:
        sort: i64 = 0
        while sort < CLASSES:
            # A canasta that grows may change its class.
            if p.sides[at + TALLY + sort] < table.need[sort] or (table.grows and table.need[sort]):
                return BY_CLASS
            sort += 1
    wanted = table.need_canastas - p.sides[at + COUNTED]
    return 0 if wanted < 0 else wanted


def meets_contract(table: RuleTable, tally: vec[i64], at: i64, way: i64) -> bool:
    """Return whether the canastas counted by class from *at* on in *tally* meet the contract together with those of *way*."""
    total: i64 = 0
    sort: i64 = 0
    while sort < CLASSES:
        number = tally[at + sort] + canastas_of(way, sort)
        if number < table.need[sort] and not (
            sort == NATURAL and table.specials_count and number + _counted(table, tally, at, way) >= table.need[sort]
        ):
            return False
        if sort != BLACK or table.black_counts:
            total += number
        sort += 1
    return total >= table.need_canastas


def _counted(table: RuleTable, tally: vec[i64], at: i64, way: i64) -> i64:
    """Natural canastas of special ranks that count as natural ones, as `suffices` counts."""
    number: i64 = 0
    sort: i64 = SPECIAL
    while sort < CLASSES:
        if table.special_counts[sort]:
            number += tally[at + sort] + canastas_of(way, sort)
        sort += 1
    return number


def loose_rank(p: Position, side: i64, hands: vec[i64], hand: i64, joined: i64, used: i64 = 0) -> i64:
    """Return the one rank whose card can only be discarded, if there is one; `SEVERAL` if several cards cannot be laid.

    The counts by kind begin at *hand* in *hands*. *joined* is a rank that has a meld in any case, *used* the
    wild cards that are spoken for.
    """
    table = p.rule_table
    melds = p.melds
    slots = table.slots
    at = (side * KINDS + _LOW) * slots
    wilds = hands[hand] + hands[hand + 1] - used
    starts = table.late_starts if p.opened(side) else table.wild_starts
    found: i64 = NONE
    rank: i64 = _LOW
    while rank < KINDS:
        count = hands[hand + rank]
        # One branch that nobody can predict instead of four.
        if (count > 0) & (count < 3) & (melds[at] == 0) & (rank != joined):
            if count == 1:
                if found >= 0:
                    return SEVERAL
                found = rank
            elif wilds <= 0 or starts[rank] == 0:
                return SEVERAL
            else:
                wilds -= 1  # a pair needs a wild of its own
        at += slots
        rank += 1
    return found


def makeable(p: Position, side: i64, hands: vec[i64], hand: i64, wanted: i64) -> bool:
    """Return whether *side* could make *wanted* more canastas if every rank had all wilds: an upper bound.

    The counts by kind begin at *hand* in *hands*.
    """
    table = p.rule_table
    melds = p.melds
    slots = table.slots
    size = table.size
    wilds = hands[hand] + hands[hand + 1]
    if table.wild_melds:
        wanted -= (wilds + _open_cards(p, side, 0)) // size
    if table.black_most >= size:
        wanted -= (hands[hand + BLACK] + _open_cards(p, side, BLACK)) // size
    slot = (side * KINDS + _LOW) * slots
    rank: i64 = _LOW
    least = size - wilds
    while slots == 1 and wanted > 0 and rank < KINDS:  # no loop over slots, whose end nobody can predict
        plain = hands[hand + rank] + size_of(melds[slot])
        if plain >= least and hands[hand + rank] + (melds[slot] >> 16 & 255) >= table.canasta_naturals:
            wanted -= (plain + wilds) // size
        slot += 1
        rank += 1
    while wanted > 0 and rank < KINDS:
        naturals = hands[hand + rank]
        cards = naturals + wilds
        end = slot + slots
        while slot < end and melds[slot]:
            cards += size_of(melds[slot])
            naturals += melds[slot] >> 16 & 255
            slot += 1
        slot = end
        if cards >= size and naturals >= table.canasta_naturals:
            wanted -= cards // size
        rank += 1
    return wanted <= 0


def _open_cards(p: Position, side: i64, rank: i64) -> i64:
    """Return cards in the open melds of *side* of *rank*."""
    cards: i64 = 0
    slot: i64 = 0
    while slot < p.rule_table.slots:
        cards += size_of(p.meld_at(side, rank, slot))
        slot += 1
    return cards


def in_reach(p: Position, seat: i64, side: i64) -> bool:
    """Return whether *side* could meet the contract if every rank had all wilds of *seat*: an upper bound, cheaply had."""
    table = p.rule_table
    tally = p.sides
    at = side * SIDE + TALLY
    if meets_contract(table, tally, at, 0):
        return True
    hands = p.hands
    melds = p.melds
    need = table.need
    slots = table.slots
    size = table.size
    hand = seat * KINDS
    wilds = hands[hand] + hands[hand + 1]
    natural = tally[at + NATURAL]
    mixed = tally[at + MIXED]
    total: i64 = 0
    slot = side * KINDS * slots
    rank: i64 = 0
    while rank < KINDS:
        plain: i64 = 0
        if rank >= BLACK:
            plain = hands[hand + rank]
        naturals = plain
        cards = plain + wilds
        end = slot + slots
        while slot < end and melds[slot]:
            meld = melds[slot]
            cards += size_of(meld)
            naturals += meld >> 16 & 255
            if wilds_of(meld) == 0:
                plain += meld >> 16 & 255
            slot += 1
        slot = end
        clean: i64 = 0
        if plain >= size:
            clean = plain // size
        most: i64 = 0
        if rank >= _LOW:
            if cards >= size and naturals >= table.canasta_naturals:
                most = cards // size
            mixed += most
            special = table.special_of[rank]
            if special < 0:
                natural += clean
            else:
                if tally[at + SPECIAL + special] + clean < need[SPECIAL + special]:
                    return False
                if table.special_counts[SPECIAL + special]:
                    natural += tally[at + SPECIAL + special] + clean
        elif rank == BLACK:
            most = clean
        elif rank == 0:
            most = cards // size
            if tally[at + WILD] + most < need[WILD]:
                return False
        total += most
        rank += 1
    if natural < need[NATURAL] or mixed < need[MIXED]:
        return False
    sort: i64 = 0
    while sort < CLASSES:
        if sort != BLACK or table.black_counts:
            total += tally[at + sort]
        sort += 1
    return total >= table.need_canastas
