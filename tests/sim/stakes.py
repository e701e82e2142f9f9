"""Playing for the match, measured: does `search` win more matches by it than by playing for points.

``python -m tests.sim.stakes GAME PLAYERS NUMBER TOTALS DECKS [WORLDS]`` plays the deal NUMBER of a match from TOTALS, such as
``4300/4600``, on DECKS decks: once all play for points, once the side with the first of these totals plays for the match, and once
the other does. What is left of a match after the deal is played by planners, many times.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from canasta.bots.search import LAPS, stakes_at
from canasta.bots.weights.nearest import nearest_odds, nearest_value, nearest_weights
from canasta.engine.count import points
from canasta.engine.odds import Odds
from canasta.engine.policy import Policy
from canasta.engine.rollout import play_deck
from canasta.engine.rule_table import RuleTable
from canasta.engine.search import Searcher
from canasta.engine.value import Value
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.scoring.standing import minimum, standing
from canasta.sim.decks import deck_seed
from canasta.sim.moments import Moments
from canasta.sim.policy_table import PolicyTable

SEED: Final = 4711
CONTINUED: Final = 40
"""How often what is left of a match is played."""
_PARTS: Final = 1000
"""Shares of wins are counted in thousandths: moments count whole numbers."""


def searcher(table: RuleTable, worlds: int) -> Searcher:
    """Return the player that `search` is."""
    rules = table.rules
    value = Value(table, list(nearest_value(rules).numbers))
    odds = Odds(table, list(nearest_odds(rules).factors))
    return Searcher(table, list(nearest_weights(rules).weights), worlds, value, LAPS * int(table.seats), odds=odds)


class LateMatch:
    """The deal *number* of a match of two sides, of which the first has the first of *totals*."""

    def __init__(self, rules: Rules, number: int, totals: tuple[int, int], worlds: int) -> None:
        self.rules: Final = rules
        self.number: Final = number
        self.totals: Final = totals
        self.tables: Final = PolicyTable(rules)
        table = self.tables.table
        self.planner: Final = self.tables.policy(nearest_weights(rules).weights)
        self.by_points: Final = searcher(table, worlds)
        self.by_match: Final = searcher(table, worlds)

    def won(self, deck: int, for_match: int | None) -> float:
        """Return which share of the match the first of the totals wins on the deck *deck*, the side *for_match* playing for the match (None: none).

        Who has the first total, and who begins, changes from deck to deck.
        """
        first_side = deck % 2
        totals = self.totals if first_side == 0 else self.totals[::-1]
        self.by_match.stakes = stakes_at(self.rules, self.number, totals)
        mine = None if for_match is None else for_match ^ first_side
        policies = [self.by_match if seat % 2 == mine else self.by_points for seat in range(self.rules.seats)]
        after = self._dealt(self.number, totals, deck_seed("test", SEED, deck), deck // 2, policies)
        rest = Random(deck)
        over = standing(self.rules, after, self.number).over
        shares = [self.share(after, self.number, rest)[first_side] for _ in range(1 if over else CONTINUED)]
        return sum(shares) / len(shares)

    def share(self, totals: tuple[int, int], number: int, rest: Random) -> tuple[float, float]:
        """Return how the match goes on by planners after the deal *number*: what each side wins of it."""
        while not standing(self.rules, totals, number).over:
            number += 1
            planners = [self.planner] * self.rules.seats
            totals = self._dealt(number, totals, rest.getrandbits(63), rest.randrange(self.rules.seats), planners)
        winners = standing(self.rules, totals, number).winners
        return float(0 in winners) / len(winners), float(1 in winners) / len(winners)

    def _dealt(
        self, number: int, totals: tuple[int, int], seed: int, begins: int, policies: Sequence[Policy]
    ) -> tuple[int, int]:
        """Return the totals after a deal."""
        kinds, returns, first, _ = self.tables.deal(seed, begins + 1)
        minimums = [minimum(self.rules, number, total) for total in totals]
        one, two = points(play_deck(self.tables.table, kinds, returns, first, minimums, list(policies)))
        return totals[0] + one, totals[1] + two


def gains(late: LateMatch, decks: range) -> Iterator[tuple[int, int, int, int]]:
    """In thousandths of a match, on each of *decks*: what the first of the totals wins by points, what it wins more by playing for the match, what the second does, and the mean of these two."""
    for deck in decks:
        none, first, second = (round(_PARTS * late.won(deck, side)) for side in (None, 0, 1))
        yield none, first - none, none - second, (first - second) // 2


def main() -> None:
    """Print the shares so far after every hundred decks, and at the end."""
    name, players, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    one, two = map(int, sys.argv[4].split("/"))
    decks, worlds = int(sys.argv[5]), int(sys.argv[6]) if len(sys.argv) > 6 else 16
    late = LateMatch(load(name, players), number, (one, two), worlds)
    moments = [Moments() for _ in range(4)]
    for found in gains(late, range(1, decks + 1)):
        for each, value in zip(moments, found, strict=True):
            each.add(value)
        if moments[0].number % 100 == 0 or moments[0].number == decks:
            told = [each.mean(_PARTS) for each in moments]
            shown = [f"{100 * it.mean:+.1f} % ({100 * it.low:+.1f} to {100 * it.high:+.1f})" for it in told]
            sys.stdout.write(
                f"{moments[0].number} decks: {one:,} wins {shown[0]} by points; by playing for the match {one:,} wins "
                f"{shown[1]} more, {two:,} wins {shown[2]} more, both together {shown[3]}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
