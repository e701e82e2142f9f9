"""Score sheets as JSON, as a log keeps them and the wire tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta.base.sheets import Part, ScoreLine, Sheet


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """*sheet* as JSON: its parts, each with its title and lines, and the total.

    >>> sheet_json(Sheet((Part("", (ScoreLine("2 clean canastas", "score.canastas", 2, 500, 1000),)),)))["total"]
    1000
    """
    return {"parts": [_part_json(part) for part in sheet.parts], "total": sheet.total}


def _part_json(part: Part) -> dict[str, Any]:
    return {"title": part.title, "lines": [_line_json(line) for line in part.lines]}


def _line_json(line: ScoreLine) -> dict[str, Any]:
    told: dict[str, Any] = {"text": line.text, "clause": line.clause, "count": line.count, "points": line.points}
    named = {"item": line.item, "title": line.title} if line.item else {}
    return told | named if line.each is None else told | {"each": line.each} | named


def parse_sheet(told: Mapping[str, Any]) -> Sheet:
    """Return the sheet that `sheet_json` wrote, also by an older program that did not name the items."""
    return Sheet(tuple(Part(part["title"], tuple(map(_parse_line, part["lines"]))) for part in told["parts"]))


def _parse_line(told: Mapping[str, Any]) -> ScoreLine:
    text, clause, count, points = told["text"], told["clause"], told["count"], told["points"]
    return ScoreLine(text, clause, count, told.get("each"), points, told.get("item", ""), told.get("title", ""))
