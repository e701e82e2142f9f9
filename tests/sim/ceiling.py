"""The ceiling: a search that sees all hands, but not the stock, for comparing. No bot may do this; it lives here only.

``python -m tests.sim.ceiling GAME DECKS`` measures it against `planner` on the decks of the published duels, and keeps what
it has played in ``build/duels``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.bots import policy_weights
from canasta.bots.planner import planner_policy
from canasta.bots.search import LAPS, WORLDS
from canasta.bots.weights.nearest import nearest_value
from canasta.engine.count import points
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.layout import start_shuffled
from canasta.engine.legal import legal
from canasta.engine.play import play_noting
from canasta.engine.playout import Dice
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.search import Race, Searcher, parts
from canasta.engine.steps import DRAW
from canasta.engine.streams import Streams
from canasta.engine.value import Value
from canasta.engine.worlds import sample_world
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.sim.decks import deck_seed
from canasta.sim.duel import Duel
from canasta.sim.moments import Moments
from canasta.sim.policy_table import PolicyTable

KEPT: Final = Path(__file__).resolve().parents[2] / "build" / "duels"
SEED: Final = 2026


class SeesHands:
    """Chooses as the bot `search` does with its usual budget, but in worlds in which all hands are the true ones."""

    def __init__(self, table: RuleTable, worlds: int = WORLDS) -> None:
        weights = policy_weights("planner", table.rules)
        assert weights is not None
        value = Value(table, list(nearest_value(table.rules).numbers))
        self.worlds: Final = worlds
        self.searcher: Final = Searcher(table, list(weights), worlds, value, LAPS * int(table.seats))

    def choose(self, p: Position, known: KnownCards) -> int:
        """Return the first step of the best plan for the seat that *p* waits for. *p* shows all hands."""
        steps = legal(p, p.actor)
        if len(steps) == 1:
            return int(steps[0])
        race = self.searcher.race(p, known)
        for part in parts(self.worlds):
            if race.settled:
                break
            self._play(race, p, part)
            race.halve()
        return int(race.plans[race.best()].steps[0])

    def _play(self, race: Race, p: Position, worlds: int) -> None:
        """`Race.play` with the true hands. Everyone goes on by what they may know."""
        for _ in range(worlds):
            world = world_with_hands(p, race.dice)
            for number in race.racing:
                race.values[number].append(self.searcher.value(world, race.plans[number], race.known))
            race.worlds += 1


def world_with_hands(p: Position, dice: Dice) -> Position:
    """Return a world behind *p* in which all hands are those of *p*: what lies in the stock and in reserves is dealt again."""
    table = p.rule_table
    hands = [number for seat in range(table.seats) for number in p.hand(seat)]
    return sample_world(p.hidden_from(p.actor), int(p.actor), dice, KnownCards(table, hands))


def play_deck(rules: Rules, number: int, players: list[SeesHands | Policy]) -> list[int]:
    """Return the points by side after *players*, one a seat, have played the deck *number* (from 1) of the published duels."""
    table = PolicyTable(rules)
    kinds, returns, first, minimums = table.deal(deck_seed("test", SEED, number), number)
    p = start_shuffled(table.table, vec[i64](kinds), vec[i64](returns), first, minimums)
    streams, known, flows = Streams(p), KnownCards(table.table), Flows()
    while p.phase != OVER:
        seat, pile = p.actor, p.pile
        step = players[seat].choose(p, known)
        if step == DRAW:
            streams.prepare(p, seat)
        play_noting(p, seat, step, flows)
        known.follow(pile, flows)
    return points(p)


def difference(rules: Rules, number: int, worlds: int = WORLDS) -> int:
    """Return the points by which the ceiling leads `planner` on the deck *number*, both ways of sitting added."""
    duel = Duel(rules=rules, a="search", b="planner", seed=SEED)
    table = PolicyTable(rules).table
    one, other = SeesHands(table, worlds), planner_policy(table)
    total = 0
    for way in duel.places:
        made = play_deck(rules, number, [one if way[seat % rules.sides] else other for seat in range(rules.seats)])
        lead = sum(each if mine else -each for each, mine in zip(made, way, strict=True))
        total += lead
    return total


def main() -> None:
    """Play decks from where the file ends, and keep their sum after each."""
    name, decks = sys.argv[1], int(sys.argv[2])
    rules = load(name)
    path = KEPT / f"ceiling-planner-{name}-{rules.seats}.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"number": 0, "total": 0, "squares": 0}
    moments = Moments(**kept)
    divisor = Duel(rules=rules, a="search", b="planner").divisor
    KEPT.mkdir(parents=True, exist_ok=True)
    while moments.number < decks:
        moments.add(difference(rules, moments.number + 1))
        found = {"number": moments.number, "total": moments.total, "squares": moments.squares}
        path.write_text(json.dumps(found), encoding="utf-8")
        mean = moments.mean(divisor)
        sys.stdout.write(f"{moments.number} decks: {mean.mean:+.0f} ({mean.low:+.0f} to {mean.high:+.0f})\n")


if __name__ == "__main__":
    main()
