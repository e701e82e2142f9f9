"""Who thinks for bots: those that answer at once in a thread of this process, all others in programs of their own.

`canasta.session.thinking` turns the steps of a bot into a move; here are the bots that a server offers, and when they are
asked. See decision 17 for what thinks where.
"""

from __future__ import annotations

import asyncio
import logging
import re
import shlex
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from secrets import randbits
from threading import Lock
from time import sleep
from typing import Final

from canasta.base.errors import CanastaError
from canasta.bots import registry
from canasta.bots.process import DECISION_MS, BotFailure, BotProcess, Limits
from canasta.bots.process.commands import worker_command
from canasta.deal.view import View
from canasta.session.entries import Command
from canasta.session.schedule import ScheduledCommand
from canasta.session.thinking import Thinking
from canasta.tables.errors import ServerError

LOG: Final = logging.getLogger("canasta.server")
WORKERS: Final = 2
"""How many bots think at the same time in one process of the server unless someone says otherwise."""

OVERDUE_MS: Final = 1_500
"""How long the process that has a table is given before others look what time has brought to it."""

PATIENCE_MS: Final = 20_000
"""How long a bot that this process does not know is left to other processes, before another bot plays in its place."""

_NAME: Final = re.compile(r"[a-z0-9-]{1,40}")
_SEED_BITS: Final = 53
_STOP_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class BotOptions:
    """What `canasta serve` was told about bots.

    *workers* bots may think at the same time; 0 leaves thinking to other processes. *programs* are the bots besides
    canasta's own, each with its name and the command that starts it; they get *ms* milliseconds for a decision and
    *memory* bytes of address space, 0 for no limit.
    """

    workers: int = WORKERS
    programs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ms: int = DECISION_MS
    memory: int = Limits().memory

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots that people can seat."""
        return (*registry.own_names(), *(name for name, _ in self.programs))

    @property
    def apart(self) -> dict[str, tuple[str, ...]]:
        """The commands of the bots that think in programs: the programs, and those bots of canasta's own that take their time."""
        return {**{name: worker_command(name) for name in registry.slow_names()}, **dict(self.programs)}

    def process(self, name: str) -> BotProcess:
        """Return a process of the bot *name* that has not been started."""
        return BotProcess(self.apart[name], Limits(memory=self.memory))


def read_programs(texts: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the bots in *texts* such as ``careful=python3 careful_bot.py``. Raises `ServerError` with one sentence.

    >>> read_programs(["careful=python3 'my bot.py'"])
    (('careful', ('python3', 'my bot.py')),)
    """
    programs: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, _, command = text.partition("=")
        if not _NAME.fullmatch(name) or not command.strip():
            raise ServerError(
                f'"{text}" does not offer a bot. Give it a name of small letters, digits and dashes, and its command, '
                'such as careful="python3 careful_bot.py".'
            )
        if name in registry.names() or name in programs:
            raise ServerError(f'There is a bot "{name}" already. Give this one another name.')
        try:
            programs[name] = tuple(shlex.split(command))
        except ValueError as error:
            raise ServerError(f'The command of the bot "{name}" cannot be read: {str(error).lower()}.') from None
    return tuple(programs.items())


def with_installed(options: BotOptions, warn: Callable[[str], object]) -> BotOptions:
    """*options* with the bots that installed packages bring, in programs of their own.

    Each is started once where bots think; one that cannot be used is left out, and *warn* hears why.
    """
    found = list(options.programs)
    for name in registry.installed_names():
        try:
            if options.workers:
                registry.check_name(name)
        except CanastaError as error:
            warn(str(error))
        else:
            found.append((name, worker_command(name)))
    return replace(options, programs=tuple(found))


def check_programs(options: BotOptions) -> None:
    """Start each program that thinks here once, and hear its greeting. Raises `ServerError` where it gives none."""
    for name, _ in options.programs if options.workers else ():
        try:
            with options.process(name) as process:
                process.hello()
        except BotFailure as failure:
            raise ServerError(f'The bot "{name}" cannot be offered. {failure}') from None


class BotPool:
    """The bots that think in this process of the server, and their programs.

    *counts* is told how often a program was started (``bot_starts``) and failed (``bot_failures``).
    """

    def __init__(self, options: BotOptions, counts: Counter[str] | None = None, *, only_bots: bool = False) -> None:
        """Make a pool without programs yet. With *only_bots*, everything else is left to other processes as long as they do it."""
        self.options = options
        self._overdue = OVERDUE_MS if only_bots else 0
        self.counts: Counter[str] = Counter() if counts is None else counts
        self._at_once = ThreadPoolExecutor(1, "canasta-bots")
        self._programs = ThreadPoolExecutor(max(1, options.workers), "canasta-bot-programs")
        self._stopping = False
        self._lock = Lock()
        self._idle: dict[str, deque[BotProcess]] = {name: deque() for name in options.apart}
        self._running: set[BotProcess] = set()

    def at(self, due: ScheduledCommand) -> int | None:
        """Return when this process takes care of *due*, in ms since 1970; None where it never does."""
        if due.thinker is None:
            return due.at + self._overdue
        if not self.options.workers:
            return None
        return due.at if due.bot in self.options.names else due.at + PATIENCE_MS

    async def think(self, thinking: Thinking, bot: str) -> Command:
        """Return the command with the next move of *bot*. Raises `BotFailure`, and other `CanastaError`."""
        loop = asyncio.get_running_loop()
        if bot in registry.own_names() and bot not in self._idle:
            return await loop.run_in_executor(self._at_once, _think, thinking, bot)
        if bot not in self._idle:
            raise BotFailure(bot, _UNKNOWN, reason=_UNKNOWN)
        try:
            return await loop.run_in_executor(self._programs, self._ask, thinking, bot)
        except BotFailure as failure:
            self.counts["bot_failures"] += 1
            LOG.warning("%s", failure)
            raise

    def _ask(self, thinking: Thinking, bot: str) -> Command:
        with self._process(bot) as process:

            def choose(seen: View) -> int:
                seed = randbits(_SEED_BITS)
                try:
                    return process.choose(seen, self.options.ms, seed)
                except BotFailure as failure:
                    if not failure.killed or self._stopping:
                        raise
                LOG.warning("a bot's program was killed and is started again")
                return process.choose(seen, self.options.ms, seed)

            return thinking.think(choose)

    @contextmanager
    def _process(self, bot: str) -> Iterator[BotProcess]:
        """Provide a process of *bot* that nobody else uses meanwhile."""
        with self._lock:
            process = self._idle[bot].pop() if self._idle[bot] else self.options.process(bot)
            self._running.add(process)
        before = process.starts
        try:
            yield process
        finally:
            with self._lock:
                self.counts["bot_starts"] += process.starts - before
                self._running.discard(process)
                self._idle[bot].append(process)

    def hears(self, bot: str) -> bool:
        """Return whether *bot* wants to hear how deals end: programs do."""
        return bot in self._idle

    def tell_over(self, bot: str, seen: View, points: Sequence[int]) -> None:
        """Tell *bot* that a deal has ended as *seen* with *points* by side. Does not wait for it."""
        self._programs.submit(self._tell_over, bot, seen, tuple(points))

    def _tell_over(self, bot: str, seen: View, points: Sequence[int]) -> None:
        try:
            with self._process(bot) as process:
                process.over(seen, points)
        except BotFailure as failure:
            self.counts["bot_failures"] += 1
            LOG.warning("%s", failure)

    def stop(self) -> None:
        """End all programs, also those that are thinking."""
        self._stopping = True
        self._programs.shutdown(wait=False, cancel_futures=True)
        while running := list(self._running):
            for process in running:  # one may only be starting now
                process.interrupt()
            sleep(_STOP_SECONDS)
        self._programs.shutdown()
        self._at_once.shutdown()
        for idle in self._idle.values():
            for process in idle:
                process.close()


_UNKNOWN: Final = "It is not offered here any more."


def _think(thinking: Thinking, bot: str) -> Command:
    return thinking.think(registry.make(bot, randbits(_SEED_BITS), thinking.seat).choose)
