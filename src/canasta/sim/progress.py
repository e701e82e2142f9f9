"""The progress bar of a simulation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from canasta.sim.run import Progress as Told


@contextmanager
def bar(total: int, what: str) -> Iterator[Told]:
    """A bar on stderr while something runs that counts up to *total*; it vanishes at the end.

    What is printed meanwhile stands above it, where both go to the same terminal.
    """
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.update(task, completed=done)
