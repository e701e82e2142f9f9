"""Running the server: the socket it listens on, its processes, how it begins and ends."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import multiprocessing
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Final

import uvicorn

from canasta.server.app import make_app
from canasta.server.http.connections import Connections, raise_file_limit
from canasta.server.http.log_limit import RateLimitFilter
from canasta.server.limits import DEAD_SECONDS, PING_SECONDS, REQUESTS_BY_SOCKET, SOCKET_BYTES
from canasta.server.options import Options
from canasta.server.process import Server
from canasta.server.store.database import engine_for
from canasta.server.store.migrating import migrate
from canasta.tables.errors import ServerError

LOG: Final = logging.getLogger("canasta.server")
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
_AGAIN_SECONDS: Final = 0.5
_TOO_SOON_SECONDS: Final = 3.0
_END_SECONDS: Final = 15

_WAITING: Final = 2048
"""How many connections may wait to be accepted."""
_ACCEPTED_AT_ONCE: Final = 32
"""How many are accepted in one turn of the event loop. Those that are too many have files for some turns until they end."""

_GARBAGE: Final = (20_000, 5, 5)
"""After how many new objects the collector looks through them, and how often until it looks through older ones as well."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises `ServerError` with a sentence where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named: otherwise asyncio would leave Nagle's algorithm on, which costs 40 ms an answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise ServerError(_unbound(host, port, error)) from None
    listening.listen(_WAITING)
    listening.set_inheritable(True)
    return listening


def _unbound(host: str, port: int, error: Exception) -> str:
    match error:
        case OSError(errno=errno.EADDRINUSE):
            return f"Port {port} is taken by another program. Stop it, or choose another port: --port {port % 65_535 + 1} (make play: PORT={port % 65_535 + 1})."
        case OSError(errno=errno.EACCES):
            return f"You may not use port {port}. Choose one above 1023 with --port."
        case OSError(errno=errno.EADDRNOTAVAIL) | socket.gaierror():
            return f"{host} is not an address of this machine. Use --host 0.0.0.0 for all of its addresses."
    return f"The server cannot listen at {host}, port {port}: {error}."


def prepare(options: Options) -> None:
    """Bring the database up to date. Raises `ServerError` where it cannot be used."""
    migrate(engine_for(options.database))


def serve(options: Options, listening: socket.socket | None) -> int:
    """Serve until a signal comes; return the exit code. *listening* is None for a process that only runs bots."""
    if options.processes == 1 or listening is None:
        run_process(options, listening)
        return 0
    return _supervise(options, listening)


def run_process(options: Options, listening: socket.socket | None) -> None:
    """Run one process until a signal comes."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(RateLimitFilter())
    server = Server(options, engine_for(options.database))
    keep_imports()
    asyncio.run(_serve(server, listening) if listening is not None else _only_bots(server))


def keep_imports() -> None:
    """Leave everything that is there now out of garbage collections, and collect rarely: everyone waits meanwhile.

    Going through the imports takes 0.1 s, and through fifty tables 0.04 s. A move leaves nothing that only the collector
    finds, but some sixty objects that live on, so that Python would go through all tables every few seconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


class _Uvicorn(uvicorn.Server):
    """uvicorn without its signal handlers, which would end the program by the signal once more."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, with room for many who come at once."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(_WAITING)  # asyncio takes what it accepts at a time for this, too

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `_serve`."""
        yield


async def _serve(server: Server, listening: socket.socket) -> None:
    options = server.options
    by_address = (1 + REQUESTS_BY_SOCKET) * options.connections
    connections = Connections(raise_file_limit(), by_address, options.proxies)
    http, sockets = connections.protocols()
    config = uvicorn.Config(
        make_app(server),
        http=http,
        ws=sockets,
        backlog=_ACCEPTED_AT_ONCE,
        log_config=None,
        access_log=False,
        lifespan="on",
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=DEAD_SECONDS,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=list(options.proxies),
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    running = _Uvicorn(config)

    def stop() -> None:
        running.should_exit = True

    _on_signals(stop)
    await running.serve(sockets=[listening])


async def _only_bots(server: Server) -> None:
    """Run what time brings to tables that no other process takes care of."""
    stopped = asyncio.Event()
    _on_signals(stopped.set)
    await server.start()
    await stopped.wait()
    await server.stop()


def _on_signals(stop: object) -> None:
    loop = asyncio.get_running_loop()
    for number in _STOPS:
        loop.add_signal_handler(number, stop)  # type: ignore[arg-type]


def _supervise(options: Options, listening: socket.socket) -> int:
    """Run several processes on one socket; one that ends unasked is started again."""
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    for number in _STOPS:
        signal.signal(number, stop)
    running = {_started(options, listening): time.monotonic() for _ in range(options.processes)}
    early = 0
    while not stopping and early <= 3 * options.processes:
        time.sleep(0.1)
        for process, since in list(running.items()):
            if not process.is_alive():
                del running[process]
                early = early + 1 if time.monotonic() - since < _TOO_SOON_SECONDS else 0
                LOG.warning("a process ended with code %s and is started again", process.exitcode)
                time.sleep(_AGAIN_SECONDS)
                running[_started(options, listening)] = time.monotonic()
    for process in running:
        process.terminate()
    for process in running:
        process.join(_END_SECONDS)
        if process.is_alive():
            process.kill()
    return 0 if stopping else 1


def _started(options: Options, listening: socket.socket) -> BaseProcess:
    process = multiprocessing.get_context("spawn").Process(target=run_process, args=(options, listening))
    process.start()
    return process
