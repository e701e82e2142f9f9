"""The weights of the bots that play by a policy, as data: one file for each set."""

from __future__ import annotations

from functools import cache
from math import isfinite
from pathlib import Path
from typing import Final

from canasta.base.errors import Problem, RulesError
from canasta.engine.weights import NAMES
from canasta.rules.toml import read_toml

_FOLDER: Final = Path(__file__).parent


@cache
def packaged_weights(name: str) -> tuple[float, ...]:
    """The weights in the file *name* of this package, in the order of a policy."""
    return read_weights(_FOLDER / f"{name}.toml")


def read_weights(path: Path) -> tuple[float, ...]:
    """The weights in the file at *path*, in the order of a policy.

    Raises `RulesError` if it is missing or is not TOML, and if a weight is missing, unknown or not a number.
    """
    given = read_toml(path).get("weights", {})
    if not isinstance(given, dict):
        raise RulesError(f"{path.name} cannot be read.", (Problem("weights", "a table of numbers belongs here"),))
    problems = [Problem(f"weights.{name}", "this weight is missing") for name in NAMES if name not in given]
    problems += [Problem(f"weights.{name}", "no policy has this weight") for name in given if name not in NAMES]
    problems += [
        Problem(f"weights.{name}", f"{value!r} is not a number")
        for name, value in given.items()
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value)
    ]
    if problems:
        raise RulesError(f"{path.name} cannot be read.", tuple(problems))
    return tuple(float(given[name]) for name in NAMES)
