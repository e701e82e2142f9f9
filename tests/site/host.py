"""A plain host of files for the site, at a sub-path, as slow as a network if asked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

PATH = "/games/canasta/"
"""Where the site lies."""

_PIECE = 16 << 10


class Host(ThreadingHTTPServer):
    """Serves the files in *folder*, at *speed* bytes a second in all; *extra* are pages by their names."""

    daemon_threads = True

    def __init__(self, folder: Path, speed: float = 0.0, extra: dict[str, str] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
        self.speed, self.extra = speed, extra or {}
        self.sent: dict[str, int] = {}
        """How many bytes were sent of each file."""

        self._free = 0.0
        self._lock = Lock()

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.server_port}{PATH}"

    def wait(self, size: int) -> None:
        """Wait as long as *size* bytes take."""
        if self.speed:
            with self._lock:
                self._free = max(self._free, monotonic()) + size / self.speed
                until = self._free
            sleep(max(0.0, until - monotonic()))


class _Files(SimpleHTTPRequestHandler):
    """Serves files at a sub-path, and does not know what WebAssembly is."""

    server: Host

    def translate_path(self, path: str) -> str:
        """Return the file for *path*."""
        return super().translate_path(path.removeprefix(PATH.rstrip("/")) if path.startswith(PATH) else "/nothing")

    def guess_type(self, path: object) -> str:
        """Return a type that is wrong for some files, as hosts do."""
        return "text/plain" if str(path).endswith((".wasm", ".gz")) else super().guess_type(str(path))

    def do_GET(self) -> None:
        """Answer with a file, or with a page that is only here."""
        name = self.path.partition("?")[0].removeprefix(PATH)
        page = self.server.extra.get(name)
        if page is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file piece by piece."""
        name = self.path.partition("?")[0].removeprefix(PATH)
        if not self.server.speed:
            shutil.copyfileobj(source, outputfile)
            return
        while piece := source.read(_PIECE):
            self.server.wait(len(piece))
            outputfile.write(piece)
            self.server.sent[name] = self.server.sent.get(name, 0) + len(piece)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        """Say nothing."""


@contextmanager
def hosted(folder: Path, speed: float = 0.0, extra: dict[str, str] | None = None) -> Iterator[Host]:
    """Serve *folder* meanwhile; *speed* in bytes a second, 0 for as fast as it goes."""
    with Host(folder, speed, extra) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield host
        host.shutdown()
