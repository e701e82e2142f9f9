"""The games side by side: docs/games.md is what the rule files say."""

from __future__ import annotations

import pytest

from canasta.rules.load import games, load
from scripts.games_page import COLUMNS, PAGE, SECTIONS, columns, page
from scripts.grid import ROWS, Column, cells, unsaid

EVERY = columns()
AROUND = {
    "procedures.seats",
    "procedures.undo",
    "procedures.frozen_in_time",
    "procedures.frozen_after",
    "score.order",
}
"""What no row speaks of: what happens around the cards, and how the count is called out."""


def text(game: str, title: str, *options: str) -> str:
    (place,) = [row.number - 1 for row in ROWS if row.title == title]
    return cells(Column("", games()[game], options))[place].text


def test_the_page_is_what_the_rules_say() -> None:
    written = page()
    assert PAGE.read_text(encoding="utf-8") == written, "write it again with: make grid"
    assert all(f"[{title}](rules/{name}.md)" in written for title, name in COLUMNS)


def test_every_game_has_a_column() -> None:
    assert sorted(games()) == sorted(name for _, name in COLUMNS)
    assert [column.code for column in EVERY] == [title for title, _ in COLUMNS]


def test_there_are_53_rows_in_sections() -> None:
    assert [row.number for row in ROWS] == list(range(1, 54))
    assert len({row.title for row in ROWS}) == 53
    assert [first for first, _ in SECTIONS] == sorted(first for first, _ in SECTIONS)


@pytest.mark.parametrize("column", EVERY, ids=[column.code for column in EVERY])
def test_every_cell_is_filled_and_has_a_source(column: Column) -> None:
    for row, cell in zip(ROWS, cells(column), strict=True):
        assert cell.text, row.title
        assert cell.sources or cell.text in {"–", "none"}, row.title


@pytest.mark.parametrize("name", games())
def test_every_value_that_decides_something_has_a_row(name: str) -> None:
    for players in games()[name].players:
        assert unsaid(load(name, players)) == AROUND


@pytest.mark.parametrize("name", games())
def test_every_option_is_on_the_page(name: str) -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert [option for option in games()[name].options if f"| `{option}` |" not in written] == []


def test_what_depends_on_the_players_names_their_numbers() -> None:
    assert text("hand-knee-and-foot", "Packs of 52 and two jokers") == "6 (4) · 9 (6) · 12 (8)"
    assert text("hand-knee-and-foot", "Packs of 52 and two jokers", "printed-decks") == "6"


def test_a_column_of_an_option_cites_its_document() -> None:
    (place,) = [row.number - 1 for row in ROWS if row.title == "Minimums"]
    cell = cells(Column("", games()["classic"], ("evans",)))[place]
    assert cell.text == "0 below 0, 50 from 0, 90 from 1,500, 100 from 3,000"
    assert [source.mark for source in cell.sources] == ["stated, substance-of-living"]


def test_options_change_cells() -> None:
    found = cells(Column("", games()["hand-and-foot"]))
    changed = {
        (row.title, name): new for row, cell in zip(ROWS, found, strict=True) for name, new in cell.changes.items()
    }
    assert changed["How much of the pile", "whole-pile"] == "whole"
    assert changed["Permission", "no-permission"] == "none"
    assert ("How much of the pile", "no-permission") not in changed
