"""`Observation`: what one seat may know, as bytes at fixed places; `docs/learn.md` describes each of them.

Seats and sides are counted from the seat that looks: it is 0, the next clockwise 1, and its own side is 0. Every number is 0 to 255;
larger ones are cut off at 255.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64, u8

from canasta.engine.fields import (
    ASKED,
    ASKED_SEAT,
    CANASTAS,
    COMING,
    HELD,
    LAID,
    MADE,
    ON_TRIAL,
    OPENED,
    SEAT,
    SIDE,
    SOURCE,
    STAGED,
    STAGING,
    TAKEN,
    TOOK,
)
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.outlook import canastas_missing
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import KINDS, RuleTable

OBSERVATION_VERSION: Final = 1
FIVES: Final = 5  # points in one unit of an opening and of the rest of a total
THOUSAND: Final = 1000
NO_THOUSANDS: Final = 100  # stands for a total from 0 to 999
TOP: Final = 8  # cards of the pile whose order is told
RANKS: Final = 13  # ranks of melds: wild cards, black threes, fours to aces

TURN_FIELDS: Final = (
    "phase", "asked_now", "actor", "turn", "source", "staging", "staged", "coming", "permission", "asked_seat",
    "lifted", "canastas_made", "stock_hundreds", "stock_rest", "pile", "frozen", "lap", "turns", "out", "ended",
)  # fmt: skip
SEAT_FIELDS: Final = ("held", "reserves_left", "took", "melded", "canastas")
SIDE_FIELDS: Final = ("opened", "minimum", "reds", "blacks", "missing", "total_thousands", "total_rest")
MELD_FIELDS: Final = ("naturals", "twos", "jokers", "others", "natural_canastas", "mixed_canastas")
_TURNS: Final = 20
_SEATS: Final = 5
_SIDES: Final = 7
_MELDS: Final = 6


class Block(NamedTuple):
    """Bytes of an observation that belong together: from *start* on, in rows of *shape*; *fields* names the last dimension."""

    name: str
    start: int
    shape: tuple[int, ...]
    fields: tuple[str, ...]


_KIND_FIELDS: Final = (
    "joker",
    "two",
    "red_three",
    "black_three",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "J",
    "Q",
    "K",
    "A",
)


def layout(seats: int, sides: int) -> tuple[Block, ...]:
    """Return the blocks of an observation at a table of *seats* and *sides*, in their order.

    >>> [(block.name, block.start, block.shape) for block in layout(4, 2)][:3]
    [('turn', 0, (20,)), ('hand', 20, (15,)), ('pile', 35, (15,))]
    """
    top = tuple(f"top_{depth}" for depth in range(TOP))
    shapes: list[tuple[str, tuple[int, ...], tuple[str, ...]]] = [
        ("turn", (_TURNS,), TURN_FIELDS),
        ("hand", (KINDS,), _KIND_FIELDS),
        ("pile", (KINDS,), _KIND_FIELDS),
        ("top", (TOP,), top),
        ("seats", (seats, _SEATS), SEAT_FIELDS),
        ("sides", (sides, _SIDES), SIDE_FIELDS),
        ("known", (seats, KINDS), _KIND_FIELDS),
        ("thrown", (seats, KINDS), _KIND_FIELDS),
        ("melds", (sides, RANKS, _MELDS), MELD_FIELDS),
    ]
    blocks: list[Block] = []
    start = 0
    for name, shape, fields in shapes:
        blocks.append(Block(name, start, shape, fields))
        size = 1
        for length in shape:
            size *= length
        start += size
    return tuple(blocks)


def layout_digest(seats: int, sides: int) -> str:
    """Return the digest of that layout and its version, by which programs can tell whether they agree.

    >>> len(layout_digest(4, 2))
    16
    """
    text = repr((OBSERVATION_VERSION, [tuple(block) for block in layout(seats, sides)]))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Observation:
    """Bytes that are filled again and again: what a seat sees of a deal of *table*, in *rows* of `size` bytes."""

    table: RuleTable
    size: i64
    cells: vec[u8]
    at: i64

    def __init__(self, table: RuleTable, rows: i64 = 1) -> None:
        self.table = table
        last = layout(table.seats, table.sides)[-1]
        self.size = last.start + table.sides * RANKS * _MELDS
        self.cells = vec[u8]([0] * (rows * self.size))
        self.at = 0

    def _put(self, number: i64) -> None:
        """Write *number* at the next place, cut to what a byte can say."""
        cut = number
        if cut < 0:
            cut = 0
        if cut > 255:
            cut = 255
        self.cells[self.at] = u8(cut)
        self.at += 1

    # Most of the time goes into these two loops, so nothing is read or called twice in them.

    def _put_run(self, counts: vec[i64], start: i64, end: i64) -> None:
        """Write *counts* from *start* to before *end*, each cut to what a byte can say."""
        cells = self.cells
        place = self.at - start
        at = start
        while at < end:
            count = counts[at]
            if count > 255:
                count = 255
            cells[place + at] = u8(count)
            at += 1
        self.at = place + end

    def _put_zeros(self, end: i64) -> None:
        """Write zeros up to *end*."""
        cells = self.cells
        at = self.at
        while at < end:
            cells[at] = 0
            at += 1
        self.at = end

    def look(self, p: Position, seat: i64, known: vec[i64], thrown: vec[i64], totals: vec[i64], row: i64 = 0) -> None:
        """Fill *row* with what *seat* sees of *p*; *known* and *thrown* count cards by seat and kind, *totals* points by side."""
        table = self.table
        side = table.side_of[seat]
        end = (row + 1) * self.size
        self.at = row * self.size
        self._put_turn(p, seat, side)
        self._put_run(p.hands, seat * KINDS, (seat + 1) * KINDS)
        self._put_pile(p)
        step: i64 = 0
        while step < table.seats:
            self._put_seat(p, (seat + step) % table.seats)
            step += 1
        step = 0
        while step < table.sides:
            self._put_side(p, (side + step) % table.sides, totals)
            step += 1
        places = table.seats * KINDS
        self._put_run(known, seat * KINDS, places)
        self._put_run(known, 0, seat * KINDS)
        self._put_run(thrown, seat * KINDS, places)
        self._put_run(thrown, 0, seat * KINDS)
        start = self.at
        self._put_zeros(end)
        step = 0
        while step < table.sides:
            self._put_melds(p, (side + step) % table.sides, start + step * RANKS * _MELDS)
            step += 1
        self._put_canastas(p, side, start)

    def _put_turn(self, p: Position, seat: i64, side: i64) -> None:
        seats = self.table.seats
        turn = p.this_turn
        self._put(p.phase)
        self._put(1 if p.actor == seat and p.phase != OVER else 0)
        self._put((p.actor - seat + seats) % seats)
        self._put((p.turn - seat + seats) % seats)
        self._put(turn[SOURCE])
        self._put(turn[STAGING])
        self._put(turn[STAGED] // FIVES)
        self._put(turn[COMING])
        self._put(turn[ASKED])
        self._put(0 if turn[ASKED_SEAT] < 0 else 1 + (turn[ASKED_SEAT] - seat + seats) % seats)
        self._put(turn[ON_TRIAL])
        self._put(turn[MADE])
        stock = p.stock()
        self._put(stock // 100)
        self._put(stock % 100)
        self._put(i64(len(p.pile)))
        self._put(1 if p.frozen(side) else 0)
        self._put(p.lap + 1)
        self._put(p.turns)
        self._put(0 if p.out < 0 else 1 + (p.out - seat + seats) % seats)
        self._put(p.ended)

    def _put_pile(self, p: Position) -> None:
        cells = self.cells
        start = self.at
        self._put_zeros(start + KINDS)
        number = i64(len(p.pile))
        at: i64 = 0
        while at < number:
            place = start + p.pile[at]
            if cells[place] < 255:
                cells[place] += 1
            at += 1
        depth: i64 = 1
        while depth <= TOP:
            self._put(1 + p.pile[number - depth] if depth <= number else 0)
            depth += 1

    def _put_seat(self, p: Position, seat: i64) -> None:
        at = seat * SEAT
        self._put(p.seats[at + HELD])
        self._put(self.table.reserves - p.seats[at + TAKEN])
        self._put(1 if p.seats[at + TOOK] == 1 else 0)
        self._put(1 if p.seats[at + LAID] else 0)
        self._put(p.seats[at + CANASTAS])

    def _put_side(self, p: Position, side: i64, totals: vec[i64]) -> None:
        missing = canastas_missing(p, side)
        self._put(1 if p.sides[side * SIDE + OPENED] else 0)
        self._put(p.minimum(side) // FIVES)
        self._put(p.reds(side))
        self._put(p.blacks(side))
        self._put(missing)
        total = totals[side]
        thousands = total // THOUSAND
        self._put(thousands + NO_THOUSANDS)
        self._put((total - thousands * THOUSAND) // FIVES)

    def _put_melds(self, p: Position, side: i64, start: i64) -> None:
        slots = self.table.slots
        self.at = start
        rank: i64 = 0
        while rank < KINDS:
            first = (side * KINDS + rank) * slots
            meld = p.melds[first]
            if meld:
                self.at = start + _row(rank) * _MELDS
                self._put(meld >> 16)
                self._put(meld >> 8 & 255)
                self._put(meld & 255)
                others: i64 = 0
                slot: i64 = 1
                while slot < slots and p.melds[first + slot]:
                    others += size_of(p.melds[first + slot])
                    slot += 1
                self._put(others)
            rank += 1

    def _put_canastas(self, p: Position, own: i64, start: i64) -> None:
        """Count the finished canastas that take no more cards."""
        cells = self.cells
        sides = self.table.sides
        for entry in p.closed:
            step = ((entry >> 40) - own + sides) % sides
            place = start + (step * RANKS + _row(entry >> 32 & 255)) * _MELDS + 4
            if wilds_of(entry):
                place += 1
            cells[place] += 1


def _row(rank: i64) -> i64:
    """Return the row of *rank* among those of melds: wild cards first, then black threes, then fours to aces."""
    return rank if rank == 0 else rank - 2
