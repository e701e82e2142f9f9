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


def empty_seen(deal: FastDeal, rows: int) -> Seen:
    """Return arrays for what is seen of as many deals like *deal* as there are *rows*; `write_seen` fills them."""
    return {
        "observation": np.empty((rows, deal.observation_size), np.uint8),
        "action_mask": np.empty((rows, STEPS), np.int8),
    }


def write_seen(deal: FastDeal, seat: int, seen: Seen, row: int) -> None:
    """Write what *seat* sees of *deal* into a *row* of *seen*; the mask is empty for a seat that nobody waits for."""
    deal.observe(seat, seen["observation"][row])
    if deal.actor != seat or deal.over:
        seen["action_mask"][row] = 0
    else:
        deal.mask(seen["action_mask"][row])


def seen_by(deal: FastDeal, seat: int) -> Seen:
    """Return what *seat* sees of *deal*, as `write_seen` writes it."""
    seen = empty_seen(deal, 1)
    write_seen(deal, seat, seen, 0)
    return {name: array[0] for name, array in seen.items()}
