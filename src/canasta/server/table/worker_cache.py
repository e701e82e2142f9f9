"""`WorkerCache`: what takes long to work out from rules and records, one at a time in a thread, once for all who ask for the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST_KEPT: Final = 64


class WorkerCache:
    """Works things out and keeps them; the ones not asked for longest are forgotten beyond *most*.

    One thread at a time: Python lets several take turns, and every turn would delay the tables.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._thread = ThreadPoolExecutor(1, "canasta-books")
        self._kept: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def work(self, act: Callable[[], T]) -> T:
        """Work out something that nobody else will ask for."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, act)

    async def get(self, key: Hashable, act: Callable[[], T]) -> T:
        """Return what *act* works out for *key*, now or before. What it raises is not kept."""
        return await self.share(key, lambda: self.work(act))

    async def share(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the same for what is not only worked out. It goes on if nobody waits for it any more."""
        known = self._kept.get(key)
        if known is None:
            known = self._kept[key] = asyncio.ensure_future(make())
            known.add_done_callback(lambda done: self._forget_failure(key, done))
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        value: T = await asyncio.shield(known)
        return value

    def _forget_failure(self, key: Hashable, done: asyncio.Future[Any]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._kept.get(key) is done:
            del self._kept[key]

    def stop(self) -> None:
        """End, once what has begun is done."""
        self._thread.shutdown(cancel_futures=True)
