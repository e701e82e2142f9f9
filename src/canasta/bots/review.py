"""Looking back at a deal: what each decision cost against the best plan found, and what luck brought.

A decision is what a player does from a moment on until the turn ends or they see something new. The plan that was played and
those that `canasta.bots.search` finds are played in the same worlds. The best one is chosen in some worlds and compared in
others, so that it does not look better than it is only because it was chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from canasta.base.events import Event, Moved
from canasta.base.moves import Move
from canasta.base.seats import Seat
from canasta.base.spans import Line
from canasta.bots.bot import Step
from canasta.bots.search import race_of
from canasta.bots.turn_hint import moves_of
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.position import Position
from canasta.notation.move_phrases import move_phrases
from canasta.notation.move_text import move_text
from canasta.notation.records.playback import Watched
from canasta.wording.review import decision_line
from canasta.wording.spans import plain

WORLDS: Final = 32
"""In how many worlds plans are compared unless someone says otherwise."""

_SURE: Final = 1.96
_FRESH: Final = 2
"""The best plan and the one that was played are compared in that many times as many worlds again."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of points with its standard error."""

    points: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.points - _SURE * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.points + _SURE * self.error

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Return the mean of *values*, of which there are at least two."""
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return cls(mean, sqrt(spread / len(values)))

    @classmethod
    def total(cls, parts: Sequence[Estimate]) -> Estimate:
        """Return the sum of independent *parts*."""
        return cls(sum(part.points for part in parts), sqrt(sum(part.error**2 for part in parts)))


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of *seat*, which began after the moment *at* of the deal and ended with the moment *end*, in the turn *turn*."""

    at: int
    end: int
    turn: int
    seat: Seat
    played: tuple[str, ...]
    """The moves as they are written."""
    best: tuple[str, ...]
    """Those of the best plan found; the same where nothing better was found."""
    told: tuple[Line, ...]
    """The moves that were played as people read them."""
    better: tuple[Line, ...]
    """Those of the best plan, likewise."""
    lost: Estimate
    """How many points the best plan is expected to make more, for the side less the others, at the end of the deal."""
    luck: Estimate | None
    """What the cards that were seen just before brought: the expected lead with them less that before; None where none were."""

    @property
    def clear(self) -> bool:
        """Whether the plan that was played is worse beyond doubt: the whole interval is above 0."""
        return self.lost.low > 0


def review(watched: Watched, seats: Sequence[Seat], worlds: int = WORLDS) -> Iterator[Decision]:
    """Judge the decisions of *seats* in a recorded deal, in their order, comparing plans in *worlds* worlds, at least 2.

    The cards of *seats* must be known (`canasta.notation.records.playback.known_hands`). Equal deals are judged alike.
    """
    moments, moves = watched.moments, watched.played.replay.moves
    at = 0
    before: Estimate | None = None  # the expected lead before the player saw new cards in this turn
    while at < len(moves):
        deal, seat = moments[at].deal, moves[at][0]
        end = _end(watched, at)
        if seat in seats and seat == deal.actor and not deal.position.staging:
            seen = view(deal, seat)
            steps = [step for number in range(at, end) for step in _steps(moments[number].deal, seat, moves[number][1])]
            judged = _Judged(seen, steps, worlds)
            luck = None if before is None else Estimate.total([judged.usual, Estimate(-before.points, before.error)])
            played = [move for _, move in moves[at:end]]
            best = list(moves_of(seen, judged.best)) if judged.best != steps else played
            yield Decision(
                at=at,
                end=end,
                turn=moments[at + 1].turn,
                seat=seat,
                played=tuple(map(move_text, played)),
                best=tuple(map(move_text, best)),
                told=move_phrases(deal, seat, played),
                better=move_phrases(deal, seat, best),
                lost=judged.lost,
                luck=luck,
            )
            after = moments[end].deal
            goes_on = not after.over and after.position.turns == deal.position.turns and after.actor == seat
            before = judged.expected if goes_on else None
        else:
            before = None
        at = end


def remarked(watched: Watched, seats: Sequence[Seat], worlds: int = WORLDS) -> Watched:
    """*watched* with a comment at each decision of *seats*, whose cards are known, that is clearly worse than the best plan.

    A deal that was counted by hand stays as it is.
    """
    if watched.played.by_hand:
        return watched
    said: dict[int, str] = {}
    for decision in review(watched, seats, worlds):
        lost = decision.lost
        if decision.clear:
            said[decision.end] = plain(decision_line(decision.better, lost.points, lost.low, lost.high))
    moments = [
        replace(moment, comments=(*moment.comments, said[at])) if at in said else moment
        for at, moment in enumerate(watched.moments)
    ]
    return replace(watched, moments=tuple(moments))


def _end(watched: Watched, at: int) -> int:
    """Return the moment at which the decision that begins at *at* has ended."""
    moments, moves = watched.moments, watched.played.replay.moves
    seat, turns = moves[at][0], moments[at].deal.position.turns
    end = at + 1
    while end < len(moves) and moves[end][0] == seat and moments[end].deal.position.turns == turns:
        before, after = moments[end - 1].deal.position, moments[end].deal.position
        if after.stock() != before.stock() or after.taken(seat) != before.taken(seat):
            break
        end += 1
    return end


class _Judged:
    """The plans of a decision in the same worlds."""

    def __init__(self, seen: View, steps: list[Step], worlds: int) -> None:
        """Compare the plan of *steps* with those that are found for the seat of *seen*."""
        race = race_of(seen)
        plans = [list(plan.steps) for plan in race.plans]
        own = plans.index(steps) if steps in plans else race.enter(steps)
        race.play(worlds)
        chosen = race.best()
        behind, error = race.compare(chosen, own)
        if behind <= error:  # the best of many plans looks better than it is: nearly as good is as good
            chosen = own
        race.racing[:] = sorted({0, own, chosen})
        race.play(_FRESH * worlds)
        values = race.values
        self.best: list[Step] = list(race.plans[chosen].steps)
        fresh = [one - two for one, two in zip(values[chosen][worlds:], values[own][worlds:], strict=True)]
        self.lost: Estimate = Estimate.of(fresh)
        self.expected: Estimate = Estimate.of(values[own])
        self.usual: Estimate = Estimate.of(values[0])
        """What is expected of the plan of the policy, by which all went on that was expected before."""


class _StepByStep(Deal):
    """A deal that notes the steps that moves are made of."""

    __slots__ = ("taken",)

    taken: list[Step]

    def _told(
        self, step: int, moved: Sequence[Moved], before: Position, seat: int, shown: tuple[int, ...]
    ) -> list[Event]:
        self.taken.append(step)
        return super()._told(step, moved, before, seat, shown)


def _steps(deal: Deal, seat: Seat, move: Move) -> list[Step]:
    """Return the steps that *move* of *seat* is made of in *deal*, which is not changed."""
    copied = _StepByStep(deal.rules, deal.position.copy(), deal.tabletop.copy())
    copied.taken = []
    copied.play(seat, move)
    return copied.taken
