"""What a case expects of the match around its deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from canasta.base.sheets import amount
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.tableaus import tableaus
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import Fields, many, natural, place, read_number, read_text, read_truth
from canasta.rules.dealers import dealers, first_player, next_dealer, score_keeper
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum, standing
from canasta.wording.sheets import sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAfter:
    """How the match must stand: before the deal, or with the deal's result if the deal is over in the end.

    *dealers*, *first* and *cutters* are those of the deal of the case, *next_dealer* deals after it; *minimums*
    are those of the deal to come.
    """

    over: bool | None = None
    ended: str | None = None
    winners: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    minimums: tuple[int, ...] | None = None
    dealers: tuple[int, ...] | None = None
    first: int | None = None
    next_dealer: int | None = None
    cutters: Mapping[int, int] = field(default_factory=dict)

    def failures(self, deal: Deal, outline: Outline) -> Iterator[str]:
        """Yield what differs after *deal*, which began as *outline* says."""
        rules = deal.rules
        totals, played = list(outline.totals), outline.deal - 1
        if deal.over:
            cuts = [outline.cuts.get(side, 0) for side in range(rules.sides)]
            sheets = [sheet(rules, tableau) for tableau in tableaus(deal.position, cuts)]
            totals = [total + each.total for total, each in zip(totals, sheets, strict=True)]
            played += 1
        now = standing(rules, totals, played)
        # A match that has not begun is not over, whatever its totals.
        over = played > 0 and now.over
        if self.over and now.over and not over:
            yield "there are no totals before the first deal: give results of earlier deals, such as [[900, 200]]"
        elif self.over is not None and over != self.over:
            yield f"the match is {'not ' if self.over else ''}over at {_points(totals)}"
        if self.ended is not None and now.ended != self.ended:
            yield f'the match ended by "{now.ended}", not by "{self.ended}"'
        given = (
            ("the winning sides are", self.winners, now.winners, 1),
            ("the places are", self.places, now.places, 0),
            ("the totals are", self.totals, tuple(totals), 0),
            ("the minimums are", self.minimums, tuple(minimum(rules, played + 1, total) for total in totals), 0),
        )
        for what, wanted, found, base in given:
            if wanted is not None and wanted != found:
                yield f"{what} {_listed(found, base)}, not {_listed(wanted, base)}"
        yield from self._seats(rules, outline)

    def _seats(self, rules: Rules, outline: Outline) -> Iterator[str]:
        """Yield what differs about who deals, begins and cuts."""
        dealer, keeper = outline.dealer or 0, outline.scorekeeper
        if not any(wanted is not None for wanted in (self.dealers, self.first, self.next_dealer)) and not self.cutters:
            return
        if dealer == score_keeper(rules, keeper):
            yield f"seat {dealer + 1} keeps the score and never deals"
            return
        who, first = dealers(rules, dealer, keeper), first_player(rules, dealer, keeper)
        following = next_dealer(rules, dealer, keeper)
        if self.dealers is not None and who != self.dealers:
            yield f"the dealers are {_listed(who, 1)}, not {_listed(self.dealers, 1)}"
        if self.first is not None and first != self.first:
            yield f"seat {first + 1} begins, not seat {self.first + 1}"
        if self.next_dealer is not None and following != self.next_dealer:
            yield f"seat {following + 1} deals next, not seat {self.next_dealer + 1}"
        if self.cutters:
            cutters = dict(Match(rules, dealer=dealer, keeper=keeper).cutters())
            for seat, cards in self.cutters.items():
                if cutters.get(seat, 0) != cards:
                    yield f"seat {seat + 1} should cut {cutters.get(seat, 0)} cards, not {cards}"


def read_match(fields: Fields, rules: Rules) -> MatchAfter:
    """Return the expected match of the keys of *fields*."""
    seat, side = place(rules.seats, "seat"), place(rules.sides, "side")
    match = MatchAfter(
        over=fields.read("over", read_truth, None),
        ended=fields.read("ended", read_text, None),
        winners=fields.read("winners", many(side), None),
        places=fields.read("places", many(natural), None),
        totals=fields.read("totals", many(read_number), None),
        minimums=fields.read("minimums", many(natural), None),
        dealers=fields.read("dealers", many(seat), None),
        first=fields.read("first", seat, None),
        next_dealer=fields.read("next_dealer", seat, None),
        cutters=fields.by_place("cutters", rules.seats, "seat", natural),
    )
    fields.finish()
    return match


def _listed(numbers: tuple[int, ...], base: int) -> str:
    return ", ".join(f"{number + base:,}" for number in numbers) or "nobody"


def _points(totals: list[int]) -> str:
    return " and ".join(amount(total) for total in totals)
