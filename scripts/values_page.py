"""Write docs/rules-values.md, every value of the rules: ``make values``, or ``python -m scripts.values_page``."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from canasta.base.cards import KIND_KEYS
from canasta.base.clauses import BY_NAME
from canasta.rules import groups
from canasta.rules.digest import decides
from canasta.rules.shapes import CARD_FIELDS, CARDS_PATH, LISTS, MOST, RANGES, VALUED, write_value

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "rules-values.md"

HEAD: Final = """\
# Every value of the rules

The rules of a game are values in groups. A [record](records.md) has all of them, in the order of this page. A
[house rules file](house-rules.md) or [a game's own file](add-a-game.md) sets some of them. `make values` writes this page from
`canasta.rules.groups`, and a test compares them.

If a record leaves out a value, the **default** applies. Defaults never change, so older records keep their meaning when a value is
added. Only values with **yes** in the column *digest* are part of the digest of the rules.

All numbers are whole. The items of a list are all different. **Cards** are named by their kind: {kinds}.
"""


def page() -> str:
    """Return the whole page."""
    kinds = ", ".join(f"`{key}`" for key in KIND_KEYS)
    parts = [HEAD.format(kinds=kinds)]
    parts += ["\n".join(_group(group, kind)) + "\n" for group, kind in groups.GROUPS.items()]
    return "\n".join(parts)


def _group(group: str, kind: type) -> Iterator[str]:
    """Yield the lines of one group: what it is about, and a row for each of its values."""
    yield f"## {group}"
    yield ""
    yield _one_line(kind.__doc__ or "") + (
        f" A list of tables, in their order; each has a `{LISTS[group]}`." if group in LISTS else ""
    )
    yield ""
    yield "| value | may be | default | digest | meaning |"
    yield "|---|---|---|---|---|"
    told, hints = _docstrings(kind), get_type_hints(kind)
    for each in fields(kind):
        path = f"{group}.{each.name}"
        clause = each.metadata.get("clause")
        words = each.metadata.get("words")
        meaning = _one_line(words.meaning) if words else told.get(each.name)
        meaning = meaning or (f"{BY_NAME[clause].title}." if clause else "A term used in texts.")
        row = (
            f"`{each.name}`",
            _may_be(path, hints[each.name]),
            f"`{_plain(path, each.default)}`",
            "yes" if decides(group, each.name) else "no",
            meaning + (f" (`{clause}`)" if clause else ""),
        )
        yield f"| {' | '.join(row)} |"


def _plain(path: str, value: Any) -> str:
    """Return the default *value* as JSON, which is also how TOML writes it."""
    return "{}" if path == CARDS_PATH else json.dumps(write_value(value))


def _may_be(path: str, hint: Any) -> str:
    """Return what the value at *path*, of the type *hint*, can be."""
    if path == CARDS_PATH:
        return f"a table: 0 to {MOST:,} for each of {', '.join(f'`{key}`' for key in VALUED)}"
    if hint is bool:
        return "`true`, `false`"
    if hint is str:
        return "a rank, `4` to `A`" if path == "specials.rank" else "a text of one line"
    if hint is int:
        low, high = RANGES.get(path, (0, MOST))
        return f"{low:,} to {high:,}"
    if get_origin(hint) is Literal:
        return ", ".join(f"`{word}`" for word in get_args(hint))
    item = get_args(hint)[0]
    if path in CARD_FIELDS:
        return "a list of cards"
    if get_origin(item) is tuple:
        return f"a list of pairs of numbers, −{MOST:,} to {MOST:,}"
    return f"a list of {'numbers, ' if item is int else ''}{_may_be(path, item)}"


def _docstrings(kind: type) -> dict[str, str]:
    """Return what the source says below each value of *kind*."""
    tree = ast.parse(Path(sys.modules[kind.__module__].__file__ or "").read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    found = {}
    for before, node in pairwise(body):
        if isinstance(before, ast.AnnAssign) and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            assert isinstance(before.target, ast.Name)
            found[before.target.id] = _one_line(str(node.value.value))
    return found


def _one_line(text: str) -> str:
    """Return *text* without line ends, in Markdown."""
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"values: {sum(len(fields(kind)) for kind in groups.GROUPS.values())}, in {PAGE.name}")


if __name__ == "__main__":
    main()
