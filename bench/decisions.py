"""``python -m bench.decisions [BOT …]``: how many points bots lose a decision, in positions in which every plan was judged.

It tells searches apart in seconds, where duels take hours. The positions are decisions of `planner` at which another plan may be
better, so the numbers say which of two bots chooses better, not how many points a deal it gains.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.judged import JudgedTable
from bench.measure import Row, limit_row
from canasta.base.cards import pack
from canasta.base.errors import CanastaError
from canasta.base.shuffle import return_places, shuffled
from canasta.bots import make
from canasta.deal.deal import Deal
from canasta.deal.view import view
from canasta.rules.groups import Rules
from canasta.sim.decks import deck_seed

BOTS: Final = ("planner", "search:8", "search:32", "search:128")
TABLES: Final = (("classic", 4), ("hand-and-foot", 4))
WARM: Final = 10
"""Decisions before time is measured, in which a bot may read its files."""
MILLISECONDS: Final = 25.0
"""The most that a decision of `search` may take on average of whole deals."""
DEALS: Final = 3
"""How many deals are played to measure that."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a bot lost in each decision, in points, and the CPU milliseconds that a decision took."""

    bot: str
    losses: tuple[float, ...]
    ms: float

    @property
    def mean(self) -> float:
        """The mean of the losses; a little below 0 is luck."""
        return sum(self.losses) / len(self.losses)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return _error(self.losses)

    def gain(self, other: Score) -> tuple[float, float]:
        """Return how many points a decision it loses less than *other* in the same positions, with the standard error."""
        less = [theirs - own for own, theirs in zip(self.losses, other.losses, strict=True)]
        return sum(less) / len(less), _error(less)


def score(table: JudgedTable, bot: str) -> Score:
    """Return what *bot* loses at *table*. Raises what `canasta.bots.make` raises."""
    losses, spent = [], 0.0
    players = [make(bot, 0, seat) for seat in range(table.rules.seats)]
    for seen in table.views[:WARM]:
        players[seen.seat].choose(seen)
    for number, seen in enumerate(table.views):
        began = time.process_time()
        step = players[seen.seat].choose(seen)
        spent += time.process_time() - began
        losses.append(table.loss(number, step))
    return Score(bot, tuple(losses), 1000 * spent / len(losses))


def decision_rows() -> Iterator[Row]:
    """For `make bench`: what a decision of `search` costs, and that more worlds choose better."""
    for game, players in TABLES:
        table = JudgedTable(game, players)
        scores = [score(table, bot) for bot in BOTS]
        title = f"{table.rules.title}, {players} players"
        for before, each in pairwise(scores):
            gain, error = each.gain(before)
            note = f"{gain:.1f} ± {error:.1f} less than {before.bot}"
            yield limit_row(f"{title}: lost a decision by {each.bot}", "points", each.mean, before.mean, note)
        usual = next(each for each in scores if each.bot == "search:32")
        yield limit_row(f"{title}: a decision of {usual.bot} where much is at stake", "ms", usual.ms, None)
        mean = whole_deals(table.rules, usual.bot)
        yield limit_row(f"{title}: a decision of {usual.bot}, in whole deals", "ms", mean, MILLISECONDS)


def whole_deals(rules: Rules, bot: str) -> float:
    """Return the CPU milliseconds that a decision takes on average in deals that *bot* plays in all seats, forced steps included."""
    spent, decisions = 0.0, 0
    for number in range(1, DEALS + 1):
        seed = deck_seed("judge", 0, number)
        deal, _ = Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), seed), 0, None, return_places(seed))
        players = [make(bot, seed, seat) for seat in range(rules.seats)]
        while not deal.over:
            seen = view(deal, deal.actor)
            began = time.process_time()
            step = players[deal.actor].choose(seen)
            spent += time.process_time() - began
            decisions += 1
            deal.step_trusted(step)
    return 1000 * spent / decisions


def print_scores(table: JudgedTable, scores: Sequence[Score]) -> None:
    """Print *scores* as a table."""
    made = table.provenance
    title = f"{table.rules.title}, {table.rules.seats} players: {len(table.decisions)} decisions, plans judged in {made['worlds']:,} worlds"
    shown = Table(title=title)
    for heading in ("bot", "points lost a decision", "less than the bot before", "CPU ms a decision"):
        shown.add_column(heading, justify="left" if heading == "bot" else "right")
    for before, each in zip([None, *scores], scores, strict=False):
        gain = "" if before is None else "{:.1f} ± {:.1f}".format(*each.gain(before))
        shown.add_row(each.bot, f"{each.mean:.1f} ± {each.error:.1f}", gain, f"{each.ms:.3g}")
    Console(width=120).print(shown)


def _error(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def main() -> None:
    """Score the bots that were asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.decisions",
        description="How many points bots lose a decision; ± is one standard error.",
    )
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"bots to score; {', '.join(BOTS)} if none is named")
    parser.add_argument("--game", default="", help="the game; all that have been judged if none is named")
    parser.add_argument("--players", type=int, default=4)
    asked = parser.parse_args()
    try:
        for game, players in [(asked.game, asked.players)] if asked.game else TABLES:
            table = JudgedTable(game, players)
            print_scores(table, [score(table, bot) for bot in asked.bots or BOTS])
    except CanastaError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
