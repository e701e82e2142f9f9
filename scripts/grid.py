"""The grid: games side by side, a row for each parameter of the family, a cell of a few words for each game.

A row is a function of `Rules`; what depends on the number of players is said for each number. A cell knows
as well which sources are behind it, and what the options of the game make of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from canasta.base.errors import RulesError
from canasta.rules.changes import Changes, paths
from canasta.rules.game import PLAYERS, Game
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.load import rules_of
from canasta.rules.shapes import CARDS_PATH, LISTS
from canasta.rules.source import Source

Text = Callable[[Rules], str]


@dataclass(frozen=True, slots=True)
class Row:
    """A parameter: its number and *title*, its cell for one set of rules, the *paths* of the values behind it.

    A path in a list of reserves or special ranks stands for the value of each of them: ``reserves.size``.
    """

    number: int
    title: str
    text: Text
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A game, with options that make it another one."""

    code: str
    game: Game
    options: tuple[str, ...] = ()

    def rules(self, players: int, *more: str) -> Rules:
        """Return the rules for a number of players, with *more* options; raises `RulesError` where there are none."""
        return rules_of(self.game, players, (*self.options, *more))

    def values(self, players: int) -> Changes:
        """Return the values by path that the game and its options state."""
        values = self.game.values(players)
        for name in self.options:
            values.update(self.game.options[name].changes_for(players))
        return values

    def source(self, path: str, players: int) -> Source:
        """Return what is behind the value at *path*."""
        for name in self.options:
            if path in self.game.options[name].changes_for(players):
                return self.game.options[name].source
        return self.game.source(path, players)


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a row of a column, the sources behind it, and its text with each option that changes it.

    "–" stands where a row does not apply to a game.
    """

    text: str
    sources: tuple[Source, ...]
    changes: dict[str, str] = field(hash=False)


ROWS: Final[list[Row]] = []
"""Every row, in order."""


def row(title: str, *values: str) -> Callable[[Text], Text]:
    """Make a function the text of the next row, which is about *values*."""
    if any(value.partition(".")[0] not in GROUPS for value in values):
        raise ValueError(title)

    def enter(text: Text) -> Text:
        ROWS.append(Row(len(ROWS) + 1, title, text, values))
        return text

    return enter


def cells(column: Column) -> list[Cell]:
    """Return the cells of a column, one for each row."""
    plain = _texts(column)
    changed = {name: _texts(column, name) for name in column.game.options if name not in column.options}
    found = []
    for place, each in enumerate(ROWS):
        changes = {name: texts[place] for name, texts in changed.items() if texts and texts[place] != plain[place]}
        sources = () if plain[place] == "–" else tuple(_sources(each, column))
        found.append(Cell(plain[place], sources, changes))
    return found


def _texts(column: Column, *more: str) -> list[str]:
    """Return the text of each row; none if the options cannot be played."""
    playable = []
    for players in PLAYERS:
        try:
            playable.append((players, column.rules(players, *more)))
        except RulesError:
            continue
    return [joined([(players, each.text(rules)) for players, rules in playable]) for each in ROWS] if playable else []


def joined(texts: Sequence[tuple[int, str]]) -> str:
    """Texts for some numbers of players in one: where they differ, the numbers stand behind them.

    >>> joined([(2, "15"), (3, "13"), (4, "11"), (5, "11"), (6, "11")])
    '15 (2) · 13 (3) · 11 (4–6)'
    >>> joined([(2, "yes"), (4, "yes")])
    'yes'
    """
    players: dict[str, list[int]] = {}
    for number, text in texts:
        players.setdefault(text, []).append(number)
    if len(players) == 1:
        return next(iter(players))
    return " · ".join(f"{text} ({spans(numbers)})" for text, numbers in players.items())


def spans(numbers: Iterable[int]) -> str:
    """Numbers with neighbours joined.

    >>> spans((2, 3, 4, 6)), spans((4,))
    ('2–4, 6', '4')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _sources(each: Row, column: Column) -> list[Source]:
    """Return what is behind a cell: the sources of the values that are stated, otherwise that of the default."""
    stated: dict[Source, None] = {}
    unstated: dict[Source, None] = {}
    for players in column.game.players:
        rules = column.rules(players)
        values = column.values(players)
        for path in each.paths:
            group, name = path.split(".", 1)
            items = (
                [f"{getattr(item, LISTS[group])}.{name}" for item in getattr(rules, group)]
                if group in LISTS
                else [name]
            )
            for item in items:
                found = stated if f"{group}.{item}" in values else unstated
                found[column.source(f"{group}.{item}", players)] = None
    return list(stated or unstated)


def unsaid(rules: Rules) -> set[str]:
    """Return the values that decide something and that no row speaks of."""
    known = {path for each in ROWS for path in each.paths}
    found = set()
    for path, _ in paths(rules):
        group, name = path.split(".", 1)
        value = f"{group}.{name.rpartition('.')[2]}" if group in LISTS else path
        if group != "words" and not value.startswith(CARDS_PATH):
            found.add(value)
    return found - known
