"""Options together: what several options of a game change in any order, or why they cannot be combined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from canasta.base.errors import Problem
from canasta.rules.changes import Changes
from canasta.rules.game import Game, Option
from canasta.rules.shapes import flaw, value_text

Rows = tuple[tuple[int, int], ...]


def together(game: Game, names: Sequence[str], players: int) -> tuple[Changes, tuple[Problem, ...]]:
    """Return what the options *names* of *game* change together for *players*, and what contradicts itself.

    Tables of rows combine number by number, as far as each option changes other numbers of the game's own table. Any other
    value that two options set differently, and any value of what another option takes away, is a problem.

    >>> from canasta.rules.load import games
    >>> game = games()["classic"]
    >>> both = together(game, ["no-minimum-below-zero", "hundred-from-3000"], 4)
    >>> both[0]["opening.minimums"]
    ((-1, 0), (0, 50), (1500, 90), (3000, 100))
    >>> hkf = games()["hand-knee-and-foot"]
    >>> print(*together(hkf, ["three-wilds", "half-wilds"], 4)[1])
    options.half-wilds: three-wilds sets meld.ratio to fewer, and half-wilds sets it to half: choose one of them
    """
    usual = game.values(players)
    chosen = [game.options[name] for name in dict.fromkeys(names)]
    changes: Changes = {}
    owner: dict[str, Option] = {}
    problems: list[Problem] = []
    for option in chosen:
        for path, value in option.changes_for(players).items():
            if path in changes and changes[path] != value:
                rows = _merged(usual.get(path), changes[path], value)
                if rows is None:
                    problems.append(_contradiction(path, owner[path], changes[path], option, value))
                else:
                    changes[path] = rows
            elif path not in changes:
                changes[path], owner[path] = value, option
    problems += _taken_away(chosen, players)
    # What is taken away goes first: the same option may put something in its place.
    return dict(sorted(changes.items(), key=lambda each: each[1] is not None)), tuple(problems)


def _merged(usual: Any, first: Any, second: Any) -> Rows | None:
    """Return two tables of rows in one, where they change different numbers of the *usual* one; None if they do not."""
    if not (_is_rows(usual) and _is_rows(first) and _is_rows(second) and len(usual) == len(first) == len(second)):
        return None
    merged = []
    for rows in zip(usual, first, second, strict=True):
        row = []
        for was, one, other in zip(*rows, strict=True):
            if one != other and was not in (one, other):
                return None
            row.append(other if one == was else one)
        merged.append((row[0], row[1]))
    return tuple(merged)


def _is_rows(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(row, tuple) for row in value)


def _contradiction(path: str, first: Option, before: object, second: Option, after: object) -> Problem:
    if before is None or after is None:
        taking, other = (first, second) if before is None else (second, first)
        return _gone(path, taking, other)
    text = f"{first.name} sets {path} to {value_text(before)}, and {second.name} sets it to {value_text(after)}"
    return flaw(f"options.{second.name}", f"{text}: choose one of them")


def _gone(path: str, taking: Option, other: Option) -> Problem:
    return flaw(
        f"options.{other.name}", f"{other.name} changes {path}, which {taking.name} removes: choose one of them"
    )


def _taken_away(chosen: Sequence[Option], players: int) -> list[Problem]:
    """Values that one option changes of what another one takes away."""
    found = {}
    for taking in chosen:
        gone = [path for path, value in taking.changes_for(players).items() if value is None]
        for other in chosen:
            if other is not taking:
                for path in gone:
                    if _touches(other.changes_for(players), path):
                        found[path, taking.name, other.name] = _gone(path, taking, other)
    return list(found.values())


def _touches(changes: Mapping[str, Any], path: str) -> bool:
    return path not in changes and any(each.startswith(path + ".") for each in changes)
