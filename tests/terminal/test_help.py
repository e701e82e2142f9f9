"""`canasta help` and the completion of the shell."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from canasta.base.clauses import BY_NAME
from canasta.bots.levels import levels
from canasta.cli import COMMANDS, cli
from canasta.terminal.play import commands as table
from canasta.terminal.play.lobby import Lobby
from canasta.terminal.play.plan import MatchPlan
from canasta.wording.glossary import TERMS, explained
from tests.terminal.script import Scripted
from tests.terminal.test_kept_matches import keep


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args, prog_name="canasta")


def test_every_command_can_be_asked_for() -> None:
    for name in COMMANDS:
        done = run("help", name)
        assert done.exit_code == 0
        assert f"Usage: canasta {name}" in done.stdout
    assert run("help").stdout == run("--help").stdout
    assert "Usage: canasta house new" in run("help", "house", "new").stdout


def test_every_word_of_the_table_can_be_asked_for() -> None:
    for command in table.COMMANDS.values():
        for spelling in (command.name, *command.others):
            assert command.says.split()[0] in run("help", spelling).stdout


def test_cards_and_rules_can_be_asked_for() -> None:
    assert "Jk for a joker" in run("help", "cards").stdout
    for name in ("pile.need", "meld.size"):
        assert BY_NAME[name].title in run("help", name).stdout


@pytest.mark.parametrize(
    ("topic", "says"), [("tkae", "Did you mean take?"), ("zzz", "canasta help"), ("house nwe", 'no topic "house nwe"')]
)
def test_an_unknown_topic_is_one_sentence(topic: str, says: str) -> None:
    done = run("help", *topic.split())
    assert done.exit_code == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) <= 2


def test_the_bots_can_be_asked_for() -> None:
    said = " ".join(run("help", "bots").stdout.split())
    for each in levels():
        assert f"{each.name} {each.says}" in said
    assert run("help", "levels").stdout == run("help", "bots").stdout


def completed(line: str) -> list[str]:
    """Return what the shell is told where *line* ends."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-m", "canasta"],
        env={**os.environ, "_CANASTA_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [each.split(",", 1)[1] for each in done.stdout.split()]


def test_commands_games_and_matches_are_completed() -> None:
    assert completed("canasta pl") == ["play"]
    assert completed("canasta play new-c") == ["new-canasta"]
    assert completed("canasta duel classic --a gr") == ["greedy"]
    assert completed("canasta duel classic --b sea") == ["search"]
    assert completed("canasta play classic --seats y") == ["you"]
    assert completed("canasta play classic --seats you,gre") == ["you,greedy"]
    keep("classic-one", "", 1)
    assert completed("canasta matches delete cl") == ["classic-one"]
    assert completed("canasta play --colours f") == ["four"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_asks_canasta(shell: str) -> None:
    done = run("complete", shell)
    assert done.exit_code == 0
    assert f"_CANASTA_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.parametrize("word", ["foot", "wild", "opening", "canasta", "freeze", "Meld", "red threes"])
def test_words_of_the_game_are_explained_to_players(word: str) -> None:
    said = " ".join(run("help", *word.split()).stdout.split())
    assert explained(word)
    assert explained(word) in said


def test_options_of_games_can_be_asked_for() -> None:
    assert "garbled, an option of Classic Canasta: A lighter game" in " ".join(run("help", "garbled").stdout.split())
    assert "Did you mean garbled?" in run("help", "garbld").stderr


@pytest.mark.parametrize("command", ["options", "house new"])
def test_a_game_that_is_missing_is_asked_for_in_the_same_words_everywhere(command: str) -> None:
    assert f"Name a game, such as: canasta {command} hand-and-foot." in " ".join(run(*command.split()).stderr.split())


def test_the_cards_can_be_played_again_by_the_same_people() -> None:
    args = ["play", "classic", "--seed", "7", "--names", "Ann", "--no-record"]
    done = CliRunner().invoke(cli, args, input="quit\n", prog_name="canasta")
    assert "To play these cards again: canasta play classic --players 4 --seed 7 --names Ann\n" in done.stdout


def test_the_menu_cuts_no_word_and_explains_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    answers = iter(["modern", "4", "?", "", "?", "", "?", "2"])
    dialog.answer = lambda _: next(answers)
    plan = Lobby(dialog, MatchPlan()).ask()
    assert (plan.game, plan.bot) == ("modern-american-canasta", levels()[1].name)
    said = " ".join(dialog.text.split())
    assert "…" not in said
    assert "Type the names of the people here" in said
    assert "Enter alone means planner." in said.rpartition(levels()[-1].says)[2]


def test_a_talon_is_not_a_foot() -> None:
    assert explained("talon").startswith("A talon is a bonus for opening")


def test_no_word_has_two_meanings() -> None:
    every = [word for words in TERMS for word in words]
    assert len(set(every)) == len(every)
