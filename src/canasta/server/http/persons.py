"""Persons: who someone is, by a cookie that only the server can read. There are no accounts."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from canasta.server.store import store
from canasta.server.store.group_commit import Writer
from canasta.server.store.store import StoredPerson
from canasta.tables.codes import key_hash, new_id, new_key

_SECURE: Final = "__Host-canasta"
_PLAIN: Final = "canasta"
_YEAR: Final = 365 * 24 * 3600


class Persons:
    """Who asks, found by the SHA-256 of the key in the cookie."""

    def __init__(self, keeper: Writer, public_url: str | None) -> None:
        self._keeper = keeper
        self._public = urlsplit(public_url) if public_url else None

    def _safe(self, asked: HTTPConnection) -> bool:
        """Return whether the browser came over https, as the proxy says or as the public address does."""
        if asked.url.scheme in {"https", "wss"}:
            return True
        public = self._public
        return public is not None and public.scheme == "https" and asked.headers.get("host") == public.netloc

    def key_of(self, asked: HTTPConnection) -> str | None:
        """Return the key in the cookie, if there is one."""
        return asked.cookies.get(_SECURE if self._safe(asked) else _PLAIN)

    async def find(self, asked: HTTPConnection) -> StoredPerson | None:
        """Return the person who asks, or None for someone who has not been here."""
        hashed = key_hash(self.key_of(asked) or "")
        if hashed is None:
            return None
        return await self._keeper.read(lambda connection: store.person_by_key(connection, hashed))

    async def make(self, asked: HTTPConnection, answer: Response, name: str, at: int) -> StoredPerson:
        """Return a new person; the cookie goes with *answer*."""
        person, key = StoredPerson(new_id(), name), new_key()
        hashed = key_hash(key)
        assert hashed is not None
        await self._keeper.write(lambda connection: store.new_person(connection, person, hashed, at))
        safe = self._safe(asked)
        answer.set_cookie(
            _SECURE if safe else _PLAIN, key, max_age=_YEAR, path="/", secure=safe, httponly=True, samesite="lax"
        )
        return person

    async def rename(self, person: StoredPerson, name: str, at: int) -> StoredPerson:
        """Give *person* another name."""
        await self._keeper.write(lambda connection: store.rename(connection, person.id, name, at))
        return StoredPerson(person.id, name)
