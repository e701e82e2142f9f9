"""A server in this process: people reach its application as through a network, but every frame is seen as it leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Final

from canasta.protocol.messages import SERVER
from canasta.server.app import make_app
from canasta.server.options import Options
from canasta.server.process import Server
from canasta.server.store.database import engine_for
from canasta.server.store.migrating import migrate
from canasta.tables.frames import VERSION

Json = dict[str, Any]
HOST: Final = "localhost:8000"
_ADDRESSES = count(1)
"""Everyone comes from an address of their own, so that no limit of an address is met."""


class Served:
    """A running server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.app = make_app(server)
        self.address = "10.0.0.1"

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        cookie: str = "",
        origin: str = f"http://{HOST}",
        **more: str,
    ) -> tuple[int, Any, dict[str, str]]:
        """Ask for *path*; return the status, what is answered, and the headers."""
        route, _, query = path.partition("?")
        headers = {"host": HOST, "origin": origin, "content-type": "application/json", "cookie": cookie, **more}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "method": method,
            "path": route, "raw_path": route.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items() if value],
            "client": (self.address, 1), "server": ("localhost", 8000), "extensions": {},
        }  # fmt: skip
        sent: list[Any] = []
        coming = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            return next(coming, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        text = b"".join(each.get("body", b"") for each in sent[1:]).decode()
        is_json = "json" in told.get("content-type", "")
        return sent[0]["status"], json.loads(text) if is_json else text, told

    async def post(self, path: str, told: object, cookie: str = "") -> tuple[int, Any]:
        status, answer, _ = await self.ask("POST", path, json.dumps(told).encode(), cookie=cookie)
        return status, answer

    async def person(self, name: str) -> str:
        """Return the cookie of a new person."""
        _, _, headers = await self.ask("POST", "/api/me", json.dumps({"name": name}).encode())
        return headers["set-cookie"].partition(";")[0]

    async def socket(self, code: str, cookie: str = "", have: int = 0) -> Socket:
        """Return a socket at the table with *code* that has said hello and heard where the table is."""
        socket = Socket(self.app, code, cookie)
        socket.send({"t": "hello", "have": have})
        welcome = await socket.of("welcome")
        while socket.seq < welcome["seq"]:
            await socket.next()
        return socket


@lru_cache(maxsize=256)
def _read(text: str) -> Json:
    """Return a frame, which several sockets may get."""
    SERVER.validate_json(text)
    frame: Json = json.loads(text)
    return frame


class Socket:
    """A socket of one client; every frame is read strictly."""

    def __init__(self, app: Any, code: str, cookie: str = "") -> None:
        self.seq = 0
        self.frames: list[str] = []
        self.closed: int | None = None
        self._read = 0
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        self._new = asyncio.Event()
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "root_path": "",
            "path": f"/t/{code}/ws", "raw_path": b"", "query_string": f"v={VERSION}".encode(), "subprotocols": [], "state": {},
            "headers": [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode()), (b"cookie", cookie.encode())],
            "client": (f"10.1.{next(_ADDRESSES)}", 1), "server": ("localhost", 8000), "extensions": {},
        }  # fmt: skip
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(app(scope, self._in.get, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
        self._new.set()

    def send(self, told: Json | str) -> None:
        text = told if isinstance(told, str) else json.dumps(told)
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def next(self) -> Json:
        """Return the next frame."""
        async with asyncio.timeout(20):
            while self._read == len(self.frames):
                if self.closed is not None:
                    raise EOFError
                self._new.clear()
                await self._new.wait()
        frame = _read(self.frames[self._read])
        self._read += 1
        if frame["t"] in {"table", "happened"}:
            self.seq = frame["seq"]
        return frame

    async def of(self, *kinds: str) -> Json:
        """Return the next frame of one of *kinds*."""
        while True:
            frame = await self.next()
            if frame["t"] in kinds:
                return frame

    async def do(self, cmd: str, **act: Any) -> Json:
        """Ask for something; return the answer."""
        self.send({"t": "do", "cmd": cmd, **act})
        while True:
            frame = await self.of("done", "refused", "wrong")
            if frame.get("cmd") == cmd:
                return frame

    async def hear(self, head: int) -> None:
        """Receive until the entry *head* has come."""
        while self.seq < head:
            await self.next()

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


def database(folder: Path) -> str:
    """Return the path of an empty database in *folder*."""
    path = str(folder / "canasta.db")
    engine = engine_for(path)
    migrate(engine)
    engine.dispose()
    return path


@asynccontextmanager
async def served(path: str, **options: Any) -> AsyncIterator[Served]:
    """Provide a server of the database at *path*."""
    server = Server(Options(path, **options), engine_for(path))
    await server.start()
    try:
        yield Served(server)
    finally:
        await server.stop()
