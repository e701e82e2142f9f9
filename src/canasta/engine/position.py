"""`Position`: one deal at one moment, in plain counts.

Hands are counts by kind. A meld is one number, ``naturals << 16 | twos << 8 | jokers``; a side's open melds of
a rank stand in slots, largest first. Canastas that take no more cards move to `closed`, a list of
``side << 40 | rank << 32 | red three << 24 | meld``. Reserves and the stock are places in the deck.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from canasta.engine.fields import (
    ASKED,
    ASKED_SEAT,
    COMING,
    COUNTED,
    FRESH,
    HELD,
    MINIMUM,
    ON_TRIAL,
    OPENED,
    RAISED,
    REDS,
    SEAT,
    SIDE,
    SIDE_FRESH,
    SOURCE,
    STAGED,
    STAGING,
    TAKEN,
    TALLY,
    TOOK,
    TURN,
)
from canasta.engine.flows import Flows
from canasta.engine.listing import Listing
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.rule_table import BLACK, CLASSES, KINDS, NATURAL, SPECIAL, RuleTable

TO_DRAW: Final = 0  # what the position waits for
TO_PLAY: Final = 1
TO_ANSWER: Final = 2
OVER: Final = 3

NOT_ENDED: Final = 0  # how a deal ended
ENDED_OUT: Final = 1
ENDED_STOCK: Final = 2
ENDED_LAP: Final = 3
ENDED_PILE: Final = 4

# Where this turn's cards came from.
NOWHERE: Final = 0
STOCK: Final = 1
PILE: Final = 2
ASIDE: Final = 3  # no turn: a player melds while others play

# What became of the pile's top card this turn, where it may be lifted.
UNTOUCHED: Final = 0
LIFTED: Final = 1
PUT_BACK: Final = 2

UNASKED: Final = 0  # permission in this turn
ALLOWED: Final = 1
FORBIDDEN: Final = 2

NOTHING: Final = 0  # what a player has played from the last reserve
PART: Final = 1
WHOLE_TURN: Final = 2


class Position:
    """A deal in progress. Mutable; `copy` is exact and cheap; equal positions play alike."""

    rule_table: RuleTable
    hands: vec[i64]
    seats: vec[i64]
    sides: vec[i64]
    melds: vec[i64]
    closed: vec[i64]
    pile: vec[i64]
    deck: vec[i64]
    this_turn: vec[i64]
    next: i64
    turn: i64
    actor: i64
    phase: i64
    freezing: i64
    upcard_froze: bool
    lap: i64
    turns: i64
    ended: i64
    out: i64
    late: bool
    concealed: bool
    flows: Flows | None
    listing: Listing | None

    def __init__(self, table: RuleTable, other: Position | None = None) -> None:
        """Make an empty table: no cards anywhere, seat 0 to draw; or all that *other* is, with the same deck."""
        self.rule_table = table
        self.flows = None
        self.listing = None
        if other is not None:
            self.hands = other.hands[:]
            self.seats = other.seats[:]
            self.sides = other.sides[:]
            self.melds = other.melds[:]
            self.closed = other.closed[:]
            self.pile = other.pile[:]
            self.deck = other.deck
            self.this_turn = other.this_turn[:]
            self.next = other.next
            self.turn = other.turn
            self.actor = other.actor
            self.phase = other.phase
            self.freezing = other.freezing
            self.upcard_froze = other.upcard_froze
            self.lap = other.lap
            self.turns = other.turns
            self.ended = other.ended
            self.out = other.out
            self.late = other.late
            self.concealed = other.concealed
            return
        self.hands = vec[i64]([0] * (table.seats * KINDS))
        self.seats = vec[i64]([0] * (table.seats * SEAT))
        self.sides = vec[i64]([0] * (table.sides * SIDE))
        self.melds = vec[i64]([0] * (table.sides * KINDS * table.slots))
        self.closed = vec[i64]()
        self.pile = vec[i64]()
        self.deck = vec[i64]()
        self.this_turn = vec[i64]([0] * TURN)
        self.this_turn[ASKED_SEAT] = -1
        self.this_turn[FRESH] = 1
        self.this_turn[SIDE_FRESH] = 1
        self.next = 0
        self.turn = 0
        self.actor = 0
        self.phase = TO_DRAW
        self.freezing = 0
        self.upcard_froze = False
        self.lap = -1
        self.turns = 0
        self.ended = NOT_ENDED
        self.out = -1
        self.late = False
        self.concealed = False

    def copy(self) -> Position:
        """Return an independent position equal to this one."""
        other = Position(self.rule_table, self)
        other.deck = self.deck[:]
        return other

    def draft(self) -> Position:
        """Return a copy to try steps on: it shares the deck, which no step changes."""
        return Position(self.rule_table, self)

    def hidden_from(self, seat: i64) -> Position:
        """Return a copy in which all other hands and the deck are zeros; for the seat -1 all hands are."""
        table = self.rule_table
        other = Position(table, self)
        hands = vec[i64]([0] * (table.seats * KINDS))
        if seat >= 0:
            kind: i64 = seat * KINDS
            while kind < (seat + 1) * KINDS:
                hands[kind] = self.hands[kind]
                kind += 1
        other.hands = hands
        other.deck = vec[i64]([0] * len(self.deck))
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.rule_table, self.key())

    # Other modules set vectors by these: where interpreted code sets an attribute of a compiled class, mypyc loses
    # the memory of what it was given.

    def set_hands(self, counts: list[int]) -> None:
        """Set how many cards of each kind every seat holds, seat by seat."""
        self.hands = vec[i64](counts)

    def set_deck(self, kinds: list[int]) -> None:
        """Set the deck, by kinds."""
        self.deck = vec[i64](kinds)

    def set_pile(self, kinds: list[int]) -> None:
        """Set the pile, by kinds, the top card last."""
        self.pile = vec[i64](kinds)

    def add_closed(self, entry: i64) -> None:
        """Add a finished canasta."""
        self.closed = append(self.closed, entry)

    def key(self) -> tuple[tuple[int, ...], ...]:
        """Return everything that makes two positions of one table equal, as one hashable value; `restored` reads it back."""
        return (
            tuple(self.hands),
            tuple(self.seats),
            tuple(self.sides),
            tuple(self.melds),
            tuple(self.closed),
            tuple(self.pile),
            tuple(self.deck),
            tuple(self.this_turn),
            (self.next, self.turn, self.actor, self.phase, self.freezing, int(self.upcard_froze)),
            (self.lap, self.turns, self.ended, self.out, int(self.late), int(self.concealed)),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.rule_table == other.rule_table and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    @property
    def source(self) -> i64:
        """Where this turn's cards came from."""
        return self.this_turn[SOURCE]

    @property
    def staging(self) -> bool:
        """Whether melds lie for an opening that does not stand yet."""
        return self.this_turn[STAGING] != 0

    @property
    def staged(self) -> i64:
        """What the melds of that opening count."""
        return self.this_turn[STAGED]

    @property
    def coming(self) -> i64:
        """Cards of the pile that wait for the opening."""
        return self.this_turn[COMING]

    @property
    def asked(self) -> i64:
        """Whether permission to go out was asked in this turn, and what was answered."""
        return self.this_turn[ASKED]

    @property
    def asked_seat(self) -> i64:
        """The partner who was asked; -1 for none."""
        return self.this_turn[ASKED_SEAT]

    @property
    def lift(self) -> i64:
        """What became of the pile's top card, where it may be lifted."""
        return self.this_turn[ON_TRIAL]

    def side_of(self, seat: i64) -> i64:
        """Return the side of *seat*."""
        return self.rule_table.side_of[seat]

    def held(self, seat: i64) -> i64:
        """Return cards in the hand of *seat*."""
        return self.seats[seat * SEAT + HELD]

    def count(self, seat: i64, kind: i64) -> i64:
        """Return cards of *kind* in the hand of *seat*."""
        return self.hands[seat * KINDS + kind]

    def hand(self, seat: i64) -> list[int]:
        """Return cards in the hand of *seat*, counted by kind."""
        return list(self.hands[seat * KINDS : (seat + 1) * KINDS])

    def taken(self, seat: i64) -> i64:
        """Reserves that *seat* has picked up."""
        return self.seats[seat * SEAT + TAKEN]

    def took(self, seat: i64) -> bool:
        """Return whether *seat* took the pile in their last turn."""
        return self.seats[seat * SEAT + TOOK] == 1

    def opened(self, side: i64) -> bool:
        """Return whether *side* has opened."""
        return self.sides[side * SIDE + OPENED] != 0

    def wild_row(self, side: i64) -> i64:
        """Return where the limits of wild cards that hold for *side* now begin in the tables of melds."""
        return self.rule_table.late if self.sides[side * SIDE + OPENED] else 0

    def stays_pure(self, side: i64, rank: i64) -> bool:
        """Return whether no wild card may join a meld of *rank* of *side* now unless it has some."""
        return self.rule_table.late_pure[rank] != 0 and self.sides[side * SIDE + OPENED] != 0

    def pure_wanted(self, side: i64) -> i64:
        """Return a rank of which *side* has a natural meld that must become a canasta before it goes out; -1 if there is none."""
        table = self.rule_table
        rank: i64 = 4
        while rank < KINDS:
            at = (side * KINDS + rank) * table.slots
            end = at + table.slots * table.must_finish[rank]
            while at < end and self.melds[at]:
                if size_of(self.melds[at]) < table.size and wilds_of(self.melds[at]) == 0:
                    return rank
                at += 1
            rank += 1
        return -1

    def wilds_wanted(self, side: i64) -> i64:
        """Wild cards that the first unfinished meld of wild cards of *side* lacks; 0 where all are finished."""
        at = side * KINDS * self.rule_table.slots
        end = at + self.rule_table.slots
        while at < end and self.melds[at]:
            if size_of(self.melds[at]) < self.rule_table.size:
                return self.rule_table.size - size_of(self.melds[at])
            at += 1
        return 0

    def dead(self, rank: i64) -> bool:
        """Return whether no side may lay cards of *rank* any more, because some side has a canasta of it."""
        if self.rule_table.dead == 0 or rank < 4:
            return False
        for entry in self.closed:
            if (entry >> 32 & 255) == rank:
                return True
        return False

    def canastas(self, side: i64, sort: i64) -> i64:
        """Canastas of *side* of the class *sort*."""
        return self.sides[side * SIDE + TALLY + sort]

    def toward(self, side: i64, sort: i64) -> i64:
        """Canastas of *side* that count for those of the class *sort* that are needed to go out."""
        number = self.sides[side * SIDE + TALLY + sort]
        if sort == NATURAL and self.rule_table.specials_count:
            number += self._special_naturals(side)
        return number

    def _special_naturals(self, side: i64) -> i64:
        """Canastas of *side* of special ranks that count as natural ones."""
        number: i64 = 0
        special: i64 = SPECIAL
        while special < CLASSES:
            number += self.sides[side * SIDE + TALLY + special] * self.rule_table.special_counts[special]
            special += 1
        return number

    def reds(self, side: i64) -> i64:
        """Red threes that *side* has laid."""
        return self.sides[side * SIDE + REDS] & 255

    def blacks(self, side: i64) -> i64:
        """Black threes that *side* has laid down, where these are laid like red ones."""
        return self.sides[side * SIDE + REDS] >> 8

    def tally(self, side: i64) -> list[int]:
        """Canastas of *side*, counted by class."""
        at = side * SIDE + TALLY
        return list(self.sides[at : at + CLASSES])

    def all_canastas(self, side: i64) -> i64:
        """Canastas of *side* of every class."""
        total: i64 = 0
        sort: i64 = 0
        while sort < CLASSES:
            total += self.sides[side * SIDE + TALLY + sort]
            sort += 1
        return total

    def count_canasta(self, side: i64, sort: i64) -> None:
        """Count one more canasta of *side* of the class *sort*."""
        self.sides[side * SIDE + TALLY + sort] += 1
        if sort != BLACK or self.rule_table.black_counts:
            self.sides[side * SIDE + COUNTED] += 1

    def meld_at(self, side: i64, rank: i64, slot: i64) -> i64:
        """Return the open meld of *side* of *rank* in *slot*; 0 if there is none."""
        return self.melds[(side * KINDS + rank) * self.rule_table.slots + slot]

    def unfinished(self, side: i64, rank: i64) -> i64:
        """Return the slot of the open meld of *side* that must be a canasta before another one of *rank* begins.

        -1 where there is none, or the rules do not ask for that.
        """
        table = self.rule_table
        if table.finish_first:
            at = (side * KINDS + rank) * table.slots
            slot: i64 = 0
            while slot < table.slots and self.melds[at + slot]:
                if size_of(self.melds[at + slot]) < table.size:
                    return slot
                slot += 1
        return -1

    def open_melds(self, side: i64) -> list[list[tuple[int, int]]]:
        """Return the open melds of *side* by rank, each as its cards and the wild ones among them, in the order of the slots."""
        slots = self.rule_table.slots
        found: list[list[tuple[int, int]]] = []
        at = side * KINDS * slots
        end = at + KINDS * slots
        while at < end:
            of_rank: list[tuple[int, int]] = []
            slot: i64 = 0
            while slot < slots and self.melds[at + slot]:
                meld = self.melds[at + slot]
                of_rank.append((size_of(meld), wilds_of(meld)))
                slot += 1
            found.append(of_rank)
            at += slots
        return found

    def meld_place(self, side: i64, rank: i64, slot: i64) -> i64:
        """Return where `melds` keeps the open meld of *side* of *rank* in *slot*."""
        return (side * KINDS + rank) * self.rule_table.slots + slot

    def closed_side(self, index: i64) -> i64:
        """Return the side that finished the canasta at *index* in `closed`."""
        return self.closed[index] >> 40

    def closed_rank(self, index: i64) -> i64:
        """Return the rank of the canasta at *index* in `closed`."""
        return self.closed[index] >> 32 & 255

    def closed_meld(self, index: i64) -> i64:
        """Return the cards of the canasta at *index* in `closed`, as a meld."""
        return self.closed[index] & 0xFFFFFF

    def closed_topped(self, index: i64) -> bool:
        """Return whether a red three lies on the canasta at *index* in `closed`."""
        return (self.closed[index] >> 24 & 1) != 0

    def has_closed(self, side: i64, rank: i64) -> bool:
        """Return whether *side* has a finished canasta of *rank* that takes no more cards."""
        for entry in self.closed:
            if entry >> 40 == side and (entry >> 32 & 255) == rank:
                return True
        return False

    def stock(self) -> i64:
        """Return cards left in the stock."""
        return i64(len(self.deck)) - self.next

    def top(self) -> i64:
        """Return the kind of the pile's top card; -1 when the pile is empty."""
        size = i64(len(self.pile))
        if size == 0:
            return -1
        return self.pile[size - 1]

    def frozen(self, side: i64) -> bool:
        """Return whether only a natural pair takes the pile for *side*."""
        if self.rule_table.frozen_until_open and self.sides[side * SIDE + OPENED] == 0:
            return True
        return self.freezing > 0 or self.upcard_froze

    def aside(self, seat: i64) -> bool:
        """Return whether *seat* may lay cards aside from the turns.

        They took the pile in their last turn, or where the rules say so drew in it and have opened, and have not drawn since.
        """
        table = self.rule_table
        if not table.frozen_in_time or self.seats[seat * SEAT + TOOK] == 0 or self.phase == OVER:
            return False
        if table.frozen_any and self.sides[table.side_of[seat] * SIDE + OPENED] == 0:
            return False
        return (seat != self.turn or self.phase == TO_DRAW) and self.seats[seat * SEAT + HELD] > 0

    def discardless(self) -> bool:
        """Return whether what the player to move does ends without a discard: by knocking, or aside from the turns."""
        return self.this_turn[SOURCE] >= PILE and (self.rule_table.knock or self.this_turn[SOURCE] == ASIDE)

    def minimum(self, side: i64) -> i64:
        """Return points the opening of *side* needs now, a top card that raises them included."""
        return self.sides[side * SIDE + MINIMUM] + self.this_turn[RAISED]

    def flow(self, origin: i64, target: i64, kind: i64, number: i64) -> None:
        """Note that *number* cards of *kind* went from zone *origin* to zone *target*, if anyone wants to know."""
        flows = self.flows
        if flows is not None:
            flows.add(origin, target, kind, number)


def restored(table: RuleTable, key: tuple[tuple[int, ...], ...]) -> Position:
    """Return the position of *table* whose `Position.key` is *key*."""
    p = Position(table)
    p.hands = vec[i64](list(key[0]))
    p.seats = vec[i64](list(key[1]))
    p.sides = vec[i64](list(key[2]))
    p.melds = vec[i64](list(key[3]))
    p.closed = vec[i64](list(key[4]))
    p.pile = vec[i64](list(key[5]))
    p.deck = vec[i64](list(key[6]))
    p.this_turn = vec[i64](list(key[7]))
    p.next, p.turn, p.actor, p.phase, p.freezing, froze = key[8]
    p.lap, p.turns, p.ended, p.out, late, concealed = key[9]
    p.upcard_froze, p.late, p.concealed = froze != 0, late != 0, concealed != 0
    return p
