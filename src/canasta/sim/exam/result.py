"""What an exam found, as plain data and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from canasta.bots.process.messages import BotHello


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a bot must do, and what was wrong; an empty *problem* means that it did it."""

    does: str
    problem: str = ""


@dataclass(slots=True)
class GameResult:
    """How the bot played one game with all its numbers of players; *times* are the milliseconds of each decision.

    *repeated* counts the decisions that were asked again. Where something went wrong, *problem* says what.
    """

    game: str
    title: str
    players: tuple[int, ...]
    deals: int = 0
    repeated: int = 0
    times: list[float] = field(default_factory=list)
    problem: str = ""

    @property
    def median(self) -> float:
        """The time of a usual decision, in milliseconds."""
        return median(self.times) if self.times else 0.0

    @property
    def slowest(self) -> float:
        """The time of the slowest decision, in milliseconds."""
        return max(self.times, default=0.0)

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "game": self.game,
            "title": self.title,
            "players": list(self.players),
            "deals": self.deals,
            "decisions": len(self.times),
            "repeated": self.repeated,
            "median_ms": round(self.median, 2),
            "slowest_ms": round(self.slowest, 2),
            "passed": not self.problem,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class ExamResult:
    """What an exam found: what the bot says of itself, what it does with odd lines, how it plays."""

    command: Sequence[str]
    hello: BotHello | None
    ms: int
    checks: Sequence[Check]
    games: Sequence[GameResult]

    @property
    def passed(self) -> bool:
        """Whether the bot did everything right."""
        return not any([each.problem for each in self.checks] + [each.problem for each in self.games])

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "command": list(self.command),
            "bot": asdict(self.hello) if self.hello else None,
            "ms": self.ms,
            "checks": [
                {"does": each.does, "passed": not each.problem, "problem": each.problem} for each in self.checks
            ],
            "games": [each.as_json() for each in self.games],
            "passed": self.passed,
        }


def lines(result: ExamResult) -> Iterator[str]:
    """Yield the result, a line at a time."""
    if result.hello is not None:
        same = (
            "the same step whenever it is asked the same" if result.hello.deterministic else "steps by chance as well"
        )
        yield f"{result.hello.name} {result.hello.version} takes {same}; {result.ms:,} ms for a decision"
        yield ""
    yield from _aligned([("Protocol", ""), *((each.does, each.problem or "passed") for each in result.checks)])
    if result.games:
        yield ""
        head = ("Game", "players", "deals", "decisions", "asked twice", "median ms", "slowest ms", "")
        yield from _aligned([head, *map(_row, result.games)])
    yield ""
    yield "passed" if result.passed else "failed"


def _row(each: GameResult) -> tuple[str, ...]:
    numbers = [f"{each.deals:,}", f"{len(each.times):,}", f"{each.repeated:,}"]
    times = [f"{each.median:.1f}", f"{each.slowest:.1f}"]
    return (each.game, _players(each.players), *numbers, *times, each.problem or "passed")


def _players(numbers: Sequence[int]) -> str:
    """Numbers of players in short.

    >>> _players((2, 3, 4)), _players((4, 6))
    ('2–4', '4, 6')
    """
    together = len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if together else ", ".join(map(str, numbers))


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """*rows* in columns; those of numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            f"{cell:>{width}}" if 1 < column < len(row) - 1 else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
