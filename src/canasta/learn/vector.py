"""`vector_env`: one seat of a game many times over, as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_empty_array

from canasta.base.errors import MisuseError
from canasta.learn.rendering import RENDER_MODES, check_render_mode, render
from canasta.learn.seat_episode import SeatEpisode
from canasta.learn.spaces import Seen, Sight, action_space, seen_space
from canasta.rules.load import load


class CanastaVector(VectorEnv[Any, Any, Any]):
    """A seat in many episodes at once, for Gymnasium: the same as as many `CanastaSeat`, in arrays with a row for each.

    Where an episode ends, the same step begins the next one (``AutoresetMode.SAME_STEP``): its row shows that, and ``info`` has what
    was seen at the end.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(self, episodes: Sequence[SeatEpisode], render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.num_envs = len(episodes)
        self.single_action_space = action_space()
        self.single_observation_space = seen_space(episodes[0].deal)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._episodes = episodes
        self._sights = [Sight(episode.deal) for episode in episodes]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode in each row: that of *seed* in the first, of *seed* + 1 in the second, …; without a seed the next one."""
        super().reset(seed=seed, options=options)
        for row, episode in enumerate(self._episodes):
            episode.start(None if seed is None else seed + row)
        return self._seen(), {}

    def _seen(self) -> Seen:
        """Return what is seen in all rows, in new arrays."""
        seen: Any = create_empty_array(self.single_observation_space, self.num_envs, np.empty)
        rows = zip(self._episodes, self._sights, seen["observation"], seen["action_mask"], strict=True)
        for episode, sight, observation, mask in rows:
            sight.write(episode.seat, observation, mask)
        return cast("Seen", seen)

    def step(
        self, actions: Any
    ) -> tuple[Seen, np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any], dict[str, Any]]:
        """Take one of *actions* in each row, and play for the others up to the next decision; all arrays are new.

        Raises `MisuseError` if there is not an action for each row, or before `reset`.
        """
        if len(actions) != self.num_envs:
            raise MisuseError(f"There are {self.num_envs} rows, and {len(actions)} actions were given.")
        rewards = np.zeros(self.num_envs, np.float64)
        ended = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        for row, (episode, action) in enumerate(zip(self._episodes, actions, strict=True)):
            rewards[row] = episode.decide(int(action))
            if episode.over:
                ended[row] = True
                final = {"final_obs": self._sights[row].of(episode.seat), "final_info": episode.info()}
                infos = self._add_info(infos, final, row)
                episode.start()
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...]:
        """Return the table of each row as text with every card (``ansi``), or print them (``human``)."""
        return tuple(render(episode, self.render_mode) for episode in self._episodes)


def vector_env(
    number: int,
    game: str = "classic",
    players: int | None = None,
    options: Sequence[str] = (),
    house: Path | None = None,
    *,
    seat: int = 0,
    others: str | Sequence[str] = "greedy",
    match: bool = False,
    reward: str = "points",
    illegal_reward: float = -1000.0,
    render_mode: str | None = None,
) -> CanastaVector:
    """Return a seat of *game* in *number* episodes at once, as a vector environment of Gymnasium.

    All other arguments are those of `seat_env`, and so are the errors.

    >>> envs = vector_env(3, "classic", players=4, others="planner")
    >>> seen, info = envs.reset(seed=7)
    >>> seen["observation"].shape, seen["action_mask"].sum(axis=1).tolist()
    ((3, 368), [1, 1, 1])
    """
    if number < 1:
        raise MisuseError(f"A vector environment has at least one row, not {number}.")
    rules = load(game, players, options, house)
    episodes = [
        SeatEpisode(rules, seat=seat, others=others, match=match, reward=reward, illegal_reward=illegal_reward)
        for _ in range(number)
    ]
    return CanastaVector(episodes, render_mode)
