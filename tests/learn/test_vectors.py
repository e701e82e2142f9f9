"""Vectors play what single environments play, step for step."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from canasta import CanastaError, FastDeals, load
from canasta.engine import KERNEL
from canasta.learn import aec_env, seat_env, vector_env
from tests.deal.tables import TABLES, VARIED_TABLES

DEALS = 2 if KERNEL == "compiled" else 1
ROWS = 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_vector_of_one_deal_is_the_single_environment(name: str, players: int) -> None:
    env, deals, rng = aec_env(name, players), FastDeals(load(name, players), 1), Random(players)
    masks, observations, points = map(np.asarray, (deals.masks, deals.observations, deals.points))
    deals.begin(seed=3)
    env.reset(seed=3)
    ended = 0
    while ended < DEALS:
        seat = int(deals.actors[0])
        assert env.agent_selection == f"seat_{seat}"
        seen = env.observe(env.agent_selection)
        assert (seen["action_mask"] == masks[0]).all()
        assert (seen["observation"] == observations[0]).all()
        action = rng.choice(np.flatnonzero(masks[0]).tolist())
        env.step(action)
        deals.step(np.array([action]))
        over = all(env.terminations.values())
        assert bool(deals.over[0]) == over
        assert [env.rewards[f"seat_{seat}"] for seat in range(players)] == np.resize(points[0], players).tolist()
        if over:
            ended += 1
            env.reset()


def test_numpy_reads_the_memory_of_the_kernel() -> None:
    deals = FastDeals(load("classic", 4), 2)
    masks, actors = np.asarray(deals.masks), np.asarray(deals.actors)
    deals.begin(seed=3)
    assert (masks.shape, masks.dtype.name, masks.flags.writeable) == ((2, 419), "uint8", False)
    assert masks.sum(axis=1).tolist() == list(deals.legal_numbers)
    assert np.asarray(deals.legal_steps).dtype == np.int16
    assert np.asarray(deals.points).dtype == np.int32
    before, acted = masks.copy(), set()
    for _ in range(20):
        deals.step(np.asarray(deals.legal_steps)[:, 0])
        acted |= set(actors.tolist())
    assert (masks != before).any()
    assert len(acted) > 1


def chosen(mask: np.ndarray[Any, Any], rng: Random, *, legal: object) -> int:
    """Return a step by chance, of the *legal* ones or of the others."""
    return rng.choice(np.flatnonzero(mask == bool(legal)).tolist())


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize(("name", "players"), VARIED_TABLES)
def test_a_vector_environment_is_as_many_single_ones(name: str, players: int, *, match: bool) -> None:
    others, rng = ["greedy", "chance", *["chance"] * players][: players - 1], Random(players)

    def single() -> Any:
        return seat_env(name, players, seat=players - 1, others=others, match=match, reward="difference")

    envs = vector_env(ROWS, name, players, seat=players - 1, others=others, match=match, reward="difference")
    peers = SyncVectorEnv([single] * ROWS, autoreset_mode=AutoresetMode.SAME_STEP)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert (envs.observation_space, envs.action_space) == (peers.observation_space, peers.action_space)
    ours: Any = envs.reset(seed=11)
    theirs: Any = peers.reset(seed=11)
    assert data_equivalence(ours, theirs)
    illegal = over = 0
    for at in range(150 if KERNEL == "compiled" else 30):
        masks = ours[0]["action_mask"]
        actions = np.array([chosen(mask, rng, legal=row or at % 20) for row, mask in enumerate(masks)])
        ours, theirs = envs.step(actions), peers.step(actions)
        assert data_equivalence(ours[:4], theirs[:4])
        assert data_equivalence(ours[4], theirs[4])
        assert ours[0] in envs.observation_space
        over += int(ours[2].sum())
        illegal += "illegal" in ours[4].get("final_info", {})
    assert over >= illegal > 0
    envs.close()
    peers.close()


def test_rows_are_arrays_that_no_later_step_overwrites() -> None:
    envs = vector_env(2, "classic", 4, others="chance", render_mode="ansi")
    rows = [envs.reset(seed=4)[0]]
    copies = [{name: array.copy() for name, array in rows[0].items()}]
    for _ in range(5):
        rows.append(envs.step(rows[-1]["action_mask"].argmax(axis=1))[0])
        copies.append({name: array.copy() for name, array in rows[-1].items()})
    assert all(data_equivalence(row, copy) for row, copy in zip(rows, copies, strict=True))
    assert all((before["observation"] != after["observation"]).any() for before, after in pairwise(rows))
    assert [("Classic" in str(text)) for text in envs.render()] == [True, True]


def test_wrong_arguments_are_told() -> None:
    envs = vector_env(2)
    for call, text in (
        (lambda: vector_env(0), "has at least one row, not 0"),
        (lambda: vector_env(2, seat=9), "There is no seat 9"),
        (lambda: envs.step([0, 0]), "The episode is over: reset the environment"),
        (lambda: envs.step([0]), "There are 2 rows, and 1 actions were given"),
        (lambda: envs.reset(seed=1 << 64), "A seed is a whole number"),
        (envs.render, "To render, make"),
    ):
        with pytest.raises(CanastaError, match=text):
            call()
