"""`JoinedBot`: a bot that decides for a joined player, from what the server tells that seat and nothing else."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from secrets import randbits
from typing import Any, Final

from canasta.base.errors import CanastaError
from canasta.bots import Bot, entry_points, registry
from canasta.bots.process import BotFailure, BotProcess, ProcessBot
from canasta.bots.process.child import ChildError, find_program
from canasta.bots.process.commands import worker_command
from canasta.deal.view import View, deal_seen
from canasta.notation.move_text import move_text
from canasta.session.thinking import MoveInSteps
from canasta.tables.errors import ServerError
from canasta.tables.remote import Json, RemoteSeat
from canasta.tables.remote_view import RemoteViews

_MOST_REFUSALS: Final = 3
_PASSING: Final = frozenset(
    {"table.stale", "table.not-playing", "table.paused", "table.stand-in", "table.clock", "table.busy"}
)
"""Refusals because something has changed since the server told what the seat sees."""


def read_bot(text: str) -> tuple[str, ...]:
    """Return the command of the program in *text*; empty for one of canasta's own bots. Raises `ServerError` for neither.

    >>> read_bot("greedy"), read_bot("sh bot.sh")
    ((), ('sh', 'bot.sh'))
    """
    if text in registry.own_names():
        return ()
    try:
        if entry_points.find(text):
            return worker_command(text)
    except CanastaError as error:
        raise ServerError(str(error)) from None
    try:
        command = tuple(shlex.split(text.removeprefix(registry.COMMAND)))
    except ValueError as error:
        raise ServerError(f'The command "{text}" cannot be read: {str(error).lower()}.') from None
    try:
        find_program(command)
    except ChildError as error:
        if len(command) == 1 and not text.startswith(registry.COMMAND) and os.sep not in text:
            raise ServerError(str(registry.UnknownBot(text))) from None
        raise ServerError(str(error)) from None
    return command


class JoinedBot:
    """A bot by its name or its command in the seat of a player.

    A program that fails is started again; when it has failed too often in this match, another bot plays on. *tell* hears
    of it.
    """

    def __init__(self, text: str, ms: int, tell: Callable[[str], object]) -> None:
        """Make a bot that has not been asked yet. Raises `ServerError` where there is none."""
        command = read_bot(text)
        self._name, self._ms, self._tell = text, ms, tell
        self._process = BotProcess(command) if command else None
        self._bot: Bot | None = None
        self._views = RemoteViews()
        self._refusals = 0
        if self._process is not None:
            try:
                self._process.hello()
            except BotFailure as failure:
                raise ServerError(str(failure)) from None

    def decide(self, player: RemoteSeat) -> Json:
        """Return what the bot does for *player* now; nothing where it is not its turn. Raises `ServerError`."""
        told = player.view() if player.waited_for and player.own.get("choices") else None
        if told is None or not told["legal"]:
            return {}
        try:
            return self._move(self._views.read(player, told), told["seq"])
        except CanastaError as error:
            raise ServerError(f"The server's view cannot be used here: {error}") from None

    def _move(self, seen: View, seq: int) -> Json:
        if self._bot is None:
            self._bot = self._made(seen.seat)
        # What the bot does not see is dealt again: no move that it makes there shows any of it.
        steps = MoveInSteps(deal_seen(seen), seen.seat)
        return {"move": move_text(steps.choose(self._bot.choose)), "after": seq}

    def _made(self, seat: int) -> Bot:
        seed = randbits(48)
        if self._process is None:
            return registry.make(self._name, seed, seat)
        bot = ProcessBot(self._process, seat, self._ms)
        bot.back_up(registry.make(registry.BACK_UP, seed, seat), lambda failed: self._tell(str(failed)))
        return bot

    def over(self, player: RemoteSeat) -> None:
        """Tell a program how the deal has ended that was counted last, unless the next one is dealt already.

        Raises `ServerError` where the server tells it in a form that cannot be used.
        """
        if self._process is None:
            return
        told = player.view()
        if told is None or player.public["state"] not in {"counting", "over"}:
            return
        counted = player.public["deals"]
        sheets = counted[max(counted, key=int)]["sheets"]
        seen = self._views.read(player, told)
        if self._bot is None:
            self._bot = self._made(seen.seat)
        if isinstance(self._bot, ProcessBot):
            self._bot.over(seen, [sheet["total"] for sheet in sheets])

    def answered(self, answer: dict[str, Any]) -> None:
        """Take note of the *answer* to what it did. Raises `ServerError` where the table refuses again and again."""
        if answer["t"] == "done":
            self._refusals = 0
            return
        if answer.get("clause") not in _PASSING:
            self._refusals += 1
        if self._refusals >= _MOST_REFUSALS:
            raise ServerError(f"The table refuses what the bot does: {answer['text']}")

    def close(self) -> None:
        """End its program."""
        if self._process is not None:
            self._process.close()
