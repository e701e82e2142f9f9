"""The command ``canasta sim``: many deals of bots, as a table or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from canasta.base.errors import CanastaError

if TYPE_CHECKING:
    from canasta.sim.report import Report

STOPPED: Final = 130
"""The exit code of what was stopped from the keyboard."""


@click.command()
@click.argument("game", required=False)
@click.option(
    "--deals", default=1000, show_default=True, metavar="N", help="Number of deals, or of matches with --match."
)
@click.option("--bots", "names", default="greedy", show_default=True, metavar="NAMES",
              help="Bots by seat, separated by commas; one name is used for every seat. command:./mybot starts a program.")  # fmt: skip
@click.option("--players", type=int, metavar="N", help="Number of players.  [default: the game's usual number]")
@click.option(
    "--seed", default=1, show_default=True, metavar="N", help="Random seed: the same seed gives the same result."
)
@click.option("--jobs", default=1, show_default=True, metavar="N", help="Number of parallel processes.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="OPTION",
    help="Use an option of the game, or set one value; repeatable.",
)
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="Use the house rules in this file.")
@click.option("--match", is_flag=True, help="Play whole matches, carrying over totals, dealers and minimums.")
@click.option("--max-deals", default=100, show_default=True, metavar="N",
              help="Stop each match after this many deals, unfinished.")  # fmt: skip
@click.option("--duplicate", is_flag=True, help="Play every deck once from each seat.")
@click.option("--record", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Record each deal, or each match, in this folder.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the results as one JSON object.")
def sim(
    game: str | None,
    deals: int,
    names: str,
    players: int | None,
    seed: int,
    jobs: int,
    options: tuple[str, ...],
    house: Path | None,
    match: bool,
    max_deals: int,
    duplicate: bool,
    record: Path | None,
    as_json: bool,
) -> None:
    """Let bots play many deals of GAME and report the results.

    The result depends only on the options, not on --jobs. Means have 95 % confidence intervals.
    """
    from canasta.bots.process import BotFailure
    from canasta.files import FileError
    from canasta.notation.records.reader import check_heading
    from canasta.rules.load import load
    from canasta.sim.plan import Plan
    from canasta.sim.playing import Broken, bots_for
    from canasta.sim.progress import bar
    from canasta.sim.recording import heading
    from canasta.sim.run import run

    try:
        rules = load(game, players, options, house)
        seating = tuple(name.strip() for name in names.split(","))
        plan = Plan(
            rules=rules,
            bots=seating,
            deals=deals,
            seed=seed,
            jobs=jobs,
            duplicate=duplicate,
            match=match,
            max_deals=max_deals,
            record=record,
        )
        if record:
            check_heading(heading(rules, bots_for(plan.seating, seed, 1)))
            record.mkdir(parents=True, exist_ok=True)
    except CanastaError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}") from None
    try:
        with bar(deals, "matches" if match else "decks" if duplicate else "deals") as progress:
            found = run(plan, progress)
    except (Broken, BotFailure, FileError) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        _print(found)
    if not found.whole:
        click.echo(f"Stopped after {found.decks} of {deals}.", err=True)
        click.get_current_context().exit(STOPPED)


def _print(found: Report) -> None:
    from canasta.sim.table import lines

    for line in lines(found):
        click.echo(line)
