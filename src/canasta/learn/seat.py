"""`seat_env`: one seat of a game as an environment of Gymnasium, with players of the kernel in the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
from gymnasium.spaces import Space

from canasta.learn.rendering import RENDER_MODES, check_render_mode, render
from canasta.learn.seat_episode import SeatEpisode
from canasta.learn.spaces import Seen, Sight, action_space, seen_space
from canasta.rules.load import load


class CanastaSeat(gymnasium.Env[Any, Any]):
    """A seat of a game for Gymnasium. The other seats are played between two steps of its own.

    An action that is not legal ends the episode with a reward of its own and ``info["illegal"]``, as Gymnasium's own checks take
    actions by chance.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES}  # type: ignore[misc]

    def __init__(self, episode: SeatEpisode, render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.action_space = action_space()
        self.observation_space: Space[Any] = seen_space(episode.deal)
        self._episode = episode
        self._sight = Sight(episode.deal)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode, that of *seed* or without one the next, and play up to the first decision of the seat."""
        super().reset(seed=seed, options=options)
        self._episode.start(seed)
        return self._seen(), {}

    def _seen(self) -> Seen:
        return self._sight.of(self._episode.seat)

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take *action*, and play for the others up to the next decision. Raises `MisuseError` when the episode is over."""
        reward = self._episode.decide(int(action))
        return self._seen(), reward, self._episode.over, False, self._episode.info()

    def render(self) -> str | None:
        """Return the table as text with every card (``ansi``), or print it (``human``)."""
        return render(self._episode, self.render_mode)


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
    episode = SeatEpisode(rules, seat=seat, others=others, match=match, reward=reward, illegal_reward=illegal_reward)
    return CanastaSeat(episode, render_mode)
