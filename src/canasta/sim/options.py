"""The options that commands share which let bots play many deals: whose rules, how many players, bots, seed and processes."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from canasta.base.shuffle import LARGEST_SEED
from canasta.whole_number import WholeNumber


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the bots whose names begin with *incomplete*, or with its part after the last comma, for the shell."""
    del ctx, param
    from canasta.bots.levels import level
    from canasta.bots.registry import names

    before, comma, begun = incomplete.rpartition(",")
    told = {name: level(name) for name in names() if name.startswith(begun)}
    return [CompletionItem(before + comma + name, help=known.says if known else None) for name, known in told.items()]


players_option = click.option(
    "-p", "--players", type=WholeNumber(), metavar="N", help="Number of players.  [default: the game's usual number]"
)
rule_options = click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="OPTION",
    help="Use an option of the game, or set one value; repeatable.",
)
house_option = click.option(
    "--house", type=click.Path(path_type=Path), metavar="FILE", help="Use the house rules in this file."
)
seed_option = click.option(
    "--seed",
    default=1,
    show_default=True,
    type=WholeNumber(0, LARGEST_SEED),
    metavar="N",
    help="Random seed: the same seed gives the same result.",
)
jobs_option = click.option(
    "--jobs", type=WholeNumber(), default=1, show_default=True, metavar="N", help="Number of parallel processes."
)
max_deals_option = click.option(
    "--max-deals",
    type=WholeNumber(),
    default=100,
    show_default=True,
    metavar="N",
    help="Stop each match after this many deals, unfinished.",
)
match_option = click.option(
    "--match", is_flag=True, help="Play whole matches, carrying over totals, dealers and minimums."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the results as one JSON object.")
