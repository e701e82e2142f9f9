"""The environments pass the tests of the libraries they are made for, and play the deals that matches have."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from canasta import CanastaError, Match, MisuseError, RulesError, games
from canasta.engine import KERNEL
from canasta.learn import CanastaAEC, aec_env, seat_env
from tests.deal.tables import ALL_TABLES

FEW = [(name, players) for name, players in ALL_TABLES if players == games()[name].default_players]
CYCLES = 300 if KERNEL == "compiled" else 60


# A mask beside the observation is the way of PettingZoo's own card games, and they are warned of it, too.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize(("name", "players"), ALL_TABLES)
def test_pettingzoo_finds_nothing_wrong(name: str, players: int) -> None:
    api_test(aec_env(name, players, render_mode="ansi"), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_one_seed_gives_one_episode(name: str, players: int) -> None:
    seed_test(lambda: aec_env(name, players, match=True), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_gymnasium_finds_nothing_wrong(name: str, players: int) -> None:
    check_env(seat_env(name, players, seat=players - 1), skip_render_check=True)


def play(env: CanastaAEC, rng: Random) -> dict[str, float]:
    """Play an episode by chance; return what each agent was rewarded with."""
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        gained[agent] += reward
        assert (info, truncated) == ({}, False)
        legal = [] if terminated else np.flatnonzero(seen["action_mask"]).tolist()
        env.step(rng.choice(legal) if legal else None)
    return gained


@pytest.mark.parametrize(("name", "players"), FEW)
def test_an_environment_plays_the_match_of_its_seed(name: str, players: int) -> None:
    env, rng = aec_env(name, players, match=True), Random(1)
    env.reset(seed=3)
    match = Match(env._episode.rules, env._episode._deck_seed)
    match.begin_deal()
    while len(match.results) < 2 and not match.over:
        deal = match.deal
        assert env.agent_selection == f"seat_{deal.actor}"
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
        assert legal == deal.legal_steps(deal.actor)
        step = rng.choice(legal)
        env.step(step)
        deal.step_trusted(step)
        if deal.over:
            match.count()
            assert env._episode.totals == match.totals
            if not match.over:
                match.begin_deal()


def test_a_copied_environment_goes_its_own_way() -> None:
    env, rng = aec_env("classic", 4), Random(1)
    env.reset(seed=3)
    other = deepcopy(env)
    first = env.observe("seat_0")
    for _ in range(9):
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    for key, seen in other.observe("seat_0").items():
        assert np.array_equal(seen, first[key])
        assert not np.array_equal(seen, env.observe("seat_0")[key])


def test_rewards_are_what_they_are_said_to_be() -> None:
    gained = {}
    for reward in ("points", "difference", "win"):
        env = aec_env("classic", 4, reward=reward)
        env.reset(seed=5)
        gained[reward] = play(env, Random(2))
    points = gained["points"]
    assert points["seat_0"] == points["seat_2"] != points["seat_1"] == points["seat_3"]
    assert gained["difference"]["seat_0"] == points["seat_0"] - points["seat_1"]
    assert gained["win"]["seat_0"] == (1.0 if points["seat_0"] > points["seat_1"] else -1.0)
    assert gained["win"]["seat_0"] == -gained["win"]["seat_1"]


def test_the_table_that_is_rendered_is_the_one_that_is_played() -> None:
    env = aec_env("hand-and-foot", 4, render_mode="ansi")
    env.reset(seed=5)
    rng = Random(3)
    for _ in range(200):
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    assert env._episode.table().position.key() == env._episode.deal.position.key()
    assert "Hand and Foot" in str(env.render())


def test_an_illegal_action_is_told_in_a_sentence() -> None:
    env = aec_env("classic", 4)
    env.reset(seed=1)
    with pytest.raises(MisuseError, match=r"^The step 418 is not legal now"):
        env.step(418)
    seat = seat_env("classic", 4)
    seat.reset(seed=1)
    _, reward, terminated, truncated, info = seat.step(418)
    assert (reward, terminated, truncated, info) == (-1000.0, True, False, {"illegal": True})
    with pytest.raises(MisuseError, match="reset the environment"):
        seat.step(0)


def test_wrong_arguments_are_told() -> None:
    with pytest.raises(RulesError, match="no game"):
        aec_env("whist")
    for call, text in (
        (lambda: aec_env(reward="fame"), "The rewards are points, difference and win"),
        (lambda: aec_env(render_mode="film"), "The render modes are"),
        (lambda: aec_env().reset(seed=-1), "A seed is a whole number"),
        (lambda: aec_env().render(), "To render, make"),
        (lambda: seat_env(seat=9), "There is no seat 9"),
        (lambda: seat_env(others=["greedy"]), "There are 3 other seats"),
        (lambda: seat_env(others="search:200ms"), "The bot search:200ms cannot play here"),
        (lambda: seat_env(others="nobody"), "Unknown bot"),
    ):
        with pytest.raises(CanastaError, match=text):
            call()


def test_a_missing_package_is_told() -> None:
    program = "import sys; sys.modules['pettingzoo'] = None; from canasta.learn import layout; from canasta.learn import aec_env"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ImportError: aec_env needs pettingzoo, which comes with the extra learn of canasta.\n")
