"""`aec_env`: every game as an environment of PettingZoo, in which the seats act one after another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from gymnasium.spaces import Space
from pettingzoo import AECEnv

from canasta.learn.episode import Episode
from canasta.learn.rendering import RENDER_MODES, check_render_mode, render
from canasta.learn.spaces import Seen, Sight, action_space, seen_space
from canasta.rules.groups import Rules
from canasta.rules.load import load


class CanastaAEC(AECEnv):
    """A game for PettingZoo: an agent for each seat, an action for each step of the kernel.

    A turn is several actions. All seats of a side are rewarded alike, when a deal is counted.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "canasta_v1",
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules, *, match: bool, reward: str, render_mode: str | None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._episode = Episode(rules, match=match, reward=reward)
        self._sight = Sight(self._episode.deal)
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: seen_space(self._episode.deal) for agent in self.possible_agents}
        self._actions = {agent: action_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of what *agent* sees, and of its mask of legal actions."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of the actions of *agent*: the numbers of steps."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Begin an episode: that of *seed*, or without one the next."""
        self._episode.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._rewarded = False
        self.agent_selection = self.possible_agents[self._episode.actor]

    def observe(self, agent: str) -> Seen:
        """Return what *agent* sees, and its mask of legal actions, in new arrays."""
        return self._sight.of(self._seats[agent])

    def step(self, action: Any) -> None:
        """Take *action* for the agent that is selected; None for one whose episode is over.

        Raises `MisuseError`, and changes nothing, for an action that is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        rewards = self._episode.step(action)
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self.agent_selection = self.possible_agents[self._episode.actor]
        if rewards is not None:
            self._reward(rewards)

    def _reward(self, rewards: Sequence[float]) -> None:
        """Reward all seats, and end the episode if it is over."""
        for agent, seat in self._seats.items():
            self.rewards[agent] = rewards[seat % len(rewards)]
        self._rewarded = True
        self._accumulate_rewards()
        if self._episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the table as text with every card (``ansi``), or print it (``human``)."""
        return render(self._episode, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def aec_env(
    game: str = "classic",
    players: int | None = None,
    options: Sequence[str] = (),
    house: Path | None = None,
    *,
    match: bool = False,
    reward: str = "points",
    render_mode: str | None = None,
) -> CanastaAEC:
    """Return *game* as an environment of PettingZoo; the first four arguments are those of `canasta.load`.

    An episode is a single deal, or a whole *match*. *reward* is ``points``, ``difference`` or ``win``, as `Episode` says.
    Raises `RulesError` for a game, an option or a value that there is not, and `MisuseError` for other arguments that cannot be.

    >>> env = aec_env("classic", players=4)
    >>> env.reset(seed=7)
    >>> seen, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, seen["observation"].shape, int(seen["action_mask"].sum())
    ('seat_0', (368,), 1)
    """
    return CanastaAEC(load(game, players, options, house), match=match, reward=reward, render_mode=render_mode)
