"""A game of one's own is one file in a folder: it is listed, told, simulated and played like the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.cli import cli
from canasta.rules.load import games, load, own_games

OURS = """
title = "Tuesdays"
blurb = "Hand and Foot with a short foot, wild canastas for nothing, and three deals."
base = "hand-and-foot"

[reserves.foot]
size = 9

[out]
natural = 1
mixed = 1
wild = 0
permission = "none"

[match]
deals = 3

[options.long]
says = "The match has six deals."
match.deals = 6
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tuesdays.toml").write_text(OURS, encoding="utf-8")
    monkeypatch.setenv("CANASTA_GAMES", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("shelf")
def test_a_fifth_game_plays_without_any_other_change() -> None:
    runner = CliRunner()
    listed = json.loads(runner.invoke(cli, ["games", "--json"]).output)
    assert "tuesdays" in [game["name"] for game in listed]
    told = runner.invoke(cli, ["rules", "tuesdays"])
    assert told.exit_code == 0
    assert "nine cards" in told.output
    assert "six deals" in runner.invoke(cli, ["options", "tuesdays"]).output
    result = runner.invoke(cli, ["sim", "tuesdays", "--deals", "20", "--bots", "greedy", "--seed", "1", "--json"])
    assert result.exit_code == 0, result.output
    ends = json.loads(result.output)["ends"]
    assert sum(ends.values()) == 20
    assert ends["out"] > 10
    played = runner.invoke(cli, ["play", "tuesdays", "--seed", "1"], input="draw\nquit\n")
    assert played.exit_code == 0
    assert "Tuesdays" in played.output


def test_a_folder_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CANASTA_GAMES", str(tmp_path / "nowhere"))
    result = CliRunner().invoke(cli, ["games"])
    assert result.exit_code == 2
    assert "no such folder" in result.output.lower()


def test_a_broken_game_is_left_out_and_the_others_are_played(shelf: Path) -> None:
    (shelf / "based.toml").write_text('title = "Based"\nbase = "torn"\n', encoding="utf-8")
    (shelf / "classic.toml").write_text('base = "hand-and-foot"\n', encoding="utf-8")
    (shelf / "slip.toml").write_text('title = "Slip"\nbase = "classic"\n\n[meld]\nsise = 7\n', encoding="utf-8")
    (shelf / "torn.toml").write_text('title = "Torn"\n[meld\n', encoding="utf-8")
    (shelf / "Two Words.toml").write_text('base = "classic"\n', encoding="utf-8")
    result = CliRunner().invoke(cli, ["games", "--json"])
    assert result.exit_code == 0
    names = {game["name"] for game in json.loads(result.stdout)}
    assert names >= {"tuesdays", "classic", "hand-and-foot"}
    assert not names & {"based", "slip", "torn"}
    said = result.stderr
    for name in ("based", "classic", "slip", "torn", "Two Words"):
        assert f"Warning: skipping the game in {shelf / name}.toml." in said
    assert "line 5: meld.sise: meld has no value with this name (did you mean size?)" in said
    assert "line 2, column 6: this is not valid TOML" in said
    assert "classic: a packaged game already has this name" in said
    (shelf / "endless.toml").symlink_to("/dev/zero")
    result = CliRunner().invoke(cli, ["games"])
    assert result.exit_code == 0
    assert "endless.toml: the file " in result.stderr
    result = CliRunner().invoke(cli, ["rules", "slip"])
    assert result.exit_code == 2
    assert 'there is no game "slip"' in result.stderr


def test_commands_that_need_no_games_do_not_read_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CANASTA_GAMES", str(tmp_path / "nowhere"))
    assert CliRunner().invoke(cli, ["replay", "--help"]).exit_code == 0
    monkeypatch.setenv("CANASTA_GAMES", "")
    assert CliRunner().invoke(cli, ["games"]).exit_code == 0


def test_the_core_reads_no_environment(shelf: Path) -> None:
    assert "tuesdays" not in games()
    assert "tuesdays" in games(shelf)
    assert load("tuesdays", folder=shelf).title == "Tuesdays"
    with own_games(shelf, print):
        assert load("tuesdays").title == "Tuesdays"
    assert "tuesdays" not in games()
