"""`Facts`: what the value of a position looks at, for one side at a time.

It reads a full position, hidden cards included: one that was imagined. Only the order of the stock stays out of it. Everything
here is known at the end of a turn, when the next player is about to draw.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.count import CountTable, side_points
from canasta.engine.fields import HELD, SEAT, TAKEN
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.outlook import LOW, canastas_missing, near_going_out, near_stock_end
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, KINDS, MIXED, NATURAL, SPECIAL, WILD, RuleTable

POINTS: Final = 0  # points of the side if the deal were counted now
CLEAN: Final = 1  # natural canastas, special ranks included
DIRTY: Final = 2  # mixed canastas
WILDS_ONLY: Final = 3  # canastas of wild cards
OPEN: Final = 4  # 1 once the side has opened
MINIMUM: Final = 5  # what its opening must be worth; 0 once it has opened
WITHIN: Final = 6  # the share of that which the best hand could lay, at most 1
MISSING: Final = 7  # canastas missing for going out
READY: Final = 8  # 1 if none is
PACKETS: Final = 9  # reserves that its players have not picked up
CARDS: Final = 10  # cards in its hands
SHORT: Final = 11  # 1 / (1 + cards) of each hand
NEAR: Final = 12  # how near a player is to going out, from 0 to 1
COST: Final = 13  # what the cards in its hands cost if they are caught
WILDS: Final = 14  # wild cards in its hands
LONE: Final = 15  # natural cards in a hand without a meld and without another of the rank
PAIRS: Final = 16  # pairs of natural cards in a hand without a meld
THREES: Final = 17  # cards in three or more of a rank in a hand without a meld
FITTING: Final = 18  # natural cards in its hands that fit a meld which is no canasta yet
EXTRA: Final = 19  # natural cards in its hands that fit only canastas
CLEAN_3: Final = 20  # open melds without wild cards of about three sevenths of a canasta
CLEAN_4: Final = 21
CLEAN_5: Final = 22
CLEAN_6: Final = 23
MIXED_3: Final = 24  # the same with wild cards
MIXED_4: Final = 25
MIXED_5: Final = 26
MIXED_6: Final = 27
WILD_MELD: Final = 28  # cards in a meld of wild cards that is no canasta yet
CLOSING: Final = 29  # points of canastas that natural cards in its hands would finish
TURN: Final = 30  # how soon it is its turn: 1 for the side that is next, and less by equal steps
PILE: Final = 31  # cards of the pile that its player, who is next, can take
PILE_SHUT: Final = 32  # cards of the pile that its player, who is next, cannot take
FACTS: Final = 33

NAMES: Final = (
    "points", "clean", "dirty", "wilds_only", "open", "minimum", "within", "missing", "ready", "packets", "cards", "short",
    "near", "cost", "wilds", "lone", "pairs", "threes", "fitting", "extra", "clean_3", "clean_4", "clean_5", "clean_6",
    "mixed_3", "mixed_4", "mixed_5", "mixed_6", "wild_meld", "closing", "turn", "pile", "pile_shut",
)  # fmt: skip
"""The facts in their order; each constant above is the place of one of them."""

_SMALLEST: Final = 3
_LARGEST: Final = 6
_SIZES: Final = 4  # from one to the other


class Facts:
    """What there is to know about each side of a position; `look` at it first, then ask about a `side`."""

    table: RuleTable
    counting: CountTable
    values: vec[float]
    missing: vec[i64]
    near: vec[float]
    together: vec[i64]
    stock: float
    end: float

    def __init__(self, counting: CountTable) -> None:
        self.counting = counting
        self.table = counting.table
        self.values = vec[float]([0.0] * FACTS)  # those of the side that was asked about last
        self.missing = vec[i64]([0] * self.table.sides)
        self.near = vec[float]([0.0] * self.table.sides)
        self.together = vec[i64]([0] * KINDS)  # the cards in the hands of the side, by kind
        self.stock = 0.0  # the share of the deck that is still in the stock
        self.end = 0.0  # how near the end of the deal is, from 0 to 1

    def look(self, p: Position) -> None:
        """Look at *p* as a whole."""
        table = self.table
        self.stock = float(p.stock()) / float(table.cards)
        end = near_stock_end(p)
        side: i64 = 0
        while side < table.sides:
            missing = canastas_missing(p, side)
            self.missing[side] = missing
            near = 0.0
            seat = side
            while seat < table.seats:
                if p.seats[seat * SEAT + TAKEN] >= table.reserves_needed:
                    each = near_going_out(p, seat, missing)
                    if each > near:
                        near = each
                seat += table.sides
            self.near[side] = near
            if near > end:
                end = near
            side += 1
        self.end = end

    def side(self, p: Position, side: i64) -> None:
        """Fill `values` with the facts about *side* in *p*, which was looked at before."""
        values = self.values
        at: i64 = 0
        while at < FACTS:
            values[at] = 0.0
            at += 1
        values[POINTS] = float(side_points(self.counting, p, side))
        values[CLEAN] = float(p.canastas(side, NATURAL))
        sort: i64 = SPECIAL
        while sort < SPECIAL + self.table.specials:
            values[CLEAN] += float(p.canastas(side, sort))
            sort += 1
        values[DIRTY] = float(p.canastas(side, MIXED))
        values[WILDS_ONLY] = float(p.canastas(side, WILD))
        values[MISSING] = float(self.missing[side])
        if self.missing[side] == 0:
            values[READY] = 1.0
        values[NEAR] = self.near[side]
        opened = p.opened(side)
        if opened:
            values[OPEN] = 1.0
        else:
            values[MINIMUM] = float(p.minimum(side))
        self._see_hands(p, side, opened)
        self._see_melds(p, side)
        self._see_turn(p, side, opened)

    def _see_hands(self, p: Position, side: i64, opened: bool) -> None:
        table = self.table
        values = self.values
        together = self.together
        kind: i64 = 0
        while kind < KINDS:
            together[kind] = 0
            kind += 1
        best = 0.0
        seat = side
        while seat < table.seats:
            cards = p.seats[seat * SEAT + HELD]
            values[CARDS] += float(cards)
            values[SHORT] += 1.0 / float(1 + cards)
            values[PACKETS] += float(table.reserves - p.seats[seat * SEAT + TAKEN])
            worth = self._see_hand(p, side, seat)
            if worth > best:
                best = worth
            seat += table.sides
        values[WILDS] = float(together[0] + together[1])
        if not opened:
            least = values[MINIMUM]
            values[WITHIN] = 1.0 if best >= least else best / least

    def _see_hand(self, p: Position, side: i64, seat: i64) -> float:
        """See the hand of *seat*; returns about what it could lay for an opening."""
        table = self.table
        values = self.values
        together = self.together
        hands = p.hands
        melds = p.melds
        cost = self.counting.caught
        at = seat * KINDS
        caught: i64 = 0
        laid: i64 = 0
        pairs: i64 = 0
        pair: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            number = hands[at + kind]
            if number:
                caught += number * cost[kind]
                together[kind] += number
                if kind >= LOW:
                    place = (side * KINDS + kind) * table.slots
                    if melds[place]:
                        if self._unfinished(p, place):
                            values[FITTING] += float(number)
                        else:
                            values[EXTRA] += float(number)
                    elif number >= 3:
                        values[THREES] += float(number)
                        laid += number * table.value[kind]
                    elif number == 2:
                        values[PAIRS] += 1.0
                        pairs += 1
                        if table.value[kind] > pair:
                            pair = table.value[kind]
                    else:
                        values[LONE] += 1.0
            kind += 1
        values[COST] += float(caught)
        if pairs:
            # One wild card goes to the best pair; further ones count half.
            wild: i64 = 0 if hands[at + 1] == 0 else table.value[1]
            if hands[at] and table.value[0] > wild:
                wild = table.value[0]
            if wild:
                laid += 2 * pair + wild
        return float(laid)

    def _unfinished(self, p: Position, place: i64) -> bool:
        """Return whether a meld of the rank whose slots begin at *place* is no canasta yet."""
        end = place + self.table.slots
        while place < end and p.melds[place]:
            if size_of(p.melds[place]) < self.table.size:
                return True
            place += 1
        return False

    def _see_melds(self, p: Position, side: i64) -> None:
        table = self.table
        values = self.values
        melds = p.melds
        slots = table.slots
        size = table.size
        rank: i64 = 0
        while rank < KINDS:
            at = (side * KINDS + rank) * slots
            end = at + slots
            while at < end and melds[at]:
                meld = melds[at]
                at += 1
                cards = size_of(meld)
                if cards >= size or rank == BLACK:
                    continue
                if rank == 0:
                    values[WILD_MELD] += float(cards)
                    continue
                wilds = wilds_of(meld)
                sevenths = cards * 7 // size
                if sevenths < _SMALLEST:
                    sevenths = _SMALLEST
                elif sevenths > _LARGEST:
                    sevenths = _LARGEST
                values[CLEAN_3 + (_SIZES if wilds else 0) + sevenths - _SMALLEST] += 1.0
                if cards + self.together[rank] >= size:
                    sort: i64 = MIXED
                    if wilds == 0:
                        special = table.special_of[rank]
                        sort = NATURAL if special < 0 else SPECIAL + special
                    values[CLOSING] += float(self.counting.canasta[sort])
            rank += 1

    def _see_turn(self, p: Position, side: i64, opened: bool) -> None:
        table = self.table
        values = self.values
        seat = p.turn
        ahead = (side - table.side_of[seat] + table.sides) % table.sides
        values[TURN] = 1.0 - float(ahead) / float(table.sides)
        pile = i64(len(p.pile))
        if ahead or pile == 0:
            return
        top = p.pile[pile - 1]
        if 0 < table.take < pile:
            pile = table.take
        takes = False
        if top >= LOW and table.blocked[top] == 0:
            frozen = p.frozen(side)
            held = p.hands[seat * KINDS + top]
            wilds = p.hands[seat * KINDS] + p.hands[seat * KINDS + 1]
            takes = held >= 2 or (table.with_wild and not frozen and held >= 1 and wilds >= 1)
            if not takes and table.onto_meld and not frozen and (held >= 1 or not table.onto_natural):
                takes = p.melds[(side * KINDS + top) * table.slots] != 0
            if takes and not opened:
                takes = values[WITHIN] >= 1.0
        values[PILE if takes else PILE_SHUT] = float(pile)
