"""One bot among others: nothing if it is the same, less for its side if it plays badly, and the same however it is run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.engine.weights import NAMES
from canasta.rules.load import load
from canasta.sim.duel import Partners, run_partners
from canasta.sim.duel.command import duel as command
from canasta.sim.playing import play_deal
from tests.sim.test_duel import weights_bot

CLASSIC = load("classic", 4)


@pytest.fixture
def idle(tmp_path: Path) -> str:
    """Provide a bot for classic that sees no worth in anything."""
    return weights_bot(tmp_path / "idle.toml", CLASSIC, [0.0] * len(NAMES))


def called(*words: str) -> Result:
    return CliRunner().invoke(command, ["classic", "--partners", *words])


@pytest.mark.parametrize("name", ["greedy", "chance"])
@pytest.mark.parametrize(("game", "players"), [("classic", 4), ("hand-and-foot-earl", 6)])
def test_a_bot_among_its_like_changes_nothing(name: str, game: str, players: int) -> None:
    found = run_partners(Partners(rules=load(game, players), a=name, b=name, decks=2)).tally
    assert (found.decks, found.partner.number, found.rival.number) == (2, 2, 2)
    assert found.partner.squares == found.rival.squares == 0


def test_a_bad_partner_costs_and_a_bad_rival_gives(idle: str) -> None:
    found = run_partners(Partners(rules=CLASSIC, a=idle, b="greedy", decks=60))
    assert found.partner.high < 0 < found.rival.low


def test_the_points_are_those_of_the_deals_with_it_in_each_seat() -> None:
    rules = load("hand-and-foot-earl", 6)
    asked = Partners(rules=rules, a="chance", b="greedy", decks=1)
    found = run_partners(asked).tally

    def points(*seats: int) -> list[int]:
        from canasta.sim.decks import deck_seed

        names = ["chance" if seat in seats else "greedy" for seat in range(6)]
        return list(play_deal(rules, names, 1, 1, deck_seed=deck_seed("test", 1, 1)).points)

    usual = points()
    assert len(usual) == rules.sides
    assert found.partner.total == sum(points(seat)[seat % rules.sides] - usual[seat % rules.sides] for seat in range(6))
    assert found.partner.total + found.rival.total == sum(sum(points(seat)) - sum(usual) for seat in range(6))


def test_the_report_is_the_same_for_any_number_of_processes() -> None:
    asked = Partners(rules=CLASSIC, a="planner", b="greedy", decks=25)
    assert run_partners(asked).as_json() == run_partners(replace(asked, jobs=2)).as_json()


def test_an_interrupt_leaves_what_was_played() -> None:
    def interrupt(decks: int) -> None:
        if decks >= 20:
            raise KeyboardInterrupt

    asked = Partners(rules=CLASSIC, a="planner", b="greedy", decks=1000)
    stopped = run_partners(asked, interrupt)
    assert (stopped.tally.decks, stopped.whole) == (20, False)
    assert stopped.partner == run_partners(replace(asked, decks=20)).partner


def test_the_command_shows_it_as_text_and_as_data() -> None:
    text = called("--deals", "20").stdout
    assert "Classic Canasta, 4 players: one planner among greedy; seed 1" in text
    assert "20, each played 5 times: 100 deals" in text
    found = json.loads(called("--deals", "20", "--json").stdout)
    assert found["partner"]["low"] < found["partner"]["mean"] < found["partner"]["high"]
    assert (found["a"], found["b"], found["decks"]) == ("planner", "greedy", 20)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--players", "3"], "Classic Canasta with 3 players has no partners and rivals."),
        (["--match", "--stop"], "--partners cannot be combined with --match and --stop."),
        (["--deals", "0"], "The number of decks must be at least 1, not 0."),
        (["--a", "nobody"], 'Unknown bot "nobody"'),
    ],
)
def test_what_cannot_be_played_is_one_sentence(words: list[str], says: str) -> None:
    done = called(*words)
    assert done.exit_code == 2
    assert says in done.stderr
