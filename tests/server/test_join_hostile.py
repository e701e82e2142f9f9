"""`canasta join` at servers that mean harm: nothing reaches the terminal as an order, nothing is read without end, no traceback."""

from __future__ import annotations

import copy
import hashlib
import socket
import time
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.tables import remote
from canasta.tables.fairness_check import OwnNumbers
from tests.server.hostile import hostile

ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b1m\u202e\rAnn: yes"
YOU = {"role": "seat", "seat": 1, "person": "p1", "name": "Ann"}
WELCOME = {"t": "welcome", "protocol": 1, "seq": 1, "you": YOU, "now": 1}
PUBLIC: dict[str, Any] = {
    "state": "playing",
    "seats": {"1": {"plays": "person", "name": ESCAPES}},
    "table": {"turn": 2},
}
TABLE = {"t": "table", "seq": 1, "you": YOU, "state": {"rules": {}, "public": PUBLIC, "own": {"seat": 1}}}
BYE = {"t": "bye", "why": f"Go away{ESCAPES}"}


def joined(address: str, *how: str) -> Result:
    result = CliRunner().invoke(cli, ["join", address, "--name", "Ann", *(how or ("--auto",))])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == 1
    assert all(sign == "\n" or sign.isprintable() for sign in result.output), ascii(result.output)
    assert "Traceback" not in result.output
    return result


def test_an_answer_that_comes_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_MOST_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            connection, _ = listening.accept()
            with connection, suppress(OSError):
                for sign in b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1000:
                    connection.sendall(bytes([sign]))
                    time.sleep(0.05)

        Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        output = joined(f"http://localhost:{listening.getsockname()[1]}/t/K7M4XHPC").output
    assert "it has not answered within 0.5 seconds" in output
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("how", ["--auto", "--json"])
def test_no_text_of_a_server_gives_orders_to_the_terminal(how: str) -> None:
    happened = {
        "t": "happened", "seq": 2, "at": 1, "public": {}, "own": {"hand": "4c\x1b", "choices": {"draw": 2}},
        "lines": [[{"text": ESCAPES}, {"name": 1}, {"ranks": ESCAPES}, {"cards": ESCAPES}]],
    }  # fmt: skip
    said = {"t": "said", "n": 1, "name": ESCAPES, "at": 1, "text": ESCAPES}
    others = [{"t": kind, "text": ESCAPES} for kind in ("refused", "wrong", "unsaved")]
    with hostile(b"{}", [WELCOME, TABLE, happened, said, *others, BYE]) as address:
        output = joined(address, *(("--auto",) if how == "--auto" else ("--auto", "--json"))).output
    assert "Go away" in output
    assert "[2J" in output


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"[1, 2]", "it is not a JSON object"),
        (b"[" * 50_000, "it is nested too deeply"),
        (b'{"a":' * 50_000, "it is nested too deeply"),
        (b"<html>", "does not answer as a table server"),
        (b"\xff\xfe", "does not answer as a table server"),
    ],
)
def test_answers_that_are_no_answers_end_in_one_sentence(body: bytes, text: str) -> None:
    with hostile(body) as address:
        assert text in joined(address).output


def test_an_answer_without_end_is_read_to_a_limit() -> None:
    with hostile(b" " * 65_536, endless=True) as address:
        assert "it sends more than 1,048,576 bytes" in joined(address).output


@pytest.mark.parametrize(
    "frame",
    [
        "[]", "7", "null", "{", "[" * 50_000, '{"t":7}', "{}", {"t": "welcome"}, {"t": "welcome", "you": 7, "seq": "x"},
        {"t": "table"}, {**TABLE, "state": []}, {**TABLE, "you": []},
        {**TABLE, "state": {"rules": {}, "public": {**PUBLIC, "told": {"x": 1}}}},
        {**TABLE, "state": {"rules": {}, "public": {"state": "open", "seats": [1]}}},
        {"t": "bye"}, {"t": "stopped"}, {"t": "said"}, {"t": "happened", "seq": 2, "public": [], "lines": 3},
    ],
    ids=lambda frame: str(frame)[:30],
)  # fmt: skip
def test_frames_of_the_wrong_shape_end_in_one_sentence(frame: Any) -> None:
    with hostile(b"{}", [WELCOME, TABLE, frame, BYE]) as address:
        output = joined(address).output
    assert output.count("\n") == 1, output


SECRET = "ab" * 32
PROMISE = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "The shuffle of deal 1 used the promised secret and your number."),
        ({"numbers": ["9", "8"]}, "NOT fair: you sent the number 7, but the server used 8 in its place"),
        ({"numbers": ["9", "0"]}, "left your number 7 out, as if it had come too late"),
        ({"secret": "cd" * 32}, "NOT fair: the secret is not the one that was promised"),
        ({"commitment": "00" * 32}, "NOT fair: this is not the promise that you heard"),
    ],
)
def test_a_joined_player_sees_what_became_of_their_number(changes: dict[str, Any], sentence: str) -> None:
    numbers = OwnNumbers()
    numbers.sent({"shuffle": {"deal": 1, "commitment": PROMISE}}, 2, "7")
    assert numbers.check({}) == []
    told = {"deal": 1, "commitment": PROMISE, "secret": SECRET, "numbers": ["9", "7"], **changes}
    public = {"told": {"1": told}}
    (said,) = numbers.check(public)
    assert sentence in said
    assert numbers.check(copy.deepcopy(public)) == []


def test_no_number_is_given_before_the_promise() -> None:
    seat = remote.RemoteSeat(remote.read_address("http://localhost:8000/t/K7M4XHPC"), "Ann", print)
    seat.you, seat.own, seat.public = YOU, {"number": False}, {"state": "numbers"}
    assert remote.procedure_of(seat) is None
    seat.public["shuffle"] = {"deal": 1, "commitment": PROMISE}
    act = remote.procedure_of(seat)
    assert act is not None
    assert act["act"] == "number"
