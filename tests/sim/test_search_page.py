"""The tables of `search` in the pages about bots: rows from kept duels, and all others as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta.rules.load import load
from canasta.sim.duel import Duel, run
from canasta.sim.moments import Mean, Moments
from scripts import search_page
from scripts.bots_page import read_pages, shown
from scripts.search_page import few, kept_difference, level_row, rows_in, share, table_in, updated

HEAD = "| game | players | search − planner | decks |\n|---|---|---|---|\n"
OLD = HEAD + "| Hand and Foot | 4 | +622 (+432 to +811) | 150 |\n| New Canasta | 4 | −1,379 (−1,533 to +225) | 88 |\n"


def test_rows_are_read_as_they_were_written() -> None:
    rows = rows_in(OLD)
    assert HEAD + "".join(map(str, rows)) == OLD
    assert rows[1].mean == Mean(-1379, -1533, 225)


def test_a_kept_duel_replaces_its_row_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_page, "KEPT", tmp_path)
    rules = load("hoyle-two-player")
    found = run(
        Duel(rules=rules, a="greedy", b="chance", decks=9), None, tmp_path / f"greedy-chance-{rules.name}-2.json"
    )
    tables = [("new-canasta", 4), (rules.name, 2), ("classic", 4)]
    new = updated(OLD.replace("search − planner", "greedy − chance"), "greedy", "chance", tables)
    row = f"| {rules.title} | 2 | {shown(few(found.tally.difference, found.duel.divisor))} | 9 |\n"
    first, second = OLD.removeprefix(HEAD).splitlines(keepends=True)
    assert new == HEAD.replace("search − planner", "greedy − chance") + first + row + second
    assert kept_difference("greedy", "chance", load("classic", 4)) is None
    (tmp_path / "chance-greedy-hoyle-two-player-2.json").write_bytes(
        (tmp_path / "greedy-chance-hoyle-two-player-2.json").read_bytes()
    )
    with pytest.raises(SystemExit, match="is not the duel of chance and greedy"):
        kept_difference("chance", "greedy", rules)


def test_intervals_of_few_decks_are_wider() -> None:
    """By the quantiles of Student's distribution with 7, 20 and 999 degrees of freedom."""
    for decks, quantile in ((8, 2.3646), (21, 2.0860), (1000, 1.9623)):
        moments = Moments()
        for value in range(decks):
            moments.add(value)
        found = few(moments, 1)
        assert found.mean == (decks - 1) / 2
        assert (found.high - found.mean) / (moments.deviation / decks**0.5) == pytest.approx(quantile, abs=0.001)


def test_a_share_has_the_doubts_of_both_numbers() -> None:
    assert share(Mean(100, 100, 100), Mean(400, 400, 400)) == "25 % (25 to 25 %)"
    assert share(Mean(100, 70, 130), Mean(400, 240, 560)) == "25 % (12 to 38 %)"  # 0.25 * sqrt(0.3² + 0.4²) = 0.125


def test_the_page_has_every_table_and_search_among_the_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any file, every row stays as it is."""
    monkeypatch.setattr(search_page, "KEPT", tmp_path)
    text = read_pages()
    usual = [("classic", 4)]
    assert updated(table_in(text, "search"), "search", "planner", usual) == table_in(text, "search")
    assert search_page.ceilings(text) == table_in(text, "ceiling")
    assert level_row(text) in text
