"""`Outlook`: what a policy wants to know of a position, worked out once for each decision.

It reads what the deciding player sees: their own hand, what lies on the table, how many cards others hold, and the cards
that everyone knows to be in a hand.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.count import CountTable
from canasta.engine.elementary import exp
from canasta.engine.fields import COUNTED, HELD, OPENED, SEAT, SIDE, TAKEN, TOOK
from canasta.engine.going_out import sure_out
from canasta.engine.known import KnownCards
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.position import TO_PLAY, Position
from canasta.engine.rule_table import BLACK, CLASSES, KINDS, MIXED, NATURAL, SPECIAL, WILD, RuleTable
from canasta.engine.unseen import count_unseen
from canasta.engine.weights import DECLINED, FEED_CLOSED, UNKNOWN
from canasta.rules.words.melds import WHEN_EMPTY

LOW: Final = 4
_NOT_ASKED: Final = -1


class Outlook:
    """The table as one seat sees it: its hand, its side's melds, what is missing, how far the deal has gone."""

    table: RuleTable
    counting: CountTable
    weights: vec[float]
    p: Position
    known: KnownCards | None
    seat: i64
    side: i64
    size: i64
    hand: vec[i64]
    held: i64
    wilds: i64
    opened: bool
    lacking: vec[i64]
    lacking_any: i64
    missing: i64
    packets: i64
    waiting: bool
    ready: bool
    unseen: vec[i64]
    hidden: i64
    progress: vec[i64]
    entered: vec[i64]
    unfinished: i64
    following: vec[i64]
    sevenths: vec[i64]
    late: float
    leaves: i64

    def __init__(self, counting: CountTable, weights: vec[float]) -> None:
        self.counting = counting
        self.table = counting.table
        self.weights = weights
        self.size = self.table.size
        self.hand = vec[i64]([0] * KINDS)
        self.lacking = vec[i64]([0] * CLASSES)
        self.unseen = vec[i64]([0] * KINDS)
        # How many open melds of each class have how many cards, and which of these numbers are not 0.
        self.progress = vec[i64]([0] * (CLASSES * self.size))
        self.entered = vec[i64]([0] * (KINDS * self.table.slots))
        self.unfinished = 0
        # The size of a meld in sevenths of a canasta.
        self.sevenths = vec[i64]([cards * 7 // int(self.size) for cards in range(int(self.size))])
        self.following = vec[i64]([0] * self.table.seats)
        seat: i64 = 0
        while seat < self.table.seats:
            self.following[seat] = self._next_opponent(seat)
            seat += 1

    def look(self, p: Position, seat: i64, known: KnownCards | None) -> None:
        """Look at *p* from *seat*; *known* says which cards everyone knows to be in a hand."""
        table = self.table
        self.p = p
        self.known = known
        self.seat = seat
        self.side = table.side_of[seat]
        self.held = p.seats[seat * SEAT + HELD]
        self.opened = p.sides[self.side * SIDE + OPENED] != 0
        self.leaves = _NOT_ASKED
        hand = self.hand
        hands = p.hands
        kind: i64 = 0
        while kind < KINDS:
            hand[kind] = hands[seat * KINDS + kind]
            kind += 1
        self.wilds = hand[0] + hand[1]
        self._see_contract()
        self._see_melds()
        hidden = count_unseen(p, seat, self.unseen)
        self.hidden = hidden if hidden > 1 else 1
        self.late = self._lateness()

    def _see_contract(self) -> None:
        """Find what is missing for going out."""
        table = self.table
        p = self.p
        missing: i64 = 0
        sort: i64 = 0
        while sort < CLASSES and table.need_classes:  # else nothing of a class is ever lacking
            lacking = table.need[sort] - p.toward(self.side, sort)
            if lacking < 0:
                lacking = 0
            self.lacking[sort] = lacking
            missing += lacking
            sort += 1
        self.lacking_any = table.need_canastas - p.sides[self.side * SIDE + COUNTED]
        if self.lacking_any < 0:
            self.lacking_any = 0
        self.missing = missing if missing > self.lacking_any else self.lacking_any
        taken = p.seats[self.seat * SEAT + TAKEN]
        self.packets = table.reserves - taken
        self.waiting = self.packets > 0 and table.reserve_trigger[taken] == WHEN_EMPTY
        self.ready = self.missing == 0 and taken >= table.reserves_needed

    def _see_melds(self) -> None:
        """How far the side's melds have come."""
        progress = self.progress
        entered = self.entered
        size = self.size
        melds = self.p.melds
        slots = self.table.slots
        number = self.unfinished
        while number > 0:  # forget what the last position had
            number -= 1
            progress[entered[number]] = 0
        at = self.side * KINDS * slots
        rank: i64 = 0
        while rank < KINDS:
            if melds[at]:
                slot: i64 = 0
                while slot < slots and melds[at + slot]:
                    meld = melds[at + slot]
                    cards = size_of(meld)
                    if cards < size:
                        place = self.sort_of(rank, wilds_of(meld)) * size + cards
                        progress[place] += 1
                        entered[number] = place
                        number += 1
                    slot += 1
            at += slots
            rank += 1
        self.unfinished = number

    def _lateness(self) -> float:
        """Return how near the end is: 0 in the middle of the deal, 1 when each turn may be the last."""
        table = self.table
        p = self.p
        late = near_stock_end(p)
        seat: i64 = 0
        while seat < table.seats:
            if table.side_of[seat] != self.side and p.seats[seat * SEAT + TAKEN] >= table.reserves_needed:
                near = near_going_out(p, seat, canastas_missing(p, table.side_of[seat]))
                if near > late:
                    late = near
            seat += 1
        return late

    def lacks(self, sort: i64) -> bool:
        """Return whether a canasta of the class *sort* is among those still needed to go out."""
        return self.lacking_any > 0 or self.lacking[sort] > 0

    def sort_of(self, rank: i64, wilds: i64) -> i64:
        """Return the class of canasta that a meld of *rank* with *wilds* wild cards would be if it were large enough."""
        if rank < LOW:
            return WILD if rank == 0 else BLACK
        if wilds:
            return MIXED
        special = self.table.special_of[rank]
        return NATURAL if special < 0 else SPECIAL + special

    def meld(self, rank: i64, slot: i64) -> i64:
        """Return the open meld of the side of *rank* in *slot*; the slot -1 is the only one, if a rank has but one."""
        slots = self.table.slots
        if slot < 0:
            if slots > 1:
                return 0
            slot = 0
        return self.p.melds[(self.side * KINDS + rank) * slots + slot]

    def longer(self, sort: i64, size: i64) -> i64:
        """Return how many of the side's melds of the class *sort* have more than *size* cards and are no canastas yet."""
        number: i64 = 0
        at = sort * self.size
        size += 1
        while size < self.size:
            number += self.progress[at + size]
            size += 1
        return number

    def longest(self, sort: i64) -> i64:
        """Return the cards of the side's largest meld of the class *sort* that is no canasta yet; 0 for none."""
        size = self.size - 1
        while size > 0 and self.progress[sort * self.size + size] == 0:
            size -= 1
        return size

    def caught(self, seat: i64) -> float:
        """Return what the cards of *seat* would cost its side by an estimate, its reserves included."""
        table = self.table
        unknown = self.weights[UNKNOWN]
        packets: i64 = 0
        index = self.p.seats[seat * SEAT + TAKEN]
        while index < table.reserves:
            packets += table.reserve_size[index]
            index += 1
        cost = self.counting.caught
        held: i64 = 0
        kind: i64 = 0
        if seat == self.seat:
            while kind < KINDS:
                held += self.hand[kind] * cost[kind]
                kind += 1
            return float(held) + float(packets) * unknown
        hidden = self.p.seats[seat * SEAT + HELD]
        known = self.known
        if known is not None:
            while kind < KINDS:
                number = known.counts[seat * KINDS + kind]
                held += number * cost[kind]
                hidden -= number
                kind += 1
        return float(held) + float(hidden) * unknown + float(packets) * unknown

    def caught_partners(self) -> float:
        """Return what the cards of the partners would cost, as `caught` estimates it."""
        table = self.table
        total = 0.0
        seat = self.side
        while seat < table.seats:
            if seat != self.seat:
                total += self.caught(seat)
            seat += table.sides
        return total

    def can_go_out(self) -> bool:
        """Return whether the seat, having drawn, can surely go out this turn if nobody forbids it."""
        if self.leaves == _NOT_ASKED:
            p = self.p
            picked = p.seats[self.seat * SEAT + TAKEN] >= self.table.reserves_needed
            sure = self.missing <= 3 and picked and p.phase == TO_PLAY and not p.staging
            self.leaves = 1 if sure and sure_out(p, self.seat) else 0
        return self.leaves == 1

    def chance(self, rank: i64, absent: i64, trust: float) -> float:
        """Return how likely it is that the side gets *absent* more cards of *rank* (0: wild cards) of those that the seat does not see.

        It can expect those in the partners' hands and its part of the stock; *trust* is the share of these that counts.
        """
        if absent <= 0:
            return 1.0
        unseen = self.unseen[rank] if rank else self.unseen[0] + self.unseen[1]
        if unseen < absent:
            return 0.0
        table = self.table
        coming: i64 = self.p.stock() // table.sides
        seat = self.side
        while seat < table.seats:
            if seat != self.seat:
                coming += self.p.seats[seat * SEAT + HELD]
            seat += table.sides
        share: float = trust * float(coming) / float(self.hidden)
        if share >= 1.0:
            return 1.0
        if share <= 0.0:
            return 0.0
        # One card after the other: what is added is the chance of exactly that many.
        exactly = 1.0
        number: i64 = 0
        while number < unseen:
            exactly *= 1.0 - share
            number += 1
        fewer = 0.0
        number = 0
        while number < absent:
            fewer += exactly
            exactly *= share / (1.0 - share) * float(unseen - number) / float(number + 1)
            number += 1
        return 1.0 - fewer

    def odds(self, seat: i64, kind: i64) -> float:
        """Return how likely it is that *seat* can take a pile with a card of *kind* on top."""
        p = self.p
        table = self.table
        if not table.consecutive and p.seats[seat * SEAT + TOOK] == 1:
            return 0.0
        side = table.side_of[seat]
        opened = p.opened(side)
        known: i64 = 0
        if self.known is not None:
            known = self.known.counts[seat * KINDS + kind]
        lies = kind >= LOW and p.melds[(side * KINDS + kind) * table.slots] != 0
        frozen = p.frozen(side)
        fits = opened and lies and table.onto_meld and not frozen
        if fits and (known or not table.onto_natural):
            return 1.0
        mean: float = float(p.seats[seat * SEAT + HELD] * self.unseen[kind]) / float(self.hidden)
        none: float = exp(-mean)
        if fits:
            return 1.0 - none
        pair = 1.0
        if known < 2:
            pair = 1.0 - none if known == 1 else 1.0 - none * (1.0 + mean)
        if lies and not table.show:
            pair *= 0.5
        if table.with_wild and not frozen:
            single: float = (1.0 - none) * 0.5
            if single > pair:
                pair = single
        if self.weights[DECLINED] > 0.0 and self._declined(seat, kind):
            left: float = 1.0 - self.weights[DECLINED]
            pair *= left if left > 0.0 else 0.0
        return pair if opened else pair * self.weights[FEED_CLOSED]

    def _declined(self, seat: i64, kind: i64) -> bool:
        """Return whether *seat* discarded a card of *kind* in its last two turns, or left one on the pile.

        The order of the pile tells whose discard each card was. It was not taken since, or these cards would not lie there.
        """
        seats = self.table.seats
        pile = self.p.pile
        at = i64(len(pile)) - seats + (seat - self.seat + seats) % seats
        laps: i64 = 2
        while laps > 0 and at > 0:
            if pile[at] == kind or pile[at - 1] == kind:
                return True
            at -= seats
            laps -= 1
        return False

    def next_opponent(self) -> i64:
        """Return the next seat of another side."""
        return self.following[self.seat]

    def _next_opponent(self, seat: i64) -> i64:
        table = self.table
        following = (seat + 1) % table.seats
        while table.side_of[following] == table.side_of[seat] and following != seat:
            following = (following + 1) % table.seats
        return following


def canastas_missing(p: Position, side: i64) -> i64:
    """Canastas that *side* still needs to go out."""
    table = p.rule_table
    missing: i64 = 0
    sort: i64 = 0
    while sort < CLASSES and table.need_classes:  # else nothing of a class is ever lacking
        lacking = table.need[sort] - p.toward(side, sort)
        if lacking > 0:
            missing += lacking
        sort += 1
    of_any = table.need_canastas - p.sides[side * SIDE + COUNTED]
    return missing if missing > of_any else of_any


def near_stock_end(p: Position) -> float:
    """Return how near the stock is to its end: 0 with three laps or more to come, 1 with nothing left to draw."""
    table = p.rule_table
    near: float = 1.0 - (float(p.stock()) / float(table.draw * table.seats)) / 3.0
    return near if near > 0.0 else 0.0


def near_going_out(p: Position, seat: i64, missing: i64) -> float:
    """Return how near *seat*, whose side lacks *missing* canastas, is to going out: 1 at most, below 0 with many cards. Reserves are not looked at."""
    if missing > 1:
        return 0.0
    more = p.seats[seat * SEAT + HELD] - 2
    near: float = 1.0 - float(more if more > 0 else 0) / 8.0
    return near / 2.0 if missing else near
