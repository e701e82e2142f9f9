"""Files that records are written to, so that nothing shown is lost when a program is killed."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from canasta.errors import CanastaError


class PaperError(CanastaError):
    """A file that a record cannot be written to."""


class FilePaper:
    """A file that grows line by line; with *flush*, what is written is the operating system's at once."""

    def __init__(self, path: Path, *, go_on: bool = False, flush: bool = True) -> None:
        """A new file at *path*, or with *go_on* the one that is there, to go on at its end.

        Raises `PaperError` where the file cannot be written, or a new one is there already.
        """
        self.path = path
        self._flush = flush
        try:
            self._file = path.open("r+b" if go_on else "xb")
            if go_on:
                self._file.seek(0, 2)
        except FileExistsError:
            raise PaperError(f"{path} is there already: a record is never written over; name another file.") from None
        except OSError as error:
            raise PaperError(f"{path} cannot be written: {error.strerror}.") from None

    def write(self, text: str) -> None:
        """Add *text* at the end. Raises `PaperError` where there is no room."""
        try:
            self._file.write(text.encode())
            if self._flush:
                self._file.flush()
        except OSError as error:
            raise PaperError(f"{self.path} cannot be written any further: {error.strerror}.") from None

    def take_back(self, length: int) -> None:
        """Take the last *length* bytes away."""
        self.cut(self._file.tell() - length)

    def cut(self, size: int) -> None:
        """Leave the first *size* bytes only."""
        self._file.truncate(size)
        self._file.seek(size)

    def close(self) -> None:
        """Write what is left, and close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
