"""Connecting to the database: an SQLite file, or PostgreSQL by its address; and what their errors mean in words."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from canasta.server.store.errors import StoreAway, StoreError

BUSY_MS: Final = 2_000
"""How long SQLite waits for another writer before it says that the file is locked."""

_CHECKPOINT_PAGES: Final = 4_000
"""How long SQLite's log may get before whoever commits next writes it back, which takes several times as long as a commit.
A move adds eight pages; with SQLite's own 1,000, one move of 125 would wait for that."""

_CONNECT_SECONDS: Final = 5
_HANGING_MS: Final = 5_000
_LOST: Final = "unable to open database file"
_UNWRITTEN: Final = ("disk i/o error", "disk is full", "no space left on device")
_BROKEN: Final = ("malformed", "not a database", "readonly database", "no such table", "no such column")
_PASSING: Final = ("locked", "busy", *_UNWRITTEN, _LOST)
COMPANIONS: Final = ("-wal", "-shm")
"""What the names of the other files of an SQLite database end with."""
_PRIVATE: Final = 0o600
_PERMISSIONS: Final = 0o777
_POSTGRES: Final = "postgresql+psycopg"


def engine_for(database: str) -> Engine:
    """Return an engine for *database*: the path of an SQLite file, ``sqlite:///PATH`` or ``postgresql://…``.

    Connects to nothing yet. Raises `StoreError` for an address that cannot be used.
    """
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": BUSY_MS / 1000})
        event.listen(engine, "do_connect", _look_for_file)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # A statement that hangs, on a network that drops packets, must end in an error that can be tried again.
    waiting = {"connect_timeout": _CONNECT_SECONDS, "keepalives_idle": 10, "tcp_user_timeout": 15_000}
    engine = create_engine(url, poolclass=NullPool, connect_args=waiting)
    event.listen(engine, "connect", _set_up_postgres)
    return engine


def url_of(database: str) -> URL:
    """Return the address of *database* as SQLAlchemy has it.

    >>> str(url_of("canasta.db")), url_of("postgres://db/canasta").drivername
    ('sqlite:///canasta.db', 'postgresql+psycopg')
    """
    if "://" not in database:
        return URL.create("sqlite", database=database)
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        raise StoreError("The address of the database cannot be read. It is a path or postgresql://…") from None
    name = url.drivername.partition("+")[0]
    if name == "sqlite" and url.database not in (None, "", ":memory:"):
        return url
    if name in ("postgresql", "postgres"):
        return url.set(drivername=_POSTGRES)
    raise StoreError(f"A database at {name}:// cannot be used. Name an SQLite file or postgresql://…")


def place_of(url: URL) -> str:
    """Return the database as people may see it: without user and password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    host = url.host or "local socket"
    return f"PostgreSQL at {host}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def make_private(url: URL) -> None:
    """Let nobody but this user read the SQLite file at *url* and what belongs to it: hidden cards are in there.

    The file is made if there is none; SQLite gives its other files the same permissions. Nothing is opened that exists:
    closing it would take the locks of this process from it.
    """
    if url.get_backend_name() != "sqlite" or not url.database:
        return
    with suppress(OSError):  # the connection will say what is wrong
        os.close(os.open(url.database, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))
    for end in ("", *COMPANIONS):
        path = Path(f"{url.database}{end}")
        with suppress(OSError):  # it is not there, or someone else's, who decides who may read it
            if path.stat().st_mode & ~_PRIVATE & _PERMISSIONS:
                path.chmod(_PRIVATE)


def _look_for_file(_: object, __: object, arguments: list[str], ___: object) -> None:
    """Refuse a file that is not there; SQLite would make an empty one in its place."""
    if not Path(arguments[0]).exists():
        raise sqlite3.OperationalError(_LOST)


def _set_up_sqlite(connection: Any, _: object) -> None:
    # SQLAlchemy begins transactions below, so that a writer locks the file at once.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
    cursor.close()


def _set_up_postgres(connection: Any, _: object) -> None:
    # A process that hangs in a transaction must not stop the others: it loses its locks, and they try again.
    connection.execute(f"SET idle_in_transaction_session_timeout = {_HANGING_MS}")
    connection.execute(f"SET lock_timeout = {_HANGING_MS}")
    connection.commit()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads") else "BEGIN IMMEDIATE")


def passing(error: DBAPIError) -> bool:
    """Return whether *error* may go away by itself: a lost connection, a lock, a full disk."""
    if error.connection_invalidated:
        return True
    text = str(error.orig).lower()
    if type(error.orig).__module__.startswith("sqlite3"):
        return any(words in text for words in _PASSING)
    state = getattr(error.orig, "sqlstate", None)
    # No state: the server was not reached. 08 connection, 53 resources, 57 operator, 40 try again, 55 lock; standby, hanging.
    return state is None or state[:2] in {"08", "53", "57", "40", "55"} or state in {"25006", "25P03"}


def is_broken(error: DBAPIError) -> bool:
    """Return whether *error* says that an SQLite file is not what it was: damaged, replaced, or suddenly read-only."""
    text = str(error.orig).lower()
    return type(error.orig).__module__.startswith("sqlite3") and any(words in text for words in _BROKEN)


def is_deadlock(error: DBAPIError) -> bool:
    """Return whether PostgreSQL has undone a transaction for it waited in a circle with others."""
    return getattr(error.orig, "sqlstate", None) == "40P01"


def problem_of(error: DBAPIError, url: URL) -> StoreAway | StoreError:
    """Return the sentence for *error*; `StoreAway` if it may go away by itself."""
    place, text = place_of(url), str(error.orig).strip().splitlines()[0] if str(error.orig) else "no reason given"
    low = text.lower()
    if "readonly" in low or "read-only" in low:
        return StoreError(f"{place} is read-only. The server must be able to write to it and to its folder.")
    if "not a database" in low:
        return StoreError(f"{place} is not an SQLite database. Choose another file for --database.")
    if low == _LOST and url.database and not Path(url.database).absolute().parent.is_dir():
        return StoreError(f"{place} cannot be opened: its folder does not exist.")
    if low == _LOST and url.database and not Path(url.database).exists():
        return StoreAway(f"{place} is not there. Restore it, or name one in a folder that this user may write to.")
    if "malformed" in low:
        return StoreError(f"{place} is damaged: {text.rstrip('.')}. Stop the server and restore a backup.")
    if low == _LOST:
        return StoreAway(
            f"{place} cannot be opened. Is it a file that this user may write, in a folder they may write to?"
        )
    if any(words in low for words in _UNWRITTEN):
        return StoreAway(f"{place} cannot be written: {text.rstrip('.')}.")
    if passing(error):
        return StoreAway(f"{place} cannot be reached: {text.rstrip('.')}.")
    return StoreError(f"{place} cannot be used: {text.rstrip('.')}.")
