"""The list of legal steps: exactly those that the judge accepts, found without asking it about every step."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from canasta.clauses import FINE
from canasta.engine.fields import ASKED, HELD, OPENED, SEAT, SIDE, SOURCE, STAGING
from canasta.engine.finishing import ANY_NATURAL, may_be_left_over, out_from, spare_cards
from canasta.engine.going_out import contract_met, leaving, waived, why_not_out
from canasta.engine.judge import (
    discard_refusal,
    draw_refusal,
    end_refusal,
    knock_refusal,
    lift_refusal,
    open_refusal,
    pick_up_refusal,
    promise_refusal,
    restore_refusal,
)
from canasta.engine.laying import add_refusal, join_refusal, red_canasta_refusal, start_refusal, wild_fits, wild_starts
from canasta.engine.openings import opening_reachable
from canasta.engine.position import ALLOWED, ASIDE, OVER, TO_ANSWER, TO_DRAW, UNASKED, Position
from canasta.engine.steps import (
    ADD,
    ADD_BLACK,
    ADD_WILD,
    ASK,
    DISCARD,
    DRAW,
    END,
    KNOCK,
    LIFT,
    LOW_RANK,
    NO,
    OPEN,
    PICK_UP,
    RED_CANASTA,
    RESTORE,
    SLOTS,
    START,
    START_BLACK,
    START_WILD,
    STUCK,
    YES,
)
from canasta.engine.table import BLACK, ENDS_BY_PILE, KINDS, NO_PERMISSION
from canasta.engine.taking import takes
from canasta.engine.turns import seen_aside

_RED: Final = 2


def legal(p: Position, seat: i64) -> vec[i64]:
    """The steps *seat* may take in *p*, ascending. Changes nothing.

    The list is never empty for the seat that the position waits for; for others it is empty unless they may
    meld aside from the turns.
    """
    steps = vec[i64](capacity=24)
    if p.phase == OVER:
        return steps
    if p.table.frozen_in_time and p.aside(seat):
        if seat == p.actor:
            steps = _to_draw(p, seat, steps)
        return _to_play(seen_aside(p, seat), seat, steps)
    if seat != p.actor:
        return steps
    if p.phase == TO_ANSWER:
        return append(append(steps, YES), NO)
    if p.phase == TO_DRAW:
        steps = _to_draw(p, seat, steps)
    else:
        steps = _to_play(p, seat, steps)
    if len(steps) == 0:
        steps = append(steps, STUCK)
    elif ASK <= steps[0] and steps[len(steps) - 1] < PICK_UP:
        steps = _with_stuck(steps)  # nobody has to ask
    return steps


def _with_stuck(questions: vec[i64]) -> vec[i64]:
    steps = vec[i64]([STUCK])
    for step in questions:
        steps = append(steps, step)
    return steps


def _ask(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    table = p.table
    if table.permission != NO_PERMISSION and p.this_turn[ASKED] == UNASKED and promise_refusal(p, seat) == FINE:
        offset: i64 = 1
        while offset < table.members and (offset == 1 or not table.ask_every):
            steps = append(steps, ASK + offset - 1)
            offset += 1
    return steps


def _to_draw(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    if draw_refusal(p, seat) == FINE:
        steps = append(steps, DRAW)
    if p.table.ends == ENDS_BY_PILE and end_refusal(p, seat) == FINE:
        steps = append(steps, END)
    if p.table.restore:
        if lift_refusal(p, seat) == FINE:
            steps = append(steps, LIFT)
        if restore_refusal(p) == FINE:
            steps = append(steps, RESTORE)
    steps = _ask(p, seat, steps)
    return takes(p, seat, p.this_turn[ASKED], steps)


def _to_play(p: Position, seat: i64, steps: vec[i64]) -> vec[i64]:
    table = p.table
    hand = seat * KINDS
    hands = p.hands
    held = p.seats[seat * SEAT + HELD]
    if (
        table.passing
        and held == 1
        and not p.this_turn[STAGING]
        and p.this_turn[SOURCE] != ASIDE
        and p.this_turn[ASKED] != ALLOWED
        and why_not_out(p, seat) != FINE
    ):
        steps = append(steps, STUCK)
    elif table.left_over and may_be_left_over(p, seat):
        steps = append(steps, STUCK)
    if p.this_turn[STAGING] and open_refusal(p, seat) == FINE:
        steps = append(steps, OPEN)
    if table.knock and knock_refusal(p, seat) == FINE:
        steps = append(steps, KNOCK)
    if not p.this_turn[STAGING]:
        steps = _ask(p, seat, steps)
        if table.reserves and p.this_turn[SOURCE] != ASIDE and pick_up_refusal(p, seat) == FINE:
            steps = append(steps, PICK_UP)
    spare = spare_cards(p, seat)
    side = table.side_of[seat]
    opened = p.sides[side * SIDE + OPENED] != 0
    if opened or p.this_turn[STAGING] or _may_open(p, seat, side):
        # Once black threes are laid, only more of them may follow.
        if not leaving(p):
            steps = _starts(p, seat, steps, spare, opened)
            if 0 < table.black_least <= hands[hand + BLACK] and start_refusal(p, seat, START_BLACK, spare) == FINE:
                steps = append(steps, START_BLACK)
            steps = _adds(p, seat, steps, spare, opened)
        elif hands[hand + BLACK] and add_refusal(p, seat, ADD_BLACK, spare) == FINE:
            steps = append(steps, ADD_BLACK)
    if table.red_canasta and hands[hand + _RED] and not p.this_turn[STAGING]:
        rank: i64 = LOW_RANK
        while rank < KINDS:
            if red_canasta_refusal(p, seat, rank, spare) == FINE:
                steps = append(steps, RED_CANASTA + rank - LOW_RANK)
            rank += 1
    if p.discardless():
        return steps
    quick = (
        table.discards_free
        and not p.this_turn[STAGING]
        and p.this_turn[ASKED] != ALLOWED
        and held > 1
        and not leaving(p)
    )
    kind: i64 = 0
    while kind < KINDS:
        if hands[hand + kind] and (quick or discard_refusal(p, seat, kind) == FINE):
            steps = append(steps, DISCARD + kind)
        kind += 1
    return steps


def _may_open(p: Position, seat: i64, side: i64) -> bool:
    """Whether *seat* may begin an opening at all: it can reach the minimum, or go out concealed without it."""
    if opening_reachable(p, seat):
        return True
    return waived(p) and (contract_met(p, side) or out_from(p, seat))


def _starts(p: Position, seat: i64, steps: vec[i64], spare: i64, opened: bool) -> vec[i64]:
    table = p.table
    hand = seat * KINDS
    side = table.side_of[seat]
    hands = p.hands
    melds = p.melds
    slots = table.slots
    jokers = hands[hand]
    twos = hands[hand + 1]
    sure = opened and spare >= 3  # then only the shape matters
    at = (side * KINDS + LOW_RANK) * slots + slots - 1
    rank: i64 = LOW_RANK
    while rank < KINDS:
        count = hands[hand + rank]
        if count >= 2 and melds[at] == 0:
            step = START + (rank - LOW_RANK) * 3
            if count >= 3 and (sure or start_refusal(p, seat, step, spare) == FINE):
                steps = append(steps, step)
            if (twos or jokers) and wild_starts(table, rank):
                if twos and (sure or start_refusal(p, seat, step + 1, spare) == FINE):
                    steps = append(steps, step + 1)
                if jokers and (sure or start_refusal(p, seat, step + 2, spare) == FINE):
                    steps = append(steps, step + 2)
        at += slots
        rank += 1
    if table.wild_melds and jokers + twos >= 3 and melds[side * KINDS * slots + slots - 1] == 0:
        form: i64 = 0
        while form < 4:
            if jokers >= 3 - form and twos >= form:
                if sure or start_refusal(p, seat, START_WILD + form, spare) == FINE:
                    steps = append(steps, START_WILD + form)
            form += 1
    return steps


def _adds(p: Position, seat: i64, steps: vec[i64], spare: i64, opened: bool) -> vec[i64]:
    table = p.table
    hand = seat * KINDS
    side = table.side_of[seat]
    hands = p.hands
    melds = p.melds
    slots = table.slots
    jokers = hands[hand]
    twos = hands[hand + 1]
    wild = jokers > 0 or twos > 0
    sure = opened and spare >= 1  # then only the shape matters
    easy = sure or spare == ANY_NATURAL
    at = (side * KINDS + LOW_RANK) * slots
    rank: i64 = LOW_RANK
    while rank < KINDS:
        natural = hands[hand + rank] > 0
        slot: i64 = 0
        while (natural or wild) and slot < slots:
            meld = melds[at + slot]
            if meld == 0:
                break
            if slot == 0 or meld != melds[at + slot - 1]:
                step = ADD + ((rank - LOW_RANK) * SLOTS + slot) * 3
                if natural and (easy or join_refusal(p, seat, step, rank, slot, rank, spare) == FINE):
                    steps = append(steps, step)
                if wild and wild_fits(table, rank, meld):
                    if twos and (sure or join_refusal(p, seat, step + 1, rank, slot, 1, spare) == FINE):
                        steps = append(steps, step + 1)
                    if jokers and (sure or join_refusal(p, seat, step + 2, rank, slot, 0, spare) == FINE):
                        steps = append(steps, step + 2)
            slot += 1
        at += slots
        rank += 1
    at = side * KINDS * slots
    slot = 0
    while wild and slot < slots and melds[at + slot]:
        if slot == 0 or melds[at + slot] != melds[at + slot - 1]:
            step = ADD_WILD + slot * 2
            if twos and (sure or join_refusal(p, seat, step, 0, slot, 1, spare) == FINE):
                steps = append(steps, step)
            if jokers and (sure or join_refusal(p, seat, step + 1, 0, slot, 0, spare) == FINE):
                steps = append(steps, step + 1)
        slot += 1
    return steps
