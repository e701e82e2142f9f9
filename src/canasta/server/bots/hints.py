"""`Hints`: found by a program of its own, so that no table of this process waits while plans are compared.

The kernel compares plans for up to some tens of milliseconds and holds Python meanwhile; a thread would not help.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any, Final

from canasta.bots.process import BotFailure, BotProcess
from canasta.deal.view import View
from canasta.server.turns import Turns
from canasta.session.preview import hint
from canasta.tables.hint_program import hint_command

LOG: Final = logging.getLogger("canasta.server")
HINT_MS: Final = 5_000
"""How long a hint may take before it is found in this process instead."""

_STOP_SECONDS: Final = 0.02


class Hints:
    """Finds hints, one at a time, in a program that is started with the first question.

    Addresses take turns, so that a hint waits for one of each other address at most. What a person asks at a table while their
    last question there still waits gets the same answer.

    *counts* is told how often the program failed (``hint_failures``).
    """

    def __init__(self, counts: Counter[str], command: Sequence[str] | None = None) -> None:
        """Hints from the program that *command* starts, usually `canasta.tables.hint_program`."""
        self.counts = counts
        self.process = BotProcess(command or hint_command(), called="hint program")
        self._thread = ThreadPoolExecutor(1, "canasta-hints")
        self._turns = Turns()
        self._waiting: dict[tuple[str, str], asyncio.Future[Mapping[str, Any]]] = {}
        self._finding = False
        self._stopping = False

    async def ask(self, table: str, person: str, address: str, look: Callable[[], View]) -> Mapping[str, Any]:
        """Return the hint for *person* at *table*, who asks from *address*, in the position that *look* finds when it is their turn.

        Raises what *look* raises.
        """
        asked = table, person
        waiting = self._waiting.get(asked)
        if waiting is None:
            waiting = self._waiting[asked] = asyncio.ensure_future(self._answer(asked, address, look))
        return await asyncio.shield(waiting)

    async def _answer(self, asked: tuple[str, str], address: str, look: Callable[[], View]) -> Mapping[str, Any]:
        try:
            async with self._turns.turn(address):
                del self._waiting[asked]  # from now on they ask for another one
                return await self.find(look())
        finally:
            if self._waiting.get(asked) is asyncio.current_task():
                del self._waiting[asked]

    async def find(self, seen: View) -> Mapping[str, Any]:
        """Return the hint for the player of *seen*, as `canasta.session.preview.hint` gives it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._find, seen)

    def _find(self, seen: View) -> Mapping[str, Any]:
        self._finding = True
        try:
            return self._found(seen)
        finally:
            self._finding = False

    def _found(self, seen: View) -> Mapping[str, Any]:
        try:
            return self.process.hint(seen, HINT_MS)
        except BotFailure as failure:
            if self._stopping:
                raise
            self.counts["hint_failures"] += 1
            LOG.warning("%s", failure)
        return hint(seen)

    def stop(self) -> None:
        """End the program, also while it is thinking."""
        self._stopping = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        while self._finding:
            self.process.interrupt()  # it may only be starting now
            sleep(_STOP_SECONDS)
        self._thread.shutdown()
        self.process.close()
