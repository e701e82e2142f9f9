"""Positions in which every plan has been judged, as data: one file for each table, written by ``python -m bench.judging``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from canasta.base.errors import CanastaError
from canasta.bots.policy_bot import known_cards
from canasta.bots.weights.nearest import nearest_weights
from canasta.deal.view import View
from canasta.engine.playout import Dice
from canasta.engine.search import Race, Results, Searcher
from canasta.notation.positions.line import read_position
from canasta.rules.load import load
from canasta.rules.toml import read_toml

FOLDER: Final = Path(__file__).parent


class NotJudged(CanastaError):
    """A table of which no positions have been judged."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision: what the seat sees, its plans, and what these are worth.

    The numbers are points by which a plan leads the first one, that of `planner`, at the end of the deal. There are two of
    each, from different worlds, so that a plan is not praised for the luck that it was chosen for.
    """

    position: str
    """A position line that shows what one seat sees."""
    plans: tuple[tuple[int, ...], ...]
    first: tuple[float, ...]
    second: tuple[float, ...]

    def loss(self, step: int) -> float | None:
        """Return how many points fewer *step* is worth than the best plan; None if no plan begins with it.

        A step is worth what the best of the plans that begin with it is worth.
        """
        own = [number for number, plan in enumerate(self.plans) if plan[0] == step]
        return self._best(range(len(self.plans))) - self._best(own) if own else None

    def with_plan(self, plan: tuple[int, ...], first: float, second: float) -> Judged:
        """Return the same decision with one more *plan*, which is worth *first* and *second*."""
        return Judged(self.position, (*self.plans, plan), (*self.first, first), (*self.second, second))

    def _best(self, numbers: Iterable[int]) -> float:
        """Return what the best of the plans *numbers* is worth: the best by either number, judged by the other."""
        some = list(numbers)
        by_first = max(some, key=lambda number: (self.first[number], -number))
        by_second = max(some, key=lambda number: (self.second[number], -number))
        return (self.second[by_first] + self.first[by_second]) / 2


class JudgedTable:
    """The judged decisions of one game for a number of players."""

    def __init__(self, game: str, players: int) -> None:
        """Read the decisions of *game* for *players*. Raises `NotJudged`, and `RulesError` if the file cannot be read."""
        path = FOLDER / f"{game}-{players}.toml"
        if not path.exists():
            tables = ", ".join(sorted(each.stem for each in FOLDER.glob("*.toml")))
            raise NotJudged(f"No positions of {game} with {players} players have been judged. Choose one of {tables}.")
        content = read_toml(path)
        self.provenance: Final[dict[str, Any]] = content["provenance"]
        self.rules: Final = load(game, players).in_deal(1)
        self.decisions: Final = tuple(
            Judged(each["position"], tuple(map(tuple, each["plans"])), tuple(each["first"]), tuple(each["second"]))
            for each in content["decision"]
        )
        self.views: Final = tuple(seen_in(each.position, self.rules) for each in self.decisions)
        self._judge: Final = Judge()

    def loss(self, number: int, step: int) -> float:
        """Return how many points *step* loses in the decision *number* (from 0); a step of no plan is judged now, which takes a moment."""
        judged = self.decisions[number]
        known = judged.loss(step)
        if known is not None:
            return known
        made = self.provenance
        plans = [list(judged.plans[0]), [step]]
        first, second = self._judge.values(
            self.views[number], plans, made["worlds"], judging_seed(made["seed"], number)
        )
        found = judged.with_plan((step,), first[1], second[1]).loss(step)
        assert found is not None
        return found


class Judge:
    """Plays plans to the end of the deal in many worlds; everyone goes on as `planner`."""

    def __init__(self) -> None:
        self._searcher: Searcher | None = None

    def race(self, seen: View, seed: int, plans: Iterable[Sequence[int]] | None = None) -> Race:
        """Return a race of *plans* for the seat of *seen*, or of those that a search finds, in worlds by *seed*."""
        table = seen.position.rule_table
        if self._searcher is None or self._searcher.table is not table:
            self._searcher = Searcher(table, list(nearest_weights(table.rules).weights), 1)
        self._searcher.results = Results(())  # what it remembers was found in other worlds
        race = self._searcher.race(seen.position, known_cards(seen))
        race.dice = Dice(seed)
        if plans is not None:
            for found in (race.plans, race.values, race.kept, race.racing):
                found.clear()
            for plan in plans:
                race.enter(list(plan))
        return race

    def values(
        self, seen: View, plans: list[list[int]], worlds: int, seed: int
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the points by which each of *plans* leads the first one, in either half of *worlds* worlds by *seed*."""
        race = self.race(seen, seed, plans)
        race.play(worlds)
        half = worlds // 2
        usual = race.values[0]
        first = tuple((sum(each[:half]) - sum(usual[:half])) / half for each in race.values)
        second = tuple((sum(each[half:]) - sum(usual[half:])) / (worlds - half) for each in race.values)
        return first, second


def judging_seed(seed: int, number: int) -> int:
    """Return the seed of the worlds in which the decision *number* (from 0) of a file with *seed* was judged."""
    return seed * 100_003 + number * 17 + 5


def seen_in(line: str, rules: Any) -> View:
    """Return what a seat sees in the position *line*. Raises `CanastaError` if that is not one, or shows every card."""
    seen = read_position(line, rules)
    if not isinstance(seen, View):
        raise NotJudged("A position of the decision benchmark must show only what one seat sees.")
    return seen
