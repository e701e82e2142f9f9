"""The points of a deal, counted inside the kernel: the sums of the score sheets of `canasta.scoring`, without their lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import MISSED, RESTORED, SEAT, SIDE, TAKEN, TALLY
from canasta.engine.going_out import contract_met
from canasta.engine.melds import FOUR_JOKERS, size_of, wilds_of
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, CLASSES, KINDS, MIXED, NATURAL, SPECIAL, WILD, RuleTable
from canasta.engine.special_hands import shown, special_points
from canasta.rules.words.melds import (
    AGAINST_ALWAYS,
    AGAINST_BARE,
    AGAINST_BARE_IF_OUT,
    AGAINST_BY_CANASTAS,
    AGAINST_NEVER,
    AGAINST_NO_SPECIAL,
    RED_AGAINST,
)

_RED: Final = 2
MANY: Final = 3
"""So many cards of a rank in a hand may have a price."""


class CountTable:
    """What the count of a deal by the rules of *table* reads, as plain numbers; never changes."""

    table: RuleTable
    melded: vec[i64]
    caught: vec[i64]
    canasta: vec[i64]
    topped: i64
    wild_jokers: i64
    wild_twos: i64
    reds: vec[i64]
    red_three: i64
    red_against: i64
    out: i64
    concealed: i64
    late_out: bool
    melds_count: bool
    unfinished: vec[i64]
    unfinished_any: bool
    held: vec[i64]
    held_any: bool
    canastas_needed: bool
    canasta_needed: bool
    missed: vec[i64]
    restored: i64

    def __init__(self, table: RuleTable) -> None:
        rules = table.rules
        score = rules.score
        threes = rules.threes
        self.table = table
        self.melded = table.value[:]  # a card on the table, by kind
        self.melded[_RED] = 0
        self.caught = self.melded[:]  # a card left in a hand or a reserve, by kind
        self.caught[_RED] = threes.red_caught
        self.caught[BLACK] = threes.black_caught
        self.canasta = vec[i64]([0] * CLASSES)  # a canasta, by class
        self.canasta[NATURAL] = score.natural
        self.canasta[MIXED] = score.mixed
        self.canasta[WILD] = score.wild
        self.canasta[BLACK] = score.black
        index: i64 = SPECIAL
        for special in rules.specials:
            self.canasta[index] = special.bonus
            index += 1
        self.topped = threes.red_canasta
        self.wild_jokers = rules.wild_canastas.jokers  # a wild canasta with four jokers, and one without any
        self.wild_twos = rules.wild_canastas.twos
        self.reds = vec[i64]([0] * (2 * rules.packs + 1))  # all threes of a colour that are laid, by their number
        number: i64 = 0
        while number < i64(len(self.reds)):
            in_set: i64 = 0
            worth: i64 = 0
            for least, points in threes.red_sets:
                if in_set <= least <= number:
                    in_set = least
                    worth = points
            self.reds[number] = worth + (number - in_set) * threes.red_value
            number += 1
        self.red_three = threes.red_value
        self.red_against = RED_AGAINST.number(threes.red_against)
        self.out = score.out
        self.concealed = score.concealed
        self.late_out = rules.exhaustion.bonus
        self.melds_count = score.melded
        self.canastas_needed = score.canastas_needed
        self.canasta_needed = score.canasta_needed
        # What a meld costs that is no canasta, by rank: of wild cards, or natural.
        self.unfinished = vec[i64]([0] * KINDS)
        self.unfinished[0] = score.unfinished_wild
        self.unfinished_any = score.unfinished_wild > 0
        for special in rules.specials:
            if special.unfinished:
                self.unfinished_any = True
        self.held = vec[i64]([0] * KINDS)  # three or more cards of a rank in a hand, beside their values
        self.held_any = False
        rank: i64 = 0
        while rank < KINDS:
            if table.special_of[rank] >= 0:
                self.held[rank] = rules.specials[table.special_of[rank]].held
                self.held_any = self.held_any or self.held[rank] > 0
                self.unfinished[rank] = rules.specials[table.special_of[rank]].unfinished
            rank += 1
        self.missed = vec[i64]([reserve.penalty for reserve in rules.reserves])
        self.restored = rules.pile.restore


@lru_cache(maxsize=256)
def count_table_of(table: RuleTable) -> CountTable:
    """Return the count's table for *table*, the same one for equal rules while these are in use."""
    return CountTable(table)


def points(p: Position) -> list[int]:
    """Return the points of each side if the deal were counted as *p* stands; `side_points` says what they are."""
    table = count_table_of(p.rule_table)
    return [int(side_points(table, p, side)) for side in range(p.rule_table.sides)]


def laid_points(p: Position) -> list[int]:
    """Return the points of each side for what lies on the table: as `points`, but nobody is caught with a card."""
    table = count_table_of(p.rule_table)
    return [int(_laid_points(table, p, side)) for side in range(p.rule_table.sides)]


def lead(counting: CountTable, p: Position, side: i64) -> float:
    """Return how many points *side* has more than the others on average, if the deal were counted as *p* stands."""
    sides = counting.table.sides
    others: i64 = 0
    other: i64 = 0
    while other < sides:
        if other != side:
            others += side_points(counting, p, other)
        other += 1
    own: float = float(side_points(counting, p, side))
    return own - float(others) / float(sides - 1) if sides > 1 else own


def side_points(counting: CountTable, p: Position, side: i64) -> i64:
    """Return the points of *side* in *p*, whether the deal is over or not, its hands and reserves counted as caught.

    Exact cuts are not among them: they come before the cards. In a blanked position only what lies on the table counts
    rightly.
    """
    table = counting.table
    if shown(p, side):
        return special_points(p, p.out)
    out = p.out >= 0 and table.side_of[p.out] == side
    if counting.canastas_needed and not out and not contract_met(p, side):
        return -_melded(counting, p, side) - _lost(counting, p, side)
    total = _canastas(counting, p, side) + _red_threes(counting, p, side) - _lost(counting, p, side)
    if counting.canasta_needed and p.all_canastas(side) == 0:
        total -= _melded(counting, p, side)
    elif counting.melds_count:
        total += _melded(counting, p, side)
    if out and (counting.late_out or not p.late):
        total += counting.out
        if p.concealed:
            total += counting.concealed
    return total


def _laid_points(counting: CountTable, p: Position, side: i64) -> i64:
    total = side_points(counting, p, side)
    return total if shown(p, side) else total + _caught(counting, p, side)


def _canastas(counting: CountTable, p: Position, side: i64) -> i64:
    total: i64 = 0
    sort: i64 = 0
    while sort < CLASSES:
        total += p.sides[side * SIDE + TALLY + sort] * counting.canasta[sort]
        sort += 1
    if counting.topped:
        for entry in p.closed:
            if entry >> 40 == side and entry >> 24 & 1:
                special = counting.table.special_of[entry >> 32 & 255]
                total += counting.topped - counting.canasta[NATURAL if special < 0 else SPECIAL + special]
    if (counting.wild_jokers or counting.wild_twos) and p.sides[side * SIDE + TALLY + WILD]:
        total += _wild_canastas(counting, p, side)
    return total


def _wild_canastas(counting: CountTable, p: Position, side: i64) -> i64:
    """Return what the wild canastas of *side* earn besides what any of them does."""
    total: i64 = 0
    at = side * KINDS * p.rule_table.slots
    end = at + p.rule_table.slots
    while at < end and p.melds[at]:
        if size_of(p.melds[at]) >= p.rule_table.size:
            total += _of_its_kind(counting, p.melds[at])
        at += 1
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 32 & 255) == 0:
            total += _of_its_kind(counting, entry)
    return total


def _of_its_kind(counting: CountTable, meld: i64) -> i64:
    jokers = meld & 255
    if jokers >= FOUR_JOKERS and counting.wild_jokers:
        return counting.wild_jokers - counting.canasta[WILD]
    if jokers == 0 and counting.wild_twos:
        return counting.wild_twos - counting.canasta[WILD]
    return 0


def _red_threes(counting: CountTable, p: Position, side: i64) -> i64:
    worth = counting.reds[p.reds(side)] + counting.reds[p.blacks(side)]
    against = counting.red_against
    if against == AGAINST_NEVER or worth == 0:
        return worth
    if against == AGAINST_BY_CANASTAS:
        number = p.all_canastas(side)
        return worth if number > 1 else (number - 1) * worth
    if against == AGAINST_ALWAYS:
        return -worth
    if against == AGAINST_NO_SPECIAL:
        index: i64 = 0
        while index < counting.table.specials:
            if p.sides[side * SIDE + TALLY + SPECIAL + index]:
                return worth
            index += 1
        return -worth
    if against == AGAINST_BARE_IF_OUT and (p.out < 0 or counting.table.side_of[p.out] == side):
        return worth
    return -worth if against >= AGAINST_BARE and _bare(p, side) else worth


def _bare(p: Position, side: i64) -> bool:
    """Return whether nothing of *side* lies on the table."""
    if p.opened(side):
        return False
    per_side = KINDS * p.rule_table.slots
    at = side * per_side
    while at < (side + 1) * per_side:
        if p.melds[at]:
            return False
        at += 1
    for entry in p.closed:
        if entry >> 40 == side:
            return False
    return True


def _melded(counting: CountTable, p: Position, side: i64) -> i64:
    """Return the worth of all cards in melds of *side*."""
    total: i64 = 0
    slots = p.rule_table.slots
    at = side * KINDS * slots
    rank: i64 = 0
    while rank < KINDS:
        slot: i64 = 0
        while slot < slots and p.melds[at + slot]:
            total += _cards(counting, rank, p.melds[at + slot])
            slot += 1
        at += slots
        rank += 1
    for entry in p.closed:
        if entry >> 40 == side:
            total += _cards(counting, entry >> 32 & 255, entry)
    return total


def _cards(counting: CountTable, rank: i64, meld: i64) -> i64:
    worth = counting.melded
    return (meld >> 16 & 255) * worth[rank] + (meld >> 8 & 255) * worth[1] + (meld & 255) * worth[0]


def _unfinished(counting: CountTable, p: Position, side: i64) -> i64:
    """Return what melds of *side* cost that should have become canastas."""
    total: i64 = 0
    slots = p.rule_table.slots
    rank: i64 = 0
    while rank < KINDS:
        at = (side * KINDS + rank) * slots
        end = at + slots
        while at < end and p.melds[at]:
            if size_of(p.melds[at]) < p.rule_table.size and (rank == 0 or wilds_of(p.melds[at]) == 0):
                total += counting.unfinished[rank]
            at += 1
        rank += 1
    return total


def _lost(counting: CountTable, p: Position, side: i64) -> i64:
    """Return what hands, reserves nobody picked up and penalties cost *side*."""
    table = counting.table
    total = p.sides[side * SIDE + RESTORED] * counting.restored
    if counting.unfinished_any:
        total += _unfinished(counting, p, side)
    seat = side
    while seat < table.seats:
        index: i64 = 0
        while index < table.reserves:
            if p.seats[seat * SEAT + MISSED] >> index & 1:
                total += counting.missed[index]
            index += 1
        seat += table.sides
    return total + _caught(counting, p, side)


def _caught(counting: CountTable, p: Position, side: i64) -> i64:
    """Return what the cards in hands and in reserves nobody picked up cost *side*."""
    table = counting.table
    caught = counting.caught
    total: i64 = 0
    seat = side
    while seat < table.seats:
        kind: i64 = 0
        while kind < KINDS:
            total += p.hands[seat * KINDS + kind] * caught[kind]
            if counting.held_any and p.hands[seat * KINDS + kind] >= MANY:
                total += counting.held[kind]
            kind += 1
        index: i64 = p.seats[seat * SEAT + TAKEN]
        while index < table.reserves:
            at = p.rule_table.reserve_start(seat, index)
            end = at + table.reserve_size[index]
            while at < end:
                total += caught[p.deck[at]]
                at += 1
            index += 1
        seat += table.sides
    return total
