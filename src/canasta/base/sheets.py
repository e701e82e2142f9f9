"""Score sheets: what one side scored in one deal, line by line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet."""

    text: str
    """What is counted, for people ("2 clean canastas")."""

    clause: str
    """The name of the rule."""

    count: int
    """How many things are counted; 0 where only their sum is known."""

    each: int | None
    """What each of them is worth; None if they are not all worth the same."""

    points: int
    """What the line is worth, with its sign."""

    item: str = ""
    """What is counted, in a word that is the same for every side and number; empty in sheets of older programs."""

    title: str = ""
    """What a table of several sides calls it ("clean canastas"); empty in sheets of older programs."""

    def __str__(self) -> str:
        each = f", {amount(abs(self.each))} each" if self.each is not None and self.count > 1 else ""
        return f"{self.text[0].upper()}{self.text[1:]}{each}"


@dataclass(frozen=True, slots=True)
class Part:
    """Lines that are counted together; *title* is empty if the game does not name them."""

    title: str
    lines: tuple[ScoreLine, ...]

    @property
    def points(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side's score for one deal; *parts* and lines stand in the order in which the game counts."""

    parts: tuple[Part, ...]

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The lines of all parts."""
        return tuple(line for part in self.parts for line in part.lines)

    @property
    def subtotals(self) -> tuple[tuple[str, int], ...]:
        """Title and points of the parts that the game names; they are said even if they are 0."""
        return tuple((part.title, part.points) for part in self.parts if part.title)

    @property
    def total(self) -> int:
        """The score of the deal."""
        return sum(part.points for part in self.parts)

    def __str__(self) -> str:
        """Return the sheet as people write it, numbers below each other; lines of a named part are set in."""
        rows: list[tuple[str, str, str]] = []
        for part in self.parts:
            if part.title:
                rows.append((part.title, "", amount(part.points)))
                rows.extend((f"  {line}", amount(line.points), "") for line in part.lines)
            else:
                rows.extend((str(line), "", amount(line.points)) for line in part.lines)
        rows.append(("Total", "", amount(self.total)))
        left, inner, outer = (max(len(row[at]) for row in rows) for at in range(3))
        column = f"  {{:>{inner}}}" if inner else "{}"
        return "\n".join(f"{text:<{left}}{column.format(line)}  {part:>{outer}}".rstrip() for text, line, part in rows)


def amount(points: int) -> str:
    """*points* as people write them.

    >>> amount(-1500)
    '−1,500'
    """
    return f"{points:,}".replace("-", "−")
