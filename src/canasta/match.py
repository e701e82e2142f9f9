"""`Match`: deals until the target, with totals, dealers and minimums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from canasta.cards import Face, pack
from canasta.deal import Deal
from canasta.events import Event
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.score import Sheet, Standing, minimum, sheet, standing
from canasta.seats import dealers, first_player, next_dealer, side_of
from canasta.shuffle import deal_seed, return_places, shuffled
from canasta.tableau import tableaus


@dataclass(frozen=True, slots=True)
class DealResult:
    """A counted deal: its *number* from 1, its *dealer*, one sheet and one new total a side."""

    number: int
    dealer: int
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]


class Match:
    """A match in progress.

    Seats, sides and dealers count from 0, deals from 1. `deal` is the deal in progress or None between deals.
    """

    __slots__ = ("_cuts", "_lifted", "deal", "dealer", "keeper", "number", "results", "rules", "seed", "totals")

    def __init__(self, rules: Rules, seed: int = 0, dealer: int | None = None, keeper: int | None = None) -> None:
        """A match that has not begun.

        *seed* gives every deal's deck unless one is handed to `begin_deal`. *keeper* is the seat of the score
        keeper, where the game has one (default: the last seat); *dealer* deals first (default: so that seat 0
        begins, if it may).
        """
        self.rules = rules
        self.seed = seed
        self.keeper = rules.seats - 1 if keeper is None and rules.table.score_keeper else keeper
        self.dealer = self._default_dealer() if dealer is None else dealer
        self.number = 0
        self.totals: tuple[int, ...] = (0,) * rules.sides
        self.results: list[DealResult] = []
        self.deal: Deal | None = None
        self._cuts: list[int] = [0] * rules.sides
        self._lifted: list[int] = []
        dealers(rules, self.dealer, self.keeper)

    @classmethod
    def new(
        cls,
        name: str,
        players: int | None = None,
        options: Sequence[str] = (),
        house: Path | None = None,
        seed: int = 0,
    ) -> Self:
        """A match of the game *name*; see `canasta.rules.load.load` for the rest.

        >>> match = Match.new("classic", players=4, seed=7)
        >>> events = match.begin_deal()
        >>> match.deal.actor, match.minimums()
        (0, (50, 50))
        """
        return cls(load(name, players, options, house), seed)

    @classmethod
    def without_keeper(cls, rules: Rules, seed: int, dealer: int) -> Self:
        """A match in which *dealer* deals first and nobody keeps the score, whatever the rules provide for."""
        match = cls(rules, seed, dealer, (dealer + 1) % rules.seats)
        match.keeper = None
        return match

    def _default_dealer(self) -> int:
        able = [seat for seat in range(self.rules.seats) if seat != self.keeper or self.rules.seats == 2]
        starts = {first_player(self.rules, seat, self.keeper): seat for seat in reversed(able)}
        return starts.get(0, able[0])

    @property
    def standing(self) -> Standing:
        """Where the match stands after the deals counted so far."""
        return standing(self.rules, self.totals, len(self.results))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.results) and self.standing.over

    def minimums(self) -> tuple[int, ...]:
        """The opening minimum of each side in the deal in progress, or in the next one."""
        number = self.number if self.deal else self.number + 1
        return tuple(minimum(self.rules, number, total) for total in self.totals)

    def cutters(self) -> tuple[tuple[int, int], ...]:
        """Who has still to lift cards before the next deal, and how many would be exact; empty where nobody does."""
        rules = self.rules
        if not rules.procedures.exact_cut or self.deal:
            return ()
        all_of = zip(dealers(rules, self.dealer, self.keeper), rules.exact_cuts, strict=False)
        return tuple((seat, exact) for seat, exact in all_of if seat not in self._lifted)

    def cut(self, seat: int, lifted: int) -> bool:
        """Note that the dealer *seat* lifted *lifted* cards for the next deal; says whether that was exact.

        The order of the deck does not depend on it. Raises `ValueError` for a seat that does not deal.
        """
        targets = dict(self.cutters())
        if seat not in targets:
            raise ValueError(f"seat {seat} lifts no cards now")
        exact = lifted == targets[seat]
        self._lifted.append(seat)
        self._cuts[side_of(seat, self.rules.sides)] += exact
        return exact

    @property
    def exact_cuts(self) -> tuple[int, ...]:
        """Exact cuts of each side for the deal in progress or the next one."""
        return tuple(self._cuts)

    def deck(self, number: int) -> tuple[Face, ...]:
        """The deck that the seed gives the deal *number*, which counts from 1; the top card first."""
        return shuffled(pack(self.rules.packs, self.rules.deck.jokers), deal_seed(self.seed, number))

    def returns(self, number: int) -> tuple[int, ...]:
        """The places that the seed gives to upcards that go back into the stock in the deal *number*."""
        return return_places(deal_seed(self.seed, number))

    def begin_deal(self, deck: Sequence[Face] | None = None, returns: Sequence[int] | None = None) -> list[Event]:
        """Shuffle and deal; returns the first events.

        Raises `ValueError` while a deal is in progress or when the match is over.
        """
        if self.deal is not None or self.over:
            raise ValueError("the match is over" if self.over else "a deal is in progress")
        self.number += 1
        rules = self.rules
        if deck is None:
            deck = self.deck(self.number)
        if returns is None:
            returns = self.returns(self.number)
        first = first_player(rules, self.dealer, self.keeper)
        minimums = [minimum(rules, self.number, total) for total in self.totals]
        self.deal, events = Deal.new(rules, deck, first, minimums, returns)
        return events

    def sheets(self) -> tuple[Sheet, ...]:
        """The score sheets of the deal in progress as it stands, one a side."""
        if self.deal is None:
            raise ValueError("no deal is in progress")
        return tuple(sheet(self.rules, tableau) for tableau in tableaus(self.deal.position, self._cuts))

    def count(self) -> DealResult:
        """Count the finished deal, add it to the totals and pass the deal on.

        Raises `ValueError` while the deal goes on.
        """
        if self.deal is None or not self.deal.over:
            raise ValueError("there is no finished deal to count")
        sheets = self.sheets()
        totals = tuple(total + each.total for total, each in zip(self.totals, sheets, strict=True))
        result = DealResult(self.number, self.dealer, sheets, totals)
        self.take_over(result)
        return result

    def take_over(self, result: DealResult) -> None:
        """Go on after a deal with *result*, one that was counted here or, with a match from a record, elsewhere."""
        self.number, self.totals = result.number, result.totals
        self.results.append(result)
        self.deal = None
        self._cuts = [0] * self.rules.sides
        self._lifted = []
        self.dealer = next_dealer(self.rules, result.dealer, self.keeper)
