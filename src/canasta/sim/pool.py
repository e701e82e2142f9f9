"""Doing a function's work in this process or in several, with the results in order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")

_DO: list[Callable[[Any], Any]] = []


def mapped(do: Callable[[Work], Result], works: Sequence[Work], jobs: int) -> Iterator[Result]:
    """Yield what *do* gives for each of *works*, in their order, however they come in; *jobs* processes do them.

    *do* and *works* must be things that can be sent to another process. Whoever stops asking for results stops the work.
    """
    if jobs == 1 or not works:
        yield from map(do, works)
        return
    pool = ProcessPoolExecutor(min(jobs, len(works)), initializer=_begin, initargs=(do,))
    waiting: list[Future[Result]] = []
    try:
        for work in works:
            waiting.append(pool.submit(_done, work))
        for future in waiting:
            yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(do: Callable[[Any], Any]) -> None:
    """Make a new process ready: it knows what to do, and leaves interrupts to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _DO[:] = [do]


def _done(work: Any) -> Any:
    return _DO[0](work)
