"""The store, on SQLite and PostgreSQL alike: logs without holes, races, group commit, growth, migrations."""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from canasta.server.store import store
from canasta.server.store.database import engine_for, make_private
from canasta.server.store.errors import StoreAway, StoreError
from canasta.server.store.group_commit import Link, Writer
from canasta.server.store.log_watch import GrowthWatch, LogWatch
from canasta.server.store.migrating import migrate, upgrade
from canasta.server.store.schema import METADATA
from canasta.server.store.store import Change, Row, StoredPerson, TableRow
from canasta.tables.codes import new_code, new_id


def row(table: str, seq: int, cmd: str, person: str | None = None) -> Row:
    return Row(table, seq, cmd, person, 1_000 + seq, f'{{"number": {seq}}}')


def table_row() -> TableRow:
    return TableRow(new_id(), new_code(), "test", "open", 0, None, 1, 1)


@pytest.fixture
def link(engine: Engine) -> Iterator[Link]:
    made = Link(engine)
    yield made
    made.close()


@pytest.fixture
def table(link: Link) -> str:
    new = table_row()
    assert link.run(lambda c: store.new_table(c, new))
    return new.id


def test_an_entry_with_a_number_or_command_that_is_taken_is_left_out(link: Link, table: str) -> None:
    first = [row(table, 1, "a", "p1"), row(table, 2, "b", "p1")]
    assert link.run(lambda c: store.append(c, first)) == {(table, 1), (table, 2)}
    racing = [row(table, 2, "late"), row(table, 3, "a", "p1"), row(table, 4, "c")]
    assert link.run(lambda c: store.append(c, racing[:2])) == set()
    assert link.run(lambda c: store.entries(c, table)) == first
    assert link.run(lambda c: store.heads(c, [table, "none"])) == {table: 2}


def test_what_lost_the_race_leaves_the_rest_of_its_group_alone(link: Link, table: str) -> None:
    other = table_row()
    link.run(lambda c: store.new_table(c, other))
    link.run(lambda c: store.append(c, [row(table, 1, "a")]))
    group = [row(table, 1, "late"), row(other.id, 2, "c"), row(other.id, 1, "b", "p1"), row(other.id, 3, "b", "p1")]
    assert link.run(lambda c: store.append(c, group)) == {(other.id, 1), (other.id, 2)}
    assert link.run(lambda c: store.heads(c, [table, other.id])) == {table: 1, other.id: 2}
    found = link.run(lambda c: store.table_by_id(c, other.id))
    assert found is not None
    assert (found.due_at, found.seen_at) == (1_002, 1_002)


def test_the_log_is_read_back_as_it_was_written(link: Link, table: str) -> None:
    odd = replace(row(table, 1, "x"), body='{"text": "Ännchen 🂡 \\" \\\\"}', person="p")
    link.run(lambda c: store.append(c, [odd]))
    assert link.run(lambda c: store.entries(c, table)) == [odd]
    assert link.run(lambda c: store.entries(c, table, after=1)) == []
    asked = [("p", "x"), ("p", "y"), ("q", "x"), (None, "x")]
    assert link.run(lambda c: [store.command_seq(c, table, *each) for each in asked]) == [1, None, None, None]


def test_a_command_of_the_server_is_kept_once_because_of_its_place(link: Link, table: str) -> None:
    # Two processes find the same thing due: both make the same command the next entry, and one of them is too late. Its id
    # alone would not keep it out, for the database takes any two that nobody sent for different ones.
    link.run(lambda c: store.append(c, [row(table, 1, "make", "p1")]))
    due = [row(table, 2, "due")]
    assert [link.run(lambda c: store.append(c, due)) for _ in range(2)] == [{(table, 2)}, set()]
    assert link.run(lambda c: store.append(c, [row(table, 3, "due")])) == {(table, 3)}


def test_ids_of_commands_belong_to_people(link: Link, table: str) -> None:
    both = [row(table, seq, "a", person) for seq, person in enumerate(("p1", "p2", None), 1)]
    assert len(link.run(lambda c: store.append(c, both))) == 3
    asked = [("p1", "a"), ("p2", "a"), (None, "a")]
    assert link.run(lambda c: [store.command_seq(c, table, *each) for each in asked]) == [1, 2, 3]
    for name in ("Ann", "Bob", "Bob"):
        link.run(lambda c, name=name: store.say(c, "s1", table, StoredPerson(name, name), 5, "hello", ""))  # type: ignore[misc]
    assert [each.name for each in link.run(lambda c: store.said(c, 0, table))] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "change",
    [
        "body = replace(body, '1', '2')",
        "at = at + 1",
        "cmd = 'b'",
        "person = 'p'",
    ],
)
def test_an_entry_that_has_changed_is_noticed(link: Link, table: str, change: str) -> None:
    link.run(lambda c: store.append(c, [row(table, 1, "a"), row(table, 2, "c")]))
    link.run(lambda c: c.execute(text(f"UPDATE entry SET {change} WHERE seq = 1")))
    assert [each.sound for each in link.run(lambda c: store.entries(c, table))] == [False, True]
    link.run(lambda c: c.execute(text("UPDATE entry SET crc = NULL")))  # as older versions have left it
    assert [each.sound for each in link.run(lambda c: store.entries(c, table))] == [True, True]


def test_a_table_that_has_stopped_is_looked_at_no_more_until_it_grows(link: Link, table: str) -> None:
    link.run(lambda c: store.append(c, [row(table, 1, "a")]))
    link.run(lambda c: store.stop(c, table))
    assert link.run(lambda c: store.due(c, 10_000, 10)) == []
    assert [each.state for each in link.run(store.tables)] == ["stopped"]
    link.run(lambda c: store.append(c, [row(table, 2, "b")]))
    assert [each.id for each in link.run(lambda c: store.due(c, 10_000, 10))] == [table]


def test_a_table_somebody_should_look_at_is_found_until_it_is_touched(link: Link, table: str) -> None:
    link.run(lambda c: store.append(c, [row(table, 1, "a")]))
    assert [each.id for each in link.run(lambda c: store.due(c, 1_001, 10))] == [table]
    link.run(lambda c: store.touch(c, [Change(table, 0, None, "stale")]))
    assert [each.id for each in link.run(lambda c: store.due(c, 1_001, 10))] == [table]
    link.run(lambda c: store.touch(c, [Change(table, 1, 5_000, "playing")]))
    assert link.run(lambda c: store.due(c, 1_001, 10)) == []
    assert [each.state for each in link.run(lambda c: store.due(c, 5_000, 10))] == ["playing"]


def test_idle_tables_are_archived_and_can_be_found(link: Link, table: str) -> None:
    link.run(lambda c: store.append(c, [row(table, 1, "a")]))
    assert link.run(lambda c: store.archive(c, 500)) == 0
    assert link.run(lambda c: store.archive(c, 5_000)) == 1
    found = link.run(lambda c: store.table_by_id(c, table))
    assert found is not None
    assert (found.state, found.due_at, found.head) == ("archived", None, 1)
    assert link.run(lambda c: store.table_by_code(c, found.code)) == found


def test_a_deleted_table_leaves_nothing(link: Link, table: str) -> None:
    link.run(lambda c: store.append(c, [row(table, 1, "a")]))
    link.run(lambda c: store.say(c, "s1", table, StoredPerson("p", "Ann"), 5, "hello", ""))
    link.run(lambda c: store.keep_presence(c, "me", [(table, "p")], 5))
    link.run(lambda c: store.remove(c, table))
    for name in METADATA.tables:
        assert link.run(lambda c, name=name: c.execute(text(f"SELECT count(*) FROM {name}")).scalar()) == 0, name  # type: ignore[misc]


def test_people_are_found_by_the_hash_of_their_key_only(link: Link) -> None:
    link.run(lambda c: store.new_person(c, StoredPerson("p1", "Ann"), b"h" * 32, 1))
    assert link.run(lambda c: store.person_by_key(c, b"h" * 32)) == StoredPerson("p1", "Ann")
    assert link.run(lambda c: store.person_by_key(c, b"g" * 32)) is None
    link.run(lambda c: store.rename(c, "p1", "Anna", 2))
    assert link.run(lambda c: store.person_by_key(c, b"h" * 32)) == StoredPerson("p1", "Anna")


def test_a_seat_link_can_be_used_once(link: Link, table: str) -> None:
    link.run(lambda c: store.new_seatlink(c, b"k" * 32, table, 7))
    assert link.run(lambda c: store.seatlink(c, b"k" * 32)) == (table, 7)
    assert [link.run(lambda c: store.use_seatlink(c, b"k" * 32, 9)) for _ in range(2)] == [True, False]
    assert link.run(lambda c: store.seatlink(c, b"k" * 32)) is None


def test_presence_is_what_each_process_noted_last(link: Link, table: str) -> None:
    link.run(lambda c: store.keep_presence(c, "one", [(table, "ann"), (table, "bob")], 100))
    link.run(lambda c: store.keep_presence(c, "two", [(table, "bob")], 110))
    link.run(lambda c: store.keep_presence(c, "one", [(table, "ann")], 200))
    one, two = (200, {(table, "ann")}), (110, {(table, "bob")})
    assert link.run(lambda c: store.present(c, "three")) == {"one": one, "two": two}
    assert link.run(lambda c: store.present(c, "one")) == {"two": two}
    link.run(lambda c: store.forget_presence(c, 150))
    assert link.run(lambda c: store.present(c, "three")) == {"one": one}


def test_the_same_words_sent_twice_are_said_once(link: Link, table: str) -> None:
    for _ in range(2):
        link.run(lambda c: store.say(c, "s1", table, StoredPerson("p", "Ann"), 5, "hello", ""))
    link.run(lambda c: store.say(c, "s2", table, StoredPerson("p", "Ann"), 6, "there", ""))
    assert [each.text for each in link.run(lambda c: store.said(c, 0, table))] == ["hello", "there"]
    last = link.run(store.last_said)
    assert link.run(lambda c: store.last_said(c, table, back=1)) < last == link.run(lambda c: store.last_said(c, table))


def test_a_newer_checkpoint_takes_the_place_of_an_older_one(link: Link, table: str) -> None:
    for seq in (5, 9, 7):
        change = Change(table, seq, None, "playing", f"at {seq}")
        link.run(lambda c, change=change: store.keep_checkpoints(c, "e1", [change]))  # type: ignore[misc]
    assert link.run(lambda c: store.checkpoint(c, table, "e1")) == (9, "at 9")
    assert link.run(lambda c: store.checkpoint(c, table, "e2")) is None


def append_at_head(link: Link, table: str, cmd: str) -> int:
    """Append behind the head that can be seen; 0 if someone else was first, or the file was locked for long."""
    try:
        seq = link.run(lambda c: store.heads(c, [table])[table]) + 1
        return seq if link.run(lambda c: store.append(c, [row(table, seq, cmd)])) else 0
    except StoreAway:
        return 0


def test_racing_writers_leave_logs_without_holes(engine: Engine) -> None:
    """Eight keepers' worth of writers, each judging at the head it sees, as processes do."""
    link = Link(engine)
    tables = [table_row() for _ in range(3)]
    for each in tables:
        link.run(lambda c, each=each: store.new_table(c, each))  # type: ignore[misc]
    won: list[tuple[str, int, str]] = []

    def writer(number: int) -> None:
        mine = Link(engine)
        for turn in range(30):
            table = tables[turn % 3].id
            cmd = f"w{number}-{turn}"
            while not (seq := append_at_head(mine, table, cmd)):
                pass
            won.append((table, seq, cmd))
        mine.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(writer, range(8)))
    for each in tables:
        log = link.run(lambda c, each=each: store.entries(c, each.id))  # type: ignore[misc]
        assert [entry.seq for entry in log] == list(range(1, 81))
        assert {(each.id, entry.seq, entry.cmd) for entry in log} == {entry for entry in won if entry[0] == each.id}
    link.close()


def test_waiting_writers_are_committed_together(engine: Engine) -> None:
    async def scenario() -> None:
        keeper = Writer(engine)
        keeper.start()
        tables = [table_row() for _ in range(40)]
        for each in tables:
            assert await keeper.write(lambda c, each=each: store.new_table(c, each))  # type: ignore[misc]
        before = keeper.kept.groups
        stored = await asyncio.gather(*(keeper.append(row(each.id, 1, "a")) for each in tables))
        assert all(stored)
        assert keeper.kept.groups - before <= 4
        assert not await keeper.append(row(tables[0].id, 1, "b"))
        assert (keeper.kept.entries, keeper.kept.lost) == (40, 1)
        # A row of a table that does not exist fails alone.
        mixed = await asyncio.gather(
            keeper.append(row("nowhere", 1, "a")), keeper.append(row(tables[0].id, 2, "c")), return_exceptions=True
        )
        assert isinstance(mixed[0], IntegrityError)
        assert mixed[1] is True
        await keeper.stop()

    asyncio.run(scenario())


def test_what_others_wrote_is_noticed(engine: Engine) -> None:
    link, told = Link(engine), list[LogWatch]()
    new = table_row()
    link.run(lambda c: store.new_table(c, new))
    watch = GrowthWatch(engine, told.append)
    watch.start()
    try:
        deadline = time.monotonic() + 10
        seq = 0
        while not told and time.monotonic() < deadline:  # the first ones may come before it listens
            seq += 1
            link.run(partial(store.append, rows=[row(new.id, seq, f"c{seq}")]))
            time.sleep(0.1)
        assert told
        assert all(set(each.heads) == {new.id} for each in told)
        told.clear()
        link.run(lambda c: store.say(c, "s", new.id, StoredPerson("p", "Ann"), 5, "hello", ""))
        while not any(each.said for each in told) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert any(each.said for each in told)
    finally:
        watch.stop()
        link.close()


def test_a_database_that_is_locked_comes_back_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "canasta.db"
    engine = engine_for(str(path))
    migrate(engine)
    heard: list[str | None] = []

    async def scenario() -> None:
        keeper = Writer(engine, on_away=heard.append)
        keeper.start()
        new = table_row()
        await keeper.write(lambda c: store.new_table(c, new))
        shell = sqlite3.connect(path, isolation_level=None)
        shell.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreAway, match="locked"):
            await keeper.append(row(new.id, 1, "a"))
        assert keeper.away is not None
        shell.execute("ROLLBACK")
        shell.close()
        await asyncio.wait_for(keeper.back(), 10)
        assert await keeper.append(row(new.id, 1, "a"))
        await keeper.stop()

    asyncio.run(scenario())
    assert [each is None for each in heard] == [False, True]


def migrate_one(database: str) -> None:
    migrate(engine_for(database))


def test_two_processes_may_migrate_at_once(database: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = [spawn.Process(target=migrate_one, args=(database,)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(60)
    assert [process.exitcode for process in both] == [0, 0]
    with engine_for(database).begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1


def test_the_migrations_make_the_schema(engine: Engine) -> None:
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_logs_of_older_schemas_stay_as_they_are(database: str) -> None:
    engine = engine_for(database)
    make_private(engine.url)
    with engine.begin() as connection:
        upgrade(connection, "0002")
    link, new = Link(engine), table_row()
    link.run(lambda c: store.new_table(c, new))
    log = [row(new.id, 1, "a", "p1"), row(new.id, 2, "promise-1")]
    link.run(lambda c: store.append(c, log))
    link.run(lambda c: store.say(c, "s1", new.id, StoredPerson("p1", "Ann"), 5, "hello", ""))
    migrate(engine)
    assert link.run(lambda c: store.entries(c, new.id)) == log
    assert link.run(lambda c: store.append(c, [row(new.id, 3, "a", "p1"), row(new.id, 3, "a", "p2")])) == {(new.id, 3)}
    assert [each.text for each in link.run(lambda c: store.said(c, 0))] == ["hello"]
    link.close()


@pytest.mark.parametrize("table", ["said", "entry"])
def test_a_damaged_file_is_refused_in_a_sentence_at_the_start(tmp_path: Path, table: str) -> None:
    path = tmp_path / "canasta.db"
    migrate(engine_for(str(path)))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [page] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)
    with pytest.raises(StoreError, match=r"canasta\.db is damaged.* [Rr]estore a backup"):
        migrate(engine_for(str(path)))


def test_a_newer_schema_is_refused_in_a_sentence(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"was written by a newer canasta \(schema 9999; this version knows 0005\)"):
        migrate(engine)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("missing/canasta.db", None, "its folder does not exist"),
        (
            "notes.txt",
            b"nothing of the kind, but long enough to look like a file of a database, to be sure." * 20,
            "is not an SQLite database",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, name: str, content: bytes | None, sentence: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=re.escape(name) + ".*" + sentence):
        migrate(engine_for(str(path)))


@pytest.mark.parametrize("address", ["mysql://host/db", "sqlite://", "://", "sqlite:///:memory:"])
def test_an_address_of_another_kind_is_refused(address: str) -> None:
    with pytest.raises(StoreError, match=r"SQLite file|address of the database"):
        engine_for(address)


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(StoreAway, match=r"PostgreSQL at 127\.0\.0\.1:1/canasta cannot be reached") as caught:
        migrate(engine_for("postgresql://ann:hush@127.0.0.1:1/canasta"))
    assert "hush" not in str(caught.value)


def test_a_probe_writes_and_leaves_nothing(link: Link, engine: Engine) -> None:
    people = "SELECT count(*) FROM person"
    before = link.run(lambda c: c.scalar(text(people)))
    log = Path(f"{engine.url.database}-wal")
    size = log.stat().st_size if engine.dialect.name == "sqlite" else 0
    link.run(store.probe)
    assert link.run(lambda c: c.scalar(text(people))) == before
    if engine.dialect.name == "sqlite":
        assert log.stat().st_size > size
