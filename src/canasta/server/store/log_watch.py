"""Notes that a log has grown, from this process or another: a poll of SQLite's version, or PostgreSQL's LISTEN.

A note may be late or lost; the sweep finds what it told. It only says where to look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import Any, Final, NamedTuple

import psycopg
from sqlalchemy import Connection, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from canasta.server.store import store
from canasta.server.store.database import problem_of
from canasta.server.store.group_commit import Link
from canasta.tables.errors import ServerError

_POLL_SECONDS: Final = 0.02
_AGAIN_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class LogWatch:
    """Tables whose logs have grown, with the number of an entry, and whether something was said somewhere."""

    heads: dict[str, int]
    said: bool


class _Places(NamedTuple):
    """Where SQLite's file stands: its version, the rowid of the last entry, the number of what was said last."""

    version: int
    entry: int
    said: int


class GrowthWatch:
    """A thread that calls *tell* with what has grown, until it is stopped."""

    def __init__(self, engine: Engine, tell: Callable[[LogWatch], None]) -> None:
        self._engine, self._tell = engine, tell
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="canasta-growth", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for the end."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        watch = self._listen if self._engine.dialect.name == "postgresql" else self._poll
        while not self._stopped.is_set():
            try:
                watch()
            except (ServerError, DBAPIError, psycopg.Error):
                self._stopped.wait(_AGAIN_SECONDS)

    def _poll(self) -> None:
        """Ask SQLite for its version, which changes with every commit of another connection."""
        link = Link(self._engine, reads=True)
        try:
            seen = link.run(_places)
            while not self._stopped.wait(_POLL_SECONDS):
                now, heads = link.run(partial(_looked, seen=seen))
                if heads or now.said != seen.said:
                    self._tell(LogWatch(heads, now.said != seen.said))
                seen = now
        finally:
            link.close()

    def _listen(self) -> None:
        """Wait for what other processes tell."""
        options = self._engine.url.translate_connect_args(username="user", database="dbname")
        try:
            connection = psycopg.connect(**options, **_query(self._engine), autocommit=True, connect_timeout=5)
        except psycopg.OperationalError as error:
            raise problem_of(DBAPIError("", {}, error), self._engine.url) from None
        with connection:
            connection.execute(f'LISTEN "{store.CHANNEL}"')
            while not self._stopped.is_set():
                for note in connection.notifies(timeout=0.2):
                    self._tell(growth_of(note.payload))


def growth_of(payload: str) -> LogWatch:
    """Return what the text of a notification tells; parts that cannot be read are left out.

    >>> growth_of("ab 3,ab 4,said 9")
    LogWatch(heads={'ab': 4}, said=True)
    """
    heads: dict[str, int] = {}
    said = False
    for note in payload.split(","):
        name, _, number = note.partition(" ")
        if name == "said":
            said = True
        elif number.isdecimal():
            heads[name] = max(heads.get(name, 0), int(number))
    return LogWatch(heads, said)


def _query(engine: Engine) -> dict[str, Any]:
    return {name: value for name, value in engine.url.query.items() if isinstance(value, str)}


def _version(connection: Connection) -> int:
    return int(connection.execute(text("PRAGMA data_version")).scalar_one())


def _places(connection: Connection) -> _Places:
    rowid = int(connection.execute(text("SELECT coalesce(max(rowid), 0) FROM entry")).scalar_one())
    return _Places(_version(connection), rowid, store.last_said(connection))


def _looked(connection: Connection, seen: _Places) -> tuple[_Places, dict[str, int]]:
    """Return where the file stands now, and what has grown since it was *seen*; one question where nothing has changed."""
    if _version(connection) == seen.version:
        return seen, {}
    return _places(connection), _grown(connection, seen.entry)


def _grown(connection: Connection, after: int) -> dict[str, int]:
    """Return the tables with entries behind rowid *after*, with their heads."""
    rows = connection.execute(
        text("SELECT table_id, max(seq) AS head FROM entry WHERE rowid > :after GROUP BY table_id"), {"after": after}
    )
    return {str(row.table_id): int(row.head) for row in rows}
