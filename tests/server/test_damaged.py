"""A log that was changed in the database: the table says so to everyone who comes, its own people too, and the server goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.server.players import Browser, Player, make_table, serving


@pytest.mark.parametrize("body", ["nothing", "", "[" * 5_000])
def test_a_table_that_cannot_be_read_says_so(tmp_path: Path, body: str) -> None:
    path = tmp_path / "canasta.db"
    with serving(str(path)) as server:
        ann = Browser(server)
        code = make_table(ann, game="classic", players=2)
        Player(ann, code).of("table")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entry SET body = ? WHERE seq = 1", (body,))
        connection.execute("DELETE FROM checkpoint")
    with serving(str(path)) as server:
        ann.server = server
        for browser in (ann, Browser(server)):
            told = Player(browser, code).of("stopped")
            assert told["text"].startswith("This table has stopped at entry 1: ")
        _, said = server.stop()
    assert "Traceback" not in said
