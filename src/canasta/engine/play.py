"""Taking a step: `play` trusts that the step is legal and changes the position.

`play_noting` notes every movement of cards as a flow, in order, so that the layer above can move the faces.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop
from mypy_extensions import i64

from canasta.engine.fields import (
    ASKED,
    ASKED_SEAT,
    CANASTAS,
    COMING,
    COMPLETED,
    COUNTED,
    DENIED,
    DUE,
    HELD,
    MADE,
    ON_TRIAL,
    OPENED,
    RAISED,
    RESTORED,
    RESUME,
    SEAT,
    SIDE,
    SOURCE,
    STAGED,
    STAGING,
    STARTED,
    TAKEN,
    TALLY,
    TOUCHED,
)
from canasta.engine.flows import ANY_KIND, Z_CLOSED, Z_HAND, Z_MELD, Z_PILE, ZONE, Flows
from canasta.engine.going_out import last_discard_free
from canasta.engine.melds import class_of, size_of, wilds_of
from canasta.engine.position import (
    ALLOWED,
    ENDED_OUT,
    ENDED_PILE,
    ENDED_STOCK,
    FORBIDDEN,
    LIFTED,
    NOT_ENDED,
    OVER,
    PILE,
    PUT_BACK,
    STOCK,
    TO_ANSWER,
    TO_DRAW,
    TO_PLAY,
    Position,
)
from canasta.engine.rule_table import BLACK, KINDS
from canasta.engine.steps import (
    ADD,
    ASK,
    DISCARD,
    DRAW,
    END,
    JOKERS,
    KIND,
    KNOCK,
    LIFT,
    NATURALS,
    NO,
    OPEN,
    PARTNER,
    PICK_UP,
    RANK,
    RED_CANASTA,
    RESTORE,
    SLOT,
    START,
    STUCK,
    TAKE_CARD,
    TAKE_PAIR,
    TWOS,
    YES,
)
from canasta.engine.turns import (
    begin_out_of_turn_meld,
    close_turn,
    draw_cards,
    end_turn,
    enter,
    finish,
    give,
    go_out,
    lay_reds,
    lay_three,
    may_leave,
    pass_on,
    replace_reds,
    settle,
    talon_due,
)
from canasta.rules.words.end import ENDS_AFTER_LAP
from canasta.rules.words.melds import TAKES_LATER

_RED: Final = 2


def play(p: Position, step: i64) -> None:
    """Take *step* for the seat that `p.actor` names; it must be legal."""
    if p.phase == TO_DRAW and step >= START:
        play_aside(p, p.actor, step)
        return
    seat = p.actor
    if step >= DISCARD:
        _discard(p, seat, KIND[step])
    elif step >= RED_CANASTA:
        _put_red(p, seat, RANK[step])
        settle(p, seat)
    elif step >= ADD:
        _add(p, seat, step)
        settle(p, seat)
    elif step >= START:
        _start(p, seat, step)
        settle(p, seat)
    elif step >= TAKE_PAIR:
        _take(p, seat, step)
        settle(p, seat)
    elif step == DRAW:
        _draw(p, seat)
    elif step == OPEN:
        _open(p, seat)
        settle(p, seat)
    elif step == PICK_UP:
        give(p, seat)
        settle(p, seat)
    elif step == KNOCK or step == STUCK:
        end_turn(p, seat)
    elif step == END:
        if p.phase == TO_PLAY:  # with a special hand
            p.out = seat
            p.late = p.stock() == 0
        finish(p, ENDED_PILE)
    elif step == LIFT:
        p.this_turn[ON_TRIAL] = LIFTED
    elif step == RESTORE:
        p.this_turn[ON_TRIAL] = PUT_BACK
        p.sides[p.rule_table.side_of[seat] * SIDE + RESTORED] += 1
    elif step >= ASK:
        p.this_turn[ASKED_SEAT] = p.rule_table.partner_of(seat, PARTNER[step])
        p.actor = p.this_turn[ASKED_SEAT]
        p.this_turn[RESUME] = p.phase
        p.phase = TO_ANSWER
    else:
        if step == YES and p.rule_table.ask_every:
            following = (seat + p.rule_table.sides) % p.rule_table.seats
            if following != p.turn:
                p.this_turn[ASKED_SEAT] = following
                p.actor = following
                return
        p.this_turn[ASKED] = ALLOWED if step == YES else FORBIDDEN
        if step == NO and p.rule_table.ask_once:
            p.seats[p.turn * SEAT + DENIED] = 1
        p.actor = p.turn
        p.phase = p.this_turn[RESUME]


def play_by(p: Position, seat: i64, step: i64) -> None:
    """Take *step* for *seat*, in its turn or aside; it must be legal."""
    if seat == p.actor:
        play(p, step)
    else:
        play_aside(p, seat, step)


def play_noting(p: Position, seat: i64, step: i64, flows: Flows) -> None:
    """Take *step* for *seat*, in its turn or aside; it must be legal. *flows* then holds what moved, and nothing else."""
    flows.number = 0
    p.flows = flows
    play_by(p, seat, step)
    p.flows = None


def play_aside(p: Position, seat: i64, step: i64) -> None:
    """Lay cards for *seat* aside from the turns, as one may who took the pile; it must be legal.

    Who goes out so lets the others finish the lap, unless their turn has come already.
    """
    turn = p.turn
    phase = p.phase
    this_turn = p.this_turn[:]
    begin_out_of_turn_meld(p, seat)
    play(p, step)
    over = p.phase == OVER
    p.turn = turn
    p.actor = turn
    p.phase = phase
    p.this_turn = this_turn
    if over:
        p.ended = NOT_ENDED
        if seat == turn:
            finish(p, ENDED_OUT)


def _draw(p: Position, seat: i64) -> None:
    table = p.rule_table
    if p.stock() == 0 and table.ends != ENDS_AFTER_LAP:
        finish(p, ENDED_STOCK)
        return
    draw_cards(p, seat, table.draw)
    p.this_turn[SOURCE] = STOCK
    if p.phase == OVER:  # the last card was a three that ends the deal
        return
    p.phase = TO_PLAY
    if table.ends == ENDS_AFTER_LAP and p.stock() == 0 and p.lap < 0:
        p.lap = table.seats
    settle(p, seat)


def _slot_of(p: Position, side: i64, rank: i64, slot: i64) -> i64:
    return (side * KINDS + rank) * p.rule_table.slots + slot


def _first_free(p: Position, side: i64, rank: i64) -> i64:
    at = _slot_of(p, side, rank, 0)
    slot: i64 = 0
    while p.melds[at + slot]:
        slot += 1
    return slot


def _lay(p: Position, seat: i64, rank: i64, slot: i64, more: i64, worth: i64) -> None:
    """Add the cards *more* (as a meld) to the meld in *slot*, then close and sort; flows of cards come before."""
    table = p.rule_table
    side = table.side_of[seat]
    at = _slot_of(p, side, rank, slot)
    meld = p.melds[at]
    before = class_of(table, rank, meld)
    new = meld + more
    after = class_of(table, rank, new)
    p.melds[at] = new
    if meld == 0:
        p.this_turn[STARTED] |= 1 << rank
    elif p.this_turn[STARTED] >> rank & 1 == 0:
        p.this_turn[TOUCHED] = 1
    if p.sides[side * SIDE + OPENED] == 0:
        p.this_turn[STAGING] = 1
        p.this_turn[STAGED] += worth
    if after != before:
        if p.this_turn[STAGING]:
            p.this_turn[STAGED] += table.opening_bonus[after]
        if before >= 0:
            p.sides[side * SIDE + TALLY + before] -= 1
            if p.this_turn[STAGING]:
                p.this_turn[STAGED] -= table.opening_bonus[before]
        else:
            if rank != BLACK or table.black_counts:
                p.sides[side * SIDE + COUNTED] += 1
            p.this_turn[MADE] += 1
            if table.takes == TAKES_LATER:
                p.this_turn[STARTED] |= 1 << (COMPLETED + rank)
            p.seats[seat * SEAT + CANASTAS] += 1
        p.sides[side * SIDE + TALLY + after] += 1
    if after >= 0 and not table.grows:
        p.melds[at] = 0
        p.flow(Z_MELD * ZONE + at, Z_CLOSED * ZONE + i64(len(p.closed)), ANY_KIND, size_of(new))
        p.closed = append(p.closed, side << 40 | rank << 32 | new)
        while slot + 1 < table.slots and p.melds[at + 1]:
            _swap(p, at)
            at += 1
            slot += 1
        return
    while slot > 0 and p.melds[at - 1] < p.melds[at]:
        _swap(p, at - 1)
        at -= 1
        slot -= 1


def _swap(p: Position, at: i64) -> None:
    meld = p.melds[at]
    p.melds[at] = p.melds[at + 1]
    p.melds[at + 1] = meld
    p.flow(Z_MELD * ZONE + at, Z_MELD * ZONE + at + 1, ANY_KIND, 0)


def _put(p: Position, seat: i64, kind: i64, number: i64, target: i64) -> i64:
    """Move *number* cards from hand to the zone *target*; returns their worth."""
    if number:
        p.hands[seat * KINDS + kind] -= number
        p.seats[seat * SEAT + HELD] -= number
        p.flow(Z_HAND * ZONE + seat, target, kind, number)
    return number * p.rule_table.value[kind]


def _start(p: Position, seat: i64, step: i64) -> None:
    side = p.rule_table.side_of[seat]
    rank = RANK[step]
    naturals = p.rule_table.naturals[step]
    twos = TWOS[step]
    jokers = JOKERS[step]
    slot = _first_free(p, side, rank)
    target = Z_MELD * ZONE + _slot_of(p, side, rank, slot)
    worth: i64 = 0
    if naturals:
        worth = _put(p, seat, rank, naturals, target)
    worth += _put(p, seat, 1, twos, target) + _put(p, seat, 0, jokers, target)
    _lay(p, seat, rank, slot, naturals << 16 | twos << 8 | jokers, worth)


def _add(p: Position, seat: i64, step: i64) -> None:
    rank = RANK[step]
    slot = SLOT[step]
    worth = _put(p, seat, KIND[step], 1, Z_MELD * ZONE + _slot_of(p, p.rule_table.side_of[seat], rank, slot))
    _lay(p, seat, rank, slot, NATURALS[step] << 16 | TWOS[step] << 8 | JOKERS[step], worth)


def _put_red(p: Position, seat: i64, rank: i64) -> None:
    side = p.rule_table.side_of[seat]
    index: i64 = 0
    while index < i64(len(p.closed)):
        entry = p.closed[index]
        if entry >> 40 == side and (entry >> 32 & 255) == rank and wilds_of(entry) == 0 and (entry >> 24 & 1) == 0:
            p.closed[index] = entry | 1 << 24
            _put(p, seat, _RED, 1, Z_CLOSED * ZONE + index)
            return
        index += 1


def _take(p: Position, seat: i64, step: i64) -> None:
    table = p.rule_table
    side = table.side_of[seat]
    top = p.top()
    opened = p.sides[side * SIDE + OPENED] != 0
    p.this_turn[SOURCE] = PILE
    p.phase = TO_PLAY
    if table.show and opened:
        _collect(p, seat, table.take if table.take else i64(len(p.pile)))
        return
    rank: i64 = 0
    if top > 1:
        rank = top
    slot = SLOT[step]
    if slot < 0:
        slot = _joined(p, side, rank)
    naturals = table.naturals[step]
    twos = TWOS[step]
    jokers = JOKERS[step]
    target = Z_MELD * ZONE + _slot_of(p, side, rank, slot)
    worth: i64 = table.value[top]
    if table.top_raises and not opened:
        p.this_turn[RAISED] = table.value[top]
    p.pile, top = pop(p.pile)
    p.freezing -= table.freezes[top]
    p.flow(Z_PILE * ZONE, target, top, 1)
    if naturals:
        worth += _put(p, seat, rank, naturals, target)
    worth += _put(p, seat, 1, twos, target) + _put(p, seat, 0, jokers, target)
    if top > 1:
        naturals += 1
    elif top == 1:
        twos += 1
    else:
        jokers += 1
    _lay(p, seat, rank, slot, naturals << 16 | twos << 8 | jokers, worth)
    if table.triple and not opened:
        p.this_turn[STARTED] |= 1 << (COMPLETED + rank)
    if step >= TAKE_CARD:
        return
    rest = i64(len(p.pile))
    if table.take and rest > table.take - 1:
        rest = table.take - 1
    if opened:
        _collect(p, seat, rest)
    else:
        p.this_turn[COMING] = rest


def _joined(p: Position, side: i64, rank: i64) -> i64:
    """Return the slot that a pair with the top card goes to: the one open meld, or a free slot."""
    if not p.rule_table.several:
        return 0
    return _first_free(p, side, rank)


def _collect(p: Position, seat: i64, number: i64) -> None:
    """Move the top *number* cards of the pile to the hand; red threes among them are laid, and rarely replaced."""
    if number > i64(len(p.pile)):
        number = i64(len(p.pile))
    if number:
        p.flow(Z_PILE * ZONE, Z_HAND * ZONE + seat, ANY_KIND, number)
    reds: i64 = 0
    blacks: i64 = 0
    while number > 0:
        p.pile, kind = pop(p.pile)
        number -= 1
        p.freezing -= p.rule_table.freezes[kind]
        if p.rule_table.laid[kind] == 0:
            enter(p, seat, kind, 1)
        elif kind == _RED:
            reds += 1
        else:
            blacks += 1
    more = reds + blacks
    while reds > 0:
        lay_three(p, seat, _RED)
        reds -= 1
    while blacks > 0:
        lay_three(p, seat, BLACK)
        blacks -= 1
    if more and p.rule_table.reds_refill:
        replace_reds(p, seat, more)
    if len(p.pile) == 0:
        p.upcard_froze = False


def _open(p: Position, seat: i64) -> None:
    side = p.rule_table.side_of[seat]
    if p.this_turn[STAGED] < p.minimum(side):
        p.this_turn[ASKED] = ALLOWED  # it stands by going out, which binds as a yes does
        p.this_turn[ASKED_SEAT] = seat
    p.sides[side * SIDE + OPENED] = 1
    p.this_turn[STAGING] = 0
    p.this_turn[STAGED] = 0
    if p.rule_table.reds_open:
        lay_reds(p, seat)
    coming = p.this_turn[COMING]
    p.this_turn[COMING] = 0
    _collect(p, seat, coming)


def _last_discard(p: Position, seat: i64, kind: i64) -> bool:
    """Return whether *seat*, whose last card of *kind* is discarded, goes out although a reserve is left."""
    table = p.rule_table
    return not table.discard_forbidden and last_discard_free(p, table.side_of[seat], kind) and may_leave(p, seat)


def _discard(p: Position, seat: i64, kind: i64) -> None:
    _put(p, seat, kind, 1, Z_PILE * ZONE)
    p.pile = append(p.pile, kind)
    p.freezing += p.rule_table.freezes[kind]
    if p.seats[seat * SEAT + HELD]:
        end_turn(p, seat)
        return
    taken = p.seats[seat * SEAT + TAKEN]
    stays = taken < p.rule_table.reserves or (p.opened(p.side_of(seat)) and talon_due(p, seat) > 0)
    if not stays or (taken >= p.rule_table.reserves_needed and _last_discard(p, seat, kind)):
        go_out(p, seat)
        return
    if taken == p.rule_table.reserves:
        end_turn(p, seat)
        return
    close_turn(p, seat)
    if p.rule_table.reserve_next_turn[taken]:
        p.seats[seat * SEAT + DUE] = 1
    else:
        give(p, seat)
    pass_on(p, seat)
