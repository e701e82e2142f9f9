"""Files that canasta writes: records that grow line by line, and whole files that are there in full or not at all.

What a record shows is in its file before anyone sees it, so nothing is lost when a program is killed; and only one
program at a time writes to it.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from canasta.base.errors import CanastaError

LARGEST: Final = 256 << 20
"""The most bytes of a record that are read to resume a match."""

_BUFFER: Final = 1 << 16


class FileError(CanastaError):
    """A file that cannot be written to."""


class RecordInUse(FileError):
    """A record that another program is writing to."""


class RecordFile:
    """A record that grows line by line, locked against other programs while it is open.

    With *flush*, what is written is the operating system's at once.
    """

    def __init__(self, path: Path, *, resume: bool = False, flush: bool = True) -> None:
        """Make a new file at *path*, or with *resume* the one that is there, to continue at its end.

        Raises `FileError` if the file cannot be opened, or a new one is there already, and `RecordInUse` if
        another program writes to it.
        """
        self.path = path
        self._flush = flush
        self._waiting = bytearray()
        try:
            self._file = path.open("r+b" if resume else "x+b", buffering=0)
        except FileExistsError:
            raise _taken(path) from None
        except OSError as error:
            raise FileError(f"{path} cannot be opened: {error.strerror}.") from None
        if not _locked(self._file.fileno()):
            self._file.close()
            raise RecordInUse(f"Another canasta is recording a match in {path}: finish or quit that match first.")
        self._size = os.fstat(self._file.fileno()).st_size

    def content(self) -> bytes:
        """Return all that is in the file. Raises `FileError` if it cannot be read, or is larger than any record."""
        parts, size = [], 0
        try:
            self._file.seek(0)
            while (part := self._file.read(_BUFFER)) and size <= LARGEST:
                parts.append(part)
                size += len(part)
        except OSError as error:
            raise FileError(f"{self.path} cannot be read: {error.strerror}.") from None
        if size > LARGEST:
            raise FileError(f"{self.path} is larger than {LARGEST >> 20} MiB, the limit for records.")
        return b"".join(parts)

    def write(self, text: str) -> None:
        """Add *text* at the end.

        Raises `FileError` if there is no room, or another program changed the file; it then ends with what was
        written before.
        """
        self._waiting += text.encode()
        if self._flush or len(self._waiting) > _BUFFER:
            self._drain()

    def take_back(self, length: int) -> None:
        """Take the last *length* bytes away."""
        self._drain()
        self.cut(self._size - length)

    def cut(self, size: int) -> None:
        """Leave the first *size* bytes only."""
        self._check()
        try:
            self._file.truncate(size)
        except OSError as error:
            raise self._failed(error) from None
        self._size = size

    def replace(self, text: str) -> None:
        """Let *text* be all that is in the file; what is the same at its beginning stays untouched.

        Raises `FileError` as `write` does.
        """
        self._drain()
        self._check()
        old, rest = self.content(), text.encode()
        size = len(rest)
        same = next(
            (at for at, (one, other) in enumerate(zip(old, rest, strict=False)) if one != other), min(len(old), size)
        )
        rest = rest[same:]
        try:
            # Over what was there, and what is too much goes last: whenever the program ends, no deal is missing.
            self._file.seek(same)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._file.truncate(size)
        except OSError as error:
            raise self._failed(error) from None
        self._size = size

    def close(self) -> None:
        """Write what is left, and close the file. Raises `FileError` as `write` does."""
        try:
            self._drain()
        finally:
            self._file.close()

    def _drain(self) -> None:
        """Write what waits, all of it or none."""
        rest = bytes(self._waiting)
        self._waiting.clear()
        if not rest:
            return
        self._check()
        size = self._size + len(rest)
        try:
            self._file.seek(self._size)
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._size)
            raise self._failed(error) from None
        self._size = size

    def _check(self) -> None:
        """See that the file is as long as it was left."""
        if os.fstat(self._file.fileno()).st_size != self._size:
            self._waiting.clear()
            raise FileError(f"Another program has changed {self.path}, so recording has stopped.")

    def _failed(self, error: OSError) -> FileError:
        return FileError(f"{self.path} cannot be written any further: {error.strerror}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except FileError:
            # Report the first error.
            if kind is None:
                raise


def check_new(path: Path) -> None:
    """See that a new record can be called *path*.

    Raises `FileError` for a file that is there already, and for a folder in which no file can be made.
    """
    if os.path.lexists(path):
        raise _taken(path)
    if not path.parent.is_dir():
        raise FileError(f"{path} cannot be opened: there is no folder {path.parent}.")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"{path} cannot be opened: you may not write in {path.parent}.")


def _taken(path: Path) -> FileError:
    return FileError(
        f"{path} already exists, and a record is never overwritten. Choose another file, or use --resume to continue it."
    )


if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> bool:
        """Return whether *file* could be locked for this process: a byte far behind its end, for locks there stop readers."""
        os.lseek(file, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: int) -> bool:
        """Return whether *file* could be locked for this process, or lies where nothing can be locked."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some network file systems have no locks; changes by others are still noticed by the size.
            return True
        return True


def write_file(path: Path, content: str | bytes, *, new: bool = False) -> None:
    """Write *content*, text as UTF-8, as the whole file at *path*; if that fails, what was there stays as it was.

    Raises `FileError` if the file cannot be written, and with *new* `FileExistsError` where there is one already.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if new:
            _write(path, data, "xb")
        elif path.exists() and not path.is_file():
            # A device or a pipe: there is nothing to put in its place.
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except FileExistsError:
        raise
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}.") from None


def begins_otherwise(path: Path, begins: bytes) -> bool:
    """Return whether *path* is a file with a content that does not begin with *begins*, in letters of either case.

    Such a file is of another kind and would be lost if it were replaced. Raises `OSError` if it cannot be read.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(len(begins))
    return bool(head) and head.lower() != begins.lower()


def _replace(path: Path, data: bytes) -> None:
    """Write *data* beside *path* first, so that nothing is lost where there is no room for it."""
    part = path.with_name(f".canasta-{os.getpid()}.part")
    try:
        _write(part, data, "wb")
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _write(path: Path, data: bytes, mode: Literal["xb", "wb"]) -> None:
    """Write *data* to *path*, or leave no file there."""
    with path.open(mode, buffering=0) as file:
        try:
            rest = data
            while rest:
                rest = rest[file.write(rest) :]
        except BaseException:
            path.unlink(missing_ok=True)
            raise
