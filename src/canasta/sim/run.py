"""Playing a plan, in this process or in several; the report is the same."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeAlias

from canasta.sim.plan import Plan
from canasta.sim.report import Report, report
from canasta.sim.tally import Tally, played

Progress: TypeAlias = Callable[[int], None]
"""Told how many decks, or matches, have been played so far."""

_PLAN: list[Plan] = []


def run(plan: Plan, progress: Progress | None = None) -> Report:
    """Play *plan*; *progress* is told how far it has come.

    The report depends on nothing but the plan, and not on its `jobs`. An interrupt from the keyboard ends the
    run; the report then tells of the decks from the first on that had all been played, as a shorter plan would.

    Raises `canasta.sim.playing.Broken` if a deal is not as it must be.
    """
    tally = Tally()
    chunks = _chunks(plan)
    try:
        for each in _played_here(plan, chunks) if plan.jobs == 1 else _played_there(plan, chunks):
            tally.merge(each)
            if progress is not None:
                progress(tally.decks)
    except KeyboardInterrupt:
        pass
    return report(plan, tally)


def _chunks(plan: Plan) -> list[range]:
    """The numbers of decks, in pieces of a fair size; small ones, so that there is news often."""
    size = max(1, min(20, plan.deals // (plan.jobs * 8)))
    return [range(at, min(at + size, plan.deals + 1)) for at in range(1, plan.deals + 1, size)]


def _played_here(plan: Plan, chunks: list[range]) -> Iterator[Tally]:
    for numbers in chunks:
        yield played(plan, numbers)


def _played_there(plan: Plan, chunks: list[range]) -> Iterator[Tally]:
    """The chunks in their order, however they come in."""
    pool = ProcessPoolExecutor(min(plan.jobs, len(chunks)), initializer=_begin, initargs=(plan,))
    waiting: list[Future[Tally]] = []
    try:
        for numbers in chunks:
            waiting.append(pool.submit(_played, numbers))
        for future in waiting:
            yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(plan: Plan) -> None:
    """Make a new process ready: it has the plan, and leaves interrupts to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _PLAN[:] = [plan]


def _played(numbers: range) -> Tally:
    return played(_PLAN[0], numbers)
