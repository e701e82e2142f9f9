"""`Planner`: the strongest player that looks no further than its own turn, by weights that were found by playing.

For every game and number of players there is a file of weights in `weights/planner`, written by ``canasta tune``. Rules
that none of them was made for are played by the weights of those that are nearest.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from canasta.base.errors import CanastaError
from canasta.bots.levels import Level
from canasta.bots.policy_bot import PolicyBot
from canasta.bots.weights import TunedWeights, read_tuned
from canasta.bots.weights.nearest import nearest_weights
from canasta.engine.policy import Policy
from canasta.engine.rule_table import RuleTable
from canasta.rules.digest import digest
from canasta.rules.groups import Rules


class WrongWeights(CanastaError):
    """Weights that were found for other rules than those that are played."""


class Planner(PolicyBot):
    """Plays as `Greedy` does, by weights for the rules that are played."""

    name: Final = "planner"
    version: Final = "5"

    __slots__ = ()

    def weights(self, rules: Rules) -> tuple[float, ...]:
        """Return the weights for *rules*, or for the rules nearest to them that there are weights for."""
        return nearest_weights(rules).weights


def planner_policy(table: RuleTable) -> Policy:
    """Return the policy that `Planner` plays by, for the rules of *table*."""
    return Policy(table, list(nearest_weights(table.rules).weights))


class Personality(PolicyBot):
    """A planner that people know by how it plays: the weights of `Planner` with the changes of a level."""

    __slots__ = ("_level", "name")

    version: Final = "1"

    def __init__(self, level: Level, seat: int, dice: Random) -> None:
        super().__init__(seat, dice)
        self._level = level
        self.name = level.name

    def weights(self, rules: Rules) -> tuple[float, ...]:
        """Return those of `Planner` for *rules*, changed."""
        return self._level.changed(nearest_weights(rules).weights)


class OwnPlanner(PolicyBot):
    """A planner with the weights in a file of one's own."""

    __slots__ = ("_own", "name", "version")

    def __init__(self, path: Path, seat: int, dice: Random) -> None:
        """Make the player by the weights at *path*. Raises `RulesError` if they cannot be read."""
        super().__init__(seat, dice)
        self._own = own_weights(path)
        self.name = f"{Planner.name}:{path}"
        self.version = hashlib.sha256(repr(self._own.weights).encode()).hexdigest()[:8]

    def weights(self, rules: Rules) -> tuple[float, ...]:  # noqa: ARG002 - those who seat it check the rules
        """Return the weights in its file."""
        return self._own.weights

    def check(self, rules: Rules) -> None:
        """Raise `WrongWeights` if its weights were not found for *rules*."""
        if self._own.rules != digest(rules):
            raise WrongWeights(
                f"The weights in {self.name.partition(':')[2]} are for {self._own.game} with {self._own.players} players, not "
                f"for these rules of {rules.title} with {rules.seats} players. Find weights for them with canasta tune."
            )


@cache
def own_weights(path: Path) -> TunedWeights:
    """Return the weights at *path*, read once. Raises `RulesError` if they cannot be read."""
    return read_tuned(path)
