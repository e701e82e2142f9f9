"""Playing the decks of a duel: policies inside the kernel, all other bots at a table of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from canasta.bots.registry import kernel_player
from canasta.deal.reporting import ENDINGS
from canasta.engine.count import points
from canasta.engine.policy import Policy
from canasta.rules.groups import Rules
from canasta.sim.decks import deck_seed
from canasta.sim.duel.contest import Duel
from canasta.sim.moments import Moments
from canasta.sim.playing import play_deal, play_match
from canasta.sim.policy_table import PolicyTable


@dataclass(slots=True)
class DuelTally:
    """What the decks of a duel add up to, in whole numbers, so that the order of adding does not matter."""

    decks: int = 0
    difference: Moments = field(default_factory=Moments)
    """Points of *a* less those of *b*, of a deck; `Duel.divisor` makes them points a deal."""
    a: Moments = field(default_factory=Moments)
    b: Moments = field(default_factory=Moments)
    """Points of every side of the bot, in every deal or match."""
    ends: Counter[str] = field(default_factory=Counter)
    """How deals ended."""
    turns: Moments = field(default_factory=Moments)
    unfinished: int = 0
    """Matches that were left unfinished."""
    finished: Counter[str] = field(default_factory=Counter)
    """Sides of "a" and of "b" in matches that came to an end."""
    won: Counter[str] = field(default_factory=Counter)
    """Those of them that won, joint wins included."""

    def merge(self, other: DuelTally) -> None:
        """Take in all that *other* has counted."""
        self.decks += other.decks
        self.unfinished += other.unfinished
        self.difference.merge(other.difference)
        self.a.merge(other.a)
        self.b.merge(other.b)
        self.turns.merge(other.turns)
        self.ends.update(other.ends)
        self.finished.update(other.finished)
        self.won.update(other.won)

    def add_points(self, way: Sequence[bool], by_side: Sequence[int]) -> int:
        """Count the points of one deal or match, where *way* says which sides are those of *a*; returns the whole-number difference."""
        total = {True: 0, False: 0}
        for place, number in zip(way, by_side, strict=True):
            (self.a if place else self.b).add(number)
            total[place] += number
        return total[True] * way.count(False) - total[False] * way.count(True)


def played(duel: Duel, numbers: range) -> DuelTally:
    """Play the decks, or the matches, *numbers* (from 1) of *duel*.

    Raises `canasta.sim.playing.Broken` if a deal is not as it must be, and `canasta.bots.process.BotFailure` where a bot
    that is a program fails.
    """
    tally = DuelTally()
    for number in numbers:
        less = sum(tally.add_points(way, by_side) for way, by_side in _results(duel, number, tally))
        tally.difference.add(less)
        tally.decks += 1
    return tally


def _results(duel: Duel, number: int, tally: DuelTally) -> Iterator[tuple[tuple[bool, ...], Sequence[int]]]:
    """Yield the points by side of each way to play the deck or match *number*; counts in *tally* what else there is to count."""
    seed = deck_seed(duel.purpose, duel.seed, number)
    rules, seats = duel.rules, range(duel.rules.seats)
    known = None if duel.match else policies(rules, duel.a, duel.b)
    if known is not None:
        table, a, b = known
        ways = [[a if way[seat % rules.sides] else b for seat in seats] for way in duel.places]
        ended = table.play(seed, number, ways)
        for way, p in zip(duel.places, ended, strict=True):
            tally.ends[ENDINGS[p.ended]] += 1
            tally.turns.add(int(p.turns))
            yield way, points(p)
        return
    for way in duel.places:
        names = [duel.a if way[seat % rules.sides] else duel.b for seat in seats]
        if duel.match:
            match = play_match(rules, names, duel.seed, number, duel.max_deals, match_seed=seed)
            for deal in match.deals:
                tally.ends[deal.ended] += 1
                tally.turns.add(deal.turns)
            if match.winners:
                tally.finished.update("a" if place else "b" for place in way)
                tally.won.update("a" if way[side] else "b" for side in match.winners)
            else:
                tally.unfinished += 1
            yield way, match.totals
        else:
            deal = play_deal(rules, names, duel.seed, number, deck_seed=seed)
            tally.ends[deal.ended] += 1
            tally.turns.add(deal.turns)
            yield way, deal.points


@lru_cache(maxsize=1)
def policies(rules: Rules, a: str, b: str) -> tuple[PolicyTable, Policy, Policy] | None:
    """Return a table and the policies of the bots *a* and *b*, if both can play inside the kernel."""
    table = PolicyTable(rules.in_deal(1))
    one, other = kernel_player(a, table.table), kernel_player(b, table.table)
    return None if one is None or other is None else (table, one, other)
