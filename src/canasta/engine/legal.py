"""The list of legal steps: exactly those that the judge accepts, found without asking it about every step."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from canasta.clauses import FINE
from canasta.engine.going_out import why_not_out
from canasta.engine.judge import (
    add_refusal,
    ask_refusal,
    discard_refusal,
    draw_refusal,
    end_refusal,
    knock_refusal,
    open_refusal,
    pick_up_refusal,
    red_canasta_refusal,
    start_refusal,
    take_refusal,
)
from canasta.engine.openings import best_opening
from canasta.engine.position import (
    ALLOWED,
    HELD,
    OPENED,
    OVER,
    PILE,
    SEAT,
    SIDE,
    TO_ANSWER,
    TO_DRAW,
    TOOK,
    UNASKED,
    Position,
)
from canasta.engine.steps import (
    ADD,
    ADD_BLACK,
    ADD_WILD,
    ASK,
    DISCARD,
    DRAW,
    END,
    KNOCK,
    LOW_RANK,
    NO,
    OPEN,
    PICK_UP,
    RANKS,
    RED_CANASTA,
    SLOTS,
    START,
    START_BLACK,
    START_WILD,
    STUCK,
    TAKE_CARD,
    TAKE_ONTO,
    TAKE_PAIR,
    TAKE_PAIR_ONTO,
    TAKE_WILDS,
    TAKE_WITH_JOKER,
    TAKE_WITH_TWO,
    YES,
)
from canasta.engine.table import ENDS_BY_PILE, FORCED_CARD, KINDS, NO_PERMISSION

_RED: Final = 2


def legal(p: Position, seat: i64) -> vec[i64]:
    """The steps *seat* may take in *p*, ascending; empty unless the position waits for him. Changes nothing.

    The list is never empty for the seat that the position waits for.
    """
    steps = vec[i64](capacity=24)
    if p.phase == OVER or seat != p.actor:
        return steps
    if p.phase == TO_ANSWER:
        return append(append(steps, YES), NO)
    if p.phase == TO_DRAW:
        steps = _to_draw(p, seat, steps)
    else:
        steps = _to_play(p, seat, steps)
    if len(steps) == 0:
        steps = append(steps, STUCK)
    return steps


def _ask(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    if p.table.permission != NO_PERMISSION and p.asked == UNASKED:
        offset: i64 = 1
        while offset < p.table.members:
            if ask_refusal(p, seat, offset) == FINE:
                steps = append(steps, ASK + offset - 1)
            offset += 1
    return steps


def _to_draw(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    table = p.table
    if draw_refusal(p, seat) == FINE:
        steps = append(steps, DRAW)
    if table.ends == ENDS_BY_PILE and end_refusal(p, seat) == FINE:
        steps = append(steps, END)
    steps = _ask(p, seat, steps)
    top = p.top()
    if top < 0 or table.blocked[top]:
        return steps
    if not table.consecutive and p.seats[seat * SEAT + TOOK]:
        return steps
    if top <= 1:
        return _range(p, seat, steps, TAKE_WILDS, TAKE_CARD)
    hand = seat * KINDS
    pair = p.hands[hand + top] >= 2
    if pair:
        if take_refusal(p, seat, TAKE_PAIR) == FINE:
            steps = append(steps, TAKE_PAIR)
        if table.several:
            steps = _range(p, seat, steps, TAKE_PAIR_ONTO, TAKE_PAIR_ONTO + SLOTS)
    if table.with_wild:
        steps = _range(p, seat, steps, TAKE_WITH_TWO, TAKE_WITH_JOKER + 1)
    if table.onto_meld:
        steps = _range(p, seat, steps, TAKE_ONTO, TAKE_ONTO + table.slots)
        if table.forced == FORCED_CARD:
            steps = _range(p, seat, steps, TAKE_CARD, TAKE_CARD + table.slots)
    return steps


def _range(p: Position, seat: i64, steps: vec[i64], first: i64, end: i64) -> vec[i64]:
    while first < end:
        if take_refusal(p, seat, first) == FINE:
            steps = append(steps, first)
        first += 1
    return steps


def _to_play(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    table = p.table
    hand = seat * KINDS
    side = seat % table.sides
    held = p.seats[seat * SEAT + HELD]
    if table.passing and held == 1 and not p.staging and p.asked != ALLOWED and why_not_out(p, seat) != FINE:
        steps = append(steps, STUCK)
    if p.staging and open_refusal(p, seat) == FINE:
        steps = append(steps, OPEN)
    if table.knock and knock_refusal(p, seat) == FINE:
        steps = append(steps, KNOCK)
    if not p.staging:
        steps = _ask(p, seat, steps)
        if table.reserves and pick_up_refusal(p, seat) == FINE:
            steps = append(steps, PICK_UP)
    if p.staging or p.sides[side * SIDE + OPENED] or best_opening(p, seat) >= p.minimum(side) or _concealable(p):
        steps = _starts(p, seat, steps)
        steps = _adds(p, seat, steps)
    if table.red_canasta and p.hands[hand + _RED] and not p.staging:
        rank: i64 = LOW_RANK
        while rank < KINDS:
            if red_canasta_refusal(p, seat, rank) == FINE:
                steps = append(steps, RED_CANASTA + rank - LOW_RANK)
            rank += 1
    if table.knock and p.source == PILE:
        return steps
    quick = table.discards_free and not p.staging and p.asked != ALLOWED and held > 1
    kind: i64 = 0
    while kind < KINDS:
        if p.hands[hand + kind] and (quick or discard_refusal(p, seat, kind) == FINE):
            steps = append(steps, DISCARD + kind)
        kind += 1
    return steps


def _concealable(p: Position) -> bool:
    return p.table.concealed != 0 and p.fresh and p.seats[p.turn * SEAT + HELD] > 0


def _starts(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    table = p.table
    hand = seat * KINDS
    side = seat % table.sides
    hands = p.hands
    melds = p.melds
    jokers = hands[hand]
    twos = hands[hand + 1]
    at = (side * KINDS + LOW_RANK) * table.slots
    rank: i64 = 0
    while rank < RANKS:
        count = hands[hand + LOW_RANK + rank]
        if count >= 2 and (table.several or melds[at] == 0):
            step = START + rank * 3
            if count >= 3 and start_refusal(p, seat, step) == FINE:
                steps = append(steps, step)
            if twos and start_refusal(p, seat, step + 1) == FINE:
                steps = append(steps, step + 1)
            if jokers and start_refusal(p, seat, step + 2) == FINE:
                steps = append(steps, step + 2)
        at += table.slots
        rank += 1
    if table.wild_melds and jokers + twos >= 3:
        form: i64 = 0
        while form < 4:
            if jokers >= 3 - form and twos >= form and start_refusal(p, seat, START_WILD + form) == FINE:
                steps = append(steps, START_WILD + form)
            form += 1
    if table.black_least and hands[hand + 3] >= table.black_least and start_refusal(p, seat, START_BLACK) == FINE:
        steps = append(steps, START_BLACK)
    return steps


def _adds(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    table = p.table
    hand = seat * KINDS
    side = seat % table.sides
    hands = p.hands
    melds = p.melds
    slots = table.slots
    jokers = hands[hand]
    twos = hands[hand + 1]
    wild = jokers > 0 or twos > 0
    at = (side * KINDS + LOW_RANK) * slots
    rank: i64 = 0
    while rank < RANKS:
        if melds[at] and (wild or hands[hand + LOW_RANK + rank]):
            natural = hands[hand + LOW_RANK + rank] > 0
            slot: i64 = 0
            while slot < slots and melds[at + slot]:
                step = ADD + (rank * SLOTS + slot) * 3
                if natural and add_refusal(p, seat, step) == FINE:
                    steps = append(steps, step)
                if twos and add_refusal(p, seat, step + 1) == FINE:
                    steps = append(steps, step + 1)
                if jokers and add_refusal(p, seat, step + 2) == FINE:
                    steps = append(steps, step + 2)
                slot += 1
        at += slots
        rank += 1
    if wild:
        at = side * KINDS * slots
        slot = 0
        while slot < slots and melds[at + slot]:
            step = ADD_WILD + slot * 2
            if twos and add_refusal(p, seat, step) == FINE:
                steps = append(steps, step)
            if jokers and add_refusal(p, seat, step + 1) == FINE:
                steps = append(steps, step + 1)
            slot += 1
    if table.black_least and hands[hand + 3] and add_refusal(p, seat, ADD_BLACK) == FINE:
        steps = append(steps, ADD_BLACK)
    return steps
