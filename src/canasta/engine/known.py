"""`KnownCards`: cards that everyone knows to be in someone's hand, because they took them from the pile."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.clues import Clues
from canasta.engine.flows import ANY_KIND, Z_HAND, Z_PILE, ZONE, Flows
from canasta.engine.rule_table import KINDS, RuleTable


class KnownCards:
    """Cards that are surely in a hand, counted by seat and kind: a part of what everyone has seen.

    The other part are `clues`, where someone wants to guess by them.
    """

    counts: vec[i64]
    laid: vec[i64]
    clues: Clues | None

    def __init__(self, table: RuleTable, counts: list[int] | None = None) -> None:
        """None known, or those of *counts*: every kind of every seat, seat by seat."""
        self.counts = vec[i64]([0] * (table.seats * KINDS))
        self.laid = table.laid
        self.clues = None
        if counts is not None:
            at: i64 = 0
            while at < i64(len(self.counts)):
                self.counts[at] = counts[at]
                at += 1

    def copy(self, table: RuleTable) -> KnownCards:
        """Return the same cards of a deal of *table*, without clues, for looking ahead."""
        other = KnownCards(table)
        other.counts = self.counts[:]
        return other

    def forget(self) -> None:
        """Know nothing, as at the beginning of a deal."""
        at: i64 = 0
        while at < i64(len(self.counts)):
            self.counts[at] = 0
            at += 1

    def follow(self, pile: vec[i64], flows: Flows) -> None:
        """Note what a step has shown: *pile* is the pile before it, *flows* what it moved.

        A card that leaves a hand may be one that nobody had seen there. It is taken for a known one, so that what is left
        is certain.
        """
        clues = self.clues
        if clues is not None:
            clues.follow(pile, flows)
        top = i64(len(pile))
        index: i64 = 0
        while index < flows.number:
            flow = flows.items[index]
            index += 1
            origin = flow >> 40
            target = flow >> 20 & 0xFFFFF
            kind = flow >> 10 & 31
            number = flow & 1023
            if origin >= Z_HAND * ZONE and origin < Z_PILE * ZONE:
                at = (origin - Z_HAND * ZONE) * KINDS + kind
                self.counts[at] = self.counts[at] - number if self.counts[at] > number else 0
            elif origin == Z_PILE * ZONE:
                top -= number
                if kind == ANY_KIND and target < Z_PILE * ZONE:
                    self._enter(pile, top, top + number, (target - Z_HAND * ZONE) * KINDS)

    def _enter(self, pile: vec[i64], start: i64, end: i64, at: i64) -> None:
        while start < end:
            if self.laid[pile[start]] == 0:
                self.counts[at + pile[start]] += 1
            start += 1
