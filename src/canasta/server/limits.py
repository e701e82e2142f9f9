"""How often something may be done: buckets of tokens, by socket and by address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Final

FRAME_BYTES: Final = 8 << 10
"""The most bytes of a message."""

SOCKET_BYTES: Final = 64 << 10
"""The most bytes that are read of one; a longer one ends the connection."""

BODY_BYTES: Final = 96 << 10
"""The most bytes of the body of a request; 64 KiB of house rules grow when JSON escapes them."""

FRAMES: Final = (3.0, 60.0)
"""Messages of a socket: so many a second, and so many at once. The next two are of the same kind."""

TALK: Final = (0.5, 5.0)
TRIES: Final = (10.0, 20.0)
TABLES: Final = (20 / 3600, 20.0)
"""New tables of an address."""

REPLAYS: Final = (0.5, 20.0)
"""Records of an address that are checked and played again."""

SPECTATORS: Final = 16
SOCKETS_BY_ADDRESS: Final = 40
HELLO_SECONDS: Final = 5
PING_SECONDS: Final = 20
DEAD_SECONDS: Final = 10


@dataclass(slots=True)
class Bucket:
    """Tokens that come back at *rate* a second, up to *burst*."""

    rate: float
    burst: float
    tokens: float = -1.0
    at: float = 0.0

    def take(self, now: float | None = None) -> bool:
        """Take a token; False if there is none.

        >>> bucket = Bucket(1, 2)
        >>> [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1)]
        [True, True, False, True]
        """
        now = monotonic() if now is None else now
        if self.tokens < 0:
            self.tokens, self.at = self.burst, now
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for each key; the ones not used for longest are forgotten beyond *most*."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._known: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable) -> bool:
        """Take a token from the bucket of *key*."""
        bucket = self._known.setdefault(key, Bucket(self._rate, self._burst))
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return bucket.take()


class SocketLimits:
    """What one socket may do."""

    def __init__(self) -> None:
        self.frames = Bucket(*FRAMES)
        self.talk = Bucket(*TALK)
        self.tries = Bucket(*TRIES)
        self.complaints = Bucket(0.5, 30)


class AddressLimits:
    """What all who come from one address may do."""

    def __init__(self, connections: int = SOCKETS_BY_ADDRESS) -> None:
        """Limits for addresses that may have so many *connections*, and as many new people at once."""
        self.connections = connections
        self.tables = Buckets(*TABLES)
        self.codes = Buckets(1, 10)
        self.replays = Buckets(*REPLAYS)
        self.persons = Buckets(0.1, connections)
        self.sockets: dict[str, int] = {}

    def open_socket(self, address: str) -> bool:
        """Count one more socket; False if there are enough."""
        if self.sockets.get(address, 0) >= self.connections:
            return False
        self.sockets[address] = self.sockets.get(address, 0) + 1
        return True

    def close_socket(self, address: str) -> None:
        """Count one socket less."""
        left = self.sockets.get(address, 0) - 1
        if left > 0:
            self.sockets[address] = left
        else:
            self.sockets.pop(address, None)
