"""Duels: the same numbers however they are run, kept when they are interrupted, and right where they are known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from canasta.base.shuffle import deal_seed
from canasta.bots.weights import packaged_weights
from canasta.engine.weights import NAMES
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.sim import decks
from canasta.sim.decks import Purpose, deck_seed
from canasta.sim.duel import Duel, run
from canasta.sim.duel.command import duel as command
from canasta.sim.duel.contest import places
from canasta.sim.moments import Moments
from tests.deal.tables import TABLES

CLASSIC = load("classic", 4)


@pytest.fixture
def idle(tmp_path: Path) -> str:
    """Provide a bot for classic that sees no worth in anything."""
    return weights_bot(tmp_path / "idle.toml", CLASSIC, [0.0] * len(NAMES))


def weights_bot(path: Path, rules: Rules, weights: list[float]) -> str:
    lines = [f"{name} = {weight}\n" for name, weight in zip(NAMES, weights, strict=True)]
    made = f'game = "{rules.name}"\nplayers = {rules.seats}\nrules = "{digest(rules)}"\n'
    path.write_text(f"[provenance]\n{made}[weights]\n{''.join(lines)}", encoding="utf-8")
    return f"planner:{path}"


def called(*words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_equal_bots_make_equal_points_on_every_deck(name: str, players: int) -> None:
    found = run(Duel(rules=load(name, players), a="greedy", b="greedy", decks=2))
    assert found.tally.difference.total == found.tally.difference.squares == 0
    assert found.tally.a == found.tally.b
    assert sum(found.tally.ends.values()) == 2 * len(found.duel.places)


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_both_bots_have_every_side_equally_often(sides: int) -> None:
    ways = places(sides)
    assert [sum(way[side] for way in ways) for side in range(sides)] == [len(ways) // 2] * sides
    assert all(abs(2 * sum(way) - sides) <= 1 for way in ways)


def test_the_sides_of_a_are_counted_for_a(idle: str) -> None:
    found = run(Duel(rules=CLASSIC, a="greedy", b=idle, decks=40))
    other = run(Duel(rules=CLASSIC, a=idle, b="greedy", decks=40))
    assert found.decided
    assert found.difference.low > 0
    assert other.difference.mean == -found.difference.mean
    assert found.difference.mean == pytest.approx(found.tally.a.mean().mean - found.tally.b.mean().mean)


@pytest.mark.parametrize(
    "asked",
    [{"decks": 35}, {"b": "chance", "decks": 4}, {"b": "chance", "decks": 2, "match": True, "max_deals": 1}],
    ids=str,
)
def test_the_number_of_jobs_changes_nothing(asked: dict[str, Any], idle: str) -> None:
    usual: dict[str, Any] = {"rules": CLASSIC, "a": "greedy", "b": idle}
    alone = Duel(**usual | asked)
    assert run(replace(alone, jobs=2)).as_json() == run(alone).as_json()


def test_another_seed_plays_other_decks() -> None:
    asked = Duel(rules=CLASSIC, a="greedy", b="greedy", decks=5)
    assert run(replace(asked, seed=8)).tally.a != run(asked).tally.a


def test_bots_without_weights_play_at_a_table_of_their_own() -> None:
    found = run(Duel(rules=load("classic", 2), a="chance", b="greedy", decks=6))
    assert found.difference.high < 0
    assert found.tally.decks == 6


def test_matches_are_won(idle: str) -> None:
    duel = Duel(rules=load("hand-and-foot", 4), a="greedy", b="chance", decks=1, match=True)
    found = run(duel)
    assert found.tally.finished == {"a": 2, "b": 2}
    assert found.tally.won["a"] + found.tally.won["b"] >= 2
    assert found.as_json()["match"]["wins"]["a"]["mean"] == found.tally.won["a"] / 2
    unfinished = run(Duel(rules=CLASSIC, a="greedy", b=idle, decks=1, match=True, max_deals=1))
    assert unfinished.tally.unfinished == 2
    assert unfinished.wins == {}


def test_a_duel_stops_when_it_is_decided(idle: str) -> None:
    asked = Duel(rules=CLASSIC, a="greedy", b=idle, decks=5000, stop=True)
    found = run(asked)
    assert found.whole
    assert found.tally.decks == 100
    assert found.difference.low > 0
    fixed = run(replace(asked, decks=100, stop=False))
    assert fixed.difference.mean == found.difference.mean
    assert fixed.difference.low > found.difference.low
    assert run(replace(asked, jobs=2)).as_json() == found.as_json()


def test_the_interval_for_stopping_early_holds_all_the_time() -> None:
    rng = Random(3)
    missed = 0
    for _ in range(60):
        moments = Moments()
        for _ in range(600):
            moments.add(round(rng.gauss(0, 100)))
            if moments.number >= 100 and not moments.mean_so_far().low <= 0 <= moments.mean_so_far().high:
                missed += 1
                break
    assert missed <= 3


def test_an_interrupted_duel_keeps_what_it_has_and_goes_on(tmp_path: Path, idle: str) -> None:
    kept = tmp_path / "duel.json"
    whole = Duel(rules=CLASSIC, a="greedy", b=idle, decks=47)

    def interrupt(decks: int) -> None:
        if decks >= 20:
            raise KeyboardInterrupt

    stopped = run(whole, interrupt, kept)
    assert not stopped.whole
    assert stopped.as_json() == run(replace(whole, decks=20)).as_json() | {"planned": 47}
    assert run(replace(whole, decks=33), None, kept).tally.decks == 33
    # It goes on after the decks in the file, which are not played again.
    played: list[int] = []
    assert run(whole, played.append, kept).as_json() == run(whole).as_json()
    assert played[0] > 33
    assert run(whole, played.append, kept).whole


def test_files_that_are_not_of_this_duel_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "duel.json"
    usual = ["classic", "--a", "greedy", "--b", "greedy", "--deals", "1", "--save", str(kept)]
    assert called(*usual).exit_code == 0
    other = called(*usual, "--seed", "2")
    assert other.exit_code == 2
    assert "another duel: seed is 1 there and 2 here" in other.stderr
    for text in ("", "[]", "{}", "[" * 9000, '{"canasta duel": 1, "duel": 3}', "\x00", '{"canasta duel": 2}'):
        kept.write_text(text, encoding="utf-8")
        bad = called(*usual)
        assert bad.exit_code == 2, text
        assert "Choose another file" in bad.stderr
        assert kept.read_text(encoding="utf-8") == text
    kept.unlink()
    assert called(*usual).exit_code == 0
    kept.write_text(kept.read_text(encoding="utf-8").replace('"decks": 1', '"decks": "1"'), encoding="utf-8")
    assert called(*usual).exit_code == 2


def test_no_deck_for_one_purpose_is_one_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the numbers are that the seeds of runs lead to: the highest bits say what a deck is for."""
    rng = Random(1)
    marks = [0x7FFFFFFF << 33, 0x7FFFFFFF << 33 | 12345 << 1, (1 << 64) - 1, (1 << 63) - 1, 0, 1, 1 << 63]
    for drawn in [*marks, *(rng.randrange(1 << 64) for _ in range(1000))]:
        monkeypatch.setattr(decks, "deal_seed", lambda *_, drawn=drawn: drawn)
        test, tune, judge = (deck_seed(purpose, 1, 1) for purpose in ("test", "tune", "judge"))
        learning = [deck_seed(purpose, 1, 1) >> 32 for purpose in ("train", "select", "report")]
        assert learning == [0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF]
        assert tune >> 32 not in learning
        assert judge >> 32 == 0x7FFFFFFF
        assert tune >> 63 == 1
        assert test >> 63 == 0
        assert test >> 32 != 0x7FFFFFFF
    monkeypatch.undo()
    for purpose in get_args(Purpose):
        assert len({deck_seed(purpose, 1, number) for number in range(1, 2000)}) == 1999


def test_decks_of_published_duels_and_tunings_stay_as_they_were() -> None:
    for seed in (1, 2026):
        for number in range(1, 6001):
            drawn = deal_seed(seed, number) >> 1
            assert deck_seed("test", seed, number) == drawn
            assert deck_seed("tune", seed, number) == 1 << 63 | drawn


def test_json_has_what_was_promised_and_nothing_else_is_printed() -> None:
    found = called(
        "classic", "--players", "2", "--a", "greedy", "--b", "chance", "--deals", "2", "--seed", "3", "--json"
    )
    assert found.exit_code == 0, found.output
    assert found.stderr == ""
    data = json.loads(found.stdout)
    low, high = data["interval"]
    assert low <= data["difference"] <= high
    assert (data["game"], data["players"], data["a"], data["b"], data["decks"], data["deals"]) == (
        "classic", 2, "greedy", "chance", 2, 4,
    )  # fmt: skip
    assert data["versions"] == {"chance": "1", "greedy": "1"}


@pytest.mark.parametrize("more", [(), ("--stop",), ("--match", "--max-deals", "1")])
def test_the_table_is_readable(more: tuple[str, ...]) -> None:
    found = called("new-canasta", "--players", "3", "--a", "greedy", "--b", "chance", "--deals", "1", *more)
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith("New Canasta, 3 players: greedy against chance; seed 1\n")
    assert "each played 6 times: 6 " in found.stdout
    assert ("corrected for stopping early" in found.stdout) == ("--stop" in more)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["classic", "--a", "gready"], "Did you mean greedy"),
        (["classic", "--b", "planner:/no/such.toml"], "such.toml"),
        (["hand-and-food"], "hand-and-foot"),
        ([], "Name a game"),
        (["classic", "--deals", "0"], "The number of decks must be at least 1"),
        (["classic", "--jobs", "0"], "The number of jobs must be at least 1"),
        (["classic", "--seed", "-1"], "-1"),
    ],
)
def test_wrong_use_is_one_clear_message(words: list[str], says: str) -> None:
    found = called(*words)
    assert found.exit_code == 2, found.output
    assert says in found.stderr
    assert found.stdout == ""
    assert "Traceback" not in found.stderr


def test_weights_for_other_rules_are_refused(tmp_path: Path) -> None:
    bot = weights_bot(tmp_path / "mine.toml", CLASSIC, list(packaged_weights("greedy")))
    assert called("classic", "--a", bot, "--b", "greedy", "--deals", "1").exit_code == 0
    found = called("classic", "--players", "2", "--a", bot, "--b", "greedy", "--deals", "1")
    assert found.exit_code == 2
    assert "are for classic with 4 players, not for these rules of Classic Canasta with 2 players" in found.stderr
