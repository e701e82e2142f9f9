"""The rules as the kernel reads them: plain numbers, derived once from `Rules`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from canasta.engine.meld_table import MOST_NATURALS, MeldTable
from canasta.engine.steps import ACTIONS, NATURALS, SLOTS, START_BLACK, TAKE_ONTO, Action
from canasta.rules.words.end import (
    ANSWERS,
    ENDS,
    EVERY_ANSWERS,
    FORCED,
    LAST_DISCARD,
    LAST_FORBIDDEN,
    LAST_REQUIRED,
    NO_OPPONENT,
    NO_PART,
    NO_PERMISSION,
    OPPONENTS,
    OPPONENTS_PICKED_UP,
    PARTNER,
    PARTNER_PICKED_UP,
    PERMISSION,
)
from canasta.rules.words.melds import (
    AFTER_DISCARD,
    BLACK_LAID,
    BLACK_LAST,
    CONCEALED,
    DISCARD_FREE,
    LAST_CARDS,
    NOT_CONCEALED,
    OPENING_PILE,
    PICKED_NEXT_TURN,
    RED,
    RED_DEALT,
    RED_LAID,
    REDS_AFTER_OPENING,
    REDS_BEFORE_TURN,
    REST,
    SPECIAL_DISCARD,
    TAKES_ANY,
    TOP_CARD,
    TOP_RAISES,
    TRIGGER,
    WHEN_EMPTY,
)
from canasta.rules.words.melds import BLACK as BLACK_THREES
from canasta.rules.words.table import (
    AFTER_ANY_DRAW,
    COVERED,
    END,
    END_KNOCK,
    FROZEN_AFTER,
    NATURAL_ONTO_MELD,
    NEED,
    ONTO_MELD,
    REJECTED,
    TURN_AGAIN,
    TURNED_ONCE,
    USE,
    USED_SHOWN,
    WILD_TOP,
    WITH_WILD,
)

if TYPE_CHECKING:
    from canasta.rules.groups import Rules

KINDS: Final = 15

# Where the numbers of one special hand stand: groups by their size, up to 15, and ranks by kind.
HAND_POINTS: Final = 0
HAND_SIZE: Final = 1
HAND_ANY_WILDS: Final = 2
HAND_WILD_GROUPS: Final = 3
HAND_GROUPS: Final = 4
HAND_WILDS: Final = 20
HAND_RANKS: Final = 36
HAND_WIDTH: Final = 51

# Classes of canastas; the special ranks follow.
NATURAL: Final = 0
MIXED: Final = 1
WILD: Final = 2
BLACK: Final = 3
SPECIAL: Final = 4
CLASSES: Final = 7

_KIND_KEYS: Final = ("joker", "two", "red three", "black three", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


def _flags(kinds: tuple[str, ...]) -> vec[i64]:
    flags = vec[i64]([0] * KINDS)
    for key in kinds:
        flags[_KIND_KEYS.index(key)] = 1
    return flags


class RuleTable(MeldTable):
    """What the kernel knows of *rules*, one game for one number of players; never changes. Equal for equal rules."""

    rules: Rules
    seats: i64
    sides: i64
    side_of: vec[i64]
    members: i64
    cards: i64
    hand: i64
    upcard: bool
    reject: vec[i64]
    covered: bool
    turn_once: bool
    draw: i64
    take: i64
    with_wild: bool
    onto_meld: bool
    onto_natural: bool
    show: bool
    wild_top: i64
    blocked: vec[i64]
    freezes: vec[i64]
    upcard_freezes: vec[i64]
    frozen_until_open: bool
    consecutive: bool
    last_card: bool
    least_pile: i64
    pile_waits: i64
    quiet_turns: i64
    knock: bool
    restore: bool
    top_raises: bool
    bonuses_open: bool
    opening_bonus: vec[i64]
    concealed: i64
    concealed_pile: bool
    reserves: i64
    reserves_needed: i64
    reserve_size: vec[i64]
    reserve_trigger: vec[i64]
    reserve_rest: vec[i64]
    reserve_next_turn: vec[i64]
    reserve_manual: vec[i64]
    reserve_replaces: vec[i64]
    reserves_in_turn: bool
    red_laid: bool
    black_laid: bool
    laid: vec[i64]
    reds_wait: bool
    reds_open: bool
    reds_refill: bool
    reds_in_pile: bool
    red_canasta: bool
    black_least: i64
    black_most: i64
    black_alone: bool
    black_sizes: vec[i64]
    naturals: vec[i64]
    specials: i64
    special_of: vec[i64]
    special_wilds: vec[i64]
    wild_starts: vec[i64]
    late_starts: vec[i64]
    late_pure: vec[i64]
    must_finish: vec[i64]
    finishes: bool
    special_discard: vec[i64]
    special_last: vec[i64]
    discards_free: bool
    discards_plain: bool
    discard_kept: vec[i64]
    discard_empty: vec[i64]
    dead_empty: bool
    special_hands: i64
    hand_shapes: vec[i64]
    talon_first: i64
    talon_later: i64
    talon_least: i64
    left_over: bool
    need: vec[i64]
    need_canastas: i64
    specials_count: bool
    special_counts: vec[i64]
    need_classes: bool
    waits: bool
    black_counts: bool
    discard_required: bool
    discard_forbidden: bool
    absorbs: bool
    permission: i64
    ask_once: bool
    ask_every: bool
    partner: i64
    partner_picks: bool
    opponents: i64
    opponents_pick: bool
    passing: bool
    ends: i64
    pile_after: bool
    three_ends: bool
    forced: i64
    frozen_in_time: bool
    frozen_any: bool
    value: vec[i64]

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.seats
        self.sides = rules.sides
        self.side_of = vec[i64]([seat % rules.sides for seat in range(rules.seats)])
        self.members = self.seats // self.sides
        self.cards = rules.cards
        self.packs = rules.packs
        self.jokers = rules.deck.jokers
        self.hand = rules.deal.hand
        self.upcard = rules.deal.upcard
        self.reject = _flags(rules.deal.reject)
        self.covered = REJECTED.number(rules.deal.rejected) == COVERED
        self.turn_once = TURN_AGAIN.number(rules.deal.turn_again) == TURNED_ONCE
        self.draw = rules.draw.stock
        self._read_pile(rules)
        self.read_melds(rules)
        self._read_reserves(rules)
        self._read_threes(rules)
        self._read_specials(rules)
        self._read_discards(rules)
        self._read_hands(rules)
        self._read_out(rules)
        self._read_opening(rules)
        self.frozen_in_time = rules.procedures.frozen_in_time
        after: i64 = FROZEN_AFTER.number(rules.procedures.frozen_after)
        self.frozen_any = self.frozen_in_time and after == AFTER_ANY_DRAW
        self.value = vec[i64]([0] * KINDS)
        for name, points in rules.score.cards:
            self.value[_KIND_KEYS.index(name)] = points
        self.derive()

    def action(self, step: int) -> Action:
        """Return what *step* does by these rules, which say how many naturals begin black threes, or take the pile onto a meld."""
        action = ACTIONS[step]
        naturals = int(self.naturals[step])
        return action if action.naturals == naturals else action._replace(naturals=naturals)

    def partner_of(self, seat: i64, partner: i64) -> i64:
        """Return the seat of the *partner*-th partner, from 1, to the left of *seat*."""
        return (seat + partner * self.sides) % self.seats

    def reserve_start(self, seat: i64, index: i64) -> i64:
        """Return where the reserve *index* of *seat* begins in the deck."""
        at = self.hand * self.seats
        packet: i64 = 0
        while packet < index:
            at += self.reserve_size[packet] * self.seats
            packet += 1
        return at + self.reserve_size[index] * seat

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, RuleTable) and self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> tuple[object, ...]:
        return rule_table_of, (self.rules,)

    def __deepcopy__(self, memo: object) -> RuleTable:
        return self

    def _read_pile(self, rules: Rules) -> None:
        pile = rules.pile
        self.take = pile.take
        ways = [NEED.number(way) for way in pile.need]
        self.with_wild = WITH_WILD in ways
        self.onto_natural = NATURAL_ONTO_MELD in ways
        self.onto_meld = ONTO_MELD in ways or self.onto_natural
        self.show = USE.number(pile.use) == USED_SHOWN
        self.wild_top = WILD_TOP.number(pile.wild_top)
        self.blocked = _flags(pile.blocked_by)
        self.freezes = _flags(rules.freezing)
        self.upcard_freezes = _flags(rules.freezing_upcards)
        self.frozen_until_open = pile.frozen_until_open
        self.consecutive = pile.consecutive
        self.last_card = pile.last_card
        self.least_pile = pile.least
        self.pile_waits = OPENING_PILE.number(rules.opening.pile)
        # Turns at the beginning in which nobody lays cards or takes the pile.
        self.quiet_turns = (rules.opening.round - 1) * self.seats
        self.knock = END.number(pile.end) == END_KNOCK
        self.restore = pile.restore > 0

    def _read_reserves(self, rules: Rules) -> None:
        self.reserves = len(rules.reserves)
        self.reserves_needed = sum(reserve.needed for reserve in rules.reserves)  # the first ones
        self.reserve_size = vec[i64]()
        self.reserve_trigger = vec[i64]()
        self.reserve_rest = vec[i64]()
        self.reserve_next_turn = vec[i64]()
        self.reserve_manual = vec[i64]()
        self.reserve_replaces = vec[i64]()
        self.reserves_in_turn = False  # a canasta or an opening brings one
        for reserve in rules.reserves:
            self.reserve_size = append(self.reserve_size, reserve.size)
            trigger = TRIGGER.number(reserve.trigger)
            self.reserve_trigger = append(self.reserve_trigger, trigger)
            if trigger != WHEN_EMPTY:
                self.reserves_in_turn = True
            self.reserve_rest = append(self.reserve_rest, REST.number(reserve.rest))
            later = AFTER_DISCARD.number(reserve.after_discard) == PICKED_NEXT_TURN
            self.reserve_next_turn = append(self.reserve_next_turn, 1 if later else 0)
            self.reserve_manual = append(self.reserve_manual, 1 if reserve.manual else 0)
            self.reserve_replaces = append(self.reserve_replaces, 1 if reserve.red_threes else 0)

    def _read_threes(self, rules: Rules) -> None:
        self.red_laid = RED.number(rules.threes.red) == RED_LAID
        when: i64 = RED_DEALT.number(rules.threes.red_dealt)
        self.reds_wait = self.red_laid and when == REDS_BEFORE_TURN
        self.reds_open = self.red_laid and when == REDS_AFTER_OPENING
        self.red_canasta = rules.threes.red_canasta > 0
        self.reds_refill = self.red_laid and rules.threes.red_pile_replaced
        self.black_laid = self.red_laid and BLACK_THREES.number(rules.threes.black) == BLACK_LAID
        # Whether cards of each kind are laid down at once.
        self.laid = vec[i64]([0] * KINDS)
        self.laid[2] = 1 if self.red_laid else 0
        self.laid[BLACK] = 1 if self.black_laid else 0
        accepted = self.covered or self.turn_once
        accepted = accepted or "red three" not in rules.deal.reject
        accepted = accepted or (self.black_laid and _KIND_KEYS[BLACK] not in rules.deal.reject)
        self.reds_in_pile = self.red_laid and (accepted or self.reds_open)
        self.black_least = 0
        self.black_most = 0
        self.black_alone = BLACK_LAST.number(rules.threes.black_last) == LAST_CARDS
        self.black_sizes = vec[i64]([0] * (MOST_NATURALS + 1))
        for size in rules.threes.black_meld:
            self.black_sizes[size] = 1
            if self.black_least == 0 or size < self.black_least:
                self.black_least = size
            if size > self.black_most:
                self.black_most = size
        # The natural cards that each step lays.
        self.naturals = NATURALS[:]
        self.naturals[START_BLACK] = self.black_least
        slot: i64 = 0
        while slot < SLOTS and self.onto_natural:
            self.naturals[TAKE_ONTO + slot] = 1
            slot += 1

    def _read_specials(self, rules: Rules) -> None:
        self.specials = len(rules.specials)
        self.special_of = vec[i64]([-1] * KINDS)
        self.special_wilds = vec[i64]([1] * KINDS)
        self.special_discard = vec[i64]([0] * KINDS)
        self.special_last = vec[i64]([1] * KINDS)
        self.late_pure = vec[i64]([0] * KINDS)
        self.must_finish = vec[i64]([0] * KINDS)
        self.finishes = False
        self.discards_free = True
        self.left_over = False
        index: i64 = 0
        for special in rules.specials:
            rank: i64 = _KIND_KEYS.index(special.rank)
            self.special_of[rank] = index
            self.special_wilds[rank] = 1 if special.wilds else 0
            self.special_discard[rank] = SPECIAL_DISCARD.number(special.discard)
            self.special_last[rank] = 1 if special.last_discard else 0
            self.late_pure[rank] = 0 if special.late_wilds else 1
            if special.finished:
                self.must_finish[rank] = 1
                self.finishes = True
            if special.left_over:
                self.left_over = True
            if self.special_discard[rank] != DISCARD_FREE or not special.last_discard:
                self.discards_free = False
            index += 1
        # Whether a meld of each rank may begin with a wild card, in an opening and after it.
        self.wild_starts = vec[i64]([0] * KINDS)
        self.late_starts = vec[i64]([0] * KINDS)
        kind: i64 = 0
        while kind < KINDS:
            if self.special_wilds[kind] and self.most_wilds[2] > 0:
                self.wild_starts[kind] = 1
            if self.special_wilds[kind] and self.late_pure[kind] == 0 and self.most_wilds[self.late + 2] > 0:
                self.late_starts[kind] = 1
            kind += 1

    def _read_discards(self, rules: Rules) -> None:
        """Which cards are discarded after all others, and what comes after the discard of an opening."""
        self.discard_kept = _flags(rules.discard.kept)
        self.discard_empty = _flags(rules.discard.kept_empty)
        # Whether every card may go at any time.
        self.dead_empty = rules.discard.dead_empty
        kept = len(rules.discard.kept) + len(rules.discard.kept_empty)
        self.discards_plain = self.discards_free and kept == 0 and not self.dead_empty
        self.talon_first = rules.talon.first
        self.talon_later = rules.talon.later
        self.talon_least = rules.talon.least

    def _read_hands(self, rules: Rules) -> None:
        """Write the special hands one after another, as `canasta.engine.special_hands` reads them."""
        self.special_hands = len(rules.special_hands)
        shapes: list[int] = []
        for hand in rules.special_hands:
            shape = [0] * HAND_WIDTH
            shape[HAND_POINTS], shape[HAND_SIZE] = hand.points, hand.size
            shape[HAND_ANY_WILDS], shape[HAND_WILD_GROUPS] = hand.any_wilds, int(hand.wild_groups)
            for size, number in hand.groups:
                shape[HAND_GROUPS + size] = number
            for size, number in hand.wilds:
                shape[HAND_WILDS + size] = number
            for key in hand.ranks:
                shape[HAND_RANKS + _KIND_KEYS.index(key)] = 1
            shapes += shape
        self.hand_shapes = vec[i64](shapes)

    def _read_out(self, rules: Rules) -> None:
        out = rules.out
        self.need = vec[i64]([0] * CLASSES)
        self.need[NATURAL] = out.natural
        self.need[MIXED] = out.mixed
        self.need[WILD] = out.wild
        self.special_counts = vec[i64]([0] * CLASSES)
        self.specials_count = False
        index: i64 = 0
        for special in rules.specials:
            self.need[SPECIAL + index] = out.special
            if special.counts and out.natural:
                self.specials_count = True
                self.special_counts[SPECIAL + index] = 1
            index += 1
        self.need_canastas = out.canastas
        self.need_classes = out.natural + out.mixed + out.wild > 0 or (out.special > 0 and self.specials > 0)
        self.black_counts = out.black_counts
        self.discard_forbidden = LAST_DISCARD.number(out.discard) == LAST_FORBIDDEN
        self.discard_required = LAST_DISCARD.number(out.discard) == LAST_REQUIRED
        # Laying a natural card where it belongs never spoils going out: one meld takes all cards of its rank.
        self.absorbs = self.grows and self.takes == TAKES_ANY and not self.several and not self.discard_required
        self.permission = NO_PERMISSION
        self.ask_once = not out.ask_again
        self.ask_every = self.members > 2 and ANSWERS.number(out.answers) == EVERY_ANSWERS
        self.partner = NO_PART
        self.partner_picks = False
        if self.members > 1:
            self.permission = PERMISSION.number(out.permission)
            self.partner = PARTNER.number(out.partner)
            if self.partner == PARTNER_PICKED_UP:
                self.partner = NO_PART
                self.partner_picks = True
        self.opponents = OPPONENTS.number(out.opponents)
        self.opponents_pick = self.opponents == OPPONENTS_PICKED_UP
        waits = self.partner != NO_PART or self.partner_picks or self.opponents != NO_OPPONENT
        self.waits = self.reserves > 0 and waits
        self.passing = out.passing
        exhaustion = rules.exhaustion
        self.ends = ENDS.number(exhaustion.ends)
        self.pile_after = exhaustion.pile
        self.three_ends = exhaustion.three
        self.forced = FORCED.number(exhaustion.forced)

    def _read_opening(self, rules: Rules) -> None:
        """How a side opens, and what a canasta of each class adds to the worth of it."""
        self.top_raises = TOP_CARD.number(rules.opening.top_card) == TOP_RAISES
        self.concealed = CONCEALED.number(rules.opening.concealed)
        self.concealed_pile = self.concealed != NOT_CONCEALED and rules.opening.concealed_pile
        self.bonuses_open = rules.opening.bonuses
        self.opening_bonus = vec[i64]([0] * CLASSES)
        if not self.bonuses_open:
            return
        self.opening_bonus[NATURAL] = rules.score.natural
        self.opening_bonus[MIXED] = rules.score.mixed
        self.opening_bonus[WILD] = rules.score.wild
        index: i64 = 0
        for special in rules.specials:
            self.opening_bonus[SPECIAL + index] = special.bonus
            index += 1


@lru_cache(maxsize=256)
def rule_table_of(rules: Rules) -> RuleTable:
    """Return the table of *rules*, the same one for equal rules while these are in use."""
    return RuleTable(rules)
