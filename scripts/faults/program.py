"""`canasta`, but for a clock that is wrong or a process that can be stopped at the worst moment.

The server itself has no code for this: what it calls is wrapped here. CANASTA_FAULT_CLOCK is what is added to its clock, in
seconds. CANASTA_FAULT_PLACE names a place of `PLACES`; SIGUSR1 arms it, and the process gets the signal
CANASTA_FAULT_SIGNAL (9 if nothing is said) the next time it comes there.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from canasta.cli import main
from canasta.server.store import group_commit
from canasta.server.table import live
from canasta.server.table.outbox import Outbox

PLACES = {
    "insert": "after the INSERT, before the COMMIT",
    "commit": "after the COMMIT, before the event loop knows",
    "acknowledge": "after the event loop knows, before anyone is told",
    "tell": "after half of the sockets are told, before the sender has its answer",
}

_HOLD_SECONDS = 0.1

_armed = False


def _arm(*_: object) -> None:
    global _armed  # noqa: PLW0603 - a signal handler has nowhere else to write
    _armed = True


def _pass(place: str, *, hold: bool = True) -> None:
    """Come to *place*; the end, if it is armed. The place "insert" needs something to *hold*: what someone asked for."""
    global _armed  # noqa: PLW0603
    if _armed and hold and os.environ.get("CANASTA_FAULT_PLACE") == place:
        _armed = False
        if place == "insert":
            time.sleep(_HOLD_SECONDS)
        os.kill(os.getpid(), int(os.environ.get("CANASTA_FAULT_SIGNAL", signal.SIGKILL)))


def _watch_writes() -> None:
    """Come to "insert" and "commit" in the thread that writes."""
    done, run = group_commit._done, group_commit.Link.run  # noqa: SLF001
    holds_entries = False

    def done_watched(connection: Any, group: list[Any]) -> list[Any]:
        nonlocal holds_entries
        results = done(connection, group)
        if any(each.row is not None for each in group):
            holds_entries = True
            # Held, so that whoever acknowledges before the commit has done so when the process ends.
            _pass("insert", hold=any(each.row is not None and each.row.person is not None for each in group))
        return results

    def run_watched(link: group_commit.Link, work: Callable[[Any], Any]) -> Any:
        nonlocal holds_entries
        result = run(link, work)
        if holds_entries:
            holds_entries = False
            _pass("commit")
        return result

    patch.object(group_commit, "_done", done_watched).start()
    patch.object(group_commit.Link, "run", run_watched).start()


def _watch_tables() -> None:
    """Come to "acknowledge" and "tell" on the event loop."""
    hear, put = live.LiveTable._hear, Outbox.put  # noqa: SLF001

    def hear_watched(table: live.LiveTable, entries: Any) -> Any:
        _pass("acknowledge")
        return hear(table, entries)

    def put_watched(outbox: Outbox, frame: str, *, of_table: bool = False) -> None:
        put(outbox, frame, of_table=of_table)
        if of_table:
            _pass("tell")

    patch.object(live.LiveTable, "_hear", hear_watched).start()
    patch.object(Outbox, "put", put_watched).start()


def _shift_clock(seconds: float) -> None:
    patch.object(live, "time", lambda: time.time() + seconds).start()


if os.environ.get("CANASTA_FAULT_PLACE"):
    _watch_writes()
    _watch_tables()
    signal.signal(signal.SIGUSR1, _arm)
if os.environ.get("CANASTA_FAULT_CLOCK"):
    _shift_clock(float(os.environ["CANASTA_FAULT_CLOCK"]))

if __name__ == "__main__":
    main()
