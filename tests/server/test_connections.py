"""Connections that want to be too many, take too long, or fill the log."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from statistics import median

import pytest
from websockets.exceptions import InvalidStatus

from canasta.server.http.log_limit import A_MINUTE, RateLimitFilter
from canasta.server.limits import network_of
from tests.server.players import Browser, Player, Process, make_table, serving

TIGHT = str(Path(__file__).with_name("tight_canasta.py"))
"""The command with room for 164 connections, that waits 2 seconds for a head and for a body."""

MANY = 500
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
BODY = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 900\r\n\r\n{"


def opened(server: Process, stack: ExitStack, sent: bytes, address: str) -> socket.socket:
    """Return a connection from *address* of loopback that has sent something and then is silent."""
    one = socket.create_connection(("127.0.0.1", server.port), 10, source_address=(address, 0))
    stack.enter_context(closing(one))
    with suppress(OSError):  # it was ended at once
        one.sendall(sent)
    return one


def ended(one: socket.socket) -> bool:
    """Return whether the other side has closed the connection *one*, perhaps after an answer."""
    one.settimeout(0.01)
    try:
        while one.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def ping(player: Player, number: int) -> float:
    """Return the seconds until *player* has an answer."""
    began = time.monotonic()
    player.send({"t": "ping", "n": number})
    player.until(lambda frame: frame["t"] == "pong" and frame["n"] == number)
    return time.monotonic() - began


def visit(server: Process, address: str) -> bytes:
    """Return the first line of the answer that a new visitor from *address* gets."""
    with closing(socket.create_connection(("127.0.0.1", server.port), 10, source_address=(address, 0))) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        with one.makefile("rb") as answer:
            return answer.readline()


@contextmanager
def said_little(server: Process, lines: int) -> Iterator[None]:
    """See afterwards that *server* has ended well and has written at most that many *lines*, none of a traceback."""
    yield
    code, said = server.stop()
    assert code == 0, said
    assert "Traceback" not in said
    assert len([line for line in said.splitlines() if " WARNING " in line or " ERROR " in line]) <= lines, said[:2000]


def test_hundreds_of_halves_of_requests_stop_nobody(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), program=TIGHT) as server, said_little(server, 0), ExitStack() as stack:
        browser = Browser(server)
        player = Player(browser, make_table(browser, game="classic"))
        player.of("table")
        began = time.monotonic()
        halves = [opened(server, stack, BODY if n % 2 else HEAD, "127.0.0.9") for n in range(MANY)]
        waits = [ping(player, number) for number in range(15)]
        assert median(waits) < 0.5, waits
        for number in range(2, 6):
            assert visit(server, f"127.0.0.{number}").startswith(b"HTTP/1.1 200")
        while halves and time.monotonic() - began < 30:
            halves = [half for half in halves if not ended(half)]
        assert not halves
        assert visit(server, "127.0.0.9").startswith(b"HTTP/1.1 200"), "the address has room again"
        player.close()


def test_a_request_after_another_has_no_more_time(tmp_path: Path) -> None:
    """A connection that was used well before is ended, too, and one that is used well is not."""
    with serving(str(tmp_path / "canasta.db"), program=TIGHT) as server, said_little(server, 0), ExitStack() as stack:
        whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        slow = opened(server, stack, whole + HEAD, "127.0.0.1")
        good = opened(server, stack, whole, "127.0.0.1")
        for _ in range(8):
            time.sleep(0.5)
            good.settimeout(10)
            assert good.recv(4096).startswith(b"HTTP/1.1 200")
            good.sendall(whole)
        slow.settimeout(0)
        assert ended(slow)


def test_refused_sockets_and_nonsense_leave_the_log_alone(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db")) as server, said_little(server, 2 * A_MINUTE), ExitStack() as stack:
        for _ in range(30):
            with pytest.raises(InvalidStatus), Browser(server).socket("K7M4XHPC"):
                pass
            opened(server, stack, b"\x00\x01nonsense\r\n\r\n", "127.0.0.3")
            opened(
                server, stack, b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n", "127.0.0.4"
            )
            # Gone before it is let in.
            half = opened(
                server,
                stack,
                b"GET /t/K7M4XHPC/ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                "127.0.0.5",
            )
            half.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            half.close()


def test_behind_a_proxy_the_address_that_it_tells_counts(tmp_path: Path) -> None:
    options = ("--proxy", "127.0.0.1", "--connections", "2")
    with serving(str(tmp_path / "canasta.db"), *options) as server, said_little(server, 0), ExitStack() as stack:
        code = make_table(Browser(server), game="classic")

        def status(told: str, start: bytes = b"GET /healthz HTTP/1.1\r\nConnection: close") -> int:
            one = opened(
                server, stack, start + f"\r\nHost: localhost\r\nX-Forwarded-For: {told}\r\n\r\n".encode(), "127.0.0.1"
            )
            return int(one.recv(4096).split()[1])

        upgrade = (
            f"GET /t/{code}/ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://localhost\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        ).encode()
        half = b"POST /api/me HTTP/1.1\r\nOrigin: http://localhost\r\nContent-Length: 9"
        assert [status("192.0.2.1", upgrade) for _ in range(3)] == [101, 101, 429]
        # One home has one network, whatever its devices call themselves in it.
        assert [status(f"2001:db8::{n}", upgrade) for n in range(3)] == [101, 101, 429]
        for _ in range(4):
            opened(server, stack, half + b"\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n", "127.0.0.1")
        deadline = time.monotonic() + 10
        while status("192.0.2.1") != 429:
            assert time.monotonic() < deadline
        assert status("192.0.2.2") == 200


def test_who_connects_again_and_again_waits_and_others_do_not(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), "--connections", "2") as server:
        code = make_table(Browser(server), game="classic")
        hasty, calm = Browser(server, "127.0.0.9"), Browser(server, "127.0.0.10")
        said = []
        for _ in range(6):
            try:
                with hasty.socket(code):
                    said.append("open")
            except InvalidStatus as refused:
                said.append(refused.response.body.decode())
        assert said[:4] == ["open"] * 4
        assert said[-1] == "You connect too often from your address. Wait some seconds."
        with calm.socket(code):
            pass


def test_an_address_of_ipv6_counts_as_its_network() -> None:
    assert len({network_of(f"2001:db8:7:1::{n:x}") for n in range(60)}) == 1
    assert network_of("2001:db8:7:2::1") != network_of("2001:db8:7:1::1")
    assert network_of("::ffff:10.0.0.7") == "10.0.0.7" != network_of("10.0.0.8")
    assert network_of("fe80::1%eth0") == network_of("fe80::1")


def test_a_log_has_a_few_of_a_kind_and_then_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("canasta.server.http.log_limit.monotonic", lambda: now)
    few, written = RateLimitFilter(), []
    for _ in range(100):
        record = logging.LogRecord("a", logging.ERROR, "file.py", 3, "told of %s", ("this",), None)
        written += [record] if few.filter(record) else []
    assert [each.getMessage() for each in written] == ["told of this"] * A_MINUTE
    assert few.filter(logging.LogRecord("a", logging.ERROR, "file.py", 4, "another", (), None))
    now += 61
    record = logging.LogRecord("a", logging.ERROR, "file.py", 3, "told of %s", ("that",), None)
    assert few.filter(record)
    assert record.getMessage() == "told of that (95 more like this were left out)"
