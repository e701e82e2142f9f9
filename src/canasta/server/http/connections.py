"""Connections as they come in: how many an address may have, how long a request may take to arrive, and quiet refusals.

uvicorn limits neither, so its two protocols are extended here.
"""

from __future__ import annotations

import asyncio
import resource
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from canasta.server.limits import Counts, network_of

if TYPE_CHECKING:
    from collections.abc import Collection

REQUEST_SECONDS: Final = 10.0
"""How long the head of a request may take to arrive, and then its body."""

STUCK_SECONDS: Final = 30.0
"""How long a client may leave what it is sent unread."""

_RESERVED: Final = 256
"""Open files that are left for other things than connections: the database, programs of bots, those just being refused."""
_FEWEST: Final = 64
_MOST_FILES: Final = 1 << 17


def raise_file_limit() -> int:
    """Let this process open as many files as it may; return how many connections that leaves room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(_FEWEST, (wanted if soft == resource.RLIM_INFINITY else soft) - _RESERVED)


class Connections:
    """All open connections, by the network they come from.

    *most* in all; *by_address* from one network, unless that is one of *proxies*: behind those, `AddressLimits` counts.
    """

    def __init__(self, most: int, by_address: int, proxies: Collection[str] = ()) -> None:
        self._most = most
        self._proxies = frozenset(proxies)
        self._open: dict[asyncio.BaseTransport, str] = {}
        self._counts = Counts(by_address)
        self.refused = 0
        """How many were refused so far."""

    def protocols(self) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
        """Return the protocols for uvicorn, of HTTP and of WebSockets, that count here."""
        made = partial(HttpConnection, self), partial(SocketConnection, self)
        return cast("tuple[type[asyncio.Protocol], type[asyncio.Protocol]]", made)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; False if there are enough."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        key = "" if peer in self._proxies else network_of(peer)
        if len(self._open) >= self._most or (key and not self._counts.enter(key)):
            self.refused += 1
            return False
        self._open[transport] = key
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection that has ended no more."""
        key = self._open.pop(transport, "")
        if key:
            self._counts.leave(key)


class HttpConnection(H11Protocol):
    """A connection with requests."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._counted = connections
        self._owed: asyncio.TimerHandle | None = None
        self._owed_cycle: object = None
        self._stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or end it at once."""
        super().connection_made(transport)
        if self._counted.enter(transport):
            self._watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._counted.leave(self.transport)
        for timer in (self._owed, self._stuck):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read some more."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Give the client some time for what it owes: the rest of a head or of a body."""
        owes = self._owes()
        if self._owed is not None and (not owes or self._owed_cycle is not self.cycle):
            self._owed.cancel()
            self._owed = None
        if owes and self._owed is None:
            self._owed_cycle = self.cycle
            self._owed = self.loop.call_later(REQUEST_SECONDS, self._end)

    def _owes(self) -> bool:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False  # it ends, or is a WebSocket now
        cycle: object | None = self.cycle
        wanted = cycle is None or self.conn.trailing_data[0] != b""
        return self.conn.their_state is h11.SEND_BODY or (self.conn.their_state is h11.IDLE and wanted)

    def _end(self) -> None:
        self._owed = None
        self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """End it if nothing more is asked, even if what was answered is never read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not forever."""
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client reads again."""
        if self._stuck is not None:
            self._stuck.cancel()
        super().resume_writing()


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection with a WebSocket. It was counted when it came in for a request."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._counted = connections

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._counted.leave(self.transport)
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """Give up a client that does not answer, whatever it has not read."""
        super().keepalive_timeout()
        self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send something; an answer that refuses the socket completes the handshake, which uvicorn would complain about."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
