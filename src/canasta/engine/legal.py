"""The list of legal steps: exactly those that the judge accepts, found without asking it about every step."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
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
from canasta.engine.laying import add_refusal, join_refusal, red_canasta_refusal, start_refusal
from canasta.engine.listing import Listing
from canasta.engine.melds import wilds_of
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
from canasta.engine.ways import plain_naturals

_RED: Final = 2


def legal(p: Position, seat: i64) -> vec[i64]:
    """The steps *seat* may take in *p*, ascending. Changes nothing.

    The list is never empty for the seat that the position waits for; for others it is empty unless they may
    meld aside from the turns.
    """
    listed = listed_legal(p, seat)
    return listed.items[: listed.number]


def listed_legal(p: Position, seat: i64) -> Listing:
    """`legal` in the listing that belongs to *p*, which the next call fills again."""
    steps = p.listing
    if steps is None:
        steps = Listing()
        p.listing = steps
    steps.number = 0
    if p.phase == OVER:
        return steps
    if p.table.frozen_in_time and p.aside(seat):
        if seat == p.actor:
            _to_draw(p, seat, steps)
        _to_play(seen_aside(p, seat), seat, steps)
        return steps
    if seat != p.actor:
        return steps
    if p.phase == TO_ANSWER:
        steps.add(YES)
        steps.add(NO)
        return steps
    if p.phase == TO_DRAW:
        _to_draw(p, seat, steps)
    else:
        _to_play(p, seat, steps)
    if steps.number == 0:
        steps.add(STUCK)
    elif ASK <= steps.items[0] and steps.items[steps.number - 1] < PICK_UP:
        _put_stuck_first(steps)  # nobody has to ask
    return steps


def _put_stuck_first(steps: Listing) -> None:
    steps.add(STUCK)
    at = steps.number - 1
    while at > 0:
        steps.items[at] = steps.items[at - 1]
        at -= 1
    steps.items[0] = STUCK


def _ask(p: Position, seat: i64, steps: Listing) -> None:
    table = p.table
    if table.permission != NO_PERMISSION and p.this_turn[ASKED] == UNASKED and promise_refusal(p, seat) == FINE:
        offset: i64 = 1
        while offset < table.members and (offset == 1 or not table.ask_every):
            steps.add(ASK + offset - 1)
            offset += 1


def _to_draw(p: Position, seat: i64, steps: Listing) -> None:
    if draw_refusal(p, seat) == FINE:
        steps.add(DRAW)
    if p.table.ends == ENDS_BY_PILE and end_refusal(p, seat) == FINE:
        steps.add(END)
    if p.table.restore:
        if lift_refusal(p, seat) == FINE:
            steps.add(LIFT)
        if restore_refusal(p) == FINE:
            steps.add(RESTORE)
    _ask(p, seat, steps)
    takes(p, seat, p.this_turn[ASKED], steps)


def _to_play(p: Position, seat: i64, steps: Listing) -> None:
    table = p.table
    hand = seat * KINDS
    hands = p.hands
    held = p.seats[seat * SEAT + HELD]
    turn = p.this_turn
    staging = turn[STAGING] != 0
    gone = leaving(p)
    if (
        table.passing
        and held == 1
        and not staging
        and turn[SOURCE] != ASIDE
        and turn[ASKED] != ALLOWED
        and why_not_out(p, seat) != FINE
    ):
        steps.add(STUCK)
    elif table.left_over and may_be_left_over(p, seat):
        steps.add(STUCK)
    if staging and open_refusal(p, seat) == FINE:
        steps.add(OPEN)
    if table.knock and knock_refusal(p, seat) == FINE:
        steps.add(KNOCK)
    if not staging:
        _ask(p, seat, steps)
        if table.reserves and turn[SOURCE] != ASIDE and pick_up_refusal(p, seat) == FINE:
            steps.add(PICK_UP)
    spare = spare_cards(p, seat)
    side = table.side_of[seat]
    opened = p.sides[side * SIDE + OPENED] != 0
    if opened or staging or _may_open(p, seat, side):
        # Once black threes are laid, only more of them may follow.
        if not gone:
            _starts(p, seat, steps, spare, opened)
            if 0 < table.black_least <= hands[hand + BLACK] and start_refusal(p, seat, START_BLACK, spare) == FINE:
                steps.add(START_BLACK)
            _adds(p, seat, steps, spare, opened)
        elif hands[hand + BLACK] and add_refusal(p, seat, ADD_BLACK, spare) == FINE:
            steps.add(ADD_BLACK)
    if table.red_canasta and hands[hand + _RED] and not staging and plain_naturals(p, side):
        rank: i64 = LOW_RANK
        while rank < KINDS:
            if red_canasta_refusal(p, seat, rank, spare) == FINE:
                steps.add(RED_CANASTA + rank - LOW_RANK)
            rank += 1
    if p.discardless():
        return
    kind: i64 = 0
    if table.discards_free and not staging and turn[ASKED] != ALLOWED and held > 1 and not gone:
        # Every kind in the hand may go. Written without a branch that nobody can predict.
        steps.make_room(KINDS)
        items = steps.items
        number = steps.number
        while kind < KINDS:
            items[number] = DISCARD + kind
            if hands[hand + kind]:
                number += 1
            kind += 1
        steps.number = number
        return
    while kind < KINDS:
        if hands[hand + kind] and discard_refusal(p, seat, kind) == FINE:
            steps.add(DISCARD + kind)
        kind += 1


def _may_open(p: Position, seat: i64, side: i64) -> bool:
    """Whether *seat* may begin an opening at all: it can reach the minimum, or go out concealed without it."""
    if opening_reachable(p, seat):
        return True
    return waived(p) and (contract_met(p, side) or out_from(p, seat))


def _starts(p: Position, seat: i64, steps: Listing, spare: i64, opened: bool) -> None:
    table = p.table
    hand = seat * KINDS
    side = table.side_of[seat]
    hands = p.hands
    melds = p.melds
    slots = table.slots
    jokers = hands[hand]
    twos = hands[hand + 1]
    wild = jokers > 0 or twos > 0
    wild_starts = table.wild_starts
    sure = opened and spare >= 3  # then only the shape matters
    at = (side * KINDS + LOW_RANK) * slots + slots - 1
    rank: i64 = LOW_RANK
    while rank < KINDS:
        count = hands[hand + rank]
        if count >= 2 and melds[at] == 0 and (not table.finish_first or p.unfinished(side, rank) < 0):
            step = START + (rank - LOW_RANK) * 3
            if count >= 3 and (sure or start_refusal(p, seat, step, spare) == FINE):
                steps.add(step)
            if wild and wild_starts[rank]:
                if twos and (sure or start_refusal(p, seat, step + 1, spare) == FINE):
                    steps.add(step + 1)
                if jokers and (sure or start_refusal(p, seat, step + 2, spare) == FINE):
                    steps.add(step + 2)
        at += slots
        rank += 1
    if table.wild_melds and jokers + twos >= 3 and melds[side * KINDS * slots + slots - 1] == 0:
        if p.unfinished(side, 0) >= 0:
            return
        form: i64 = 0
        while form < 4:
            if jokers >= 3 - form and twos >= form:
                if sure or start_refusal(p, seat, START_WILD + form, spare) == FINE:
                    steps.add(START_WILD + form)
            form += 1


def _adds(p: Position, seat: i64, steps: Listing, spare: i64, opened: bool) -> None:
    table = p.table
    hand = seat * KINDS
    side = table.side_of[seat]
    hands = p.hands
    melds = p.melds
    slots = table.slots
    jokers = hands[hand]
    twos = hands[hand + 1]
    wild = jokers > 0 or twos > 0
    special_wilds = table.special_wilds
    most_wilds = table.most_wilds
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
                    steps.add(step)
                if wild and special_wilds[rank] and wilds_of(meld) < most_wilds[meld >> 16 & 255]:
                    if twos and (sure or join_refusal(p, seat, step + 1, rank, slot, 1, spare) == FINE):
                        steps.add(step + 1)
                    if jokers and (sure or join_refusal(p, seat, step + 2, rank, slot, 0, spare) == FINE):
                        steps.add(step + 2)
            slot += 1
        at += slots
        rank += 1
    at = side * KINDS * slots
    slot = 0
    while wild and slot < slots and melds[at + slot]:
        if slot == 0 or melds[at + slot] != melds[at + slot - 1]:
            step = ADD_WILD + slot * 2
            if twos and (sure or join_refusal(p, seat, step, 0, slot, 1, spare) == FINE):
                steps.add(step)
            if jokers and (sure or join_refusal(p, seat, step + 1, 0, slot, 0, spare) == FINE):
                steps.add(step + 1)
        slot += 1
