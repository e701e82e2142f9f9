"""Taking the discard pile: who may, with what, and onto which meld."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.base.clauses import (
    EXHAUSTION_FORCED,
    EXHAUSTION_NO_PILE,
    EXHAUSTION_STOCK_LEFT,
    FINE,
    MELD_ABSENT,
    MELD_DEAD,
    MELD_EQUAL,
    MELD_FINISHED,
    MELD_FULL,
    MELD_SAME_RANK,
    MELD_SLOTS,
    MELD_WILD_BASE,
    MELD_WILD_MELDS,
    MELD_WILDS,
    MELD_WILDS_KEPT,
    OPENING_EARLY,
    PILE_BLOCKED,
    PILE_CLOSED,
    PILE_CONSECUTIVE,
    PILE_EMPTY,
    PILE_FROZEN,
    PILE_LAST_CARD,
    PILE_NEED,
    PILE_PUT_BACK,
    PILE_SMALL,
    PILE_USE,
    PILE_WILD_TOP,
    SPECIALS_PURE,
    SPECIALS_WILDS,
    TURN_UNKNOWN,
)
from canasta.engine.fields import HELD, LAID, ON_TRIAL, OPENED, SEAT, SIDE, TOOK
from canasta.engine.finishing import trial
from canasta.engine.listing import Listing
from canasta.engine.melds import size_of
from canasta.engine.openings import banned_cards, reds_taken
from canasta.engine.position import ALLOWED, PUT_BACK, Position
from canasta.engine.rule_table import KINDS
from canasta.engine.steps import (
    JOKERS,
    NATURALS,
    SLOT,
    SLOTS,
    TAKE_CARD,
    TAKE_ONTO,
    TAKE_PAIR,
    TAKE_PAIR_ONTO,
    TAKE_WILDS,
    TAKE_WITH_TWO,
    TWOS,
)
from canasta.engine.ways import may_join
from canasta.rules.words.end import FORCED_ALONE, FORCED_CARD
from canasta.rules.words.melds import PILE_PLAYER_MELDED
from canasta.rules.words.table import WILD_TOP_NO, WILD_TOP_SAME

_RED: Final = 2
_BLACK: Final = 3


def pile_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not take the pile, whatever they hold."""
    table = p.rule_table
    top = p.top()
    if top < 0:
        return PILE_EMPTY
    if not table.pile_after and p.stock() == 0:
        return EXHAUSTION_NO_PILE
    if table.blocked[top] or top == _RED or top == _BLACK:
        return PILE_BLOCKED  # threes are never melded
    if table.dead and p.dead(top):
        return MELD_DEAD
    if p.turns < table.quiet_turns:
        return OPENING_EARLY
    if table.pile_waits and _waits(p, seat):
        return PILE_CLOSED
    if len(p.pile) < table.least_pile:
        return PILE_SMALL
    if not table.consecutive and p.seats[seat * SEAT + TOOK] == 1:
        return PILE_CONSECUTIVE
    if not table.last_card and len(p.pile) == 1 and p.seats[seat * SEAT + HELD] == 1:
        return PILE_LAST_CARD
    return PILE_PUT_BACK if p.this_turn[ON_TRIAL] == PUT_BACK else FINE


def _waits(p: Position, seat: i64) -> bool:
    """Return whether the pile is closed to *seat* until the side has opened, or they have laid cards in an earlier turn."""
    if p.rule_table.pile_waits == PILE_PLAYER_MELDED:
        return p.seats[seat * SEAT + LAID] == 0
    return not p.opened(p.side_of(seat))


def take_refusal(p: Position, seat: i64, step: i64, asked: i64) -> i64:
    """Return why *seat* may not take the pile by *step*; *asked* stands for what `p.this_turn[ASKED]` says of permission."""
    code = pile_refusal(p, seat)
    if code:
        return code
    table = p.rule_table
    top = p.top()
    code = _wild_take(p, seat, step, top) if top <= 1 else _natural_take(p, seat, step, top)
    if code:
        return code
    side = table.side_of[seat]
    coming = i64(len(p.pile)) - 1
    if table.take and coming > table.take - 1:
        coming = table.take - 1
    if step >= TAKE_CARD:
        coming = 0
    opened = p.sides[side * SIDE + OPENED] != 0
    left = p.seats[seat * SEAT + HELD]
    if not table.show or not opened:
        left -= table.naturals[step] + TWOS[step] + JOKERS[step]
    if table.forced == FORCED_ALONE and step < TAKE_CARD and p.stock() == 0 and _card_alone(p, seat, asked):
        return EXHAUSTION_FORCED
    if opened and asked != ALLOWED and left + coming - reds_taken(p, coming, 1) >= 2:
        if table.discards_free or left > banned_cards(p, seat):
            return FINE
    return trial(p, seat, step, asked)


def _card_alone(p: Position, seat: i64, asked: i64) -> bool:
    """Return whether *seat* may take the top card alone."""
    slot: i64 = 0
    while slot < p.rule_table.slots:
        if take_refusal(p, seat, TAKE_CARD + slot, asked) == FINE:
            return True
        slot += 1
    return False


def takes(p: Position, seat: i64, asked: i64, steps: Listing) -> None:
    """Add to *steps* those by which *seat* may take the pile, ascending; *asked* as for `take_refusal`."""
    table = p.rule_table
    top = p.top()
    if top < 0 or table.blocked[top] or (not table.consecutive and p.seats[seat * SEAT + TOOK] == 1):
        return
    if top <= 1:
        if table.wild_top != WILD_TOP_NO:
            _from(p, seat, asked, steps, TAKE_WILDS, TAKE_CARD)
        return
    side = table.side_of[seat]
    hand = seat * KINDS
    melds: i64 = 0
    while melds < table.slots and p.meld_at(side, top, melds):
        melds += 1
    if p.hands[hand + top] >= 2:
        _from(p, seat, asked, steps, TAKE_PAIR, TAKE_PAIR + 1)
        if table.several:
            _from(p, seat, asked, steps, TAKE_PAIR_ONTO, TAKE_PAIR_ONTO + melds)
    if p.frozen(side):
        return
    if table.with_wild and p.hands[hand + top]:
        _from(p, seat, asked, steps, TAKE_WITH_TWO, TAKE_ONTO)
    if table.onto_meld and melds:
        _from(p, seat, asked, steps, TAKE_ONTO, TAKE_ONTO + melds)
        if table.forced >= FORCED_CARD:
            _from(p, seat, asked, steps, TAKE_CARD, TAKE_CARD + melds)


def _from(p: Position, seat: i64, asked: i64, steps: Listing, first: i64, end: i64) -> None:
    """Add to *steps* those from *first* up to *end* that are legal."""
    while first < end:
        if take_refusal(p, seat, first, asked) == FINE:
            steps.add(first)
        first += 1


def _wild_take(p: Position, seat: i64, step: i64, top: i64) -> i64:
    table = p.rule_table
    if table.wild_top == WILD_TOP_NO:
        return PILE_WILD_TOP
    if p.frozen(table.side_of[seat]):
        return PILE_FROZEN
    twos = TWOS[step]
    jokers = JOKERS[step]
    if twos + jokers < 2 or p.hands[seat * KINDS] < jokers or p.hands[seat * KINDS + 1] < twos:
        return PILE_NEED
    if table.wild_top == WILD_TOP_SAME and (jokers != 2 if top == 0 else twos != 2):
        return PILE_WILD_TOP
    if not table.wild_melds:
        return MELD_WILD_MELDS
    return _third(p, seat, 0, SLOT[step])


def _third(p: Position, seat: i64, rank: i64, slot: i64) -> i64:
    """Return why three cards may not be laid as a meld of *rank*, or onto *slot* unless that is -1."""
    table = p.rule_table
    side = table.side_of[seat]
    first = p.meld_at(side, rank, 0)
    if slot < 0:
        if p.unfinished(side, rank) >= 0:
            return MELD_SAME_RANK
        if table.several:
            return MELD_SLOTS if p.meld_at(side, rank, SLOTS - 1) else FINE
        if first == 0:
            return FINE
        return _room(p, rank, first, 3)
    if not table.several:
        return MELD_SAME_RANK
    code = slot_refusal(p, side, rank, slot)
    if code:
        return code
    return _room(p, rank, p.meld_at(side, rank, slot), 3)


def _room(p: Position, rank: i64, meld: i64, more: i64) -> i64:
    """Return why *more* cards may not join *meld* of *rank*: wild ones if that is 0, else natural ones."""
    table = p.rule_table
    if not table.grows:
        return FINE if size_of(meld) + more <= table.size else MELD_FULL
    joins = may_join(p, rank, meld, more, 0) if rank else may_join(p, rank, meld, 0, more)
    return FINE if joins else MELD_FINISHED


def slot_refusal(p: Position, side: i64, rank: i64, slot: i64) -> i64:
    """Return why *slot* names no meld; of equal melds only the first is named."""
    if slot >= p.rule_table.slots:
        return MELD_ABSENT
    meld = p.meld_at(side, rank, slot)
    if meld == 0:
        return MELD_ABSENT
    if slot > 0 and p.meld_at(side, rank, slot - 1) == meld:
        return MELD_EQUAL
    return FINE


def _natural_take(p: Position, seat: i64, step: i64, top: i64) -> i64:
    table = p.rule_table
    side = table.side_of[seat]
    hand = seat * KINDS
    opened = p.sides[side * SIDE + OPENED] != 0
    naturals = NATURALS[step]
    slot = SLOT[step]
    if naturals == 2:
        if p.hands[hand + top] < 2:
            return PILE_NEED
        if table.show and opened:
            return FINE if slot < 0 else PILE_USE
        return _third(p, seat, top, slot)
    if naturals == 1:
        if not table.with_wild or p.hands[hand + top] < 1 or p.hands[hand + TWOS[step]] < 1:
            return PILE_NEED
        if p.frozen(side):
            return PILE_FROZEN
        if table.special_wilds[top] == 0:
            return SPECIALS_WILDS
        if table.most_wilds[2] < 1:
            return MELD_WILDS
        if p.stays_pure(side, top):
            return SPECIALS_PURE
        if opened and table.late_starts[top] == 0:
            return MELD_WILD_BASE
        if table.wilds_kept and p.wilds_wanted(side):
            return MELD_WILDS_KEPT
        if (p.meld_at(side, top, 0) and not table.several) or p.unfinished(side, top) >= 0:
            return MELD_SAME_RANK
        return MELD_SLOTS if p.meld_at(side, top, table.slots - 1) else FINE
    if TWOS[step] + JOKERS[step]:
        return PILE_NEED
    if step >= TAKE_CARD and table.forced < FORCED_CARD:
        return TURN_UNKNOWN
    if step >= TAKE_CARD and p.stock() > 0:
        return EXHAUSTION_STOCK_LEFT
    if not table.onto_meld or not opened:
        return PILE_NEED
    if slot >= table.slots or p.meld_at(side, top, slot) == 0:
        return MELD_ABSENT if slot else PILE_NEED
    with_it = table.naturals[step]
    if p.hands[hand + top] < with_it:
        return PILE_NEED
    if p.frozen(side):
        return PILE_FROZEN
    code = slot_refusal(p, side, top, slot)
    if code:
        return code
    return _room(p, top, p.meld_at(side, top, slot), 1 + with_it)
