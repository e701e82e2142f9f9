"""Whether an opening can still reach its minimum: an exact search with cheap bounds before it.

A wild card is worth the same wherever it lies and the most valuable are laid first, so only the number of wilds a
rank takes matters: per rank the most naturals for each number of wilds, combined over the ranks, then wild
melds. Where cards must be kept, the number of cards laid is one more dimension.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import COMING, HELD, MADE, SEAT, STAGED, STAGING, TAKEN
from canasta.engine.going_out import can_lay_all, discard_free
from canasta.engine.meld_table import MOST_NATURALS, MOST_WILDS, WIDTH
from canasta.engine.melds import wilds_of
from canasta.engine.opening_cards import reached_strictly, within
from canasta.engine.opening_wilds import more_wilds, wild_value
from canasta.engine.position import Position
from canasta.engine.reserves import by_canasta, canasta_cards, manual_due
from canasta.engine.rule_table import KINDS, RuleTable
from canasta.engine.turns import reds_to_lay, talon_due
from canasta.engine.ways import may_join
from canasta.rules.words.melds import DISCARD_FREE, WHEN_EMPTY, WHEN_SIDE_OPEN

_RED: Final = 2
_LOW: Final = 4
_RESERVE: Final = -1
"""The limit of an opening that must bring a reserve, and may then use every card."""


def cards_to_keep(p: Position, seat: i64) -> i64:
    """Return cards *seat* must have left before ending this turn, if they do not go out; 0 if more cards are sure to come."""
    table = p.rule_table
    taken = p.seats[seat * SEAT + TAKEN]
    if taken < table.reserves:
        trigger = table.reserve_trigger[taken]
        if trigger == WHEN_EMPTY:
            return 0
        if trigger == WHEN_SIDE_OPEN and (p.this_turn[STAGING] or not p.opened(p.side_of(seat))):
            return 0
        if trigger != WHEN_SIDE_OPEN and p.this_turn[STAGING] and p.this_turn[MADE]:
            return 0
        if manual_due(p, seat):
            return 0
    if table.passing or p.discardless() or (table.talon_first and talon_due(p, seat)):
        return 1
    return 2


def reds_taken(p: Position, number: i64, above: i64) -> i64:
    """Threes that will be laid from *number* cards of the pile, beginning below the *above* top ones."""
    reds: i64 = 0
    if p.rule_table.reds_in_pile:
        at = i64(len(p.pile)) - 1 - above
        while number > 0:
            reds += p.rule_table.laid[p.pile[at]]
            at -= 1
            number -= 1
    return reds


def banned_cards(p: Position, seat: i64) -> i64:
    """Return cards in the hand of *seat* of the kinds that may not always be discarded; 0 if all may."""
    table = p.rule_table
    if table.discards_free:
        return 0
    banned: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if table.special_discard[kind] != DISCARD_FREE:
            banned += p.hands[seat * KINDS + kind]
        kind += 1
    return banned


def _coming(p: Position) -> i64:
    """Return cards that come to the hand from the pile once the opening stands."""
    return p.this_turn[COMING] - reds_taken(p, p.this_turn[COMING], 0)


def opens_trivially(p: Position, seat: i64, rank: i64, naturals: i64, twos: i64, jokers: i64) -> bool:
    """Return whether the opening of *seat*, with these cards laid to *rank*, surely reaches the minimum and can end.

    A lower bound: the rest of the rank is added, and of other ranks, most valuable first, come sets of naturals, pairs
    with a wild card, and a wild card to each set; no canasta is made.
    """
    table = p.rule_table
    if table.strict:
        return False
    value = table.value
    hands = p.hands
    melds = p.melds
    hand = seat * KINDS
    side = table.side_of[seat]
    cards = naturals + twos + jokers
    left = p.seats[seat * SEAT + HELD] + _coming(p) - reds_to_lay(p, seat) - cards
    need = p.minimum(side) - p.this_turn[STAGED] - naturals * value[rank] - twos * value[1] - jokers * value[0]
    jokers = hands[hand] - jokers
    wilds = jokers + hands[hand + 1] - twos
    if table.wilds_kept and (rank == 0 or p.wilds_wanted(side)):
        wilds = 0  # they may have to join their own meld
    places: i64 = 0
    other: i64 = KINDS - 1
    while need > 0 and other >= _LOW:
        count = hands[hand + other]
        if count < 2 or melds[(side * KINDS + other) * table.slots]:
            count = 0
        elif other == rank:
            count -= naturals
            if count > table.size - 1 - cards:
                count = table.size - 1 - cards
            if count < 0:
                count = 0
        elif count == 2:
            if wilds > 0 and table.size > 3 and table.special_wilds[other] and table.most_wilds[2]:
                need -= value[0] if jokers > 0 else value[1]
                jokers -= 1
                wilds -= 1
                left -= 1
            else:
                count = 0
        elif count >= table.size:
            count = 0
        elif count + 1 < table.size and table.special_wilds[other] and table.most_wilds[count]:
            places += 1
        need -= count * value[other]
        left -= count
        other -= 1
    while need > 0 and places > 0 and wilds > 0:
        need -= value[0] if jokers > 0 else value[1]
        jokers -= 1
        wilds -= 1
        left -= 1
        places -= 1
    keep = cards_to_keep(p, seat)
    if need > 0 or (keep and left < keep):
        return False
    return table.discards_free or left - _coming(p) > banned_cards(p, seat)


def best_opening(p: Position, seat: i64) -> i64:
    """Return the most points the opening of *seat* can reach with the cards now in hand, those staged included."""
    most: i64 = -1
    if p.rule_table.strict:
        most = reached_strictly(p, seat, p.seats[seat * SEAT + HELD])
    return p.this_turn[STAGED] + (most if most >= 0 else _most(p, seat))


def opening_reachable(p: Position, seat: i64) -> bool:
    """Return whether *seat* can reach the minimum with the cards now in hand, whatever is left then."""
    return _can_reach_minimum(p, seat, p.seats[seat * SEAT + HELD])


def opening_possible(p: Position, seat: i64) -> bool:
    """Return whether *seat* can reach the minimum and still end the turn without going out."""
    table = p.rule_table
    keep = cards_to_keep(p, seat)
    held = p.seats[seat * SEAT + HELD]
    limit = held + _coming(p) - reds_to_lay(p, seat) - keep if keep else held
    if table.discards_free or p.discardless():
        return _can_reach_minimum(p, seat, limit)
    at = i64(len(p.pile)) - p.this_turn[COMING]
    while at < i64(len(p.pile)):
        if discard_free(p, table.side_of[seat], p.pile[at]):
            return _can_reach_minimum(p, seat, limit)
        at += 1
    # Cards that come with the pile would be left when all others lie.
    if (keep == 0 and p.this_turn[COMING] == 0 and can_lay_all(p, seat)) or _can_reach_minimum(p, seat, _RESERVE):
        return True
    # One of the cards kept must be one that may be discarded.
    kind: i64 = 0
    while kind < KINDS:
        kept = p.hands[seat * KINDS + kind] > 0 and not (kind == _RED and table.reds_open)
        if kept and discard_free(p, table.side_of[seat], kind):
            p.hands[seat * KINDS + kind] -= 1
            p.seats[seat * SEAT + HELD] -= 1
            found = _can_reach_minimum(p, seat, limit)
            p.hands[seat * KINDS + kind] += 1
            p.seats[seat * SEAT + HELD] += 1
            if found:
                return True
        kind += 1
    return False


def _can_reach_minimum(p: Position, seat: i64, limit: i64) -> bool:
    """Return whether *seat* can reach the minimum with at most *limit* cards, or with a canasta that brings a reserve."""
    table = p.rule_table
    side = table.side_of[seat]
    need = p.minimum(side) - p.this_turn[STAGED]
    if table.strict:
        return reached_strictly(p, seat, limit) >= (need if need > 0 else 0)
    if limit < 0:
        return by_canasta(p, seat) and within(p, seat, limit) >= (need if need > 0 else 0)
    if need <= 0:
        return True
    if table.bonuses_open and canasta_cards(p, seat) <= limit:
        return True
    hand = seat * KINDS
    hands = p.hands
    value = table.value
    wilds = hands[hand] + hands[hand + 1]
    most = hands[hand] * value[0] + hands[hand + 1] * value[1]
    sure: i64 = 0
    usable = wilds
    slots = table.slots
    base = side * KINDS * slots
    safe = table.size - 1
    rank: i64 = _LOW
    while rank < KINDS:
        count = hands[hand + rank]
        if count:
            if p.melds[base + rank * slots]:
                most += count * value[rank]
                usable += count
            elif count >= 3 or (count == 2 and wilds):
                most += count * value[rank]
                usable += count
                if 3 <= count <= safe:
                    sure += count * value[rank]
        rank += 1
    if most < need:
        return False
    if usable <= limit:
        if sure >= need:
            return True
        return _most(p, seat) >= need
    return within(p, seat, limit) >= need


def _most(p: Position, seat: i64) -> i64:
    """Return the most further points that can be laid in the opening, whatever the number of cards."""
    table = p.rule_table
    side = table.side_of[seat]
    hand = seat * KINDS
    wilds = p.hands[hand] + p.hands[hand + 1]
    best = vec[i64]([-1] * (wilds + 1))
    best[0] = 0
    slots = table.slots
    base = side * KINDS * slots
    kept = p.wilds_wanted(side) if table.wilds_kept else 0
    rank: i64 = _LOW
    while rank < KINDS:
        count = p.hands[hand + rank]
        staged = p.melds[base + rank * slots] != 0
        if staged:
            _join(best, _row(p, base + rank * slots, rank, count, wilds), 0, wilds, wilds, table.value[rank])
        elif count >= 2:
            if count > MOST_NATURALS:
                count = MOST_NATURALS
            row = count * WIDTH
            usable = wilds * table.special_wilds[rank]
            if usable > MOST_WILDS:
                usable = MOST_WILDS
            _join(best, table.opening_most, row, usable, wilds, table.value[rank])
        rank += 1
    most: i64 = 0
    used: i64 = 0
    while used <= wilds:
        if best[used] >= 0:
            extra = more_wilds(p, side, wilds - used)
            points = best[used] + wild_value(p, seat, used + extra)
            if points > most and (used == 0 or extra >= kept):
                most = points
        used += 1
    return most


def _join(best: vec[i64], naturals: vec[i64], at: i64, usable: i64, wilds: i64, value: i64) -> None:
    """Improve *best*, points by number of wilds, by a rank of cards worth *value*.

    ``naturals[at + w]`` of them can be laid with *w* wilds, up to *usable*; -1 where none can.
    """
    total = wilds
    while total >= 0:
        most: i64 = -1
        more: i64 = 0
        while more <= total and more <= usable:
            if best[total - more] >= 0 and naturals[at + more] >= 0:
                points = best[total - more] + naturals[at + more] * value
                if points > most:
                    most = points
            more += 1
        best[total] = most
        total -= 1


def _row(p: Position, at: i64, rank: i64, count: i64, wilds: i64) -> vec[i64]:
    """Return the most of *count* naturals that the staged melds from slot *at* and fresh ones take, by number of wilds."""
    row = vec[i64]([-1] * (wilds + 1))
    _fill(p, at, 0, count, wilds * p.rule_table.special_wilds[rank], 0, 0, row, False)
    return row


def _fill(
    p: Position, at: i64, slot: i64, count: i64, wilds: i64, naturals: i64, used: i64, row: vec[i64], unfinished: bool
) -> None:
    """Improve *row* by what slot *slot* and those after it can take; earlier ones took *naturals* and *used* wilds.

    *unfinished*: one of the earlier ones keeps further melds from beginning.
    """
    table = p.rule_table
    meld: i64 = 0
    if slot < table.slots:
        meld = p.melds[at + slot]
    if meld == 0:
        if unfinished or (slot > 0 and not table.several):
            if naturals > row[used]:
                row[used] = naturals
        else:
            _fill_fresh(table, count, wilds, naturals, used, row)
        return
    top = table.size if table.canasta_opens else table.size - 1
    if table.grows and table.canasta_opens:
        top = MOST_NATURALS
    old = wilds_of(meld)
    a: i64 = 0
    while naturals + a <= count:
        laid = (meld >> 16 & 255) + a
        b: i64 = 0
        while used + b <= wilds and laid + old + b <= top:
            if not table.mixed_opens and old + b and laid + old + b >= table.size:
                break
            if old + b <= table.most_wilds[laid] and may_join(p, at // table.slots % KINDS, meld, a, b):
                if table.refills and laid + old + b == table.size:
                    _fill_fresh(table, count, wilds, naturals + a, used + b, row)
                else:
                    stays = unfinished or (table.finish_first and laid + old + b < table.size)
                    _fill(p, at, slot + 1, count, wilds, naturals + a, used + b, row, stays)
            b += 1
        a += 1


def _fill_fresh(table: RuleTable, count: i64, wilds: i64, naturals: i64, used: i64, row: vec[i64]) -> None:
    left = count - naturals
    if left > MOST_NATURALS:
        left = MOST_NATURALS
    w: i64 = 0
    while used + w <= wilds and w <= MOST_WILDS:
        more = table.opening_most[left * WIDTH + w]
        if more >= 0 and naturals + more > row[used + w]:
            row[used + w] = naturals + more
        w += 1
