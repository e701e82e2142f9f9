"""Reading TOML files, with errors that name file and line."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

from canasta.base.errors import NotationError, Problem, RulesError
from canasta.rules.text_file import read_text_file

if TYPE_CHECKING:
    from pathlib import Path


LARGEST: Final = 1 << 20
"""The most bytes that a file of a game, of house rules or of cases may have."""

_LONGEST_VALUE: Final = 10_000
_DEEPEST: Final = 32
_PART: Final = r"""(?:[^\s.,="'#\[\]{}]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP: Final = re.compile(rf"""(?<![^\s.,="'#\[\]{{}}]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_DEEPEST}}}""")
"""A key of more parts than any has; the time that TOML takes to read a key grows with the square of them."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of the file at *path*.

    Raises `RulesError` if it is missing, too large, is not text, or is not TOML; the problem names the line.
    """
    try:
        text = read_text_file(path, LARGEST)
    except NotationError as error:
        raise RulesError("This file cannot be used.", (Problem(path.name, str(error)),)) from None
    return parse_toml(text, path.name)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the content of the file *name*, which says *text*.

    Raises `RulesError` if it is not TOML; the problem names the line.

    >>> parse_toml("base = 'classic'", "ours.toml")
    {'base': 'classic'}
    """
    try:
        deep = _DEEP.search(text)
        if deep is None:
            return tomllib.loads(text)
        line = text.count("\n", 0, deep.start()) + 1
        problem = Problem(f"line {line}", f"a key has more than {_DEEPEST} parts")
    except tomllib.TOMLDecodeError as error:
        problem = _syntax(str(error), text)
    except (ValueError, RecursionError):
        problem = Problem(name, "the file has a number that is too large or is nested too deeply")
    raise RulesError(f"{name} cannot be read.", (problem,))


def read_plain(text: str) -> object:
    """Return the value that *text* means in TOML, or the text itself where it means none.

    >>> read_plain("[1, 2]"), read_plain("equal")
    ([1, 2], 'equal')
    """
    if len(text) > _LONGEST_VALUE or _DEEP.search(text):
        return text
    try:
        table = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return table["value"] if len(table) == 1 else text


def _syntax(message: str, text: str) -> Problem:
    at = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if at:
        return Problem(f"line {at[1]}, column {at[2]}", f"this is not valid TOML: {message[: at.start()]}")
    last = max(len(text.splitlines()), 1)
    return Problem(
        f"line {last}, at its end", f"this is not valid TOML: {message.removesuffix(' (at end of document)')}"
    )
