"""``python -m bench.flooding KIND NUMBER ORIGIN CODE KEY``: ask a server for more than it should give, until this is ended.

Kinds: ``rules`` asks for the handbook of a table on NUMBER new connections at once, every second; ``try`` and ``view`` ask on
NUMBER sockets of one person, ten times a second on each; ``reconnect`` opens and closes a WebSocket as fast as it can, NUMBER at
once. A line is printed once all of it goes on.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.crowd import LOST

ADDRESS: Final = "127.200.0.1"
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
    elif kind == "reconnect":
        asyncio.run(_reconnect(int(number), origin, code, key))
    else:
        asyncio.run(_ask(kind, int(number), origin, code, key))


if __name__ == "__main__":
    main()
