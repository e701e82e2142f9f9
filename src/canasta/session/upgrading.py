"""Taking over a table from another version of the program: the deal in progress is dropped, all else stays.

A log holds inputs, so a program that plays otherwise makes another deal of the same entries. Deals that were counted are safe: their
totals are in the log. So a newer program goes on with a table by an entry that says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from canasta.session.acts import Make, Upgrade
from canasta.session.entries import Command, Entry
from canasta.session.refusals import TableStopped
from canasta.session.state import rules_of_table
from canasta.session.versions import engine_of, is_newer


def upgrade_entry(entries: Sequence[Entry], at: int, stopped: TableStopped | None) -> Entry:
    """Return the entry with which this program takes over the table of *entries* at *at* (ms), where another one has played.

    *stopped* is what folding them raised here, if it did. Raises it where this very version wrote the log, and another
    `TableStopped` for a table that a newer version plays.
    """
    make, last = entries[0].command.act, entries[-1]
    if not isinstance(make, Make):
        raise stopped or TableStopped(entries[0].seq, "the beginning of its log is missing")
    engine = next(act.engine for each in reversed(entries) if isinstance(act := each.command.act, Make | Upgrade))
    own = engine_of(rules_of_table(make.rules))
    if is_newer(engine):
        raise TableStopped(last.seq, "a newer version of the program plays at it. Update this one")
    if stopped is not None and engine == own:
        raise stopped
    return Entry(last.seq + 1, max(at, last.at), Command(f"upgrade-{last.seq}", None, Upgrade(own)))
