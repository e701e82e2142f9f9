"""The cards that one seat does not see: those neither in its hand nor on the table."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, KINDS

_RED: Final = 2


def count_unseen(p: Position, seat: i64, unseen: vec[i64]) -> i64:
    """Fill *unseen* with the number of cards of each kind that *seat* does not see in *p*; returns how many there are."""
    table = p.rule_table
    hands = p.hands
    copies = 4 * table.packs
    kind: i64 = 0
    while kind < KINDS:
        unseen[kind] = copies - hands[seat * KINDS + kind]
        kind += 1
    unseen[0] += table.packs * table.jokers - copies
    unseen[_RED] -= 2 * table.packs
    unseen[BLACK] -= 2 * table.packs
    for card in p.pile:
        unseen[card] -= 1
    melds = p.melds
    slots = table.slots
    twos: i64 = 0
    jokers: i64 = 0
    at: i64 = 0
    side: i64 = 0
    while side < table.sides:
        unseen[_RED] -= p.reds(side)
        unseen[BLACK] -= p.blacks(side)
        rank: i64 = 0
        while rank < KINDS:
            if melds[at]:
                slot: i64 = 0
                while slot < slots and melds[at + slot]:
                    meld = melds[at + slot]
                    unseen[rank] -= meld >> 16 & 255
                    twos += meld >> 8 & 255
                    jokers += meld & 255
                    slot += 1
            at += slots
            rank += 1
        side += 1
    for entry in p.closed:
        unseen[entry >> 32 & 255] -= entry >> 16 & 255
        twos += entry >> 8 & 255
        jokers += entry & 255
        unseen[_RED] -= entry >> 24 & 1
    unseen[0] -= jokers
    unseen[1] -= twos
    total: i64 = 0
    kind = 0
    while kind < KINDS:
        total += unseen[kind]
        kind += 1
    return total
