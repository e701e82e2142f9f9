"""The command ``canasta exam``: whether a bot plays every game by the rules, and in time."""

from __future__ import annotations

import json
import shlex
from contextlib import ExitStack
from shutil import which
from typing import TYPE_CHECKING

import click

from canasta.base.errors import CanastaError
from canasta.bots.process.child import Limits
from canasta.bots.process.host import DECISION_MS
from canasta.sim.command import STOPPED
from canasta.sim.options import jobs_option
from canasta.whole_number import WholeNumber

if TYPE_CHECKING:
    from canasta.rules.groups import Rules
    from canasta.sim.exam.result import ExamResult
    from canasta.sim.exam.trial import Terms

_MEGABYTE = 1 << 20


@click.command(
    short_help="Examine a bot: does it play every game by the rules, and in time?",
    epilog="\b\nExamples:\n"
    "  canasta exam greedy\n"
    "  canasta exam -- ./mybot --fast\n"
    "  canasta exam --ladder planner\n"
    "  canasta exam --games classic,ponytail --deals 5 --ms 200 -- python3 mybot.py",
)
@click.argument("bot", nargs=-1, required=True)
@click.option("--games", metavar="LIST", help="Games, separated by commas.  [default: all]")
@click.option(
    "--deals",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Deals for each number of players.",
)
@click.option(
    "--ms", type=WholeNumber(1), default=DECISION_MS, show_default=True, metavar="N",
    help="Milliseconds for a decision.",
)  # fmt: skip
@click.option(
    "--memory", type=WholeNumber(0), default=Limits().memory // _MEGABYTE, show_default=True, metavar="N",
    help="Megabytes of address space for the bot; 0 for no limit.",
)  # fmt: skip
@click.option(
    "--seed", type=WholeNumber(0), default=1, show_default=True, metavar="N", help="Where the decks come from."
)
@click.option("--ladder", is_flag=True, help="Measure the bot against known ones, on decks that nothing else plays.")
@click.option("--against", metavar="LIST", help="Opponents on the ladder.  [default: chance,greedy,planner]")
@click.option("--decks", type=WholeNumber(1), metavar="N", help="Decks for each opponent in each game.  [default: 200]")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def exam(
    bot: tuple[str, ...],
    games: str | None,
    deals: int,
    ms: int,
    memory: int,
    seed: int,
    ladder: bool,
    against: str | None,
    decks: int | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Examine BOT, the name of a bot or the command that starts one.

    It plays every game with every number of players, in one seat among greedy bots. Each step must be legal and in
    time; a bot that says it is deterministic is asked again. Odd lines must not confuse it. The exit code is 1 if the
    bot fails.

    With --ladder, it plays against known bots in every game, with the usual number of players, and the last line can be verified by
    anyone: the same command prints it again.
    """
    if ladder:
        _climb(bot, games, against, decks, jobs, as_json)
        return
    if against or decks:
        raise click.UsageError("--against and --decks are for the ladder. Add --ladder.")
    from canasta.sim.exam.result import lines
    from canasta.sim.exam.trial import Terms

    try:
        command, tables = _command(bot), _tables(games)
    except CanastaError as error:
        raise click.UsageError(str(error)) from None
    found = _examine(command, tables, Limits(memory=memory * _MEGABYTE), Terms(deals, ms, seed))
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        for line in lines(found):
            click.echo(line)
    if not found.passed:
        click.get_current_context().exit(1)


def _climb(
    bot: tuple[str, ...], games: str | None, against: str | None, decks: int | None, jobs: int, as_json: bool
) -> None:
    """Measure *bot* on the ladder, and say how it did."""
    from canasta.bots import names
    from canasta.bots.process import BotFailure
    from canasta.bots.registry import COMMAND
    from canasta.rules.load import games as every
    from canasta.rules.load import load
    from canasta.sim.exam.ladder import DECKS, OPPONENTS, Ladder, climb
    from canasta.sim.playing import Broken
    from canasta.sim.progress import bar

    known = len(bot) == 1 and (bot[0] in names() or bot[0].startswith(COMMAND))
    listed = [name.strip() for name in games.split(",")] if games else list(every())
    opponents = tuple(name.strip() for name in against.split(",")) if against else OPPONENTS
    try:
        rules = tuple(map(load, listed))
        asked = Ladder(bot[0] if known else COMMAND + shlex.join(_command(bot)), rules, opponents, decks or DECKS, jobs)
        number = len(asked.duels) * asked.decks
    except CanastaError as error:
        raise click.UsageError(str(error)) from None
    try:
        with bar(number, "decks") as progress:
            found = climb(asked, progress)
    except (Broken, BotFailure) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        for line in found.lines():
            click.echo(line)
    if not found.whole:
        click.echo(f"Stopped after {len(found.reports)} of {len(asked.duels)} duels.", err=True)
        click.get_current_context().exit(STOPPED)


def _command(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that *words* mean: a bot of ours by its name, or a program with its arguments."""
    from canasta.bots import UnknownBot, names
    from canasta.bots.process.commands import worker_command

    if len(words) == 1 and words[0] in names():
        return worker_command(words[0])
    if len(words) == 1 and which(words[0]) is None:
        raise UnknownBot(words[0])
    return words


def _tables(listed: str | None) -> dict[str, list[Rules]]:
    """Return the rules of each game in *listed*, or of all games, with every number of players."""
    from canasta.rules.load import games, load

    names = [name.strip() for name in listed.split(",")] if listed else list(games())
    return {load(name).name: [load(name, players) for players in games()[load(name).name].players] for name in names}


def _examine(command: tuple[str, ...], tables: dict[str, list[Rules]], limits: Limits, terms: Terms) -> ExamResult:
    from canasta.bots.process import BotFailure, BotProcess
    from canasta.deal.view import view
    from canasta.sim.exam.conduct import Conduct
    from canasta.sim.exam.result import ExamResult, GameResult
    from canasta.sim.exam.trial import Trial, begun
    from canasta.sim.progress import bar

    seen = view(begun(next(iter(tables.values()))[0], terms.seed, 1), 0)
    checks = list(Conduct(command, limits, seen, terms.ms).checks())
    results: list[GameResult] = []
    with ExitStack() as stack:
        bot, twin = (stack.enter_context(BotProcess(command, limits)) for _ in range(2))
        try:
            trial = Trial(bot, twin, terms)
        except BotFailure:  # the first check has said it
            return ExamResult(command, None, terms.ms, checks, results)
        with bar(sum(map(len, tables.values())), "tables") as progress:
            done = 0
            for name, each in tables.items():
                results.append(GameResult(name, each[0].title, tuple(rules.seats for rules in each)))
                for _ in trial.play(each, results[-1]):
                    done += 1
                    progress(done)
        return ExamResult(command, bot.hello(), terms.ms, checks, results)
