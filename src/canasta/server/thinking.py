"""Who thinks for bots: here a thread beside the event loop. The table asks nothing but `think`."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from secrets import randbits

from canasta.bots.registry import make
from canasta.session.entries import Command
from canasta.session.thinking import Thinking

BOTS = ("chance", "greedy")


class InThread:
    """Bots of this program, one decision at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "canasta-bots")

    async def think(self, thinking: Thinking, bot: str) -> Command:
        """The command with the next move of *bot*. Raises `CanastaError`."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _think, thinking, bot)

    def stop(self) -> None:
        """End once the last decision is made."""
        self._thread.shutdown()


def _think(thinking: Thinking, bot: str) -> Command:
    return thinking.think(make(bot, randbits(48), thinking.seat).choose)
