"""The planner: which weights it plays by, and that they are worth something."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

from canasta import bots
from canasta.base.errors import CanastaError, RulesError
from canasta.bots.planner import WrongWeights
from canasta.bots.registry import check_name, policy_weights
from canasta.bots.weights import FOLDER, packaged_weights, read_tuned
from canasta.bots.weights.nearest import nearest_weights
from canasta.rules.digest import digest
from canasta.rules.load import load
from canasta.sim.duel import Duel, run
from tests.deal.tables import TABLES

FILES = sorted((FOLDER / "planner").glob("*.toml"))
CLASSIC = FOLDER / "planner" / "classic-4.toml"

PLAYED_BY = {
    "1": "7ab8dc7c51815dad",
    "2": "8dd97f5363de0c9f",
    "3": "548377cffeacbd87",
    "4": "042b3148cd0c004e",
    "5": "cd05e3bea5358126",
}
"""What the weights of each version of the planner come to. Whoever changes them gives it another version."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_say_which_rules_they_are_for_and_how_to_find_them_again(path: Path) -> None:
    tuned = read_tuned(path)
    assert path.stem == f"{tuned.game}-{tuned.players}"
    assert (tuned.game, tuned.players) in TABLES
    made = tomllib.loads(path.read_text(encoding="utf-8"))["provenance"]
    assert made["command"].startswith(f"canasta tune {tuned.game} --players {tuned.players} --start ")
    assert made["gain"][1] > 0
    assert nearest_weights(load(tuned.game, tuned.players)) == tuned


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_there_are_weights_for_every_game(name: str, players: int) -> None:
    rules = load(name, players)
    weights = policy_weights("planner", rules)
    assert weights == nearest_weights(rules).weights
    assert weights != packaged_weights("greedy")


def test_house_rules_are_played_by_the_weights_of_the_nearest_rules() -> None:
    house = load("classic", house={"meld": {"size": 6}})
    assert digest(house) not in {read_tuned(path).rules for path in FILES}
    assert nearest_weights(house) == read_tuned(CLASSIC)
    house = load("hand-and-foot", house={"draw": {"stock": 3}})
    assert nearest_weights(house) == read_tuned(CLASSIC.with_name("hand-and-foot-4.toml"))


def test_weights_belong_to_a_version() -> None:
    text = hashlib.sha256()
    for path in FILES:
        text.update(repr(read_tuned(path).weights).encode())
    assert PLAYED_BY[bots.make("planner", 1, 0).version] == text.hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "players", "decks"), [("classic", 4, 400), ("classic", 2, 300), ("hand-and-foot", 4, 120)]
)
def test_it_is_stronger_than_greedy(name: str, players: int, decks: int) -> None:
    found = run(Duel(rules=load(name, players), a="planner", b="greedy", decks=decks))
    assert found.difference.low > 0


def test_a_planner_may_have_weights_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "Mine.toml"
    path.write_bytes(CLASSIC.read_bytes())
    name = f"planner:{path}"
    bot = bots.make(name, 1, 0)
    assert (bot.name, len(bot.version)) == (name, 8)
    assert policy_weights(name, load("classic")) == policy_weights("planner", load("classic"))
    check_name(name)
    check_name(name, load("classic"))
    with pytest.raises(WrongWeights, match="for classic with 4 players, not for these rules of New Canasta"):
        check_name(name, load("new-canasta"))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('game = "classic"', "", "provenance.game: a text belongs here"),
        ("players = 4", "players = true", "provenance.players: a whole number belongs here"),
        ("[provenance]", "[made]", "provenance.rules: a text belongs here"),
        ("\nmissing = ", "\nmisssing = ", "weights.missing: this weight is missing"),
        ("[weights]", "[weights", "Mine.toml"),
    ],
)
def test_bad_files_of_weights_are_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = CLASSIC.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "Mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        bots.make(f"planner:{path}", 1, 0)
    assert says in "\n".join([str(caught.value), *map(str, caught.value.problems)])


def test_a_missing_file_is_named() -> None:
    with pytest.raises(CanastaError, match=r"none\.toml: the file cannot be read"):
        bots.make("planner:none.toml", 1, 0)
