"""A bad network between clients and a server: it loses, delays and doubles messages, and goes silent."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

_LOST = (OSError, WebSocketException, TimeoutError, EOFError)


@dataclass(frozen=True)
class Weather:
    """How bad a network is: shares of messages, and seconds."""

    dropped: float = 0.0
    doubled: float = 0.0
    silent: float = 0.0
    """After such a message a connection carries nothing more, in either direction, and neither side is told."""
    delay: float = 0.0


FAIR = Weather()


class Proxy:
    """Carries WebSocket messages between clients and the server at *upstream*, as *weather* allows."""

    def __init__(self, upstream: str, weather: Weather = FAIR) -> None:
        self.upstream, self.weather = upstream, weather
        self.done: Counter[str] = Counter()
        self._chance = Random(11)
        self._server: Server | None = None
        self._pumps: set[asyncio.Future[None]] = set()

    async def __aenter__(self) -> Self:
        """Listen at a port of loopback."""
        self._server = await serve(
            self._carry, "127.0.0.1", 0, compression=None, ping_interval=None, max_size=1 << 20, close_timeout=0.5
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Listen no more."""
        assert self._server is not None
        for pump in self._pumps:  # a silent one would not notice that its ends are closed
            pump.cancel()
        self._server.close()
        await self._server.wait_closed()

    @property
    def origin(self) -> str:
        """Its address."""
        assert self._server is not None
        return f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    async def _carry(self, client: ServerConnection) -> None:
        """Carry one connection, from the same address as its client."""
        assert client.request is not None
        cookie = client.request.headers.get("Cookie")
        with suppress(*_LOST):
            async with connect(
                f"ws{self.upstream.removeprefix('http')}{client.request.path}",
                origin=Origin(self.upstream),
                additional_headers={"Cookie": cookie} if cookie else {},
                local_addr=(client.remote_address[0], 0),
                compression=None,
                proxy=None,
                ping_interval=None,
                close_timeout=0.5,
                max_size=1 << 20,
            ) as server:
                link = _Link(self, client, server)
                tasks = [
                    asyncio.ensure_future(link.pump(client, server)),
                    asyncio.ensure_future(link.pump(server, client)),
                ]
                self._pumps.update(tasks)
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self._pumps.difference_update(tasks)

    def happens(self, share: float, what: str) -> bool:
        """Decide whether a message has this bad luck."""
        if self._chance.random() >= share:
            return False
        self.done[what] += 1
        return True

    def delay(self) -> float:
        """Return the seconds that a message takes."""
        return self._chance.random() * self.weather.delay


End = ServerConnection | ClientConnection


@dataclass
class _Link:
    """One connection through the proxy."""

    proxy: Proxy
    client: ServerConnection
    server: ClientConnection
    silent: bool = False

    async def pump(self, source: End, target: End) -> None:
        """Carry the messages of one direction, in order."""
        waiting: asyncio.Queue[tuple[float, str | bytes]] = asyncio.Queue()
        sender = asyncio.ensure_future(self._send(waiting, target))
        weather = self.proxy.weather
        try:
            async for message in source:
                weather = self.proxy.weather
                if self.proxy.happens(weather.silent, "silent"):
                    self.silent = True
                    # Whoever asks for a pong of the network gets none, either.
                    for each in (self.client, self.server):
                        each.transport.pause_reading()
                    await asyncio.Event().wait()
                if self.silent or self.proxy.happens(weather.dropped, "dropped"):
                    continue
                due = monotonic() + self.proxy.delay()
                waiting.put_nowait((due, message))
                if source is self.client and self.proxy.happens(weather.doubled, "doubled"):
                    waiting.put_nowait((due, message))
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _send(self, waiting: asyncio.Queue[tuple[float, str | bytes]], target: End) -> None:
        while True:
            due, message = await waiting.get()
            await asyncio.sleep(max(0.0, due - monotonic()))
            await target.send(message)
