"""The one judge of legality: `refusal` says which clause forbids a step, or that none does.

Shape comes first (whose turn, which cards, what a meld may hold); then `_after` asks whether the turn can
still be finished. Where few cards are left, or a promise to go out must be kept, it plays the step on a copy
and searches exactly; it looks at nothing the player does not see.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.clauses import (
    EXHAUSTION_ENDS,
    EXHAUSTION_FORCED,
    FINE,
    MELD_SAME_RANK,
    MELD_SIZE,
    MELD_SLOTS,
    MELD_WILD_MELDS,
    MELD_WILDS,
    OPENING_CANASTA,
    OPENING_MINIMUM,
    OUT_DISCARD,
    OUT_KEEP,
    OUT_PERMISSION,
    OUT_SURE,
    PILE_BLOCKED,
    PILE_CONSECUTIVE,
    PILE_EMPTY,
    PILE_END,
    PILE_FROZEN,
    PILE_LAST_CARD,
    PILE_NEED,
    PILE_WILD_TOP,
    RESERVES_MANUAL,
    SPECIALS_DISCARD,
    SPECIALS_WILDS,
    THREES_BLACK_MELD,
    THREES_RED_CANASTA,
    TURN_ANSWER,
    TURN_ASKED,
    TURN_CARDS,
    TURN_DRAW,
    TURN_DRAWN,
    TURN_OPENING,
    TURN_ORDER,
    TURN_OVER,
    TURN_STUCK,
    TURN_UNKNOWN,
)
from canasta.engine.going_out import (
    barred,
    discard_free,
    last_discard_free,
    sure_out,
    waived,
    why_not_out,
)
from canasta.engine.openings import best_opening, cards_to_keep, opening_possible
from canasta.engine.play import manual_due, play
from canasta.engine.position import (
    ALLOWED,
    HELD,
    OPENED,
    OVER,
    PILE,
    SEAT,
    SIDE,
    TAKEN,
    TO_ANSWER,
    TO_DRAW,
    TO_PLAY,
    TOOK,
    UNASKED,
    Position,
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
    NO,
    OPEN,
    PICK_UP,
    RED_CANASTA,
    RESTORE,
    SLOTS,
    START,
    START_BLACK,
    START_WILD,
    STEPS,
    STUCK,
    TAKE_CARD,
    TAKE_ONTO,
    TAKE_PAIR,
    TAKE_PAIR_ONTO,
    TAKE_WILDS,
    TAKE_WILDS_ONTO,
    TAKE_WITH_JOKER,
    TAKE_WITH_TWO,
    YES,
)
from canasta.engine.table import (
    ENDS_BY_PILE,
    FORCED_CARD,
    FORCED_ONTO,
    KINDS,
    NO_PERMISSION,
    WHEN_EMPTY,
    WILD_TOP_NO,
    WILD_TOP_SAME,
)

_BLACK_THREE: Final = 3


def refusal(p: Position, seat: i64, step: i64) -> i64:
    """The code of the clause that forbids *seat* to take *step* in *p*; 0 if it is legal. Changes nothing."""
    if step < 0 or step >= STEPS or step == RESTORE:
        return TURN_UNKNOWN
    if p.phase == OVER:
        return TURN_OVER
    if seat != p.actor:
        return TURN_ORDER
    if p.phase == TO_ANSWER:
        return FINE if step == YES or step == NO else TURN_ANSWER
    if step == YES or step == NO:
        return TURN_ANSWER
    if step == STUCK:
        return FINE if _may_stop(p, seat) else TURN_STUCK
    if ASK <= step < PICK_UP:
        return ask_refusal(p, seat, step - ASK + 1)
    if p.phase == TO_DRAW:
        if step == DRAW:
            return draw_refusal(p, seat)
        if step == END:
            return end_refusal(p, seat)
        if TAKE_PAIR <= step < START:
            return take_refusal(p, seat, step)
        return TURN_DRAW
    if step == DRAW or step == END or TAKE_PAIR <= step < START:
        return TURN_OPENING if p.staging else TURN_DRAWN
    if step == OPEN:
        return open_refusal(p, seat)
    if step >= DISCARD:
        return discard_refusal(p, seat, step - DISCARD)
    if step >= RED_CANASTA:
        return red_canasta_refusal(p, seat, step - RED_CANASTA + LOW_RANK)
    if step >= ADD:
        return add_refusal(p, seat, step)
    if step >= START:
        return start_refusal(p, seat, step)
    if step == KNOCK:
        return knock_refusal(p, seat)
    return pick_up_refusal(p, seat)


def _may_stop(p: Position, seat: i64) -> bool:
    """Whether the turn may end without a discard: nothing else is legal, or one card is kept where that is allowed."""
    if p.phase == TO_PLAY and not p.staging and p.table.passing and p.held(seat) == 1 and p.asked != ALLOWED:
        return why_not_out(p, seat) != FINE
    return not _any_legal(p, seat)


def _any_legal(p: Position, seat: i64) -> bool:
    step: i64 = 0
    while step < STEPS:
        if step != STUCK and step != RESTORE and refusal(p, seat, step) == FINE:
            return True
        step += 1
    return False


def promised(p: Position) -> bool:
    """Whether the player to move was allowed to go out this turn, and so must."""
    return p.asked == ALLOWED


def _after(p: Position, seat: i64, step: i64, left: i64) -> i64:
    """FINE if, after *step* leaves *left* cards, the turn can still be finished; else the clause in the way."""
    if not p.staging and p.asked != ALLOWED and p.table.discards_free and left >= cards_to_keep(p, seat) and left > 0:
        return FINE
    return trial(p, seat, step)


def trial(p: Position, seat: i64, step: i64) -> i64:
    """Play *step*, whose shape is right, on a copy: FINE if the turn can be finished from there."""
    q = p.copy()
    play(q, step)
    if q.phase == OVER or q.turn != seat:
        return FINE if q.out == seat or p.asked != ALLOWED else OUT_SURE
    if p.asked == ALLOWED:
        return FINE if sure_out(q, seat) else OUT_SURE
    if q.seats[seat * SEAT + TAKEN] != p.seats[seat * SEAT + TAKEN]:
        return FINE
    if q.staging:
        if opening_possible(q, seat) or _out_from(q, seat):
            return FINE
        if best_opening(q, seat) < q.minimum(seat % q.table.sides):
            return OPENING_MINIMUM
        return _why(q, seat)
    if _can_end(q, seat) or _out_from(q, seat):
        return FINE
    return _why(q, seat)


def _can_end(p: Position, seat: i64) -> bool:
    """Whether the turn can end from *p* without going out."""
    left = p.seats[seat * SEAT + HELD]
    if left < cards_to_keep(p, seat) or left == 0:
        return False
    table = p.table
    if table.discards_free or (table.knock and p.source == PILE):
        return True
    if table.passing and left == 1:
        return True
    kind: i64 = 0
    while kind < KINDS:
        if p.hands[seat * KINDS + kind] and discard_free(p, seat % table.sides, kind):
            return True
        kind += 1
    return False


def _out_from(p: Position, seat: i64) -> bool:
    """Whether *seat* may go out this turn without asking any more, and can."""
    return barred(p, seat, False) == FINE and sure_out(p, seat)


def _why(p: Position, seat: i64) -> i64:
    """The clause in the way of a turn that cannot be finished from *p*."""
    code = why_not_out(p, seat)
    if code:
        return code
    left = p.seats[seat * SEAT + HELD]
    return OUT_DISCARD if left == 0 and p.table.discard_required else OUT_KEEP


def ask_refusal(p: Position, seat: i64, offset: i64) -> i64:
    """Why *seat* may not ask the *offset*-th partner to his left."""
    table = p.table
    if table.permission == NO_PERMISSION or offset >= table.members:
        return OUT_PERMISSION
    if p.staging:
        return TURN_OPENING
    if p.asked != UNASKED:
        return TURN_ASKED
    code = barred(p, seat, True)
    if code:
        return code
    if p.phase == TO_PLAY:
        if not sure_out(p, seat):
            return OUT_SURE
        # A no must leave him a turn he can finish.
        return FINE if _can_end(p, seat) else OUT_KEEP
    if draw_is_sure(p, seat):
        return FINE
    step: i64 = TAKE_PAIR
    while step < START:
        if take_refusal(p, seat, step) == FINE:
            q = p.copy()
            play(q, step)
            if sure_out(q, seat):
                return FINE
        step += 1
    return OUT_SURE


def draw_is_sure(p: Position, seat: i64) -> bool:
    """Whether *seat* can surely go out although he draws an unseen card: he lays all he holds and discards it."""
    return p.table.draw == 1 and p.stock() > 1 and p.table.discards_free and sure_out(p, seat, True)


def draw_refusal(p: Position, seat: i64) -> i64:
    """Why *seat* may not draw from the stock."""
    if p.table.ends == ENDS_BY_PILE and p.stock() == 0:
        return EXHAUSTION_ENDS
    if p.asked == ALLOWED and not draw_is_sure(p, seat):
        return OUT_SURE
    return FINE


def end_refusal(p: Position, seat: i64) -> i64:
    """Why *seat* may not end the deal instead of taking the pile."""
    table = p.table
    if table.ends != ENDS_BY_PILE or p.stock() > 0:
        return EXHAUSTION_ENDS
    if p.asked == ALLOWED:
        return OUT_SURE
    first: i64 = TAKE_ONTO if table.forced == FORCED_ONTO else TAKE_CARD
    if table.forced == FORCED_ONTO or table.forced == FORCED_CARD:
        slot: i64 = 0
        while slot < SLOTS:
            if take_refusal(p, seat, first + slot) == FINE:
                return EXHAUSTION_FORCED
            slot += 1
    return FINE


def take_refusal(p: Position, seat: i64, step: i64) -> i64:
    """Why *seat* may not take the pile by *step*."""
    table = p.table
    top = p.top()
    if top < 0:
        return PILE_EMPTY
    if not table.pile_after and p.stock() == 0:
        return EXHAUSTION_ENDS
    if table.blocked[top]:
        return PILE_BLOCKED
    if not table.consecutive and p.seats[seat * SEAT + TOOK]:
        return PILE_CONSECUTIVE
    if not table.last_card and len(p.pile) == 1 and p.seats[seat * SEAT + HELD] == 1:
        return PILE_LAST_CARD
    code = _wild_take(p, seat, step, top) if top <= 1 else _natural_take(p, seat, step, top)
    if code:
        return code
    side = seat % table.sides
    coming = i64(len(p.pile)) - 1
    if table.take and coming > table.take - 1:
        coming = table.take - 1
    if step >= TAKE_CARD:
        coming = 0
    left = p.seats[seat * SEAT + HELD] - _used_by_take(step, table.show and p.opened(side)) + coming
    if p.opened(side) and p.asked != ALLOWED and table.discards_free and not table.reds_in_pile and left >= 2:
        return FINE
    return trial(p, seat, step)


def _used_by_take(step: i64, shown: bool) -> i64:
    if shown:
        return 0
    if step < TAKE_ONTO or TAKE_WILDS <= step < TAKE_CARD:
        return 2
    return 0


def _wild_take(p: Position, seat: i64, step: i64, top: i64) -> i64:
    table = p.table
    if table.wild_top == WILD_TOP_NO:
        return PILE_WILD_TOP
    if step < TAKE_WILDS or step >= TAKE_CARD:
        return PILE_NEED
    onto = step >= TAKE_WILDS_ONTO
    pair = (step - TAKE_WILDS_ONTO) // SLOTS if onto else step - TAKE_WILDS
    slot: i64 = (step - TAKE_WILDS_ONTO) % SLOTS if onto else 0
    jokers = 2 - pair
    if p.hands[seat * KINDS] < jokers or p.hands[seat * KINDS + 1] < pair:
        return PILE_NEED
    if table.wild_top == WILD_TOP_SAME and (jokers != 2 if top == 0 else pair != 2):
        return PILE_WILD_TOP
    if not table.wild_melds:
        return MELD_WILD_MELDS
    return _third(p, seat, 0, onto, slot)


def _third(p: Position, seat: i64, rank: i64, onto: bool, slot: i64) -> i64:
    """Why three cards may not be laid as a meld of *rank*, or onto *slot*."""
    table = p.table
    side = seat % table.sides
    first = p.meld_at(side, rank, 0)
    if not onto:
        if table.several:
            return MELD_SLOTS if p.meld_at(side, rank, SLOTS - 1) else FINE
        return _room(p, first, 3) if first else FINE
    if not table.several:
        return MELD_SAME_RANK
    code = _slot_refusal(p, side, rank, slot)
    return code if code else _room(p, p.meld_at(side, rank, slot), 3)


def _room(p: Position, meld: i64, more: i64) -> i64:
    table = p.table
    return FINE if table.grows or size_of(meld) + more <= table.size else MELD_SIZE


def _slot_refusal(p: Position, side: i64, rank: i64, slot: i64) -> i64:
    """Why *slot* names no meld; of equal melds only the first is named."""
    if slot >= p.table.slots:
        return MELD_SLOTS
    meld = p.meld_at(side, rank, slot)
    if meld == 0:
        return MELD_SIZE
    if slot > 0 and p.meld_at(side, rank, slot - 1) == meld:
        return MELD_SLOTS
    return FINE


def _natural_take(p: Position, seat: i64, step: i64, top: i64) -> i64:
    table = p.table
    side = seat % table.sides
    hand = seat * KINDS
    opened = p.opened(side)
    if step <= TAKE_PAIR_ONTO + SLOTS - 1:
        if p.hands[hand + top] < 2:
            return PILE_NEED
        if table.show and opened:
            return FINE if step == TAKE_PAIR else PILE_NEED
        return _third(p, seat, top, step >= TAKE_PAIR_ONTO, step - TAKE_PAIR_ONTO)
    if step == TAKE_WITH_TWO or step == TAKE_WITH_JOKER:
        if not table.with_wild or p.hands[hand + top] < 1 or p.hands[hand + (1 if step == TAKE_WITH_TWO else 0)] < 1:
            return PILE_NEED
        if p.frozen(side):
            return PILE_FROZEN
        if table.special_wilds[top] == 0:
            return SPECIALS_WILDS
        if table.most_wilds[2] < 1:
            return MELD_WILDS
        if not table.several and p.meld_at(side, top, 0):
            return MELD_SAME_RANK
        return MELD_SLOTS if p.meld_at(side, top, table.slots - 1) else FINE
    card = step >= TAKE_CARD
    if TAKE_ONTO <= step < TAKE_WILDS or card:
        if card and (table.forced != FORCED_CARD or p.stock() > 0):
            return PILE_NEED
        if not table.onto_meld or not opened:
            return PILE_NEED
        slot = step - (TAKE_CARD if card else TAKE_ONTO)
        if slot >= table.slots or p.meld_at(side, top, slot) == 0:
            return PILE_NEED
        if p.frozen(side):
            return PILE_FROZEN
        code = _slot_refusal(p, side, top, slot)
        return code if code else _room(p, p.meld_at(side, top, slot), 1)
    return PILE_NEED


def open_refusal(p: Position, seat: i64) -> i64:
    """Why the staged melds do not open."""
    if not p.staging:
        return TURN_OPENING
    if p.staged < p.minimum(seat % p.table.sides):
        return OPENING_MINIMUM
    return trial(p, seat, OPEN)


def start_refusal(p: Position, seat: i64, step: i64) -> i64:
    """Why *seat* may not start a meld by *step*."""
    table = p.table
    side = seat % table.sides
    hand = seat * KINDS
    hands = p.hands
    if step == START_BLACK:
        return black_refusal(p, seat, step, table.black_least)
    rank: i64 = 0
    if step >= START_WILD:
        twos = step - START_WILD
        if hands[hand] < 3 - twos or hands[hand + 1] < twos:
            return TURN_CARDS
        if not table.wild_melds:
            return MELD_WILD_MELDS
    else:
        rank = (step - START) // 3 + LOW_RANK
        form = (step - START) % 3
        if hands[hand + rank] < (3 if form == 0 else 2):
            return TURN_CARDS
        if form:
            if hands[hand + 2 - form] < 1:
                return TURN_CARDS
            if table.special_wilds[rank] == 0:
                return SPECIALS_WILDS
            if table.most_wilds[2] < 1:
                return MELD_WILDS
    if table.black_least and p.meld_at(side, _BLACK_THREE, 0):
        return THREES_BLACK_MELD
    at = (side * KINDS + rank) * table.slots
    if p.melds[at]:
        if not table.several:
            return MELD_SAME_RANK
        if p.melds[at + SLOTS - 1]:
            return MELD_SLOTS
    if p.sides[side * SIDE + OPENED] == 0:
        return trial(p, seat, step)
    return _after(p, seat, step, p.seats[seat * SEAT + HELD] - 3)


def add_refusal(p: Position, seat: i64, step: i64) -> i64:
    """Why *seat* may not add a card to a meld by *step*."""
    table = p.table
    if step >= ADD_BLACK:
        if step > ADD_BLACK or p.meld_at(seat % table.sides, _BLACK_THREE, 0) == 0:
            return THREES_BLACK_MELD
        return black_refusal(p, seat, step, 1)
    rank: i64 = 0
    kind: i64 = 0
    slot: i64 = 0
    if step >= ADD_WILD:
        slot = (step - ADD_WILD) // 2
        kind = 1 - (step - ADD_WILD) % 2
    else:
        rest = (step - ADD) // 3
        rank = rest // SLOTS + LOW_RANK
        slot = rest % SLOTS
        form = (step - ADD) % 3
        kind = rank if form == 0 else 2 - form
    if p.hands[seat * KINDS + kind] < 1:
        return TURN_CARDS
    side = seat % table.sides
    code = _slot_refusal(p, side, rank, slot)
    if code:
        return code
    if table.black_least and p.meld_at(side, _BLACK_THREE, 0):
        return THREES_BLACK_MELD
    meld = p.meld_at(side, rank, slot)
    if kind <= 1 and rank:
        if table.special_wilds[rank] == 0:
            return SPECIALS_WILDS
        if wilds_of(meld) + 1 > table.most_wilds[meld >> 16 & 255]:
            return MELD_WILDS
    if p.staging and not table.canasta_opens and size_of(meld) + 1 >= table.size:
        return OPENING_CANASTA
    return _after(p, seat, step, p.seats[seat * SEAT + HELD] - 1)


def black_refusal(p: Position, seat: i64, step: i64, number: i64) -> i64:
    """Why *seat* may not lay *number* black threes: they go down last, and only in going out."""
    table = p.table
    if table.black_least == 0:
        return THREES_BLACK_MELD
    side = seat % table.sides
    blacks = p.hands[seat * KINDS + _BLACK_THREE]
    if blacks < number:
        return TURN_CARDS
    laid = size_of(p.meld_at(side, _BLACK_THREE, 0))
    if step == START_BLACK and laid:
        return MELD_SAME_RANK
    others = p.seats[seat * SEAT + HELD] - blacks
    if others > (0 if table.black_alone else 1):
        return THREES_BLACK_MELD
    q = p.copy()
    play(q, step)
    if q.phase == OVER or _out_from(q, seat):
        return FINE
    return why_not_out(q, seat) or THREES_BLACK_MELD


def red_canasta_refusal(p: Position, seat: i64, rank: i64) -> i64:
    """Why *seat* may not put a red three on a natural canasta of *rank*."""
    if p.hands[seat * KINDS + 2] < 1:
        return TURN_CARDS
    if p.staging:
        return TURN_OPENING
    if not p.table.red_canasta:
        return THREES_RED_CANASTA
    side = seat % p.table.sides
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 32 & 255) == rank and wilds_of(entry) == 0 and (entry >> 24 & 1) == 0:
            return _after(p, seat, RED_CANASTA + rank - LOW_RANK, p.seats[seat * SEAT + HELD] - 1)
    return THREES_RED_CANASTA


def discard_refusal(p: Position, seat: i64, kind: i64) -> i64:
    """Why *seat* may not discard a card of *kind*."""
    table = p.table
    if p.hands[seat * KINDS + kind] < 1:
        return TURN_CARDS
    if table.knock and p.source == PILE:
        return PILE_END
    side = seat % table.sides
    left = p.seats[seat * SEAT + HELD] - 1
    if not table.discards_free and not discard_free(p, side, kind):
        return SPECIALS_DISCARD
    if p.staging:
        # An opening below the minimum ends only by going out concealed with it.
        if left or p.coming or not waived(p, seat) or p.made == 0:
            return TURN_OPENING
    if left > 0:
        return OUT_SURE if p.asked == ALLOWED else FINE
    taken = p.seats[seat * SEAT + TAKEN]
    if taken < table.reserves and table.reserve_trigger[taken] == WHEN_EMPTY:
        return FINE
    code = why_not_out(p, seat)
    if code:
        return code
    return FINE if last_discard_free(p, side, kind) else SPECIALS_DISCARD


def knock_refusal(p: Position, seat: i64) -> i64:
    """Why *seat* may not end the turn by knocking."""
    if p.staging:
        return TURN_OPENING
    if not p.table.knock or p.source != PILE:
        return PILE_END
    return OUT_SURE if p.asked == ALLOWED else FINE


def pick_up_refusal(p: Position, seat: i64) -> i64:
    """Why *seat* may not pick up the next reserve by hand."""
    if p.staging:
        return TURN_OPENING
    return FINE if manual_due(p, seat) else RESERVES_MANUAL
