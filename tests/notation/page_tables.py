"""The tables of a page of the documents, as rows of cells."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"

RECORDS = "\n".join((DOCS / f"record-{name}.md").read_text(encoding="utf-8") for name in ("format", "deck", "actions"))
"""The three pages on the format of records."""

Row = tuple[str, ...]


def section(page: str, heading: str) -> str:
    """Return the text of *page*, without its blocks, from *heading* to the next one of its rank or above."""
    page = re.sub(r"^```.*?^```\n", "", page, flags=re.DOTALL | re.MULTILINE)
    marks, _, _ = heading.partition(" ")
    start = page.index(f"\n{heading}\n") + 1
    end = re.compile(rf"^#{{1,{len(marks)}}} ", re.MULTILINE).search(page, start + len(heading))
    return page[start : end.start() if end else len(page)]


def rows(text: str, first: str) -> list[Row]:
    """Return the rows of the table in *text* whose heading begins with the cell *first*."""
    lines = text[text.index(f"| {first} |") :].split("\n\n", maxsplit=1)[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]) for line in lines]


def codes(cell: str) -> list[str]:
    """Return what stands in a cell between backquotes."""
    return re.findall(r"`([^`]+)`", cell)
