"""Where keys stand in a block of TOML, so that an error in a value can name its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

_HEADER: Final = re.compile(r"[ \t]*(\[\[?)[ \t]*([^\]\n]+?)[ \t]*\]")
_KEY: Final = re.compile(r"""[ \t]*["']?([\w .-]+?)["']?[ \t]*=[ \t]*(.*)""")


def places(text: str, first: int, root: str = "") -> dict[str, int]:
    r"""Return the line of each key, table and item of a list in *text*, by its dotted path; *first* is the first line.

    Items of lists, and tables in double brackets, are numbered from 1. Paths are told below the table *root*.
    Only what begins a line is found: of several keys in one line the first.

    >>> places("a = 1\n[[b]]\nc = [\n  { d = 2 },\n]", 7)
    {'a': 7, 'b': 8, 'b.1': 8, 'b.1.c': 9, 'b.1.c.1': 10}
    """
    found: dict[str, int] = {}
    tables = Counter[str]()
    table = items = ""
    item = 0
    for number, line in enumerate(text.split("\n"), first):
        header = _HEADER.match(line) if not items else None
        if header:
            table = ".".join(part.strip(" \t\"'") for part in header[2].split("."))
            table = _below(root, table)
            if header[1] == "[[" and table:
                tables[table] += 1
                found.setdefault(table, number)
                table += f".{tables[table]}"
            if table:
                found.setdefault(table, number)
        elif items:
            if line.lstrip().startswith("{"):
                item += 1
                found.setdefault(f"{items}.{item}", number)
            elif line.lstrip().startswith("]"):
                items = ""
        elif key := _KEY.match(line):
            path = f"{table}.{key[1]}" if table else key[1]
            found.setdefault(path, number)
            if key[2].startswith("[") and "]" not in key[2]:
                items, item = path, 0
    return found


def _below(root: str, table: str) -> str:
    return table if not root else "" if table == root else table.removeprefix(f"{root}.")


def place_of(path: str, found: Mapping[str, int], otherwise: int = 0) -> int:
    """Return the line of *path* in *found*, or of the nearest table or list around it; *otherwise* where there is none.

    >>> place_of("b.1.c.4.d", {"b.1.c": 9}), place_of("e", {})
    (9, 0)
    """
    while path:
        if path in found:
            return found[path]
        path = path.rpartition(".")[0]
    return otherwise
