"""The progress bar of what takes a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta.sim.run import Progress


def bar(total: int, what: str) -> AbstractContextManager[Progress]:
    """Return a bar on stderr, if that is a terminal, while something runs that counts up to *total*; it vanishes at the end.

    What is printed meanwhile stands above it, where both go to the same terminal.
    """
    return _bar(total, what) if sys.stderr.isatty() else nullcontext(lambda _: None)


@contextmanager
def _bar(total: int, what: str) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.update(task, completed=done)
