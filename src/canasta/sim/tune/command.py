"""The command ``canasta tune``: weights for the bot planner, found by playing against itself."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from canasta.base.errors import CanastaError
from canasta.base.shuffle import LARGEST_SEED
from canasta.sim.command import STOPPED
from canasta.sim.options import house_option, jobs_option, players_option, rule_options

if TYPE_CHECKING:
    from canasta.sim.tune.search import Search
    from canasta.sim.tune.trials import Gain


@click.command(
    short_help="Find better weights for the bot planner.",
    epilog="\b\nExamples:\n"
    "  canasta tune classic --out mine.toml\n"
    "  canasta tune --house ours.toml --out ours-weights.toml --jobs 4\n"
    "  canasta duel --house ours.toml --a planner:ours-weights.toml --b planner",
)
@click.argument("game", required=False)
@players_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the weights to this file.  [default: GAME-PLAYERS.toml]")  # fmt: skip
@click.option("--start", default="greedy", show_default=True, metavar="BOT",
              help="Begin with the weights of this bot: greedy, planner or planner:FILE.")  # fmt: skip
@click.option("--decks", default=1500, show_default=True, metavar="N", help="Decks per round.")
@click.option("--rounds", default=40, show_default=True, metavar="N", help="Number of rounds at most.")
@click.option(
    "--all-minimums", is_flag=True, help="Play for every minimum that a match has for opening, not only the first."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, LARGEST_SEED), metavar="N",
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
    seed: int,
    jobs: int,
    options: tuple[str, ...],
    house: Path | None,
) -> None:
    """Find weights for the bot planner by letting it play GAME against itself.

    Each round plays decks by weights changed at random to learn which changes help, and takes a step if it wins points on
    other decks. No deck is one that canasta duel plays. The file is written after every gain: press Ctrl+C to stop early and
    keep the best weights so far. The bot planner:FILE plays by them.
    """
    from canasta.bots import policy_weights
    from canasta.rules.load import load
    from canasta.sim.moments import Mean
    from canasta.sim.playing import Broken
    from canasta.sim.table import number_text
    from canasta.sim.tune import Search, Tuning

    try:
        rules = load(game, players, options, house)
        weights = policy_weights(start, rules.in_deal(1))
        if weights is None:
            raise click.UsageError(f'"{start}" does not play by weights. Start with greedy, planner or planner:FILE.')
        asked = Tuning(
            rules=rules, start=weights, seed=seed, decks=decks, rounds=rounds, jobs=jobs, all_minimums=all_minimums
        )
        search = Search(asked)
    except CanastaError as error:
        raise click.UsageError(str(error)) from None
    path = out or Path(f"{rules.name}-{rules.seats}.toml")
    if path.exists():
        raise click.UsageError(f"{path} is there already. Name another file with --out.")
    command = "canasta tune " + shlex.join(
        [
            *([game] if game else []),
            *(["--house", house.name] if house else []),
            *("--players", str(rules.seats), "--start", start),
            *("--decks", str(decks), "--rounds", str(rounds), "--seed", str(seed)),
            *(["--all-minimums"] if all_minimums else []),
            *(word for option in options for word in ("--option", option)),
        ]
    )
    try:
        gain = _searched(search, path, command, start)
    except Broken as error:
        raise click.ClickException(str(error)) from None
    if gain is None:
        click.echo(f"Stopped. The best weights so far are in {path}.", err=True)
        click.get_current_context().exit(STOPPED)
    over = number_text(Mean(gain.mean, gain.mean - gain.reach, gain.mean + gain.reach))
    click.echo(f"{path}: points per deal over {start} on {gain.number:,} other decks: {over}")


def _searched(search: Search, path: Path, command: str, start: str) -> Gain | None:
    """The gain of the search when it is done, with the weights written to *path*; None if it was interrupted."""
    from canasta.files import FileError, write_file
    from canasta.sim.progress import bar
    from canasta.sim.tune.weights_file import weights_text

    def write(gain: Gain | None) -> None:
        try:
            write_file(path, weights_text(search, command, start, gain))
        except FileError as error:
            raise click.ClickException(str(error)) from None

    write(None)
    try:
        with bar(search.tuning.rounds, "rounds") as progress:
            before = search.weights
            for number, gain in enumerate(search.rounds(), 1):
                if search.weights != before:
                    before = search.weights
                    write(None)
                    click.echo(f"Round {number}: +{gain.mean:,.1f} points per deal", err=True)
                progress(number)
            found = search.check(2 * search.tuning.decks)
    except KeyboardInterrupt:
        return None
    write(found)
    return found
