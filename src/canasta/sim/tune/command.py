"""The command ``canasta tune``: weights for the bot planner, found by playing against itself, and a value of positions."""

from __future__ import annotations

import shlex
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from canasta.base.errors import CanastaError
from canasta.base.shuffle import LARGEST_SEED
from canasta.game_argument import check_named, game_argument
from canasta.sim.command import STOPPED
from canasta.sim.options import house_option, jobs_option, players_option, rule_options
from canasta.whole_number import WholeNumber

if TYPE_CHECKING:
    from canasta.sim.tune.learning import Learned
    from canasta.sim.tune.search import Tuning, WeightSearch
    from canasta.sim.tune.trials import Gain, Weights

_LEARNED: Final = 4
"""Decks that a value is learned from, for each of a round."""


@click.command(
    short_help="Find better weights for the bot planner.",
    epilog="\b\nExamples:\n"
    "  canasta tune classic --out mine.toml\n"
    "  canasta tune --house ours.toml --out ours-weights.toml --jobs 4\n"
    "  canasta duel --house ours.toml --a planner:ours-weights.toml --b planner",
)
@game_argument
@players_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the weights to this file.  [default: GAME-PLAYERS.toml]")  # fmt: skip
@click.option("--start", default="greedy", show_default=True, metavar="BOT",
              help="Begin with the weights of this bot: greedy, planner or planner:FILE.")  # fmt: skip
@click.option("--decks", type=WholeNumber(), default=1500, show_default=True, metavar="N", help="Decks per round.")
@click.option(
    "--rounds", type=WholeNumber(), default=40, show_default=True, metavar="N", help="Number of rounds at most."
)
@click.option(
    "--all-minimums", is_flag=True, help="Play for every minimum that a match has for opening, not only the first."
)
@click.option(
    "--value",
    "value_only",
    is_flag=True,
    help="Keep the weights of --start, and only learn a value from how they play.",
)
@click.option(
    "--odds",
    "odds_only",
    is_flag=True,
    help="Keep the weights of --start, and only learn from how they play what other hands probably hold.",
)
@click.option("--seed", default=1, show_default=True, type=WholeNumber(0, LARGEST_SEED), metavar="N",
              help="Random seed: the same seed finds the same weights.")  # fmt: skip
@jobs_option
@rule_options
@house_option
def tune(
    game: str | None,
    players: int | None,
    out: Path | None,
    start: str,
    decks: int,
    rounds: int,
    all_minimums: bool,
    value_only: bool,
    odds_only: bool,
    seed: int,
    jobs: int,
    options: tuple[str, ...],
    house: Path | None,
) -> None:
    """Find weights for the bot planner by letting it play GAME against itself.

    Each round plays decks by weights changed at random to learn which changes help, and takes a step if it wins points on
    other decks. No deck is one that canasta duel plays. The bot planner:FILE plays by the weights in FILE.

    At the end it learns a value from how the new weights play: how many points a side will end ahead.

    The file is written after every round. Press Ctrl+C to stop early and keep the best weights so far; the same command then
    resumes the search.
    """
    from canasta.bots import policy_weights
    from canasta.rules.load import load
    from canasta.sim.playing import Broken
    from canasta.sim.tune import Tuning, WeightSearch
    from canasta.sim.tune.weights_file import unfinished_search

    if value_only and odds_only:
        raise click.UsageError("Learn a value or odds: give --value or --odds, and not both.")
    check_named(game, house)
    try:
        rules = load(game, players, options, house)
        weights = policy_weights(start, rules.in_deal(1))
        if weights is None:
            raise click.UsageError(f'"{start}" does not play by weights. Start with greedy, planner or planner:FILE.')
        asked = Tuning(
            rules=rules, start=weights, seed=seed, decks=decks, rounds=rounds, jobs=jobs, all_minimums=all_minimums
        )
        command = "canasta tune " + shlex.join(
            [
                *([game] if game else []),
                *(["--house", house.name] if house else []),
                *("--players", str(rules.seats), "--start", start, "--decks", str(decks)),
                *(["--odds"] if odds_only else ["--value"] if value_only else ["--rounds", str(rounds)]),
                *("--seed", str(seed)),
                *(["--all-minimums"] if all_minimums and not (value_only or odds_only) else []),
                *(word for option in options for word in ("--option", option)),
            ]
        )
        path = out or Path(f"{rules.name}-{rules.seats}.toml")
        search = WeightSearch(asked, unfinished_search(path, command, rules))
    except CanastaError as error:
        raise click.UsageError(str(error)) from None
    try:
        if odds_only:
            done = _odds_found(asked, path, command, start)
        elif value_only:
            done = _value_found(asked, path, command, start)
        else:
            done = _weights_found(search, path, command, start)
    except Broken as error:
        raise click.ClickException(str(error)) from None
    if not done:
        click.get_current_context().exit(STOPPED)


def _weights_found(search: WeightSearch, path: Path, command: str, start: str) -> bool:
    """Search, learn a value and write both to *path*; False if that was interrupted."""
    from canasta.sim.moments import Mean
    from canasta.sim.progress import bar
    from canasta.sim.table import number_text
    from canasta.sim.tune.weights_file import weights_text

    def write(gain: Gain | None = None, learned: Learned | None = None) -> None:
        _write(path, weights_text(search, command, start, gain, learned))

    if search.done:
        click.echo(f"Resuming after round {search.done}.", err=True)
    else:
        write()
    try:
        with bar(search.tuning.rounds, "rounds") as progress:
            progress(search.done)
            before = search.weights
            for gain in search.rounds():
                write()
                if search.weights != before:
                    before = search.weights
                    click.echo(f"Round {search.done}: +{gain.mean:,.1f} points per deal", err=True)
                progress(search.done)
            found = search.check(2 * search.tuning.decks)
        learned = _learned(search.tuning, search.weights, search.decks + 1)
    except KeyboardInterrupt:
        click.echo(f"Stopped. The best weights so far are in {path}. The same command resumes the search.", err=True)
        return False
    write(found, learned)
    over = number_text(Mean(found.mean, found.mean - found.reach, found.mean + found.reach))
    click.echo(f"{path}: points per deal over {start} on {found.number:,} other decks: {over}")
    _tell(path, learned)
    return True


def _value_found(asked: Tuning, path: Path, command: str, start: str) -> bool:
    """Learn a value from the play of *start* and write it to *path*; False if that was interrupted."""
    from canasta.sim.tune.weights_file import value_text

    try:
        learned = _learned(asked, asked.start, 1)
    except KeyboardInterrupt:
        click.echo("Stopped. Nothing was written.", err=True)
        return False
    _write(path, value_text(asked.rules, command, start, asked.seed, learned))
    _tell(path, learned)
    return True


def _odds_found(asked: Tuning, path: Path, command: str, start: str) -> bool:
    """Learn odds of hands from the play of *start* and write them to *path*; False if that was interrupted."""
    from canasta.sim.tune.hands import learn_odds
    from canasta.sim.tune.weights_file import odds_text

    try:
        learned = learn_odds(asked.rules, asked.start, asked.seed, asked.decks, asked.jobs)
    except KeyboardInterrupt:
        click.echo("Stopped. Nothing was written.", err=True)
        return False
    _write(path, odds_text(asked.rules, command, start, asked.seed, learned))
    likelier = exp(learned.gain)
    click.echo(
        f"{path}: the odds make the hands of the others {likelier:,.1f} times as likely as chance does, on {learned.gain_decks:,} other decks"
    )
    return True


def _learned(asked: Tuning, weights: Weights, first: int) -> Learned:
    from canasta.sim.tune.learning import learn

    return learn(asked.rules, weights, asked.seed, first, _LEARNED * asked.decks, asked.jobs)


def _tell(path: Path, learned: Learned) -> None:
    by_value, by_points = (
        max(0.0, 100 * each[0]) for each in (learned.fit.explained(), learned.fit.explained_by_points())
    )
    click.echo(
        f"{path}: the value explains {by_value:.0f} % of the variance of final leads on {learned.fit_decks:,} other decks; "
        f"the points at that moment explain {by_points:.0f} %"
    )


def _write(path: Path, text: str) -> None:
    from canasta.files import FileError, write_file

    try:
        write_file(path, text)
    except FileError as error:
        raise click.ClickException(str(error)) from None
