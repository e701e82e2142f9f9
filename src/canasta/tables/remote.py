"""A headless player: sits down at a table of a server over the network, hears everything, and plays."""

from __future__ import annotations

import http.client
import json
import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from threading import Event, Timer
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from canasta.base.english import several
from canasta.bots import registry
from canasta.session.broadcast import patched
from canasta.tables.codes import key_hash, read_code
from canasta.tables.errors import ServerError
from canasta.tables.fairness_check import OwnNumbers
from canasta.tables.frames import VERSION
from canasta.tables.pace import FRAMES, Bucket

Json = dict[str, Any]
_LOST: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
_MOST_RETRIES: Final = 8
_ANSWER_SECONDS: Final = 3.0
_MOST_BYTES: Final = 1 << 20
"""The most that is read of an answer, over HTTP as on the socket."""

_MOST_SECONDS: Final = 20.0
_CLOSE_SECONDS: Final = 0.5
"""How long the server has to say goodbye: nothing is lost without that."""

_PACE: Final = 0.8
"""How much of what the server allows is used: a message may wait on its way and arrive together with the next."""
_POLL_SECONDS: Final = 0.1
_ACTS: Final = frozenset(
    {
        "undo",
        "restart",
        "take-back",
        "ready",
        "start",
        "pause",
        "resume",
        "redeal",
        "let-in",
        "rematch",
        "decline",
        "back",
        "leave",
    }
)
_NUMBERED: Final = {
    "sit": ("sit", "seat"),
    "pick": ("draw-card", "place"),
    "cut": ("cut", "aim"),
    "number": ("number", "number"),
}
"""Words that go with a number: the act, and its key."""


@dataclass(frozen=True, slots=True)
class Address:
    """A table's address, taken apart: the server's origin, the code, and the key of a seat link or nothing."""

    parts: SplitResult
    code: str
    key: str

    @property
    def origin(self) -> str:
        """The server's own origin."""
        return f"{self.parts.scheme}://{self.parts.netloc}"

    @property
    def socket(self) -> str:
        """The address of the WebSocket."""
        scheme = "wss" if self.parts.scheme == "https" else "ws"
        return f"{scheme}://{self.parts.netloc}/t/{self.code}/ws?v={VERSION}"


def read_address(url: str, *, new: bool = False) -> Address:
    """Return the address in *url*: of a table, or of a server where a *new* one is to be made, whose code is empty.

    Raises `ServerError` for any other.

    >>> read_address("http://localhost:8000/t/K7M4XHPC").socket
    'ws://localhost:8000/t/K7M4XHPC/ws?v=2'
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises for a bad one
    except ValueError:
        parts = urlsplit("")
    code = read_code(parts.path.removeprefix("/t/"))
    key = parts.fragment.removeprefix("seat=")
    if new:
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
            raise ServerError(f'"{url}" is not the address of a server. It looks like http://localhost:8000')
        return Address(parts, "", "")
    if parts.scheme not in {"http", "https"} or not parts.hostname or code is None or (key and key_hash(key) is None):
        raise ServerError(f'"{url}" is not the address of a table. It looks like http://localhost:8000/t/K7M4XHPC')
    return Address(parts, code, key)


@dataclass(slots=True)
class RemoteSeat:
    """A person at a table on a server, who knows it from what they hear.

    What the server sends is not trusted to be right: an answer of the wrong shape raises `ServerError`, or one of `MISSHAPEN`
    where it is used.
    """

    address: Address
    """The address of the table."""

    name: str
    """The name of the person."""

    tell: Callable[[Json], None]
    """Called with every frame."""

    warn: Callable[[str], None] = lambda _: None
    """Called with a sentence on each shuffle for which this seat gave a number."""

    cookie: str = ""
    """The cookie by which the server knows the person."""

    seq: int = 0
    """The number of the last entry that was heard."""

    public: Json = field(default_factory=dict)
    """The public part of the table."""

    own: Json = field(default_factory=dict)
    """What only this seat may know."""

    rules: Json = field(default_factory=dict)
    """The rules of the table."""

    you: Json = field(default_factory=dict)
    """The person's role at the table, with their seat if they have one."""

    _socket: ClientConnection | None = None
    """The connection; None while there is none."""

    _open: ExitStack = field(default_factory=ExitStack)
    """What closes the connection."""

    _numbers: OwnNumbers = field(default_factory=OwnNumbers)
    """The numbers that this seat gave for shuffles."""

    _number: int = 0
    """How many messages with a number were sent."""

    _id: str = field(default_factory=lambda: secrets.token_hex(6))
    """What the ids of this seat's commands begin with."""

    _allowed: Bucket = field(default_factory=lambda: Bucket(*(_PACE * each for each in FRAMES)))
    """How fast messages may be sent."""

    def ask(self, path: str, told: Json) -> Json:
        """Ask over HTTP. Raises `ServerError` with the server's sentence."""
        parts = self.address.parts
        host, port = str(parts.hostname), parts.port
        secure = parts.scheme == "https"
        connection = (
            http.client.HTTPSConnection(host, port, timeout=20)
            if secure
            else http.client.HTTPConnection(host, port, timeout=20)
        )
        headers = {"Origin": self.address.origin, "Content-Type": "application/json", "Cookie": self.cookie}
        late = Event()
        try:
            connection.connect()
            with _cut_off(connection.sock, late):
                connection.request(
                    "POST", path, json.dumps(told), {key: value for key, value in headers.items() if value}
                )
                with connection.getresponse() as answer:
                    content = _parsed(_read(answer))
        except (OSError, ValueError, http.client.HTTPException) as error:
            what = f"it has not answered within {_MOST_SECONDS:g} seconds" if late.is_set() else error
            raise ServerError(
                f"The server at {self.address.origin} does not answer as a table server: {what}."
            ) from None
        finally:
            connection.close()
        if answer.status >= 300:
            problems = [each["text"] for each in content.get("problems", ())]
            raise ServerError(" ".join([str(content.get("text", answer.reason)), *problems]))
        cookie = answer.headers.get("Set-Cookie", "")
        self.cookie = cookie.partition(";")[0] or self.cookie
        return content

    def make_table(self, game: str, players: int | None, options: Sequence[str]) -> str:
        """Make a table, whose host this is; return its address. Raises `ServerError` with the server's sentence."""
        told = {"game": game, "options": list(options)}
        return str(self._made(told | ({"players": players} if players else {}))["link"])

    def make_table_from(self, record: str) -> tuple[str, list[str]]:
        """Make a table that goes on with an unfinished *record*, whose host this is.

        Return its address, and the names of the record's players by seat. Raises `ServerError` with the server's sentence.
        """
        made = self._made({"record": record})
        return str(made["link"]), list(made["players"])

    def _made(self, told: Json) -> Json:
        made = self.ask("/api/tables", {"name": self.name, **told})
        self.address = replace(self.address, code=made["code"])
        return made

    def sit_down(self, seat: int | None) -> None:
        """Come to the table and take *seat*, from 1, or the first free one. Raises `ServerError` if that cannot be."""
        if self.address.key:
            self.ask("/api/seat", {"key": self.address.key, "name": self.name})
        else:
            self.ask("/api/me", {"name": self.name})
        self._connect()
        if self.you["role"] == "nobody":
            self._surely({"act": "join", "called": self.name})
        if "seat" not in self.you:
            rows = self.public["seats"].items()
            free = [seat] if seat else [int(number) for number, row in rows if row["plays"] == "nobody"]
            for number in free[:-1]:
                if self.do({"act": "sit", "seat": number})["t"] == "done":
                    return
            if not free:
                raise ServerError("There is no free seat at this table.")
            self._surely({"act": "sit", "seat": free[-1]})

    def _surely(self, act: Json) -> None:
        answer = self.do(act)
        if answer["t"] != "done":
            raise ServerError(answer["text"])

    def do(self, act: Json) -> Json:
        """Ask for *act*, again if the connection is lost meanwhile; return the answer."""
        if act.get("act") == "number":
            self._numbers.sent(self.public, self.you.get("seat", 0), act["number"])
        self._number += 1
        told = {"t": "do", "cmd": f"{self._id}-{self._number}", **act}
        return self._answer(told, lambda each: each.get("cmd") == told["cmd"])

    def hint(self) -> Json | None:
        """Return what the server recommends here: the first `move`, and a `line` that says why; None if there is nothing to decide."""
        return self._asked("hint", "hinted")

    def view(self) -> Json | None:
        """Return all that the seat knows, of a deal that was counted until the next one is dealt, as a bot is told it; None if there is none."""
        return self._asked("view", "viewed")

    def _asked(self, kind: str, answered: str) -> Json | None:
        """Return the answer to a question of *kind*; None if there is none."""
        self._number += 1
        number = self._number
        answer = self._answer(
            {"t": kind, "n": number},
            lambda each: each["t"] == "wrong" or (each["t"] == answered and each["n"] == number),
        )
        return answer if answer["t"] == answered else None

    def _answer(self, told: Json, wanted: Callable[[Json], bool]) -> Json:
        """Send *told* until there is an answer that is *wanted*."""
        while True:
            try:
                self._send(told)
                deadline = monotonic() + _ANSWER_SECONDS
                while monotonic() < deadline:
                    frame = self.hear(deadline - monotonic())
                    if frame is not None and frame["t"] != "happened" and wanted(frame):
                        return frame
            except _LOST:
                self._connect()

    def _send(self, told: Json) -> None:
        """Send *told* as soon as the server takes one more message. Raises what `_LOST` names."""
        assert self._socket is not None
        while not self._allowed.take():
            sleep(_POLL_SECONDS)
        self._socket.send(json.dumps(told))

    def hear(self, seconds: float) -> Json | None:
        """Return the next frame, taken into account; None if there is none for so long. Raises what `_LOST` names."""
        assert self._socket is not None
        try:
            frame = _parsed(self._socket.recv(max(0.0, seconds)))
        except TimeoutError:
            return None
        except ValueError as error:
            raise ServerError(f"The server sent something that can't be read: {error}.") from None
        match frame["t"]:
            case "welcome":
                self.you = frame["you"]
            case "table":
                self.you, self.seq = frame["you"], frame["seq"]
                state = frame["state"]
                self.rules, self.public, self.own = state["rules"], state["public"], state.get("own", {})
            case "happened":
                if frame["seq"] != self.seq + 1:
                    raise OSError("an entry is missing")  # connect again, from the last one heard
                self.seq = frame["seq"]
                self.public = patched(self.public, frame["public"])
                self.own = patched(self.own, frame.get("own", {}))
            case "bye" | "stopped":
                self.tell(frame)
                raise ServerError(frame.get("why") or frame["text"])
        self.tell(frame)
        for sentence in self._numbers.check(self.public) if frame["t"] in {"table", "happened"} else ():
            self.warn(sentence)
        return frame

    @property
    def waited_for(self) -> bool:
        """Whether the table waits for this seat: others may only be allowed to lay cards meanwhile."""
        table = self.public.get("table", {})
        return self.you.get("seat") in table.get("waiting", [table.get("turn")])

    def called(self, seat: int) -> str:
        """Return the name of whoever plays *seat*, from 1."""
        return str(self.public["seats"][str(seat)].get("name") or f"seat {seat}")

    def wait(self, seconds: float = 20) -> None:
        """Hear something, connecting again if the connection is lost."""
        try:
            self.hear(seconds)
        except _LOST:
            self._connect()

    def _connect(self) -> None:
        """Connect, waiting longer from one time to the next. Raises `ServerError` where that does not help."""
        for turn in range(_MOST_RETRIES):
            self.close()
            try:
                self._greet()
            except _LOST:
                sleep((0.3 + secrets.randbelow(700) / 1000) * 2 ** min(turn, 4))
            else:
                return
        raise ServerError(f"The server does not answer after {several(_MOST_RETRIES, 'try', 'tries')}.")

    def _greet(self) -> None:
        """Connect and hear what was missed. Raises what `_LOST` names."""
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(
                self.address.socket,
                origin=Origin(self.address.origin),
                additional_headers={"Cookie": self.cookie},
                compression=None,
                max_size=_MOST_BYTES,
                close_timeout=_CLOSE_SECONDS,
            )
        )
        self._send({"t": "hello", "have": self.seq})
        while (frame := self.hear(10)) is None or frame["t"] != "welcome":
            pass
        while self.seq < frame["seq"]:
            self.hear(10)

    def close(self) -> None:
        """Leave the connection; the seat stays."""
        self._socket = None
        with suppress(*_LOST):
            self._open.close()


MISSHAPEN: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)
"""What it raises to use what a server sent that does not speak the protocol."""


def _parsed(text: str | bytes) -> Json:
    """Return the JSON object in *text*. Raises `ValueError` for anything else."""
    try:
        told = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(told, dict):
        raise ValueError("it is not a JSON object")
    return told


@contextmanager
def _cut_off(connection: socket.socket, late: Event) -> Iterator[None]:
    """End *connection* when all of an answer has taken too long, however little of it comes at a time, and note it in *late*."""

    def end() -> None:
        late.set()
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    timer = Timer(_MOST_SECONDS, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read(answer: http.client.HTTPResponse) -> bytes:
    """Return the body of *answer*. Raises `ValueError` for one that is too large."""
    read = b""
    while part := answer.read1(_MOST_BYTES):
        read += part
        if len(read) > _MOST_BYTES:
            raise ValueError(f"it sends more than {_MOST_BYTES:,} bytes")
    return read


def act_of(line: str) -> Json:
    """Return what a typed *line* asks for: an act by its name, or a move.

    >>> act_of("undo"), act_of("sit 3"), act_of("discard 4c")
    ({'act': 'undo'}, {'act': 'sit', 'seat': 3}, {'move': 'discard 4c'})
    >>> act_of("pick 7"), act_of("bot 4 greedy")
    ({'act': 'draw-card', 'place': 7}, {'act': 'put-bot', 'seat': 4, 'bot': 'greedy'})
    """
    word, _, rest = line.strip().partition(" ")
    if word in _ACTS and not rest:
        return {"act": word}
    if word in _NUMBERED and rest.isdecimal() and len(rest) < 21:
        act, key = _NUMBERED[word]
        return {"act": act, key: rest if word == "number" else int(rest)}
    number, _, name = rest.partition(" ")
    if word == "bot" and number.isdecimal() and len(number) < 2:
        return {"act": "put-bot", "seat": int(number), "bot": name.strip() or registry.BACK_UP}
    return {"move": line.strip()}


def procedure_of(seat: RemoteSeat) -> Json | None:
    """Return what a player does besides moves, who leaves it to the program: start, number, card, cut, being ready."""
    me, public = seat.you.get("seat"), seat.public
    match public["state"]:
        case "open" if seat.you["role"] == "host" and all(row["plays"] != "nobody" for row in public["seats"].values()):
            return {"act": "start"}
        case "numbers" if seat.own.get("number") is False and public.get("shuffle", {}).get("commitment"):
            return {"act": "number", "number": str(secrets.randbits(64))}
        case "drawing" if me in public["draw"]["waiting"]:
            free = [n for n in range(1, public["draw"]["cards"] + 1) if str(n) not in public["draw"]["picked"]]
            return {"act": "draw-card", "place": secrets.choice(free)}
        case "cutting" if str(me) in public["cut"]:
            return {"act": "cut", "aim": public["cut"][str(me)]}
        case "counting" if me is not None and me not in public.get("ready", ()):
            return {"act": "ready"}
    return None
