"""The headers of every answer, and the largest body of a request."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers as RequestHeaders
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from canasta.server.http import device
from canasta.server.http.origin import origin_accepted
from canasta.server.http.packed import ASK_FIRST
from canasta.server.limits import BODY_BYTES

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html canasta-worker"
)
"""What a page from here may load: only what comes from here. No text becomes elements, except templates of the page itself."""

_ALWAYS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


_OPENER: Final = ("Cross-Origin-Opener-Policy", "same-origin")
"""Only where browsers obey it, over https and on this machine; elsewhere they would complain to whoever looks."""
_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})

FOREIGN: Final = "This page may not use this server: its address is not the server's own."
_TOO_LARGE: Final = f"This request is too large: it may have {BODY_BYTES >> 10} KiB."
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Headers:
    """Adds the headers, checks the origin of whatever may change something, and stops reading bodies that are too large."""

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self.app = app
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        read = 0
        asked = RequestHeaders(scope=scope)
        always = dict((*_ALWAYS.items(), _OPENER)) if self._trustworthy(scope["scheme"], asked) else _ALWAYS

        async def receive_some() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > BODY_BYTES:
                raise HTTPException(413, _TOO_LARGE)
            return message

        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if scope["path"].startswith(f"{device.PLACE}/"):
                    headers.setdefault("Content-Security-Policy", device.POLICY)
                    headers.setdefault("Cache-Control", ASK_FIRST)
                for name, value in always.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if scope["method"] not in _SAFE and not origin_accepted(
            asked.get("origin"), asked.get("host"), self._public_url
        ):
            await JSONResponse({"text": FOREIGN}, 403)(scope, receive, send_more)
            return
        await self.app(scope, receive_some, send_more)

    def _trustworthy(self, scheme: str, asked: RequestHeaders) -> bool:
        """Return whether browsers take the address that was asked for one that nobody can listen in to."""
        host = asked.get("host", "")
        public = urlsplit(self._public_url or "")
        secure = scheme == "https" or (public.scheme == "https" and host == public.netloc)
        return secure or re.sub(r":\d+$", "", host) in _THIS_MACHINE
