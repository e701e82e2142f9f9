"""The server over the wire: who may speak, what cannot be used, what is too much, what goes wrong around it."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import canasta
from canasta.cli import cli
from canasta.server.limits import FRAME_BYTES
from canasta.server.options import usual_database
from canasta.server.serve_command import serve
from canasta.server.serving import listen
from canasta.server.table.outbox import MOST_BYTES, MOST_FRAMES, Outbox, TooSlow
from canasta.server.tables_command import tables
from scripts.postgres import free_port
from tests.server.players import Browser, Json, Player, Process, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(str(tmp_path_factory.mktemp("wire") / "canasta.db")) as process:
        yield process


@pytest.fixture
def ann(server: Process) -> Browser:
    return Browser(server)


@pytest.fixture
def code(ann: Browser) -> str:
    return make_table(ann, game="classic", players=2)


def greeted(browser: Browser, code: str) -> Player:
    player = Player(browser, code)
    player.of("table")
    return player


# Who may speak


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://localhost:{port}"])
def test_a_socket_of_another_origin_is_refused_before_it_opens(ann: Browser, code: str, origin: str | None) -> None:
    told = origin.format(port=ann.server.port) if origin else None
    with pytest.raises(InvalidStatus) as caught, ann.socket(code, origin=told):
        pass
    assert caught.value.response.status_code == 403


def test_a_request_of_another_origin_changes_nothing(ann: Browser) -> None:
    for origin in ("", "null", "http://evil.example"):
        status, told = ann.post("/api/me", {"name": "Eve"}, Origin=origin)
        assert (status, set(told)) == (403, {"text"})
    assert ann.cookie == ""
    status, _, _ = ann.ask("POST", "/api/me", b'{"name":"Eve"}', Origin="http://evil.example", Host="evil.example")
    assert status == 403
    assert ann.get("/api/me") == (200, {})


def test_the_cookie_is_for_the_server_alone(ann: Browser) -> None:
    status, _, headers = ann.ask("POST", "/api/me", b'{"name":"Ann"}')
    assert status == 200
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert ann.get("/api/me")[1]["name"] == "Ann"


def test_every_answer_has_the_headers(ann: Browser) -> None:
    for path in ("/", "/healthz", "/nowhere", "/api/games"):
        headers = ann.ask("GET", path)[2]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "uvicorn" not in str(headers).lower()


def test_unknown_tables_and_wrong_codes_have_one_answer(ann: Browser) -> None:
    answers = {ann.get(f"/api/tables/{code}")[1]["text"] for code in ("K7M4XHPC", "k7m4-xhpc", "nothing", "0" * 8)}
    assert answers == {"There is no table with this code. Check the eight letters and digits."}
    with pytest.raises(InvalidStatus) as caught, ann.socket("K7M4XHPC"):
        pass
    assert caught.value.response.status_code == 404


def test_guessing_codes_is_slow(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db")) as server:
        ann, address = Browser(server), "127.0.0.9"
        code = make_table(ann, game="classic")
        guesser = Browser(server, address)
        statuses = [guesser.get("/api/tables/K7M4XHPC")[0] for _ in range(20)]
        assert statuses[:10] == [404] * 10
        assert 429 in statuses
        # Then a right code looks like a wrong one, wherever it is asked for, but to whoever is at the table.
        assert guesser.get(f"/api/tables/{code}")[0] == 429
        assert "Classic" not in guesser.get(f"/t/{code}")[1]
        with pytest.raises(InvalidStatus, match="429"):
            guesser.socket(code).__enter__()
        ann.address = address
        assert ann.get(f"/api/tables/{code}")[0] == 200


def test_a_spectator_hears_no_hand(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    watching = greeted(Browser(ann.server), code)
    assert watching.do(act="sit", seat=1)["clause"] == "table.not-here"
    player.do(act="sit", seat=1)
    player.do(act="put-bot", seat=2, bot="greedy")
    player.do(act="start")
    player.wait("numbers")
    player.do(act="number", number="1")
    player.wait("playing")
    while watching.seq < player.seq:
        watching.receive()
    assert player.own["hand"]
    assert watching.own == {}
    assert all("own" not in frame and "own" not in frame.get("state", {}) for frame in watching.heard)
    for frame in watching.heard:
        assert all("cards" not in event for event in frame.get("events", ()) if event["e"] in {"dealt", "drew"})
    watching.send({"t": "try", "n": 1, "move": "draw"})
    assert watching.of("wrong")["text"] == "try: only players can try a move."


def test_a_seat_link_gives_its_seat_once(ann: Browser, code: str) -> None:
    greeted(ann, code)
    bob, eve = Browser(ann.server), Browser(ann.server)
    assert bob.post(f"/api/tables/{code}/links", {"seat": 2})[0] == 403
    old = ann.post(f"/api/tables/{code}/links", {"seat": 2})[1]
    new = ann.post(f"/api/tables/{code}/links", {"seat": 2})[1]
    assert new["link"].endswith(f"/t/{code}#seat={new['key']}")
    assert eve.post("/api/seat", {"key": old["key"], "name": "Eve"})[0] == 409
    status, told = bob.post("/api/seat", {"key": new["key"], "name": "Bob"})
    assert (status, told["seat"]) == (200, 2)
    assert eve.post("/api/seat", {"key": new["key"], "name": "Eve"})[0] == 404
    assert eve.post("/api/seat", {"key": "0" * 32, "name": "Eve"})[0] == 404
    assert greeted(bob, code).own["seat"] == 2


# What cannot be used


BAD = [
    "",
    "hello",
    "[" * 4_000,
    '{"t":"do"}',
    '{"t":"do","cmd":"x","act":"void","why":"no"}',
    '{"t":"hello"}',
    '{"t":"ping","n":1' + " " * FRAME_BYTES + "}",
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_bad_message_gets_one_sentence_and_the_socket_stays(ann: Browser, code: str, text: str) -> None:
    player = greeted(ann, code)
    player.socket.send(text)
    wrong = player.receive()
    assert wrong["t"] == "wrong"
    assert wrong["text"].endswith(".")
    player.send({"t": "ping", "n": 5})
    assert player.receive() == {"t": "pong", "n": 5}


def test_binary_data_is_refused_and_the_socket_stays(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    player.socket.send(b"\x00\xff")
    assert player.receive() == {"t": "wrong", "text": "Send text, not binary data."}
    player.send({"t": "ping"})
    assert player.receive()["t"] == "pong"


def test_a_bad_command_is_answered_by_its_id(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    assert player.do(act="sit", seat=9, cmd="c-1") == {
        "t": "wrong", "cmd": "c-1", "text": "seat: must be at most 8."
    }  # fmt: skip


def frame(opcode: int, payload: bytes, first: int = 0x80) -> bytes:
    """Return a masked frame of a client, as no library would send it; *first* are the bits before the opcode, the last piece's."""
    size = struct.pack("!BH", 0x80 | 126, len(payload)) if len(payload) > 125 else bytes([0x80 | len(payload)])
    return bytes([first | opcode]) + size + b"\0\0\0\0" + payload


def closed_with(player: Player) -> int | None:
    """Return the code with which the server ends the connection."""
    with pytest.raises(ConnectionClosed) as caught:
        exhaust(player.socket)
    return caught.value.rcvd.code if caught.value.rcvd else None


def exhaust(connection: ClientConnection) -> None:
    while True:
        connection.recv(10)


def test_text_that_is_not_utf_8_ends_the_socket_as_the_standard_says(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    player.socket.socket.sendall(frame(1, b'{"t":"\xff\xfe"}'))
    assert closed_with(player) == 1007


def test_a_message_in_pieces_is_one_message(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    for piece in (frame(1, b'{"t":"pi', 0), frame(9, b"still there?"), frame(0, b'ng","n', 0), frame(0, b'":7}')):
        player.socket.socket.sendall(piece)
    assert player.receive() == {"t": "pong", "n": 7}


def test_pieces_without_end_end_the_socket(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    player.socket.socket.sendall(frame(1, b"x" * 1_000, 0) + frame(0, b"x" * 1_000, 0) * 70)
    assert closed_with(player) == 1009


def test_compressed_frames_that_nobody_agreed_on_end_the_socket(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    player.socket.socket.sendall(frame(1, b"\xaa\x56\x2a\x51\xb2\x52\x2a\x01\x00", 0xC0))
    assert closed_with(player) == 1002


def test_a_message_beyond_all_measure_ends_the_socket(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    player.socket.send("x" * (65 << 10))
    assert closed_with(player) == 1009


def test_a_socket_that_says_no_hello_is_closed(ann: Browser, code: str) -> None:
    with ann.socket(code) as silent:
        silent.send('{"t":"ping"}')
        assert json.loads(silent.recv(10))["t"] == "bye"
        with pytest.raises(ConnectionClosed):
            silent.recv(10)


def test_who_complains_too_often_is_disconnected(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    for _ in range(40):
        player.socket.send("nonsense")
    assert player.of("bye")["why"].startswith("You sent too many messages")
    assert closed_with(player) == 1000


def test_who_does_not_read_is_disconnected_and_costs_no_memory(ann: Browser, code: str) -> None:
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.connect(("127.0.0.1", ann.server.port))
        with ann.socket(code, sock=raw) as slow:
            slow.send('{"t":"hello"}')
            with pytest.raises(ConnectionClosed) as caught:
                ask_without_reading(slow)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4008
    assert "canasta_slow_total 1" in ann.get("/metrics")[1]


def ask_without_reading(connection: ClientConnection) -> None:
    """Ask for answers of more than 2 MB, and read only then."""
    for number in range(6_000):
        connection.send(json.dumps({"t": "clause", "n": number, "clause": "pile.frozen"}))
    exhaust(connection)


def test_a_full_outbox_is_emptied_and_the_whole_table_is_sent_instead() -> None:
    async def scenario() -> None:
        outbox = Outbox()
        for number in range(MOST_FRAMES):
            outbox.put(str(number))
        assert await outbox.next() == "0"
        outbox.put("one more")
        outbox.put("one too many")
        assert await outbox.next() is None
        outbox.want_whole()
        outbox.put("in the table", of_table=True)
        outbox.put("an answer")
        assert await outbox.next() is None
        assert await outbox.next() == "an answer"
        for _ in range(2):
            outbox.put("x" * (MOST_BYTES + 1))
            with suppress(TooSlow):
                assert await outbox.next() is None
        with pytest.raises(TooSlow):
            await outbox.next()

    asyncio.run(scenario())


def test_bodies_of_requests_are_bounded(ann: Browser) -> None:
    status, told, _ = ann.ask("POST", "/api/rules", b'{"house":"' + b"x" * (200 << 10) + b'"}')
    assert (status, told) == (413, {"text": "This request is too large: it may have 96 KiB."})
    status, told = ann.post("/api/rules", {"house": "x" * (65 << 10)})
    assert status == 422
    assert ann.ask("POST", "/api/rules", b"\xff\xfe")[0] in {400, 422}
    assert ann.ask("POST", "/api/rules", b"[" * 20_000)[0] in {400, 422}


def test_house_rules_are_refused_with_all_problems_and_their_paths(ann: Browser) -> None:
    house = 'base = "classic"\n[meld]\nwilds = "x"\nfoo = 1\n'
    status, told = ann.post("/api/rules", {"house": house})
    assert status == 200
    assert [each["path"] for each in told["problems"]] == ["meld.wilds", "meld.foo"]
    status, told = ann.post("/api/tables", {"name": "Ann", "house": house})
    assert status == 422
    assert [each["path"] for each in told["problems"]] == ["meld.wilds", "meld.foo"]


def test_the_questions_on_house_rules_are_asked_with_the_answers_so_far(ann: Browser) -> None:
    answers = {"deal.hand": "13", "out.permission": "maybe"}
    status, told = ann.post("/api/house/questions", {"game": "classic", "players": 4, "answers": answers})
    assert status == 200
    assert told["changes"] == {"deal.hand": 13}
    assert [each["path"] for each in told["problems"]] == ["out.permission"]
    assert "hand = 13" in told["house"]
    assert {each["now"] for each in told["questions"] if each["name"] == "deal.hand"} == {"13"}
    assert ann.post("/api/house/questions", {"game": "none-such"})[0] == 422
    assert (
        ann.post("/api/house/questions", {"game": "classic", "answers": dict.fromkeys(map(str, range(201)), "")})[0]
        == 422
    )


def test_a_name_that_cannot_be_is_refused(ann: Browser) -> None:
    for name in ("x" * 21, "a\u202eb", " ", "a\nb"):
        status, told = ann.post("/api/me", {"name": name})
        assert status in {409, 422}, told
        assert told["text"].endswith(".")


def test_what_is_said_reaches_everybody_and_can_be_muted(ann: Browser, code: str) -> None:
    host, bob = greeted(ann, code), Browser(ann.server)
    bob.post("/api/me", {"name": "Bob"})
    guest = greeted(bob, code)
    guest.do(act="join", called="Bob")
    guest.send({"t": "say", "cmd": "s1", "text": "hello \u202e there"})
    assert host.of("said")["text"] == "hello there"
    host.do(act="mute", person=bob.get("/api/me")[1]["person"])
    guest.send({"t": "say", "cmd": "s2", "reaction": "hello"})
    assert guest.of("refused")["clause"] == "table.muted"
    assert [each["text"] for each in hear_old(ann, code)] == ["hello there"]


def hear_old(browser: Browser, code: str) -> list[Json]:
    """Return what a new socket hears of what was said before."""
    late = greeted(browser, code)
    late.send({"t": "ping"})
    late.of("pong")
    return [each for each in late.heard if each["t"] == "said"]


def test_a_rule_is_told_in_the_words_of_the_game(ann: Browser, code: str) -> None:
    player = greeted(ann, code)
    player.send({"t": "clause", "n": 1, "clause": "pile.frozen"})
    assert player.of("told")["sentences"]
    player.send({"t": "clause", "n": 2, "clause": "pile.nothing"})
    assert player.of("wrong")["text"] == "clause: there is no rule of this name."


def test_pages_around_the_tables(ann: Browser, code: str) -> None:
    assert "canasta" in ann.get("/")[1].lower()
    assert ann.get(f"/t/{code}/qr.svg")[1].startswith("<?xml")
    assert ann.get(f"/api/tables/{code}/rules")[1].startswith("# Classic Canasta")
    metrics = ann.get("/metrics")[1]
    assert "canasta_tables " in metrics
    assert code not in metrics
    assert "Ann" not in metrics


# What goes wrong around it


def served(*arguments: str) -> tuple[int, str]:
    ran = CliRunner().invoke(cli, ["serve", *arguments])
    return ran.exit_code, ran.output


def test_a_port_that_is_taken_is_named(server: Process, tmp_path: Path) -> None:
    code, output = served("--port", str(server.port), "--database", str(tmp_path / "canasta.db"))
    assert code == 1
    assert output.endswith(
        f"Port {server.port} is taken by another program. Stop it, or choose another port: --port {server.port + 1} "
        f"(make play: PORT={server.port + 1}).\n"
    )


def test_tables_are_looked_after_where_serve_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert usual_database() == str(tmp_path / "canasta" / "canasta.db")
    ran = CliRunner().invoke(cli, ["tables", "list"])
    assert f"There is no database at {usual_database()}." in ran.output
    for command in (serve, tables):
        assert next(each for each in command.params if each.name == "database").default is usual_database


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--host", "203.0.113.9"), "203.0.113.9 is not an address of this machine."),
        (("--database", "/nowhere/canasta.db"), "/nowhere/canasta.db cannot be opened: its folder does not exist."),
        (("--database", "postgresql://127.0.0.1:1/canasta"), "PostgreSQL at 127.0.0.1:1/canasta cannot be reached"),
        (("--public-url", "cards"), '"cards" is not a public address.'),
        (("--proxy", "cards"), '"cards" is not an IP address.'),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    code, output = served("--port", str(free_port()), *arguments)
    assert code != 0
    assert sentence in output
    assert "Traceback" not in output


def test_small_answers_are_sent_at_once() -> None:
    """Nagle's algorithm is turned off by asyncio only where the socket that listens names its protocol."""
    with listen("127.0.0.1", free_port()) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # The package gets its server back in the end: an import sets it to the module that is loaded here.
    monkeypatch.setattr(canasta, "server", sys.modules["canasta.server"])
    for name in [name for name in sys.modules if name.startswith("canasta.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "segno", None)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    for command in ("serve", "tables"):
        ran = CliRunner().invoke(cli, [command])
        assert ran.exit_code == 1
        assert f"canasta {command} needs packages that are not installed." in ran.output
        # No index has canasta, so the packages are named, and no index is asked for canasta itself.
        asked = ran.output.partition("-m pip install ")[2]
        assert '"sqlalchemy' in asked
        assert '"psycopg[binary]' in asked
        assert "canasta" not in asked


def test_a_database_that_goes_away_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "canasta.db"
    with serving(str(path)) as server:
        ann = Browser(server)
        player = greeted(ann, make_table(ann, game="classic", players=2))
        shell = sqlite3.connect(path, isolation_level=None)
        shell.execute("BEGIN IMMEDIATE")
        player.send({"t": "do", "cmd": "late", "act": "sit", "seat": 1})
        assert "waits" in player.of("unsaved")["text"]
        assert ann.get("/healthz")[0] == 503
        shell.execute("ROLLBACK")
        shell.close()
        assert player.until(lambda each: each["t"] == "done")["cmd"] == "late"
        assert ann.get("/healthz")[0] == 200
        assert {each["t"] for each in player.heard} >= {"unsaved", "again"}


def test_tables_are_listed_closed_and_deleted(tmp_path: Path) -> None:
    path = tmp_path / "canasta.db"

    def tables(*arguments: str) -> tuple[int, str]:
        ran = CliRunner().invoke(cli, ["tables", "--database", str(path), *arguments])
        return ran.exit_code, ran.output

    assert tables("list") == (1, f"There is no database at {path}. Name it with --database.\n")
    with serving(str(path)) as server:
        ann = Browser(server)
        code = make_table(ann, game="classic", players=2)
        player = greeted(ann, code)
        assert code[:4] in tables("list")[1]
        assert tables("close", "K7M4XHPC")[0] == 1
        assert tables("close", code) == (0, f"Table {code} is closed.\n")
        player.wait("closed")
        assert player.do(act="rename", called="Bea")["clause"] == "table.closed"
        assert tables("delete", code, "--yes")[0] == 0
        assert player.of("bye")["why"] == "This table has been deleted."
        assert ann.get(f"/api/tables/{code}")[0] == 404


def test_several_processes_serve_the_same_tables_and_end_together(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), "--processes", "2") as server:
        ann = Browser(server)
        players = [greeted(ann, make_table(ann, game="classic", players=2)) for _ in range(1)]
        players += [greeted(ann, players[0].code) for _ in range(5)]
        players[0].do(act="sit", seat=1)
        for player in players:
            while player.seq < 2:
                player.receive()
        for player in players:
            player.close()
        code, output = server.stop()
        assert code == 0, output
        assert "Traceback" not in output
