"""The same work on the side of the peers: OpenSpiel and RLCard, where they are installed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

from bench.measure import Run, cpu_time
from bench.ours import SAMPLE

SPIEL_GAMES = {"gin_rummy": 60, "hearts": 1000}
"""Games of OpenSpiel and how many of each make one run."""

_CHANCE = -1


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class Spiel:
    """A game of OpenSpiel; every method gives None where OpenSpiel is missing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = f"OpenSpiel {name}"
        self.number = SPIEL_GAMES[name]
        self.spiel = _module("pyspiel")

    def _run(self, work: Callable[[Any], tuple[int, float]]) -> Run | None:
        if self.spiel is None:
            return None
        game = self.spiel.load_game(self.name)
        return lambda: work(game)

    def python_loop(self) -> Run | None:
        """Random play from a loop in Python; only the actions of players count."""

        def work(game: Any) -> tuple[int, float]:
            chance = random.Random(4).random
            actions = 0
            began = cpu_time()
            for _ in range(self.number):
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes = state.chance_outcomes()  # all equally likely in these games
                        state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                    else:
                        choice = state.legal_actions()
                        state.apply_action(choice[int(chance() * len(choice))])
                        actions += 1
            return actions, cpu_time() - began

        return self._run(work)

    def own_loop(self) -> Run | None:
        """Random play in OpenSpiel's own loop, in C++; only the actions of players count."""

        def work(game: Any) -> tuple[int, float]:
            bots = [self.spiel.make_uniform_random_bot(seat, 5 + seat) for seat in range(game.num_players())]
            actions = 0
            seconds = 0.0
            for seed in range(self.number):
                began = cpu_time()
                state = game.new_initial_state()
                self.spiel.evaluate_bots(state, bots, seed)
                seconds += cpu_time() - began
                actions += sum(1 for each in state.full_history() if each.player != _CHANCE)
            return actions, seconds

        return self._run(work)

    def clones(self, times: int) -> Run | None:
        """Clone states sampled from random play."""
        if self.spiel is None:
            return None
        sample = self._sample(self.spiel.load_game(self.name))

        def work(_: Any) -> tuple[int, float]:
            began = cpu_time()
            for _ in range(times):
                for state in sample:
                    state.clone()
            return times * len(sample), cpu_time() - began

        return self._run(work)

    def _sample(self, game: Any) -> list[Any]:
        chance = random.Random(8).random
        found: list[Any] = []
        state = game.new_initial_state()
        while len(found) < SAMPLE:
            choice = state.legal_actions()
            state.apply_action(choice[int(chance() * len(choice))])
            if state.is_terminal():
                state = game.new_initial_state()
            elif not state.is_chance_node() and chance() < 1 / 10:
                found.append(state.clone())
        return found


class RlCard:
    """Gin rummy of RLCard."""

    title = "RLCard gin-rummy"

    def python_loop(self, games: int) -> Run | None:
        """Random play from a loop in Python; None where RLCard is missing."""
        rlcard = _module("rlcard")
        if rlcard is None:
            return None
        env = rlcard.make("gin-rummy", config={"seed": 4})

        def run() -> tuple[int, float]:
            chance = random.Random(4).random
            actions = 0
            began = cpu_time()
            for _ in range(games):
                state, _ = env.reset()
                while not env.is_over():
                    choice = list(state["legal_actions"])
                    state, _ = env.step(choice[int(chance() * len(choice))])
                    actions += 1
            return actions, cpu_time() - began

        return run
