"""Worlds: positions that could lie behind what one seat sees, each as likely as the others or by odds."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import HELD, SEAT, TAKEN
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.playout import Dice
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS
from canasta.engine.unseen import count_unseen

_RED: Final = 2


def sample_world(
    p: Position, seat: int, dice: Dice, known: KnownCards | None = None, guess: Guess | None = None
) -> Position:
    """Return a position that *seat* cannot tell from *p*, with the hidden cards dealt again by *dice*.

    Hands, reserves and stock have as many cards as in *p*; the cards *known* to be in a hand stay there. Where threes
    are laid at once, no other hand has one, unless its player may still wait for a first turn. The places of the deck from
    which cards were dealt stay blank. Hands are dealt by the odds of *guess*, if there is one. Everything else is uniform: cards that
    went back into the stock may be in a reserve.

    Raises `ValueError` if something hidden can be seen in *p*: it must come from `Position.hidden_from`. So it does if
    the cards do not add up.
    """
    table = p.rule_table
    viewer: i64 = seat
    _check_blank(p, viewer)
    unseen = vec[i64]([0] * KINDS)
    count_unseen(p, viewer, unseen)
    q = Position(table, p)
    hands = q.hands
    if known is not None:
        _deal_known(q, viewer, known, unseen)
    if guess is not None:
        _deal_guessed(q, viewer, guess, unseen, dice)
    # Cards that any hand may have, in random order as far as hands need them; the others come after.
    free = vec[i64]([0] * _total(unseen))
    plain = _fill(free, unseen, table.laid)
    size = i64(len(free))
    at = _deal_evenly(q, viewer, free, plain, dice) if guess is None else 0
    deck = vec[i64]([0] * len(p.deck))
    each: i64 = 0
    while each < table.seats:
        index = p.seats[each * SEAT + TAKEN]
        while index < table.reserves:
            place = p.rule_table.reserve_start(each, index)
            at = _deal_deck(deck, place, place + table.reserve_size[index], free, at, dice)
            index += 1
        each += 1
    at = _deal_deck(deck, p.next, i64(len(deck)), free, at, dice)
    if at != size:
        raise ValueError(f"The position does not add up: {size - at} unseen cards have no place.")
    q.hands = hands
    q.deck = deck
    return q


def _check_blank(p: Position, viewer: i64) -> None:
    """Raise `ValueError` if a card shows in *p* that *viewer* does not see."""
    at: i64 = 0
    while at < i64(len(p.hands)):
        if p.hands[at] and at // KINDS != viewer:
            raise ValueError(f"The position is not blank: the hand of seat {at // KINDS} can be seen.")
        at += 1
    for card in p.deck:
        if card:
            raise ValueError("The position is not blank: cards of the deck can be seen.")


def _deal_known(q: Position, viewer: i64, known: KnownCards, unseen: vec[i64]) -> None:
    """Put the cards that are known to be in other hands there."""
    at: i64 = 0
    while at < i64(len(known.counts)):
        number = known.counts[at]
        if number and at // KINDS != viewer:
            q.hands[at] += number
            unseen[at % KINDS] -= number
        at += 1


def _order(p: Position, viewer: i64, start: i64) -> list[i64]:
    """Return all seats but *viewer* from *start* on; hands that may have threes laid at once come last, for they may have any card."""
    seats = p.rule_table.seats
    order: list[i64] = []
    late: list[i64] = []
    step: i64 = 0
    while step < seats:
        seat = (start + step) % seats
        if seat != viewer and _has_no_reds(p, seat):
            order.append(seat)
        elif seat != viewer:
            late.append(seat)
        step += 1
    order.extend(late)
    return order


def _deal_evenly(q: Position, viewer: i64, free: vec[i64], plain: i64, dice: Dice) -> i64:
    """Fill all hands of *q* but that of *viewer* from *free*, any hand as likely as any other; returns where the rest begins."""
    at: i64 = 0
    for seat in _order(q, viewer, 0):
        at = _deal_hand(q, seat, free, at, plain if _has_no_reds(q, seat) else i64(len(free)), dice)
    return at


def _deal_guessed(q: Position, viewer: i64, guess: Guess, unseen: vec[i64], dice: Dice) -> None:
    """Fill all hands of *q* but that of *viewer* by *guess* with cards of *unseen*, from which they go.

    The player after the viewer comes first: theirs is the hand that matters most.
    """
    for seat in _order(q, viewer, viewer + 1):
        guess.deal(q, seat, unseen, _has_no_reds(q, seat), dice)


def log_likelihood(p: Position, seat: int, known: KnownCards, guess: Guess) -> float:
    """Return the logarithm of how likely *guess* deals the hands of *p* that *seat* does not see: higher is better, and at most 0.

    Raises `ValueError` where the cards do not add up.
    """
    viewer: i64 = seat
    q = p.hidden_from(viewer)
    unseen = vec[i64]([0] * KINDS)
    count_unseen(q, viewer, unseen)
    _deal_known(q, viewer, known, unseen)
    found = 0.0
    for other in _order(q, viewer, viewer + 1):
        found += guess.log_chance(p, q, other, unseen, _has_no_reds(q, other))
    return found


def _total(unseen: vec[i64]) -> i64:
    total: i64 = 0
    for number in unseen:
        if number < 0:
            raise ValueError("The position does not add up: it shows more cards of a kind than there are.")
        total += number
    return total


def _fill(free: vec[i64], unseen: vec[i64], laid: vec[i64]) -> i64:
    """Put the cards of *unseen* into *free*, last red threes and others *laid* at once; returns where these begin."""
    at: i64 = 0
    plain: i64 = 0
    last: i64 = 0
    while last <= 1:
        plain = at if last == 1 else 0
        kind: i64 = 0
        while kind < KINDS:
            later: i64 = 1 if kind == _RED or laid[kind] else 0
            left = unseen[kind] if later == last else 0
            while left > 0:
                free[at] = kind
                at += 1
                left -= 1
            kind += 1
        last += 1
    return plain


def _has_no_reds(p: Position, seat: i64) -> bool:
    """Return whether the hand of *seat* has surely no three that is laid at once."""
    table = p.rule_table
    if not table.red_laid or table.reds_open:
        return False
    return not table.reds_wait or (p.turn + table.seats - seat) % table.seats <= p.turns


def _deal_hand(q: Position, seat: i64, free: vec[i64], at: i64, end: i64, dice: Dice) -> i64:
    """Fill the hand of *seat* with random cards of *free* from *at* to *end*; returns where the rest begins."""
    hands = q.hands
    first = seat * KINDS
    left = q.seats[seat * SEAT + HELD]
    kind: i64 = 0
    while kind < KINDS:
        left -= hands[first + kind]
        kind += 1
    if left < 0 or left > end - at:
        raise ValueError(f"The position does not add up: seat {seat} cannot hold {left} further cards.")
    while left > 0:
        other = at + dice.below(end - at)
        card = free[other]
        free[other] = free[at]
        hands[first + card] += 1
        at += 1
        left -= 1
    return at


def _deal_deck(deck: vec[i64], start: i64, end: i64, free: vec[i64], at: i64, dice: Dice) -> i64:
    """Fill the places of *deck* from *start* to *end* with random cards of *free* from *at* on; returns where the rest begins."""
    size = i64(len(free))
    if end - start > size - at:
        raise ValueError("The position does not add up: there are fewer unseen cards than places for them.")
    while start < end:
        other = at + dice.below(size - at)
        deck[start] = free[other]
        free[other] = free[at]
        at += 1
        start += 1
    return at
