"""Playing to learn: many deals at once beside the kernel's own loop, and PettingZoo's interface beside an environment that does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from bench.measure import Row, Run, best_rates, cpu_time, rate_row
from bench.ours import Game, scaled
from canasta import FastDeals
from canasta.engine.steps import STEPS
from canasta.rules.load import load

GAME = "hand-and-foot"
DEALS = 1024
"""How many deals are played at once."""
ROUNDS = 1000
EPISODES = 100
PRIVATE_DEALS = 1000
AT_ONCE = {False: ("masks", 0.7), True: ("masks and observations", 0.3)}
"""What is written in each step, with observations and without, and how fast that must be beside the kernel's own loop."""
EMPTY_SHARE = 0.5
"""How fast PettingZoo's interface must be beside an environment that does nothing."""


def vector_loop(game: Game, *, observes: bool) -> Run:
    """Return random play with `FastDeals`: NumPy chooses a legal step for each deal."""

    def run() -> tuple[int, float]:
        deals = FastDeals(load(game.name, game.players), DEALS, observes=observes)
        legal, numbers = np.asarray(deals.legal_steps), np.asarray(deals.legal_numbers)
        rows, chance = np.arange(DEALS), np.random.default_rng(4)
        deals.begin(seed=3)
        rounds = scaled(ROUNDS)
        began = cpu_time()
        for _ in range(rounds):
            deals.step(legal[rows, (chance.random(DEALS) * numbers).astype(np.int64)])
        return rounds * DEALS, cpu_time() - began

    return run


def agents_loop(env: Any, episodes: int) -> Run:
    """Return random play of *episodes* with the calls that PettingZoo documents."""

    def run() -> tuple[int, float]:
        chance = Random(4).random
        steps = 0
        began = cpu_time()
        for seed in range(scaled(episodes)):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                action = None
                if not (terminated or truncated):
                    legal = seen["action_mask"].nonzero()[0]
                    action = legal[int(chance() * len(legal))]
                    steps += 1
                env.step(action)
        return steps, cpu_time() - began

    return run


def empty_env(like: Any, steps: int, legal: int) -> Any:
    """Return an environment with the spaces of *like* in which nothing happens for *steps*, with as many *legal* actions each time."""
    from pettingzoo import AECEnv

    class Empty(AECEnv):  # type: ignore[misc]
        metadata = like.metadata

        def __init__(self) -> None:
            super().__init__()
            self.possible_agents = like.possible_agents
            self.observation_space, self.action_space = like.observation_space, like.action_space
            self._seen = np.zeros(like.observation_space(self.possible_agents[0])["observation"].shape, np.uint8)
            self._mask = np.zeros(STEPS, np.int8)
            self._mask[:legal] = 1

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self._skip_agent_selection = None
            self._left = steps
            self.agent_selection = self.agents[0]

        def observe(self, agent: str) -> dict[str, Any]:  # noqa: ARG002 - all see the same
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}

        def step(self, action: Any) -> None:
            if self.terminations[self.agent_selection]:
                self._was_dead_step(action)
                return
            self._left -= 1
            self.agent_selection = self.possible_agents[self._left % len(self.possible_agents)]
            if self._left == 0:
                self.terminations = dict.fromkeys(self.agents, True)

    return Empty()


def learn_rows() -> Iterator[Row]:
    """Yield the rates of random play with many deals at once, and with PettingZoo's interface where it is installed."""
    game = Game(GAME, 4)
    runs = [game.python_loop(PRIVATE_DEALS), *(vector_loop(game, observes=observes) for observes in AT_ONCE)]
    private, *ours = best_rates(runs)
    for (written, budget), rate in zip(AT_ONCE.values(), ours, strict=True):
        what = f"{game.title}: random play, {DEALS:,} deals at once, {written}"
        yield rate_row(what, "steps/s", rate, "legal + play (kernel)", private, budget)
    what = f"{game.title}: random play with PettingZoo's interface"
    try:
        from canasta.learn import aec_env

        env = aec_env(GAME, 4)
    except ImportError:
        yield rate_row(what, "steps/s", None, "PettingZoo", None, EMPTY_SHARE)
        return
    steps, legal = typical(game)
    rate, empty = best_rates([agents_loop(env, EPISODES), agents_loop(empty_env(env, steps, legal), EPISODES)])
    yield rate_row(what, "steps/s", rate, "an environment that does nothing", empty, EMPTY_SHARE)


def typical(game: Game) -> tuple[int, int]:
    """Return how many steps a random deal has, and how many are legal each time, on average."""
    deals = FastDeals(load(game.name, game.players), DEALS, observes=False)
    legal, numbers, over = np.asarray(deals.legal_steps), np.asarray(deals.legal_numbers), np.asarray(deals.over)
    rows, chance = np.arange(DEALS), np.random.default_rng(4)
    deals.begin(seed=3)
    listed = ended = 0
    rounds = scaled(ROUNDS)
    for _ in range(rounds):
        listed += int(numbers.sum())
        deals.step(legal[rows, (chance.random(DEALS) * numbers).astype(np.int64)])
        ended += int(over.sum())
    return rounds * DEALS // max(1, ended), listed // (rounds * DEALS)
