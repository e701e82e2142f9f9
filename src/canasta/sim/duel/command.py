"""The command ``canasta duel``: how many points one bot makes more than another, as a table or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from canasta.base.english import listed
from canasta.base.errors import CanastaError
from canasta.game_argument import check_named, game_argument
from canasta.sim.command import STOPPED
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


@click.command(
    short_help="Compare two bots on the same decks.",
    epilog="\b\nExamples:\n"
    "  canasta duel classic --a planner --b greedy --deals 5000\n"
    "  canasta duel hand-and-foot --a planner --b command:./mybot --stop\n"
    "  canasta duel new-canasta --a planner --b greedy --save night.json\n"
    "  canasta duel classic --a planner --b greedy --partners\n"
    "  canasta duel classic --deals 100000 --cluster tcp://192.168.1.7:8786",
)
@game_argument
@players_option
@click.option("--a", "a", default="planner", show_default=True, metavar="BOT", shell_complete=complete_bots,
              help="The bot that is measured. canasta help bots lists them.")  # fmt: skip
@click.option("--b", "b", default="greedy", show_default=True, metavar="BOT", shell_complete=complete_bots,
              help="The bot it is measured against. command:./mybot starts a program.")  # fmt: skip
@click.option("--deals", type=WholeNumber(), default=1000, show_default=True, metavar="N",
              help="Number of decks, each played once from all places, or of matches with --match.")  # fmt: skip
@seed_option
@jobs_option
@rule_options
@house_option
@match_option
@max_deals_option
@click.option("--partners", is_flag=True, help="Seat one A among B's instead, as a partner and as a rival.")
@click.option(
    "--stop", is_flag=True, help="Stop as soon as one bot is clearly better; the interval is corrected for that."
)
@click.option("--save", "kept", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Keep what was played in this file, and continue with what is in it.")  # fmt: skip
@click.option("--cluster", default="", metavar="ADDRESS",
              help="Let the workers of the dask scheduler at this address play.")  # fmt: skip
@json_option
def duel(
    game: str | None,
    players: int | None,
    a: str,
    b: str,
    deals: int,
    seed: int,
    jobs: int,
    options: tuple[str, ...],
    house: Path | None,
    match: bool,
    max_deals: int,
    partners: bool,
    stop: bool,
    kept: Path | None,
    cluster: str,
    as_json: bool,
) -> None:
    """Compare two bots: let them play GAME against each other and report how many points lie between them.

    Each deck is played several times, so that both bots have the same cards: partnerships change sides, and where everyone
    plays alone, each bot has half of the seats. The result depends only on the options, not on --jobs or --cluster. Means have 95 %
    confidence intervals. Press Ctrl+C to stop early; you get the result so far.

    With --partners, one bot A sits among bots B, in each seat in turn, and the report says how many points more each side
    makes than with B in all seats.
    """
    from canasta.bots.process import BotFailure
    from canasta.files import FileError
    from canasta.rules.load import load
    from canasta.sim.cluster import ClusterError
    from canasta.sim.duel import Duel, DuelReport, PartnerReport, Partners, run, run_partners
    from canasta.sim.plan import PlanError
    from canasta.sim.playing import Broken
    from canasta.sim.progress import bar

    if cluster and jobs != 1:
        raise click.UsageError(
            "The workers of the cluster play, not processes of this machine: leave out --jobs or --cluster."
        )
    others = {"--match": match, "--stop": stop, "--save": kept, "--cluster": cluster}
    if partners and any(others.values()):
        which = listed((name for name, given in others.items() if given), "and")
        raise click.UsageError(f"--partners cannot be combined with {which}.")
    check_named(game, house)
    try:
        rules = load(game, players, options, house)
        asked: Duel | Partners
        if partners:
            asked = Partners(rules=rules, a=a, b=b, decks=deals, seed=seed, jobs=jobs)
        else:
            asked = Duel(
                rules=rules, a=a, b=b, decks=deals, seed=seed, jobs=jobs, match=match, max_deals=max_deals, stop=stop
            )
    except CanastaError as error:
        raise click.UsageError(str(error)) from None
    try:
        with bar(deals, "matches" if match else "decks") as progress:
            found: DuelReport | PartnerReport
            found = (
                run_partners(asked, progress) if isinstance(asked, Partners) else run(asked, progress, kept, cluster)
            )
    except PlanError as error:
        raise click.UsageError(str(error)) from None
    except (Broken, BotFailure, ClusterError, FileError) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        for line in found.lines():
            click.echo(line)
    if not found.whole:
        click.echo(f"Stopped after {found.tally.decks:,} of {deals:,}.", err=True)
        click.get_current_context().exit(STOPPED)
