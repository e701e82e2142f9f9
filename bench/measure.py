"""Measuring: CPU seconds, the best of several rounds, both sides in turn."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

ROUNDS = 5

Run: TypeAlias = Callable[[], tuple[int, float]]
"""Does some work; returns how much, and the CPU seconds it took."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report.

    With a *peer*, *ratio* says how many times better than the peer canasta is and *budget* is the least ratio;
    without one, *budget* is the most that *ours* may be. None stands for what was not measured or is not asked.
    """

    what: str
    unit: str
    ours: float | None
    against: str = ""
    peer: float | None = None
    ratio: float | None = None
    budget: float | None = None
    ok: bool | None = None
    note: str = ""


def cpu_time() -> float:
    """CPU seconds of this process so far."""
    return time.process_time()


def best_rates(runs: Sequence[Run | None], rounds: int = ROUNDS) -> list[float | None]:
    """Return the best rate of each of *runs* in work a CPU second; None for those that are missing.

    Every round does all of them once, so that a busy machine slows them alike.
    """
    best: list[float | None] = [None] * len(runs)
    for _ in range(rounds):
        for at, run in enumerate(runs):
            if run is None:
                continue
            work, seconds = run()
            rate = work / seconds
            known = best[at]
            if known is None or rate > known:
                best[at] = rate
    return best


def rate_row(what: str, unit: str, ours: float | None, against: str, peer: float | None, budget: float | None) -> Row:
    """Return a row that compares rates: the more the better."""
    if ours is None or peer is None:
        return Row(what, unit, ours, against, peer, budget=budget, note=f"{against} is not installed")
    ratio = ours / peer
    return Row(what, unit, ours, against, peer, ratio, budget, None if budget is None else ratio >= budget)


def time_row(what: str, unit: str, ours: float | None, against: str, peer: float | None, budget: float | None) -> Row:
    """Return a row that compares times: the less the better."""
    if ours is None or peer is None:
        return Row(what, unit, ours, against, peer, budget=budget, note=f"{against} is not installed")
    ratio = peer / ours
    return Row(what, unit, ours, against, peer, ratio, budget, None if budget is None else ratio >= budget)


def limit_row(what: str, unit: str, ours: float, budget: float | None, note: str = "") -> Row:
    """Return a row without a peer: *ours* must stay below *budget*, if there is one."""
    return Row(what, unit, ours, budget=budget, ok=None if budget is None else ours < budget, note=note)
