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
    dead_empty: bool = rule("discard.kept", False)
    """Whether cards of dead ranks are among these (`meld.dead`)."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialHand:
    """A whole hand of a certain shape. A player whose side has not opened may show it after the draw: that ends the deal.

    Its side scores nothing but its points; the others are counted as usual. No three may be in it.
    """

    name: str = rule("special_hands.cards", "pairs", descriptive=True)
    """What players call it."""
    groups: tuple[tuple[int, int], ...] = rule("special_hands.cards", ())
    """Rows ``(size, number)``: how many groups of equal cards of each size it has, each of another natural rank."""
    wilds: tuple[tuple[int, int], ...] = rule("special_hands.cards", ())
    """Rows ``(size, number)`` of groups of equal wild cards in it, of twos or of jokers."""
    any_wilds: int = rule("special_hands.cards", 0)
    """Wild cards in it, of any kind; 0: only those of `wilds`."""
    wild_groups: bool = rule("special_hands.cards", False)
    """Whether groups of equal wild cards may stand for groups of natural ones."""
    ranks: tuple[str, ...] = rule("special_hands.cards", ())
    """Natural ranks that must be among its groups."""
    points: int = rule("special_hands.cards", 0)
    """What its side scores."""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.any_wilds + sum(size * number for rows in (self.groups, self.wilds) for size, number in rows)
