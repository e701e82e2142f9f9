"""Tuning: it finds better weights where there are some, the same ones however it is run, and keeps what it has found."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from canasta.base.errors import RulesError
from canasta.bots.weights import packaged_weights, read_tuned, read_tuned_odds, read_tuned_value
from canasta.bots.weights.nearest import nearest_value
from canasta.engine.facts import TURN
from canasta.engine.odds import MOST
from canasta.engine.odds import NAMES as SORTS
from canasta.engine.value import NUMBERS, PARTS
from canasta.engine.weights import KEEP_PAIR, MISSING, NAMES, SHARES
from canasta.rules.digest import digest
from canasta.rules.house import toml_value
from canasta.rules.load import load
from canasta.sim.plan import PlanError
from canasta.sim.policy_table import PolicyTable
from canasta.sim.tune import Tuning, WeightSearch, learning
from canasta.sim.tune import search as searching
from canasta.sim.tune.command import tune
from canasta.sim.tune.hands import learn_odds
from canasta.sim.tune.learning import learn
from canasta.sim.tune.trials import Gain, allowed

TWO = load("classic", 2)
GREEDY = packaged_weights("greedy")
SMALL = ("classic", "--players", "2", "--decks", "30", "--rounds", "2")


def called(*words: str) -> Result:
    return CliRunner().invoke(tune, words)


def test_better_weights_are_found_where_there_are_some() -> None:
    worse = list(GREEDY)
    worse[MISSING], worse[KEEP_PAIR] = 0.0, -60.0
    search = WeightSearch(Tuning(rules=TWO, start=tuple(worse), decks=200, rounds=3))
    gains = list(search.rounds())
    assert 1 <= len(gains) <= 3
    assert search.weights != tuple(worse)
    checked = search.check(300)
    assert checked.number == 300
    assert checked.mean > checked.reach > 0


def test_the_number_of_jobs_changes_nothing() -> None:
    alone = Tuning(rules=TWO, start=GREEDY, decks=60, rounds=2)
    one, two, other = (WeightSearch(each) for each in (alone, replace(alone, jobs=2), replace(alone, seed=2)))
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
        WeightSearch(Tuning(rules=TWO, start=GREEDY, decks=12, rounds=1, all_minimums=each)) for each in (False, True)
    )
    assert list(one.rounds()) != list(other.rounds())


def test_the_search_ends_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_CLEAR", 1e9)
    search = WeightSearch(Tuning(rules=TWO, start=GREEDY, decks=4, rounds=50))
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
    assert "the value explains" in found.stdout
    assert len(read_tuned_value(path).numbers) == NUMBERS
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


def stop(*_: object) -> NoReturn:
    """Take the place of what takes a while, when someone presses Ctrl+C."""
    raise KeyboardInterrupt


def test_an_interrupted_search_keeps_the_best_weights_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, path = tmp_path / "whole.toml", tmp_path / "two.toml"
    assert called(*SMALL, "--out", str(whole)).exit_code == 0
    with monkeypatch.context() as patched:
        patched.setattr(WeightSearch, "check", stop)
        found = called(*SMALL, "--out", str(path))
    assert found.exit_code == 130
    assert "The same command resumes the search." in found.stderr
    assert read_tuned(path).game == "classic"
    with monkeypatch.context() as patched:
        patched.setattr(learning, "learn", stop)
        found = called(*SMALL, "--out", str(path))
    assert found.exit_code == 130
    assert "Resuming after round 2." in found.stderr
    other = called(*SMALL, "--seed", "2", "--out", str(path))
    assert other.exit_code == 2
    assert "unfinished search" in other.stderr
    assert called(*SMALL, "--out", str(path)).exit_code == 0
    assert path.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")
    assert "is there already" in called(*SMALL, "--out", str(path)).stderr


def test_a_search_goes_on_as_if_it_had_never_stopped() -> None:
    tuning = Tuning(rules=TWO, start=GREEDY, decks=30, rounds=3)
    whole = WeightSearch(tuning)
    gains = list(whole.rounds())
    for stopped in range(1, 3):
        first = WeightSearch(tuning)
        begun = list(islice(first.rounds(), stopped))
        kept = tomllib.loads("".join(f"{name} = {toml_value(value)}\n" for name, value in first.state().items()))
        again = WeightSearch(tuning, kept)
        assert begun + list(again.rounds()) == gains
        assert (again.weights, again.decks, again.state()) == (whole.weights, whole.decks, whole.state())


@pytest.mark.parametrize(
    "wrong", [{"done": -1}, {"decks": 1.5}, {"judged": "much"}, {"weights": [1.0]}, {"slopes": 3}, {"idle": True}]
)
def test_a_bad_state_of_a_search_is_refused(wrong: dict[str, object]) -> None:
    tuning = Tuning(rules=TWO, start=GREEDY, decks=4, rounds=1)
    search = WeightSearch(tuning)
    list(search.rounds())
    WeightSearch(tuning, search.state())
    with pytest.raises(PlanError, match="cannot be read"):
        WeightSearch(tuning, search.state() | wrong)


def test_a_value_foretells_better_than_points() -> None:
    one = learn(TWO, GREEDY, seed=1, first=1, decks=450, jobs=1)
    assert (one.decks, one.fit_decks) == (450, 150)
    assert one.positions > 450
    by_value, by_points = one.fit.explained(), one.fit.explained_by_points()
    assert len(by_value) == 1 + len(learning.STAGES)
    assert by_value[0] > by_points[0] + 0.05
    assert learn(TWO, GREEDY, seed=1, first=1, decks=210, jobs=2) == learn(
        TWO, GREEDY, seed=1, first=1, decks=210, jobs=1
    )


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_value_is_learned_from_sides_that_wait_for_any_number_of_turns(players: int) -> None:
    rules = load("classic", players)
    table = PolicyTable(rules)
    seated = [table.policy(GREEDY)] * players
    waits = Counter[int]()
    for number in range(1, 41):
        *turns, _ = table.play_turns(number, number, seated)
        looked = learning.looked_at(turns, number, rules.sides)
        waits.update((side - int(p.turn)) % rules.sides for p, side in looked)
    assert len(waits) == rules.sides
    assert min(waits.values()) > 0.8 * waits.total() / rules.sides


def test_the_turn_has_a_worth_where_three_sides_play() -> None:
    """With three sides, the turn of the second is as far away as that of the others on average, and tells nothing."""
    rules = load("classic", 3)
    numbers = learn(rules, GREEDY, seed=1, first=1, decks=90, jobs=1).numbers
    assert 0.0 < abs(numbers[TURN * PARTS]) < 1000.0


def test_a_value_can_be_learned_alone(tmp_path: Path) -> None:
    path = tmp_path / "value.toml"
    words = ("classic", "--players", "2", "--decks", "20", "--value", "--start", "planner", "--out", str(path))
    found = called(*words)
    assert found.exit_code == 0, found.output
    assert "the value explains" in found.stdout
    value = read_tuned_value(path)
    assert (value.game, value.players, value.rules) == ("classic", 2, digest(TWO))
    assert len(value.numbers) == NUMBERS
    packaged = nearest_value(TWO)
    assert value.mean == pytest.approx(packaged.mean, abs=5 * packaged.deviation / sqrt(26))
    assert value.deviation == pytest.approx(packaged.deviation, rel=0.5)
    with pytest.raises(RulesError):
        read_tuned(path)
    assert "is there already" in called(*words).stderr


def test_odds_make_true_hands_likelier_and_are_the_same_however_they_are_learned() -> None:
    one, two = (learn_odds(TWO, GREEDY, seed=1, decks=60, jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert (one.decks, one.gain_decks) == (60, 20)
    assert one.gain > 0.5
    assert learn_odds(TWO, GREEDY, seed=2, decks=60, jobs=1).factors != one.factors
    # A rank that the player's own side has laid is rarely in the hand.
    factors = dict(zip(SORTS, one.factors[::MOST], strict=True))
    assert factors["own"] < 0.3 < factors["closed"]


def test_odds_can_be_learned_alone(tmp_path: Path) -> None:
    path = tmp_path / "odds.toml"
    words = ("classic", "--players", "2", "--decks", "20", "--odds", "--start", "planner", "--out", str(path))
    found = called(*words)
    assert found.exit_code == 0, found.output
    assert "times as likely as chance does" in found.stdout
    odds = read_tuned_odds(path)
    assert (odds.game, odds.players, odds.rules) == ("classic", 2, digest(TWO))
    assert len(odds.factors) == len(SORTS) * MOST
    assert min(odds.factors) > 0
    with pytest.raises(RulesError):
        read_tuned_value(path)
    assert "is there already" in called(*words).stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*SMALL, "--value", "--odds"], "give --value or --odds, and not both"),
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
