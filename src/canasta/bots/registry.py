"""The bots by their names; a command takes the place of a name for a bot that runs as a program of its own."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Final

from canasta.base.english import listed
from canasta.base.errors import CanastaError
from canasta.base.misuse import public
from canasta.bots import entry_points
from canasta.bots.bot import Bot, Maker
from canasta.bots.chance import Chance
from canasta.bots.greedy import Greedy
from canasta.bots.levels import level, levels
from canasta.bots.planner import OwnPlanner, Personality, Planner
from canasta.bots.policy_bot import PolicyBot
from canasta.bots.search import SearchBot
from canasta.engine.policy import Policy
from canasta.engine.rule_table import RuleTable
from canasta.rules.groups import Rules

COMMAND: Final = "command:"
"""Before a command in place of a bot's name: ``command:./mybot --fast``."""

OWN_WEIGHTS: Final = f"{Planner.name}:"
"""Before the file with the weights of a planner of one's own: ``planner:mine.toml``."""

SEARCH: Final = "search:"
"""Before the budget of a search: ``search:64`` for worlds, ``search:200ms`` for milliseconds."""

USUAL: Final = "planner"
"""The bot that sits down where nobody says which."""

BACK_UP: Final = USUAL
"""The bot that plays on for one that failed too often."""

_MAKERS: Final[dict[str, Maker]] = {"chance": Chance, "greedy": Greedy, "planner": Planner, "search": SearchBot}
_SLOW: Final = ("search",)


class UnknownBot(CanastaError):
    """There is no bot of the name that was asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = get_close_matches(name.lower(), names(), 1, 0.5)
        guess = f". Did you mean {near[0]}?" if near else ""
        super().__init__(f'Unknown bot "{name}". The bots are {listed(names())}{guess or "."}')


def own_names() -> tuple[str, ...]:
    """Return the names of the bots that come with canasta, the strongest first.

    >>> own_names()[0], own_names()[-1]
    ('search', 'chance')
    """
    return tuple(each.name for each in levels())


def installed_names() -> tuple[str, ...]:
    """Return the names of the bots that other packages bring and that can be asked for, in the order of the alphabet."""
    return tuple(name for name in sorted(entry_points.installed()) if entry_points.usable(name) and not _is_own(name))


def names() -> tuple[str, ...]:
    """Return the names of all bots: `own_names` and then `installed_names`."""
    return own_names() + installed_names()


def slow_names() -> tuple[str, ...]:
    """Return the names of those bots that need some time to decide; a server lets them think in programs of their own."""
    return _SLOW


def is_slow(name: str) -> bool:
    """Return whether the bot *name* is one of those, with whatever budget, or runs in a process, which may take its time as well.

    >>> is_slow("search:64"), is_slow("planner")
    (True, False)
    """
    return name.startswith(COMMAND) or name.partition(":")[0] in _SLOW or name in installed_names()


@public
def make_bot(name: str, seed: int, seat: int) -> Bot:
    """Return a new bot *name* for *seat*; equal seeds and seats play alike. A bot in a process of its own never hears of *seed*.

    A name that begins with ``command:`` goes on with the command that starts a program, see
    ``docs/writing-a-bot.md``; it is started when the bot is first asked something. So is the process of a bot that another
    package brings. A name that begins with ``planner:`` goes on with a personality or with a file of weights, and one that
    begins with ``search:`` with a budget. Raises `UnknownBot` for a name that no bot has, `canasta.bots.process.BotFailure` for
    what is not a command, `RulesError` for weights that cannot be read, `canasta.bots.search.WrongBudget`, and
    `canasta.bots.entry_points.UnusableBot`.

    >>> make_bot("greedy", 1, 0).name
    'greedy'
    """
    if name.startswith(COMMAND):
        from canasta.bots.process import ProcessBot
        from canasta.bots.process.commands import shared_process

        return ProcessBot(shared_process(name), seat)
    if not _is_own(name) and entry_points.find(name):
        from canasta.bots.process import ProcessBot
        from canasta.bots.process.commands import shared_worker

        return ProcessBot(shared_worker(name), seat)
    return make_here(name, seed, seat)


make = make_bot
"""The name inside the package."""


def make_here(name: str, seed: int, seat: int) -> Bot:
    """Return what `make` gives, but never a process: a bot that another package brings is made in this one."""
    dice = Random(seed * 8 + seat)
    if name in _MAKERS:
        return _MAKERS[name](seat, dice)
    if name.startswith(SEARCH):
        return SearchBot(seat, dice, name.removeprefix(SEARCH))
    personality = level(name)
    if personality is not None:
        return Personality(personality, seat, dice)
    if name.startswith(OWN_WEIGHTS):
        return _own_planner(name, seat, dice)
    point = entry_points.find(name)
    if point is None:
        raise UnknownBot(name)
    return entry_points.create(point, seat, dice)


def _own_planner(name: str, seat: int, dice: Random) -> Bot:
    """Return the planner with the weights in a file. Raises `UnknownBot` where *name* rather is a misspelt personality."""
    path = Path(name.removeprefix(OWN_WEIGHTS))
    if not path.suffix and path.name == str(path) and not path.exists():
        raise UnknownBot(name)
    return OwnPlanner(path, seat, dice)


def _is_own(name: str) -> bool:
    return name in _MAKERS or name.startswith((COMMAND, OWN_WEIGHTS, SEARCH))


def make_apart(name: str, seed: int, seat: int) -> Bot:
    """Return the same bot as by `make`, but one that needs some time to decide thinks in a process of its own, within its limits."""
    bot = make(name, seed, seat)
    if not isinstance(bot, SearchBot):
        return bot
    from canasta.bots.process import ProcessBot
    from canasta.bots.process.commands import shared_worker

    return ProcessBot(shared_worker(name), seat, bot.patience)


def check_name(name: str, rules: Rules | None = None) -> None:
    """See that *name* is that of a bot, or a command that starts one, which can play *rules*.

    The process of a bot that another package brings is started for it. Raises what `make` does, and
    `canasta.bots.planner.WrongWeights` for weights that were found for other rules.
    """
    bot = make(name, 0, 0)
    if name in installed_names():
        _check_installed(name)
    if rules is not None and isinstance(bot, OwnPlanner):
        bot.check(rules)


def _check_installed(name: str) -> None:
    """See that the process of the bot *name* greets. Raises `UnusableBot` with what it said instead."""
    from canasta.bots.process import BotFailure
    from canasta.bots.process.commands import shared_worker

    try:
        shared_worker(name).hello()
    except BotFailure as failure:
        raise entry_points.UnusableBot(failure.detail or str(failure)) from None


def policy_weights(name: str, rules: Rules) -> tuple[float, ...] | None:
    """Return the weights by which the bot *name* plays *rules*, if it is one that plays by a policy of the kernel; raises what `make` does.

    >>> from canasta.rules.load import load
    >>> policy_weights("chance", load("classic")) is None
    True
    """
    bot = make(name, 0, 0)
    return bot.weights(rules) if isinstance(bot, PolicyBot) else None


def kernel_player(name: str, table: RuleTable) -> Policy | None:
    """Return what plays *table* inside the kernel as the bot *name* does; None for a bot that does not play there. Raises what `make` does."""
    bot = make(name, 0, 0)
    timed = isinstance(bot, SearchBot) and bot.timed
    return bot.policy(table) if isinstance(bot, PolicyBot) and not timed else None
