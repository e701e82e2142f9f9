"""The spaces of actions and observations, and filling arrays with what a seat sees."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from canasta.engine.fast_deal import FastDeal
from canasta.engine.steps import STEPS

Seen: TypeAlias = dict[str, np.ndarray[Any, Any]]
"""An observation and the mask of legal actions, in arrays of their own that nothing overwrites."""


def action_space() -> Discrete[Any]:
    """Return the space of actions: the numbers of steps."""
    return Discrete(STEPS)


def seen_space(deal: FastDeal) -> Dict:
    """Return the space of what `Sight.of` returns."""
    return Dict(
        {
            "observation": Box(0, 255, (deal.observation_size,), np.uint8),
            "action_mask": Box(0, 1, (STEPS,), np.int8),
        }
    )


class Sight:
    """What seats see of *deal*, copied into arrays; the mask is empty for a seat that nobody waits for."""

    def __init__(self, deal: FastDeal) -> None:
        self._deal = deal
        observation, mask = deal.views()
        self._observation, self._mask = np.frombuffer(observation, np.uint8), np.frombuffer(mask, np.int8)

    def __reduce__(self) -> tuple[type[Sight], tuple[FastDeal]]:
        return Sight, (self._deal,)

    def of(self, seat: int) -> Seen:
        """Return what *seat* sees, in new arrays."""
        self._deal.look(seat)
        return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}

    def write(self, seat: int, observation: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> None:
        """Write what *seat* sees into the arrays."""
        self._deal.look(seat)
        observation[:], mask[:] = self._observation, self._mask
