"""One bot among others of another kind: how it plays as a partner, and how as a rival."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from canasta.base.english import several
from canasta.engine.count import points
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.sim.decks import deck_seed
from canasta.sim.duel.contest import piece
from canasta.sim.duel.playing import policies
from canasta.sim.moments import Mean, Moments
from canasta.sim.plan import PlanError, check_bots, check_numbers
from canasta.sim.playing import play_deal
from canasta.sim.pool import mapped
from canasta.sim.report import rounded
from canasta.sim.run import Progress
from canasta.sim.table import aligned, number_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """Decks on which one bot *a* sits among bots *b*, in each seat in turn, and on which *b* has all seats.

    Raises `PlanError`, or what `canasta.bots.check_name` raises, for what cannot be run.
    """

    rules: Rules
    a: str
    b: str
    """Names of bots, or commands that start them."""
    decks: int = 1000
    seed: int = 1
    jobs: int = 1
    """How many processes play."""

    def __post_init__(self) -> None:
        check_bots((self.a, self.b), self.rules)
        check_numbers(decks=self.decks, jobs=self.jobs)
        if not 1 < self.rules.sides < self.rules.seats:
            raise PlanError(f"{self.rules.title} with {self.rules.seats} players has no partners and rivals.")

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The bots by seat, each time a deck is played: first *b* alone, then *a* in each seat."""
        seats = range(self.rules.seats)
        return ((self.b,) * len(seats), *(tuple(self.a if at == each else self.b for at in seats) for each in seats))


@dataclass(slots=True)
class PartnerTally:
    """What decks add up to, in whole numbers, so that the order of adding does not matter."""

    decks: int = 0
    partner: Moments = field(default_factory=Moments)
    """Of each deck and over all seats, how many points more the side of *a* makes than it makes with *b* in that seat."""
    rival: Moments = field(default_factory=Moments)
    """The same for all other sides."""

    def merge(self, other: PartnerTally) -> None:
        """Take in all that *other* has counted."""
        self.decks += other.decks
        self.partner.merge(other.partner)
        self.rival.merge(other.rival)


@dataclass(frozen=True, slots=True)
class PartnerReport:
    """What *asked* came to after *tally*, in points per deal."""

    asked: Partners
    tally: PartnerTally

    @property
    def partner(self) -> Mean:
        """How many points more a side makes with *a* as one of its players, with the 95 % interval."""
        return self.tally.partner.mean(self.asked.rules.seats)

    @property
    def rival(self) -> Mean:
        """How many points more a side makes with *a* as one of the players against it: fewer, if *a* is the better bot."""
        rules = self.asked.rules
        return self.tally.rival.mean(rules.seats * (rules.sides - 1))

    @property
    def whole(self) -> bool:
        """Whether all that was asked for was played."""
        return self.tally.decks >= self.asked.decks

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data: what was asked for, then what was found."""
        asked = self.asked
        plain: dict[str, Any] = rounded(
            {
                "game": asked.rules.name,
                "title": asked.rules.title,
                "players": asked.rules.seats,
                "rules": digest(asked.rules),
                "a": asked.a,
                "b": asked.b,
                "seed": asked.seed,
                "planned": asked.decks,
                "decks": self.tally.decks,
                "partner": asdict(self.partner),
                "rival": asdict(self.rival),
            }
        )
        return plain

    def lines(self) -> Iterator[str]:
        """Yield the report as text, a line at a time."""
        asked, decks = self.asked, self.tally.decks
        rules, times = asked.rules, len(asked.lines)
        yield f"{rules.title}, {rules.seats} players: one {asked.a} among {asked.b}; seed {asked.seed}"
        yield ""
        rows = [
            ("Decks", f"{decks:,}, each played {times} times: {several(times * decks, 'deal')}"),
            (f"Points per deal, more than with {asked.b} alone", "mean, 95 % interval"),
            (f"  with {asked.a} as a partner", number_text(self.partner)),
            (f"  with {asked.a} as a rival", number_text(self.rival)),
        ]
        yield from aligned(iter(rows))


def run_partners(asked: Partners, progress: Progress | None = None) -> PartnerReport:
    """Play *asked*; *progress* is told how many decks have been played.

    The report depends on nothing but what was asked for, and not on its `jobs`. An interrupt from the keyboard ends the
    run; the report then tells of the decks from the first on that had all been played.

    Raises what `canasta.sim.duel.playing.played` raises.
    """
    tally = PartnerTally()
    size = piece(asked.a, asked.b)
    pieces = [range(at, min(at + size, asked.decks + 1)) for at in range(1, asked.decks + 1, size)]
    try:
        for each in mapped(partial(_played, asked), pieces, asked.jobs):
            tally.merge(each)
            if progress is not None:
                progress(tally.decks)
    except KeyboardInterrupt:
        pass
    return PartnerReport(asked, tally)


def _played(asked: Partners, numbers: range) -> PartnerTally:
    """Play the decks *numbers* (from 1)."""
    tally = PartnerTally()
    for number in numbers:
        usual, *others = _points(asked, number)
        mine = theirs = 0
        for seat, by_side in enumerate(others):
            more = [now - before for now, before in zip(by_side, usual, strict=True)]
            own = more[seat % asked.rules.sides]
            mine += own
            theirs += sum(more) - own
        tally.partner.add(mine)
        tally.rival.add(theirs)
        tally.decks += 1
    return tally


def _points(asked: Partners, number: int) -> list[Sequence[int]]:
    """Return the points by side of the deck *number*, for each of `Partners.lines`."""
    seed = deck_seed("test", asked.seed, number)
    known = policies(asked.rules, asked.a, asked.b)
    if known is None:
        return [play_deal(asked.rules, line, asked.seed, number, deck_seed=seed).points for line in asked.lines]
    table, a, b = known
    sitting = {asked.a: a, asked.b: b}
    return [points(p) for p in table.play(seed, number, [[sitting[name] for name in line] for line in asked.lines])]
