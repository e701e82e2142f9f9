"""Long work on the event loop, done a little at a time, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")

SLICE_SECONDS: Final = 0.001
"""How long it may go on before others get their turn; the piece that is begun then is finished."""


async def run_cooperatively(pieces: Iterator[T]) -> T | None:
    """Go through *pieces*, letting others do their work in between; return the last one, None if there is none."""
    last: T | None = None
    began = perf_counter()
    for piece in pieces:
        last = piece
        if perf_counter() - began > SLICE_SECONDS:
            await asyncio.sleep(0)
            began = perf_counter()
    return last
