"""Playing for the match, judged decision by decision: how much likelier does a side win by the plan that it chooses so.

``python -m tests.sim.stakes_decisions GAME PLAYERS NUMBER TOTALS DECKS EVERY [WORLDS]`` looks at one in EVERY decisions of planners in the
deal NUMBER of a match that stands at TOTALS. A search for points and one for the match choose plans; where these differ, both
are played to the end of the deal in the same new worlds. It tells far smaller gains apart than whole deals do, in minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.bots.search import stakes_at
from canasta.bots.weights.nearest import nearest_weights
from canasta.engine.clues import Clues
from canasta.engine.flows import Flows
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.layout import start_shuffled
from canasta.engine.legal import legal
from canasta.engine.plans import Plan
from canasta.engine.play import play_noting
from canasta.engine.playout import Dice
from canasta.engine.position import OVER, Position
from canasta.engine.search import Searcher
from canasta.engine.steps import DRAW
from canasta.engine.streams import Streams
from canasta.engine.worlds import sample_world
from canasta.rules.load import load
from canasta.scoring.standing import minimum
from canasta.sim.decks import deck_seed
from canasta.sim.moments import Moments
from tests.sim.stakes import SEED, LateMatch

JUDGED: Final = 60
"""In how many worlds two plans are played."""
_PARTS: Final = 100_000
"""Chances are counted in hundred-thousandths: moments count whole numbers."""


class Judging:
    """Decisions in the deal that *late* is about."""

    def __init__(self, late: LateMatch) -> None:
        self.late: Final = late
        table = late.tables.table
        # It plays every world to its end, and looks at nothing else.
        self.judge: Final = Searcher(table, list(nearest_weights(late.rules).weights), 1)

    def gains(self, deck: int, every: int) -> Iterator[tuple[int, float, float]]:
        """For each decision that is looked at: whose it is (0: the first of the totals), and what playing for the match gains, in wins and in points."""
        late = self.late
        first_side = deck % 2
        totals = late.totals if first_side == 0 else late.totals[::-1]
        late.by_match.stakes = stakes_at(late.rules, late.number, totals)
        for number, (p, known) in enumerate(self._decisions(deck, totals)):
            if (number + deck) % every:
                continue
            before, after = (each.race(p, known).run(each.worlds) for each in (late.by_points, late.by_match))
            won, points = 0.0, 0.0
            if list(before.steps) != list(after.steps):
                won, points = self._judged(p, known, before, after, totals, Dice(1000 * deck + number))
            yield int(p.actor) % 2 ^ first_side, won, points

    def _judged(
        self, p: Position, known: KnownCards, before: Plan, after: Plan, totals: tuple[int, int], dice: Dice
    ) -> tuple[float, float]:
        """By how much *after* is better than *before*: the chance to win, and the lead in points."""
        late, judge = self.late, self.judge
        exact = stakes_at(late.rules, late.number, totals)
        assert exact is not None
        exact.rough = exact.sharp = 0.0
        odds, clues = late.by_points.odds, known.clues
        assert odds is not None
        assert clues is not None
        guess, blank = Guess(odds, clues.copy()), p.hidden_from(p.actor)
        found = []
        for stakes in (exact, None):
            judge.stakes = stakes
            total = 0.0
            for _ in range(JUDGED):
                world = sample_world(blank, int(p.actor), dice, known, guess)
                total += judge.value(world, after, known) - judge.value(world, before, known)
            found.append(total / JUDGED)
        return found[0], found[1]

    def _decisions(self, deck: int, totals: tuple[int, int]) -> Iterator[tuple[Position, KnownCards]]:
        """Yield the decisions of planners with a choice, from the second lap on; both change with the next one."""
        late = self.late
        table = late.tables.table
        kinds, returns, first, _ = late.tables.deal(deck_seed("tune", SEED, deck), deck)
        minimums = [minimum(late.rules, late.number, total) for total in totals]
        p = start_shuffled(table, vec[i64](kinds), vec[i64](returns), first, minimums)
        streams, known, flows = Streams(p), KnownCards(table), Flows()
        known.clues = Clues(table)
        while p.phase != OVER:
            seat, pile = p.actor, p.pile
            if p.turns >= table.seats and seat == p.turn and len(legal(p, seat)) > 1:
                yield p, known
            step = late.planner.choose(p, known)
            if step == DRAW:
                streams.prepare(p, seat)
            play_noting(p, seat, step, flows)
            known.follow(pile, flows)


def main() -> None:
    """Print what playing for the match gains a decision of the first of the totals, of the second, and of both, and what it costs in points."""
    name, players, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    one, two = map(int, sys.argv[4].split("/"))
    decks, every = int(sys.argv[5]), int(sys.argv[6])
    worlds = int(sys.argv[7]) if len(sys.argv) > 7 else 16
    judging = Judging(LateMatch(load(name, players), number, (one, two), worlds))
    won, points, differ = [Moments(), Moments(), Moments()], Moments(), 0
    for deck in range(1, decks + 1):
        for who, gain, lost in judging.gains(deck, every):
            won[who].add(round(_PARTS * gain))
            won[2].add(round(_PARTS * gain))
            points.add(round(100 * lost))
            differ += lost != 0.0
    told = [each.mean(_PARTS) for each in won]
    shown = [f"{100 * it.mean:+.3f} % ({100 * it.low:+.3f} to {100 * it.high:+.3f})" for it in told]
    sys.stdout.write(
        f"{decks} decks, {points.number} decisions, of which {differ} differ. Wins more per decision: {one:,} {shown[0]}, "
        f"{two:,} {shown[1]}, both {shown[2]}; points {points.mean(100).mean:+.1f}. "
        f"Decisions a deal: {points.number * every / decks:.0f}\n"
    )


if __name__ == "__main__":
    main()
