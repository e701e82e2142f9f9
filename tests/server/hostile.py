"""A server that is no table server: it answers requests and sockets with whatever it is told to."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
JSON_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"


@contextmanager
def hostile(body: bytes, frames: Sequence[Any] = (), *, endless: bool = False) -> Iterator[str]:
    """Provide the address of a table at a server that answers every request with *body* (*endless*: again and again) and says *frames*."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError, ValueError):
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(4096)
            if b"pgrade: websocket" not in head and b"Upgrade:" not in head:
                connection.sendall(JSON_HEAD + body)
                while endless:
                    connection.sendall(body)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(4096):
                    pass
                return
            key = next(
                line.split(b":", 1)[1].strip()
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"sec-websocket-key")
            )
            accept = base64.b64encode(hashlib.sha1(key + _KEY.encode(), usedforsecurity=False).digest())
            connection.sendall(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )
            for each in frames:
                text = (each if isinstance(each, str) else json.dumps(each)).encode()
                connection.sendall(b"\x81" + _length(len(text)) + text)
            while connection.recv(4096):
                pass

    def accept() -> None:
        with suppress(OSError):
            while True:
                Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()

    Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/t/K7M4XHPC"
    finally:
        listening.close()


def _length(count: int) -> bytes:
    return (
        bytes([count])
        if count < 126
        else b"\x7e" + struct.pack("!H", count)
        if count < 65_536
        else b"\x7f" + struct.pack("!Q", count)
    )
