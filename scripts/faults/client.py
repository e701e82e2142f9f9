"""A client for load: it keeps its table by the patches it hears, plays what it may, and sends again what nobody answered."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from canasta.base.cards import face_text, parse_faces
from canasta.session.broadcast import patched
from scripts.faults.people import Json, Person
from scripts.faults.slowness import slowness

ANSWER_SECONDS = 3.0
"""After which a command is sent again."""
SILENCE_SECONDS = 2.5
"""After which the server is asked whether it is there; after as long again, the connection is given up. See `slowness`."""
REMEMBERED = 600
"""Of how many entries the table after them is remembered."""

_TICK = 0.5
_OPEN_SECONDS = 10
_LONGEST_WAIT = 15.0
"""The longest wait before a client connects again, as on the page."""

_LOST = (OSError, WebSocketException, TimeoutError, EOFError)


class Missed(ConnectionError):
    """An entry is missing between two frames."""


class Client:
    """Someone at a table, or a spectator (*person* without a cookie).

    *origins* are the servers it tries in turn. With *plays*, it makes a move every *pace* seconds when it may. Over a
    network that *loses* frames, an entry that is missing is no fault of the server: the client connects again.
    """

    def __init__(self, person: Person, code: str, origins: Sequence[str], *, plays: bool = False) -> None:
        self.person, self.code, self.origins, self.plays = person, code, list(origins), plays
        self.pace = 0.7
        self.loses = False
        self.seq = 0
        self.public: Json = {}
        self.own: Json = {}
        self.id: str | None = None
        """The id of the person, as the table knows it."""
        self.remembered: OrderedDict[int, tuple[Json, Json]] = OrderedDict()
        self.pending: dict[str, Json] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.complaints: list[str] = []
        self.stopped = ""
        self.connected = False
        self.heard_at = 0.0
        self.unsaved = 0
        self.connections = 0
        self._ended = False
        self._wanted = ""
        self._number = 0
        self._next_at = 0.0
        self._sent_at: dict[str, float] = {}
        self._chance = Random(person.address)
        self._id = f"{person.name}-{self._chance.randrange(1 << 48):x}"
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Be at the table until `end`, whatever happens to connections."""
        failures = 0
        while not self._ended and not self.stopped:
            try:
                async with self._connect() as socket:
                    self._socket = socket
                    await self._talk(socket)
            except _LOST:
                pass
            failures = 0 if self.connected else failures + 1
            self.connected = False
            self._socket = None
            self._choose_server()
            await asyncio.sleep(self._chance.random() * min(_LONGEST_WAIT, 0.3 * 2 ** min(failures, 10)))

    def _choose_server(self) -> None:
        """Put the server to try next first."""
        self.origins.append(self.origins.pop(0))
        if self._wanted in self.origins:
            self.origins.remove(self._wanted)
            self.origins.insert(0, self._wanted)
        self._wanted = ""

    def end(self) -> None:
        """Leave: `run` returns soon."""
        self._ended = True
        if self._socket is not None:
            self._socket.transport.abort()

    def cut(self, origin: str = "") -> None:
        """Lose the connection now, and try *origin* next."""
        self._wanted = origin
        if self._socket is not None:
            self._socket.transport.abort()

    def _connect(self) -> connect:
        origin = self.origins[0]
        return connect(
            f"ws{origin.removeprefix('http')}/t/{self.code}/ws",
            origin=Origin(origin),
            additional_headers={"Cookie": self.person.cookie} if self.person.cookie else {},
            local_addr=(self.person.address, 0),
            compression=None,
            proxy=None,
            open_timeout=_OPEN_SECONDS * slowness(),
            close_timeout=0.5,
            ping_interval=None,
            max_size=1 << 20,
        )

    async def _talk(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"t": "hello", "have": self.seq}))
        asked_at = 0.0
        heard_at = monotonic()
        while not self._ended:
            began = monotonic()
            try:
                async with asyncio.timeout(_TICK):
                    text = await socket.recv()
            except TimeoutError:
                now = monotonic()
                heard_at += max(0.0, now - began - _TICK)  # nobody listened meanwhile
                silence = SILENCE_SECONDS * slowness()
                if now - heard_at > 2 * silence:
                    raise ConnectionError("the server is silent") from None
                if now - max(heard_at, asked_at) > silence:
                    asked_at = now
                    await socket.send('{"t":"ping"}')
            else:
                self.heard_at = heard_at = monotonic()
                self._hear(json.loads(text))
            if self.connected:
                await self._act(socket)

    def _hear(self, frame: Json) -> None:
        """Take a frame into account."""
        match frame["t"]:
            case "welcome":
                self.connected = True
                self.id = frame["you"].get("person")
                self.connections += 1
                self._sent_at.clear()
            case "table":
                state = frame["state"]
                self.public, self.own = state["public"], state.get("own", {})
                self._remember(frame["seq"])
            case "happened" if frame["seq"] != self.seq + 1:
                if not self.loses:
                    self.complaints.append(f"entry {frame['seq']} came after {self.seq}")
                if frame["seq"] > self.seq:
                    raise Missed
            case "happened":
                self.public = patched(self.public, frame["public"])
                self.own = patched(self.own, frame.get("own", {}))
                self._remember(frame["seq"])
            case _:
                self._hear_answer(frame)
        self._changed.set()

    def _hear_answer(self, frame: Json) -> None:
        """Take into account what is no part of the table."""
        match frame["t"]:
            case "done":
                self._acknowledge(frame["cmd"], frame["seq"])
            case "refused":
                self.pending.pop(frame["cmd"], None)
                self.refused[frame["cmd"]] = frame["text"]
            case "wrong":
                self._sent_at = {cmd: monotonic() for cmd in self._sent_at}  # sent again later
                if not self.loses and "too fast" not in frame["text"]:
                    self.complaints.append(frame["text"])
                    self.pending.pop(frame.get("cmd", ""), None)
            case "stopped":
                self.stopped = frame["text"]
            case "unsaved":
                self.unsaved += 1
            case "hinted":
                self.ask({"act": "play", "move": frame["move"]})

    def _remember(self, seq: int) -> None:
        self.seq = seq
        self.remembered[seq] = self.public, self.own
        while len(self.remembered) > REMEMBERED:
            self.remembered.popitem(last=False)

    def _acknowledge(self, cmd: str, seq: int) -> None:
        self.pending.pop(cmd, None)
        known = self.acknowledged.setdefault(cmd, seq)
        if known != seq:
            self.complaints.append(f"one command was entry {known} and then entry {seq}")

    def ask(self, told: Json, cmd: str = "") -> str:
        """Ask the table for something, as soon as there is a connection; return the id of the command."""
        self._number += 1
        cmd = cmd or f"{self._id}-{self._number}"
        self.pending[cmd] = {"t": "do", "cmd": cmd, **told}
        return cmd

    async def do(self, **told: Any) -> int:
        """Ask for something and wait; return the number of its entry, 0 where it is refused."""
        cmd = self.ask(told)
        while cmd in self.pending and not self.stopped:
            await self.until_changed()
        return self.acknowledged.get(cmd, 0)

    async def until_changed(self) -> None:
        """Wait until something was heard, or for half a second."""
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(_TICK):
                await self._changed.wait()

    async def ping(self) -> None:
        """Ask the server whether it is there, if there is a connection."""
        if self._socket is not None and self.connected:
            with suppress(*_LOST):
                await self._socket.send('{"t":"ping"}')

    async def send_now(self, cmd: str) -> None:
        """Send the command *cmd*, which waits, at this moment."""
        if self._socket is not None:
            self._sent_at[cmd] = monotonic()
            with suppress(*_LOST):
                await self._socket.send(json.dumps(self.pending[cmd]))

    async def _act(self, socket: ClientConnection) -> None:
        """Send what waits, and what was not answered, again; decide what to do next."""
        now = monotonic()
        if self.plays and not self.pending and now >= self._next_at:
            self._next_at = now + self.pace * (0.5 + self._chance.random())
            told = self.choose()
            if told is not None:
                self.ask(told)
            elif self.own.get("choices"):
                await socket.send(json.dumps({"t": "hint", "n": self._number}))
        for cmd, message in list(self.pending.items()):
            if now - self._sent_at.get(cmd, -ANSWER_SECONDS) >= ANSWER_SECONDS:
                self._sent_at[cmd] = now
                await socket.send(json.dumps(message))

    def choose(self) -> Json | None:
        """Something to ask for now: a number, a draw, a discard; None where there is nothing so simple."""
        choices = self.own.get("choices") or {}
        match self.public.get("state"):
            case "numbers":
                return {"act": "number", "number": "7"}
            case "over":
                return {"act": "rematch"}
        if "draw" in choices:
            return {"act": "play", "move": "draw"}
        if choices.get("discard"):
            return {"act": "play", "move": f"discard {face_text(self._chance.choice(parse_faces(choices['discard'])))}"}
        return None
