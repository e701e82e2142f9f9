"""`seat_env`: one seat of a game as an environment of Gymnasium, with players of the kernel in the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import gymnasium
from gymnasium.spaces import Space

from canasta.base.errors import MisuseError
from canasta.bots.registry import check_name, kernel_player
from canasta.engine.policy import Policy
from canasta.learn.episode import Episode
from canasta.learn.spaces import Seen, action_space, seen_by, seen_space
from canasta.rules.groups import Rules
from canasta.rules.load import load

CHANCE: Final = "chance"
"""The player that takes any legal step."""


class CanastaSeat(gymnasium.Env[Any, Any]):
    """A seat of a game for Gymnasium. The other seats are played between two steps of its own.

    An action that is not legal ends the episode with *illegal_reward* and ``info["illegal"]``, as Gymnasium's own checks take
    actions by chance.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"]}  # type: ignore[misc]

    def __init__(
        self,
        rules: Rules,
        *,
        seat: int,
        others: Sequence[str],
        match: bool,
        reward: str,
        illegal_reward: float,
        render_mode: str | None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise MisuseError(f'The render modes are "ansi" and "human", not {render_mode!r}.')
        if not 0 <= seat < rules.seats:
            raise MisuseError(f"There is no seat {seat}; seats are 0 to {rules.seats - 1}.")
        if len(others) != rules.seats - 1:
            raise MisuseError(
                f"There are {rules.seats - 1} other seats, and {len(others)} players were named for them."
            )
        self.render_mode = render_mode
        self.action_space = action_space()
        self._episode = Episode(rules, match=match, reward=reward)
        self.observation_space: Space[Any] = seen_space(self._episode.deal)
        self._seat, self._illegal_reward = seat, illegal_reward
        self._names = [*others[:seat], "", *others[seat:]]
        self._players: dict[tuple[int, str], Policy] = {}
        for name in others:
            self._player(name)

    def _player(self, name: str) -> Policy | None:
        """Return the player *name* for the rules of the deal in progress; None for chance."""
        if name == CHANCE:
            return None
        table = self._episode.deal.table
        if (id(table), name) not in self._players:
            check_name(name, self._episode.rules)
            player = kernel_player(name, table)
            if player is None:
                raise MisuseError(
                    f"The bot {name} cannot play here: the other seats are for chance, greedy and planner."
                )
            self._players[id(table), name] = player
        return self._players[id(table), name]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode, that of *seed* or without one the next, and play up to the first decision of the seat."""
        super().reset(seed=seed, options=options)
        self._episode.start(seed)
        if seed is not None or not hasattr(self, "_dice"):
            self._dice = Random(seed)
        self._ended = False
        self._play_others()
        return self._seen(), {}

    def _seen(self) -> Seen:
        return seen_by(self._episode.deal, self._seat)

    def _play_others(self) -> float:
        """Play for the other seats until the seat must act or the episode is over; return what it is rewarded with meanwhile."""
        episode, reward = self._episode, 0.0
        while not episode.over and episode.actor != self._seat:
            player = self._player(self._names[episode.actor])
            deal = episode.deal
            step = self._dice.choice(deal.legal_steps()) if player is None else player.choose(deal.position, deal.known)
            reward += self._own(episode.step(int(step)))
        return reward

    def _own(self, rewards: Sequence[float] | None) -> float:
        return 0.0 if rewards is None else rewards[self._seat % len(rewards)]

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take *action*, and play for the others up to the next decision. Raises `MisuseError` when the episode is over."""
        episode = self._episode
        if episode.over or self._ended:
            raise MisuseError("The episode is over: reset the environment.")
        if int(action) not in episode.deal.legal_steps():
            self._ended = True
            return self._seen(), self._illegal_reward, True, False, {"illegal": True}
        reward = self._own(episode.step(int(action)))
        reward += self._play_others()
        return self._seen(), reward, episode.over, False, {}

    def render(self) -> str | None:
        """Return the table as text with every card (``ansi``), or print it (``human``)."""
        if self.render_mode is None:
            raise MisuseError('To render, make the environment with render_mode="ansi" or "human".')
        text = str(self._episode.table())
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - what "human" means
        return None


def seat_env(
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
) -> CanastaSeat:
    """Return a seat of *game* as an environment of Gymnasium; the first four arguments are those of `canasta.load`.

    *others* names the bot in each other seat, in their order, or one for all: ``chance``, or one that plays inside the kernel, such as
    ``greedy``, ``planner`` or ``search:64``. An episode is a single deal, or a whole *match*. *reward* is ``points``, ``difference`` or ``win``, as `Episode` says.
    Raises `RulesError` for a game, an option or a value that there is not, and `CanastaError` for other arguments that cannot be.

    >>> env = seat_env("classic", players=4, others="planner")
    >>> seen, info = env.reset(seed=7)
    >>> int(seen["action_mask"].sum())
    1
    """
    rules = load(game, players, options, house)
    names = [others] * (rules.seats - 1) if isinstance(others, str) else list(others)
    return CanastaSeat(
        rules,
        seat=seat,
        others=names,
        match=match,
        reward=reward,
        illegal_reward=illegal_reward,
        render_mode=render_mode,
    )
