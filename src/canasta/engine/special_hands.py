"""Special hands: whole hands of a certain shape, which end the deal."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import HELD, SEAT
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import (
    HAND_ANY_WILDS,
    HAND_GROUPS,
    HAND_POINTS,
    HAND_RANKS,
    HAND_SIZE,
    HAND_WIDTH,
    HAND_WILD_GROUPS,
    HAND_WILDS,
    KINDS,
)

_LOW: Final = 4
_SIZES: Final = 16


def special_hand(p: Position, seat: i64) -> i64:
    """Return the place in the rules of the most valuable special hand that *seat* holds; -1 if it holds none."""
    table = p.rule_table
    best: i64 = -1
    most: i64 = -1
    index: i64 = 0
    while index < table.special_hands:
        at = index * HAND_WIDTH
        if table.hand_shapes[at + HAND_POINTS] > most and _holds(p, seat, at):
            most = table.hand_shapes[at + HAND_POINTS]
            best = index
        index += 1
    return best


def shown(p: Position, side: i64) -> bool:
    """Return whether *side* ended the deal with a special hand, which its player still holds."""
    table = p.rule_table
    if table.special_hands == 0 or p.phase != OVER or p.out < 0 or table.side_of[p.out] != side:
        return False
    return p.seats[p.out * SEAT + HELD] > 0


def special_points(p: Position, seat: i64) -> i64:
    """Return what the special hand of *seat*, which holds one, is worth."""
    return p.rule_table.hand_shapes[special_hand(p, seat) * HAND_WIDTH + HAND_POINTS]


def _holds(p: Position, seat: i64, at: i64) -> bool:
    """Return whether the hand of *seat* has the shape whose numbers begin at *at*."""
    shape = p.rule_table.hand_shapes
    hands = p.hands
    hand = seat * KINDS
    if p.seats[seat * SEAT + HELD] != shape[at + HAND_SIZE] or hands[hand + 2] or hands[hand + 3]:
        return False
    groups = vec[i64]([0] * _SIZES)
    wilds = vec[i64]([0] * _SIZES)
    kind: i64 = 0
    while kind < KINDS:
        number = hands[hand + kind]
        if number >= _SIZES or (number == 0 and shape[at + HAND_RANKS + kind]):
            return False
        if kind >= _LOW or shape[at + HAND_WILD_GROUPS]:
            groups[number] += 1
        elif shape[at + HAND_ANY_WILDS] == 0:
            wilds[number] += 1
        kind += 1
    size: i64 = 1
    while size < _SIZES:
        if groups[size] != shape[at + HAND_GROUPS + size] or wilds[size] != shape[at + HAND_WILDS + size]:
            return False
        size += 1
    return True
