"""Databases for the tests of the server: an SQLite file, and PostgreSQL where it is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.engine import Engine

from canasta.server.store.database import engine_for
from canasta.server.store.migrating import migrate
from scripts import postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Postgres]:
    if postgres.binaries() is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL must be installed here (Debian: postgresql).")
        pytest.skip("PostgreSQL is not installed (Debian: postgresql).")
    with postgres.running() as server:
        yield server


def new_database(server: postgres.Postgres) -> str:
    """Return the address of a new, empty database at *server*."""
    name = f"t{uuid4().hex}"
    admin = engine_for(server.url).execution_options(isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    return server.url.replace("/postgres", f"/{name}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Provide the address of an empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "canasta.db")
    return new_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def engine(database: str) -> Engine:
    """Provide an engine for a database of each kind with the schema."""
    made = engine_for(database)
    migrate(made)
    return made


@pytest.fixture
def file_engine(tmp_path: Path) -> Engine:
    """Provide an engine for an SQLite file with the schema."""
    made = engine_for(str(tmp_path / "canasta.db"))
    migrate(made)
    return made


@pytest.fixture
def postgres_engine(postgres_server: postgres.Postgres) -> Engine:
    """Provide an engine for a PostgreSQL database with the schema."""
    made = engine_for(new_database(postgres_server))
    migrate(made)
    return made
