"""Playing a plan, in this process or in several; the report is the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from canasta.sim.plan import Plan
from canasta.sim.pool import mapped
from canasta.sim.report import Report, report
from canasta.sim.tally import Tally, played

Progress: TypeAlias = Callable[[int], None]
"""Told how many decks, or matches, have been played so far."""


def run(plan: Plan, progress: Progress | None = None) -> Report:
    """Play *plan*; *progress* is told how far it has come.

    The report depends on nothing but the plan, and not on its `jobs`. An interrupt from the keyboard ends the
    run; the report then tells of the decks from the first on that had all been played, as a shorter plan would.

    Raises `canasta.sim.playing.Broken` if a deal is not as it must be.
    """
    tally = Tally()
    chunks = _chunks(plan)
    try:
        for each in mapped(partial(played, plan), chunks, plan.jobs):
            tally.merge(each)
            if progress is not None:
                progress(tally.decks)
    except KeyboardInterrupt:
        pass
    return report(plan, tally)


def _chunks(plan: Plan) -> list[range]:
    """Return the numbers of decks, in pieces of a fair size; small ones, so that there is news often."""
    size = max(1, min(20, plan.deals // (plan.jobs * 8)))
    return [range(at, min(at + size, plan.deals + 1)) for at in range(1, plan.deals + 1, size)]
