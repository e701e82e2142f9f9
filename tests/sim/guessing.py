"""Guessing hands, judged by the true ones: does `search` choose better by odds than by chance? No bot may do this; it lives here only.

``python -m tests.sim.guessing GAME DECKS EVERY [WORLDS]`` looks at one in EVERY decisions of planners. A search with odds and
one without choose a plan, each with WORLDS worlds, and both plans are played in worlds in which all hands are the true ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.bots.search import LAPS, WORLDS
from canasta.bots.weights.nearest import nearest_odds, nearest_value, nearest_weights
from canasta.engine.clues import Clues
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.layout import start_shuffled
from canasta.engine.legal import legal
from canasta.engine.odds import Odds
from canasta.engine.play import play_noting
from canasta.engine.playout import Dice
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.search import Searcher
from canasta.engine.steps import DRAW
from canasta.engine.streams import Streams
from canasta.engine.value import Value
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.sim.decks import deck_seed
from canasta.sim.moments import Moments
from canasta.sim.policy_table import PolicyTable
from tests.sim.ceiling import world_with_hands

JUDGED: Final = 24
"""In how many worlds with the true hands plans are played."""
SEED: Final = 77


def searcher(table: RuleTable, worlds: int, *, guesses: bool) -> Searcher:
    """Return the player that `search` is, or was before it guessed hands."""
    value = Value(table, list(nearest_value(table.rules).numbers))
    odds = Odds(table, list(nearest_odds(table.rules).factors)) if guesses else None
    return Searcher(
        table, list(nearest_weights(table.rules).weights), worlds, value, LAPS * int(table.seats), odds=odds
    )


def decisions(rules: Rules, decks: int) -> Iterator[tuple[Position, KnownCards]]:
    """Yield the decisions of planners with a choice, from the second lap on, in *decks* deals; both change with the next one."""
    tables = PolicyTable(rules)
    table, planner = tables.table, tables.policy(nearest_weights(rules).weights)
    for number in range(1, decks + 1):
        kinds, returns, first, minimums = tables.deal(deck_seed("tune", SEED, number), number)
        p = start_shuffled(table, vec[i64](kinds), vec[i64](returns), first, minimums)
        streams, known, flows = Streams(p), KnownCards(table), Flows()
        known.clues = Clues(table)
        while p.phase != OVER:
            seat, pile = p.actor, p.pile
            if p.turns >= rules.seats and len(legal(p, seat)) > 1:
                yield p, known
            step = planner.choose(p, known)
            if step == DRAW:
                streams.prepare(p, seat)
            play_noting(p, seat, step, flows)
            known.follow(pile, flows)


def gains(rules: Rules, decks: int, every: int, worlds: int) -> Iterator[float]:
    """Yield the points a decision that a search gains if it guesses hands, for each decision that is looked at."""
    table = PolicyTable(rules).table
    by_chance, by_odds = (searcher(table, worlds, guesses=each) for each in (False, True))
    asked = 0
    for number, (p, known) in enumerate(decisions(rules, decks), 1):
        if number % every:
            continue
        asked += 1
        before, after = (each.race(p, known).run(worlds) for each in (by_chance, by_odds))
        dice, total = Dice(asked), 0.0
        if list(before.steps) != list(after.steps):
            for _ in range(JUDGED):
                world = world_with_hands(p, dice)
                total += by_chance.value(world, after, known) - by_chance.value(world, before, known)
        yield total / JUDGED


def main() -> None:
    """Print the mean so far after every hundred decisions, and at the end."""
    name, decks, every = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    worlds = int(sys.argv[4]) if len(sys.argv) > 4 else WORLDS
    moments = Moments()  # in hundredths of a point, for they count whole numbers
    for gain in gains(load(name).in_deal(1), decks, every, worlds):
        moments.add(round(100 * gain))
        if moments.number % 100 == 0:
            tell(moments)
    tell(moments)


def tell(moments: Moments) -> None:
    """Print the mean with its 95 % interval."""
    mean = moments.mean(100)
    sys.stdout.write(f"{moments.number} decisions: {mean.mean:+.1f} ({mean.low:+.1f} to {mean.high:+.1f})\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
