"""The command ``canasta sim``: many deals of bots, as a table or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from canasta.base.errors import CanastaError
from canasta.game_argument import check_named, game_argument
from canasta.sim.options import (
    complete_bots,
    house_option,
    jobs_option,
    json_option,
    match_option,
    max_deals_option,
    players_option,
    rule_options,
    seed_option,
)
from canasta.whole_number import WholeNumber

if TYPE_CHECKING:
    from canasta.sim.report import Report

STOPPED: Final = 130
"""The exit code of what was stopped from the keyboard."""


@click.command()
@game_argument
@click.option(
    "--deals",
    type=WholeNumber(),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of deals, or of matches with --match.",
)
@click.option("--bots", "names", default="greedy", show_default=True, metavar="NAMES", shell_complete=complete_bots,
              help="Bots by seat, separated by commas; one name is used for every seat. command:./mybot starts a program.")  # fmt: skip
@players_option
@seed_option
@jobs_option
@rule_options
@house_option
@match_option
@max_deals_option
@click.option("--duplicate", is_flag=True, help="Play every deck once from each seat.")
@click.option("--record", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Record each deal, or each match, in this folder.")  # fmt: skip
@json_option
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

    check_named(game, house)
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
