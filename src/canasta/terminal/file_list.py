"""Files named on the command line: one by one, or all of a kind in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click


class FileName(click.Path):
    """The name of a file or folder; an empty one is refused, because it would mean the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that *value* names."""
        if value == "":
            self.fail("the file name is empty", param, ctx)
        return super().convert(value, param, ctx)


def files_in(paths: Sequence[Path], ending: str) -> Iterator[Path]:
    """Yield the files that *paths* mean: a folder stands for all files in it that end in *ending*, sorted.

    A folder without such files is yielded itself; the caller then reports `none_in`.
    """
    for path in paths:
        found = sorted(each for each in path.rglob(f"*{ending}") if each.is_file()) if path.is_dir() else []
        yield from found or [path]


def none_in(what: str, ending: str) -> str:
    """Return the error for a folder without files that end in *ending*; *what* is their name, such as "walk"."""
    return f"this folder has no {what}; names of {what}s end in {ending}"
