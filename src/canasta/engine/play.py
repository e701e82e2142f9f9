"""Taking a step: `play` trusts that the step is legal and changes the position.

Every movement of cards is noted as a flow, in order, so that the layer above can move the faces.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop
from mypy_extensions import i64

from canasta.engine.going_out import barred, contract_met, waived
from canasta.engine.position import (
    ALLOWED,
    ANY_KIND,
    CANASTAS,
    DUE,
    ENDED_LAP,
    ENDED_OUT,
    ENDED_PILE,
    ENDED_STOCK,
    FORBIDDEN,
    HELD,
    LAID,
    MISSED,
    NOWHERE,
    OPENED,
    OVER,
    PART,
    PILE,
    PLAYED,
    REDS,
    SEAT,
    SIDE,
    STOCK,
    TAKEN,
    TALLY,
    TO_ANSWER,
    TO_DRAW,
    TO_PLAY,
    TOOK,
    UNASKED,
    WHOLE_TURN,
    Z_CLOSED,
    Z_HAND,
    Z_MELD,
    Z_PILE,
    Z_REDS,
    Z_RESERVE,
    Z_STOCK,
    ZONE,
    Position,
    class_of,
    size_of,
    wilds_of,
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
    OPEN,
    PICK_UP,
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
    TAKE_WILDS_ONTO,
    TAKE_WITH_TWO,
    YES,
)
from canasta.engine.table import (
    ENDS_AFTER_LAP,
    KINDS,
    REST_AT_ONCE,
    WHEN_EMPTY,
    WHEN_OWN_CANASTA,
    WHEN_SIDE_CANASTA,
)

_RED: Final = 2
_BLACK: Final = 3
_NATURAL_UNIT: Final = 1 << 16
_TWO_UNIT: Final = 1 << 8
_JOKER_UNIT: Final = 1


def play(p: Position, step: i64) -> None:
    """Take *step* for the seat that `p.actor` names; it must be legal."""
    p.flowed = 0
    seat = p.actor
    if step >= DISCARD:
        _discard(p, seat, step - DISCARD)
    elif step >= RED_CANASTA:
        _put_red(p, seat, step - RED_CANASTA + LOW_RANK)
        _settle(p, seat)
    elif step >= ADD:
        _add(p, seat, step)
        _settle(p, seat)
    elif step >= START:
        _start(p, seat, step)
        _settle(p, seat)
    elif step >= TAKE_PAIR:
        _take(p, seat, step)
        _settle(p, seat)
    elif step == DRAW:
        _draw(p, seat)
    elif step == OPEN:
        _open(p, seat)
        _settle(p, seat)
    elif step == PICK_UP:
        _give(p, seat)
        _settle(p, seat)
    elif step == KNOCK or step == STUCK:
        _end_turn(p, seat)
    elif step == END:
        _finish(p, ENDED_PILE)
    elif step >= ASK:
        side = p.table.sides
        p.asked_seat = (seat + (step - ASK + 1) * side) % p.table.seats
        p.actor = p.asked_seat
        p.resume = p.phase
        p.phase = TO_ANSWER
    else:
        p.asked = ALLOWED if step == YES else FORBIDDEN
        p.actor = p.turn
        p.phase = p.resume


def _leave(p: Position, seat: i64, kind: i64, number: i64) -> None:
    p.hands[seat * KINDS + kind] -= number
    p.seats[seat * SEAT + HELD] -= number


def _enter(p: Position, seat: i64, kind: i64, number: i64) -> None:
    p.hands[seat * KINDS + kind] += number
    p.seats[seat * SEAT + HELD] += number


def _from_stock(p: Position, seat: i64, number: i64) -> None:
    """Draw up to *number* cards; red threes are laid and, where the rules say so, replaced."""
    table = p.table
    replaces = table.red_laid and _replaces(p, seat)
    end = i64(len(p.deck))
    hand = Z_HAND * ZONE + seat
    while number > 0 and p.next < end:
        kind = p.deck[p.next]
        p.next += 1
        number -= 1
        p.flow(Z_STOCK * ZONE, hand, kind, 1)
        if kind == _RED and table.red_laid:
            _lay_red(p, seat)
            if replaces:
                number += 1
        else:
            p.hands[seat * KINDS + kind] += 1
            p.seats[seat * SEAT + HELD] += 1


def _replaces(p: Position, seat: i64) -> bool:
    taken = p.seats[seat * SEAT + TAKEN]
    return taken == 0 or p.table.reserve_replaces[taken - 1] != 0


def _lay_red(p: Position, seat: i64) -> None:
    side = seat % p.table.sides
    p.sides[side * SIDE + REDS] += 1
    p.flow(Z_HAND * ZONE + seat, Z_REDS * ZONE + side, _RED, 1)


def lay_reds(p: Position, seat: i64) -> None:
    """Lay the red threes in the hand of *seat* and replace them where the rules say so."""
    reds = p.hands[seat * KINDS + _RED]
    if reds == 0 or not p.table.red_laid:
        return
    _leave(p, seat, _RED, reds)
    number = reds
    while number > 0:
        _lay_red(p, seat)
        number -= 1
    if _replaces(p, seat):
        _from_stock(p, seat, reds)


def _draw(p: Position, seat: i64) -> None:
    table = p.table
    if p.stock() == 0 and table.ends != ENDS_AFTER_LAP:
        _finish(p, ENDED_STOCK)
        return
    _from_stock(p, seat, table.draw)
    p.source = STOCK
    p.phase = TO_PLAY
    if table.ends == ENDS_AFTER_LAP and p.stock() == 0 and p.lap < 0:
        p.lap = table.seats
    _settle(p, seat)


def _slot_of(p: Position, side: i64, rank: i64, slot: i64) -> i64:
    return (side * KINDS + rank) * p.table.slots + slot


def _first_free(p: Position, side: i64, rank: i64) -> i64:
    at = _slot_of(p, side, rank, 0)
    slot: i64 = 0
    while p.melds[at + slot]:
        slot += 1
    return slot


def _lay(p: Position, seat: i64, rank: i64, slot: i64, more: i64, worth: i64) -> None:
    """Add the cards *more* (as a meld) to the meld in *slot*, then close and sort; flows of cards come before."""
    table = p.table
    side = seat % table.sides
    at = _slot_of(p, side, rank, slot)
    meld = p.melds[at]
    before = class_of(table, rank, meld)
    new = meld + more
    after = class_of(table, rank, new)
    p.melds[at] = new
    if meld == 0:
        p.started |= 1 << rank
    elif p.started >> rank & 1 == 0:
        p.touched = True
    if p.sides[side * SIDE + OPENED] == 0:
        p.staging = True
        p.staged += worth
    if after != before:
        if before >= 0:
            p.sides[side * SIDE + TALLY + before] -= 1
        else:
            p.made += 1
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
    return number * p.table.value[kind]


def _start(p: Position, seat: i64, step: i64) -> None:
    side = seat % p.table.sides
    rank: i64 = 0
    naturals: i64 = 0
    twos: i64 = 0
    jokers: i64 = 0
    if step == START_BLACK:
        rank = _BLACK
        naturals = p.table.black_least
    elif step >= START_WILD:
        twos = step - START_WILD
        jokers = 3 - twos
    else:
        rank = (step - START) // 3 + LOW_RANK
        form = (step - START) % 3
        naturals = 3 if form == 0 else 2
        twos = 1 if form == 1 else 0
        jokers = 1 if form == 2 else 0
    slot = _first_free(p, side, rank)
    target = Z_MELD * ZONE + _slot_of(p, side, rank, slot)
    worth: i64 = 0
    if naturals:
        worth = _put(p, seat, rank, naturals, target)
    worth += _put(p, seat, 1, twos, target) + _put(p, seat, 0, jokers, target)
    _lay(p, seat, rank, slot, naturals << 16 | twos << 8 | jokers, worth)


def _add(p: Position, seat: i64, step: i64) -> None:
    rank: i64 = 0
    kind: i64 = 0
    slot: i64 = 0
    if step >= ADD_BLACK:
        rank = _BLACK
        kind = _BLACK
    elif step >= ADD_WILD:
        slot = (step - ADD_WILD) // 2
        kind = 1 - (step - ADD_WILD) % 2
    else:
        rest = (step - ADD) // 3
        form = (step - ADD) % 3
        rank = rest // SLOTS + LOW_RANK
        slot = rest % SLOTS
        kind = rank if form == 0 else 2 - form
    worth = _put(p, seat, kind, 1, Z_MELD * ZONE + _slot_of(p, seat % p.table.sides, rank, slot))
    unit: i64 = _NATURAL_UNIT if kind > 1 else (_TWO_UNIT if kind == 1 else _JOKER_UNIT)
    _lay(p, seat, rank, slot, unit, worth)


def _put_red(p: Position, seat: i64, rank: i64) -> None:
    side = seat % p.table.sides
    index: i64 = 0
    while index < i64(len(p.closed)):
        entry = p.closed[index]
        if entry >> 40 == side and (entry >> 32 & 255) == rank and wilds_of(entry) == 0 and (entry >> 24 & 1) == 0:
            p.closed[index] = entry | 1 << 24
            _put(p, seat, _RED, 1, Z_CLOSED * ZONE + index)
            return
        index += 1


def _take(p: Position, seat: i64, step: i64) -> None:
    table = p.table
    side = seat % table.sides
    top = p.top()
    opened = p.sides[side * SIDE + OPENED] != 0
    p.source = PILE
    p.phase = TO_PLAY
    if table.show and opened:
        _collect(p, seat, table.take if table.take else i64(len(p.pile)))
        return
    rank: i64 = 0
    if top > 1:
        rank = top
    slot: i64 = 0
    naturals: i64 = 0
    twos: i64 = 0
    jokers: i64 = 0
    if step >= TAKE_CARD:
        slot = step - TAKE_CARD
    elif step >= TAKE_WILDS_ONTO:
        twos = (step - TAKE_WILDS_ONTO) // SLOTS
        jokers = 2 - twos
        slot = (step - TAKE_WILDS_ONTO) % SLOTS
    elif step >= TAKE_WILDS:
        twos = step - TAKE_WILDS
        jokers = 2 - twos
        slot = _joined(p, side, rank)
    elif step >= TAKE_ONTO:
        slot = step - TAKE_ONTO
    elif step >= TAKE_WITH_TWO:
        naturals = 1
        twos = 1 if step == TAKE_WITH_TWO else 0
        jokers = 1 - twos
        slot = _joined(p, side, rank)
    elif step >= TAKE_PAIR_ONTO:
        naturals = 2
        slot = step - TAKE_PAIR_ONTO
    else:
        naturals = 2
        slot = _joined(p, side, rank)
    target = Z_MELD * ZONE + _slot_of(p, side, rank, slot)
    worth: i64 = table.value[top]
    if table.top_raises and not opened:
        p.raised = table.value[top]
    p.pile, top = pop(p.pile)
    if top <= 1:
        p.wilds_in_pile -= 1
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
    if step >= TAKE_CARD:
        return
    rest = i64(len(p.pile))
    if table.take and rest > table.take - 1:
        rest = table.take - 1
    if opened:
        _collect(p, seat, rest)
    else:
        p.coming = rest


def _joined(p: Position, side: i64, rank: i64) -> i64:
    """The slot that a pair with the top card goes to: the one open meld, or a free slot."""
    if not p.table.several:
        return 0
    return _first_free(p, side, rank)


def _collect(p: Position, seat: i64, number: i64) -> None:
    """Move the top *number* cards of the pile to the hand; red threes among them are laid, not replaced."""
    if number > i64(len(p.pile)):
        number = i64(len(p.pile))
    if number:
        p.flow(Z_PILE * ZONE, Z_HAND * ZONE + seat, ANY_KIND, number)
    reds: i64 = 0
    while number > 0:
        p.pile, kind = pop(p.pile)
        number -= 1
        if kind <= 1:
            p.wilds_in_pile -= 1
        if kind == _RED and p.table.red_laid:
            reds += 1
        else:
            _enter(p, seat, kind, 1)
    while reds > 0:
        _lay_red(p, seat)
        reds -= 1
    if len(p.pile) == 0:
        p.upcard_froze = False


def _open(p: Position, seat: i64) -> None:
    side = seat % p.table.sides
    p.sides[side * SIDE + OPENED] = 1
    p.staging = False
    p.staged = 0
    coming = p.coming
    p.coming = 0
    _collect(p, seat, coming)


def _triggered(p: Position, seat: i64) -> bool:
    """Whether the next reserve of *seat* is his by a canasta or an opening."""
    table = p.table
    taken = p.seats[seat * SEAT + TAKEN]
    if taken >= table.reserves:
        return False
    side = seat % table.sides
    trigger = table.reserve_trigger[taken]
    if trigger == WHEN_OWN_CANASTA:
        return p.seats[seat * SEAT + CANASTAS] > 0
    if trigger == WHEN_SIDE_CANASTA:
        return p.all_canastas(side) > 0
    return trigger != WHEN_EMPTY and p.opened(side)


def manual_due(p: Position, seat: i64) -> bool:
    """Whether *seat* has a reserve to pick up by hand now."""
    taken = p.seats[seat * SEAT + TAKEN]
    return taken < p.table.reserves and p.table.reserve_manual[taken] != 0 and _triggered(p, seat)


def _settle(p: Position, seat: i64) -> None:
    """After a step of *seat*: hand out the reserves that are due; an empty hand gets one or goes out."""
    table = p.table
    if p.staging:
        if p.seats[seat * SEAT + HELD] == 0 and p.coming == 0 and not table.discard_required:
            if p.staged < p.minimum(seat % table.sides) and waived(p, seat) and _may_leave(p, seat):
                _go_out(p, seat)
        return
    if table.reserves:
        mate: i64 = seat % table.sides
        while mate < table.seats:
            _hand_out(p, mate, mate == seat)
            mate += table.sides
    if p.seats[seat * SEAT + HELD] == 0:
        taken = p.seats[seat * SEAT + TAKEN]
        if taken < table.reserves and table.reserve_trigger[taken] == WHEN_EMPTY:
            _give(p, seat)
            _settle(p, seat)
        elif not table.discard_required and _may_leave(p, seat):
            _go_out(p, seat)


def _hand_out(p: Position, seat: i64, acting: bool) -> None:
    while _triggered(p, seat):
        taken = p.seats[seat * SEAT + TAKEN]
        if p.table.reserve_manual[taken]:
            return
        if not acting and p.table.reserve_rest[taken] != REST_AT_ONCE:
            return
        _give(p, seat)


def _give(p: Position, seat: i64) -> None:
    """Move the next reserve of *seat* into his hand."""
    table = p.table
    index = p.seats[seat * SEAT + TAKEN]
    at = p.reserve_start(seat, index)
    size = table.reserve_size[index]
    p.seats[seat * SEAT + TAKEN] = index + 1
    p.flow(Z_RESERVE * ZONE + seat * 4 + index, Z_HAND * ZONE + seat, ANY_KIND, size)
    end = at + size
    while at < end:
        _enter(p, seat, p.deck[at], 1)
        at += 1
    lay_reds(p, seat)


def _may_leave(p: Position, seat: i64) -> bool:
    return barred(p, seat, False) == 0 and contract_met(p, seat % p.table.sides)


def _discard(p: Position, seat: i64, kind: i64) -> None:
    _put(p, seat, kind, 1, Z_PILE * ZONE)
    p.pile = append(p.pile, kind)
    if kind <= 1:
        p.wilds_in_pile += 1
    if p.seats[seat * SEAT + HELD]:
        _end_turn(p, seat)
        return
    taken = p.seats[seat * SEAT + TAKEN]
    if taken == p.table.reserves:
        _go_out(p, seat)
        return
    _close_turn(p, seat)
    if p.table.reserve_next_turn[taken]:
        p.seats[seat * SEAT + DUE] = 1
    else:
        _give(p, seat)
    _pass_on(p, seat)


def _go_out(p: Position, seat: i64) -> None:
    own = p.fresh and not p.touched and p.made > 0
    p.concealed = p.table.concealed != 0 and own and (p.table.concealed == 1 or p.side_fresh)
    side = seat % p.table.sides
    if p.staging:
        p.sides[side * SIDE + OPENED] = 1
        p.staging = False
    p.out = seat
    _finish(p, ENDED_OUT)


def _finish(p: Position, how: i64) -> None:
    p.ended = how
    p.phase = OVER


def _end_turn(p: Position, seat: i64) -> None:
    _close_turn(p, seat)
    _pass_on(p, seat)


def _close_turn(p: Position, seat: i64) -> None:
    """Note what the turn of *seat* leaves behind."""
    table = p.table
    at = seat * SEAT
    if p.started or p.touched:
        p.seats[at + LAID] = 1
    p.seats[at + TOOK] = 1 if p.source == PILE else 0
    if table.reserves and p.seats[at + TAKEN] == table.reserves:
        if p.began_last:
            p.seats[at + PLAYED] = WHOLE_TURN
        elif p.seats[at + PLAYED] == 0:
            p.seats[at + PLAYED] = PART
    if manual_due(p, seat):
        p.seats[at + MISSED] |= 1 << p.seats[at + TAKEN]


def _pass_on(p: Position, seat: i64) -> None:
    """Give the turn to the next player, unless this was the last of the last lap."""
    p.turns += 1
    if p.lap == 0:
        _finish(p, ENDED_LAP)
        return
    if p.lap > 0:
        p.lap -= 1
    begin_turn(p, (seat + 1) % p.table.seats)


def begin_turn(p: Position, seat: i64) -> None:
    """Give the turn to *seat*."""
    table = p.table
    side = seat % table.sides
    p.turn = seat
    p.actor = seat
    p.phase = TO_DRAW
    p.source = NOWHERE
    p.staging = False
    p.staged = 0
    p.raised = 0
    p.coming = 0
    p.asked = UNASKED
    p.asked_seat = -1
    p.started = 0
    p.made = 0
    p.touched = False
    p.fresh = p.seats[seat * SEAT + LAID] == 0
    p.side_fresh = p.sides[side * SIDE + OPENED] == 0
    if p.seats[seat * SEAT + DUE]:
        p.seats[seat * SEAT + DUE] = 0
        _give(p, seat)
    p.began_last = table.reserves > 0 and p.seats[seat * SEAT + TAKEN] == table.reserves
    if not table.pile_after and p.stock() == 0 and table.ends != ENDS_AFTER_LAP:
        _finish(p, ENDED_STOCK)
