"""Tuning: it finds better weights where there are some, the same ones however it is run, and keeps what it has found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.bots.weights import packaged_weights, read_tuned
from canasta.engine.weights import KEEP_PAIR, MISSING, NAMES, SHARES
from canasta.rules.digest import digest
from canasta.rules.load import load
from canasta.sim.policy_table import PolicyTable
from canasta.sim.tune import Search, Tuning
from canasta.sim.tune import search as searching
from canasta.sim.tune.command import tune
from canasta.sim.tune.trials import Gain, allowed

TWO = load("classic", 2)
GREEDY = packaged_weights("greedy")
SMALL = ("classic", "--players", "2", "--decks", "30", "--rounds", "2")


def called(*words: str) -> Result:
    return CliRunner().invoke(tune, words)


def test_better_weights_are_found_where_there_are_some() -> None:
    worse = list(GREEDY)
    worse[MISSING], worse[KEEP_PAIR] = 0.0, -60.0
    search = Search(Tuning(rules=TWO, start=tuple(worse), decks=200, rounds=3))
    gains = list(search.rounds())
    assert 1 <= len(gains) <= 3
    assert search.weights != tuple(worse)
    checked = search.check(300)
    assert checked.number == 300
    assert checked.mean > checked.reach > 0


def test_the_number_of_jobs_changes_nothing() -> None:
    alone = Tuning(rules=TWO, start=GREEDY, decks=60, rounds=2)
    one, two, other = (Search(each) for each in (alone, replace(alone, jobs=2), replace(alone, seed=2)))
    assert list(one.rounds()) == list(two.rounds()) != list(other.rounds())
    assert (one.weights, one.decks) == (two.weights, two.decks)


def test_all_minimums_come_in_turn() -> None:
    first, every = PolicyTable(TWO), PolicyTable(TWO, all_minimums=True)

    def minimums(table: PolicyTable) -> list[int]:
        seated = [table.policy(GREEDY)] * 2
        return [table.play(number, number, [seated])[0].minimum(0) for number in range(1, 9)]

    assert minimums(first) == [50] * 8
    assert minimums(every) == [50, 50, 90, 90, 120, 120, 50, 50]
    one, other = (
        Search(Tuning(rules=TWO, start=GREEDY, decks=12, rounds=1, all_minimums=each)) for each in (False, True)
    )
    assert list(one.rounds()) != list(other.rounds())


def test_the_search_ends_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_CLEAR", 1e9)
    search = Search(Tuning(rules=TWO, start=GREEDY, decks=4, rounds=50))
    assert len(list(search.rounds())) == 6
    assert search.weights == GREEDY


def test_shares_are_never_negative() -> None:
    weights = allowed([-1.0] * len(NAMES))
    assert {name for name, weight in zip(NAMES, weights, strict=True) if weight == 0.0} == set(SHARES)
    assert set(SHARES) <= set(NAMES)


def test_gains_are_means_with_an_interval() -> None:
    gain = Gain(2, 10.0, 68.0)
    assert gain.mean == 5.0
    assert gain.reach == pytest.approx(1.96 * 3)
    assert Gain().mean == Gain().reach == 0.0


def test_the_file_says_where_its_weights_come_from(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    found = called(*SMALL, "--out", str(path))
    assert found.exit_code == 0, found.output
    assert "points per deal over greedy on 60 other decks" in found.stdout
    tuned = read_tuned(path)
    assert (tuned.game, tuned.players, tuned.rules) == ("classic", 2, digest(TWO))
    text = path.read_text(encoding="utf-8")
    assert 'command = "canasta tune classic --players 2 --start greedy --decks 30 --rounds 2 --seed 1"' in text
    assert "decks = " in text
    assert str(tmp_path) not in text
    again = tmp_path / "again.toml"
    assert called(*SMALL, "--out", str(again)).exit_code == 0
    assert again.read_text(encoding="utf-8") == text
    further = called(*SMALL, "--start", f"planner:{path}", "--out", str(tmp_path / "further.toml"))
    assert further.exit_code == 0, further.output


def test_an_interrupted_search_keeps_the_best_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Search, __: int) -> Gain:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "check", interrupt)
    path = tmp_path / "two.toml"
    found = called(*SMALL, "--out", str(path))
    assert found.exit_code == 130
    assert "The best weights so far are in" in found.stderr
    assert read_tuned(path).game == "classic"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*SMALL, "--start", "chance"], '"chance" does not play by weights'),
        ([*SMALL, "--start", "gredy"], "Did you mean greedy"),
        ([*SMALL, "--decks", "0"], "The number of decks must be at least 1"),
        ([*SMALL, "--out", __file__], "is there already"),
        (["classic", "--players", "9"], "9 is not a valid number of players"),
    ],
)
def test_wrong_use_is_one_clear_message(words: list[str], says: str) -> None:
    found = called(*words)
    assert found.exit_code == 2, found.output
    assert says in found.stderr
    assert "Traceback" not in found.stderr
