"""A game of one's own is one file in a folder: it is listed, told, simulated and played like the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.cli import cli

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
