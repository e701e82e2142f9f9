"""The weights of the bots that play by a policy, and the values and odds that bots look ahead by, as data: one file for each set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from canasta.base.errors import Problem, RulesError
from canasta.engine.facts import NAMES as FACTS
from canasta.engine.odds import MOST
from canasta.engine.odds import NAMES as SORTS
from canasta.engine.value import PARTS
from canasta.engine.weights import NAMES
from canasta.rules.toml import read_toml

FOLDER: Final = Path(__file__).parent
"""Where the files are that come with canasta."""

MOST_POINTS: Final = 1_000_000
"""How large a number in a value can be, up or down: nothing that a fact tells is worth as many points."""


@dataclass(frozen=True, slots=True)
class Found:
    """Numbers that were found by playing by one set of rules."""

    game: str
    players: int
    rules: str
    """The digest of the rules."""


@dataclass(frozen=True, slots=True)
class TunedWeights(Found):
    """Weights of a policy."""

    weights: tuple[float, ...]
    """In the order of `canasta.engine.weights.NAMES`."""


@dataclass(frozen=True, slots=True)
class TunedValue(Found):
    """The numbers of a value of positions."""

    numbers: tuple[float, ...]
    """As `canasta.engine.value.Value` wants them."""
    mean: float
    """The points of a side in a deal, on average."""
    deviation: float
    """The standard deviation of the lead at the end of a deal."""


@dataclass(frozen=True, slots=True)
class TunedOdds(Found):
    """Odds of what hands hold."""

    factors: tuple[float, ...]
    """As `canasta.engine.odds.Odds` wants them."""


@cache
def packaged_weights(name: str) -> tuple[float, ...]:
    """Return the weights in the file *name* of this package, in the order of a policy."""
    return read_weights(FOLDER / f"{name}.toml")


def read_weights(path: Path) -> tuple[float, ...]:
    """Return the weights in the file at *path*, in the order of a policy.

    Raises `RulesError` if it is missing or is not TOML, and if a weight is missing, unknown or not a number.
    """
    return _weights(read_toml(path), path.name)


def read_tuned(path: Path) -> TunedWeights:
    """Return the weights in the file at *path* that ``canasta tune`` has written.

    Raises `RulesError` as `read_weights` does, and if the file does not say which rules the weights are for.
    """
    content = read_toml(path)
    weights = _weights(content, path.name)
    return TunedWeights(*_provenance(content, path.name), weights)


def read_tuned_value(path: Path) -> TunedValue:
    """Return the value of positions in the file at *path* that ``canasta tune`` has written.

    Raises `RulesError` if it is missing or is not TOML, if a fact is missing or unknown or does not have three numbers, if
    a number is beyond `MOST_POINTS`, if the file does not say how deals end, and if it does not say which rules the value is for.
    """
    content = read_toml(path)
    texts = (
        "this fact is missing",
        "a value knows no such fact",
        f"{PARTS} numbers from -{MOST_POINTS:,} to {MOST_POINTS:,} belong here",
    )
    numbers = _rows(content, path.name, "value", FACTS, PARTS, texts, _is_in_points)
    ends = _ends(content, path.name)
    return TunedValue(*_provenance(content, path.name), numbers, *ends)


def read_tuned_odds(path: Path) -> TunedOdds:
    """Return the odds in the file at *path* that ``canasta tune --odds`` has written.

    Raises `RulesError` if it is missing or is not TOML, if a sort of cards is missing or unknown or does not have as many
    positive numbers as odds have, and if the file does not say which rules the odds are for.
    """
    content = read_toml(path)
    texts = ("this sort is missing", "odds have no such sort", f"{MOST} positive numbers belong here")
    factors = _rows(content, path.name, "odds", SORTS, MOST, texts, _is_positive)
    return TunedOdds(*_provenance(content, path.name), factors)


def _provenance(content: dict[str, Any], name: str) -> tuple[str, int, str]:
    """Return the game, the number of players and the digest of the rules."""
    made = content.get("provenance", {})
    problems = [
        Problem(f"provenance.{key}", f"a {what} belongs here")
        for key, kind, what in (("game", str, "text"), ("players", int, "whole number"), ("rules", str, "text"))
        if not isinstance(made, dict) or type(made.get(key)) is not kind
    ]
    if problems:
        raise RulesError(f"{name} cannot be read.", tuple(problems))
    return made["game"], made["players"], made["rules"]


def _ends(content: dict[str, Any], file: str) -> tuple[float, float]:
    """Return how deals end: the mean of the points of a side, and the standard deviation of its lead."""
    given = content.get("deal", {})
    wanted = (("mean", _is_number, "a number"), ("deviation", _is_positive, "a positive number"))
    problems = [
        Problem(f"deal.{key}", f"{what} belongs here")
        for key, fits, what in wanted
        if not isinstance(given, dict) or not fits(given.get(key))
    ]
    if problems:
        raise RulesError(f"{file} cannot be read.", tuple(problems))
    return float(given["mean"]), float(given["deviation"])


def _rows(
    content: dict[str, Any],
    file: str,
    table: str,
    names: Sequence[str],
    width: int,
    texts: tuple[str, str, str],
    fits: Callable[[object], bool],
) -> tuple[float, ...]:
    """Return the *width* numbers of each of *names*, in order; *texts* say that a row is missing, that it is unknown, that it is wrong."""
    missing, unknown, wrong = texts
    given = content.get(table, {})
    if not isinstance(given, dict):
        raise RulesError(f"{file} cannot be read.", (Problem(table, "a table of numbers belongs here"),))
    problems = [Problem(f"{table}.{each}", missing) for each in names if each not in given]
    problems += [Problem(f"{table}.{each}", unknown) for each in given if each not in names]
    problems += [
        Problem(f"{table}.{each}", wrong)
        for each, row in given.items()
        if not isinstance(row, list) or len(row) != width or not all(map(fits, row))
    ]
    if problems:
        raise RulesError(f"{file} cannot be read.", tuple(problems))
    return tuple(float(number) for each in names for number in given[each])


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and _is_number(value) and value > 0


def _is_in_points(value: object) -> bool:
    return isinstance(value, int | float) and _is_number(value) and abs(value) <= MOST_POINTS


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value)


def _weights(content: dict[str, Any], name: str) -> tuple[float, ...]:
    given = content.get("weights", {})
    if not isinstance(given, dict):
        raise RulesError(f"{name} cannot be read.", (Problem("weights", "a table of numbers belongs here"),))
    problems = [Problem(f"weights.{each}", "this weight is missing") for each in NAMES if each not in given]
    problems += [Problem(f"weights.{each}", "no policy has this weight") for each in given if each not in NAMES]
    problems += [
        Problem(f"weights.{each}", f"{value!r} is not a number")
        for each, value in given.items()
        if not _is_number(value)
    ]
    if problems:
        raise RulesError(f"{name} cannot be read.", tuple(problems))
    return tuple(float(given[each]) for each in NAMES)
