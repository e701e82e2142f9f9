"""Seeing that an SQLite file that is open is still the one at its path, and as long as it was.

SQLite itself goes on without a word in a file that was deleted or replaced, and in pages it remembers of one that was cut.
"""

from __future__ import annotations

import os

from sqlalchemy.engine import URL

from canasta.server.store.database import COMPANIONS
from canasta.server.store.errors import StoreBroken

_LOG = COMPANIONS[0]


class FileWatch:
    """The file of one connection, from when it was opened."""

    def __init__(self, url: URL) -> None:
        """Watch the file at *url*; nothing is watched where that is another kind of database."""
        self._path = str(url.database) if url.get_backend_name() == "sqlite" else ""
        self._file: tuple[int, int] | None = None
        self._log: tuple[int, int] | None = None
        self._size = 0

    def check(self) -> None:
        """Look again, first after something was done in the file. Raises `StoreBroken`."""
        if not self._path:
            return
        file, size = self._found("")
        log, _ = self._found(_LOG)
        if self._file not in (None, file):
            raise StoreBroken(f"{self._path} was replaced by another file while the server ran.")
        if self._log not in (None, log):
            raise StoreBroken(f"{self._path}{_LOG} was replaced by another file while the server ran.")
        if size < self._size:
            raise StoreBroken(f"{self._path} was made shorter while the server ran.")
        self._file, self._log, self._size = file, log, size

    def _found(self, end: str) -> tuple[tuple[int, int], int]:
        """Return which file is there now, and its size in bytes."""
        try:
            found = os.stat(self._path + end)  # noqa: PTH116 - it is asked after every commit and every read
        except OSError:
            raise StoreBroken(f"{self._path}{end} was deleted while the server ran.") from None
        return (found.st_dev, found.st_ino), found.st_size
