"""Plans: what one seat may do in its turn, from the next step to the end of the turn or to where it sees something new."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.engine.endings import best_endings, may_be_last, shows_cards
from canasta.engine.fields import SEAT, TAKEN
from canasta.engine.known import KnownCards
from canasta.engine.legal import listed_legal
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.play import play_by
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import ADD, ADD_WILD, DISCARD, DRAW, JOKERS, KIND, NO, RANK, SLOT, TWOS, YES, asks
from canasta.engine.weights import (
    OPENING,
    OPENING_WILD,
    SHED,
    SHED_READY,
    SHED_RESERVE,
    SHED_WAITING,
    SPOIL,
    STOPPED,
    WILD,
    WILD_CLOSED,
    WILD_READY,
)

DISCARDS: Final = 3
"""How many discards end the same melds."""

FIRST: Final = 4
"""How many first steps are tried besides those that the variants begin with."""

_LONGEST: Final = 60
_LAST: Final = 4
"""A step lays no more cards of the hand than this."""

_SPENDS: Final = 1
"""The place among the variants of the one that spends wild cards."""

_CLEAN: Final = 5
"""Natural cards in a meld that it would be silly to spoil."""


class Plan:
    """Steps of one seat, up to the end of its turn or to where it sees something new, such as the card it draws."""

    steps: list[int]
    """At least one."""
    silly: bool
    """Whether a partner would shake their head: a wild card thrown away, a clean meld spoiled that was nearly a canasta, or
    going out while a partner has a reserve to play."""
    end: object
    """Its last step and the position before it: equal for two plans of a turn if they end alike."""

    def __init__(self, steps: list[int], silly: bool, before: Position) -> None:
        """Make the plan of *steps*, of which the last one is taken in *before*."""
        self.steps = steps
        self.silly = silly
        self.end = (steps[-1], before.key())


class PlanFinder:
    """Finds plans for the seat that a position waits for: those of a policy and of variants of it."""

    table: RuleTable
    base: Policy
    variants: list[Policy]

    def __init__(self, table: RuleTable, weights: list[float]) -> None:
        """Make a finder around the policy by *weights*; raises `ValueError` as `Policy` does."""
        self.table = table
        self.base = Policy(table, weights)
        self.variants = [Policy(table, each) for each in varied(table, weights)]

    def find(self, p: Position, known: KnownCards | None = None) -> list[Plan]:
        """Return the plans for the seat that *p* waits for, that of the policy itself first; no two end alike.

        Nothing hidden in *p* is looked at. The deal must not be over.
        """
        found: list[Plan] = []
        ends: set[object] = set()
        self._follow(p, known, self.base, -1, found, ends)
        for policy in self.variants:
            self._follow(p, known, policy, -1, found, ends)
        for step in self._first_steps(p, known):
            self._follow(p, known, self.base, step, found, ends)
            if self._finishes(p, step):
                self._follow(p, known, self.variants[_SPENDS], step, found, ends)
        if may_be_last(p):
            for steps in best_endings(p, self.base.outlook.counting):
                self._end(p, steps, found, ends)
        return found

    def _first_steps(self, p: Position, known: KnownCards | None) -> list[int]:
        """Return the steps that the policy rates best, and all that must not be missed.

        These are drawing, asking, answering, and finishing a natural meld with wild cards: no policy likes that.
        """
        legal = listed_legal(p, p.actor)
        if legal.number == 1:
            return []
        steps, values = self.base.rate(p, p.actor, known)
        at: i64 = 0
        first = _best(steps, values, 0, FIRST) + _best(steps, values, DISCARD, DISCARDS)
        asked = False
        while at < legal.number:
            step = legal.items[at]
            at += 1
            if step == DRAW or step == YES or step == NO or (asks(step) and not asked) or self._finishes(p, step):
                asked = asked or asks(step)
                first.append(int(step))
        return first

    def _finishes(self, p: Position, step: i64) -> bool:
        """Return whether *step* makes a canasta of a natural meld with wild cards."""
        if not _spoils(p, step):
            return False
        size = size_of(_grown(p, step))
        return size < self.table.size <= size + self.table.naturals[step] + TWOS[step] + JOKERS[step]

    def _follow(
        self,
        p: Position,
        known: KnownCards | None,
        policy: Policy,
        first: i64,
        found: list[Plan],
        ends: set[object],
    ) -> None:
        """Add the plans by which *policy* goes on after the step *first* (-1: as it likes), one for each good discard."""
        seat = p.actor
        turns = p.turns
        steps: list[int] = []
        silly = False
        q = p
        while len(steps) < _LONGEST:
            step = first if first >= 0 else policy.choose(q, known)
            if step >= DISCARD:
                others = [int(step)]
                if first < 0:
                    rated, values = self.base.rate(q, seat, known)
                    others += _best(rated, values, DISCARD, DISCARDS)
                for other in others:
                    _add(found, ends, q, [*steps, other], silly or self._ends_badly(q, seat, other))
                return
            first = -1
            silly = silly or _spoils(q, step)
            steps.append(int(step))
            r = q.draft()
            play_by(r, seat, step)
            if r.phase == OVER or r.turns != turns or r.actor != seat or shows_cards(q, r, seat) or asks(step):
                _add(found, ends, q, steps, silly or (r.phase == OVER and self._ends_badly(q, seat, step)))
                return
            q = r

    def _end(self, p: Position, steps: list[int], found: list[Plan], ends: set[object]) -> None:
        """Add the plan of *steps*, which end the turn."""
        seat = p.actor
        silly = False
        q = p
        for step in steps[:-1]:
            silly = silly or _spoils(q, step)
            q = q.draft()
            play_by(q, seat, step)
        _add(found, ends, q, steps, silly or self._ends_badly(q, seat, steps[-1]))

    def _ends_badly(self, q: Position, seat: i64, step: i64) -> bool:
        """Return whether *step*, the last one of a turn, throws a wild card away, or goes out while a partner has a reserve to play."""
        return (step >= DISCARD and KIND[step] <= 1) or self._leaves_partner(q, seat, step)

    def _leaves_partner(self, q: Position, seat: i64, step: i64) -> bool:
        """Return whether *step* goes out while a partner has a reserve that they have not picked up."""
        table = self.table
        if table.reserves == 0 or q.held(seat) > _LAST:
            return False
        waits = False
        mate = table.side_of[seat]
        while mate < table.seats:
            if mate != seat and q.seats[mate * SEAT + TAKEN] < table.reserves:
                waits = True
            mate += table.sides
        if not waits:
            return False
        r = q.draft()
        play_by(r, seat, step)
        return r.phase == OVER and r.out == seat


def varied(table: RuleTable, weights: list[float]) -> list[list[float]]:
    """Weights for policies that play otherwise than that by *weights*, each in one way.

    They keep wild cards, spend them, lay all they can, lay little, go out at once, do not go out.
    """
    unit = float(table.rules.score.mixed) / 5.0
    if unit < 20.0:
        unit = 20.0
    wilds = [WILD, WILD_CLOSED, WILD_READY]
    sheds = [SHED, SHED_READY, SHED_RESERVE, SHED_WAITING]
    return [
        _changed(weights, [*wilds, OPENING_WILD, SPOIL], unit),
        _changed(weights, [*wilds, SPOIL], -unit),
        _changed(weights, sheds, unit),
        _changed(_changed(weights, sheds, -unit), [OPENING], 2.0 * unit),
        _changed(weights, [STOPPED], 100.0 * unit),
        _changed(weights, [STOPPED], -100.0 * unit),
    ]


def _changed(weights: list[float], places: list[int], more: float) -> list[float]:
    changed = list(weights)
    for place in places:
        changed[place] += more
    return changed


def _best(steps: list[int], values: list[float], least: int, number: int) -> list[int]:
    """Return the *number* best of *steps* from *least* on, the best first; of equal ones the first."""
    rated = sorted([(-value, step) for step, value in zip(steps, values) if step >= least])
    return [step for _, step in rated[:number]]


def _add(found: list[Plan], ends: set[object], before: Position, steps: list[int], silly: bool) -> None:
    """Add the plan of *steps*, of which the last one is taken in *before*, unless another one ends with the same."""
    plan = Plan(steps, silly, before)
    if plan.end not in ends:
        ends.add(plan.end)
        found.append(plan)


def _spoils(p: Position, step: i64) -> bool:
    """Return whether *step* adds the first wild card to a natural meld that is a canasta, or nearly one."""
    if step < ADD or step >= ADD_WILD or TWOS[step] + JOKERS[step] == 0:
        return False
    meld = _grown(p, step)
    return wilds_of(meld) == 0 and size_of(meld) >= _CLEAN


def _grown(p: Position, step: i64) -> i64:
    """Return the meld to which *step* adds cards."""
    slot = SLOT[step]
    return p.meld_at(p.side_of(p.actor), RANK[step], slot if slot > 0 else 0)
