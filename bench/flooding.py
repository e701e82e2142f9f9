"""``python -m bench.flooding KIND NUMBER ORIGIN CODE KEY``: ask a server for more than it should give, until this is ended.

Kinds: ``rules`` asks for the handbook of a table on NUMBER new connections at once, every second; ``try`` and ``view`` ask on
NUMBER sockets of one person, ten times a second on each; ``replays`` and ``checks`` send a long record and long rules of a family
on NUMBER new connections at once, again as soon as they are answered; ``reconnect`` opens and closes a WebSocket as fast as it can, NUMBER at
once. A line is printed once all of it goes on.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.crowd import LOST

ADDRESS: Final = "127.200.0.1"
CORPUS: Final = Path(__file__).resolve().parents[1] / "tests" / "corpus"
_PAUSE: Final = 0.1
_AGAIN: Final = 1.0
_ASKED: Final = {"try": {"t": "try", "move": "draw"}, "view": {"t": "view"}}


async def _read_rules(number: int, origin: str, code: str, key: str) -> None:
    place = urlsplit(origin)
    request = f"GET /api/tables/{code}/rules HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n".encode()
    del key  # it needs none

    async def one() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=(ADDRESS, 0))
                writer.write(request)
                await reader.read(-1)
                writer.close()
            await asyncio.sleep(_AGAIN)

    await _all([one() for _ in range(number)])


async def _post(kind: str, number: int, origin: str) -> None:
    path, body = _POSTED[kind]()
    place = urlsplit(origin)
    mime = "text/plain" if kind == "replays" else "application/json"
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {origin}\r\nContent-Type: {mime}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    request = head.encode() + body

    async def one() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=(ADDRESS, 0))
                writer.write(request)
                await reader.read(-1)
                writer.close()
            await asyncio.sleep(_PAUSE)

    await _all([one() for _ in range(number)])


def _long_record() -> tuple[str, bytes]:
    """Return where records are played again, and one that takes long."""
    return "/api/replay", max(CORPUS.glob("*.chh"), key=lambda file: file.stat().st_size).read_bytes()


def _long_rules() -> tuple[str, bytes]:
    """Return where rules are checked, and some that take long: each of many lines names something that does not exist."""
    wrong = "".join(f"wrong{number} = {number}\n" for number in range(3_000))
    return "/api/rules", json.dumps({"house": f'base = "hand-and-foot"\n[draw]\n{wrong}'}).encode()


_POSTED: Final[dict[str, Callable[[], tuple[str, bytes]]]] = {"replays": _long_record, "checks": _long_rules}


async def _ask(kind: str, number: int, origin: str, code: str, key: str) -> None:
    async def one(socket: ClientConnection) -> None:
        await socket.send('{"t":"hello","have":0}')
        asyncio.ensure_future(_drain(socket))  # noqa: RUF006 - it ends with its socket
        asked = 0
        while True:
            asked += 1
            await socket.send(json.dumps({**_ASKED[kind], "n": asked}))
            await asyncio.sleep(_PAUSE)

    address = f"{origin.replace('http', 'ws', 1)}/t/{code}/ws"
    headers = {"Cookie": f"canasta={key}"}
    sockets = [
        await connect(address, origin=Origin(origin), additional_headers=headers, local_addr=(ADDRESS, 0))
        for _ in range(number)
    ]
    await _all([one(each) for each in sockets])


async def _reconnect(number: int, origin: str, code: str, key: str) -> None:
    address = f"{origin.replace('http', 'ws', 1)}/t/{code}/ws"
    headers = {"Cookie": f"canasta={key}"}

    async def one() -> None:
        while True:
            with suppress(*LOST):
                opening = connect(address, origin=Origin(origin), additional_headers=headers, local_addr=(ADDRESS, 0))
                async with opening as socket:
                    await socket.send('{"t":"hello","have":0}')

    await _all([one() for _ in range(number)])


async def _drain(socket: ClientConnection) -> None:
    with suppress(*LOST):
        async for _ in socket:
            pass


async def _all(work: Sequence[Awaitable[None]]) -> None:
    print("on", flush=True)
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(3600)


def main() -> None:
    """Flood as asked for."""
    kind, number, origin, code, key = sys.argv[1:]
    if kind == "rules":
        asyncio.run(_read_rules(int(number), origin, code, key))
    elif kind in _POSTED:
        asyncio.run(_post(kind, int(number), origin))
    elif kind == "reconnect":
        asyncio.run(_reconnect(int(number), origin, code, key))
    else:
        asyncio.run(_ask(kind, int(number), origin, code, key))


if __name__ == "__main__":
    main()
