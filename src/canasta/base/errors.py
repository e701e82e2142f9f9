"""Everything canasta raises.

* CanastaError
  + RulesError       a rule set that cannot be read or contradicts itself; carries every problem
  + SetupError       an arrangement of cards that contradicts the rules or itself; carries every problem
  + NotationError    text that is not a card, a move, a position or a case; carries line and column
  + IllegalMove      a move refused; carries the `Refusal`
  + MisuseError      a call with the wrong kind of argument, or at the wrong moment
  + KernelError      the requested kernel is not available
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from canasta.base.spans import Line


class CanastaError(Exception):
    """The root of all errors raised here on purpose; its text is one clear sentence."""


class KernelError(CanastaError, ImportError):
    """The kernel that ``CANASTA_KERNEL`` asks for cannot be loaded."""


class MisuseError(CanastaError, TypeError, ValueError):
    """A call with an argument that cannot be used, or at a moment when it means nothing; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in rules, a case or a setup: where (*path*, dotted; empty for all of it), what, and what would be right."""

    path: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


MOST_PROBLEMS: Final = 20
"""How many problems are shown to people at once."""


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    """Return a line for each of *problems*, and one that counts those beyond `MOST_PROBLEMS`.

    >>> problem_lines([Problem("a", "b")] * 22)[-2:]
    ['a: b', 'and 2 more problems']
    """
    lines = [str(problem) for problem in problems[:MOST_PROBLEMS]]
    more = len(problems) - len(lines)
    return [*lines, f"and {more:,} more problem{'' if more == 1 else 's'}"] if more else lines


class RulesError(CanastaError):
    """A rule set that cannot be used, with all its problems at once."""

    def __init__(self, title: str, problems: tuple[Problem, ...]) -> None:
        self.title = title
        self.problems = problems
        super().__init__("\n".join([title, *(f"  {line}" for line in problem_lines(problems))]))

    def __reduce__(self) -> tuple[object, ...]:
        return RulesError, (self.title, self.problems)


class SetupError(CanastaError):
    """An arrangement of cards that cannot be, with all its problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(
            "\n".join(["This arrangement of cards is not possible.", *(f"  {problem}" for problem in problems)])
        )


class NotationError(CanastaError):
    """Text that cannot be read. *line* and *column* count from 1; 0 if they mean nothing."""

    def __init__(self, text: str, line: int = 0, column: int = 0) -> None:
        self.line = line
        self.column = column
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is refused.

    *clause* is the name of the rule, *needed* and *given* its numbers (None if it has none),
    *text* the sentence for the player, *line* the same in spans.
    """

    clause: str
    text: str
    needed: int | None = None
    given: int | None = None
    line: Line = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class IllegalMove(CanastaError):
    """A move that the rules forbid here; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))
