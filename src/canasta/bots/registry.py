"""The bots by their names; a command takes the place of a name for a bot that runs as a program of its own."""

from __future__ import annotations

from difflib import get_close_matches
from random import Random
from typing import Final

from canasta.base.errors import CanastaError
from canasta.bots.bot import Bot, Maker
from canasta.bots.chance import Chance
from canasta.bots.greedy import Greedy

COMMAND: Final = "command:"
"""Before a command in place of a bot's name: ``command:./mybot --fast``."""

BACK_UP: Final = "greedy"
"""The bot that plays on for one that failed too often."""

_MAKERS: Final[dict[str, Maker]] = {"chance": Chance, "greedy": Greedy}


class UnknownBot(CanastaError):
    """There is no bot of the name that was asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = get_close_matches(name.lower(), _MAKERS, 1, 0.5)
        guess = f". Did you mean {near[0]}?" if near else ""
        super().__init__(f'Unknown bot "{name}". The bots are {" and ".join(names())}{guess or "."}')


def names() -> tuple[str, ...]:
    """The names of all bots.

    >>> names()
    ('chance', 'greedy')
    """
    return tuple(sorted(_MAKERS))


def make(name: str, seed: int, seat: int) -> Bot:
    """A new bot *name* for *seat*; equal seeds and seats play alike.

    A name that begins with ``command:`` goes on with the command that starts a program, see
    ``docs/writing-a-bot.md``; it is started when the bot is first asked something. Raises `UnknownBot` for a name
    that no bot has, and `canasta.bots.process.BotFailure` for what is not a command.

    >>> make("greedy", 1, 0).name
    'greedy'
    """
    if name.startswith(COMMAND):
        from canasta.bots.process import ProcessBot
        from canasta.bots.process.commands import shared_process

        return ProcessBot(shared_process(name), seat, seed)
    if name not in _MAKERS:
        raise UnknownBot(name)
    return _MAKERS[name](seat, Random(seed * 8 + seat))


def check_name(name: str) -> None:
    """See that *name* is that of a bot, or a command that starts one. Raises what `make` does."""
    make(name, 0, 0)
