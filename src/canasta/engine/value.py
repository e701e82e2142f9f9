"""`Value`: how many points a side will end ahead, estimated from a position in which all hands are seen.

The estimate is linear in `Facts`: each of them counts by itself, times the share of the stock that is left, and times how
near the end is. The numbers are learned from deals that bots have played.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.count import CountTable, count_table_of, lead
from canasta.engine.facts import FACTS, Facts
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable

PARTS: Final = 3  # a fact by itself, times the share of the stock, times how near the end is
NUMBERS: Final = 99  # PARTS for each fact


class Value:
    """An estimate of how a deal ends, for one game and one number of players.

    It keeps nothing from one position to the next. It must not be used by two threads at once.
    """

    table: RuleTable
    counting: CountTable
    facts: Facts
    numbers: vec[float]

    def __init__(self, table: RuleTable, numbers: list[float]) -> None:
        """Make a value by *numbers*, three for each of `canasta.engine.facts.NAMES`, in points; raises `ValueError` for another number.

        The first counts by itself, the second times the share of the stock, the third times how near the end is. Nobody can
        be ahead where there is one side only: that raises `ValueError`, too.
        """
        if i64(len(numbers)) != NUMBERS:
            raise ValueError(f"A value has {NUMBERS} numbers, not {len(numbers)}.")
        if table.sides < 2:
            raise ValueError("There is one side only.")
        self.table = table
        self.counting = count_table_of(table)
        self.facts = Facts(self.counting)
        self.numbers = vec[float](numbers)

    def lead(self, p: Position, side: i64) -> float:
        """Return how many points more *side* will have than the others on average, when the deal that stands at *p* is over.

        *p* is a position in which every hand is seen, at the end of a turn; the estimate is rougher within one. Of a deal
        that is over it is exact. The leads of two sides are opposite numbers.
        """
        if p.phase == OVER:
            return lead(self.counting, p, side)
        own = 0.0
        others = 0.0
        each: i64 = 0
        self.facts.look(p)
        while each < self.table.sides:
            worth = self._worth(p, each)
            if each == side:
                own = worth
            else:
                others += worth
            each += 1
        return own - others / float(self.table.sides - 1)

    def _worth(self, p: Position, side: i64) -> float:
        """Return what *side* will have, by an estimate that is right only beside those of the others."""
        facts = self.facts
        facts.side(p, side)
        values = facts.values
        numbers = self.numbers
        stock = facts.stock
        end = facts.end
        total = 0.0
        at: i64 = 0
        place: i64 = 0
        while at < FACTS:
            value = values[at]
            if value != 0.0:
                total += value * (numbers[place] + numbers[place + 1] * stock + numbers[place + 2] * end)
            place += PARTS
            at += 1
        return total


def features(facts: Facts, p: Position, side: i64) -> vec[float]:
    """Return what each number of a `Value` is multiplied with in the lead of *side* in *p*, as *facts* see it."""
    table = facts.table
    facts.look(p)
    row = vec[float]([0.0] * NUMBERS)
    each: i64 = 0
    while each < table.sides:
        share: float = 1.0 if each == side else -1.0 / float(table.sides - 1)
        facts.side(p, each)
        at: i64 = 0
        place: i64 = 0
        while at < FACTS:
            value: float = facts.values[at] * share
            row[place] += value
            row[place + 1] += value * facts.stock
            row[place + 2] += value * facts.end
            place += PARTS
            at += 1
        each += 1
    return row
