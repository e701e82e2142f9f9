"""OpenSpiel's own test finds nothing wrong with any game, and its states tell players what they may know."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from canasta import FastDeal, MisuseError, RulesError, load
from canasta.engine import KERNEL
from canasta.learn.episode import differences
from tests.deal.tables import ALL_TABLES, VARIED_TABLES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it has no package for this machine")

SEED = b"\0\0\0\0\0\0\7"


def game_of(name: str, players: int) -> Any:
    from canasta.learn import open_spiel  # noqa: F401 - it registers the game

    return pyspiel.load_game(f"python_canasta(game={name},players={players})")


def dealt(game: Any) -> Any:
    """Return the state after the deal of the seed 7."""
    state = game.new_initial_state()
    for byte in SEED:
        state.apply_action(byte)
    return state


@pytest.mark.parametrize(("name", "players"), ALL_TABLES if KERNEL == "compiled" else VARIED_TABLES)
def test_open_spiel_finds_nothing_wrong(name: str, players: int) -> None:
    pyspiel.random_sim_test(game_of(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), VARIED_TABLES)
def test_a_state_is_the_fast_deal_of_its_seed(name: str, players: int) -> None:
    state, rng = dealt(game_of(name, players)), Random(players)
    rules = load(name, players)
    deal = FastDeal(rules)
    deal.begin(1, seed=7)
    seen = bytearray(deal.observation_size)
    while not state.is_terminal():
        player = state.current_player()
        assert player == deal.actor
        assert state.legal_actions() == deal.legal_steps()
        deal.observe(player, seen)
        assert state.observation_tensor(player) == list(seen)
        step = rng.choice(deal.legal_steps())
        state.apply_action(step)
        deal.step(step)
    won = differences(deal.points())
    assert state.returns() == [won[seat % len(won)] for seat in range(players)]


@pytest.mark.parametrize(("name", "players"), VARIED_TABLES)
def test_a_resampled_state_is_another_that_looks_the_same(name: str, players: int) -> None:
    state, rng = dealt(game_of(name, players)), Random(players)
    compared = 0
    while compared < 3:
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert str(other) != str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_string((player + 1) % players) != state.information_state_string(
            (player + 1) % players
        )
        compared += 1
        while not other.is_terminal():
            other.apply_action(rng.choice(other.legal_actions()))
        for _ in range(20):
            state.apply_action(rng.choice(state.legal_actions()))


def test_what_players_are_told_differs_only_where_they_see_a_difference() -> None:
    game = game_of("classic", 4)
    state = dealt(game)
    after = [state.information_state_string(player) for player in range(4)]
    for _ in range(8):
        before = after
        state.apply_action(state.legal_actions()[-1])
        after = [state.information_state_string(player) for player in range(4)]
        assert all(new.startswith(old) and new != old for old, new in zip(before, after, strict=True))
    other = pickle.loads(pickle.dumps(state))
    assert [other.information_state_string(player) for player in range(4)] == after
    assert len({*after}) == 4
    assert sum(probability for _, probability in game.new_initial_state().chance_outcomes()) == 1.0


def test_wrong_arguments_are_told() -> None:
    game = game_of("classic", 4)
    wrong: tuple[tuple[Callable[[], object], type[Exception], str], ...] = (
        (lambda: game_of("whist", 4), RulesError, "no game"),
        (lambda: game_of("classic", 7), RulesError, "players"),
        (lambda: game.make_py_observer(None, {"a": 1}), MisuseError, "takes no parameters"),
        (lambda: dealt(game).resample_from_infostate(9, Random(1).random), MisuseError, "from 0 to 3, not 9"),
    )
    for call, error, text in wrong:
        with pytest.raises(error, match=text):
            call()
    code = "import sys; sys.modules['pyspiel'] = None; import canasta.learn.open_spiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ImportError: canasta.learn.open_spiel needs pyspiel: pip install open_spiel.\n")


def test_nothing_else_imports_open_spiel() -> None:
    code = "import sys, canasta.learn; canasta.learn.aec_env, canasta.learn.vector_env; print('pyspiel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
