"""Ways to lay cards: which canastas they leave and how many wilds they take.

A way is a number: the wilds taken in the lowest byte, then four bits for the canastas of each class.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import COMPLETED, SIDE, STARTED, TALLY
from canasta.engine.melds import class_of, meld_of, size_of, wilds_of
from canasta.engine.position import Position
from canasta.engine.rule_table import CLASSES, KINDS, WILD, RuleTable
from canasta.rules.words.melds import TAKES_ANY, TAKES_LATER, TAKES_NATURALS

_LOW: Final = 4
_BITS: Final = 4
_MOST: Final = 15
_ROOM: Final = 16  # ways that a set has room for at first
_LARGE: Final = 0x888888800  # some class has eight or more


def way_to(sort: i64) -> i64:
    """Return the way that leaves one canasta of the class *sort* and takes nothing."""
    one: i64 = 1
    return one << (8 + sort * _BITS)


def canastas_of(way: i64, sort: i64) -> i64:
    """Canastas of the class *sort* that *way* leaves."""
    return way >> (8 + sort * _BITS) & _MOST


def sum_of(a: i64, b: i64) -> i64:
    """Return two ways together; counts of canastas stop at the most that four bits hold."""
    if (a | b) & _LARGE == 0:
        return a + b
    total = (a & 255) + (b & 255)
    sort: i64 = 0
    while sort < CLASSES:
        shift = 8 + sort * _BITS
        number = (a >> shift & _MOST) + (b >> shift & _MOST)
        if number > _MOST:
            number = _MOST
        total |= number << shift
        sort += 1
    return total


class Ways:
    """A set of ways in the order in which they were found. A set of Python would make an object of each number."""

    items: vec[i64]
    number: i64
    places: vec[i64]
    mask: i64

    def __init__(self) -> None:
        """No way yet."""
        self.items = vec[i64]([0] * _ROOM)
        self.number = 0
        self.places = vec[i64]([0] * (2 * _ROOM))  # where `items` has a way, plus 1; found by hashing
        self.mask = 2 * _ROOM - 1

    def clear(self) -> None:
        """Forget all ways."""
        if self.number:
            places = self.places
            at: i64 = 0
            while at <= self.mask:
                places[at] = 0
                at += 1
            self.number = 0

    def add(self, way: i64) -> None:
        """Add *way* unless it is there."""
        at = (way ^ (way >> 8) * 5 ^ (way >> 16) * 11 ^ (way >> 24) * 23) & self.mask
        while self.places[at]:
            if self.items[self.places[at] - 1] == way:
                return
            at = (at + 1) & self.mask
        if 2 * self.number > self.mask:
            self._grow()
            self.add(way)
            return
        self.items[self.number] = way
        self.number += 1
        self.places[at] = self.number

    def _grow(self) -> None:
        old = self.items
        number = self.number
        size = 2 * (self.mask + 1)
        self.items = vec[i64]([0] * size)
        self.places = vec[i64]([0] * (2 * size))
        self.mask = 2 * size - 1
        self.number = 0
        at: i64 = 0
        while at < number:
            self.add(old[at])
            at += 1


def combine(ways: Ways, more: Ways, wilds: i64, found: Ways) -> None:
    """Let *found* be every one of *ways* with every one of *more*, as far as they take no more than *wilds*."""
    found.clear()
    a: i64 = 0
    while a < ways.number:
        one = ways.items[a]
        b: i64 = 0
        while b < more.number:
            other = more.items[b]
            if (one & 255) + (other & 255) <= wilds:
                found.add(sum_of(one, other))
            b += 1
        a += 1


def add_rank(most: vec[i64], more: Ways) -> vec[i64]:
    """Return the most canastas by the number of wilds taken, -1 where that number cannot be: as in *most*, and one of *more* besides."""
    wilds = i64(len(most))
    found = vec[i64]([-1] * wilds)
    at: i64 = 0
    while at < more.number:
        way = more.items[at]
        canastas: i64 = 0
        rest = way >> 8
        while rest:
            canastas += rest & _MOST
            rest >>= _BITS
        taken = way & 255
        before: i64 = 0
        while taken < wilds:
            if most[before] >= 0 and most[before] + canastas > found[taken]:
                found[taken] = most[before] + canastas
            before += 1
            taken += 1
        at += 1
    return found


def may_join(p: Position, rank: i64, meld: i64, naturals: i64, wilds: i64) -> bool:
    """Return whether *meld* of *rank*, of the side on turn, may take that many cards this turn although it is or becomes a canasta.

    If it may, it may take fewer, too.
    """
    table = p.rule_table
    if table.takes == TAKES_ANY or naturals + wilds == 0:
        return True
    missing = table.size - size_of(meld)
    if table.takes == TAKES_LATER:
        if missing > 0:
            return naturals + wilds <= missing
        return p.this_turn[STARTED] >> (COMPLETED + rank) & 1 == 0
    if wilds == 0:
        return True
    if table.takes == TAKES_NATURALS:
        return wilds <= missing
    return missing > 0 or wilds_of(meld) > 0


def fits(
    p: Position,
    row: i64,
    at: i64,
    slot: i64,
    count: i64,
    wilds: i64,
    wanted: bool,
    pure: bool,
    finish: bool,
    unfinished: bool = False,
) -> i64:
    """Return the numbers of wilds, as bits, that can be laid with exactly *count* naturals of one rank.

    Its melds stand at *at*; those before *slot* are left as they are. Where *wanted*, a new canasta must be made.
    *row* is what `Position.wild_row` says, *pure* what `Position.stays_pure`; *finish*: a natural meld must be a canasta.
    *unfinished*: one of those before keeps further melds from beginning.
    """
    table = p.rule_table
    meld: i64 = 0
    if slot < table.slots:
        meld = p.melds[at + slot]
    if meld == 0:
        if unfinished or (slot > 0 and not table.several):
            return 1 if count == 0 and not wanted else 0
        return _fresh_fits(table, row, count, 0 if pure else wilds, slot, wanted, finish)
    old = wilds_of(meld)
    naturals = meld >> 16 & 255
    if table.grows and not table.several:
        # One meld takes all: any number of wilds from the fewest to the most.
        size = naturals + old + count
        fewest: i64 = 0
        if wanted:
            if naturals + old >= table.size:
                return 0
            if size < table.size:
                fewest = table.size - size
        if finish and old == 0 and size < table.size and fewest == 0:
            fewest = 1
        most = table.most_wilds[row + naturals + count] - old
        if most < 0 or (pure and old == 0):
            most = 0
        if most > wilds:
            most = wilds
        if table.takes != TAKES_ANY:
            while most >= 0 and not may_join(p, at // table.slots % KINDS, meld, count, most):
                most -= 1
        one: i64 = 1
        if most < fewest:
            return 0
        return (one << (most + 1)) - (one << fewest)
    takes_any = table.takes == TAKES_ANY
    found: i64 = 0
    a: i64 = 0
    while a <= count:
        size = naturals + a + old
        most = table.most_wilds[row + naturals + a] - old
        if most < 0 or (pure and old == 0):
            most = 0
        if not table.grows and most > table.size - size:
            most = table.size - size
        if most > wilds:
            most = wilds
        b: i64 = 0
        while b <= most and (takes_any or may_join(p, at // table.slots % KINDS, meld, a, b)):
            still = wanted and not (size + b >= table.size > naturals + old)
            if finish and old + b == 0 and size < table.size:
                b += 1
                continue
            if table.refills and size + b == table.size:
                found |= _fresh_fits(table, row, count - a, 0 if pure else wilds - b, slot, still, finish) << b
            elif table.several or a == count:
                stays = unfinished or (table.finish_first and size + b < table.size)
                found |= fits(p, row, at, slot + 1, count - a, wilds - b, still, pure, finish, stays) << b
            b += 1
        a += 1
    return found


def _fresh_fits(table: RuleTable, row: i64, count: i64, wilds: i64, open_melds: i64, wanted: bool, finish: bool) -> i64:
    """Return the numbers of wilds, as bits, that can be laid with exactly *count* naturals in fresh melds of one rank."""
    if count == 0:
        return 0 if wanted else 1
    if not finish and (not table.several or open_melds + count // 2 <= table.slots):
        one: i64 = 1
        within = (one << (wilds + 1)) - 1
        return (table.fresh_canastas[row + count] if wanted else table.fresh_wilds[row + count]) & within
    found: i64 = 0
    n: i64 = 2
    while n <= count:
        w: i64 = 0
        while w <= wilds and w <= table.most_wilds[row + n]:
            size = n + w
            if size >= (table.size if finish and w == 0 else 3) and (table.beyond or size <= table.size):
                closes = size == table.size and table.closes
                if n == count or closes or (open_melds + 1 < table.slots and table.may_follow(size)):
                    more: i64 = 0 if closes else 1
                    still = wanted and size < table.size
                    found |= _fresh_fits(table, row, count - n, wilds - w, open_melds + more, still, finish) << w
            w += 1
        n += 1
    return found


def finished_canastas(p: Position, side: i64) -> vec[i64]:
    """Canastas of *side* by class, without those that still take cards: their class is judged at the end."""
    table = p.rule_table
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


def plain_naturals(p: Position, side: i64) -> i64:
    """Natural canastas of *side* that may still take a red three."""
    number: i64 = 0
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 24 & 1) == 0 and (entry >> 32 & 255) >= _LOW and wilds_of(entry) == 0:
            number += 1
    return number


def place(
    p: Position,
    side: i64,
    rank: i64,
    slot: i64,
    count: i64,
    wilds: i64,
    done: i64,
    found: Ways,
    unfinished: bool = False,
) -> None:
    """Add to *found* every way to lay exactly *count* naturals of *rank* from *slot* on, after *done*, and then go out.

    *unfinished*: a meld before *slot* keeps further melds from beginning.
    """
    table = p.rule_table
    row = p.wild_row(side)
    pure = p.stays_pure(side, rank)
    finish = table.must_finish[rank] != 0
    meld: i64 = 0
    if slot < table.slots:
        meld = p.meld_at(side, rank, slot)
    if meld == 0:
        if unfinished or (slot > 0 and not table.several):
            if count == 0:
                found.add(done)
            return
        _lay_fresh(table, row, rank, count, 0 if pure else wilds, done, found, slot)
        return
    old = wilds_of(meld)
    naturals = meld >> 16 & 255
    a: i64 = 0
    while a <= count:
        b: i64 = 0
        while b <= wilds:
            size = naturals + a + old + b
            fit = b == 0 or (old + b <= table.most_wilds[row + naturals + a] and not (pure and old == 0))
            if finish and old + b == 0 and size < table.size:
                fit = False
            if fit and (table.grows or size <= table.size) and may_join(p, rank, meld, a, b):
                after = sum_of(done, b + _class_way(table, rank, naturals + a, old + b))
                if table.refills and size == table.size:
                    _lay_fresh(table, row, rank, count - a, 0 if pure else wilds - b, after, found, slot)
                else:
                    stays = unfinished or (table.finish_first and size < table.size)
                    place(p, side, rank, slot + 1, count - a, wilds - b, after, found, stays)
            b += 1
        a += 1


def _class_way(table: RuleTable, rank: i64, naturals: i64, wilds: i64) -> i64:
    sort = class_of(table, rank, meld_of(naturals, wilds, 0))
    if sort < 0:
        return 0
    return way_to(sort)


def _lay_fresh(
    table: RuleTable, row: i64, rank: i64, count: i64, wilds: i64, done: i64, found: Ways, open_melds: i64
) -> None:
    """Add to *found* every way to lay exactly *count* naturals of *rank* in fresh melds, after *done*."""
    if count == 0:
        found.add(done)
        return
    n: i64 = 2
    while n <= count:
        w: i64 = 0
        while w <= wilds and w <= table.most_wilds[row + n]:
            size = n + w
            least: i64 = table.size if w == 0 and table.must_finish[rank] else 3
            if size >= least and (table.beyond or size <= table.size):
                closes = size == table.size and table.closes
                if n == count or closes or (open_melds + 1 < table.slots and table.may_follow(size)):
                    after = sum_of(done, w + _class_way(table, rank, n, w))
                    _lay_fresh(table, row, rank, count - n, wilds - w, after, found, open_melds + (0 if closes else 1))
            w += 1
        n += 1


def wild_ways(p: Position, side: i64, left: i64, finished: bool, found: Ways) -> None:
    """Let *found* be every way to lay exactly *left* wilds in wild melds of *side*; *finished*: none may stay unfinished."""
    table = p.rule_table
    found.clear()
    if left == 0 and (p.meld_at(side, 0, 0) == 0 or not (table.grows or finished)):
        found.add(0)
    elif table.wild_melds:
        _place_wilds(p, side, 0, left, 0, found, finished)


def _place_wilds(
    p: Position, side: i64, slot: i64, left: i64, done: i64, found: Ways, finished: bool, unfinished: bool = False
) -> None:
    table = p.rule_table
    meld: i64 = 0
    if slot < table.slots:
        meld = p.meld_at(side, 0, slot)
    if meld == 0:
        if not unfinished and (slot == 0 or table.several):
            _fresh_wilds(table, left, done, found, finished)
        elif left == 0:
            found.add(done)
        return
    size = size_of(meld)
    joined: i64 = 0
    while joined <= left:
        total = size + joined
        if (table.grows or total <= table.size) and (total >= table.size or not finished):
            after = sum_of(done, way_to(WILD)) if total >= table.size else done
            if not table.several and total == table.size and not table.grows:
                _fresh_wilds(table, left - joined, after, found, finished)
            else:
                stays = unfinished or (table.finish_first and total < table.size)
                _place_wilds(p, side, slot + 1, left - joined, after, found, finished, stays)
        joined += 1


def _fresh_wilds(table: RuleTable, left: i64, done: i64, found: Ways, finished: bool) -> None:
    if left == 0:
        found.add(done)
        return
    size: i64 = table.size if finished else 3
    while size <= left and (table.grows or size <= table.size):
        if size == left or table.wilds_may_follow(size):
            after = sum_of(done, way_to(WILD)) if size >= table.size else done
            _fresh_wilds(table, left - size, after, found, finished)
        size += 1
