"""`Report`: what a simulation found, as data and as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from canasta.base.seats import seats_of
from canasta.bots import make
from canasta.deal.reporting import ENDINGS
from canasta.rules.digest import digest
from canasta.sim.moments import Mean, share
from canasta.sim.plan import Plan
from canasta.sim.tally import Tally


@dataclass(frozen=True, slots=True)
class SidePoints:
    """Points of one side: a deal, or the total of a match. *seats* count from 1, as people do."""

    side: int
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Wins:
    """Matches that one side, or the sides with one bot in them, won, joint wins included."""

    wins: int
    of: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Report:
    """What *plan* came to. *decks* of them were played; fewer than planned when the run was stopped.

    Means have 95 % intervals. *by_bot* and *bot_wins* are empty if all bots are the same; the other fields
    on matches where no matches were played.
    """

    plan: Plan
    decks: int
    deals: int
    ends: Mapping[str, int]
    turns: Mean
    steps: Mean
    stuck: int
    points: tuple[SidePoints, ...]
    by_bot: Mapping[str, Mean]
    difference: Mean | None
    """Of two bots, how much more the first by name makes than the second, deck by deck: None unless there are two."""
    matches: int
    unfinished: int
    joint: int
    deals_a_match: Mean
    wins: tuple[Wins, ...]
    bot_wins: Mapping[str, Wins]

    @property
    def whole(self) -> bool:
        """Whether all that was planned was played."""
        return self.decks == self.plan.deals

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data: what was asked for, then what was found."""
        plan = self.plan
        found: dict[str, Any] = {
            "game": plan.rules.name,
            "title": plan.rules.title,
            "players": plan.rules.seats,
            "rules": digest(plan.rules),
            "bots": list(plan.seating),
            "versions": {name: make(name, 0, 0).version for name in sorted(set(plan.seating))},
            "seed": plan.seed,
            "duplicate": plan.duplicate,
            "planned": plan.deals,
            "decks": self.decks,
            "deals": self.deals,
            "ends": dict(self.ends),
            "turns": asdict(self.turns),
            "steps": asdict(self.steps),
            "stuck": self.stuck,
            "points": [asdict(side) for side in self.points],
        }
        if self.by_bot:
            found["by_bot"] = {name: asdict(mean) for name, mean in self.by_bot.items()}
        if self.difference is not None:
            one, other = self.by_bot
            found["difference"] = {"of": [one, other], **asdict(self.difference)}
        if plan.match:
            found["match"] = {
                "matches": self.matches,
                "unfinished": self.unfinished,
                "joint": self.joint,
                "max_deals": plan.max_deals,
                "deals": asdict(self.deals_a_match),
                "wins": [asdict(wins) for wins in self.wins],
            }
            if self.bot_wins:
                found["match"]["by_bot"] = {name: asdict(wins) for name, wins in self.bot_wins.items()}
        plain: dict[str, Any] = rounded(found)
        return plain


def rounded(value: Any) -> Any:
    """*value* with every fraction cut to four places: more would be noise."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value


def report(plan: Plan, tally: Tally) -> Report:
    """Return what *tally* says of *plan*."""
    rules, seating = plan.rules, plan.seating
    sides = []
    for side in range(rules.sides):
        seats = seats_of(side, rules.seats, rules.sides)
        mean = tally.points[side].mean() if side in tally.points else Mean(0.0, 0.0, 0.0)
        members = () if plan.turns > 1 else tuple(seating[seat] for seat in seats)
        sides.append(SidePoints(side + 1, tuple(seat + 1 for seat in seats), members, mean.mean, mean.low, mean.high))
    names = sorted(set(seating))
    several = len(names) > 1
    matches = tally.deals.number
    finished = matches - tally.unfinished
    return Report(
        plan=plan,
        decks=tally.decks,
        deals=sum(tally.ends.values()),
        ends={how: tally.ends[how] for how in ENDINGS.values()},
        turns=tally.turns.mean(),
        steps=tally.steps.mean(),
        stuck=tally.stuck,
        points=tuple(sides),
        by_bot={
            name: tally.by_bot[name].mean(seating.count(name) * plan.turns) for name in names if name in tally.by_bot
        }
        if several
        else {},
        difference=tally.difference.mean(seating.count(names[0]) * seating.count(names[1]) * plan.turns)
        if len(names) == 2
        else None,
        matches=matches,
        unfinished=tally.unfinished,
        joint=tally.joint,
        deals_a_match=tally.deals.mean(),
        wins=tuple(_wins(tally.wins[side], finished) for side in range(rules.sides)) if plan.match else (),
        bot_wins={name: _wins(tally.bot_wins[name], tally.bot_matches[name]) for name in names}
        if plan.match and several
        else {},
    )


def _wins(wins: int, of: int) -> Wins:
    each = share(wins, of)
    return Wins(wins, of, each.mean, each.low, each.high)
