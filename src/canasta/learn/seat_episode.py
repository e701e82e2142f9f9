"""`SeatEpisode`: an episode in which one seat decides, and bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from canasta.base.errors import MisuseError
from canasta.bots.registry import check_name, kernel_player
from canasta.engine.policy import Policy
from canasta.learn.episode import Episode
from canasta.rules.groups import Rules

CHANCE: Final = "chance"
"""The player that takes any legal step."""


class SeatEpisode(Episode):
    """One episode after another for *seat*; *others* names the bot in each other seat, in their order.

    `start` plays up to the first decision of the seat. `decide` takes a step for it and plays up to the next one. A step that is not
    legal ends the episode with *illegal_reward*, and `illegal` is then true.
    """

    def __init__(
        self, rules: Rules, *, seat: int, others: str | Sequence[str], match: bool, reward: str, illegal_reward: float
    ) -> None:
        """Make an episode that has not started; raises `CanastaError` for a seat or a bot that cannot play here."""
        super().__init__(rules, match=match, reward=reward)
        names = [others] * (rules.seats - 1) if isinstance(others, str) else list(others)
        if not 0 <= seat < rules.seats:
            raise MisuseError(f"There is no seat {seat}; seats are 0 to {rules.seats - 1}.")
        if len(names) != rules.seats - 1:
            raise MisuseError(f"There are {rules.seats - 1} other seats, and {len(names)} players were named for them.")
        self.seat, self.illegal = seat, False
        self._illegal_reward = illegal_reward
        self._names = [*names[:seat], "", *names[seat:]]
        self._players: dict[tuple[int, str], Policy] = {}
        for name in names:
            self._player(name)

    def _player(self, name: str) -> Policy | None:
        """Return the player *name* for the rules of the deal in progress; None for chance."""
        if name == CHANCE:
            return None
        table = self.deal.table
        if (id(table), name) not in self._players:
            check_name(name, self.rules)
            player = kernel_player(name, table)
            if player is None:
                raise MisuseError(
                    f"The bot {name} cannot play here: the other seats are for chance, greedy and planner."
                )
            self._players[id(table), name] = player
        return self._players[id(table), name]

    def start(self, seed: int | None = None) -> None:
        """Begin an episode, as `Episode.start` does, and play up to the first decision of the seat."""
        super().start(seed)
        if seed is not None or not hasattr(self, "_dice"):
            self._dice = Random(seed)
        self.illegal = False
        self._play_others()

    def decide(self, step: int) -> float:
        """Take *step* for the seat, play up to its next decision, and return what it is rewarded with meanwhile.

        Raises `MisuseError` when the episode is over.
        """
        if self.over:
            raise MisuseError("The episode is over: reset the environment.")
        if step not in self.deal.legal_steps():
            self.over = self.illegal = True
            return self._illegal_reward
        return self._own(self.step(step)) + self._play_others()

    def info(self) -> dict[str, Any]:
        """Return what Gymnasium's ``info`` says: whether an illegal step ended the episode."""
        return {"illegal": True} if self.illegal else {}

    def _play_others(self) -> float:
        """Play for the other seats until the seat must act or the episode is over; return what it is rewarded with meanwhile."""
        reward = 0.0
        while not self.over and self.actor != self.seat:
            player = self._player(self._names[self.actor])
            deal = self.deal
            step = self._dice.choice(deal.legal_steps()) if player is None else player.choose(deal.position, deal.known)
            reward += self._own(self.step(int(step)))
        return reward

    def _own(self, rewards: Sequence[float] | None) -> float:
        return 0.0 if rewards is None else rewards[self.seat % len(rewards)]
