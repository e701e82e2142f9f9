"""The addresses of this machine on the home network."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

_ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that nobody has, by family. Asking for the way there sends nothing."""


def lan_addresses() -> list[str]:
    """Return the addresses at which other devices find this machine, the one most likely to be right first."""
    found: list[str] = []
    for family, elsewhere in _ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    usable = [each for each in dict.fromkeys(found) if _reachable(each)]
    return sorted(usable, key=lambda each: ":" in each)


def _reachable(address: str) -> bool:
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return not (read.is_loopback or read.is_unspecified or read.is_link_local)
