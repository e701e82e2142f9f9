"""What happens automatically in a turn: cards from the stock, red threes, reserves, going out, the next turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.engine.fields import (
    ASKED_SEAT,
    BEGAN_LAST,
    COMING,
    DREW,
    DUE,
    FRESH,
    HELD,
    LAID,
    MADE,
    MISSED,
    OPENED,
    PLAYED,
    RAISED,
    REDS,
    SEAT,
    SIDE,
    SIDE_FRESH,
    SOURCE,
    STAGED,
    STAGING,
    STARTED,
    TAKEN,
    TOOK,
    TOUCHED,
    TURN,
)
from canasta.engine.flows import ANY_KIND, Z_HAND, Z_REDS, Z_RESERVE, Z_STOCK, ZONE
from canasta.engine.going_out import waived, why_not_out
from canasta.engine.position import (
    ASIDE,
    ENDED_LAP,
    ENDED_OUT,
    ENDED_STOCK,
    OVER,
    PART,
    PILE,
    STOCK,
    TO_DRAW,
    TO_PLAY,
    WHOLE_TURN,
    Position,
)
from canasta.engine.reserves import manual_due, triggered
from canasta.engine.rule_table import BLACK, KINDS
from canasta.rules.words.end import ENDS_AFTER_LAP
from canasta.rules.words.melds import CONCEALED_PLAYER, NOT_CONCEALED, REST_AT_ONCE, WHEN_EMPTY

_RED: Final = 2
_ONE_BLACK: Final = 256


def _leave(p: Position, seat: i64, kind: i64, number: i64) -> None:
    p.hands[seat * KINDS + kind] -= number
    p.seats[seat * SEAT + HELD] -= number


def enter(p: Position, seat: i64, kind: i64, number: i64) -> None:
    """Add *number* cards of *kind* to the hand of *seat*."""
    p.hands[seat * KINDS + kind] += number
    p.seats[seat * SEAT + HELD] += number


def draw_cards(p: Position, seat: i64, number: i64) -> None:
    """Draw up to *number* cards; threes are laid if these are laid at once, and, where the rules say so, replaced."""
    table = p.rule_table
    lays = lays_reds(p, seat)
    replaced = lays and replaces(p, seat)
    end = i64(len(p.deck))
    hand = Z_HAND * ZONE + seat
    while number > 0 and p.next < end:
        kind = p.deck[p.next]
        p.next += 1
        number -= 1
        p.flow(Z_STOCK * ZONE, hand, kind, 1)
        if lays and table.laid[kind]:
            if table.three_ends and p.next == end:
                enter(p, seat, kind, 1)
                finish(p, ENDED_STOCK)
                return
            lay_three(p, seat, kind)
            if replaced:
                number += 1
        else:
            p.hands[seat * KINDS + kind] += 1
            p.seats[seat * SEAT + HELD] += 1


def lays_reds(p: Position, seat: i64) -> bool:
    """Return whether *seat* lays red threes instead of holding them."""
    return p.rule_table.red_laid and (not p.rule_table.reds_open or p.opened(p.rule_table.side_of[seat]))


def reds_to_lay(p: Position, seat: i64) -> i64:
    """Red threes in the hand of *seat* that the opening of its side will lay; what replaces them nobody has seen."""
    if not p.rule_table.reds_open or p.opened(p.rule_table.side_of[seat]):
        return 0
    return p.hands[seat * KINDS + _RED]


def replaces(p: Position, seat: i64) -> bool:
    """Return whether red threes that *seat* lays are replaced."""
    taken = p.seats[seat * SEAT + TAKEN]
    return taken == 0 or p.rule_table.reserve_replaces[taken - 1] != 0


def lay_three(p: Position, seat: i64, kind: i64) -> None:
    """Lay a three of *kind* that is not in the hand's counts any more."""
    side = p.rule_table.side_of[seat]
    p.sides[side * SIDE + REDS] += 1 if kind == _RED else _ONE_BLACK
    p.flow(Z_HAND * ZONE + seat, Z_REDS * ZONE + side, kind, 1)


def lay_reds(p: Position, seat: i64) -> None:
    """Lay the threes in the hand of *seat* that are laid at once, and replace them where the rules say so."""
    if not lays_reds(p, seat):
        return
    threes: i64 = 0
    kind: i64 = _RED
    while kind <= BLACK:
        number = p.hands[seat * KINDS + kind] * p.rule_table.laid[kind]
        if number:
            _leave(p, seat, kind, number)
            threes += number
        while number > 0:
            lay_three(p, seat, kind)
            number -= 1
        kind += 1
    if threes:
        replace_reds(p, seat, threes)


def replace_reds(p: Position, seat: i64, reds: i64) -> None:
    """Draw cards instead of *reds* threes that *seat* has laid, where the rules still replace them."""
    if replaces(p, seat):
        draw_cards(p, seat, reds)


def seen_aside(p: Position, seat: i64) -> Position:
    """Return a copy of *p* as it is for *seat* who melds aside from the turns."""
    q = p.draft()
    begin_out_of_turn_meld(q, seat)
    return q


def begin_out_of_turn_meld(p: Position, seat: i64) -> None:
    """Make *p* what *seat* sees who melds aside from the turns: nothing laid in the turn in progress is theirs."""
    p.turn = seat
    p.actor = seat
    p.phase = TO_PLAY
    turn = p.this_turn
    turn[SOURCE] = ASIDE
    turn[STAGING] = 0
    turn[STAGED] = 0
    turn[RAISED] = 0
    turn[COMING] = 0
    turn[STARTED] = 0
    turn[MADE] = 0
    turn[TOUCHED] = 0
    turn[FRESH] = 0
    turn[SIDE_FRESH] = 0


def settle(p: Position, seat: i64) -> None:
    """After a step of *seat*: hand out the reserves that are due; an empty hand gets one or goes out."""
    table = p.rule_table
    if p.this_turn[STAGING]:
        if p.seats[seat * SEAT + HELD] == 0 and p.this_turn[COMING] == 0 and not table.discard_required:
            if (
                p.this_turn[STAGED] < p.minimum(table.side_of[seat])
                and p.this_turn[MADE]
                and waived(p)
                and may_leave(p, seat)
            ):
                go_out(p, seat)
        return
    if table.reserves_in_turn:
        mate: i64 = table.side_of[seat]
        while mate < table.seats:
            _hand_out(p, mate, mate == seat)
            mate += table.sides
    if p.seats[seat * SEAT + HELD] == 0:
        taken = p.seats[seat * SEAT + TAKEN]
        leaves = not table.discard_required and may_leave(p, seat)
        if taken < table.reserves and table.reserve_trigger[taken] == WHEN_EMPTY and not leaves:
            give(p, seat)
            settle(p, seat)
        elif leaves:
            go_out(p, seat)


def _hand_out(p: Position, seat: i64, acting: bool) -> None:
    while triggered(p, seat):
        taken = p.seats[seat * SEAT + TAKEN]
        if p.rule_table.reserve_manual[taken]:
            return
        if not acting and p.rule_table.reserve_rest[taken] != REST_AT_ONCE:
            return
        give(p, seat)


def give(p: Position, seat: i64) -> None:
    """Move the next reserve of *seat* into their hand."""
    table = p.rule_table
    index = p.seats[seat * SEAT + TAKEN]
    at = p.rule_table.reserve_start(seat, index)
    size = table.reserve_size[index]
    p.seats[seat * SEAT + TAKEN] = index + 1
    p.flow(Z_RESERVE * ZONE + seat * 4 + index, Z_HAND * ZONE + seat, ANY_KIND, size)
    end = at + size
    while at < end:
        enter(p, seat, p.deck[at], 1)
        at += 1
    lay_reds(p, seat)


def may_leave(p: Position, seat: i64) -> bool:
    """Return whether *seat* may go out, as far as their cards and those of their side on the table let them."""
    return why_not_out(p, seat) == 0


def go_out(p: Position, seat: i64) -> None:
    """End the deal by *seat* going out; where someone went out aside before, the lap goes on."""
    own = p.this_turn[FRESH] != 0 and p.this_turn[TOUCHED] == 0 and p.this_turn[MADE] > 0
    side = p.rule_table.side_of[seat]
    if p.this_turn[STAGING]:
        p.sides[side * SIDE + OPENED] = 1
        p.this_turn[STAGING] = 0
    if p.out >= 0 and p.this_turn[SOURCE] != ASIDE:
        end_turn(p, seat)
        return
    if p.out < 0:
        who = p.rule_table.concealed
        p.concealed = who != NOT_CONCEALED and own and (who == CONCEALED_PLAYER or p.this_turn[SIDE_FRESH] != 0)
        p.late = p.stock() == 0
        p.out = seat
    finish(p, ENDED_OUT)


def finish(p: Position, how: i64) -> None:
    """End the deal."""
    p.ended = how
    if p.out >= 0:
        p.ended = ENDED_OUT
    p.phase = OVER


def end_turn(p: Position, seat: i64) -> None:
    """Close the turn of *seat* and begin the next."""
    close_turn(p, seat)
    if p.rule_table.talon_first:
        _draw_talon(p, seat)
        if p.phase == OVER:  # its last card was a three that ends the deal
            return
    pass_on(p, seat)


def _draw_talon(p: Position, seat: i64) -> None:
    """Draw what *seat* gets after a turn in which their side opened."""
    if p.opened(p.rule_table.side_of[seat]):
        draw_cards(p, seat, talon_due(p, seat))


def talon_due(p: Position, seat: i64) -> i64:
    """Return how many cards *seat* draws after this turn's discard if their side opens in it, or has done so; 0 after a pile.

    Whoever has gone out gets none.
    """
    table = p.rule_table
    turn = p.this_turn
    if table.talon_first == 0 or turn[SIDE_FRESH] == 0 or turn[SOURCE] != STOCK or p.out >= 0:
        return 0
    number = table.talon_first
    other: i64 = 0
    while other < table.sides:
        if other != table.side_of[seat] and p.opened(other):
            number = table.talon_later
        other += 1
    stock = p.stock()
    if stock < table.talon_least:
        return 0
    return number if number < stock else stock


def close_turn(p: Position, seat: i64) -> None:
    """Note what the turn of *seat* leaves behind."""
    table = p.rule_table
    at = seat * SEAT
    if p.this_turn[STARTED] or p.this_turn[TOUCHED]:
        p.seats[at + LAID] = 1
    p.seats[at + TOOK] = 1 if p.this_turn[SOURCE] == PILE else 0
    if table.frozen_any and p.this_turn[SOURCE] == STOCK:
        p.seats[at + TOOK] = DREW
    if table.reserves and p.seats[at + TAKEN] == table.reserves:
        if p.this_turn[BEGAN_LAST]:
            p.seats[at + PLAYED] = WHOLE_TURN
        elif p.seats[at + PLAYED] == 0:
            p.seats[at + PLAYED] = PART
    if manual_due(p, seat):
        p.seats[at + MISSED] |= 1 << p.seats[at + TAKEN]


def pass_on(p: Position, seat: i64) -> None:
    """Give the turn to the next player, unless this was the last of the last lap.

    A player who goes out between turns ends the deal when their turn would come. Others who do so later do not.
    """
    p.turns += 1
    following = seat
    while True:
        following = (following + 1) % p.rule_table.seats
        if following == p.out:
            finish(p, ENDED_OUT)
            return
        if p.lap == 0:
            finish(p, ENDED_LAP)
            return
        if p.lap > 0:
            p.lap -= 1
        if p.out < 0 or p.seats[following * SEAT + HELD] or p.seats[following * SEAT + TAKEN] < p.rule_table.reserves:
            break
    begin_turn(p, following)


def begin_turn(p: Position, seat: i64) -> None:
    """Give the turn to *seat*."""
    table = p.rule_table
    side = table.side_of[seat]
    p.turn = seat
    p.actor = seat
    p.phase = TO_DRAW
    turn = p.this_turn
    field: i64 = 0
    while field < TURN:
        turn[field] = 0
        field += 1
    turn[ASKED_SEAT] = -1
    turn[FRESH] = 1 if p.seats[seat * SEAT + LAID] == 0 else 0
    turn[SIDE_FRESH] = 1 if p.sides[side * SIDE + OPENED] == 0 else 0
    if table.reds_wait or table.reds_open:
        lay_reds(p, seat)  # those that were dealt, or held before the side opened; others never stay in a hand
    if p.seats[seat * SEAT + DUE]:
        p.seats[seat * SEAT + DUE] = 0
        give(p, seat)
    if table.reserves > 0 and p.seats[seat * SEAT + TAKEN] == table.reserves:
        turn[BEGAN_LAST] = 1
    if not table.pile_after and p.stock() == 0 and table.ends != ENDS_AFTER_LAP:
        finish(p, ENDED_STOCK)
