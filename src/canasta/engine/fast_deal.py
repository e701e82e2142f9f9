"""`FastDeal`: the public loop. One deal after another in counts, without suits, events or sentences, for programs that play many."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64, u8

from canasta.base.cards import KIND_OF, pack
from canasta.base.errors import MisuseError
from canasta.base.shuffle import LARGEST_SEED, deal_seed
from canasta.engine.count import points
from canasta.engine.decks import places, shuffle
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.layout import start_shuffled
from canasta.engine.legal import listed_legal
from canasta.engine.listing import Listing
from canasta.engine.observation import Observation
from canasta.engine.play import play_noting
from canasta.engine.playout import Dice
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import KINDS, RuleTable, rule_table_of
from canasta.engine.steps import DISCARD, KIND, STEPS
from canasta.engine.worlds import sample_world
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum

_HALF: Final = 0xFFFFFFFF


class FastDeal:
    """A deal by *rules* in counts, as fast as Python can play it.

    `begin` deals; then `legal_steps` and `step` play for the seat that `actor` names until the deal is `over`. Steps have the
    numbers that `Deal.step` takes, and each deck is that of a `Match` with the same seed. Between turns nobody melds, even where the
    rules allow it.

    >>> from canasta import FastDeal, load
    >>> deal = FastDeal(load("classic", 4))
    >>> deal.begin(1, seed=7)
    >>> while not deal.over:
    ...     deal.step(deal.legal_steps()[-1])
    >>> deal.points()
    [-370, 460]
    """

    rules: Rules
    table: RuleTable
    position: Position
    totals: vec[i64]
    kinds: vec[i64]
    known: KnownCards
    thrown: vec[i64]
    flows: Flows
    listing: Listing
    marked: Listing
    marks: vec[u8]
    seen: Observation

    def __init__(self, rules: Rules) -> None:
        if not isinstance(rules, Rules):
            raise MisuseError(f'FastDeal needs Rules as rules, not {rules!r}; load("classic") makes them.')
        self.rules = rules
        self.kinds = vec[i64]([KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)])
        self.totals = vec[i64]([0] * rules.sides)
        self.thrown = vec[i64]([0] * (rules.seats * KINDS))
        self.flows = Flows()
        self.marked = Listing()
        self.marks = vec[u8]([0] * STEPS)
        self.table = rule_table_of(rules.in_deal(1))
        self.seen = Observation(self.table)
        self.known = KnownCards(self.table)
        self.position = Position(self.table)
        self.position.phase = OVER
        self.listing = listed_legal(self.position, 0)

    def _set_table(self, table: RuleTable) -> None:
        self.table = table
        self.known = KnownCards(table)
        self.seen.table = table  # as large as before, and its bytes are views of programs

    def begin(
        self,
        number: SupportsIndex,
        seed: SupportsIndex = 0,
        first: SupportsIndex | None = None,
        totals: Sequence[int] = (),
        deal: SupportsIndex = 1,
    ) -> None:
        """Deal the deck *number* (from 1) of a match with *seed*, to be played as the deal *deal* of a match.

        *first* begins (default: each seat in turn, by the number). *totals* are the points that the sides bring (default: none);
        with *deal* they say what an opening must be worth. Raises `MisuseError`, and changes nothing, for an argument that cannot be.
        """
        rules = self.rules
        deck_number = whole(number, "number", 1, LARGEST_SEED)
        deck_seed = whole(seed, "seed", 0, LARGEST_SEED)
        deal_number = whole(deal, "deal", 1, LARGEST_SEED)
        beginner = (deck_number - 1) % rules.seats if first is None else whole(first, "first", 0, rules.seats - 1)
        brought = list(totals) if totals else [0] * rules.sides
        if len(brought) != rules.sides:
            raise MisuseError(f"There are {rules.sides} sides, and {len(brought)} totals were given.")
        if rules.deals:
            self._set_table(rule_table_of(rules.in_deal(deal_number)))
        minimums = [minimum(self.table.rules, deal_number, total) for total in brought]
        self.totals = vec[i64](brought)
        drawn = deal_seed(deck_seed, deck_number)
        high: i64 = drawn >> 32 & _HALF
        low: i64 = drawn & _HALF
        deck = self.kinds[:]
        shuffle(deck, high, low)
        self.known.forget()
        at: i64 = 0
        while at < i64(len(self.thrown)):
            self.thrown[at] = 0
            at += 1
        self.position = start_shuffled(self.table, deck, places(high, low), beginner, minimums)
        self.position.listing = self.listing
        self.listing = listed_legal(self.position, self.position.actor)

    def copy(self) -> FastDeal:
        """Return an independent deal that stands where this one does."""
        return _restored(
            self.rules, self.position.copy(), list(self.known.counts), list(self.thrown), list(self.totals)
        )

    def resampled(self, seat: SupportsIndex, seed: SupportsIndex) -> FastDeal:
        """Return a copy in which the cards that *seat* doesn't see are dealt again, by chance that *seed* gives.

        Cards that everyone knows to be in a hand stay there. Raises `MisuseError` for a seat or a seed that there is not.
        """
        looking = whole(seat, "seat", 0, self.rules.seats - 1)
        dice = Dice(whole(seed, "seed", 0, LARGEST_SEED))
        world = sample_world(self.position.hidden_from(looking), looking, dice, self.known)
        return _restored(self.rules, world, list(self.known.counts), list(self.thrown), list(self.totals))

    def __deepcopy__(self, memo: object) -> FastDeal:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        counts = list(self.known.counts), list(self.thrown), list(self.totals)
        return _restored, (self.rules, self.position, *counts)

    @property
    def actor(self) -> int:
        """The seat that everyone waits for."""
        return int(self.position.actor)

    @property
    def over(self) -> bool:
        """Whether the deal has ended, or none has begun."""
        return self.position.phase == OVER

    @property
    def turns(self) -> int:
        """Turns that have ended."""
        return int(self.position.turns)

    @property
    def observation_size(self) -> int:
        """The number of bytes that `observe` writes, at most 1,024."""
        return int(self.seen.size)

    def legal_steps(self) -> list[int]:
        """Return the steps that the seat to act may take, ascending; none when the deal is over."""
        listing = self.listing
        found: list[int] = []
        at: i64 = 0
        while at < listing.number:
            found.append(int(listing.items[at]))
            at += 1
        return found

    def step(self, step: SupportsIndex) -> None:
        """Take a legal *step* for the seat to act. Raises `MisuseError`, and changes nothing, for any other."""
        chosen: i64 = whole(step, "step", 0, STEPS - 1)
        listing = self.listing
        at: i64 = 0
        while at < listing.number and listing.items[at] != chosen:
            at += 1
        if at == listing.number:
            why = "the deal is over" if self.position.phase == OVER else "legal_steps() lists those that are"
            raise MisuseError(f"The step {chosen} is not legal now: {why}.")
        self.step_trusted(chosen)

    def step_trusted(self, step: i64) -> None:
        """Take *step* for the seat to act, as `step` does; it must be legal, and nothing checks it."""
        p = self.position
        seat = p.actor
        pile = p.pile
        play_noting(p, seat, step, self.flows)
        self.known.follow(pile, self.flows)
        if step >= DISCARD:
            self.thrown[seat * KINDS + KIND[step]] += 1
        listed_legal(p, p.actor)

    def mask(self, into: object) -> None:
        """Write 1 for each legal step and 0 for each other one into *into*, by the numbers of the steps: 419 bytes.

        *into* is anything that bytes can be written to, such as an array of NumPy or a bytearray; another size is a `MisuseError`.
        """
        self._mark(self.listing)
        write(self.marks, into)

    def _mark(self, listing: Listing | None) -> None:
        """Mark the steps of *listing* and no others; None marks no step."""
        marks = self.marks
        at: i64 = 0
        while at < self.marked.number:
            marks[self.marked.items[at]] = 0
            at += 1
        at = 0
        if listing is not None:
            while at < listing.number:
                marks[listing.items[at]] = 1
                self.marked.items[at] = listing.items[at]
                at += 1
        self.marked.number = at

    def look(self, seat: SupportsIndex) -> None:
        """Write what *seat* sees, and its mask, where `views` shows them. The mask is empty for a seat that nobody waits for.

        Raises `MisuseError` for a seat that there is not.
        """
        looking: i64 = whole(seat, "seat", 0, self.rules.seats - 1)
        p = self.position
        self.seen.look(p, looking, self.known.counts, self.thrown, self.totals)
        self._mark(self.listing if p.actor == looking and p.phase != OVER else None)

    def views(self) -> tuple[memoryview, memoryview]:
        """Return the bytes of the observation and of the mask that `look` writes, without copying them: each `look` overwrites them."""
        return memoryview(self.seen.cells).toreadonly(), memoryview(self.marks).toreadonly()

    def observe(self, seat: SupportsIndex, into: object) -> None:
        """Write what *seat* sees into *into*, `observation_size` bytes; `docs/learn.md` says what each of them means.

        Raises `MisuseError` for a seat that there is not, and for a size that is wrong.
        """
        looking: i64 = whole(seat, "seat", 0, self.rules.seats - 1)
        self.seen.look(self.position, looking, self.known.counts, self.thrown, self.totals)
        write(self.seen.cells, into)

    def points(self) -> list[int]:
        """Return the points of each side if the deal were counted now; when it is over, its score."""
        return points(self.position)


def _restored(rules: Rules, position: Position, known: list[int], thrown: list[int], totals: list[int]) -> FastDeal:
    """Return the deal by *rules* that stands at *position*; the rest is what `FastDeal` keeps besides it."""
    deal = FastDeal(rules)
    deal.table = position.rule_table
    deal.seen.table = position.rule_table
    deal.known = KnownCards(position.rule_table, known)
    deal.thrown = vec[i64](thrown)
    deal.totals = vec[i64](totals)
    deal.position = position
    position.listing = deal.listing
    listed_legal(position, position.actor)
    return deal


def whole(value: SupportsIndex, name: str, least: int, most: int) -> int:
    """Return *value* as an int from *least* to *most*; anything else is a `MisuseError` that calls it *name*."""
    number = -1
    if isinstance(value, int):
        number = value
    elif hasattr(value, "__index__"):  # a number of NumPy
        number = index(value)
    if number < least or number > most:
        raise MisuseError(f"The {name} must be a whole number from {least} to {most}, not {value!r}.")
    return number


def write(cells: vec[u8], into: object) -> None:
    """Copy *cells* to the bytes of *into*."""
    try:
        memoryview(into).cast("B")[:] = memoryview(cells)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise MisuseError(
            f"{len(cells)} bytes are written here, and this has no room for just as many: {type(into).__name__}."
        ) from None
