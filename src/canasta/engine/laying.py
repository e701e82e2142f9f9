"""Laying cards: starting melds, adding to them, black threes, red threes on canastas."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.base.clauses import (
    FINE,
    MELD_DEAD,
    MELD_FINISHED,
    MELD_SAME_RANK,
    MELD_SLOTS,
    MELD_WILD_BASE,
    MELD_WILD_MELDS,
    MELD_WILDS,
    MELD_WILDS_KEPT,
    OPENING_CANASTA,
    SPECIALS_PURE,
    SPECIALS_WILDS,
    THREES_BLACK_AFTER,
    THREES_BLACK_MELD,
    THREES_RED_CANASTA,
    TURN_CARDS,
    TURN_OPENING,
)
from canasta.engine.fields import HELD, SEAT, STAGING, TAKEN
from canasta.engine.finishing import ANY_NATURAL, after, out_from
from canasta.engine.going_out import blacks_laid, leaving, why_not_out
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.play import play
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import KINDS
from canasta.engine.steps import (
    ADD_BLACK,
    JOKERS,
    KIND,
    LOW_RANK,
    NATURALS,
    RANK,
    RED_CANASTA,
    SLOT,
    SLOTS,
    START_BLACK,
    TWOS,
    WILD_MELD,
)
from canasta.engine.taking import slot_refusal
from canasta.engine.ways import may_join

_BLACK_THREE: Final = 3
_PAIR: Final = 0x20000  # a meld of two natural cards


def start_refusal(p: Position, seat: i64, step: i64, spare: i64) -> i64:
    """Return why *seat* may not start a meld by *step*. *spare* is what `spare_cards` says of *p*."""
    table = p.rule_table
    side = table.side_of[seat]
    hand = seat * KINDS
    hands = p.hands
    if step == START_BLACK:
        return black_refusal(p, seat, step, table.black_least)
    rank = RANK[step]
    naturals = NATURALS[step]
    twos = TWOS[step]
    jokers = JOKERS[step]
    if hands[hand] < jokers or hands[hand + 1] < twos:
        return TURN_CARDS
    if rank == WILD_MELD:
        if not table.wild_melds:
            return MELD_WILD_MELDS
    else:
        if hands[hand + rank] < naturals:
            return TURN_CARDS
        if table.dead and p.dead(rank):
            return MELD_DEAD
        if naturals < 3:
            code = wild_refusal(p, side, rank, _PAIR)
            if code:
                return code
    if leaving(p):
        return THREES_BLACK_AFTER
    at = (side * KINDS + rank) * table.slots
    if p.melds[at]:
        if not table.several or p.unfinished(side, rank) >= 0:
            return MELD_SAME_RANK
        if p.melds[at + SLOTS - 1]:
            return MELD_SLOTS
    # Who must go out must lay these: three naturals, or a pair and a wild card.
    if spare == ANY_NATURAL and rank and (naturals == 3 or hands[hand + rank] == 2):
        return FINE
    return after(p, seat, step, rank, naturals, twos, jokers, spare)


def add_refusal(p: Position, seat: i64, step: i64, spare: i64) -> i64:
    """Return why *seat* may not add a card to a meld by *step*. *spare* is what `spare_cards` says of *p*."""
    table = p.rule_table
    if step >= ADD_BLACK:
        if step > ADD_BLACK or p.meld_at(table.side_of[seat], _BLACK_THREE, 0) == 0:
            return THREES_BLACK_MELD
        return black_refusal(p, seat, step, 1)
    kind = KIND[step]
    if p.hands[seat * KINDS + kind] < 1:
        return TURN_CARDS
    return join_refusal(p, seat, step, RANK[step], SLOT[step], kind, spare)


def join_refusal(p: Position, seat: i64, step: i64, rank: i64, slot: i64, kind: i64, spare: i64) -> i64:
    """Return why a card of *kind*, which *seat* holds, may not join the meld of *rank* in *slot*; *step* says the same."""
    table = p.rule_table
    side = table.side_of[seat]
    code = slot_refusal(p, side, rank, slot)
    if code:
        return code
    if table.dead and p.dead(rank):
        return MELD_DEAD
    if leaving(p):
        return THREES_BLACK_AFTER
    meld = p.meld_at(side, rank, slot)
    if not (may_join(p, rank, meld, 1, 0) if kind > 1 else may_join(p, rank, meld, 0, 1)):
        return MELD_FINISHED
    if kind <= 1:
        code = wild_refusal(p, side, rank, meld)
        if code:
            return code
    if p.this_turn[STAGING] and not table.opens_freely and size_of(meld) + 1 >= table.size:
        mixed = rank > 0 and (kind <= 1 or wilds_of(meld) > 0)
        if not table.canasta_opens or (mixed and not table.mixed_opens):
            return OPENING_CANASTA
    if spare == ANY_NATURAL and kind > 1:
        return FINE
    if kind > 1:
        return after(p, seat, step, rank, 1, 0, 0, spare)
    return after(p, seat, step, rank, 0, kind, 1 - kind, spare)


def wild_refusal(p: Position, side: i64, rank: i64, meld: i64) -> i64:
    """Return why no further wild card may join *meld* of *rank* of *side*."""
    if rank == 0:
        return FINE
    table = p.rule_table
    if table.special_wilds[rank] == 0:
        return SPECIALS_WILDS
    if wilds_of(meld) == 0 and p.stays_pure(side, rank):
        return SPECIALS_PURE
    naturals = meld >> 16 & 255
    if wilds_of(meld) >= table.most_wilds[naturals]:
        return MELD_WILDS
    if wilds_of(meld) >= table.most_wilds[p.wild_row(side) + naturals]:
        return MELD_WILD_BASE
    return MELD_WILDS_KEPT if table.wilds_kept and p.wilds_wanted(side) else FINE


def black_refusal(p: Position, seat: i64, step: i64, number: i64) -> i64:
    """Return why *seat* may not lay *number* black threes: they go down last, and only in going out."""
    table = p.rule_table
    if table.black_least == 0:
        return THREES_BLACK_MELD
    side = table.side_of[seat]
    blacks = p.hands[seat * KINDS + _BLACK_THREE]
    if blacks < number:
        return TURN_CARDS
    laid = blacks_laid(p, side)
    if step == START_BLACK and laid:
        return MELD_SAME_RANK
    others = p.seats[seat * SEAT + HELD] - blacks
    if others > (0 if table.black_alone or table.discard_forbidden or p.discardless() else 1):
        return THREES_BLACK_MELD
    q = p.draft()
    play(q, step)
    came = q.seats[seat * SEAT + TAKEN] > p.seats[seat * SEAT + TAKEN]  # a reserve, whose cards nobody knows
    if not came and (table.black_sizes[laid + number] if q.phase == OVER else out_from(q, seat)):
        return FINE
    return why_not_out(q, seat) or THREES_BLACK_MELD


def red_canasta_refusal(p: Position, seat: i64, rank: i64, spare: i64) -> i64:
    """Return why *seat* may not put a red three on a natural canasta of *rank*. *spare* as for `start_refusal`."""
    if p.hands[seat * KINDS + 2] < 1:
        return TURN_CARDS
    if p.this_turn[STAGING]:
        return TURN_OPENING
    if not p.rule_table.red_canasta:
        return THREES_RED_CANASTA
    if leaving(p):
        return THREES_BLACK_AFTER
    side = p.rule_table.side_of[seat]
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 32 & 255) == rank and wilds_of(entry) == 0 and (entry >> 24 & 1) == 0:
            return after(p, seat, RED_CANASTA + rank - LOW_RANK, rank, 1, 0, 0, spare)
    return THREES_RED_CANASTA
