"""`Guess`: dealing hidden hands by odds, so that likely ones come more often."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.clues import Clues
from canasta.engine.elementary import log
from canasta.engine.fields import HELD, SEAT
from canasta.engine.odds import MOST, PLAIN, Odds, sort_of
from canasta.engine.playout import Dice
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS

_ROW: Final = 5  # MOST + 1
_FINE: Final = 1 << 20
_TRIES: Final = 60
_STEPS: Final = 4
_NEAR: Final = 0.25


class Guess:
    """What the hands of a deal probably hold: odds by *clues* for each number of cards of each kind in each hand.

    A hand is as likely as dealt by chance, times the odds of all that it holds. Hands are dealt one after the other, each from the
    cards that are left, exactly as likely as that says.
    """

    chances: vec[float]
    choices: vec[float]
    terms: vec[float]
    sums: vec[float]
    scales: vec[float]
    scaled: vec[i64]
    lacks: vec[i64]
    before: vec[i64]
    most: vec[i64]
    drawn: vec[i64]
    room: i64
    ways: vec[float]

    def __init__(self, odds: Odds, clues: Clues) -> None:
        """Make the guess that *odds* make of *clues*."""
        table = odds.table
        self.chances = vec[float]([1.0] * (table.seats * KINDS * _ROW))
        self.room = 4 * table.packs + 1
        if table.packs * table.jokers >= self.room:
            self.room = table.packs * table.jokers + 1
        self.choices = _choices(self.room)
        self.terms = vec[float]([0.0] * (KINDS * self.room))
        self.sums = vec[float]([0.0] * (table.seats * KINDS * self.room))
        self.scales = vec[float]([0.0] * table.seats)
        self.scaled = vec[i64]([0] * table.seats)
        self.lacks = vec[i64]([0] * table.seats)
        self.before = vec[i64]([0] * (table.seats * (2 * KINDS + 1)))
        self.most = vec[i64]([0] * (table.seats * KINDS))
        self.drawn = vec[i64]([0] * KINDS)
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
        # In worlds of one decision, the first hand is dealt from the same cards each time.
        if not self._is_as_before(q, seat, unseen, plain):
            self.lacks[seat] = self._weigh(q, seat, unseen, plain)
            self.scaled[seat] = 1 if self._fill_sums(seat, self.lacks[seat]) else 0
        left = self.lacks[seat]
        if not self.scaled[seat] or not self._draw_freely(seat, left, dice):
            self._weigh(q, seat, unseen, plain)
            self._count_ways(seat, left)
            self._draw_by_ways(seat, left, dice)
        hands = q.hands
        first = seat * KINDS
        kind: i64 = 0
        while kind < KINDS:
            hands[first + kind] += self.drawn[kind]
            unseen[kind] -= self.drawn[kind]
            kind += 1

    def _is_as_before(self, q: Position, seat: i64, unseen: vec[i64], plain: bool) -> bool:
        """Return whether *seat* was dealt its last hand from the same cards; notes what they are now."""
        before = self.before
        at = seat * (2 * KINDS + 1)
        same = before[at + 2 * KINDS] == (2 if plain else 1)
        before[at + 2 * KINDS] = 2 if plain else 1
        kind: i64 = 0
        while kind < KINDS:
            if before[at] != unseen[kind] or before[at + 1] != q.hands[seat * KINDS + kind]:
                same = False
                before[at] = unseen[kind]
                before[at + 1] = q.hands[seat * KINDS + kind]
            at += 2
            kind += 1
        return same

    def _draw_freely(self, seat: i64, left: i64, dice: Dice) -> bool:
        """Draw the number of cards of each kind for itself until they make a hand of *left* cards; False if that takes too long.

        Hands of the right size are then exactly as likely as their odds say.
        """
        room = self.room
        sums = self.sums
        drawn = self.drawn
        first = seat * KINDS
        tries: i64 = 0
        while tries < _TRIES:
            tries += 1
            total: i64 = 0
            kind: i64 = 0
            while kind < KINDS and total <= left:
                at = (first + kind) * room
                end = at + self.most[first + kind]
                share: float = float(dice.below(_FINE)) * sums[end] / float(_FINE)
                number: i64 = 0
                while at < end and share >= sums[at]:
                    at += 1
                    number += 1
                drawn[kind] = number
                total += number
                kind += 1
            if total == left and kind == KINDS:
                return True
        return False

    def _fill_sums(self, seat: i64, left: i64) -> bool:
        """Sum the terms of each kind up to each number, scaled so that all kinds together make about *left* cards.

        False where no scale does that: where the hand takes all cards, or none.
        """
        room = self.room
        most = self.most
        start = seat * KINDS
        terms = self.terms
        sums = self.sums
        cards: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            cards += most[start + kind]
            kind += 1
        if left <= 0 or left >= cards:
            return False
        scale = self.scales[seat]
        if scale <= 0.0:
            scale = float(left) / float(cards - left)
        step: i64 = 0
        while True:
            mean = 0.0
            variance = 0.0
            kind = 0
            while kind < KINDS:
                power = 1.0
                weight = 0.0
                first = 0.0
                second = 0.0
                number: i64 = 0
                while number <= most[start + kind]:
                    term = terms[kind * room + number] * power
                    weight += term
                    sums[(start + kind) * room + number] = weight
                    first += term * float(number)
                    second += term * float(number * number)
                    power *= scale
                    number += 1
                if weight <= 0.0:
                    return False
                mean += first / weight
                variance += second / weight - first / weight * first / weight
                kind += 1
            off = float(left) - mean
            if step == _STEPS or off * off < _NEAR * variance:
                self.scales[seat] = scale
                return True
            if variance <= 0.0:
                return False
            change = off / variance
            if change > 1.0:
                change = 1.0
            elif change < -0.5:
                change = -0.5
            scale *= 1.0 + change
            step += 1

    def _draw_by_ways(self, seat: i64, left: i64, dice: Dice) -> None:
        """Draw kind by kind, each number as likely as the hands are that go on from it."""
        first = seat * KINDS
        width = left + 1
        ways = self.ways
        terms = self.terms
        kind: i64 = 0
        while kind < KINDS:
            share: float = float(dice.below(_FINE)) * ways[kind * width + left] / float(_FINE)
            number: i64 = 0
            chosen: i64 = 0
            while number <= left and number <= self.most[first + kind]:
                chance = terms[kind * self.room + number] * ways[(kind + 1) * width + left - number]
                if chance > 0.0:
                    chosen = number
                    if share < chance:
                        break
                    share -= chance
                number += 1
            self.drawn[kind] = chosen
            left -= chosen
            kind += 1

    def log_chance(self, p: Position, q: Position, seat: i64, unseen: vec[i64], plain: bool) -> float:
        """Return the logarithm of how likely `deal` gives *seat* in *q* the hand that it has in *p*, which goes from *unseen* to *q*."""
        self.before[seat * (2 * KINDS + 1) + 2 * KINDS] = 0  # what is weighed here is not what `deal` weighed last
        left = self._weigh(q, seat, unseen, plain)
        self._count_ways(seat, left)
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

    def _weigh(self, q: Position, seat: i64, unseen: vec[i64], plain: bool) -> i64:
        """Weigh each number of cards of each kind that *seat* may get: its odds, times the ways to choose them.

        Returns how many cards it lacks.
        """
        laid = q.rule_table.laid
        first = seat * KINDS
        room = self.room
        terms = self.terms
        choices = self.choices
        left = q.seats[seat * SEAT + HELD]
        kind: i64 = 0
        while kind < KINDS:
            left -= q.hands[first + kind]
            kind += 1
        if left < 0:
            raise ValueError(_cannot_hold(seat, left))
        kind = 0
        while kind < KINDS:
            there = 0 if plain and (kind == 2 or laid[kind]) else unseen[kind]
            most = there if there < left else left
            self.most[first + kind] = most
            have = q.hands[first + kind]
            at = (first + kind) * _ROW
            number: i64 = 0
            while number <= most:
                held = have + number
                if held > MOST:
                    held = MOST
                terms[kind * room + number] = choices[there * room + number] * self.chances[at + held]
                number += 1
            kind += 1
        return left

    def _count_ways(self, seat: i64, left: i64) -> None:
        """Sum the odds of all hands of *left* cards that those from each kind on can make."""
        first = seat * KINDS
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
        kind: i64 = KINDS - 1
        while kind >= 0:
            total = left if kind == 0 else 0
            while total <= left:
                sum_of = 0.0
                number: i64 = 0
                while number <= total and number <= self.most[first + kind]:
                    sum_of += terms[kind * room + number] * ways[(kind + 1) * width + total - number]
                    number += 1
                ways[kind * width + total] = sum_of
                total += 1
            kind -= 1
        if ways[left] <= 0.0:
            raise ValueError(_cannot_hold(seat, left))


def _choices(room: i64) -> vec[float]:
    """Return the ways to choose n of m cards, for m and n less than *room*, at m times *room* + n."""
    found = vec[float]([0.0] * (room * room))
    most: i64 = 0
    while most < room:
        ways = 1.0
        number: i64 = 0
        while number <= most:
            found[most * room + number] = ways
            ways = ways * float(most - number) / float(number + 1)
            number += 1
        most += 1
    return found


def _cannot_hold(seat: i64, left: i64) -> str:
    return f"The position does not add up: seat {seat} cannot hold {left} further cards."
