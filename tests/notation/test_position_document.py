"""The page on position lines tells the truth: its lines, its fields, its refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canasta.base.errors import NotationError
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.positions.fields import FIELDS, FORMAT, LONGEST, NEEDED, RANKS
from canasta.notation.positions.line import position_text, read_position
from canasta.notation.positions.token import NOTHING

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
LINES = re.findall(r"^```position\n(.*?)\n```", PAGE, re.DOTALL | re.MULTILINE)


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the first table after *heading*."""
    table = re.search(r"\n\|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", PAGE[PAGE.index(heading) :])
    assert table
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table[1].strip().splitlines()]


def test_the_lines_are_canonical_and_show_one_moment() -> None:
    whole, seen = map(read_position, LINES)
    assert isinstance(whole, Deal)
    assert isinstance(seen, View)
    assert position_text(whole) == LINES[0], "write this line on the page"
    assert position_text(view(whole, 0)) == LINES[1], "write this line on the page"


def test_the_table_has_every_field_in_its_order() -> None:
    names: list[str] = []
    always = []
    for row in rows("## The fields"):
        found = re.findall(r"`(\w+)`", row[0])
        names += found
        always += found if row[0].endswith("*") else []
    assert names == list(FIELDS)
    assert sorted(always) == sorted(NEEDED)


def test_the_table_of_refusals_is_true() -> None:
    found = rows("## What is refused")
    assert len(found) > 5
    for old, new, says in found:
        assert LINES[0].count(old.strip("`")) == 1
        with pytest.raises(NotationError) as error:
            read_position(LINES[0].replace(old.strip("`"), new.strip("`")))
        assert str(error.value) == says


def test_numbers_and_words_of_the_page() -> None:
    assert f"`{FORMAT}`" in PAGE
    assert f"{LONGEST:,} characters" in PAGE
    assert f"`{NOTHING}` stands for no cards" in PAGE
    for rank in ("wild", "3", "4", "9", "T", "J", "Q", "K", "A"):
        assert rank in RANKS
    assert len(RANKS) == 13
