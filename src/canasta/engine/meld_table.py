"""The part of the rules as the kernel reads them that says which melds can be laid: limits and small tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.rules.words.melds import (
    CANASTAS_AND_ONE_OPEN,
    NO_TRIPLE,
    ONE_OPEN,
    OPEN_MELDS,
    RATIO,
    TAKES,
    TAKES_ANY,
    TAKES_LATER,
    TAKES_NATURALS,
    TRIPLE,
)

if TYPE_CHECKING:
    from canasta.rules.groups import Rules

MOST_NATURALS: Final = 48
MOST_WILDS: Final = 48  # beside the naturals of one rank
WIDTH: Final = 49  # MOST_WILDS + 1: a row of the tables of melds
LATE: Final = 49  # MOST_NATURALS + 1: where the limits of a side that has opened begin


class MeldTable:
    """What the kernel knows of melds; `canasta.engine.rule_table.RuleTable` is one and knows the rest."""

    packs: i64
    jokers: i64
    size: i64
    grows: bool
    takes: i64
    beyond: bool
    several: bool
    finish_first: bool
    slots: i64
    plain_melds: bool
    wild_melds: bool
    wilds_kept: bool
    wilds_finished: bool
    canasta_opens: bool
    mixed_opens: bool
    triple: i64
    dead: bool
    strict: bool
    opens_freely: bool
    closes: bool
    refills: bool
    late: i64
    most_wilds: vec[i64]
    canasta_naturals: i64
    opening_most: vec[i64]
    reach: vec[i64]
    wild_fit: vec[i64]
    fresh_wilds: vec[i64]
    fresh_canastas: vec[i64]

    def may_follow(self, size: i64) -> bool:
        """Return whether a further meld of a rank may begin after one of *size* cards, as far as this one goes."""
        if self.finish_first:
            return size >= self.size
        return self.several or (size == self.size and self.closes)

    def wilds_may_follow(self, size: i64) -> bool:
        """`may_follow` for melds of wild cards alone, which are never dead."""
        if self.finish_first:
            return size >= self.size
        return self.several or (size == self.size and not self.grows)

    def read_melds(self, rules: Rules) -> None:
        """Read what a meld may hold, from *rules*."""
        self.size = rules.meld.size
        self.grows = rules.meld.grows
        self.takes = TAKES.number(rules.meld.takes)
        # Whether one turn may lay a meld of more cards than a canasta.
        self.beyond = self.grows and self.takes != TAKES_LATER
        open_melds: i64 = OPEN_MELDS.number(rules.open_melds)
        self.several = open_melds != ONE_OPEN
        # Of several melds of a rank only one is no canasta yet.
        self.finish_first = open_melds == CANASTAS_AND_ONE_OPEN
        self.slots = 8 if self.several else 1
        # Whether a side has one meld of a rank at a time, to which a card may be added whatever its size.
        self.plain_melds = not self.several and self.takes == TAKES_ANY
        self.wild_melds = rules.meld.wild_melds
        self.wilds_kept = rules.meld.wilds_kept
        self.wilds_finished = rules.meld.wilds_finished
        self.canasta_opens = rules.opening.canasta
        self.mixed_opens = rules.opening.mixed
        self.triple = TRIPLE.number(rules.opening.triple)
        self.dead = rules.meld.dead
        # Whether an opening has more to obey than its minimum and the limits of melds.
        self.opens_freely = self.canasta_opens and self.mixed_opens and self.triple == NO_TRIPLE
        self.strict = self.dead or self.triple != NO_TRIPLE or not self.mixed_opens
        # Whether a finished canasta leaves room for a new meld of its rank, and does so where there is but one at a time.
        self.closes = not self.grows and not self.dead
        self.refills = self.closes and not self.several
        limit = RATIO[rules.meld.ratio]
        most: i64 = rules.meld.wilds
        # Once a side has opened, other limits may hold: they follow those of an opening, from the place `late` on.
        base: i64 = rules.meld.wild_base
        self.late = LATE if base > 2 else 0
        self.most_wilds = vec[i64]([0] * (2 * LATE))
        naturals: i64 = 2
        while naturals <= MOST_NATURALS:
            wilds: i64 = limit.most(naturals)
            if not self.grows and wilds > self.size - naturals:
                wilds = self.size - naturals
            self.most_wilds[naturals] = 0 if wilds < 0 else (most if wilds > most else wilds)
            if naturals >= base:
                self.most_wilds[LATE + naturals] = self.most_wilds[naturals]
            naturals += 1
        if self.takes == TAKES_NATURALS:
            self._cap_wilds()
        self.canasta_naturals = 2
        while self.canasta_naturals + self.most_wilds[self.canasta_naturals] < self.size:
            self.canasta_naturals += 1

    def _cap_wilds(self) -> None:
        """Where wild cards join only unfinished melds, lower the most in large melds to those laid before that size."""
        before = self.most_wilds[:]
        naturals: i64 = 2
        while naturals <= MOST_NATURALS:
            wilds = before[naturals]
            while wilds > 0:
                first = self.size - wilds  # naturals beside them when the canasta is finished
                if first > naturals:
                    first = naturals
                if first >= 2 and wilds <= before[first]:
                    break
                wilds -= 1
            self.most_wilds[naturals] = wilds
            naturals += 1

    def derive(self) -> None:
        """Fill the tables of melds that can be laid afresh.

        ``reach[c * WIDTH + w]``: 1 if *c* naturals of one rank and *w* wilds can be laid as fresh melds in an
        opening, 2 if so with a canasta among them (3: both ways); ``opening_most``: the most of *c* naturals
        that can be laid with exactly *w* wilds, -1 if none; ``wild_fit[w]``: whether *w* wilds can be laid as
        fresh wild melds.
        """
        cells = (MOST_NATURALS + 1) * WIDTH
        self.reach = vec[i64]([0] * cells)
        self.reach[0] = 1
        top: i64 = self.size if self.canasta_opens else self.size - 1
        if self.beyond:
            top = MOST_NATURALS if self.canasta_opens else self.size - 1
        # No hand holds more of a rank, nor more wilds, than the deck.
        copies: i64 = 4 * self.packs
        most: i64 = self.packs * (4 + self.jokers)
        if most > MOST_WILDS:
            most = MOST_WILDS
        total: i64 = 1
        while total <= copies + most:
            wilds: i64 = 0
            while wilds <= most and wilds <= total:
                if total - wilds <= copies:
                    self.reach[(total - wilds) * WIDTH + wilds] = self._reached(total - wilds, wilds, top)
                wilds += 1
            total += 1
        self.opening_most = vec[i64]([-1] * cells)
        naturals: i64 = 0
        while naturals <= copies:
            w: i64 = 0
            while w <= most:
                used: i64 = naturals
                while used >= 0 and self.reach[used * WIDTH + w] == 0:
                    used -= 1
                self.opening_most[naturals * WIDTH + w] = used
                w += 1
            naturals += 1
        self.wild_fit = vec[i64]([0] * (MOST_NATURALS + 1))
        self.wild_fit[0] = 1
        if self.wild_melds:
            count: i64 = 3
            while count <= MOST_NATURALS:
                self.wild_fit[count] = 1 if self._wilds_fit(count, top) else 0
                count += 1

        self.fresh_wilds = vec[i64]([0] * (2 * LATE))
        self.fresh_canastas = vec[i64]([0] * (2 * LATE))
        self._fill_fresh(0)
        if self.late:
            self._fill_fresh(self.late)

    def _fill_fresh(self, row: i64) -> None:
        self.fresh_wilds[row] = 1
        naturals: i64 = 2
        while naturals <= MOST_NATURALS:
            self._fill_fresh_of(row, naturals)
            naturals += 1

    def _fill_fresh_of(self, row: i64, naturals: i64) -> None:
        n: i64 = 2
        while n <= naturals:
            w: i64 = 0
            while w <= self.most_wilds[row + n]:
                size = n + w
                if size >= 3 and (self.beyond or size <= self.size):
                    if n == naturals or self.may_follow(size):
                        rest = self.fresh_wilds[row + naturals - n] << w
                        canastas = rest if size >= self.size else self.fresh_canastas[row + naturals - n] << w
                        self.fresh_wilds[row + naturals] |= rest
                        self.fresh_canastas[row + naturals] |= canastas
                w += 1
            n += 1

    def _reached(self, naturals: i64, wilds: i64, top: i64) -> i64:
        """Return how *naturals* and *wilds* can be laid: see ``reach``."""
        found: i64 = 0
        n: i64 = 2
        while n <= naturals:
            w: i64 = 0
            while w <= wilds and w <= self.most_wilds[n]:
                cards = n + w
                if 3 <= cards <= top:
                    before = self.reach[(naturals - n) * WIDTH + wilds - w]
                    last = naturals == n and wilds == w
                    if w and cards >= self.size and not self.mixed_opens:
                        before = 0
                    if (last or self.may_follow(cards)) and before:
                        found |= 2 if cards >= self.size else before
                w += 1
            n += 1
        return found

    def _wilds_fit(self, count: i64, top: i64) -> bool:
        cards: i64 = 3
        while cards <= count and cards <= top:
            rest = count - cards
            if rest == 0:
                return True
            if self.wilds_may_follow(cards) and self.wild_fit[rest]:
                return True
            cards += 1
        return False
