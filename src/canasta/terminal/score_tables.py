"""Score sheets and totals as tables, beside each other where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from canasta.base.events import DealCounted
from canasta.base.sheets import Sheet, amount
from canasta.deal.match import Match
from canasta.rules.groups import Rules
from canasta.terminal.style import render_line
from canasta.wording.announcements import next_minimums_line
from canasta.wording.names import Names
from canasta.wording.sheets import counted_line, total_line

_SHEET: Final = 44
"""Columns that a sheet wants beside another one."""


def sheet_table(title: str, counted: Sheet, plain: bool) -> RenderableType:
    """Return one side's sheet."""
    if plain:
        lines = [Text(title, style="bold"), *(Text("  " + line) for line in str(counted).splitlines())]
        return Group(*lines)
    table = Table(box=None, padding=(0, 1), show_header=False, title=title, title_justify="left", title_style="bold")
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    for part in counted.parts:
        if part.title:
            table.add_row(Text(part.title, style="underline"), Text(amount(part.points), style="underline"))
        for line in part.lines:
            text = Text(f"  {line}" if part.title else str(line))
            table.add_row(text, _points(line.points))
    table.add_row(Text("Total", style="bold"), Text(amount(counted.total), style="bold"))
    return table


def _points(points: int) -> Text:
    return Text(amount(points), style="red" if points < 0 else "")


def sheets(titles: Sequence[str], counted: Sequence[Sheet], width: int, plain: bool) -> RenderableType:
    """Return the sheets of all sides."""
    tables = [sheet_table(title, each, plain) for title, each in zip(titles, counted, strict=True)]
    if plain or width < 2 * _SHEET or len(tables) == 1:
        return Group(*(Padding(table, (0, 0, 1, 0)) for table in tables))
    return Columns([Padding(table, (0, 2, 1, 0)) for table in tables], width=min(_SHEET + 10, width // 2 - 1))


def after_deal(match: Match, result: DealCounted, names: Names, width: int, plain: bool) -> RenderableType:
    """Return the sheets of a counted deal, the totals, and what is needed to open."""
    rules = match.rules
    titles = [names.side(side, rules.sides) for side in range(rules.sides)]
    return Group(
        counted_title(rules, result.number, plain),
        Text(),
        sheets(titles, result.sheets, width, plain),
        totals_table(match, titles, width, plain),
        *([] if match.over else [Text(), render_line(next_minimums_line(rules, match.minimums(), names))]),
    )


def counted_title(rules: Rules, number: int, plain: bool) -> Text:
    """Return what stands above the sheets of the deal *number*."""
    return render_line(counted_line(rules, number), "" if plain else "bold reverse")


def totals_table(match: Match, titles: Sequence[str], width: int, plain: bool) -> RenderableType:
    """Return the totals, with the points of every deal where they fit, and the minimums of the deal in progress."""
    opens = list(match.minimums()) if match.current_deal else []
    if plain:
        said = (
            total_line(title, match.totals[side], minimum=opens[side] if opens else None)
            for side, title in enumerate(titles)
        )
        return Group(*map(render_line, said))
    deals = match.results[-max(1, (width - 50) // 9) :]
    table = Table(box=None, padding=(0, 1), header_style="dim", pad_edge=True)
    table.add_column("")
    for result in deals:
        table.add_column(f"{match.rules.words.deal} {result.number}", justify="right", no_wrap=True)
    table.add_column("total", justify="right", no_wrap=True)
    if opens:
        table.add_column("opens with", justify="right")
    for side, title in enumerate(titles):
        points = [amount(result.sheets[side].total) for result in deals]
        table.add_row(
            title,
            *points,
            Text(amount(match.totals[side]), style="bold"),
            *([str(opens[side])] if opens else []),
        )
    return table
