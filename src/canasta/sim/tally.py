"""`Tally`: what many deals add up to, in whole numbers, so that the order of adding does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from canasta.sim.moments import Moments
from canasta.sim.plan import Plan
from canasta.sim.playing import MatchOutcome, Outcome, play_deal, play_match
from canasta.sim.recording import file_name


@dataclass(slots=True)
class Tally:
    """Sums over decks, deals and matches; *points* and *wins* are by side, *by_bot* by the bots' names."""

    decks: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    turns: Moments = field(default_factory=Moments)
    steps: Moments = field(default_factory=Moments)
    stuck: int = 0
    points: dict[int, Moments] = field(default_factory=dict)
    by_bot: dict[str, Moments] = field(default_factory=dict)
    """Points of the sides of each bot, summed over the deals of a deck and over its seats."""
    difference: Moments = field(default_factory=Moments)
    """Of two bots, the points of the first by name less those of the second, times the seats of both."""
    deals: Moments = field(default_factory=Moments)
    """Deals a match."""
    unfinished: int = 0
    joint: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    bot_wins: Counter[str] = field(default_factory=Counter)
    """Finished matches that a side with this bot in it won, counted for each such side."""
    bot_matches: Counter[str] = field(default_factory=Counter)
    """Finished matches, counted for each side with this bot in it."""

    def merge(self, other: Tally) -> None:
        """Take in all that *other* has counted."""
        self.decks += other.decks
        self.stuck += other.stuck
        self.unfinished += other.unfinished
        self.joint += other.joint
        self.turns.merge(other.turns)
        self.steps.merge(other.steps)
        self.deals.merge(other.deals)
        self.difference.merge(other.difference)
        self.ends.update(other.ends)
        self.wins.update(other.wins)
        self.bot_wins.update(other.bot_wins)
        self.bot_matches.update(other.bot_matches)
        for side, moments in other.points.items():
            self.points.setdefault(side, Moments()).merge(moments)
        for name, moments in other.by_bot.items():
            self.by_bot.setdefault(name, Moments()).merge(moments)

    def add_deal(self, outcome: Outcome) -> None:
        """Count one deal, but not its points."""
        self.ends[outcome.ended] += 1
        self.turns.add(outcome.turns)
        self.steps.add(outcome.steps)
        self.stuck += outcome.stuck

    def add_points(self, points: Sequence[int]) -> None:
        """Count points by side, of a deal or of a whole match."""
        for side, number in enumerate(points):
            self.points.setdefault(side, Moments()).add(number)

    def add_match(self, outcome: MatchOutcome, names: Sequence[str]) -> None:
        """Count one match, played by the bots *names* by seat."""
        self.deals.add(len(outcome.deals))
        for deal in outcome.deals:
            self.add_deal(deal)
        self.add_points(outcome.totals)
        if not outcome.winners:
            self.unfinished += 1
            return
        self.joint += len(outcome.winners) > 1
        self.wins.update(outcome.winners)
        sides = len(outcome.totals)
        for side in range(sides):
            members = set(names[side::sides])
            self.bot_matches.update(members)
            if side in outcome.winners:
                self.bot_wins.update(members)


def played(plan: Plan, numbers: range) -> Tally:
    """Play the decks, or the matches, *numbers* (from 1) of *plan*.

    Raises `canasta.sim.playing.Broken` if a deal is not as it must be, and `canasta.files.FileError` where a
    record cannot be written.
    """
    tally = Tally()
    for number in numbers:
        sums: Counter[str] = Counter(dict.fromkeys(plan.seating, 0))
        for turn in range(plan.turns):
            names = plan.seated(turn)
            record = plan.record / file_name(plan.rules, plan.seed, number, turn) if plan.record else None
            if plan.match:
                match = play_match(plan.rules, names, plan.seed, number, plan.max_deals, record)
                tally.add_match(match, names)
                points = match.totals
            else:
                deal = play_deal(plan.rules, names, plan.seed, number, record)
                tally.add_deal(deal)
                tally.add_points(deal.points)
                points = deal.points
            for seat, name in enumerate(names):
                sums[name] += points[seat % len(points)]
        for name, total in sums.items():
            tally.by_bot.setdefault(name, Moments()).add(total)
        if len(sums) == 2:
            one, other = sorted(sums)
            seats = plan.seating
            tally.difference.add(sums[one] * seats.count(other) - sums[other] * seats.count(one))
        tally.decks += 1
    return tally
