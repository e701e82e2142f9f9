"""`canasta join`: headless players at a real server, by hints and by lines."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.cli import cli
from tests.server.players import FAST, Browser, Player, Process, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(str(tmp_path_factory.mktemp("join") / "canasta.db")) as process:
        yield process


def join(output: Path, server: Process, code: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a player that writes what it hears to the file *output*: a pipe that nobody reads would stop it."""
    command = [sys.executable, FAST, "join", f"{server.origin}/t/{code}", *arguments]
    with output.open("wb") as file:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)


def test_a_whole_match_is_played_by_joined_players_and_its_record_replays(server: Process, tmp_path: Path) -> None:
    host = Browser(server)
    code = make_table(host, game="classic", players=2)
    watching = Player(host, code)
    watching.of("table")
    outputs = [tmp_path / "bob", tmp_path / "cyd"]
    playing = [
        join(outputs[0], server, code, "--name", "Bob", "--auto"),
        join(outputs[1], server, code, "--name", "Cyd", "--auto", "--json"),
    ]
    while any(row["plays"] == "nobody" for row in watching.public["seats"].values()):
        watching.receive()
    assert watching.do(act="start")["t"] == "done"
    while watching.public["state"] != "over":
        watching.receive(60)
    codes = [process.wait(60) for process in playing]
    said, frames = (output.read_text(encoding="utf-8") for output in outputs)
    assert codes == [0, 0], said + frames
    assert "You drew" in said
    assert {json.loads(line)["t"] for line in frames.splitlines()} >= {"welcome", "table", "happened", "done", "hinted"}
    _, record = host.get(f"/api/tables/{code}/record")
    (tmp_path / "match.chh").write_text(record, encoding="utf-8")
    checked = CliRunner().invoke(cli, ["replay", "--check", str(tmp_path / "match.chh")])
    assert checked.exit_code == 0, checked.output
    watching.close()


def test_typed_lines_are_played_and_refusals_are_told(server: Process, tmp_path: Path) -> None:
    host = Browser(server)
    code = make_table(host, game="classic", players=2)
    (tmp_path / "moves.txt").write_text("# my first turn\nlay KKKKKKKKK\ndraw\n\nundo\n", encoding="utf-8")
    lines = str(tmp_path / "moves.txt")
    playing = join(tmp_path / "bob", server, code, "--name", "Bob", "--lines", lines, "--seat", "1")
    watching = Player(host, code)
    watching.of("table")
    while watching.public["seats"]["1"]["plays"] != "person":
        watching.receive()
    watching.do(act="put-bot", seat=2, bot="greedy")
    watching.do(act="start")
    ended = playing.wait(60)
    output = (tmp_path / "bob").read_text(encoding="utf-8")
    assert ended == 0, output
    assert "There's nothing to take back" in output
    assert "You drew" in output
    watching.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://localhost:1/t/K7M4XHPC", "does not answer as a table server"),
        ("localhost:8000", '"localhost:8000" is not the address of a table.'),
        ("http://localhost:8000/t/none", "is not the address of a table."),
        ("ftp://localhost/t/K7M4XHPC", "is not the address of a table."),
        ("http://[/t/K7M4XHPC", "is not the address of a table."),
    ],
)
def test_an_address_that_cannot_be_used_is_named(url: str, sentence: str) -> None:
    ran = CliRunner().invoke(cli, ["join", url, "--name", "Ann"])
    assert ran.exit_code == 1
    assert sentence in ran.output
