"""The ladder: one bot against known ones, on decks that nothing else plays, in one line that anyone can verify."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from canasta import __version__
from canasta.bots import make
from canasta.engine.steps import STEPS_VERSION
from canasta.rules.groups import Rules
from canasta.sim.duel.contest import Duel
from canasta.sim.duel.kept import identity
from canasta.sim.duel.report import DuelReport
from canasta.sim.duel.run import run
from canasta.sim.run import Progress

FORMAT: Final = 1
"""The version of the line; it grows with the decks, the opponents' places and all else that makes lines comparable."""

OPPONENTS: Final = ("chance", "greedy", "planner")
"""The usual opponents, the weakest first."""

DECKS: Final = 200
"""How many decks each pair plays in each game, each from all places."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A *bot* and those whom it meets in each of *games*."""

    bot: str
    games: tuple[Rules, ...]
    opponents: tuple[str, ...] = OPPONENTS
    decks: int = DECKS
    jobs: int = 1

    @property
    def duels(self) -> tuple[Duel, ...]:
        """All duels, game by game. Raises `canasta.sim.plan.PlanError` for what cannot be played."""
        return tuple(
            Duel(rules=rules, a=self.bot, b=each, decks=self.decks, jobs=self.jobs, purpose="report")
            for rules in self.games
            for each in self.opponents
        )


@dataclass(frozen=True, slots=True)
class LadderResult:
    """What the duels of a ladder came to."""

    ladder: Ladder
    reports: tuple[DuelReport, ...]

    @property
    def whole(self) -> bool:
        """Whether all that was asked for was played."""
        return len(self.reports) == len(self.ladder.duels) and all(report.whole for report in self.reports)

    @property
    def digest(self) -> str:
        """A digest of who played what by which rules, and of what every duel came to, in whole numbers."""
        told = [
            {**identity(report.duel), "decks": report.tally.decks, "total": report.tally.difference.total}
            for report in self.reports
        ]
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def line(self) -> str:
        """The result in one line: whoever runs the same command with the same versions gets the same one."""
        bot = self.ladder.bot
        rungs = " ".join(
            f"{report.duel.rules.name}/{report.duel.rules.seats}:{report.duel.b}:{round(report.difference.mean):+d}"
            f"±{round((report.difference.high - report.difference.low) / 2)}"
            for report in self.reports
        )
        who = f"{bot.replace(' ', '_')}@{make(bot, 0, 0).version}"
        return f"ladder{FORMAT} {who} canasta={__version__} steps={STEPS_VERSION} decks={self.ladder.decks} {rungs} {self.digest}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"ladder": FORMAT, "line": self.line, "duels": [report.as_json() for report in self.reports]}

    def lines(self) -> Iterator[str]:
        """Yield it as text: a row for each game, a column for each opponent, and the line."""
        yield f"{self.ladder.bot} on the ladder: points more a deal, with 95 % intervals"
        yield ""
        size = len(self.ladder.opponents)
        rows = [("", *(f"against {each}" for each in self.ladder.opponents))]
        for at in range(0, len(self.reports), size):
            reports = self.reports[at : at + size]
            rules = reports[0].duel.rules
            rows.append((f"{rules.title}, {rules.seats} players", *map(_cell, reports)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        yield ""
        yield self.line


def _cell(report: DuelReport) -> str:
    less = report.difference
    return f"{less.mean:+,.0f} ({less.low:+,.0f} to {less.high:+,.0f})".replace("-", "−")


def climb(ladder: Ladder, progress: Progress | None = None) -> LadderResult:
    """Play *ladder*; *progress* is told how many decks have been played. An interrupt ends it with what was played whole.

    Raises what `canasta.sim.duel.run.run` raises.
    """
    reports: list[DuelReport] = []
    for number, duel in enumerate(ladder.duels):
        report = run(duel, _after(number * ladder.decks, progress))
        if not report.whole:
            break
        reports.append(report)
    return LadderResult(ladder, tuple(reports))


def _after(done: int, progress: Progress | None) -> Progress | None:
    """Return what tells *progress* of decks that are played after *done* others."""
    return None if progress is None else lambda decks: progress(done + decks)
