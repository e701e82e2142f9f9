"""`Clues`: what everyone saw each player throw, leave and lay, as far as it tells something about their hands."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.flows import Z_HAND, Z_MELD, Z_PILE, Z_RESERVE, Z_STOCK, ZONE, Flows
from canasta.engine.rule_table import KINDS, RuleTable

_NOBODY: Final = -1


class Clues:
    """When each seat last threw a card of each kind, or drew while one lay on top of the pile, and when each side began its melds.

    Time is counted in discards: the first one happens at 1. What never happened has the time 0. Only the hand that a player
    holds now counts: who picks up a reserve begins again.
    """

    table: RuleTable
    now: i64
    drawn: i64
    thrown: vec[i64]
    declined: vec[i64]
    begun: vec[i64]
    opened: vec[i64]
    ended: vec[i64]

    def __init__(self, table: RuleTable) -> None:
        """Nothing seen yet, as at the beginning of a deal."""
        self.table = table
        self.now = 0
        self.drawn = _NOBODY  # who drew or took since the last discard
        self.thrown = vec[i64]([0] * (table.seats * KINDS))
        self.declined = vec[i64]([0] * (table.seats * KINDS))
        self.begun = vec[i64]([0] * (table.sides * KINDS))
        self.opened = vec[i64]([0] * table.sides)
        self.ended = vec[i64]([0] * table.seats)

    def copy(self) -> Clues:
        """Return the same clues, which no longer change with these."""
        other = Clues(self.table)
        other.now = self.now
        other.drawn = self.drawn
        other.thrown = self.thrown[:]
        other.declined = self.declined[:]
        other.begun = self.begun[:]
        other.opened = self.opened[:]
        other.ended = self.ended[:]
        return other

    def key(self) -> tuple[tuple[int, ...], ...]:
        """Return all that was seen, as one hashable value."""
        return (
            (self.now, self.drawn),
            tuple(self.thrown),
            tuple(self.declined),
            tuple(self.begun),
            tuple(self.opened),
            tuple(self.ended),
        )

    def follow(self, pile: vec[i64], flows: Flows) -> None:
        """Note what a step has shown: *pile* is the pile before it, *flows* what it moved."""
        slots = self.table.slots
        index: i64 = 0
        while index < flows.number:
            flow = flows.items[index]
            origin = flow >> 40
            target = flow >> 20 & 0xFFFFF
            sort = target // ZONE
            source = origin // ZONE
            if sort == Z_MELD and source != Z_MELD:
                self.lay(target % ZONE // slots // KINDS, target % ZONE // slots % KINDS)
            elif sort == Z_PILE and source == Z_HAND:
                self.throw(origin % ZONE, flow >> 10 & 31)
            elif sort == Z_HAND and source == Z_RESERVE:
                self.begin_anew(target % ZONE)
            elif sort == Z_HAND and source == Z_STOCK and index == 0:
                # Cards drawn for red threes come after these have moved.
                size = i64(len(pile))
                self.draw(target % ZONE, pile[size - 1] if size else -1)
            index += 1

    def throw(self, seat: i64, kind: i64) -> None:
        """*seat* threw a card of *kind*, and its turn was over."""
        self.now += 1
        self.thrown[seat * KINDS + kind] = self.now
        self.ended[seat] = self.now
        self.drawn = _NOBODY

    def draw(self, seat: i64, top: i64) -> None:
        """*seat* drew from the stock while a card of the kind *top* lay on the pile; -1 for none."""
        if self.drawn != seat:
            self.drawn = seat
            if top >= 0:
                self.declined[seat * KINDS + top] = self.now

    def lay(self, side: i64, rank: i64) -> None:
        """*side* laid cards of *rank*."""
        if self.opened[side] == 0:
            self.opened[side] = self.now + 1
        if self.begun[side * KINDS + rank] == 0:
            self.begun[side * KINDS + rank] = self.now + 1

    def begin_anew(self, seat: i64) -> None:
        """*seat* picked up a reserve: what it did before says nothing about the new hand."""
        self.ended[seat] = 0
        kind: i64 = 0
        while kind < KINDS:
            self.thrown[seat * KINDS + kind] = 0
            self.declined[seat * KINDS + kind] = 0
            kind += 1
