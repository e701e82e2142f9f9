"""The ladder: the same command gives the same line, on decks that nothing else plays."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from canasta.base.errors import MisuseError
from canasta.cli import cli
from canasta.rules.load import load
from canasta.sim.decks import deck_seed
from canasta.sim.exam.ladder import Ladder, climb


def exam(*args: str) -> Result:
    return CliRunner().invoke(cli, ["exam", *args], prog_name="canasta")


def test_the_same_command_gives_the_same_line() -> None:
    args = ("--ladder", "--games", "classic,hoyle-two-player", "--against", "chance,greedy", "--decks", "3", "greedy")
    first, again = exam(*args).output, exam(*args).output
    assert first == again
    line = first.splitlines()[-1]
    assert line.startswith("ladder1 greedy@1 canasta=")
    assert " classic/4:chance:+" in line
    # Against itself nobody makes more than the other.
    assert " classic/4:greedy:+0" in line
    told = json.loads(exam(*args, "--json").output)
    assert told["line"] == line
    assert [duel["b"] for duel in told["duels"]] == ["chance", "greedy", "chance", "greedy"]


def test_another_number_of_decks_or_another_bot_is_another_line() -> None:
    rules = (load("classic", 2),)
    lines = {
        climb(Ladder(bot, rules, ("chance",), decks)).line
        for bot, decks in (("greedy", 2), ("greedy", 3), ("planner", 2))
    }
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--against", "chance", "greedy"), "Add --ladder."),
        (("--decks", "3", "greedy"), "Add --ladder."),
        (("--ladder", "--against", "nobody", "greedy"), "nobody"),
        (("--ladder", "--games", "poker", "greedy"), "poker"),
        (("--ladder", "nobody"), "nobody"),
    ],
)
def test_what_cannot_be_measured_is_named(args: tuple[str, ...], sentence: str) -> None:
    done = exam(*args)
    assert done.exit_code == 2
    assert sentence in done.output


def test_no_environment_plays_a_reserved_deck() -> None:
    pytest.importorskip("pettingzoo")
    from canasta.learn import aec_env

    env = aec_env("classic", players=2)
    with pytest.raises(MisuseError, match="only the ladder plays"):
        env.reset(seed=deck_seed("report", 1, 1))
    env.reset(seed=deck_seed("train", 1, 1))
