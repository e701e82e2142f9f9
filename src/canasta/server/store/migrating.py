"""Bringing the schema of a database up to date, one process at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from canasta.server.store.database import make_private, place_of, problem_of
from canasta.server.store.errors import StoreError

_FOLDER: Final = Path(__file__).with_name("migrations")
_LOCK: Final = 0x63616E61  # "cana"


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; a second process waits meanwhile and then finds nothing to do.

    Raises `StoreError` where the schema is newer than this program or the database cannot be written, and
    `StoreAway` where it cannot be reached.
    """
    make_private(engine.url)
    try:
        with engine.begin() as connection:  # on SQLite this locks the file for writing
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            upgrade(connection)
        _check_file(engine)
    except DBAPIError as error:
        raise problem_of(error, engine.url) from None


def _check_file(engine: Engine) -> None:
    """See that an SQLite file is whole. Raises `StoreError` where it is damaged."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(f"{place_of(engine.url)} is damaged. Restore a backup, or use another database.")


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the schema to the revision *to*. Raises `StoreError` where it is newer than this program."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {each.revision for each in script.walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - known:
        newer = ", ".join(sorted(found - known))
        raise StoreError(
            f"{place_of(connection.engine.url)} was written by a newer canasta (schema {newer}; this version knows "
            f"{script.get_current_head()}). Install that version or use another database."
        )
    if found != {script.get_current_head()}:
        command.upgrade(config, to)
