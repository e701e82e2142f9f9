"""`SearchBot`: a player that tries the plans of a whole turn in worlds that could lie behind what it sees.

The kernel finds the plans, deals the hidden cards again, and plays on by the policy of `Planner` (`canasta.engine.search`). Here is
how long it may take: a number of worlds, or milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from threading import local
from time import monotonic
from typing import Final

from canasta.base.errors import CanastaError
from canasta.base.misuse import public
from canasta.bots.bot import Step, check_asked
from canasta.bots.clues import clues_of
from canasta.bots.policy_bot import PolicyBot, known_cards
from canasta.bots.weights.nearest import nearest_odds, nearest_value, nearest_weights
from canasta.deal.view import View
from canasta.engine.known import KnownCards
from canasta.engine.odds import Odds
from canasta.engine.rule_table import RuleTable
from canasta.engine.search import Race, Searcher
from canasta.engine.stakes import Stakes
from canasta.engine.value import Value
from canasta.rules.groups import Rules

WORLDS: Final = 32
"""How many worlds `search` tries where nobody says otherwise."""

LAPS: Final = 2
"""After how many laps the value of a world is estimated, which then counts beside how it ends."""

MOST_WORLDS: Final = 10_000
MOST_MS: Final = 60_000
# It decides in a hundredth of that: only a machine that is busy with other work takes longer, and then a late move is better than
# a weaker player for the rest of the match.
_PATIENCE_MS: Final = 10_000
_MS_A_WORLD: Final = 50
_LEAST_WORLDS: Final = 4
_BUDGET: Final = re.compile(r"([0-9]{1,6})(ms)?")
_ROUNDS: Final = (0.3, 0.6, 1.0)
"""The shares of its time after which the worse half of the plans drops out."""


class WrongBudget(CanastaError):
    """A budget that no search can have."""

    def __init__(self, budget: str) -> None:
        self.budget = budget
        super().__init__(
            f'"{budget}" is not a budget for the bot search. Give a number of worlds from {_LEAST_WORLDS} to {MOST_WORLDS:,}, such as '
            f"search:64, or from 1 to {MOST_MS:,} milliseconds for a decision, such as search:200ms."
        )

    def __reduce__(self) -> tuple[type[WrongBudget], tuple[str]]:
        return WrongBudget, (self.budget,)


class SearchBot(PolicyBot):
    """Plays as `canasta.bots.planner.Planner` does unless a look ahead finds something clearly better.

    Better is what brings more points in the deal or, once a match of two sides is on its way, what is likelier to win it.
    Chance is drawn from what it sees, so that equal views get equal decisions if the budget is a number of worlds.
    """

    __slots__ = ("_ms", "_worlds", "name")

    version: Final = "4"

    def __init__(self, seat: int, dice: Random, budget: str | None = None) -> None:
        """Make a search with a *budget* such as ``64``, for worlds, or ``200ms``; without one, `WORLDS`. Raises `WrongBudget`."""
        super().__init__(seat, dice)
        self.name = "search" if budget is None else f"search:{budget}"
        self._worlds, self._ms = (WORLDS, 0) if budget is None else _read_budget(budget)

    def weights(self, rules: Rules) -> tuple[float, ...]:
        """Return those of `canasta.bots.planner.Planner`, by which all seats go on in a look ahead."""
        return nearest_weights(rules).weights

    @public
    def choose(self, view: View) -> Step:
        """Return the first step of the best plan; who may only lay cards between turns takes the best step by the policy."""
        check_asked(view)
        if len(view.legal) == 1:
            return view.legal[0]
        if view.actor != view.seat:
            return super().choose(view)
        table, known = view.position.rule_table, seen_cards(view)
        searcher = _searcher_of(table, self._worlds)
        searcher.stakes = stakes_at(view.rules, view.number, view.totals)
        if self._ms:
            return _timed(searcher.race(view.position, known), self._ms)
        return searcher.choose(view.position, known)

    def policy(self, table: RuleTable) -> Searcher:
        """Return the player of the kernel that decides as this bot does, if it is not `timed`."""
        return _new_searcher(table, self._worlds)

    @property
    def patience(self) -> int:
        """The milliseconds after which nobody needs to wait for a decision any more."""
        return _PATIENCE_MS + (self._ms or self._worlds * _MS_A_WORLD)

    @property
    def timed(self) -> bool:
        """Whether its decisions depend on how fast the machine is."""
        return self._ms > 0


@dataclass(frozen=True, slots=True)
class WeighedPlan:
    """What a search thinks of one plan for the turn."""

    steps: tuple[Step, ...]
    """From the next step to the end of the turn, or to where the player sees something new, such as the card drawn."""
    lead: float
    """By how many points the side is expected to lead at the end of the deal."""
    behind: float
    """How many points that is less than by the recommended plan; it can be negative where the difference is not clear."""
    error: float
    """The standard error of `behind`: both plans were played in the same worlds."""
    silly: bool
    """Whether a partner would shake their head: see `canasta.engine.plans.Plan`."""


def weighed_plans(view: View, worlds: int = WORLDS) -> list[WeighedPlan]:
    """Return the plans for the turn of the seat of *view*, each played in the same *worlds* worlds: the recommended one, then the best first.

    It is what hints and reviews read, which speak of points: how the match stands does not matter. While it does not matter to
    `SearchBot` either, that plays the recommended plan if its budget is as large; nobody drops out here. No two plans end alike.
    Raises `ValueError` unless *view* is that of the seat that the deal waits for.
    """
    if not view.legal or view.actor != view.seat:
        raise ValueError(f"seat {view.seat} has nothing to plan now")
    race = race_of(view)
    race.play(worlds)
    best = race.best()
    order = sorted(range(len(race.plans)), key=lambda number: (number != best, -race.mean(number), number))
    found = []
    for number in order:
        plan, (behind, error) = race.plans[number], race.compare(best, number)
        found.append(WeighedPlan(tuple(plan.steps), race.mean(number), behind, error, plan.silly))
    return found


def seen_cards(view: View) -> KnownCards:
    """Return the cards that everyone knows to be in someone's hand, with the clues to the others if *view* has the whole history."""
    known = known_cards(view)
    known.clues = clues_of(view)
    return known


def race_of(view: View) -> Race:
    """Return a race of the plans for the seat of *view*, which the deal must wait for, by points; nothing has been played yet."""
    searcher = _searcher_of(view.position.rule_table, WORLDS)
    searcher.stakes = None
    return searcher.race(view.position, seen_cards(view))


def stakes_at(rules: Rules, number: int, totals: Sequence[int]) -> Stakes | None:
    """Return what is at stake in the deal *number* of a match by *rules*, to which the sides bring *totals*; None where only points count.

    That is so in the first deal, before which nothing has been won or lost, where more than two sides play, and where no rule
    ends the match.
    """
    match = rules.match
    if rules.sides != 2 or not (match.deals or match.target) or (number == 1 and not any(totals)):
        return None
    deals = max(0, match.deals - number) if match.deals else -1
    known = nearest_value(rules)
    one, two = totals
    return Stakes((one, two), deals, match.target, max(1.0, known.mean), known.deviation)


_LAST: Final = local()
"""The searcher that each thread used last."""


def _searcher_of(table: RuleTable, worlds: int) -> Searcher:
    """Return a searcher for *table*, in this thread the same one as before if possible: it remembers what the plans of a turn came to.

    It decides alike whatever it was asked before.
    """
    last: Searcher | None = getattr(_LAST, "searcher", None)
    if last is None or last.table is not table or last.worlds != worlds:
        last = _LAST.searcher = _new_searcher(table, worlds)
    return last


def _new_searcher(table: RuleTable, worlds: int) -> Searcher:
    value = Value(table, list(nearest_value(table.rules).numbers)) if table.sides > 1 else None
    odds = Odds(table, list(nearest_odds(table.rules).factors))
    return Searcher(
        table, list(nearest_weights(table.rules).weights), worlds, value, LAPS * int(table.seats), odds=odds
    )


def _timed(race: Race, ms: int) -> Step:
    """Return the first step of the best plan of *race* after *ms* milliseconds, or when the steps that are left are all the same."""
    start = monotonic()
    for share in _ROUNDS:
        while not race.settled and race.worlds < MOST_WORLDS and (monotonic() - start) * 1000 < ms * share:
            race.play(1)
        if race.worlds > 1:
            race.halve()
    return race.plans[race.best()].steps[0]


def _read_budget(budget: str) -> tuple[int, int]:
    """Return the worlds and the milliseconds of *budget*; 0 milliseconds where worlds are counted."""
    told = _BUDGET.fullmatch(budget)
    number = int(told[1]) if told else 0
    if told and told[2] and 1 <= number <= MOST_MS:
        return MOST_WORLDS, number
    if told and not told[2] and _LEAST_WORLDS <= number <= MOST_WORLDS:
        return number, 0
    raise WrongBudget(budget)
