"""The tables of the database. Migrations make them; a test compares the two."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

GAMETABLE: Final = Table(
    "gametable",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("engine", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("head", Integer, nullable=False),
    Column("due_at", BigInteger, index=True),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)
"""Tables. Times are milliseconds since 1970. *due_at*: when someone should look what time has brought."""

ENTRY: Final = Table(
    "entry",
    METADATA,
    Column("table_id", String(32), ForeignKey("gametable.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("cmd", String(64), nullable=False),
    Column("person", String(32)),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("crc", BigInteger),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "person", "cmd"),
)
"""The log of each table: accepted commands. A row that is there is never changed.

Ids of commands belong to their senders. Those of the server, which is no *person*, follow from the log: the constraint does not
compare them, as no two empty values are equal to it. Nor need it. Processes that find the same thing due write it with the same *seq*,
and whoever comes second reads the entry of the first before they judge again, when the command is known or no longer due.
"""

CHECKPOINT: Final = Table(
    "checkpoint",
    METADATA,
    Column("table_id", String(32), ForeignKey("gametable.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("engine", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""Where folding a table may begin. Any row may be deleted at any time."""

PERSON: Final = Table(
    "person",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("key_hash", LargeBinary(32), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

SEATLINK: Final = Table(
    "seatlink",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("gametable.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("used_at", BigInteger),
)
"""Links to seats. The *version* of one is the number of the entry that made it, by which the log knows whose place it opens."""

KEPTOUT: Final = Table(
    "keptout",
    METADATA,
    Column("table_id", String(32), ForeignKey("gametable.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(32), nullable=False),
    Column("salt", LargeBinary(16), nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    PrimaryKeyConstraint("table_id", "person", "salt"),
)
"""Hashed addresses of people whom the host of a table keeps out. They count only while the log keeps the person out."""

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_id", String(32), ForeignKey("gametable.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(32), nullable=False),
    Column("process", String(32), nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "person", "process"),
)
"""Who has a socket at which process. Each process refreshes its rows."""

SAID: Final = Table(
    "said",
    METADATA,
    Column("n", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(32), ForeignKey("gametable.id", ondelete="CASCADE"), nullable=False),
    Column("cmd", String(64), nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("reaction", String(40), nullable=False),
    Column("gone", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("table_id", "person", "cmd"),
    Index("ix_said_table_id", "table_id", "n"),
)
"""Table talk, which is no part of a game's log."""
