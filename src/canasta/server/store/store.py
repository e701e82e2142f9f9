"""What is read from and written to the database, each as a function of a connection inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from secrets import token_bytes
from typing import Any, Final
from zlib import crc32

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from canasta.server.store.appending import add_entries
from canasta.server.store.errors import StoreBroken
from canasta.server.store.schema import CHECKPOINT, ENTRY, GAMETABLE, KEPTOUT, PERSON, PRESENCE, SAID, SEATLINK
from canasta.tables.codes import new_id

CHANNEL: Final = "canasta"
"""Where PostgreSQL tells of new entries and of table talk."""

_NOTES_TOGETHER: Final = 150
"""Notes are at most 43 bytes long, and PostgreSQL takes less than 8,000 at once."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is stored."""

    table_id: str
    """The id of the table."""

    seq: int
    """Its number in the log, from 1."""

    cmd: str
    """The id of the command."""

    person: str | None
    """The id of the person who asked for it; None for time, bots and the server."""

    at: int
    """When it was made, in ms since 1970."""

    body: str
    """The entry as text."""

    sound: bool = True
    """Whether it is what was written, by its checksum."""

    @property
    def crc(self) -> int:
        """A checksum over all of it but its table."""
        return crc32(f"{self.seq} {self.cmd} {self.person} {self.at} {self.body}".encode())


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is listed. Times are in ms since 1970."""

    id: str
    """Its id."""

    code: str
    """The code that people join it with."""

    engine: str
    """The program that made it."""

    state: str
    """Its phase, or ``stopped`` or ``archived``."""

    head: int
    """The number of its last entry."""

    due_at: int | None
    """When someone should look what time has brought; None for never."""

    made_at: int
    """When it was made."""

    seen_at: int
    """When it was last used."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is noted of a table that has changed, beside its log; *checkpoint* only where it is time for one."""

    table_id: str
    head: int
    due_at: int | None
    state: str
    checkpoint: str | None = None


@dataclass(frozen=True, slots=True)
class SaidRow:
    """Something said at a table."""

    n: int
    """Its number, over all tables."""

    table_id: str
    """The id of the table."""

    person: str
    """The id of the person who said it."""

    name: str
    """What the person was called then."""

    at: int
    """When it was said, in ms since 1970."""

    text: str
    """What was said in words; empty for a reaction."""

    reaction: str
    """The word of the reaction; empty for none."""

    gone: bool
    """Whether it was taken away; nothing does so today."""


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """Someone who has been here, by the id that logs have."""

    id: str
    name: str


def _insert(connection: Connection, table: Any) -> Any:
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def append(connection: Connection, rows: Sequence[Row]) -> set[tuple[str, int]]:
    """Add *rows* to their logs; return those that are in, as (table, seq).

    A row that is not returned lost the race: another entry has its number, or its command is in the log already.
    The table's `due_at` becomes the time of the entry, so that someone looks at the table should this process die now.
    """
    # In one order everywhere, so that processes with the same tables do not wait for each other in a circle.
    rows = sorted(rows, key=attrgetter("table_id", "seq"))
    names = ("table_id", "seq", "cmd", "person", "at", "body", "crc")
    stored = add_entries(connection, [{name: getattr(row, name) for name in names} for row in rows])
    notify(connection, [f"{table_id} {seq}" for table_id, seq in stored])
    return stored


def notify(connection: Connection, notes: Sequence[str]) -> None:
    """Tell other processes, once the transaction is committed; SQLite needs nothing, its version shows it."""
    if connection.dialect.name != "postgresql":
        return
    for start in range(0, len(notes), _NOTES_TOGETHER):
        payload = ",".join(notes[start : start + _NOTES_TOGETHER])
        connection.execute(text("SELECT pg_notify(:channel, :notes)"), {"channel": CHANNEL, "notes": payload})


def new_table(connection: Connection, row: TableRow) -> bool:
    """Add a table; return False if its code is taken."""
    values = {name: getattr(row, name) for name in TableRow.__slots__}
    statement = _insert(connection, GAMETABLE).values(values).on_conflict_do_nothing().returning(GAMETABLE.c.id)
    return connection.execute(statement).scalar() is not None


def table_by_code(connection: Connection, code: str) -> TableRow | None:
    """Return the table with *code*."""
    row = connection.execute(select(GAMETABLE).where(GAMETABLE.c.code == code)).first()
    return TableRow(**row._mapping) if row else None  # noqa: SLF001


def table_by_id(connection: Connection, table_id: str) -> TableRow | None:
    """Return the table with *table_id*."""
    row = connection.execute(select(GAMETABLE).where(GAMETABLE.c.id == table_id)).first()
    return TableRow(**row._mapping) if row else None  # noqa: SLF001


def tables(connection: Connection) -> list[TableRow]:
    """Return every table, the one used last first."""
    found = connection.execute(select(GAMETABLE).order_by(GAMETABLE.c.seen_at.desc(), GAMETABLE.c.id))
    return [TableRow(**row._mapping) for row in found]  # noqa: SLF001


def entries(connection: Connection, table_id: str, after: int = 0) -> list[Row]:
    """Return the log of a table behind the entry *after*, in order."""
    found = connection.execute(
        select(ENTRY).where(ENTRY.c.table_id == table_id, ENTRY.c.seq > after).order_by(ENTRY.c.seq)
    )
    return [_checked(Row(*each[:-1]), each.crc) for each in found]


def _checked(row: Row, crc: int | None) -> Row:
    """*row*, marked if its checksum is not *crc*; entries that older versions have written have none."""
    return row if crc is None or crc == row.crc else replace(row, sound=False)


def heads(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return the number of the last entry of each of the tables *ids* that is there."""
    found: dict[str, int] = {}
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        rows = connection.execute(select(GAMETABLE.c.id, GAMETABLE.c.head).where(GAMETABLE.c.id.in_(part)))
        found.update((row.id, row.head) for row in rows)
    return found


def due(connection: Connection, before: int, limit: int) -> list[TableRow]:
    """Tables that someone should have looked at *before* that time; the one waiting longest first."""
    found = connection.execute(
        select(GAMETABLE).where(GAMETABLE.c.due_at <= before).order_by(GAMETABLE.c.due_at).limit(limit)
    )
    return [TableRow(**row._mapping) for row in found]  # noqa: SLF001


def touch(connection: Connection, changes: Sequence[Change]) -> None:
    """Note when time brings the next thing to tables, and their states, unless their logs have grown meanwhile.

    A table that another process is writing is left to that process. Waiting for it could become waiting in a circle.
    """
    if changes:
        values = [{f"touched_{name}": getattr(each, name) for name in _NOTED} for each in changes]
        connection.execute(_TOUCH, values)


_NOTED: Final = ("table_id", "head", "due_at", "state")
_FREE: Final = (
    select(GAMETABLE.c.id)
    .where(GAMETABLE.c.id == bindparam("touched_table_id"), GAMETABLE.c.head == bindparam("touched_head"))
    .with_for_update(skip_locked=True, key_share=True)
)
_TOUCH: Final = (
    update(GAMETABLE)
    .where(GAMETABLE.c.id == _FREE.scalar_subquery())
    .values(due_at=bindparam("touched_due_at"), state=bindparam("touched_state"))
)


def stop(connection: Connection, table_id: str) -> None:
    """Note that a table has stopped: nothing is due at it until its log grows."""
    connection.execute(update(GAMETABLE).where(GAMETABLE.c.id == table_id).values(due_at=None, state="stopped"))


def command_seq(connection: Connection, table_id: str, person: str | None, cmd: str) -> int | None:
    """Return the number of the entry that a command of *person* (None: of the server) has become, if it is in the log."""
    query = select(ENTRY.c.seq).where(ENTRY.c.table_id == table_id, ENTRY.c.person == person, ENTRY.c.cmd == cmd)
    return connection.execute(query).scalar()


def archive(connection: Connection, unseen_since: int) -> int:
    """Archive tables that nobody has used since then: no timer runs for them until someone comes back."""
    done = connection.execute(
        update(GAMETABLE)
        .where(GAMETABLE.c.seen_at < unseen_since, GAMETABLE.c.state != "archived")
        .values(state="archived", due_at=None)
    )
    return done.rowcount


def remove(connection: Connection, table_id: str) -> None:
    """Delete a table with its log and all that belongs to it."""
    for table in (CHECKPOINT, KEPTOUT, PRESENCE, SAID, SEATLINK, ENTRY):
        connection.execute(delete(table).where(table.c.table_id == table_id))
    connection.execute(delete(GAMETABLE).where(GAMETABLE.c.id == table_id))
    notify(connection, [f"{table_id} 0"])


def checkpoint(connection: Connection, table_id: str, engine: str) -> tuple[int, str] | None:
    """Return where folding a table may begin, made by the same *engine*: the number of the entry and the text."""
    row = connection.execute(
        select(CHECKPOINT.c.seq, CHECKPOINT.c.body).where(
            CHECKPOINT.c.table_id == table_id, CHECKPOINT.c.engine == engine
        )
    ).first()
    return (row.seq, row.body) if row else None


def keep_checkpoints(connection: Connection, engine: str, changes: Sequence[Change]) -> None:
    """Keep the checkpoints of *changes* in the place of older ones."""
    values = [
        {"table_id": each.table_id, "seq": each.head, "engine": engine, "body": each.checkpoint}
        for each in changes
        if each.checkpoint is not None
    ]
    if values:
        statement = _insert(connection, CHECKPOINT)
        new = {name: statement.excluded[name] for name in ("seq", "engine", "body")}
        newer = CHECKPOINT.c.seq < statement.excluded.seq
        connection.execute(statement.on_conflict_do_update(index_elements=["table_id"], set_=new, where=newer), values)


def new_person(connection: Connection, person: StoredPerson, key_hash: bytes, at: int) -> None:
    """Add a person."""
    connection.execute(insert(PERSON).values(id=person.id, name=person.name, key_hash=key_hash, made_at=at, seen_at=at))


def probe(connection: Connection) -> None:
    """Write something and take it away again: this fails where nothing can be written."""
    person = StoredPerson(new_id(), "")
    new_person(connection, person, token_bytes(32), 0)
    connection.execute(delete(PERSON).where(PERSON.c.id == person.id))


def probe_all(connection: Connection) -> None:
    """Probe the database, and check that the whole of an SQLite file is sound. Raises `StoreBroken`."""
    probe(connection)
    if connection.dialect.name == "sqlite":
        found = str(connection.execute(text("PRAGMA quick_check(1)")).scalar_one())
        if found != "ok":
            first = found.splitlines()[-1].rstrip(".")
            raise StoreBroken(
                f"{connection.engine.url.database} is damaged: {first}. Stop the server and restore a backup."
            )


def person_by_key(connection: Connection, key_hash: bytes) -> StoredPerson | None:
    """Return the person whose key has this SHA-256."""
    row = connection.execute(select(PERSON.c.id, PERSON.c.name).where(PERSON.c.key_hash == key_hash)).first()
    return StoredPerson(row.id, row.name) if row else None


def rename(connection: Connection, person: str, name: str, at: int) -> None:
    """Give a person another name."""
    connection.execute(update(PERSON).where(PERSON.c.id == person).values(name=name, seen_at=at))


def new_seatlink(connection: Connection, key_hash: bytes, table_id: str, version: int) -> None:
    """Keep the hash of a seat link."""
    connection.execute(insert(SEATLINK).values(hash=key_hash, table_id=table_id, version=version))


def seatlink(connection: Connection, key_hash: bytes) -> tuple[str, int] | None:
    """Return the table and the version of a seat link that has not been used."""
    row = connection.execute(
        select(SEATLINK.c.table_id, SEATLINK.c.version).where(SEATLINK.c.hash == key_hash, SEATLINK.c.used_at.is_(None))
    ).first()
    return (row.table_id, row.version) if row else None


def use_seatlink(connection: Connection, key_hash: bytes, at: int) -> bool:
    """Use a seat link up; return whether this was the first time."""
    done = connection.execute(
        update(SEATLINK).where(SEATLINK.c.hash == key_hash, SEATLINK.c.used_at.is_(None)).values(used_at=at)
    )
    return done.rowcount == 1


def keep_presence(connection: Connection, process: str, here: Sequence[tuple[str, str]], at: int) -> None:
    """Note who, as (table, person), has a socket at *process* now, and forget who had one."""
    if here:
        statement = _insert(connection, PRESENCE)
        values = [{"table_id": table, "person": person, "process": process, "seen_at": at} for table, person in here]
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=["table_id", "person", "process"], set_={"seen_at": statement.excluded.seen_at}
            ),
            values,
        )
    connection.execute(delete(PRESENCE).where(PRESENCE.c.process == process, PRESENCE.c.seen_at < at))


def forget_presence(connection: Connection, before: int) -> None:
    """Forget the rows of processes that have not refreshed them since then."""
    connection.execute(delete(PRESENCE).where(PRESENCE.c.seen_at < before))


def present(connection: Connection, process: str) -> dict[str, tuple[int, set[tuple[str, str]]]]:
    """Return who, as (table, person), has a socket at other processes than *process*, and when each of them has noted it.

    The times are those of each process's own clock.
    """
    found: dict[str, tuple[int, set[tuple[str, str]]]] = {}
    for row in connection.execute(select(PRESENCE).where(PRESENCE.c.process != process)):
        found.setdefault(row.process, (row.seen_at, set()))[1].add((row.table_id, row.person))
    return found


def say(
    connection: Connection, cmd: str, table_id: str, person: StoredPerson, at: int, text: str, reaction: str
) -> None:
    """Keep what a person says at a table; the same *cmd* again from them changes nothing."""
    values = {"table_id": table_id, "cmd": cmd, "person": person.id, "name": person.name, "at": at}
    values |= {"text": text, "reaction": reaction}
    statement = _insert(connection, SAID).values(values).on_conflict_do_nothing().returning(SAID.c.n)
    number = connection.execute(statement).scalar()
    if number is not None:
        notify(connection, [f"said {number}"])


def said(connection: Connection, after: int, table_id: str | None = None, limit: int = 500) -> list[SaidRow]:
    """Return what was said behind number *after*, at one table or at all, oldest first."""
    query = select(SAID).where(SAID.c.n > after).order_by(SAID.c.n).limit(limit)
    if table_id is not None:
        query = query.where(SAID.c.table_id == table_id)
    names = SaidRow.__slots__
    return [SaidRow(**{name: getattr(row, name) for name in names}) for row in connection.execute(query)]


def last_said(connection: Connection, table_id: str | None = None, back: int = 0) -> int:
    """Return the number of the last thing said, or of the one *back* places before it at a table; 0 if there is none."""
    if table_id is None:
        return int(connection.execute(select(func.coalesce(func.max(SAID.c.n), 0))).scalar_one())
    query = select(SAID.c.n).where(SAID.c.table_id == table_id).order_by(SAID.c.n.desc()).offset(back).limit(1)
    return connection.execute(query).scalar() or 0
