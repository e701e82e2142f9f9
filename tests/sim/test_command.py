"""The command ``sim``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.sim import playing
from canasta.sim.command import sim


def called(*words: str) -> Result:
    return CliRunner().invoke(sim, words)


def test_json_has_what_was_promised_and_nothing_else_is_printed() -> None:
    found = called("hand-and-foot", "--deals", "3", "--bots", "greedy,greedy,greedy,greedy", "--seed", "1", "--json")
    assert found.exit_code == 0, found.output
    data = json.loads(found.stdout)
    assert {"game", "players", "deals", "ends", "turns", "steps", "points", "seed", "bots", "stuck"} <= set(data)
    assert (data["game"], data["players"], data["deals"]) == ("hand-and-foot", 4, 3)
    assert "out" in data["ends"]
    assert {"mean", "low", "high"} <= set(data["turns"])
    assert len(data["points"]) == 2
    assert {"mean", "low", "high", "seats"} <= set(data["points"][0])
    assert found.stderr == ""
    again = called("hand-and-foot", "--deals", "3", "--bots", "greedy", "--seed", "1", "--jobs", "2", "--json")
    assert again.stdout == found.stdout


def test_matches_in_json() -> None:
    found = called("hand-and-foot", "--deals", "1", "--bots", "greedy,chance,greedy,chance", "--match", "--json")
    data = json.loads(found.stdout)
    assert data["match"]["matches"] == 1
    assert set(data["match"]["by_bot"]) == {"chance", "greedy"}
    assert set(data["by_bot"]) == {"chance", "greedy"}


@pytest.mark.parametrize(
    "more", [(), ("--match", "--max-deals", "2"), ("--duplicate", "--bots", "greedy,chance,chance")]
)
def test_the_table_is_readable(more: tuple[str, ...]) -> None:
    found = called("new-canasta", "--players", "3", "--deals", "2", *more)
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith("New Canasta, 3 players: ")
    assert "by going out" in found.stdout
    assert "seat 3" in found.stdout
    assert not any(line != line.rstrip() for line in found.stdout.splitlines())


def test_options_and_house_rules(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "classic"\nmeld.size = 6\n', encoding="utf-8")
    plain = json.loads(called("classic", "--deals", "1", "--json").stdout)
    own = json.loads(called("--house", str(house), "--deals", "1", "--json").stdout)
    option = json.loads(called("classic", "--option", "two-canastas", "--deals", "1", "--json").stdout)
    assert len({plain["rules"], own["rules"], option["rules"]}) == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hand-and-foot", "--bots", "greedy,greedy"], "2 bots are given for 4 players"),
        (["hand-and-foot", "--bots", "gready"], "Did you mean greedy"),
        (["hand-and-food"], "hand-and-foot"),
        ([], "Name a game"),
        (["classic", "--players", "7"], "Classic Canasta is for 2, 3, 4, 5 or 6 players, not 7."),
        (["classic", "--deals", "0"], "at least 1"),
        (["classic", "--deals", "many"], '"many" is not a whole number.'),
        (["classic", "--option", "no-such"], "no option"),
        (["--house", "/no/such/file.toml"], "file.toml"),
    ],
)
def test_wrong_use_is_one_clear_message(words: list[str], says: str) -> None:
    found = called(*words)
    assert found.exit_code == 2, found.output
    assert says in found.stderr
    assert found.stdout == ""
    assert "Traceback" not in found.stderr


def test_a_failed_run_is_told_from_wrong_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_MOST_STEPS", 5)
    found = called("classic", "--deals", "1")
    assert found.exit_code == 1
    assert found.stdout == ""
    assert "did not end" in found.stderr
