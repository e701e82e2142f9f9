"""The weights of the bots that play by a policy, as data: one file for each set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from canasta.base.errors import Problem, RulesError
from canasta.engine.weights import NAMES
from canasta.rules.toml import read_toml

FOLDER: Final = Path(__file__).parent
"""Where the files are that come with canasta."""


@dataclass(frozen=True, slots=True)
class TunedWeights:
    """Weights that were found for one set of rules."""

    game: str
    players: int
    rules: str
    """The digest of the rules."""
    weights: tuple[float, ...]
    """In the order of a policy."""


@cache
def packaged_weights(name: str) -> tuple[float, ...]:
    """The weights in the file *name* of this package, in the order of a policy."""
    return read_weights(FOLDER / f"{name}.toml")


def read_weights(path: Path) -> tuple[float, ...]:
    """The weights in the file at *path*, in the order of a policy.

    Raises `RulesError` if it is missing or is not TOML, and if a weight is missing, unknown or not a number.
    """
    return _weights(read_toml(path), path.name)


def read_tuned(path: Path) -> TunedWeights:
    """The weights in the file at *path* that ``canasta tune`` has written.

    Raises `RulesError` as `read_weights` does, and if the file does not say which rules the weights are for.
    """
    content = read_toml(path)
    weights = _weights(content, path.name)
    made = content.get("provenance", {})
    problems = [
        Problem(f"provenance.{name}", f"a {what} belongs here")
        for name, kind, what in (("game", str, "text"), ("players", int, "whole number"), ("rules", str, "text"))
        if not isinstance(made, dict) or type(made.get(name)) is not kind
    ]
    if problems:
        raise RulesError(f"{path.name} cannot be read.", tuple(problems))
    return TunedWeights(made["game"], made["players"], made["rules"], weights)


def _weights(content: dict[str, Any], name: str) -> tuple[float, ...]:
    given = content.get("weights", {})
    if not isinstance(given, dict):
        raise RulesError(f"{name} cannot be read.", (Problem("weights", "a table of numbers belongs here"),))
    problems = [Problem(f"weights.{each}", "this weight is missing") for each in NAMES if each not in given]
    problems += [Problem(f"weights.{each}", "no policy has this weight") for each in given if each not in NAMES]
    problems += [
        Problem(f"weights.{each}", f"{value!r} is not a number")
        for each, value in given.items()
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value)
    ]
    if problems:
        raise RulesError(f"{name} cannot be read.", tuple(problems))
    return tuple(float(given[each]) for each in NAMES)
