"""The browser of whoever starts the server: opening the page in it, at a port that is free."""

from __future__ import annotations

import http.client
import json
import os
import socket
import sys
import webbrowser
from contextlib import closing, suppress
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from canasta.tables.frames import VERSION

_SECONDS: Final = 2
_SCREENS: Final = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
"""Variables of which one is set where a browser with a window can be opened, except on macOS and Windows."""


def open_browser(url: str) -> bool:
    """Open *url* in the browser of this machine; return False if there is none with a window.

    It is not waited for longer than two seconds: some browsers come back only when they are closed.
    """
    if sys.platform not in {"darwin", "win32"} and not any(os.environ.get(name) for name in _SCREENS):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    opening = Thread(target=browser.open, args=(url,), daemon=True, name="canasta-browser")
    opening.start()
    opening.join(_SECONDS)
    return True


def serves_canasta(url: str) -> bool:
    """Return whether a server of canasta that speaks this protocol answers at *url*, on this machine.

    >>> serves_canasta("http://localhost:1")
    False
    """
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname:
        return False
    asking = http.client.HTTPConnection(parts.hostname, parts.port, timeout=_SECONDS)
    with closing(asking), suppress(OSError, http.client.HTTPException, ValueError):
        asking.request("GET", "/healthz")
        answer = asking.getresponse()
        told = json.loads(answer.read(10_000))
        return isinstance(told, dict) and told.get("canasta") == VERSION
    return False


def free_port(host: str, port: int) -> int:
    """Return the first port from *port* on that nobody listens at, within ten; *port* itself if all are taken."""
    for number in range(port, min(port + 10, 65_536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, number))
            return number
    return port
