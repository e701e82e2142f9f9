"""Reading text files that people name, up to a size limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta.base.errors import NotationError

if TYPE_CHECKING:
    from pathlib import Path


def read_text_file(path: Path, largest: int) -> str:
    """Return the text in the file at *path*, which may have *largest* bytes; lines end with a line feed.

    Raises `NotationError` if it cannot be read, has more bytes, or is not UTF-8 text.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise NotationError(f"the file cannot be read: {error.strerror}") from None
    if len(content) > largest:
        raise NotationError(f"the file is larger than {largest >> 10:,} KiB, the limit for such files")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"the file is not UTF-8 text (byte {error.start})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
