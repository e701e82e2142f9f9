"""The list of legal steps: exactly those that the judge accepts, found without asking it about every step."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.base.clauses import FINE
from canasta.engine.fields import ASKED, HELD, OPENED, SEAT, SIDE, SOURCE, STAGING
from canasta.engine.finishing import may_be_left_over, out_from, spare_cards
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
    show_refusal,
)
from canasta.engine.laying import add_refusal, red_canasta_refusal, start_refusal
from canasta.engine.listing import Listing
from canasta.engine.melds import wilds_of
from canasta.engine.openings import opening_reachable
from canasta.engine.position import ALLOWED, ASIDE, OVER, TO_ANSWER, TO_DRAW, UNASKED, Position
from canasta.engine.rule_table import BLACK, KINDS
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
from canasta.engine.taking import takes
from canasta.engine.turns import seen_aside
from canasta.engine.ways import may_join, plain_naturals
from canasta.rules.words.end import ENDS_BY_PILE, NO_PERMISSION
from canasta.rules.words.melds import TAKES_ANY

_RED: Final = 2


def legal(p: Position, seat: i64) -> vec[i64]:
    """Return the steps *seat* may take in *p*, ascending. Changes nothing.

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
    if p.rule_table.frozen_in_time and p.aside(seat):
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
    table = p.rule_table
    if table.permission != NO_PERMISSION and p.this_turn[ASKED] == UNASKED and promise_refusal(p, seat) == FINE:
        offset: i64 = 1
        while offset < table.members and (offset == 1 or not table.ask_every):
            steps.add(ASK + offset - 1)
            offset += 1


def _to_draw(p: Position, seat: i64, steps: Listing) -> None:
    if draw_refusal(p, seat) == FINE:
        steps.add(DRAW)
    if p.rule_table.ends == ENDS_BY_PILE and end_refusal(p, seat) == FINE:
        steps.add(END)
    if p.rule_table.restore:
        if lift_refusal(p, seat) == FINE:
            steps.add(LIFT)
        if restore_refusal(p) == FINE:
            steps.add(RESTORE)
    _ask(p, seat, steps)
    takes(p, seat, p.this_turn[ASKED], steps)


def _to_play(p: Position, seat: i64, steps: Listing) -> None:
    table = p.rule_table
    hand = seat * KINDS
    hands = p.hands
    held = p.seats[seat * SEAT + HELD]
    turn = p.this_turn
    staging = turn[STAGING] != 0
    gone = leaving(p)
    if table.special_hands and turn[SOURCE] != ASIDE and show_refusal(p, seat) == FINE:
        steps.add(END)
    if (
        table.passing
        and held == 1
        and not staging
        and turn[SOURCE] != ASIDE
        and turn[ASKED] != ALLOWED
        and (table.discard_forbidden or why_not_out(p, seat) != FINE)
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
    if p.turns >= table.quiet_turns and (opened or staging or _may_open(p, seat, side)):
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
    if p.discardless() or (held > 1 and (staging or gone or turn[ASKED] == ALLOWED)):
        return  # who opens, or must go out, discards nothing but his last card
    kind: i64 = 0
    if table.discards_plain and held > 1:
        # Every kind in the hand may go.
        items = steps.items
        number = steps.number
        while kind < KINDS:
            items[number] = DISCARD + kind
            number += i64(hands[hand + kind] > 0)
            kind += 1
        steps.number = number
        return
    while kind < KINDS:
        if hands[hand + kind] and discard_refusal(p, seat, kind) == FINE:
            steps.add(DISCARD + kind)
        kind += 1


def _may_open(p: Position, seat: i64, side: i64) -> bool:
    """Return whether *seat* may begin an opening at all: it can reach the minimum, or go out concealed without it."""
    if opening_reachable(p, seat):
        return True
    return waived(p) and (contract_met(p, side) or out_from(p, seat))


def _starts(p: Position, seat: i64, steps: Listing, spare: i64, opened: bool) -> None:
    """List the melds that *seat* may begin. Like `_adds` written without branches that nobody can predict."""
    table = p.rule_table
    hand = seat * KINDS
    side = table.side_of[seat]
    hands = p.hands
    melds = p.melds
    slots = table.slots
    wild_starts = table.late_starts if opened else table.wild_starts
    finish_first = table.finish_first
    kept = table.wilds_kept and p.wilds_wanted(side) > 0
    jokers = hands[hand]
    twos = hands[hand + 1]
    has_joker = jokers > 0
    has_two = twos > 0
    wild_goes = (has_joker or has_two) and not kept
    first = steps.number
    items = steps.items
    number = first
    at = (side * KINDS + LOW_RANK) * slots + slots - 1
    rank: i64 = LOW_RANK
    while rank < KINDS:
        count = hands[hand + rank]
        free = melds[at] == 0
        if finish_first:
            free = free & (p.unfinished(side, rank) < 0)
        step = START + (rank - LOW_RANK) * 3
        items[number] = step
        number += i64((count >= 3) & free)
        if wild_goes:
            pair = (count >= 2) & free & (wild_starts[rank] != 0)
            if has_two:
                items[number] = step + 1
                number += i64(pair)
            if has_joker:
                items[number] = step + 2
                number += i64(pair)
        at += slots
        rank += 1
    full = melds[side * KINDS * slots + slots - 1] != 0
    if table.wild_melds and jokers + twos >= 3 and not full and p.unfinished(side, 0) < 0:
        form: i64 = 0
        while form < 4:
            items[number] = START_WILD + form
            number += i64((jokers >= 3 - form) & (twos >= form))
            form += 1
    steps.number = number
    if not opened or spare < 3 or table.dead:  # else only the shape matters
        _keep_legal(p, seat, steps, first, spare)


def _adds(p: Position, seat: i64, steps: Listing, spare: i64, opened: bool) -> None:
    """List the cards that *seat* may add to melds."""
    table = p.rule_table
    hand = seat * KINDS
    side = table.side_of[seat]
    hands = p.hands
    melds = p.melds
    slots = table.slots
    special_wilds = table.special_wilds
    most_wilds = table.most_wilds
    late_pure = table.late_pure
    takes = table.takes
    row = p.wild_row(side)
    kept = table.wilds_kept and p.wilds_wanted(side) > 0
    has_joker = hands[hand] > 0
    has_two = hands[hand + 1] > 0
    wild = has_joker or has_two
    wild_goes = wild and not kept
    first = steps.number
    items = steps.items
    number = first
    at = (side * KINDS + LOW_RANK) * slots
    rank: i64 = LOW_RANK
    plain = table.plain_melds
    special = table.specials > 0
    while plain and rank < KINDS:
        # One meld of a rank at a time, whatever its size: no loop over slots, whose end nobody can predict.
        meld = melds[at]
        step = ADD + (rank - LOW_RANK) * (SLOTS * 3)
        items[number] = step
        number += i64((hands[hand + rank] > 0) & (meld > 0))
        if wild_goes:
            wilds = wilds_of(meld)
            room = wilds < most_wilds[row + (meld >> 16 & 255)]
            if special:
                room = room & (special_wilds[rank] != 0) & ((wilds > 0) | (late_pure[rank] == 0) | (not opened))
            if has_two:
                items[number] = step + 1
                number += i64(room)
            if has_joker:
                items[number] = step + 2
                number += i64(room)
        at += 1
        rank += 1
    while rank < KINDS:
        natural = hands[hand + rank] > 0
        takes_wilds = special_wilds[rank] != 0
        pure = opened and late_pure[rank] != 0
        meld = 0
        slot: i64 = 0
        while slot == 0 or (slot < slots and meld):
            before = meld
            meld = melds[at + slot]
            named = (meld > 0) & (meld != before)  # of equal melds only the first is
            step = ADD + ((rank - LOW_RANK) * SLOTS + slot) * 3
            joins = named
            wild_joins = named
            if takes != TAKES_ANY and named:
                joins = may_join(p, rank, meld, 1, 0)
                wild_joins = may_join(p, rank, meld, 0, 1)
            items[number] = step
            number += i64(natural & joins)
            if wild_goes:
                room = (
                    wild_joins
                    & takes_wilds
                    & (not pure or wilds_of(meld) > 0)
                    & (wilds_of(meld) < most_wilds[row + (meld >> 16 & 255)])
                )
                if has_two:
                    items[number] = step + 1
                    number += i64(room)
                if has_joker:
                    items[number] = step + 2
                    number += i64(room)
            slot += 1
        at += slots
        rank += 1
    at = side * KINDS * slots
    slot = 0
    while wild and slot < slots and melds[at + slot]:
        named = slot == 0 or melds[at + slot] != melds[at + slot - 1]
        items[number] = ADD_WILD + slot * 2
        number += i64(has_two & named)
        items[number] = ADD_WILD + slot * 2 + 1
        number += i64(has_joker & named)
        slot += 1
    steps.number = number
    if not opened or spare < 1 or table.dead:  # else only the shape matters
        _keep_legal(p, seat, steps, first, spare)


def _keep_legal(p: Position, seat: i64, steps: Listing, first: i64, spare: i64) -> None:
    """Drop from *steps*, from the place *first* on, those melds and cards that the judge refuses."""
    items = steps.items
    kept = first
    at = first
    while at < steps.number:
        step = items[at]
        code = add_refusal(p, seat, step, spare) if step >= ADD else start_refusal(p, seat, step, spare)
        if code == FINE:
            items[kept] = step
            kept += 1
        at += 1
    steps.number = kept
