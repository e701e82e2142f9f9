"""Commands that start bots: those of our own bots, and those that people give in place of a bot's name."""

from __future__ import annotations

import os
import shlex
import sys

from canasta.bots.process.child import ChildError, find_program
from canasta.bots.process.host import BotFailure, BotProcess

_SHARED: dict[tuple[int, str], BotProcess] = {}


def worker_command(name: str) -> tuple[str, ...]:
    """Return the command that starts the bot *name* as a program: our own, or one that an installed package brings."""
    return (sys.executable, "-m", "canasta.bots.worker", "--bot", name)


def shared_process(text: str) -> BotProcess:
    """Return the process for *text*, such as ``command:./mybot``: one for all seats that ask, until this program ends.

    Raises `BotFailure` for what is not a command of a program that can be started.
    """
    key = os.getpid(), text  # a copy of this process starts its own
    if key not in _SHARED:
        try:
            command = shlex.split(text.partition(":")[2])
            find_program(command)
        except ValueError as error:
            raise BotFailure(text, f"Its command cannot be read: {str(error).lower()}.") from None
        except ChildError as error:
            raise BotFailure(text, str(error)) from None
        _SHARED[key] = BotProcess(command)
    return _SHARED[key]


def shared_worker(name: str) -> BotProcess:
    """Return the process in which the bot *name* plays, `search` or that of another package: one for all seats, until this program ends."""
    return _SHARED.setdefault((os.getpid(), name), BotProcess(worker_command(name), called=name))
