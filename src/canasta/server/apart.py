"""`Apart`: a process beside the server for what takes long, such as checking rules and playing records again.

A thread would not do: it and the tables would take turns at Python, and every turn would delay the tables.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

from canasta.server.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")

_NICE: Final = 10
"""How far it steps back for the process that has the tables, as the programs of bots do."""


class Apart:
    """Does one thing at a time in a process of its own, in turn for the addresses that ask.

    The process starts with the first question, and again if it was killed.
    """

    def __init__(self) -> None:
        self._turns = Turns()
        self._pool: ProcessPoolExecutor | None = None

    async def work(self, whose: str, act: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Return what *act* returns for the arguments, worked out for *whose*, an address. Raises what it raises.

        All of it goes to another process and back: *act* is a function of a module, and the rest can be pickled.
        """
        async with self._turns.turn(whose):
            for _ in range(2):
                if self._pool is None:
                    context = multiprocessing.get_context("spawn")
                    self._pool = ProcessPoolExecutor(1, context, _step_back, (os.getpid(),))
                try:
                    return await asyncio.wrap_future(self._pool.submit(act, *given, **named))
                except BrokenProcessPool:
                    self._pool = None
            raise BrokenProcessPool("The process was killed twice.")

    def stop(self) -> None:
        """End the process, once what it does is done."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _step_back(server: int) -> None:
    """Let the tables go first, leave signals to the *server*, and end with it."""
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: int) -> None:
    """End when the process *server* has ended, however it did: nobody else would end this one then."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid == server:
        parent.join()
    os._exit(1)
