"""`canasta join`: headless players at a real server, by hints and by lines."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.bots.process.decisions import ViewReader, told_rules
from canasta.bots.process.messages import NewRules
from canasta.cli import cli
from canasta.session.snapshot import cards
from canasta.tables import pace, remote
from canasta.tables.errors import ServerError
from canasta.tables.remote_bot import JoinedBot
from tests.notation.written import match_text
from tests.server.players import FAST, QUICK, Browser, Player, Process, make_table, seated, serving


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
    code = make_table(host, game="classic", players=2, house="[match]\ntarget = 500\n")
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
    assert "Cyd drew 2." in said
    assert "The shuffle of deal 1 used the promised secret and your number." in said
    assert "NOT fair" not in said + frames
    messages = [line for line in frames.splitlines() if not line.startswith("The shuffle of deal ")]  # on stderr
    assert {json.loads(line)["t"] for line in messages} >= {"welcome", "table", "happened", "done", "hinted"}
    _, record = host.get(f"/api/tables/{code}/record")
    (tmp_path / "match.chh").write_text(record, encoding="utf-8")
    checked = CliRunner().invoke(cli, ["replay", "--check", str(tmp_path / "match.chh")])
    assert checked.exit_code == 0, checked.output
    watching.close()


def test_bots_and_typed_lines_play_hand_and_foot_and_the_record_replays(server: Process, tmp_path: Path) -> None:
    """One deal is the whole match here. The bots decide by themselves, one of ours and a program."""
    host = Browser(server)
    code = make_table(
        host,
        game="hand-and-foot",
        players=4,
        options=["exact-cut"],
        house="[match]\ndeals = 1\n",
        settings={**QUICK, "draw": True},
    )
    watching = Player(host, code)
    watching.of("table")
    discards = [f"discard {rank}" for rank in ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")]
    lines = [line for turn in range(100) for line in ("yes", "draw", *discards[turn % 7 :][:4])]
    (tmp_path / "moves.txt").write_text("\n".join(lines), encoding="utf-8")
    deciding = {
        "Bob": ("--seat", "1", "--bot", "greedy"),
        "Cyd": ("--seat", "2", "--bot", f"sh -c 'tee {tmp_path}/heard | {sys.executable} examples/careful_bot.py'"),
        "Dan": ("--seat", "3", "--lines", str(tmp_path / "moves.txt")),
    }
    playing = [join(tmp_path / name, server, code, "--name", name, *how) for name, how in deciding.items()]
    assert watching.do(act="put-bot", seat=4, bot="greedy")["t"] == "done"
    while any(row["plays"] == "nobody" for row in watching.public["seats"].values()):
        watching.receive()
    assert watching.do(act="start")["t"] == "done"
    while watching.public["state"] != "over":
        watching.receive(60)
    codes = [process.wait(60) for process in playing]
    said = {name: (tmp_path / name).read_text(encoding="utf-8") for name in deciding}
    assert codes == [0, 0, 0], said
    assert not any(word in said["Bob"] + said["Cyd"] for word in ("refuse", "failed", "can't")), said
    assert all("opened with" in said[name] for name in ("Bob", "Cyd"))
    assert "You discarded" in said["Dan"]
    for each in said.values():
        assert "The draw: the players with the highest cards are partners, and the highest card deals first." in each
        assert "Type pick N, with N from 1 to 52, to draw a card." in each
        # Whoever the draw seats elsewhere hears of it, too.
        assert "Round the table, clockwise: " in each
        assert " to cut the deck." in each or "Type cut N to cut about N cards off the deck. Exactly " in each
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text(encoding="utf-8").splitlines()]
    over = [message for message in heard if message["type"] == "over"]
    assert [message["points"] for message in over] == [
        [sheet["total"] for sheet in watching.public["deals"]["1"]["sheets"]]
    ]
    seat = next(seat for seat, row in watching.public["seats"].items() if row["name"] == "Cyd")  # the draw chose it
    assert f" eyes={seat} " in over[0]["position"]
    _, record = host.get(f"/api/tables/{code}/record")
    (tmp_path / "match.chh").write_text(record, encoding="utf-8")
    checked = CliRunner().invoke(cli, ["replay", "--check", str(tmp_path / "match.chh")])
    assert checked.exit_code == 0, checked.output
    watching.close()


def test_a_table_is_made_and_its_match_starts_when_every_seat_is_taken(server: Process, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("bot 2 greedy\ndraw\nleave\n", encoding="utf-8")
    command = [sys.executable, FAST, "join", server.origin, "--new", "classic", "--players", "2", "--name", "Ann"]
    ran = subprocess.run(
        [*command, "--lines", str(tmp_path / "moves.txt")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"The table is at http://localhost:{server.port}/t/" in ran.stdout
    assert "The match begins." in ran.stdout
    assert "You drew" in ran.stdout


def test_what_a_seat_sees_is_told_to_it_alone_as_a_bot_is_told_it(server: Process) -> None:
    code, players = seated([server, server], game="classic", players=4)
    spectator = Player(Browser(server), code)
    spectator.of("table")
    spectator.send({"t": "view", "n": 1})
    assert spectator.of("wrong")["text"] == "view: only players can ask for what their seat sees."
    for seat, player in ((1, players[0]), (3, players[1])):
        player.send({"t": "view", "n": 7})
        told = player.of("viewed")
        rules = player.rules
        reader = ViewReader(told_rules(NewRules(rules["digest"], {**rules["values"], "words": rules["words"]})))
        seen = reader.view(told["position"])
        assert (told["n"], told["seq"], seen.seat) == (7, player.seq, seat - 1)
        assert cards(seen.hand) == player.own["hand"]
        assert [each["step"] for each in told["legal"]] == list(seen.legal)
        assert bool(seen.legal) == bool(player.own.get("choices"))
        assert len(seen.history) > 0
    for player in (*players, spectator):
        player.close()


def test_a_bot_that_a_table_refuses_again_and_again_gives_up() -> None:
    bot = JoinedBot("greedy", 1_000, print)
    refused = {"t": "refused", "clause": "turn.draw", "text": "Draw first."}
    for answer in (refused, refused, {"t": "done"}, refused, {"t": "refused", "clause": "table.stale"}, refused):
        bot.answered(answer)
    with pytest.raises(ServerError, match=r"refuses what the bot does: Draw first\."):
        bot.answered(refused)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--bot", "bold"], 'Unknown bot "bold". The bots are search, planner, planner:cautious,'),
        (["--bot", "./bold --fast"], 'There is no program "./bold", or it may not be run.'),
        (["--bot", "'"], 'The command "\'" cannot be read: no closing quotation.'),
        (["--bot", "true"], 'The bot "true" failed: it ended by itself, with exit code 0.'),
        (["--bot", "greedy", "--auto"], "Use only one of --auto, --bot and --lines."),
        (["--players", "2"], "Name its game with --new."),
        (["--new", "classic"], "is not the address of a server. It looks like http://localhost:8000"),
    ],
)
def test_what_cannot_be_joined_with_is_named(options: list[str], sentence: str) -> None:
    ran = CliRunner().invoke(cli, ["join", "http://localhost:1/t/K7M4XHPC", "--name", "Ann", *options])
    assert ran.exit_code != 0
    assert sentence in ran.output, ran.output


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


def test_a_player_sends_no_more_than_the_server_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    monkeypatch.setattr(remote, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    server = pace.Bucket(*pace.FRAMES)
    taken: list[bool] = []

    class Socket:
        def send(self, _: str) -> None:
            taken.append(server.take())

    seat = remote.RemoteSeat(remote.read_address("http://localhost:8000/t/K7M4XHPC"), "Ann", print)
    seat._socket = Socket()  # type: ignore[assignment]
    for _ in range(300):
        seat._send({"t": "ping"})
    assert all(taken)
    assert 60 < now[0] < 120


def test_a_table_goes_on_with_the_unfinished_match_in_a_file(server: Process, tmp_path: Path) -> None:
    record = tmp_path / "evening.chh"
    record.write_text(match_text("classic", 2, deals=1), encoding="utf-8")
    (tmp_path / "moves.txt").write_text("bot 2 greedy\nstart\nleave\n", encoding="utf-8")
    command = [sys.executable, FAST, "join", server.origin, "--record", str(record), "--name", "Ruth"]
    ran = subprocess.run(
        [*command, "--lines", str(tmp_path / "moves.txt")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "The record's players sat in this order: Ann, Bea." in ran.stdout
    assert "The match continues from a record." in ran.stdout
    for content, sentence in (
        (b"\xff\xfe", "It must be a record, a text file in UTF-8."),
        (b"nonsense", "This record can't be resumed: "),
        (match_text("classic", 2).encode(), "This record can't be resumed: this match is over"),
    ):
        record.write_bytes(content)
        refused = CliRunner().invoke(cli, ["join", server.origin, "--record", str(record), "--name", "Ruth"])
        assert refused.exit_code == 1
        assert sentence in refused.output, refused.output


def test_a_record_of_a_table_is_told_its_players_and_needs_no_rules(server: Process) -> None:
    ann = Browser(server)
    record = match_text("classic", 2, deals=1)
    status, made = ann.post("/api/tables", {"name": "Ann", "record": record})
    assert (status, made["players"]) == (201, ["Ann", "Bea"])
    assert ann.get(f"/api/tables/{made['code']}")[1]["title"] == "Classic Canasta"
    status, told = ann.post("/api/tables", {"name": "Ann", "game": "classic", "record": record})
    assert (status, told["text"]) == (
        409,
        "A record has its own rules. Leave out game, players, options, house and pad.",
    )
    status, told = ann.post("/api/tables", {"name": "Ann", "record": "nonsense"})
    assert (status, told["clause"]) == (409, "table.record")
