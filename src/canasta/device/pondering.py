"""How far the bot that searches can look on this device: measured with the rules of the table, for games differ tenfold."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from canasta.bots import registry
from canasta.bots.planner import Planner
from canasta.bots.search import SearchBot
from canasta.deal.match import Match
from canasta.deal.view import View, view
from canasta.engine.position import TO_PLAY
from canasta.rules.groups import Rules
from canasta.session.state import rules_of_text

WORLDS: Final = (16, 8, 4)
"""In how many worlds the bot may try its plans here, down to the fewest that it takes."""

MOST_SECONDS: Final = 1.0
"""How long it may take for a decision, as the median."""

_DECISIONS: Final = 5

SEARCHING: Final = tuple(f"{registry.SEARCH}{worlds}" for worlds in WORLDS)
"""The names of that bot, by how far it looks."""


@lru_cache(maxsize=16)
def bots_in_time(bots: tuple[str, ...], rules: str) -> tuple[str, ...]:
    """Return *bots* with at most one of those that search by the rules in the text *rules*: the best one that is quick enough."""
    worlds = worlds_in_time(rules_of_text(rules))
    return tuple(name for name in bots if name not in SEARCHING or name == f"{registry.SEARCH}{worlds}")


def worlds_in_time(rules: Rules, clock: Callable[[], float] = perf_counter) -> int:
    """Return the largest of `WORLDS` with which a decision takes at most `MOST_SECONDS`; 0 where even the smallest takes longer.

    *clock* gives the seconds since any moment.
    """
    least, taken = WORLDS[-1], []
    for seen in _decisions(rules):
        begun = clock()
        SearchBot(seen.seat, Random(0), str(least)).choose(seen)
        taken.append(clock() - begun)
    return next((worlds for worlds in WORLDS if median(taken) * worlds / least <= MOST_SECONDS), 0)


def _decisions(rules: Rules) -> list[View]:
    """Return what players see who have a turn to plan, at moments spread over a whole deal."""
    match = Match(rules, 1)
    match.begin_deal()
    bot, found = Planner(0, Random(0)), list[View]()
    while not match.deal.over:
        seen = view(match.deal, match.deal.actor)
        if seen.position.phase == TO_PLAY and len(seen.legal) > 1:
            found.append(seen)
        match.deal.step_trusted(bot.choose(seen))
    return found[:: max(1, len(found) // _DECISIONS)][-_DECISIONS:]
