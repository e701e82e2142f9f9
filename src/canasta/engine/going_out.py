"""Whether a player can surely go out this turn with the cards he sees: an exact search.

Every natural but a last discard must find a meld, so each rank offers few ways to lay all its cards: how many
wilds they take and which canastas they leave. The ways of all ranks are combined, the wilds left over go into
wild melds, and the contract is judged on what stands then.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.clauses import FINE, OUT_CONTRACT, OUT_PARTNER, OUT_PERMISSION, OUT_RESERVES
from canasta.engine.position import (
    ALLOWED,
    FORBIDDEN,
    HELD,
    PILE,
    PLAYED,
    SEAT,
    SIDE,
    TAKEN,
    TALLY,
    WHOLE_TURN,
    Position,
    class_of,
    meld_of,
    size_of,
    wilds_of,
)
from canasta.engine.table import BLACK, CLASSES, KINDS, MUST_ASK, NATURAL, WILD, Table

_LOW: Final = 4
_NO_DISCARD: Final = -1
_UNKNOWN_DISCARD: Final = -2
# Ways are numbers: wilds taken in the lowest byte, then four bits for the canastas of each class.
_BITS: Final = 4
_MOST: Final = 15


def barred(p: Position, seat: i64, answered: bool) -> i64:
    """The clause that keeps *seat* from going out this turn, whatever he holds; 0 if none.

    *answered* supposes that a permission still to be asked was given.
    """
    table = p.table
    if p.seats[seat * SEAT + TAKEN] < table.reserves:
        return OUT_RESERVES
    if table.partner or table.opponents:
        mate: i64 = 0
        waiting = vec[i64]([0] * table.sides)
        while mate < table.seats:
            played = p.seats[mate * SEAT + PLAYED]
            side = mate % table.sides
            if side == seat % table.sides:
                if mate != seat and played < table.partner:
                    return OUT_PARTNER
            elif played >= WHOLE_TURN:
                waiting[side] = 1
            mate += 1
        if table.opponents:
            side = 0
            while side < table.sides:
                if side != seat % table.sides and waiting[side] == 0:
                    return OUT_PARTNER
                side += 1
    if p.asked == FORBIDDEN:
        return OUT_PERMISSION
    if table.permission == MUST_ASK and p.asked != ALLOWED and not answered:
        return OUT_PERMISSION
    return FINE


def contract_met(p: Position, side: i64) -> bool:
    """Whether the canastas of *side* suffice to go out."""
    return _suffices(p.table, p.sides, side * SIDE + TALLY, 0)


def why_not_out(p: Position, seat: i64) -> i64:
    """The clause that forbids *seat* to go out with the melds as they stand; 0 if none does."""
    code = barred(p, seat, False)
    if code == OUT_RESERVES:
        return code
    if not contract_met(p, seat % p.table.sides):
        return OUT_CONTRACT
    return code


def _suffices(table: Table, tally: vec[i64], at: i64, way: i64) -> bool:
    total: i64 = 0
    sort: i64 = 0
    while sort < CLASSES:
        number = tally[at + sort] + (way >> (8 + sort * _BITS) & _MOST)
        if number < table.need[sort]:
            return False
        if sort != BLACK or table.black_counts:
            total += number
        sort += 1
    return total >= table.need_canastas


def waived(p: Position, seat: i64) -> bool:
    """Whether *seat* could still go out concealed and so without a minimum."""
    table = p.table
    if table.concealed == 0 or p.touched or not p.fresh:
        return False
    return table.concealed == 1 or p.side_fresh


def sure_out(p: Position, seat: i64, unknown: bool = False) -> bool:
    """Whether *seat*, to play, can go out this turn with the cards in his hand, supposing any answer is yes.

    *unknown* adds one unseen card, which must be the last discard. Cards of a taken pile that wait for the end
    of an opening are not counted on: such a turn is held to be unsure.
    """
    table = p.table
    if barred(p, seat, True):
        return False
    if p.coming > 0:
        return False
    side = seat % table.sides
    may_discard = not (table.knock and p.source == PILE)
    if unknown:
        return may_discard and _all_laid(p, seat, side, _UNKNOWN_DISCARD)
    if not table.discard_required and _all_laid(p, seat, side, _NO_DISCARD):
        return True
    if not may_discard:
        return False
    loose = _loose(p, seat, side)
    if loose == -2:
        return False
    kind: i64 = 0
    while kind < KINDS:
        if p.hands[seat * KINDS + kind] and (loose < 0 or loose == kind) and last_discard_free(p, side, kind):
            if _all_laid(p, seat, side, kind):
                return True
        kind += 1
    return False


def last_discard_free(p: Position, side: i64, kind: i64) -> bool:
    """Whether *kind* may be the last discard of *side* in going out."""
    table = p.table
    if table.discards_free:
        return True
    return table.special_last[kind] != 0 and discard_free(p, side, kind)


def discard_free(p: Position, side: i64, kind: i64) -> bool:
    """Whether cards of *kind* may be discarded by *side* now."""
    table = p.table
    ban = table.special_discard[kind]
    if ban == 0:
        return True
    sort = 4 + table.special_of[kind]
    if ban == 1:
        return p.sides[side * SIDE + TALLY + sort] > 0
    each: i64 = 0
    while each < table.sides:
        if p.sides[each * SIDE + TALLY + sort] == 0:
            if ban == 2 or not _any_canasta(p, each, kind):
                return False
        each += 1
    return True


def _any_canasta(p: Position, side: i64, rank: i64) -> bool:
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 32 & 255) == rank:
            return True
    slot: i64 = 0
    while slot < p.table.slots:
        if size_of(p.meld_at(side, rank, slot)) >= p.table.size:
            return True
        slot += 1
    return False


def _loose(p: Position, seat: i64, side: i64) -> i64:
    """The one rank whose card can only be discarded; -1 if there is none, -2 if there are several cards of it."""
    table = p.table
    hand = seat * KINDS
    wilds = p.hands[hand] + p.hands[hand + 1]
    found: i64 = -1
    rank: i64 = _LOW
    while rank < KINDS:
        count = p.hands[hand + rank]
        if 0 < count < 3 and p.meld_at(side, rank, 0) == 0:
            if count == 1 or wilds == 0 or table.special_wilds[rank] == 0:
                if found >= 0 or count == 2:
                    return -2
                found = rank
        rank += 1
    return found


def _all_laid(p: Position, seat: i64, side: i64, discard: i64) -> bool:
    """Whether all cards of *seat* but one of the kind *discard* can be laid so that he may go out."""
    table = p.table
    hand = seat * KINDS
    hands = p.hands
    wilds = hands[hand] + hands[hand + 1] - (1 if discard == 0 or discard == 1 else 0)
    reds = hands[hand + 2] - (1 if discard == 2 else 0)
    blacks = hands[hand + 3] - (1 if discard == 3 else 0)
    if reds and not table.red_canasta:
        return False
    laid_blacks = size_of(p.meld_at(side, BLACK, 0))
    if laid_blacks and p.seats[seat * SEAT + HELD] > blacks + (0 if discard < 0 else 1):
        return False
    if blacks:
        if table.black_least == 0 or table.black_sizes[laid_blacks + blacks] == 0:
            return False
        if table.black_alone and discard != _NO_DISCARD:
            return False
    conceals = False
    if p.opened(side) is False:
        points = p.staged
        kind: i64 = 0
        while kind < KINDS:
            points += hands[hand + kind] * table.value[kind]
            kind += 1
        if discard >= 0:
            points -= table.value[discard]
        conceals = points < p.minimum(side) or not table.canasta_opens
        if conceals and not waived(p, seat):
            return False
    ways: set[i64] = {0}
    base = _open_canastas(p, side)
    rank: i64 = _LOW
    while rank < KINDS:
        count = hands[hand + rank] - (1 if discard == rank else 0)
        if count or p.meld_at(side, rank, 0):
            more: set[i64] = set()
            _place(p, side, rank, 0, count, wilds if table.special_wilds[rank] else 0, 0, more)
            if not more:
                return False
            ways = _combined(ways, more, wilds)
        rank += 1
    lone = _way(BLACK) if blacks and laid_blacks + blacks >= table.size else 0
    for way in ways:
        left = wilds - (way & 255)
        for wild_way in _wild_ways(p, side, left):
            total = _sum(_sum(way, wild_way), lone)
            if reds > _plain_naturals(p, side) + (total >> (8 + NATURAL * _BITS) & _MOST):
                continue
            if conceals and p.made == 0 and total >> 8 == 0:
                continue
            if _suffices(table, base, 0, total):
                return True
    return False


def _way(sort: i64) -> i64:
    one: i64 = 1
    return one << (8 + sort * _BITS)


def _sum(a: i64, b: i64) -> i64:
    """Two ways together; counts of canastas stop at the most that four bits hold."""
    total = (a & 255) + (b & 255)
    sort: i64 = 0
    while sort < CLASSES:
        shift = 8 + sort * _BITS
        number = (a >> shift & _MOST) + (b >> shift & _MOST)
        total |= (number if number < _MOST else _MOST) << shift
        sort += 1
    return total


def _combined(ways: set[i64], more: set[i64], wilds: i64) -> set[i64]:
    result: set[i64] = set()
    for a in ways:
        for b in more:
            if (a & 255) + (b & 255) <= wilds:
                result.add(_sum(a, b))
    return result


def _open_canastas(p: Position, side: i64) -> vec[i64]:
    """Canastas of *side* by class, without those that still take cards: their class is judged at the end."""
    table = p.table
    tally = p.sides[side * SIDE + TALLY : side * SIDE + TALLY + CLASSES]
    if table.grows:
        rank: i64 = 0
        while rank < KINDS:
            slot: i64 = 0
            while slot < table.slots:
                sort = class_of(table, rank, p.meld_at(side, rank, slot))
                if sort >= 0:
                    tally[sort] -= 1
                slot += 1
            rank += 1
    return tally


def _plain_naturals(p: Position, side: i64) -> i64:
    """Natural canastas of *side* that may still take a red three."""
    number: i64 = 0
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 24 & 1) == 0 and (entry >> 32 & 255) >= _LOW and wilds_of(entry) == 0:
            number += 1
    return number


def _place(p: Position, side: i64, rank: i64, slot: i64, count: i64, wilds: i64, done: i64, found: set[i64]) -> None:
    """Add to *found* every way to lay exactly *count* naturals of *rank* from *slot* on, after *done*."""
    table = p.table
    meld = p.meld_at(side, rank, slot) if slot < table.slots else 0
    if meld == 0:
        if slot > 0 and not table.several:
            if count == 0:
                found.add(done)
            return
        _lay_fresh(table, rank, count, wilds, done, found, slot)
        return
    old = wilds_of(meld)
    naturals = meld >> 16 & 255
    a: i64 = 0
    while a <= count:
        b: i64 = 0
        while b <= wilds:
            size = naturals + a + old + b
            if (table.grows or size <= table.size) and old + b <= table.most_wilds[naturals + a]:
                after = _sum(done, b + _class_way(table, rank, naturals + a, old + b))
                if not table.several and size == table.size and not table.grows:
                    _lay_fresh(table, rank, count - a, wilds - b, after, found, slot)
                else:
                    _place(p, side, rank, slot + 1, count - a, wilds - b, after, found)
            b += 1
        a += 1


def _class_way(table: Table, rank: i64, naturals: i64, wilds: i64) -> i64:
    sort = class_of(table, rank, meld_of(naturals, wilds, 0))
    return _way(sort) if sort >= 0 else 0


def _lay_fresh(table: Table, rank: i64, count: i64, wilds: i64, done: i64, found: set[i64], open_melds: i64) -> None:
    """Add to *found* every way to lay exactly *count* naturals of *rank* in fresh melds, after *done*."""
    if count == 0:
        found.add(done)
        return
    n: i64 = 2
    while n <= count:
        w: i64 = 0
        while w <= wilds and w <= table.most_wilds[n]:
            size = n + w
            if size >= 3 and (table.grows or size <= table.size):
                closes = size == table.size and not table.grows
                if n == count or closes or (table.several and open_melds + 1 < table.slots):
                    after = _sum(done, w + _class_way(table, rank, n, w))
                    _lay_fresh(table, rank, count - n, wilds - w, after, found, open_melds + (0 if closes else 1))
            w += 1
        n += 1


def _wild_ways(p: Position, side: i64, left: i64) -> list[i64]:
    """Every way to lay exactly *left* wilds in wild melds of *side*."""
    table = p.table
    if left == 0 and (not table.grows or p.meld_at(side, 0, 0) == 0):
        return [0]
    if not table.wild_melds:
        return []
    found: set[i64] = set()
    _place_wilds(p, side, 0, left, 0, found)
    return list(found)


def _place_wilds(p: Position, side: i64, slot: i64, left: i64, done: i64, found: set[i64]) -> None:
    table = p.table
    meld = p.meld_at(side, 0, slot) if slot < table.slots else 0
    if meld == 0:
        if slot == 0 or table.several:
            _fresh_wilds(table, left, done, found)
        elif left == 0:
            found.add(done)
        return
    size = size_of(meld)
    joined: i64 = 0
    while joined <= left:
        total = size + joined
        if table.grows or total <= table.size:
            after = _sum(done, _way(WILD)) if total >= table.size else done
            if not table.several and total == table.size and not table.grows:
                _fresh_wilds(table, left - joined, after, found)
            else:
                _place_wilds(p, side, slot + 1, left - joined, after, found)
        joined += 1


def _fresh_wilds(table: Table, left: i64, done: i64, found: set[i64]) -> None:
    if left == 0:
        found.add(done)
        return
    size: i64 = 3
    while size <= left and (table.grows or size <= table.size):
        if size == left or table.several or (size == table.size and not table.grows):
            after = _sum(done, _way(WILD)) if size >= table.size else done
            _fresh_wilds(table, left - size, after, found)
        size += 1
