"""The bots by their names; a command takes the place of a name for a bot that runs as a program of its own."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Final

from canasta.base.english import listed
from canasta.base.errors import CanastaError
from canasta.bots.bot import Bot, Maker
from canasta.bots.chance import Chance
from canasta.bots.greedy import Greedy
from canasta.bots.planner import OwnPlanner, Planner
from canasta.bots.policy_bot import PolicyBot
from canasta.bots.search import Search
from canasta.engine.policy import Policy
from canasta.engine.rule_table import RuleTable
from canasta.rules.groups import Rules

COMMAND: Final = "command:"
"""Before a command in place of a bot's name: ``command:./mybot --fast``."""

OWN_WEIGHTS: Final = f"{Planner.name}:"
"""Before the file with the weights of a planner of one's own: ``planner:mine.toml``."""

SEARCH: Final = "search:"
"""Before the budget of a search: ``search:64`` for worlds, ``search:200ms`` for milliseconds."""

BACK_UP: Final = "greedy"
"""The bot that plays on for one that failed too often."""

_MAKERS: Final[dict[str, Maker]] = {"chance": Chance, "greedy": Greedy, "planner": Planner, "search": Search}
_SLOW: Final = ("search",)


class UnknownBot(CanastaError):
    """There is no bot of the name that was asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = get_close_matches(name.lower(), _MAKERS, 1, 0.5)
        guess = f". Did you mean {near[0]}?" if near else ""
        super().__init__(f'Unknown bot "{name}". The bots are {listed(names())}{guess or "."}')


def names() -> tuple[str, ...]:
    """The names of all bots.

    >>> names()
    ('chance', 'greedy', 'planner', 'search')
    """
    return tuple(sorted(_MAKERS))


def slow_names() -> tuple[str, ...]:
    """The names of those bots that need some time to decide; a server lets them think in programs of their own."""
    return _SLOW


def make(name: str, seed: int, seat: int) -> Bot:
    """A new bot *name* for *seat*; equal seeds and seats play alike.

    A name that begins with ``command:`` goes on with the command that starts a program, see
    ``docs/writing-a-bot.md``; it is started when the bot is first asked something. One that begins with ``planner:`` goes on
    with a file of weights, and one that begins with ``search:`` with a budget. Raises `UnknownBot` for a name that no bot has, `canasta.bots.process.BotFailure` for what is not
    a command, `RulesError` for weights that cannot be read, and `canasta.bots.search.WrongBudget`.

    >>> make("greedy", 1, 0).name
    'greedy'
    """
    if name.startswith(COMMAND):
        from canasta.bots.process import ProcessBot
        from canasta.bots.process.commands import shared_process

        return ProcessBot(shared_process(name), seat, seed)
    dice = Random(seed * 8 + seat)
    if name.startswith(OWN_WEIGHTS):
        return OwnPlanner(Path(name.removeprefix(OWN_WEIGHTS)), seat, dice)
    if name.startswith(SEARCH):
        return Search(seat, dice, name.removeprefix(SEARCH))
    if name not in _MAKERS:
        raise UnknownBot(name)
    return _MAKERS[name](seat, dice)


def make_apart(name: str, seed: int, seat: int) -> Bot:
    """The same bot as by `make`, but one that needs some time to decide thinks in a process of its own, within its limits."""
    bot = make(name, seed, seat)
    if not isinstance(bot, Search):
        return bot
    from canasta.bots.process import ProcessBot
    from canasta.bots.process.commands import shared_worker

    return ProcessBot(shared_worker(name), seat, seed, bot.patience)


def check_name(name: str, rules: Rules | None = None) -> None:
    """See that *name* is that of a bot, or a command that starts one, which can play *rules*.

    Raises what `make` does, and `canasta.bots.planner.WrongWeights` for weights that were found for other rules.
    """
    bot = make(name, 0, 0)
    if rules is not None and isinstance(bot, OwnPlanner):
        bot.check(rules)


def policy_weights(name: str, rules: Rules) -> tuple[float, ...] | None:
    """The weights by which the bot *name* plays *rules*, if it is one that plays by a policy of the kernel; raises what `make` does.

    >>> from canasta.rules.load import load
    >>> policy_weights("chance", load("classic")) is None
    True
    """
    bot = make(name, 0, 0)
    return bot.weights(rules) if isinstance(bot, PolicyBot) else None


def kernel_player(name: str, table: RuleTable) -> Policy | None:
    """What plays *table* inside the kernel as the bot *name* does; None for a bot that does not play there. Raises what `make` does."""
    bot = make(name, 0, 0)
    timed = isinstance(bot, Search) and bot.timed
    return bot.policy(table) if isinstance(bot, PolicyBot) and not timed else None
