"""Files of weights, good and bad."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from canasta.base.errors import RulesError
from canasta.bots.weights import FOLDER, packaged_weights, read_tuned_odds, read_tuned_value, read_weights
from canasta.bots.weights.nearest import nearest_odds, nearest_value
from canasta.engine.facts import NAMES as FACTS
from canasta.engine.odds import MOST, Odds
from canasta.engine.odds import NAMES as SORTS
from canasta.engine.rule_table import rule_table_of
from canasta.engine.value import PARTS, Value
from canasta.engine.weights import NAMES
from canasta.rules.load import load
from tests.deal.tables import TABLES

VALUES = sorted((FOLDER / "value").glob("*.toml"))
VALUE_ROW = f"value.points: {PARTS} numbers from -1,000,000 to 1,000,000 belong here"
ODDS = sorted((FOLDER / "odds").glob("*.toml"))


def test_the_weights_of_greedy_are_complete() -> None:
    assert len(packaged_weights("greedy")) == len(NAMES)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ({"missing": None}, "weights.missing: this weight is missing"),
        ({"missing": '"much"'}, "weights.missing: 'much' is not a number"),
        ({"missing": "true"}, "weights.missing: True is not a number"),
        ({"missing": "nan"}, "weights.missing: nan is not a number"),
        ({"misssing": "1"}, "weights.misssing: no policy has this weight"),
    ],
)
def test_a_bad_file_is_refused_by_the_weight(tmp_path: Path, lines: dict[str, str | None], problem: str) -> None:
    given = dict.fromkeys(NAMES, "1") | lines
    path = tmp_path / "odd.toml"
    path.write_text("[weights]\n" + "".join(f"{name} = {value}\n" for name, value in given.items() if value))
    with pytest.raises(RulesError) as caught:
        read_weights(path)
    assert [str(each) for each in caught.value.problems] == [problem]


@pytest.mark.parametrize("text", ["", "weights = 3", "weights ="])
def test_a_file_without_weights_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(RulesError):
        read_weights(path)


@pytest.mark.parametrize("path", VALUES, ids=lambda path: path.stem)
def test_values_say_which_rules_they_are_for_and_explain_more_than_points(path: Path) -> None:
    found = read_tuned_value(path)
    assert path.stem == f"{found.game}-{found.players}"
    made = tomllib.loads(path.read_text(encoding="utf-8"))["provenance"]
    assert made["command"].startswith(f"canasta tune {found.game} --players {found.players} --start planner ")
    assert made["value"]["fit"][0] > made["value"]["fit_of_points"][0] + 0.05
    assert 0 < found.mean < 20_000
    assert 500 < found.deviation < 6_000
    assert nearest_value(load(found.game, found.players)) == found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_there_is_a_value_for_every_game(name: str, players: int) -> None:
    rules = load(name, players)
    assert Value(rule_table_of(rules), list(nearest_value(rules).numbers)).table.rules == rules


def test_house_rules_have_the_value_of_the_nearest_rules() -> None:
    own, house = load("classic"), load("classic", house={"meld": {"size": 6}})
    assert nearest_value(house) == nearest_value(own)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ({"points": None}, "value.points: this fact is missing"),
        ({"points": "[1, 2]"}, VALUE_ROW),
        ({"points": "[1, 2, nan]"}, VALUE_ROW),
        ({"points": "[1, 2, 1e6]", "turn": "[1, -1000001, 1]"}, VALUE_ROW.replace("points", "turn")),
        ({"points": "3"}, VALUE_ROW),
        ({"pints": "[1, 2, 3]"}, "value.pints: a value knows no such fact"),
    ],
)
def test_a_bad_value_is_refused_by_the_fact(tmp_path: Path, lines: dict[str, str | None], problem: str) -> None:
    given = dict.fromkeys(FACTS, "[1, 2, 3]") | lines
    path = tmp_path / "odd.toml"
    path.write_text("[value]\n" + "".join(f"{name} = {row}\n" for name, row in given.items() if row))
    with pytest.raises(RulesError) as caught:
        read_tuned_value(path)
    assert str(caught.value.problems[0]) == problem


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("", "deal.mean: a number belongs here"),
        ("[deal]\nmean = 700.0\n", "deal.deviation: a positive number belongs here"),
        ("[deal]\nmean = true\ndeviation = 1300.0\n", "deal.mean: a number belongs here"),
        ("[deal]\nmean = 700.0\ndeviation = 0.0\n", "deal.deviation: a positive number belongs here"),
        ("deal = 3\n", "deal.mean: a number belongs here"),
    ],
)
def test_a_value_must_say_how_deals_end(tmp_path: Path, lines: str, problem: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(lines + "[value]\n" + "".join(f"{name} = [1, 2, 3]\n" for name in FACTS))
    with pytest.raises(RulesError) as caught:
        read_tuned_value(path)
    assert str(caught.value.problems[0]) == problem


@pytest.mark.parametrize("path", ODDS, ids=lambda path: path.stem)
def test_odds_say_which_rules_they_are_for_and_make_true_hands_likelier(path: Path) -> None:
    found = read_tuned_odds(path)
    assert path.stem == f"{found.game}-{found.players}"
    made = tomllib.loads(path.read_text(encoding="utf-8"))["provenance"]
    assert made["command"].startswith(f"canasta tune {found.game} --players {found.players} --start planner ")
    assert made["gain"] > 0.5
    assert nearest_odds(load(found.game, found.players)) == found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_there_are_odds_for_every_game(name: str, players: int) -> None:
    rules = load(name, players)
    assert Odds(rule_table_of(rules), list(nearest_odds(rules).factors)).table.rules == rules


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ({"own": None}, "odds.own: this sort is missing"),
        ({"own": "[1, 2]"}, f"odds.own: {MOST} positive numbers belong here"),
        ({"own": "[1, 2, 3, inf]"}, f"odds.own: {MOST} positive numbers belong here"),
        ({"own": "[1, 2, 3, 0]"}, f"odds.own: {MOST} positive numbers belong here"),
        ({"own": "[1, 2, 3, -1]"}, f"odds.own: {MOST} positive numbers belong here"),
        ({"own": "[1, 2, 3, true]"}, f"odds.own: {MOST} positive numbers belong here"),
        ({"own": "3"}, f"odds.own: {MOST} positive numbers belong here"),
        ({"owned": "[1, 2, 3, 4]"}, "odds.owned: odds have no such sort"),
    ],
)
def test_bad_odds_are_refused_by_the_sort(tmp_path: Path, lines: dict[str, str | None], problem: str) -> None:
    given = dict.fromkeys(SORTS, "[1, 2, 3, 4]") | lines
    path = tmp_path / "odd.toml"
    path.write_text("[odds]\n" + "".join(f"{name} = {row}\n" for name, row in given.items() if row))
    with pytest.raises(RulesError) as caught:
        read_tuned_odds(path)
    assert str(caught.value.problems[0]) == problem
