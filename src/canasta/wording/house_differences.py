"""How house rules differ from their game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from canasta.base.errors import RulesError
from canasta.rules.game import standard
from canasta.rules.house import inspect
from canasta.rules.load import find, games, rules_of
from canasta.wording.compare import Comparison, compare


@dataclass(frozen=True, slots=True)
class Difference:
    """How house rules differ from their game for some numbers of players, told for the first of them."""

    players: tuple[int, ...]
    found: Comparison


def house_differences(house: Mapping[str, Any], players: int | None = None) -> tuple[Difference, ...]:
    """Return how the house rules *house* differ from their game, for *players* or for every number that can play.

    Numbers of players with the same differences are told together; the usual number comes first. Raises
    `RulesError` with every problem where the rules cannot be used.
    """
    if players is not None:
        numbers: tuple[int, ...] = (players,)
    else:
        findings = inspect(house)
        if findings.problems:
            raise RulesError("These house rules cannot be used.", findings.problems)
        numbers = findings.players
    game = find(None, house, games())
    every = {each: rules_of(game, each, (), house) for each in numbers}
    usual = game.default_players
    comparisons = {each: compare(standard(game, each), rules) for each, rules in every.items()}
    told: dict[tuple[object, ...], list[int]] = {}
    for each, found in comparisons.items():
        told.setdefault(_gist(found), []).append(each)
    groups = sorted(told.values(), key=lambda group: (usual not in group, group))
    return tuple(Difference(tuple(group), comparisons[usual if usual in group else group[0]]) for group in groups)


def beyond(first: Comparison, other: Comparison) -> tuple[Comparison, tuple[str, ...]]:
    """Return what *other* changes otherwise than *first*, and the headings of the clauses that only *first* changes."""
    known = {(each.clause, each.values) for each in first.clauses}
    more = tuple(each for each in other.clauses if (each.clause, each.values) not in known)
    those = {each.clause for each in other.clauses}
    less = tuple(each.title for each in first.clauses if each.clause not in those)
    return Comparison(more, tuple(pair for pair in other.words if pair not in first.words)), less


def _gist(found: Comparison) -> tuple[object, ...]:
    """Return what tells two comparisons apart: values before and after, not the words for other people."""
    return (*((each.clause, each.values) for each in found.clauses), found.words)
