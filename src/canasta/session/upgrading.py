"""Taking over a table from another version of the program: the deal in progress is dropped, all else stays.

A log holds inputs, so a program that plays otherwise makes another deal of the same entries. Deals that were counted are safe: their
totals are in the log. So a newer program goes on with a table by an entry that says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from canasta.session.acts import Make, Upgrade
from canasta.session.entries import Command, Entry
from canasta.session.refusals import TableStopped
from canasta.session.state import rules_of_table
from canasta.session.table import Table
from canasta.session.versions import difference, engine_of, is_newer


def folding_or_upgrading(entries: Sequence[Entry], at: int) -> Iterator[tuple[Table, Entry | None]]:
    """The table that *entries* make, and the entry with which this program takes it over at *at* (ms), None if it is its own.

    Piece by piece, as `Table.folding`: the last is the result. The entry is folded then, but not in the log yet. Raises `TableStopped` for a table of a newer program, and where the
    log does not fold here although this version wrote it.
    """
    make = entries[0].command.act
    if not isinstance(make, Make):
        raise TableStopped(1, "its first entry does not make a table")
    rules = rules_of_table(make.rules)
    played = _engine(entries)
    differs = difference(played, rules)
    if differs and is_newer(played):
        raise TableStopped(entries[-1].seq, "a newer version of the program plays at it. Update this one")
    if not differs:
        try:
            for table in Table.folding(entries):
                yield table, None
        except TableStopped:
            if played.get("version") == engine_of(rules)["version"] or is_newer(played):
                raise
        else:
            return
    last = entries[-1]
    upgrade = Upgrade(engine_of(rules))
    entry = Entry(last.seq + 1, max(at, last.at), Command(f"upgrade-{last.seq}", None, upgrade))
    for table in Table.folding([*entries, entry]):
        yield table, entry


def _engine(entries: Sequence[Entry]) -> dict[str, Any]:
    """The program that wrote the end of the log."""
    return next(each.command.act.engine for each in reversed(entries) if isinstance(each.command.act, Make | Upgrade))
