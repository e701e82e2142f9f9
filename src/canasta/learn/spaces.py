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
    """Return the space of what `seen_by` returns."""
    return Dict(
        {
            "observation": Box(0, 255, (deal.observation_size,), np.uint8),
            "action_mask": Box(0, 1, (STEPS,), np.int8),
        }
    )


def seen_by(deal: FastDeal, seat: int) -> Seen:
    """Return what *seat* sees of *deal*; the mask is empty for a seat that nobody waits for."""
    seen = np.empty(deal.observation_size, np.uint8)
    deal.observe(seat, seen)
    if deal.actor != seat or deal.over:
        return {"observation": seen, "action_mask": np.zeros(STEPS, np.int8)}
    mask = np.empty(STEPS, np.int8)
    deal.mask(mask)
    return {"observation": seen, "action_mask": mask}
