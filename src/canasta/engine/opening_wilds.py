"""Wild cards in an opening: how many fit into melds of their own, and what they are worth."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from canasta.engine.meld_table import MOST_NATURALS
from canasta.engine.melds import size_of
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS


def wild_value(p: Position, seat: i64, number: i64) -> i64:
    """Value of the *number* most valuable wilds in the hand of *seat*."""
    jokers = p.hands[seat * KINDS]
    if number <= jokers:
        return number * p.rule_table.value[0]
    return jokers * p.rule_table.value[0] + (number - jokers) * p.rule_table.value[1]


def more_wilds(p: Position, side: i64, left: i64) -> i64:
    """Return the most of *left* wilds that fit into wild melds of *side*."""
    table = p.rule_table
    if not table.wild_melds:
        return 0
    slots = table.slots
    at = side * KINDS * slots
    top = table.size if table.canasta_opens else table.size - 1
    if table.grows and table.canasta_opens:
        top = MOST_NATURALS
    room: i64 = 0
    slot: i64 = 0
    while slot < slots and p.melds[at + slot]:
        room += top - size_of(p.melds[at + slot])
        slot += 1
    if slot and table.finish_first:
        return left if left < room else room  # one of them takes all, or must be finished first and may not be
    if slot and not table.several and (left < room or table.grows or not table.canasta_opens):
        return left if left < room else room
    best: i64 = 0
    fresh: i64 = 0
    while fresh <= left and fresh <= MOST_NATURALS:
        if table.wild_fit[fresh]:
            joined = left - fresh
            if joined > room:
                joined = room
            if fresh + joined > best:
                best = fresh + joined
        fresh += 1
    return best


def wild_options(p: Position, side: i64, left: i64) -> vec[i64]:
    """Return every number of *left* wilds that can be laid in wild melds of *side*."""
    options = vec[i64]([0])
    number: i64 = 1
    while number <= left:
        if more_wilds(p, side, number) == number:
            options = append(options, number)
        number += 1
    return options
