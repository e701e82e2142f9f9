"""`Turns`: one thing at a time, in turn for all who wait, so that whoever asks for much waits for it alone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """A queue in which each of those who wait has one turn before anyone has a second one."""

    def __init__(self) -> None:
        self._busy = False
        self._last = ""
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Wait until it is the turn of *whose*, such as an address; it ends with the block."""
        if self._busy:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(whose, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():  # it came in vain
                    self._next()
                raise
        self._busy, self._last = True, whose
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        """Give the turn to whoever has waited longest for one, but not to the same again while anyone else waits."""
        self._busy = False
        while self._waiting and not self._busy:
            whose = next((each for each in self._waiting if each != self._last), self._last)
            turns = self._waiting.pop(whose)
            turn = turns.popleft()
            if turns:
                self._waiting[whose] = turns
            if not turn.done():
                turn.set_result(None)
                self._busy = True
