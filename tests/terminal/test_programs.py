"""Bots that run as programs, at the table in the terminal and in simulations."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.base.shuffle import LARGEST_SEED, deal_seed
from canasta.bots.process.commands import shared_process
from canasta.bots.process.decisions import decision_seed
from canasta.cli import cli
from canasta.sim.command import sim
from tests.terminal.script import Scripted, table

ODD = f"command:{sys.executable} -I -S {Path(__file__).resolve().parents[1] / 'bots' / 'odd_bot.py'}"


def test_a_program_plays_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    bot = f"{ODD} move 'at a table'"
    host = table(dialog, "hoyle-two-player", seats=f"greedy,{bot}", names="Ann,Bea")
    host._sitting.start()
    while host.deal.position.turns < 6:
        host._step()
    assert shared_process(bot).starts == 1
    assert "failed" not in dialog.text
    shared_process(bot).close()


def test_everyone_hears_of_a_program_that_fails_and_planner_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch, width=200)
    host = table(dialog, "classic", 2, seats=f"greedy,{ODD} crash", names="Ann,Bea")
    host._sitting.start()
    while host.deal.position.turns < 6:
        host._step()
    failed = 'Bea: The bot "odd" failed: it ended by itself, with exit code 3. Its last error was: "no luck today".'
    assert f"{failed} It gets one more chance." in dialog.text
    assert f"{failed} The bot planner plays on in its place." in dialog.text
    assert dialog.text.count("failed") == 2


def test_the_seed_of_a_decision_tells_nothing_about_the_cards(tmp_path: Path) -> None:
    """A program knows how seeds were once made, and tries every short seed: of the match, and of the run."""

    def told(*words: str) -> list[tuple[int, str]]:
        notes = tmp_path / words[0]
        bot = f"{ODD} seeds {notes}"
        ran = CliRunner().invoke(cli, [each.replace("BOT", bot) for each in words], input="draw\nquit\ny\n")
        shared_process(bot).close()
        assert ran.exit_code == 0, ran.output
        lines = [line.split(" ", 1) for line in notes.read_text(encoding="utf-8").splitlines()]
        return [(int(seed), position) for seed, position in lines]

    def hashes(seeds: Iterator[int], seat: int) -> Iterator[int]:
        for seed in seeds:
            for events in range(40):
                yield _hashed(f"canasta bot {seed} {seat} {events}")

    played = told("play", "classic", "--players", "2", "--seats", "BOT,you", "--seed", "757489", "--no-record")
    events = len(played[0][1].partition(" history=")[2].split(","))
    for number in range(1_000_000):
        assert _hashed(f"canasta bot {number} 0 {events}") != played[0][0]
    simulated = told("sim", "classic", "--players", "2", "--deals", "1", "--bots", "greedy,BOT", "--seed", "77")
    duelled = told("duel", "classic", "--players", "2", "--a", "BOT", "--b", "chance", "--deals", "1", "--seed", "77")
    for run in (simulated, duelled):
        seeds = (deal_seed(number ^ LARGEST_SEED, 1) for number in range(200))
        assert not {seed for seed, _ in run} & {each for seat in (0, 1) for each in hashes(seeds, seat)}
    for seed, position in played + simulated + duelled:
        assert seed == decision_seed(position)


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


def test_a_match_whose_seed_nobody_chose_is_not_one_of_a_few() -> None:
    seeds = set()
    for _ in range(4):
        said = CliRunner().invoke(cli, ["play", "classic", "--no-record"], input="quit\ny\n").output
        seeds.add(int(said.partition("--seed ")[2].split()[0]))
    assert max(seeds) > 2**45
    assert len(seeds) == 4


def test_a_simulation_stops_where_a_program_fails() -> None:
    found = CliRunner().invoke(sim, ["classic", "--players", "2", "--deals", "1", "--bots", f"greedy,{ODD} crash"])
    assert found.exit_code == 1
    assert found.stderr.startswith('Error: The bot "odd" failed: it ended by itself, with exit code 3.')


def test_programs_are_named_in_records(tmp_path: Path) -> None:
    words = ["hoyle-two-player", "--deals", "1", "--bots", f"greedy,{ODD} move", "--record", str(tmp_path), "--json"]
    found = CliRunner().invoke(sim, [*words, "--jobs", "2"])
    assert found.exit_code == 0, found.stderr
    assert json.loads(found.stdout)["versions"] == {"greedy": "1", f"{ODD} move": "7"}
    (record,) = tmp_path.iterdir()
    assert 'bot = "odd 7"' in record.read_text(encoding="utf-8")
    shared_process(f"{ODD} move").close()


def test_programs_hear_how_a_deal_ended(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    bot = f"{ODD} notes {notes}"
    words = ["hoyle-two-player", "--deals", "2", "--bots", f"{bot},greedy", "--json"]
    found = json.loads(CliRunner().invoke(sim, words).stdout)
    shared_process(bot).close()
    points = [json.loads(line.rpartition(" ")[0]) for line in notes.read_text(encoding="utf-8").splitlines()]
    assert len(points) == 2
    for side in (0, 1):
        assert sum(each[side] for each in points) / 2 == found["points"][side]["mean"]
    assert all(line.endswith(" eyes=1") for line in notes.read_text(encoding="utf-8").splitlines())


def test_who_fails_at_the_end_is_told_of_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch, width=200)
    bot = f"{ODD} 'fails at the end'"
    host = table(dialog, "hoyle-two-player", seats=f"greedy,{bot}", names="Ann,Bea")
    host._sitting.start()
    while not host.deal.over:
        host._step()
    host._count()
    assert 'instead of ok: "I do not want to know." It gets one more chance.' in dialog.text
    assert shared_process(bot).starts == 1
    shared_process(bot).close()


@pytest.mark.parametrize("command", ["sim", "play"])
def test_a_program_that_is_not_there_is_noticed_at_once(command: str) -> None:
    words = [command, "classic", "--players", "2"]
    words += ["--bots", "command:no-such-bot"] if command == "sim" else ["--seats", "you,command:no-such-bot"]
    found = CliRunner().invoke(cli, words)
    assert found.exit_code == 2
    assert 'there is no program "no-such-bot", or it may not be run.' in found.stderr
