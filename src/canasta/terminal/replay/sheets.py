"""The score sheets of a recording: in full where they fit the window, else all sides in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from canasta.base.sheets import Sheet, amount
from canasta.deal.tableaus import sheets_so_far, tableaus
from canasta.deal.view import view
from canasta.notation.records.playback import Moment, Watched, final_sheets
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.terminal.replay.table import Eyes
from canasta.terminal.score_tables import sheet_table, sheets
from canasta.terminal.style import render_line
from canasta.wording.names import Names
from canasta.wording.sheets import clause_title, sheet, total_line

_HEAD: Final = 6
_WIDEST_HEAD: Final = 20
"""Fewest and most columns of a side in the table of all sides."""

_CLAUSE: Final = 26
"""Columns of a rule's title there."""


def counted(rules: Rules, watched: Watched, moment: Moment | None, eyes: Eyes) -> list[Sheet]:
    """Return the sheets at *moment* of a match by *rules*, as these *eyes* can count them; those of a deal that is over are everyone's.

    A deal that was counted by hand has no *moment*.
    """
    if moment is None or moment.deal.over:
        return final_sheets(rules, watched)
    cuts = watched.played.replay.cuts
    if eyes.everything:
        return [sheet(moment.deal.rules, each) for each in tableaus(moment.deal.position, cuts)]
    return sheets_so_far(moment.deal.rules, view(moment.deal, eyes.seat).position, cuts)


def sheet_pages(
    watched: Watched, sheets_now: Sequence[Sheet], names: Names, width: int, *, plain: bool
) -> Iterator[RenderableType]:
    """Yield the sheets of all sides, ever shorter: the first one that fits the window is the one to show.

    Below them stand the notes of those who counted by hand.
    """
    titles = [names.side(side, len(sheets_now)) for side in range(len(sheets_now))]
    below = Group(totals(watched, sheets_now, titles), *notes(watched, titles))
    yield Group(sheets(titles, sheets_now, width, plain), below)
    yield Group(_by_clause(watched, sheets_now, titles, width), *notes(watched, titles))


def notes(watched: Watched, titles: Sequence[str]) -> list[Text]:
    """Return what the sides with these *titles* wrote beside their counts, and what was corrected."""
    record = watched.record
    told = [f"{title}: {tally.note}" for title, tally in zip(titles, record.counts, strict=False) if tally.note]
    return [Text(clean(text), style="italic") for text in (*told, *record.corrections)]


def totals(watched: Watched, sheets_now: Sequence[Sheet], titles: Sequence[str]) -> RenderableType:
    """Return what every side has made in this deal and in all."""
    made = [each.total for each in sheets_now]
    whole = [before + each for before, each in zip(watched.record.totals, made, strict=True)]
    return Group(*map(render_line, map(total_line, titles, whole, made)))


def one_sheet(side: int, sheets_now: Sequence[Sheet], title: str, *, plain: bool) -> RenderableType:
    """Return the sheet of *side*, line by line."""
    return sheet_table(title, sheets_now[side], plain)


def _by_clause(watched: Watched, sheets_now: Sequence[Sheet], titles: Sequence[str], width: int) -> RenderableType:
    """Return one row a rule, one column a side; a row sums all lines by the rule."""
    points: list[dict[str, int]] = [{} for _ in sheets_now]
    clauses: dict[str, None] = {}
    for side, each in enumerate(sheets_now):
        for line in each.lines:
            clauses[line.clause] = None
            points[side][line.clause] = points[side].get(line.clause, 0) + line.points
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    widest = max(_HEAD, min(_WIDEST_HEAD, (width - _CLAUSE) // len(titles) - 1))
    for title in titles:
        table.add_column(Text(title), justify="right", min_width=_HEAD, max_width=widest)
    for clause in clauses:
        values = (each.get(clause) for each in points)
        table.add_row(clause_title(clause), *("" if value is None else amount(value) for value in values))
    made = [each.total for each in sheets_now]
    table.add_row(Text("This time", style="bold"), *(Text(amount(each), style="bold") for each in made))
    whole = [before + each for before, each in zip(watched.record.totals, made, strict=True)]
    table.add_row(Text("In all", style="bold"), *(Text(amount(each), style="bold") for each in whole))
    return Group(table, Text(f"sheet 1 shows each line for {titles[0]}.", style="dim"))
