"""Which pages may speak to the server: the rule of origins."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

_PORTS: Final = {"http": 80, "https": 443}
_LONGEST: Final = 300


def origin_accepted(origin: str | None, host: str | None, public_url: str | None) -> bool:
    """Return whether a request with these headers may change something or open a socket.

    The origin must be the host that was asked, and that must be localhost, an IP address, a ``.local`` name or the
    host of *public_url*. So a page elsewhere cannot use a visitor's cookies, and no foreign name that leads to this
    machine is believed.

    >>> origin_accepted("http://192.168.1.7:8000", "192.168.1.7:8000", None)
    True
    >>> origin_accepted("http://evil.example", "192.168.1.7:8000", None)
    False
    >>> origin_accepted("http://evil.example", "evil.example", None)
    False
    """
    if not origin or not host or len(origin) > _LONGEST or len(host) > _LONGEST:
        return False
    asking = _split(origin)
    if asking is None or origin != f"{asking.scheme}://{asking.netloc}":
        return False
    asked = _split(f"{asking.scheme}://{host}")
    if asked is None or _place(asking) != _place(asked):
        return False
    if public_url is not None:
        public = _split(public_url)
        if public is not None and asking.scheme == public.scheme and _place(asking) == _place(public):
            return True
    return at_home(asked.hostname or "")


def at_home(name: str) -> bool:
    """Return whether *name* is one that no stranger can let lead here: localhost, an IP address or a ``.local`` name."""
    if name == "localhost" or (name.endswith(".local") and len(name) > len(".local")):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _split(url: str) -> SplitResult | None:
    """Return the parts of an address of a web page, or None for anything else."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises for a bad one
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc or any(c.isspace() for c in url):
        return None
    return parts


def _place(parts: SplitResult) -> tuple[str, int]:
    return (parts.hostname or "").lower(), parts.port or _PORTS[parts.scheme]
