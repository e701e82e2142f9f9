"""A crowd for benchmarks: tables amid a deal, put into a database as they would be there, and people who play at them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final, Self

from sqlalchemy import Connection, insert
from sqlalchemy.engine import Engine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from canasta.rules.load import load
from canasta.server.store import store
from canasta.server.store.rows import row_of
from canasta.server.store.schema import ENTRY
from canasta.server.table.live import now_ms
from canasta.server.table.tables import ENGINE
from canasta.session.acts import Start
from canasta.session.broadcast import patched
from canasta.session.entries import Entry
from canasta.session.table import Table
from canasta.tables.codes import key_hash, new_code, new_id, new_key
from canasta.tables.frames import VERSION
from tests.session.live import Live

Json = dict[str, Any]
SEATS: Final = 4
_AGO_MS: Final = 120_000
_LONGEST_SECONDS: Final = 20
LOST: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


def log_amid_a_deal(turns: int = 24) -> list[Entry]:
    """Return the log of a table of Hand and Foot with four people, after that many *turns* of its first deal."""
    live = Live(load("hand-and-foot", SEATS), checking=False, settings={"draw": False})
    live.now = now_ms() - _AGO_MS
    live.seat([f"Player {seat + 1}" for seat in range(SEATS)])
    live.do("p1", Start())
    live.until("playing")
    while live.state.deal is not None and live.state.deal.position.turns < turns:
        live.step()
    return live.log


@dataclass(frozen=True, slots=True)
class Room:
    """Tables in a database, by their codes, and the keys of the people who sit at all of them, by seat."""

    codes: Sequence[str]
    keys: Sequence[str]


def fill(engine: Engine, tables: int, log: Sequence[Entry], *, checkpoints: bool, keys: Sequence[str] = ()) -> Room:
    """Put that many *tables* with this *log* into a database with the schema; *keys* are those of people who are in it."""
    table, kept = Table(), (0, "")
    for entry in log:
        table.follow(entry)
        text = table.checkpoint()
        kept = (entry.seq, text) if text is not None else kept
    new = [] if keys else [new_key() for _ in range(SEATS)]
    rows = [
        store.TableRow(new_id(), new_code(), "", "playing", log[-1].seq, None, now_ms(), now_ms())
        for _ in range(tables)
    ]
    stored = [row_of("", entry) for entry in log]

    def write(connection: Connection) -> None:
        for seat, key in enumerate(new):
            store.new_person(
                connection, store.StoredPerson(f"p{seat + 1}", f"Player {seat + 1}"), key_hash(key) or b"", 0
            )
        for row in rows:
            store.new_table(connection, row)
            values = [
                {"table_id": row.id, "seq": each.seq, "cmd": each.cmd, "person": each.person, "at": each.at,
                 "body": each.body, "crc": each.crc}
                for each in stored
            ]  # fmt: skip
            connection.execute(insert(ENTRY), values)
            if checkpoints and kept[0]:
                kept_here = store.Change(row.id, kept[0], None, "playing", kept[1])
                store.keep_checkpoints(connection, ENGINE, [kept_here])

    with engine.begin() as connection:
        write(connection)
    return Room([row.code for row in rows], keys or new)


@dataclass(eq=False)
class Client:
    """One person's socket at a table. *news* is called for each frame; *times* says when each entry came."""

    code: str
    key: str
    address: str
    origins: Sequence[str]
    news: Callable[[], None]
    seq: int = 0
    times: dict[int, float] = field(default_factory=dict)
    own: Json = field(default_factory=dict)
    answers: dict[str, Json] = field(default_factory=dict)
    _socket: ClientConnection | None = None
    _reading: asyncio.Task[None] | None = None
    _head: int = -1

    async def connect(self, at: int = 0) -> Self:
        """Connect to the origin number *at*, and hear what was missed. Raises what `LOST` names."""
        origin = self.origins[at % len(self.origins)]
        self._socket = await connect(
            f"{origin.replace('http', 'ws', 1)}/t/{self.code}/ws?v={VERSION}",
            origin=Origin(origin),
            additional_headers={"Cookie": f"canasta={self.key}"},
            compression=None,
            ping_interval=None,
            open_timeout=30,
            local_addr=(self.address, 0),
        )
        await self._socket.send(json.dumps({"t": "hello", "have": self.seq, "events": False}))
        self._head = -1
        while self._head < 0 or self.seq < self._head:
            self._take(await self._socket.recv())
        self._reading = asyncio.ensure_future(self._read())
        return self

    async def _read(self) -> None:
        assert self._socket is not None
        with suppress(*LOST):
            async for text in self._socket:
                self._take(text)

    def _take(self, text: str | bytes) -> None:
        frame = json.loads(text)
        match frame["t"]:
            case "welcome":
                self._head = frame["seq"]
            case "table":
                self.own, self.seq = frame["state"].get("own", {}), frame["seq"]
            case "happened":
                assert frame["seq"] == self.seq + 1, "an entry is missing"
                self.own, self.seq = patched(self.own, frame.get("own", {})), frame["seq"]
                self.times[self.seq] = perf_counter()
            case "done" | "refused" | "wrong":
                self.answers[frame.get("cmd", "")] = frame
        self.news()

    async def lost(self) -> None:
        """Wait until the connection has ended, whoever ended it."""
        if self._reading is not None:
            await self._reading

    @property
    def may_act(self) -> bool:
        """Whether the table waits for this person."""
        return bool(self.own.get("choices"))

    async def move(self, cmd: str) -> None:
        """Make the plainest move there is: draw, or discard the first card."""
        assert self._socket is not None
        choices = self.own["choices"]
        move = "draw" if "draw" in choices else f"discard {choices['discard'][:2]}"
        await self._socket.send(json.dumps({"t": "do", "cmd": cmd, "move": move}))

    async def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            await self._socket.close()
        await self.lost()


class Board:
    """A table and its four people. *taken* has, for each move, the seconds from its sending until all of them heard of it."""

    def __init__(self, room: Room, number: int, origins: Sequence[str]) -> None:
        # An address for each table, as if its people were at home: the server limits what comes from one.
        address = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        code = room.codes[number]
        self._news = asyncio.Event()
        self.clients = [Client(code, key, address, origins, self._news.set) for key in room.keys]
        self.taken: list[float] = []
        self.head = 0
        self._number = 0
        self._name = new_id()[:8]

    async def open(self, at: int = 0) -> None:
        """Let all four connect."""
        for client in self.clients:
            await client.connect(at)
        self.head = max(client.seq for client in self.clients)

    async def move(self) -> None:
        """Let whoever is waited for move, until everyone has heard of it. Raises `RuntimeError` where that does not come."""
        actor = next((client for client in self.clients if client.may_act), None)
        if actor is None:
            raise RuntimeError("nobody may act at a table of the benchmark")
        self._number += 1
        cmd, sent = f"{self._name}-{self._number}", perf_counter()
        await actor.move(cmd)
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                while not self._all_heard(actor.answers.get(cmd)):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            heard = [client.seq for client in self.clients]
            raise RuntimeError(f"not everyone heard of entry {self.head} in {_LONGEST_SECONDS} s: {heard}") from None
        self.taken.append(max(client.times[self.head] for client in self.clients) - sent)
        for client in self.clients:
            client.times.clear()
            client.answers.clear()

    def _all_heard(self, answer: Json | None) -> bool:
        if answer is None:
            return False
        if answer["t"] != "done":
            raise RuntimeError(f"a move of the benchmark was refused: {answer}")
        self.head = answer["seq"]
        return all(self.head in client.times for client in self.clients)

    async def close(self) -> None:
        """Let all four leave."""
        for client in self.clients:
            await client.close()


async def opened(boards: Sequence[Board], together: int = 16) -> None:
    """Open all *boards*, some of them *together*."""
    gate = asyncio.Semaphore(together)

    async def one(board: Board) -> None:
        async with gate:
            await board.open()

    await asyncio.gather(*map(one, boards))


async def play(boards: Sequence[Board], rate: float, seconds: float) -> list[float]:
    """Play at the *boards* in turn, *rate* moves a second, whether or not those before have arrived.

    Returns the seconds that each move took until everyone at its table had heard of it.
    """
    for board in boards:
        board.taken.clear()
    moving: dict[Board, asyncio.Task[None]] = {}
    began, number = perf_counter(), 0
    while number < rate * seconds:
        await asyncio.sleep(max(0.0, began + number / rate - perf_counter()))
        board = boards[number % len(boards)]
        if board in moving:
            await moving[board]
        moving[board] = asyncio.ensure_future(board.move())
        number += 1
    await asyncio.gather(*moving.values())
    return [seconds for board in boards for seconds in board.taken]
