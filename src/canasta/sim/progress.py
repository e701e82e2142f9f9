"""The progress bar of a simulation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from canasta.sim.run import Progress as Told


@contextmanager
def bar(total: int, what: str) -> Iterator[Told]:
    """A bar on stderr while something runs that counts up to *total*; it vanishes at the end."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.update(task, completed=done)
