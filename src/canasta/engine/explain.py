"""The numbers behind a refusal: what was needed and what was given. It asks the judge and adds no rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.base.clauses import (
    EXHAUSTION_STOCK_LEFT,
    FINE,
    MELD_FULL,
    MELD_WILD_BASE,
    MELD_WILDS,
    MELD_WILDS_KEPT,
    OPENING_MINIMUM,
    OUT_ASK_CONTRACT,
    OUT_CONTRACT,
    OUT_KEEP,
    OUT_RESERVES,
    OUT_UNFINISHED,
    OUT_WILDS,
    PILE_NEED,
    PILE_SMALL,
    SPECIALS_DISCARD,
    TURN_CARDS,
)
from canasta.engine.fields import HELD, SEAT, STAGED, TAKEN
from canasta.engine.judge import refusal
from canasta.engine.melds import class_of, size_of, wilds_of
from canasta.engine.openings import best_opening, cards_to_keep
from canasta.engine.play import play
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, CLASSES, KINDS
from canasta.engine.steps import (
    ADD,
    ADD_WILD,
    DISCARD,
    JOKERS,
    OPEN,
    RANK,
    SLOT,
    START,
    TAKE_PAIR,
    TWOS,
    WILD_MELD,
)
from canasta.engine.turns import seen_aside

NO_NUMBER: Final = -1


def explain(p: Position, seat: i64, step: i64) -> tuple[int, int, int]:
    """Return the clause that forbids *step*, what it needed and what was given; both are -1 where it has no numbers.

    The clause is 0 when the step is legal.
    """
    code = refusal(p, seat, step)
    if START <= step < DISCARD and p.aside(seat):
        p = seen_aside(p, seat)
    side = p.rule_table.side_of[seat]
    if code == OPENING_MINIMUM:
        raised: i64 = 0
        if p.rule_table.top_raises and TAKE_PAIR <= step < START:
            raised = p.rule_table.value[p.top()]
        return code, p.minimum(side) + raised, p.this_turn[STAGED] if step == OPEN else best_opening(p, seat)
    if code == PILE_NEED:
        return code, 2, p.hands[seat * KINDS + p.top()]
    if code == OUT_KEEP:
        return code, cards_to_keep(p, seat), p.seats[seat * SEAT + HELD]
    if code == OUT_CONTRACT or code == OUT_ASK_CONTRACT:
        need, have = contract(p, side)
        return code, need, have
    if code == MELD_WILDS:
        meld: i64 = 2 << 16
        if ADD <= step < ADD_WILD:
            meld = p.meld_at(side, RANK[step], SLOT[step])
        return code, p.rule_table.most_wilds[meld >> 16 & 255], wilds_of(meld) + 1
    if code == MELD_WILD_BASE:
        naturals: i64 = 2
        if ADD <= step < ADD_WILD:
            naturals = p.meld_at(side, RANK[step], SLOT[step]) >> 16 & 255
        return code, p.rule_table.rules.meld.wild_base, naturals
    if code == OUT_UNFINISHED:
        return code, p.rule_table.size, size_of(p.meld_at(side, p.pure_wanted(side), 0))
    if code == MELD_WILDS_KEPT or code == OUT_WILDS:
        return code, p.wilds_wanted(side), NO_NUMBER
    if code == MELD_FULL:
        return code, p.rule_table.size, _size_after_take(p, side, step)
    if code == PILE_SMALL:
        return code, p.rule_table.least_pile, i64(len(p.pile))
    if code == OUT_RESERVES:
        return code, p.rule_table.reserves_needed, p.seats[seat * SEAT + TAKEN]
    if code == EXHAUSTION_STOCK_LEFT:
        return code, 0, p.stock()
    if (code == TURN_CARDS and step >= DISCARD) or (code == SPECIALS_DISCARD and step < DISCARD):
        return code, 1, 0
    return (int(code), NO_NUMBER, NO_NUMBER) if code else (FINE, NO_NUMBER, NO_NUMBER)


def _size_after_take(p: Position, side: i64, step: i64) -> i64:
    """Return how many cards the meld that takes the top card would have after *step*."""
    rank: i64 = p.top() if p.top() > 1 else WILD_MELD
    slot: i64 = SLOT[step] if SLOT[step] > 0 else 0
    return size_of(p.meld_at(side, rank, slot)) + p.rule_table.naturals[step] + TWOS[step] + JOKERS[step] + 1


def contract(p: Position, side: i64) -> tuple[int, int]:
    """Canastas that *side* needs to go out, and how many of these it has."""
    table = p.rule_table
    need: i64 = 0
    have: i64 = 0
    total: i64 = 0
    sort: i64 = 0
    while sort < CLASSES:
        number = p.canastas(side, sort)
        toward = p.toward(side, sort)
        need += table.need[sort]
        have += toward if toward < table.need[sort] else table.need[sort]
        if sort != BLACK or table.black_counts:
            total += number
        sort += 1
    if table.need_canastas > need:
        return table.need_canastas, total if total < table.need_canastas else table.need_canastas
    return need, have


def staged_worths(p: Position, side: i64) -> list[int]:
    """Return what the melds of *side*, which has not opened, count toward its opening, rank by rank."""
    table = p.rule_table
    worths: list[int] = []
    rank: i64 = 0
    while rank < KINDS:
        worth: i64 = 0
        slot: i64 = 0
        while slot < table.slots:
            worth += _counts(p, rank, p.meld_at(side, rank, slot))
            slot += 1
        for entry in p.closed:
            if entry >> 40 == side and (entry >> 32 & 255) == rank:
                worth += _counts(p, rank, entry & 0xFFFFFF)
        worths.append(int(worth))
        rank += 1
    return worths


def _counts(p: Position, rank: i64, meld: i64) -> i64:
    """Return what *meld* of *rank* counts toward an opening."""
    table = p.rule_table
    sort = class_of(table, rank, meld)
    bonus: i64 = table.opening_bonus[sort] if sort >= 0 else 0
    return (
        bonus
        + (meld >> 16 & 255) * table.value[rank]
        + (meld >> 8 & 255) * table.value[1]
        + (meld & 255) * table.value[0]
    )


def most_opening(p: Position, seat: i64, step: i64) -> int:
    """Return the most points that the opening of *seat* could make with *step*, whose shape is right, and the cards in hand.

    Cards that nobody has seen are not counted on.
    """
    q = p.draft()
    if TAKE_PAIR <= step < DISCARD:
        q.next = i64(len(q.deck))
        play(q, step)
    return int(best_opening(q, seat))
