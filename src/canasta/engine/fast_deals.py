"""`FastDeals`: many deals at once in counts, for programs that learn. Their masks and observations stay at one place in memory."""

from __future__ import annotations

from typing import Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from canasta.base.errors import MisuseError
from canasta.base.shuffle import LARGEST_SEED
from canasta.engine.fast_deal import FastDeal, whole
from canasta.engine.legal import listed_legal
from canasta.engine.listing import Listing
from canasta.engine.observation import Observation
from canasta.engine.play import play
from canasta.engine.position import OVER
from canasta.engine.steps import STEPS
from canasta.rules.groups import Rules

_MOST: Final = 1 << 20


class FastDeals:
    """*number* deals by *rules* at once, each of which is a `FastDeal`, stepped together.

    `begin` deals; then each `step` takes one step in every deal, for the seat that `actors` names. Where a deal ends, the same `step`
    begins the next one, so no deal ever waits. The deal in row *r* of *n* is that of the deck *r* + 1 first, then *r* + 1 + *n*, and so
    on. Without *observes* no observations are written, which is faster.

    `masks`, `legal_steps`, `legal_numbers`, `actors`, `over`, `points` and `observations` have a row for each deal. They are views of
    memory that belongs to the kernel: NumPy's `asarray` reads them without a copy, nothing but `begin` and `step` writes there, and
    both overwrite all of them.

    >>> from canasta import FastDeals, load
    >>> deals = FastDeals(load("classic", 4), 3)
    >>> deals.begin(seed=7)
    >>> while not any(deals.over):
    ...     deals.step([row[number - 1] for row, number in zip(deals.legal_steps.tolist(), deals.legal_numbers)])
    >>> list(deals.over), deals.points.tolist()[0]
    ([1, 0, 0], [-370, 460])
    """

    rules: Rules
    number: i64
    seed: int
    deals: list[FastDeal]
    begun: vec[i64]
    listing: Listing
    marks: vec[u8]
    steps: vec[i16]
    numbers: vec[i16]
    seats: vec[u8]
    ends: vec[u8]
    gains: vec[i32]
    seen: Observation | None

    def __init__(self, rules: Rules, number: SupportsIndex, *, observes: bool = True) -> None:
        self.number = whole(number, "number", 1, _MOST)
        first = FastDeal(rules)
        self.rules = rules
        self.seed = -1
        self.deals = [first]
        self.listing = first.listing
        while len(self.deals) < self.number:
            deal = FastDeal(rules)
            # What only lasts for a step is the same for all, so that it stays in the cache.
            deal.kinds = first.kinds
            deal.flows = first.flows
            deal.listing = first.listing
            deal.marked = first.marked
            deal.marks = first.marks
            deal.seen = first.seen
            self.deals.append(deal)
        self.begun = vec[i64]([0] * self.number)
        self.marks = vec[u8]([0] * (self.number * STEPS))
        self.steps = vec[i16]([0] * (self.number * STEPS))
        self.numbers = vec[i16]([0] * self.number)
        self.seats = vec[u8]([0] * self.number)
        self.ends = vec[u8]([0] * self.number)
        self.gains = vec[i32]([0] * (self.number * rules.sides))
        self.seen = Observation(first.table, self.number) if observes else None

    def begin(self, seed: SupportsIndex = 0) -> None:
        """Deal the first decks of a match with *seed* in all rows. Raises `MisuseError`, and changes nothing, for a seed that there is not."""
        self.seed = whole(seed, "seed", 0, LARGEST_SEED)
        at: i64 = 0
        while at < self.number:
            self.begun[at] = 0
            self._begin(at)
            self._reward(at, [0] * self.rules.sides)
            self.ends[at] = 0
            self._show(at)
            at += 1

    def step(self, actions: object) -> None:
        """Take one of the legal steps in each deal: *actions* has one for each row, in a list or in an array of whole numbers.

        Raises `MisuseError`, and changes nothing, if one of them is not legal, or if there is not one for each row.
        """
        chosen = self._chosen(actions)
        observes = self.seen is not None
        at: i64 = 0
        while at < self.number:
            deal = self.deals[at]
            p = deal.position
            if observes:
                deal.step_trusted(chosen[at])
            else:
                play(p, chosen[at])
                listed_legal(p, p.actor)
            if p.phase == OVER:
                self._reward(at, deal.points())
                self.ends[at] = 1
                self._begin(at)
            elif self.ends[at]:
                self._reward(at, [0] * self.rules.sides)
                self.ends[at] = 0
            self._show(at)
            at += 1

    def _chosen(self, actions: object) -> vec[i64]:
        """Return *actions* as numbers, each of which is legal in its row."""
        try:
            chosen = vec[i64](actions if isinstance(actions, list) else memoryview(actions).tolist())  # type: ignore[arg-type]
        except (TypeError, OverflowError):
            raise MisuseError(
                f"The actions must be whole numbers in a list or an array, one for each deal, not {type(actions).__name__}."
            ) from None
        if self.seed < 0:
            raise MisuseError("No deals have begun: call begin() first.")
        if i64(len(chosen)) != self.number:
            raise MisuseError(f"There are {self.number} deals, and {len(chosen)} actions were given.")
        at: i64 = 0
        while at < self.number:
            step = chosen[at]
            if step < 0 or step >= STEPS or self.marks[at * STEPS + step] == 0:
                raise MisuseError(
                    f"The step {step} is not legal now in row {at}: its row of masks has 1 for those that are."
                )
            at += 1
        return chosen

    def _begin(self, at: i64) -> None:
        """Begin the next deal of the row *at*."""
        self.deals[at].begin(1 + at + self.begun[at] * self.number, self.seed)
        self.begun[at] += 1

    def _reward(self, at: i64, points: list[int]) -> None:
        """Write the *points* of each side into the row *at*."""
        sides = i64(len(points))
        side: i64 = 0
        while side < sides:
            self.gains[at * sides + side] = i32(points[side])
            side += 1

    def _show(self, at: i64) -> None:
        """Write into the row *at* what its deal waits for, the legal steps, and what the seat to act sees."""
        deal = self.deals[at]
        p = deal.position
        marks = self.marks
        steps = self.steps
        start = at * STEPS
        end = start + i64(self.numbers[at])
        place = start
        while place < end:
            marks[start + i64(steps[place])] = 0
            place += 1
        listing = self.listing
        place = 0
        while place < listing.number:
            step = listing.items[place]
            steps[start + place] = i16(step)
            marks[start + step] = 1
            place += 1
        self.numbers[at] = i16(listing.number)
        self.seats[at] = u8(p.actor)
        seen = self.seen
        if seen is not None:
            seen.look(p, p.actor, deal.known.counts, deal.thrown, deal.totals, at)

    @property
    def masks(self) -> memoryview:
        """1 for each legal step of each deal and 0 for each other one, by the numbers of the steps: a byte each, 419 a row."""
        return _rows(self.marks, "B", self.number, STEPS)

    @property
    def legal_steps(self) -> memoryview:
        """The legal steps of each deal, ascending: 16 bits each, 419 a row, of which the first `legal_numbers` count."""
        return _rows(self.steps, "h", self.number, STEPS)

    @property
    def legal_numbers(self) -> memoryview:
        """How many legal steps each deal has: 16 bits each."""
        return memoryview(self.numbers).toreadonly()

    @property
    def actors(self) -> memoryview:
        """The seat that everyone waits for in each deal: a byte each."""
        return memoryview(self.seats).toreadonly()

    @property
    def over(self) -> memoryview:
        """1 where the last `step` ended a deal, so that the row shows the beginning of the next one: a byte each."""
        return memoryview(self.ends).toreadonly()

    @property
    def points(self) -> memoryview:
        """The points of each side where the last `step` ended a deal, else 0: 32 bits each, a number for each side in a row."""
        return _rows(self.gains, "i", self.number, self.rules.sides)

    @property
    def observations(self) -> memoryview:
        """What the seat to act sees in each deal: a row of bytes, as `FastDeal.observe` writes them.

        Raises `MisuseError` if these deals were made without observations.
        """
        seen = self.seen
        if seen is None:
            raise MisuseError("These deals write no observations: make them with observes=True.")
        return _rows(seen.cells, "B", self.number, seen.size)


def _rows(cells: object, code: str, number: i64, width: i64) -> memoryview:
    """Return a view of *cells*, in *number* rows of *width* numbers of the sort that the format *code* says."""
    flat = memoryview(cells)  # type: ignore[arg-type]
    return flat.cast("B").cast(code, (int(number), int(width))).toreadonly()  # type: ignore[call-overload, no-any-return]
