"""`Match`: deals until the target, with totals, dealers and minimums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from canasta.base.cards import Face, pack
from canasta.base.english import several
from canasta.base.errors import MisuseError
from canasta.base.events import DealBegan, DealCounted, DeckCut, Event, MatchOver
from canasta.base.misuse import public
from canasta.base.seats import side_of
from canasta.base.sheets import Sheet
from canasta.base.shuffle import deal_seed, return_places, shuffled
from canasta.deal.deal import Deal
from canasta.deal.tableaus import tableaus
from canasta.rules.dealers import dealers, first_player, nearest_cut, next_dealer, score_keeper
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.scoring.standing import Standing, minimum, standing
from canasta.wording.sheets import sheet


class Match:
    """A match in progress.

    Seats, sides and dealers count from 0, deals from 1. `deal` is the deal in progress; between deals it raises, and
    `current_deal` is None.
    What happens between deals is told as events, which `cut`, `begin_deal` and `count` return; what happens in a
    deal is in its history.
    """

    __slots__ = ("_acts", "current_deal", "dealer", "keeper", "number", "rules", "seed", "totals")

    @public
    def __init__(self, rules: Rules, seed: int = 0, dealer: int | None = None, keeper: int | None = None) -> None:
        """Make a match that has not begun.

        *seed* gives every deal's deck unless one is handed to `begin_deal`. *keeper* is the seat of the score
        keeper, where the game has one (default: the last seat); *dealer* deals first (default: so that seat 0
        begins, if it may).
        """
        if not isinstance(seed, int):
            raise MisuseError(f"A seed is a whole number, not {seed!r}.")
        self.rules = rules
        self.seed = seed
        self.keeper = rules.seats - 1 if keeper is None and rules.table.score_keeper else keeper
        self.dealer = self._default_dealer() if dealer is None else dealer
        self.number = 0
        self.totals: tuple[int, ...] = (0,) * rules.sides
        self.current_deal: Deal | None = None
        self._acts: list[Event] = []
        dealers(rules, self.dealer, self.keeper)

    def __repr__(self) -> str:
        """Return the game, how far the match has come and the totals."""
        now = (
            "over"
            if self.over
            else f"deal {self.number} in progress"
            if self.current_deal
            else f"{len(self.results)} deals counted"
        )
        return f"<Match of {self.rules.title}, {self.rules.seats} players: {now}, totals {self.totals}>"

    def __str__(self) -> str:
        """Return the game, how far the match has come, and a line with the total of each side."""
        now = (
            f"deal {self.number} in progress" if self.current_deal else f"{several(len(self.results), 'deal')} counted"
        )
        head = f"{self.rules.title}, {several(self.rules.seats, 'player')}: {'over, ' if self.over else ''}{now}"
        return "\n".join([head, *(f"  side {side}  {total} points" for side, total in enumerate(self.totals))])

    @classmethod
    @public
    def new(
        cls,
        name: str,
        players: int | None = None,
        options: Sequence[str] = (),
        house: Path | None = None,
        seed: int = 0,
    ) -> Self:
        """Return a match of the game *name*; see `canasta.load` for the rest.

        Raises `RulesError` for a game, an option or a value that there is not, and `MisuseError` for a seed that is not a number.

        >>> match = Match.new("classic", players=4, seed=7)
        >>> events = match.begin_deal()
        >>> match.deal.actor, match.minimums()
        (0, (50, 50))
        """
        return cls(load(name, players, options, house), seed)

    @classmethod
    def without_keeper(cls, rules: Rules, seed: int, dealer: int) -> Self:
        """Return a match in which *dealer* deals first and nobody keeps the score, whatever the rules provide for."""
        match = cls(rules, seed, dealer, (dealer + 1) % rules.seats)
        match.keeper = None
        return match

    @public
    def copy(self, *, undo: bool = False) -> Match:
        """Return an independent copy; the moves that could be undone are kept only with *undo*."""
        copied = Match(self.rules, self.seed)
        copied.keeper, copied.dealer = self.keeper, self.dealer
        copied.number, copied.totals, copied._acts = self.number, self.totals, list(self._acts)
        copied.current_deal = self.current_deal.copy(undo=undo) if self.current_deal is not None else None
        return copied

    def _default_dealer(self) -> int:
        able = [seat for seat in range(self.rules.seats) if seat != self.keeper or self.rules.seats == 2]
        starts = {first_player(self.rules, seat, self.keeper): seat for seat in reversed(able)}
        return starts.get(0, able[0])

    @property
    def deal(self) -> Deal:
        """The deal in progress, also when it is over and not yet counted. Raises `MisuseError` between deals."""
        if self.current_deal is None:
            raise MisuseError("No deal is in progress: begin one first.")
        return self.current_deal

    @property
    def acts(self) -> tuple[Event, ...]:
        """What has happened in this match between and around the deals: cuts, beginnings, counts and its end."""
        return tuple(self._acts)

    @property
    def results(self) -> tuple[DealCounted, ...]:
        """The deals counted so far."""
        return tuple(act for act in self._acts if isinstance(act, DealCounted))

    @property
    def cuts(self) -> tuple[DeckCut, ...]:
        """How the deck was cut for the deal in progress or the next one."""
        cuts: list[DeckCut] = []
        for act in reversed(self._acts):
            if isinstance(act, DealCounted):
                break
            if isinstance(act, DeckCut):
                cuts.insert(0, act)
        return tuple(cuts)

    @property
    def standing(self) -> Standing:
        """Where the match stands after the deals counted so far."""
        return standing(self.rules, self.totals, len(self.results))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.results) and self.standing.over

    def minimums(self) -> tuple[int, ...]:
        """Return the opening minimum of each side in the deal in progress, or in the next one."""
        number = self.number if self.current_deal else self.number + 1
        return tuple(minimum(self.rules, number, total) for total in self.totals)

    def cutters(self) -> tuple[tuple[int, int], ...]:
        """Return who has still to cut the deck before the next deal, and how many cards are needed; empty if nobody has to."""
        rules = self.rules.in_deal(self.number + 1)
        if not rules.procedures.exact_cut or self.current_deal or self.over:
            return ()
        all_of = zip(dealers(rules, self.dealer, self.keeper), rules.exact_cuts, strict=False)
        done = {cut.seat for cut in self.cuts}
        return tuple((seat, exact) for seat, exact in all_of if seat not in done)

    @public
    def cut(self, seat: int, count: int) -> DeckCut:
        """Let the dealer *seat* cut *count* cards off the deck for the next deal.

        The order of the deck does not depend on it. Raises `MisuseError`, and changes nothing, for a seat that has
        no deck to cut now, and for a number of cards that cannot be cut.
        """
        needed = dict(self.cutters())
        if seat not in needed:
            who = " or ".join(f"seat {each}" for each in needed) or "nobody"
            raise MisuseError(f"Seat {seat} can't cut the deck now: {who} can.")
        if not 0 < count < self.rules.cards:
            raise MisuseError(f"You can cut 1 to {self.rules.cards - 1} cards off the deck, not {count}.")
        rules = self.rules.in_deal(self.number + 1)
        cut = DeckCut(seat, count, nearest_cut(rules, needed[seat], count, first=seat == self.dealer))
        self._acts.append(cut)
        return cut

    @property
    def exact_cuts(self) -> tuple[int, ...]:
        """Exact cuts of each side for the deal in progress or the next one."""
        exact = [0] * self.rules.sides
        for cut in self.cuts:
            exact[side_of(cut.seat, self.rules.sides)] += cut.exact
        return tuple(exact)

    @public
    def deck(self, number: int) -> tuple[Face, ...]:
        """Return the deck that the seed gives the deal *number*, which counts from 1; the top card first."""
        return shuffled(pack(self.rules.packs, self.rules.deck.jokers), deal_seed(self.seed, number))

    @public
    def returns(self, number: int) -> tuple[int, ...]:
        """Return the places that the seed gives to upcards that go back into the stock in the deal *number*."""
        return return_places(deal_seed(self.seed, number))

    @public
    def begin_deal(self, deck: Sequence[Face] | None = None, returns: Sequence[int] | None = None) -> list[Event]:
        """Shuffle and deal; returns the first events, `DealBegan` before all others.

        Raises `MisuseError`, and changes nothing, while a deal is in progress, when the match is over, and for a
        *deck* with a wrong number of cards.
        """
        if self.over:
            raise MisuseError("The match is over, so no deal can begin.")
        if self.current_deal is not None:
            raise MisuseError(f"Deal {self.number} is in progress. Count it before the next one begins.")
        number = self.number + 1
        rules = self.rules.in_deal(number)
        if deck is None:
            deck = self.deck(number)
        if returns is None:
            returns = self.returns(number)
        first = first_player(rules, self.dealer, self.keeper)
        minimums = tuple(minimum(rules, number, total) for total in self.totals)
        deal, events = Deal.new(rules, deck, first, minimums, returns, totals=self.totals, number=number)
        began = DealBegan(self.dealer, number, first, score_keeper(rules, self.keeper), minimums)
        self.current_deal, self.number = deal, number
        self._acts.append(began)
        return [began, *events]

    def void_deal(self) -> None:
        """Drop the deal in progress, or the cuts for the next one: the same dealer deals again, and nothing is counted."""
        while self._acts and not isinstance(self._acts[-1], DealCounted):
            self._acts.pop()
        if self.current_deal is not None:
            self.current_deal = None
            self.number -= 1

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the score sheets of the deal in progress as it stands, one a side.

        Raises `MisuseError` between deals.
        """
        return tuple(sheet(self.deal.rules, tableau) for tableau in tableaus(self.deal.position, self.exact_cuts))

    def count(self) -> list[Event]:
        """Count the finished deal, add it to the totals and pass the deal on.

        Returns `DealCounted`, and `MatchOver` if the match ends with it. Raises `MisuseError`, and changes nothing,
        while the deal is in progress.
        """
        sheets = self.sheets()
        if not self.deal.over:
            raise MisuseError(f"Deal {self.number} is not over. Finish it before you count it.")
        totals = tuple(total + each.total for total, each in zip(self.totals, sheets, strict=True))
        return self.take_over(DealCounted(self.dealer, self.number, sheets, totals))

    @public
    def recount(self, number: int, sheets: Sequence[Sheet] | None = None) -> list[Event]:
        """Let the deal *number*, which was counted, have other *sheets*, or be the next one again without any: only the last can.

        All totals after it follow, and what is over. Returns `MatchOver` if the match is over now. Raises `MisuseError`, and changes
        nothing, while a deal is in progress, and for a deal that was not counted or is not the last one.
        """
        if self.current_deal is not None:
            raise MisuseError(f"Deal {self.number} is in progress. Count it before you change an earlier one.")
        numbers = [each.number for each in self.results]
        if number not in numbers or (sheets is None and number != numbers[-1]):
            raise MisuseError(f"Deal {number} was not counted." if sheets else f"Deal {number} is not the last one.")
        acts: list[Event] = []
        totals: tuple[int, ...] = (0,) * self.rules.sides
        for act in self._acts:
            if isinstance(act, MatchOver) or (sheets is None and isinstance(act, DealCounted) and act.number == number):
                continue
            if isinstance(act, DealCounted):
                counted = tuple(sheets) if sheets is not None and act.number == number else act.sheets
                totals = tuple(total + each.total for total, each in zip(totals, counted, strict=True))
                act = replace(act, sheets=counted, totals=totals)  # noqa: PLW2901 - what stands there from now on
            acts.append(act)
        if sheets is None:
            self.dealer = next(act.dealer for act in self.results if act.number == number)
            self.number = number - 1
        self._acts, self.totals = acts, totals
        return self._end()

    def _end(self) -> list[Event]:
        """Return that the match is over, and note it, if it is."""
        if not self.over:
            return []
        now = self.standing
        self._acts.append(MatchOver(-1, now.ended, now.winners, self.totals))
        return [self._acts[-1]]

    @public
    def take_over(self, counted: DealCounted) -> list[Event]:
        """Go on after a deal that was *counted* here or, with a match from a record, elsewhere."""
        self.number, self.totals = counted.number, counted.totals
        self.current_deal = None
        self.dealer = next_dealer(self.rules, counted.dealer, self.keeper)
        self._acts.append(counted)
        return [counted, *self._end()]
