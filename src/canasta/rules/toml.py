"""Reading TOML files, with errors that name file and line."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from canasta.errors import Problem, RulesError

if TYPE_CHECKING:
    from pathlib import Path


def read_toml(path: Path) -> dict[str, Any]:
    """The content of the file at *path*.

    Raises `RulesError` if it is missing, is not text, or is not TOML; the problem names the line.
    """
    text = ""
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text)
    except OSError as error:
        problem = Problem(path.name, f"the file cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        problem = Problem(path.name, f"the file is not UTF-8 text (byte {error.start})")
    except tomllib.TOMLDecodeError as error:
        problem = _syntax(str(error), text)
    except (ValueError, RecursionError):
        problem = Problem(path.name, "the file holds a number or a nesting beyond all measure")
    raise RulesError(f"{path.name} cannot be read.", (problem,))


def read_plain(text: str) -> object:
    """The value that *text* means in TOML, or the text itself where it means none.

    >>> read_plain("[1, 2]"), read_plain("equal")
    ([1, 2], 'equal')
    """
    try:
        table = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return table["value"] if len(table) == 1 else text


def _syntax(message: str, text: str) -> Problem:
    at = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if at:
        return Problem(f"line {at[1]}, column {at[2]}", f"this is not TOML: {message[: at.start()]}")
    last = max(len(text.splitlines()), 1)
    return Problem(f"line {last}, at its end", f"this is not TOML: {message.removesuffix(' (at end of document)')}")
