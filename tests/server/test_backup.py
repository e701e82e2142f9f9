"""Backups as docs/server.md tells people to make them: taken while something is written, and restored."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from canasta.server.store import store
from canasta.server.store.database import engine_for
from canasta.server.store.group_commit import Link
from canasta.server.store.migrating import migrate
from canasta.server.store.store import Row, TableRow
from canasta.tables.codes import new_code, new_id
from scripts import postgres
from tests.server.conftest import new_database


def written(database: str) -> tuple[Link, str, list[Row]]:
    """Return a database with a table and its log; the connection stays open, as a server's does."""
    engine = engine_for(database)
    migrate(engine)
    link = Link(engine)
    table = TableRow(new_id(), new_code(), "test", "open", 0, None, 1, 1)
    assert link.run(lambda c: store.new_table(c, table))
    log = [Row(table.id, seq, f"c{seq}", "p1", 1_000 + seq, f'{{"n": {seq}}}') for seq in range(1, 41)]
    assert len(link.run(lambda c: store.append(c, log))) == len(log)
    return link, table.id, log


def check_restored(database: str, table: str, log: list[Row]) -> None:
    """Return the restored database has exactly *log*, needs no migration that changes it, and takes the next entry."""
    engine = engine_for(database)
    migrate(engine)
    link = Link(engine)
    assert link.run(lambda c: store.entries(c, table)) == log
    assert link.run(lambda c: store.heads(c, [table])) == {table: len(log)}
    again = Row(table, len(log) + 1, log[0].cmd, "p1", 1, "{}")
    assert link.run(lambda c: store.append(c, [again])) == set()  # a command of before the backup is still known
    after = Row(table, len(log) + 1, "next", None, 2_000, "{}")
    assert link.run(lambda c: store.append(c, [after])) == {(table, len(log) + 1)}
    link.close()


def test_an_sqlite_file_is_backed_up_while_it_is_in_use_and_restored(tmp_path: Path) -> None:
    place, copy = tmp_path / "canasta.db", tmp_path / "copy.db"
    link, table, log = written(str(place))
    assert (tmp_path / "canasta.db-wal").stat().st_size > 0  # the file alone would not be enough
    # What the shell's ".backup" calls.
    with sqlite3.connect(place) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    late = Row(table, len(log) + 1, "late", None, 9_000, "{}")
    assert link.run(lambda c: store.append(c, [late]))
    link.close()
    for each in tmp_path.glob("canasta.db*"):
        each.unlink()
    shutil.copy(copy, place)
    check_restored(str(place), table, log)


def test_a_postgresql_database_is_dumped_while_it_is_in_use_and_restored(
    postgres_server: postgres.Postgres, tmp_path: Path
) -> None:
    first, second = new_database(postgres_server), new_database(postgres_server)
    link, table, log = written(first)
    dump = tmp_path / "canasta.dump"
    told = {**os.environ, "LC_ALL": "C"}
    programs = postgres_server.programs
    subprocess.run([programs / "pg_dump", "-Fc", "-f", dump, first], check=True, env=told)
    assert link.run(lambda c: store.append(c, [Row(table, len(log) + 1, "late", None, 9_000, "{}")]))
    subprocess.run([programs / "pg_restore", "--exit-on-error", "-d", second, dump], check=True, env=told)
    check_restored(second, table, log)
    assert len(link.run(lambda c: store.entries(c, table))) == len(log) + 1
    link.close()
