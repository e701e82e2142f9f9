"""`Guess`: dealing hidden hands by odds, so that likely ones come more often."""

from __future__ import annotations

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.clues import Clues
from canasta.engine.fields import HELD, SEAT
from canasta.engine.odds import MOST, PLAIN, Odds, sort_of
from canasta.engine.playout import Dice
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS

_ROW: Final = 5  # MOST + 1
_FINE: Final = 1 << 20


class Guess:
    """What the hands of a deal probably hold: odds by *clues* for each number of cards of each kind in each hand.

    A hand is as likely as dealt by chance, times the odds of all that it holds. Hands are dealt one after the other, each from the
    cards that are left, exactly as likely as that says.
    """

    chances: vec[float]
    terms: vec[float]
    room: i64
    ways: vec[float]

    def __init__(self, odds: Odds, clues: Clues) -> None:
        """The guess that *odds* make of *clues*."""
        table = odds.table
        self.chances = vec[float]([1.0] * (table.seats * KINDS * _ROW))
        self.room = 4 * table.packs + 1
        if table.packs * table.jokers >= self.room:
            self.room = table.packs * table.jokers + 1
        self.terms = vec[float]([0.0] * (KINDS * self.room))
        self.ways = vec[float]()
        seat: i64 = 0
        while seat < table.seats:
            kind: i64 = 0
            while kind < KINDS:
                sort = sort_of(table, clues, seat, kind)
                if sort != PLAIN:
                    at = (seat * KINDS + kind) * _ROW
                    number: i64 = 1
                    while number <= MOST:
                        self.chances[at + number] = odds.factors[sort * MOST + number - 1]
                        number += 1
                kind += 1
            seat += 1

    def deal(self, q: Position, seat: i64, unseen: vec[i64], plain: bool, dice: Dice) -> None:
        """Fill the hand of *seat* in *q* with cards of *unseen*, from which they go; *plain*: none of those that are laid at once.

        Cards that it has already are known to be there. Raises `ValueError` if there are too few cards, or too many in the hand.
        """
        left = self._count_ways(q, seat, unseen, plain)
        hands = q.hands
        first = seat * KINDS
        width = left + 1
        ways = self.ways
        terms = self.terms
        kind: i64 = 0
        while left > 0:
            share: float = float(dice.below(_FINE)) * ways[kind * width + left] / float(_FINE)
            number: i64 = 0
            chosen: i64 = 0
            while number <= left and number < self.room:
                chance = terms[kind * self.room + number] * ways[(kind + 1) * width + left - number]
                if chance > 0.0:
                    chosen = number
                    if share < chance:
                        break
                    share -= chance
                number += 1
            hands[first + kind] += chosen
            unseen[kind] -= chosen
            left -= chosen
            kind += 1

    def log_chance(self, p: Position, q: Position, seat: i64, unseen: vec[i64], plain: bool) -> float:
        """The logarithm of how likely `deal` gives *seat* in *q* the hand that it has in *p*, which goes from *unseen* to *q*."""
        left = self._count_ways(q, seat, unseen, plain)
        first = seat * KINDS
        found = -log(self.ways[left])
        kind: i64 = 0
        while kind < KINDS:
            number = p.hands[first + kind] - q.hands[first + kind]
            found += log(self.terms[kind * self.room + number])
            q.hands[first + kind] += number
            unseen[kind] -= number
            kind += 1
        return found

    def _count_ways(self, q: Position, seat: i64, unseen: vec[i64], plain: bool) -> i64:
        """Sum the odds of all hands of *seat* that the cards from each kind on can make; returns how many cards it lacks."""
        laid = q.rule_table.laid
        first = seat * KINDS
        left = q.seats[seat * SEAT + HELD]
        kind: i64 = 0
        while kind < KINDS:
            left -= q.hands[first + kind]
            kind += 1
        if left < 0:
            raise ValueError(f"The position does not add up: seat {seat} cannot hold {left} further cards.")
        width = left + 1
        room = self.room
        terms = self.terms
        if i64(len(self.ways)) < (KINDS + 1) * width:
            self.ways = vec[float]([0.0] * ((KINDS + 1) * width))
        ways = self.ways
        ways[KINDS * width] = 1.0
        total: i64 = 1
        while total < width:
            ways[KINDS * width + total] = 0.0
            total += 1
        kind = KINDS - 1
        while kind >= 0:
            most = 0 if plain and (kind == 2 or laid[kind]) else unseen[kind]
            have = q.hands[first + kind]
            at = (first + kind) * _ROW
            choices = 1.0
            number: i64 = 0
            while number < room:
                if number > most:
                    terms[kind * room + number] = 0.0
                else:
                    held = have + number
                    terms[kind * room + number] = choices * self.chances[at + (held if held < MOST else MOST)]
                    choices = choices * float(most - number) / float(number + 1)
                number += 1
            total = left if kind == 0 else 0
            while total <= left:
                sum_of = 0.0
                number = 0
                while number <= total and number <= most:
                    sum_of += terms[kind * room + number] * ways[(kind + 1) * width + total - number]
                    number += 1
                ways[kind * width + total] = sum_of
                total += 1
            kind -= 1
        if ways[left] <= 0.0:
            raise ValueError(f"The position does not add up: seat {seat} cannot hold {left} further cards.")
        return left
