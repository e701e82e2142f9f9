"""The report of a benchmark: a table with budgets and whether they were kept."""

import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.measure import Row


def print_rows(rows: list[Row], title: str) -> None:
    """Print *rows* as a table with *title*."""
    table = Table(title=title)
    for heading in ("what", "ours", "against", "theirs", "ratio", "budget", ""):
        table.add_column(heading, justify="left" if heading in {"what", "against", ""} else "right")
    for row in rows:
        mark = {None: "", True: "[green]ok[/]", False: "[red]missed[/]"}[row.ok]
        limit = "" if row.budget is None else f"{row.budget:.3g}×" if row.against else f"< {row.budget:.3g} {row.unit}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}×"
        table.add_row(
            row.what, number(row.ours, row.unit), row.against, number(row.peer, row.unit), ratio, limit,
            " ".join(word for word in (mark, row.note) if word),
        )  # fmt: skip
    Console(width=180).print(table)


def write_rows(rows: list[Row], file: Path) -> None:
    """Write *rows* to *file* as JSON."""
    text = json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


def number(value: float | None, unit: str) -> str:
    """*value* with its unit, to three figures or whole."""
    if value is None:
        return "–"
    return f"{value:,.0f} {unit}" if value >= 1000 else f"{value:.3g} {unit}"
