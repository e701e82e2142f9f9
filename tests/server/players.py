"""Headless players and servers for the tests: real processes, real sockets."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from canasta.protocol.messages import SERVER
from canasta.session.broadcast import patched
from scripts.postgres import free_port

Json = dict[str, Any]
FAST = str(Path(__file__).with_name("fast_canasta.py"))
"""The command, with limits that let programs play as fast as they can."""


QUICK = {"pace": 0, "numbers_wait": 1, "draw": False, "next_deal": 0}
"""Settings with which programs need not wait."""


class Process:
    """A `canasta serve` of one's own."""

    def __init__(self, database: str, *more: str, port: int = 0, program: str = "") -> None:
        self.database = database
        self.port = port or free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, program or FAST, "serve", "--port", str(self.port), "--database", database, *more]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )

    def wait(self) -> Self:
        """Wait until it answers."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(self.output())
            try:
                if Browser(self).get("/healthz")[0] == 200:
                    return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def output(self) -> str:
        """Return all that it says until it ends."""
        assert self.process.stdout is not None
        with self.process.stdout as said:
            return said.read().decode()

    def kill(self) -> None:
        """End it at once, with all its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl+C does; return its exit code and what it said."""
        self.process.send_signal(signal.SIGINT)
        output = self.output()
        return self.process.wait(20), output


@contextmanager
def serving(database: str, *more: str, program: str = "") -> Iterator[Process]:
    process = Process(database, *more, program=program)
    try:
        yield process.wait()
    finally:
        if process.process.poll() is None:
            process.kill()
        if process.process.stdout is not None:
            process.process.stdout.close()


class Browser:
    """Someone with a cookie, at an *address* of loopback."""

    def __init__(self, server: Process, address: str = "127.0.0.1") -> None:
        self.server, self.address = server, address
        self.cookie = ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any, Any]:
        """Ask for *path*; return status, content and headers."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port, 20, (self.address, 0))) as connection:
            told = {"Origin": self.server.origin, "Content-Type": "application/json", "Cookie": self.cookie, **headers}
            connection.request(method, path, body, {name: value for name, value in told.items() if value})
            answer = connection.getresponse()
            text = answer.read().decode()
            cookie = answer.headers.get("Set-Cookie")
            if cookie:
                self.cookie = cookie.partition(";")[0]
        kind = answer.headers.get("Content-Type", "")
        return answer.status, json.loads(text) if "json" in kind else text, answer.headers

    def get(self, path: str) -> tuple[int, Any]:
        return self.ask("GET", path)[:2]

    def post(self, path: str, told: object, **headers: str) -> tuple[int, Any]:
        return self.ask("POST", path, json.dumps(told).encode(), **headers)[:2]

    def socket(
        self, code: str, *, origin: str | None = "", sock: socket.socket | None = None
    ) -> AbstractContextManager[ClientConnection]:
        """Return a socket at the table with *code*, without a hello."""
        address = f"ws://{urlsplit(self.server.origin).netloc}/t/{code}/ws"
        return connect(
            address,
            origin=self.server.origin if origin == "" else origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie} if self.cookie else {},
            compression=None,
            sock=sock or socket.create_connection(("127.0.0.1", self.server.port), 20, (self.address, 0)),
            open_timeout=20,
            max_size=1 << 20,
        )


class Player:
    """A client that knows the table from what it hears, and sees that every frame is one of the protocol."""

    def __init__(self, browser: Browser, code: str, have: int = 0) -> None:
        self.browser, self.code = browser, code
        self.seq = have
        self.public: Json = {}
        self.own: Json = {}
        self.rules: Json = {}
        self.heard: list[Json] = []
        self.answers: dict[str, Json] = {}
        self.number = 0
        self.name = os.urandom(4).hex()
        self.connect()

    def connect(self) -> None:
        self._open = ExitStack()
        self.socket = self._open.enter_context(self.browser.socket(self.code))
        self.send({"t": "hello", "have": self.seq})

    def close(self) -> None:
        self._open.close()

    def move_to(self, server: Process) -> None:
        """Go on at another process, from the last entry heard of."""
        with suppress(Exception):
            self.close()
        self.browser.server = server
        self.connect()

    def send(self, told: Json) -> None:
        self.socket.send(json.dumps(told))

    def receive(self, timeout: float = 20) -> Json:
        """Take the next frame into account, and return it."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        SERVER.validate_json(text)
        frame: Json = json.loads(text)
        match frame["t"]:
            case "table":
                state = frame["state"]
                self.seq, self.public, self.own = frame["seq"], state["public"], state.get("own", {})
                self.rules = state["rules"]
            case "happened":
                assert frame["seq"] == self.seq + 1, "an entry is missing"
                self.seq = frame["seq"]
                self.public = patched(self.public, frame["public"])
                self.own = patched(self.own, frame.get("own", {}))
            case "done" | "refused" | "wrong" if "cmd" in frame:
                self.answers[frame["cmd"]] = frame
        self.heard.append(frame)
        return frame

    def until(self, wanted: Callable[[Json], bool], timeout: float = 20) -> Json:
        """Receive until a frame is *wanted*."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            frame = self.receive(max(0.01, deadline - time.monotonic()))
            if wanted(frame):
                return frame
        raise TimeoutError

    def wait(self, *states: str) -> None:
        """Receive until the table is in one of *states*."""
        while self.public.get("state") not in states:
            self.receive()

    def of(self, kind: str, timeout: float = 20) -> Json:
        return self.until(lambda frame: frame["t"] == kind, timeout)

    def do(self, timeout: float = 20, cmd: str = "", **act: Any) -> Json:
        """Ask for something, and wait for the answer."""
        self.number += 1
        cmd = cmd or f"{self.name}-{self.number}"
        self.answers.pop(cmd, None)
        self.send({"t": "do", "cmd": cmd, **act})
        return self.until(lambda _: cmd in self.answers, timeout) and self.answers[cmd]


def make_table(browser: Browser, **told: Any) -> str:
    status, made = browser.post("/api/tables", {"name": "Ann", "settings": QUICK, **told})
    assert status == 201, made
    code: str = made["code"]
    return code


def seated(servers: list[Process], **told: Any) -> tuple[str, list[Player]]:
    """Return a table with Ann and Bob opposite each other, each at a server, and bots for their left hands, in the first deal."""
    browsers = [Browser(server) for server in servers]
    code = make_table(browsers[0], **told)
    assert browsers[1].post("/api/me", {"name": "Bob"})[0] == 200
    players = [Player(browser, code) for browser in browsers]
    assert players[1].do(act="join", called="Bob")["t"] == "done"
    for number, player in enumerate(players):
        assert player.do(act="sit", seat=1 + 2 * number)["t"] == "done"
    for seat in (2, 4):
        assert players[0].do(act="put-bot", seat=seat, bot="greedy")["t"] == "done"
    assert players[0].do(act="start")["t"] == "done"
    for player in players:
        player.wait("numbers")
        assert player.do(act="number", number="7")["t"] == "done"
    for player in players:
        player.wait("playing")
    return code, players


def hinted(player: Player) -> str:
    """Ask for a move, as people do."""
    player.number += 1
    player.send({"t": "hint", "n": player.number})
    frame = player.until(lambda each: each["t"] == "hinted" and each["n"] == player.number)
    return str(frame["move"])


def level(players: list[Player]) -> None:
    """Receive until everyone has heard the same."""
    head = max(each.seq for each in players)
    for each in players:
        while each.seq < head:
            each.receive()


def actor_of(players: list[Player]) -> Player | None:
    """Return who may act; None while bots do."""
    return next((each for each in players if each.own.get("choices")), None)
