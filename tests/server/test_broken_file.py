"""An SQLite file that is deleted, replaced or damaged under a running server: it stops, says so, and goes on if it can."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from canasta.server.store import store
from canasta.server.store.database import engine_for
from canasta.server.store.group_commit import Link
from canasta.server.table.tables import UNSAVED
from tests.server.players import Browser, Player, Process, make_table, serving

SECONDS = 5
"""After which nothing may be acknowledged any more, and everyone has been told."""


@contextmanager
def waiting(folder: Path) -> Iterator[tuple[Process, Player, Path]]:
    """Provide a server, someone at a table of hers, and the file."""
    place = folder / "canasta.db"
    with serving(str(place)) as server:
        browser = Browser(server)
        player = Player(browser, make_table(browser, game="classic"))
        assert player.do(act="sit", seat=1)["t"] == "done"
        yield server, player, place
        player.close()


def check_told(server: Process, player: Player) -> None:
    """Within `SECONDS`, the player is told that nothing is saved, what she asks has no answer, and `/healthz` says so."""
    deadline = time.monotonic() + SECONDS
    assert player.of("unsaved", SECONDS)["text"] == UNSAVED
    while Browser(server).get("/healthz")[0] != 503:
        assert time.monotonic() < deadline
    player.send({"t": "do", "cmd": "late", "act": "stand"})
    player.send({"t": "ping", "n": 77})
    player.until(lambda frame: frame["t"] == "pong" and frame["n"] == 77)
    assert "late" not in player.answers
    assert Browser(server).post("/api/tables", {"name": "Bob", "game": "classic"})[0] == 503


def log_of(place: Path, code: str) -> list[int]:
    """Return the numbers of the entries of a table, as the file has them."""
    link = Link(engine_for(str(place)), reads=True)
    row = link.run(lambda c: store.table_by_code(c, code))
    assert row is not None
    numbers = [each.seq for each in link.run(lambda c: store.entries(c, row.id))]
    link.close()
    return numbers


def well_again(server: Process) -> None:
    deadline = time.monotonic() + 20
    while Browser(server).get("/healthz")[0] != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def move(source: Path, target: Path) -> None:
    """Move a database with everything that belongs to it."""
    for end in ("", "-wal", "-shm"):
        Path(f"{source}{end}").rename(f"{target}{end}")


def test_a_file_that_was_taken_away_is_missed_and_found_again(tmp_path: Path) -> None:
    with waiting(tmp_path) as (server, player, place):
        move(place, tmp_path / "elsewhere")
        check_told(server, player)
        assert not place.exists(), "nothing is made in its place"
        player.close()
        move(tmp_path / "elsewhere", place)
        well_again(server)
        player.connect()
        answer = player.do(act="stand")
        assert answer["t"] == "done", answer
        numbers = log_of(place, player.code)
        assert numbers == list(range(1, player.seq + 1))
        assert "was deleted while the server ran" in server.stop()[1]


def test_a_deleted_file_is_not_written_on(tmp_path: Path) -> None:
    with waiting(tmp_path) as (server, player, place):
        for each in tmp_path.glob("canasta.db*"):
            each.unlink()
        player.send({"t": "do", "cmd": "first", "act": "stand"})
        check_told(server, player)
        assert "first" not in player.answers
        assert not list(tmp_path.glob("canasta.db*"))
        assert place.name in server.stop()[1]


def test_a_backup_in_the_place_of_the_file_is_taken_up_whole(tmp_path: Path) -> None:
    with waiting(tmp_path) as (server, player, place):
        copy = tmp_path / "copy.db"
        with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        known = player.seq
        assert player.do(act="stand")["t"] == "done"
        assert player.do(act="sit", seat=2)["t"] == "done"
        for end in ("-wal", "-shm"):
            Path(f"{place}{end}").unlink()
        copy.replace(place)
        player.of("unsaved", SECONDS)
        well_again(server)
        player.close()
        player.connect()  # with an entry that the backup does not have
        player.until(lambda frame: frame["t"] == "table")
        assert player.seq == known
        assert player.do(act="stand")["t"] == "done"
        assert log_of(place, player.code) == list(range(1, known + 2))


@pytest.mark.parametrize("left", [0, 8 << 10])
def test_a_file_that_was_cut_is_noticed(tmp_path: Path, left: int) -> None:
    with waiting(tmp_path) as (server, player, place):
        os.truncate(place, left)
        check_told(server, player)
        time.sleep(1.5)
        assert Browser(server).get("/healthz")[0] == 503, "what is damaged does not get well by itself"
        assert "was made shorter while the server ran" in server.stop()[1]


def test_nobody_else_may_read_the_database(tmp_path: Path) -> None:
    place = tmp_path / "canasta.db"
    place.touch(0o644)
    old = os.umask(0o022)
    try:
        with waiting(tmp_path):
            modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.glob("canasta.db*")}
    finally:
        os.umask(old)
    assert modes == {"canasta.db": 0o600, "canasta.db-wal": 0o600, "canasta.db-shm": 0o600}
