"""The record that a command is given: a file, or a match by the name that ``canasta matches`` lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from canasta.terminal.file_list import FileName
from canasta.terminal.matches.kept import find_match, match_names


class RecordName(FileName):
    """The path of a record. What is not the path of anything may be the name of a match, or its beginning."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that *value* names. Raises `NoSuchMatch` for a bare word that is neither a file nor a match."""
        path = super().convert(value, param, ctx)
        if (
            isinstance(path, Path)
            and path.name == str(path)
            and not path.suffix
            and str(path) != "-"
            and not path.exists()
        ):
            return find_match(str(path), "match or file").path
        return path

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Files, and the matches whose names begin with *incomplete*."""
        names = [CompletionItem(name) for name in match_names() if name.startswith(incomplete)]
        return [*names, *super().shell_complete(ctx, param, incomplete)]
