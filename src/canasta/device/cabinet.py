"""`Cabinet`: the tables of this device, in memory and on its shelf, and who plays here."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final

from canasta.bots import registry
from canasta.device.kept_table import KeptTable, about_json, read_table
from canasta.device.pondering import SEARCHING
from canasta.device.shelf import Shelf, entry_row
from canasta.session.entries import entry_text, parse_entry
from canasta.session.refusals import Refused, TableStopped, refused
from canasta.session.table import Table
from canasta.tables.local import Clock

Json = dict[str, Any]

BOTS: Final = tuple(each for name in registry.own_names() for each in (SEARCHING if name == "search" else (name,)))
"""The bots that may sit at a table here; `canasta.device.pondering` says which of those that search are quick enough."""


class Cabinet:
    """What is kept, and the tables that were taken out of it.

    `keep`, `load` and `log` are parts of the work of `canasta.device.desk.Desk`: they yield what they want done.
    """

    def __init__(self, rows: Mapping[str, str], bots: tuple[str, ...], clock: Clock) -> None:
        """Open the cabinet with *rows*, logs aside; *bots* may sit at new tables."""
        self.shelf = Shelf(rows)
        self.bots = bots
        self.clock = clock
        self.tables: dict[str, KeptTable] = {}

    def keep(self, rows: Mapping[str, str], drop: Sequence[str] = ()) -> Generator[Json, Any, None]:
        """Keep *rows* and delete those with the keys *drop*; go on when that is safe. Raises `Refused` where it can't be done."""
        why = yield {"keep": dict(rows), "drop": list(drop)}
        if why:
            raise refused("table.stopped", text=f"This device can't keep anything right now: {why}")

    def load(self, code: str) -> Generator[Json, Any, KeptTable | None]:
        """Take out the table with *code*, from whatever window has it; None where this device has none.

        Raises `TableStopped`, and `Refused` as `keep` does.
        """
        if code in self.tables:
            return self.tables[code]
        texts: list[str] = yield {"load": code, "take": True}
        if not texts:
            return None
        try:
            table, upgrade = read_table([parse_entry(text) for text in texts], self.clock())
        except Refused:
            raise TableStopped(len(texts), "its log can't be read") from None
        if upgrade is not None:
            yield from self.keep(entry_row(code, upgrade))
            texts.append(entry_text(upgrade))
        return self.add(code, table, texts)

    def log(self, code: str) -> Generator[Json, Any, list[str]]:
        """Return the texts of the entries at the table with *code*, whichever window has it; none where there is no such table."""
        if code in self.tables:
            return self.tables[code].log
        texts: list[str] = yield {"load": code, "take": False}
        return texts

    def about_row(self, code: str, table: Table) -> dict[str, str]:
        """Remember how *table* with *code* stands, and return what keeps that."""
        return self.shelf.about_row(code, about_json(code, table, self.shelf.person, self.shelf.name))

    def add(self, code: str, table: Table, log: Sequence[str]) -> KeptTable:
        """Take the *table* with *code* and its *log* in."""
        kept = self.tables[code] = KeptTable(code, table, log, self.clock)
        return kept
