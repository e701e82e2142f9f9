"""Groups of `Rules` whose values few games set, and `rule`, by which every group says what a value belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from canasta.rules.words.word import Choice


def rule(clause: str, default: Any = None, *, words: Choice[Any] | None = None, descriptive: bool = False) -> Any:
    """Return a field that belongs to *clause*; *descriptive* ones tell people something and decide nothing.

    A value that is one of *words* is explained there.
    """
    return field(default=default, metadata={"clause": clause, "words": words, "descriptive": descriptive})


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """The discard that ends a turn."""

    kept: tuple[str, ...] = rule("discard.kept", ())
    """Cards that a player may discard only if they hold nothing else."""
    kept_empty: tuple[str, ...] = rule("discard.kept", ())
    """Cards that a player may discard on an empty pile only if they hold nothing else, besides those of `kept`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talon:
    """Cards from the stock for a player whose opening did not take the pile, drawn after the discard of that turn."""

    first: int = rule("talon.cards", 0)
    """How many the first side to open gets; 0: none."""
    later: int = rule("talon.cards", 0)
    """How many every other side gets."""
    least: int = rule("talon.cards", 0)
    """The fewest cards that the stock must have; with fewer nobody gets any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WildCanastas:
    """Wild canastas that earn something else than `score.wild`; 0: they earn the same."""

    jokers: int = rule("score.canastas", 0)
    """Points for a wild canasta with four jokers or more."""
    twos: int = rule("score.canastas", 0)
    """Points for a wild canasta of twos alone."""
