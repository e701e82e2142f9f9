"""The packaged weights, values and odds for rules: those made for them, or for the rules nearest to them.

The fewer values differ the nearer two rules are, the number of players, sides and packs among them; of equally near ones the
first by the name of its file counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from json import loads
from typing import Any, TypeVar

from canasta.bots.weights import (
    FOLDER,
    Found,
    TunedOdds,
    TunedValue,
    TunedWeights,
    read_tuned,
    read_tuned_odds,
    read_tuned_value,
)
from canasta.rules.digest import canonical, digest
from canasta.rules.groups import Rules
from canasta.rules.load import load

Any_Found = TypeVar("Any_Found", bound=Found)


@lru_cache(maxsize=64)
def nearest_weights(rules: Rules) -> TunedWeights:
    """Return the packaged weights for *rules*, or those for the nearest rules.

    >>> found = nearest_weights(load("classic", options=["two-canastas"]))
    >>> found.game, found.players
    ('classic', 4)
    """
    return _nearest(rules, _packaged_weights())


@lru_cache(maxsize=64)
def nearest_value(rules: Rules) -> TunedValue:
    """Return the packaged value of positions for *rules*, or that for the nearest rules.

    >>> found = nearest_value(load("classic", options=["two-canastas"]))
    >>> found.game, found.players
    ('classic', 4)
    """
    return _nearest(rules, _packaged_values())


@lru_cache(maxsize=64)
def nearest_odds(rules: Rules) -> TunedOdds:
    """Return the packaged odds of hands for *rules*, or those for the nearest rules.

    >>> found = nearest_odds(load("classic", options=["two-canastas"]))
    >>> found.game, found.players
    ('classic', 4)
    """
    return _nearest(rules, _packaged_odds())


@cache
def _packaged_weights() -> tuple[TunedWeights, ...]:
    return tuple(read_tuned(path) for path in sorted((FOLDER / "planner").glob("*.toml")))


@cache
def _packaged_values() -> tuple[TunedValue, ...]:
    return tuple(read_tuned_value(path) for path in sorted((FOLDER / "value").glob("*.toml")))


@cache
def _packaged_odds() -> tuple[TunedOdds, ...]:
    return tuple(read_tuned_odds(path) for path in sorted((FOLDER / "odds").glob("*.toml")))


def _nearest(rules: Rules, found: Sequence[Any_Found]) -> Any_Found:
    own = digest(rules)
    for each in found:
        if each.rules == own:
            return each
    values = loads(canonical(rules))
    return min(found, key=lambda each: _distance(values, _values(each.game, each.players)))


@cache
def _values(game: str, players: int) -> dict[str, Any]:
    """Return the values that the rules of *game* have today."""
    values: dict[str, Any] = loads(canonical(load(game, players)))
    return values


def _distance(one: dict[str, Any], other: dict[str, Any]) -> int:
    """Return how many values differ."""
    return sum(one.get(path) != other.get(path) for path in one.keys() | other.keys())
