"""The addresses of people whom a host keeps out, hashed: the log names the people alone, and no address at all."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, insert, select

from canasta.server.store.schema import KEPTOUT

_SALT_BYTES: Final = 16


def keep_out(connection: Connection, table_id: str, person: str, addresses: Collection[str]) -> None:
    """Note the *addresses*, as `network_of` gives them, from which *person* came to a table."""
    rows = []
    for address in addresses:
        salt = secrets.token_bytes(_SALT_BYTES)
        rows.append({"table_id": table_id, "person": person, "salt": salt, "hash": _hashed(salt, address)})
    if rows:
        connection.execute(insert(KEPTOUT), rows)


def came_from(connection: Connection, table_id: str, address: str, people: Collection[str]) -> bool:
    """Return whether one of *people* was at a table from *address* when they were sent away."""
    rows = connection.execute(
        select(KEPTOUT.c.salt, KEPTOUT.c.hash).where(KEPTOUT.c.table_id == table_id, KEPTOUT.c.person.in_(people))
    )
    return any(hmac.compare_digest(_hashed(row.salt, address), row.hash) for row in rows)


def _hashed(salt: bytes, address: str) -> bytes:
    return hashlib.blake2b(address.encode(), salt=salt, digest_size=32).digest()
