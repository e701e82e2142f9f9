"""The command line: what it prints, how it ends, and that no mistake of a user ends in a traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta import __version__
from canasta.cli import COMMANDS, cli
from canasta.rules.load import games


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, args, input=text, prog_name="canasta")


def real(*args: str, text: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Return a real process, with a pipe on both sides."""
    return subprocess.run(
        [sys.executable, "-m", "canasta", *args],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **env},
    )


def test_help_lists_all_commands_without_importing_them() -> None:
    code = "import sys; from canasta.cli import cli; cli.main(['--help'], standalone_mode=False)"
    code += "; assert not {'rich', 'canasta.engine', 'canasta.rules', 'canasta.terminal'} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name, entry in COMMANDS.items():
        assert name in done.stdout
        assert entry.says in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert COMMANDS[name].says.split()[0].lower() in result.output.lower()


def test_the_version_says_which_kernel_runs() -> None:
    assert real("--version", CANASTA_KERNEL="interpreted").stdout == (
        f"canasta {__version__}, interpreted kernel, about thirty times slower\n"
    )
    assert real("--version").stdout.startswith(f"canasta {__version__}, ")


HOUSE = """
base = "classic"
[meld]
sise = 7
wilds = "many"
[out]
canastas = -4
"""


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dance"], 'Unknown command "dance"'),
        (["pley"], "Did you mean play?"),
        (["play", "clasic"], "did you mean classic?"),
        (["play", "classic", "--option", "two-canasta"], "two-canastas"),
        (["play", "classic", "--option", "meld.size=big"], "must be a whole number"),
        (["play", "classic", "--players", "9"], "Classic Canasta is for 2, 3, 4, 5 or 6"),
        (["play", "hand-and-foot", "--players", "3"], "Hand and Foot is for 4 players, not 3."),
        (["play", "classic", "--bots", "gredy"], "Did you mean greedy?"),
        (["play", "classic", "--seats", "you,,greedy"], "a player for every seat"),
        (["play", "classic", "--seats", "you,you", "--players", "4"], "2 seats are given, but Classic Canasta needs 4"),
        (["play", "classic", "--names", "Ann,Bea"], "2 names for 1 person"),
        (["play", "classic", "--seats", "you,you", "--names", "Ann,Ann"], "and be different"),
        (["play", "classic", "--names", "A\nB"], "one line of printable characters"),
        (["play", "classic", "--names", "A\u2028B"], "one line of printable characters"),
        (["play", "classic", "--seed", "-5"], '"-5" is not a whole number from 0 to 18,446,744,073,709,551,615'),
        (["play", "classic", "--seed", "18446744073709551616"], "is not a whole number from 0 to"),
        (["play", "classic", "--house", "nothing.toml"], "This file cannot be used."),
        (["play", "classic", "--house", "nothing.toml"], "nothing.toml: the file cannot be read: No such file"),
        (["play", "classic", "--seed", "many"], '"many" is not a whole number'),
        (["play"], "Name a game, such as"),
        (["play", "--frob"], "--frob"),
        (["rules", "bridge"], 'there is no game "bridge"'),
        (["rules"], "Name a game, such as: canasta rules hand-and-foot"),
        (["options", "bridge"], 'there is no game "bridge"'),
        (["options"], "Name a game, such as: canasta options hand-and-foot"),
    ],
)
def test_wrong_use_ends_with_a_sentence_and_two(args: list[str], says: str) -> None:
    done = real(*args)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert not done.stdout


def test_a_title_stands_for_its_game() -> None:
    for name in ("Hand and Foot", "HAND-AND-FOOT", "hand and foot"):
        assert real("options", name, "--json").stdout == real("options", "hand-and-foot", "--json").stdout
    assert real("sim", "Classic Canasta", "--deals", "1").returncode == 0


def test_an_option_that_adds_a_special_hand_says_so_in_a_line() -> None:
    lines = [line.strip() for line in real("options", "modern-american-canasta").stdout.splitlines()]
    assert "special_hands.triples: added" in lines
    assert not [line for line in lines if line.startswith("special_hands.triples.")]


def test_house_rules_with_three_errors_name_all_three(tmp_path: Path) -> None:
    house = tmp_path / "family.toml"
    house.write_text(HOUSE, encoding="utf-8")
    for command in ("play", "rules"):
        result = run(command, "--house", str(house))
        assert result.exit_code == 2
        assert "meld.sise" in result.stderr
        assert "meld.wilds" in result.stderr
        assert "out.canastas" in result.stderr
        assert len(result.stderr.splitlines()) == 4


@pytest.mark.parametrize(("content", "says"), [(b"\xff\xfe", "not UTF-8"), (b"[meld", "not valid TOML")])
def test_files_that_cannot_be_read(content: bytes, says: str, tmp_path: Path) -> None:
    house = tmp_path / "family.toml"
    house.write_bytes(content)
    result = run("play", "classic", "--house", str(house))
    assert result.exit_code == 2
    assert says in result.stderr


def test_play_through_a_pipe_ends_quietly() -> None:
    done = real("play", "hand-and-foot", "--seed", "1", text="help\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "canasta play hand-and-foot --players 4 --seed 1" in done.stdout
    assert "Take the discard pile" in done.stdout
    assert done.stdout.endswith("> quit\nGoodbye.\n")
    assert "\x1b" not in done.stdout
    assert not any(line != line.rstrip() for line in done.stdout.splitlines())
    assert "♣" in done.stdout
    done = real("play", "hand-and-foot", "--seed", "1")
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")


def test_the_seed_repeats_the_cards() -> None:
    first, again, other = (real("play", "classic", "--seed", seed).stdout for seed in ("5", "5", "6"))
    assert first == again
    assert first.replace("5", "") != other.replace("6", "")
    assert "--seed " in real("play", "classic").stdout


def test_letters_where_the_output_is_not_utf_8() -> None:
    assert real("play", "classic", "--seed", "1", PYTHONIOENCODING="ascii").stdout.isascii()
    assert real("play", "classic", "--seed", "1", "--ascii").stdout.isascii()


def test_a_reader_that_closes_the_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "canasta", "rules", "new-canasta"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(10) == 0


def test_an_interrupt_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "canasta", "play", "classic"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        while not process.stdout.readline().startswith(b"Now"):
            pass
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read().strip() == b"Stopped."


def test_games_are_listed() -> None:
    text = run("games").output
    data = json.loads(run("games", "--json").output)
    assert [entry["name"] for entry in data] == sorted(games())
    for entry in data:
        assert entry["name"] in text
        assert entry["title"] in text
        assert entry["blurb"]
        assert set(entry["players"]) <= set(range(2, 9))


@pytest.mark.parametrize("name", sorted(games()))
def test_options_and_rules_of_every_game(name: str) -> None:
    game = games()[name]
    text = run("options", name).output
    data = json.loads(run("options", name, "--json").output)
    assert [entry["name"] for entry in data] == list(game.options)
    for entry in data:
        assert entry["name"] in text
        assert entry["says"]
        assert entry["changes"]
    text = run("rules", name).output
    assert game.title in text
    assert "pile.need" in text
    assert "SOURCES" in text
    assert max(len(line) for line in text.splitlines()) <= 80
    clauses = {entry["clause"] for entry in json.loads(run("rules", name, "--json").output)["clauses"]}
    assert {"out.contract", "match.ends"} <= clauses
    assert run("rules", name, "--markdown").output.startswith(f"# {game.title}")
    assert run("rules", name, "--ascii").output.isascii()


def test_rules_with_an_option_say_so() -> None:
    text = run("rules", "classic", "--players", "2", "--option", "one-canasta").output
    assert "option one-canasta" in text
