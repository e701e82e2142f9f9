"""How often something may be done: buckets of tokens, by socket and by address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from canasta.tables import pace
from canasta.tables.pace import Bucket

FRAME_BYTES: Final = 8 << 10
"""The most bytes of a message."""

SOCKET_BYTES: Final = 64 << 10
"""The most bytes that are read of one; a longer one ends the connection."""

BODY_BYTES: Final = 96 << 10
"""The most bytes of the body of a request; 64 KiB of house rules grow when JSON escapes them."""

TALK: Final = (0.5, 5.0)
TRIES: Final = (10.0, 20.0)
"""Moves that a person tries, hints and views, at all their sockets."""

TABLES: Final = (20 / 3600, 20.0)
"""New tables of an address."""

REPLAYS: Final = (0.5, 20.0)
"""Records of an address that are checked and played again."""

READINGS: Final = (5.0, 60.0)
"""Rules and handbooks that an address reads."""

CHECKS: Final = (5.0, 60.0)
"""Rules from an address that are checked: each is worked out again."""

COMINGS: Final = (0.2, 10.0)
"""How often a person joins tables, leaves them and takes other names there."""

SOCKETS_BY_ADDRESS: Final = 40
REQUESTS_BY_SOCKET: Final = 2
"""How many requests an address may have in progress for each WebSocket that it may have."""
HELLO_SECONDS: Final = 5
PING_SECONDS: Final = 20
DEAD_SECONDS: Final = 10


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

    def left(self, key: Hashable) -> bool:
        """Return whether there is a token in the bucket of *key*. Takes none."""
        bucket = self._known.get(key)
        return bucket is None or bucket.left()


class SocketLimits:
    """What one socket may do."""

    def __init__(self) -> None:
        self.frames = Bucket(*pace.FRAMES)
        self.complaints = Bucket(0.5, 30)


class Counts:
    """How many there are of each key now, at most *most*."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: dict[str, int] = {}

    def enter(self, key: str) -> bool:
        """Count one more; False if there are enough."""
        if self._known.get(key, 0) >= self.most:
            return False
        self._known[key] = self._known.get(key, 0) + 1
        return True

    def leave(self, key: str) -> None:
        """Count one less."""
        left = self._known.get(key, 0) - 1
        if left > 0:
            self._known[key] = left
        else:
            self._known.pop(key, None)


class AddressLimits:
    """What all who come from one address may do, as `network_of` gives it."""

    def __init__(self, connections: int = SOCKETS_BY_ADDRESS) -> None:
        """Limits for addresses that may have that many WebSockets, and as many new people at once."""
        self.tables = Buckets(*TABLES)
        self.codes = Buckets(1, 10)
        self.replays = Buckets(*REPLAYS)
        self.readings = Buckets(*READINGS)
        self.checks = Buckets(*CHECKS)
        self.tries = Buckets(*TRIES)
        self.talk = Buckets(*TALK)
        self.comings = Buckets(*COMINGS)
        """These three by person, and not by address."""

        self.persons = Buckets(0.1, connections)
        self.sockets = Counts(connections)
        self.openings = Buckets(connections / 10, 2 * connections)
        """WebSockets that are opened again."""

        self.requests = Counts(REQUESTS_BY_SOCKET * connections)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return whom *address* belongs to, as far as limits go: an IPv4 address, or the network (/64) of an IPv6 address.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ip_network((read, _NETWORK_BITS), strict=False))


_NETWORK_BITS: Final = 64
"""What a provider gives to a household, of which it may use every address."""
