"""`Server`: what one process of the server has, and all its requests share."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from sqlalchemy.engine import Engine
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from canasta.server.apart import Apart
from canasta.server.bots.hints import Hints
from canasta.server.bots.thinking import BotPool
from canasta.server.http.bundle_files import read_bundle
from canasta.server.http.persons import Persons
from canasta.server.limits import AddressLimits
from canasta.server.options import Options
from canasta.server.store.group_commit import Writer
from canasta.server.table.live import LiveTable
from canasta.server.table.tables import Tables
from canasta.server.table.worker_cache import WorkerCache
from canasta.tables.codes import read_code

UNKNOWN: Final = "There is no table with this code. Check the eight letters and digits."
MANY_CODES: Final = "These were too many codes. Wait a second before the next one."


class Server:
    """One process of the server."""

    def __init__(self, options: Options, engine: Engine) -> None:
        self.options = options
        self.bundle = read_bundle()
        self.counts: Counter[str] = Counter()
        self.thinker = BotPool(options.bots, self.counts, only_bots=options.only_bots)
        self.hints = Hints(self.counts)
        self.books = WorkerCache()
        self.apart = Apart()
        self.turns = asyncio.Lock()
        """Whose question about a table is answered on the event loop now; everyone else has their turn in between."""

        self.tables = Tables(engine, self.thinker, only_bots=options.only_bots)
        self.persons = Persons(self.tables.keeper, options.public_url)
        self.limits = AddressLimits(options.connections)

    @property
    def keeper(self) -> Writer:
        """The database."""
        return self.tables.keeper

    def count(self, what: str) -> None:
        """Count something for `/metrics`."""
        self.counts[what] += 1

    async def table(self, asked: HTTPConnection, address: str, text: str) -> LiveTable:
        """Return the table whose code *text* is. Raises `HTTPException`: 404 for a wrong code, 429 for too many of those from *address*.

        After those, a code that is right is not told from a wrong one either, but to people at the table.
        """
        code = read_code(text)
        guessing = not self.limits.codes.left(address)
        if guessing and not self.tables.knows(code):
            raise HTTPException(429, MANY_CODES)
        table = await self.tables.find(code) if code else None
        if table is None:
            self.limits.codes.take(address)
            raise HTTPException(404, UNKNOWN)
        if guessing:
            person = await self.persons.find(asked)
            if person is None or person.id not in table.table.state.people:
                raise HTTPException(429, MANY_CODES)
        return table

    async def start(self) -> None:
        """Begin. Raises `ServerError` where the database cannot be used."""
        await self.tables.start()

    async def stop(self) -> None:
        """End, with everything written."""
        await self.tables.stop()
        self.thinker.stop()
        self.hints.stop()
        self.books.stop()
        self.apart.stop()
