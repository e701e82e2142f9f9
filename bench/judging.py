"""``python -m bench.judging GAME``: find positions for the decision benchmark and judge all plans there; takes some minutes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Final

from bench.judged import FOLDER, Judge, Judged, judging_seed
from canasta import __version__
from canasta.base.cards import pack
from canasta.base.shuffle import return_places, shuffled
from canasta.bots import make
from canasta.bots.weights.nearest import nearest_weights
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.search import Race
from canasta.notation.positions.line import position_text
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.house import toml_value
from canasta.rules.load import load
from canasta.sim.decks import deck_seed

SCREEN: Final = 32
"""In how many worlds it is looked at whether anything is at stake in a position."""
TRIES: Final = 8
"""How many positions of a deal are looked at, until one is taken."""


class Finder:
    """Looks for positions in deals of four planners where another plan than that of `planner` may be the better one."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules: Final = rules.in_deal(1)
        self.seed: Final = seed
        self.judge: Final = Judge()
        self.tried = 0

    def find(self, number: int) -> View | None:
        """Return a position from the deck *number* (from 1), if one of those that were looked at will do."""
        chance = Random(f"decisions {self.seed} {number}")
        seen = list(self._decisions(number))
        for each in chance.sample(seen, min(TRIES, len(seen))):
            self.tried += 1
            race = self.judge.race(each, chance.randrange(1 << 30))
            if not race.settled:
                race.play(SCREEN)
                if is_open(race):
                    return each
        return None

    def _decisions(self, number: int) -> Iterator[View]:
        """Yield what the seats saw in the deal from the deck *number*, wherever there was something to decide."""
        seats, seed = self.rules.seats, deck_seed("judge", self.seed, number)
        deck = shuffled(pack(self.rules.packs, self.rules.deck.jokers), seed)
        deal, _ = Deal.new(self.rules, deck, (number - 1) % seats, None, return_places(seed))
        planners = [make("planner", seed, seat) for seat in range(seats)]
        while not deal.over:
            seen = view(deal, deal.actor)
            if len(seen.legal) > 1:
                yield seen
            deal.step_trusted(planners[deal.actor].choose(seen))


def is_open(race: Race) -> bool:
    """Return whether a plan that begins otherwise than that of the policy was better by more than a standard error."""
    first = race.plans[0].steps[0]
    for number, plan in enumerate(race.plans):
        gain, error = race.compare(number, 0)
        if plan.steps[0] != first and gain > error:
            return True
    return False


def judged(finder: Finder, positions: int, worlds: int) -> Iterator[Judged]:
    """Find *positions* positions, one a deck, and judge their plans in *worlds* worlds."""
    number = found = 0
    while found < positions:
        number += 1
        seen = finder.find(number)
        if seen is None:
            continue
        seed = judging_seed(finder.seed, found)
        plans = [list(plan.steps) for plan in finder.judge.race(seen, seed).plans]
        first, second = finder.judge.values(seen, plans, worlds, seed)
        found += 1
        yield Judged(position_text(seen), tuple(map(tuple, plans)), first, second)


def text_of(provenance: dict[str, object], decisions: list[Judged]) -> str:
    """Return the file as text."""
    text = "# Judged by playing plans to the end of the deal in many worlds. bench/judged/__init__.py says what the numbers mean.\n"
    text += "\n[provenance]\n" + _lines(provenance)
    for each in decisions:
        first, second = ([round(value, 1) for value in values] for values in (each.first, each.second))
        text += "\n[[decision]]\n" + _lines(
            {"position": each.position, "plans": each.plans, "first": first, "second": second}
        )
    return text


def _lines(values: dict[str, object]) -> str:
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in values.items())


def main() -> None:
    """Judge positions of one game and write them."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.judging", description="Judge positions for the decision benchmark."
    )
    parser.add_argument("game", help="the game, such as classic")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=160)
    parser.add_argument("--worlds", type=int, default=1000, help="in how many worlds each plan is played")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = load(asked.game, asked.players)
    finder = Finder(rules, asked.seed)
    decisions = []
    for each in judged(finder, asked.positions, asked.worlds):
        decisions.append(each)
        print(f"\r{len(decisions)} of {asked.positions}", end="", flush=True)
    print()
    own = nearest_weights(rules.in_deal(1))
    provenance: dict[str, object] = {
        "command": f"python -m bench.judging {asked.game} --players {asked.players} --positions {asked.positions} "
        f"--worlds {asked.worlds} --seed {asked.seed}",
        "version": f"canasta {__version__}",
        "game": rules.name,
        "players": rules.seats,
        "rules": digest(rules),
        "weights": f"{own.game}-{own.players}",
        "seed": asked.seed,
        "worlds": asked.worlds,
        "looked_at": finder.tried,
    }
    path = FOLDER / f"{rules.name}-{rules.seats}.toml"
    path.write_text(text_of(provenance, decisions), encoding="utf-8")


if __name__ == "__main__":
    main()
