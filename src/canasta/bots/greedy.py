"""`Greedy`: a sound player for every game, by weights that were set by hand.

A policy of the kernel rates each legal step by what canastas are worth, which of them are missing, and how far the deal
has gone; `weights/greedy.toml` says how much each of these counts.
"""

from __future__ import annotations

from typing import Final

from canasta.bots.policy_bot import PolicyBot
from canasta.bots.weights import packaged_weights
from canasta.rules.groups import Rules


class Greedy(PolicyBot):
    """Lays towards canastas, keeps wild cards for where they count, takes useful piles, goes out when it pays."""

    name: Final = "greedy"
    version: Final = "1"

    __slots__ = ()

    def weights(self, rules: Rules) -> tuple[float, ...]:  # noqa: ARG002 - the same for all rules
        """Return the weights in its file, whatever the rules are."""
        return packaged_weights(self.name)
