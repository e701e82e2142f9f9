"""Entries of a table's log as rows of the database, and back."""

from __future__ import annotations

from canasta.server.store.store import Row
from canasta.session.entries import Entry, entry_text, parse_entry
from canasta.session.refusals import Refused, TableStopped


def row_of(table_id: str, entry: Entry) -> Row:
    """*entry* as it is stored."""
    return Row(table_id, entry.seq, entry.command.id, entry.command.by, entry.at, entry_text(entry))


def entry_of(row: Row) -> Entry:
    """Return the entry that *row* holds. Raises `TableStopped` where it is not what was written."""
    try:
        if row.sound:
            return parse_entry(row.body)
    except Refused as error:
        raise TableStopped(row.seq, f"the database has it in a form that can't be read ({error.text})") from None
    raise TableStopped(row.seq, "it was changed in the database after it was written")
