"""The application: routes, and how errors become sentences."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from canasta import __version__
from canasta.base.errors import RulesError
from canasta.protocol.messages import Failure
from canasta.server.http import device, pages, rooms, tables
from canasta.server.http.headers import Headers
from canasta.server.http.parsing import sentences_of
from canasta.server.http.socket import CROWDED, table_socket
from canasta.server.limits import network_of
from canasta.server.process import Server
from canasta.server.store.errors import StoreAway, StoreError
from canasta.session.refusals import Refused
from canasta.tables.requests import problems_json


def make_app(server: Server) -> FastAPI:
    """Yield the application that serves what *server* has."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = FastAPI(
        title="canasta",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={status: {"model": Failure, "description": why} for status, why in _FAILURES.items()},
    )
    app.state.server = server
    app.add_middleware(RequestsAtOnce, server=server)
    app.add_middleware(Headers, public_url=server.options.public_url)
    app.include_router(pages.ROUTER)
    app.include_router(tables.ROUTER)
    app.include_router(rooms.ROUTER)
    if server.options.site is not None:
        app.mount(device.PLACE, device.site_files(server.options.site))
    app.include_router(pages.PAGE_ROUTER)
    app.add_middleware(Sockets, server=server)

    for kind, answer in _ANSWERS.items():
        app.add_exception_handler(kind, answer)
    return app


class RequestsAtOnce:
    """Counts the requests in progress of each address; behind a proxy, connections do not tell whose they are."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self._counts = server.limits.requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = network_of((scope["client"] or ("",))[0])
        if not self._counts.enter(address):
            await JSONResponse({"text": CROWDED}, 429)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self._counts.leave(address)


class Sockets:
    """Leads WebSockets straight to their tables; on the usual way an open one keeps a dozen calls in memory."""

    _PATH: Final = re.compile("/t/([^/]+)/ws")

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a WebSocket of a table, or pass on whatever else is asked."""
        found = self._PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self.app(scope, receive, send)
        else:
            await table_socket(self._server, WebSocket(scope, receive, send), found[1])


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    problems = [{"path": path, "text": text} for path, text in sentences_of(error.errors())]
    return JSONResponse({"text": "This request can't be used.", "problems": problems}, 422)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    # What the framework itself says is no sentence.
    text = error.detail if error.detail.endswith(".") else _SENTENCES.get(error.status_code, f"{error.detail}.")
    return JSONResponse({"text": text}, error.status_code, headers=error.headers)


_SENTENCES: Final = {
    400: "This request is not JSON that can be read.",
    404: "There is nothing at this address.",
    405: "This address does not answer requests of this kind.",
}


async def _not_accepted(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return JSONResponse(error.as_json(), 409)


async def _unusable(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RulesError)
    return JSONResponse(problems_json(error), 422)


_FAILURES: Final[dict[int | str, str]] = {
    400: "It is not JSON that can be read.",
    403: "You may not do this, or the request comes from a page of another server.",
    404: "There is nothing at this address.",
    405: "The address does not answer requests of this kind.",
    409: "The table does not accept it.",
    413: "It is too large.",
    422: "It can't be used; its problems are listed.",
    429: "There were too many requests.",
    503: "The server can't reach its database.",
}


async def _away(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"text": "The server can't reach its database right now. Try again soon."}, 503)


_ANSWERS = {
    RequestValidationError: _invalid,
    HTTPException: _refused,
    Refused: _not_accepted,
    RulesError: _unusable,
    StoreAway: _away,
    StoreError: _away,
}
