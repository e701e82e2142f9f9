"""The probe: what a command would cost at least. ``python -m bench.echo DATABASE PORT`` echoes after one committed insert.

It runs on the web server of tables, with the same settings, and writes to a database of the same kind.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

import uvicorn
from sqlalchemy import Connection, text
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from canasta.server.limits import DEAD_SECONDS, PING_SECONDS, SOCKET_BYTES
from canasta.server.serving import listen
from canasta.server.store.database import engine_for, make_private, url_of
from canasta.server.store.group_commit import Link


def make_echo(database: str) -> Starlette:
    """Return an application that echoes each message of a WebSocket once it is in *database*."""
    link, thread = Link(engine_for(database)), ThreadPoolExecutor(1)

    def insert(body: str) -> None:
        def act(connection: Connection) -> None:
            connection.execute(text("INSERT INTO probe (body) VALUES (:body)"), {"body": body})

        link.run(act)

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                body = await socket.receive_text()
                await asyncio.get_running_loop().run_in_executor(thread, insert, body)
                await socket.send_text(body)
        except WebSocketDisconnect:
            pass

    async def health(_: Request) -> PlainTextResponse:
        return PlainTextResponse("ok")

    return Starlette(routes=[Route("/healthz", health), WebSocketRoute("/", echo)])


def main() -> None:
    """Serve until a signal comes."""
    database, port = sys.argv[1], int(sys.argv[2])
    make_private(url_of(database))
    with engine_for(database).begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS probe (body TEXT)"))
    config = uvicorn.Config(
        make_echo(database), log_config=None, access_log=False, ws="websockets-sansio", ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False, ws_ping_interval=PING_SECONDS, ws_ping_timeout=DEAD_SECONDS,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
