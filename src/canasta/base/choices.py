"""What a player may do now, as plain data: a choice for each thing that a menu, a button or a line would offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from canasta.base.cards import Face, Kind
from canasta.base.moves import Move

Doing: TypeAlias = Literal[
    "draw",
    "take",
    "lay",
    "add",
    "top",
    "ask",
    "yes",
    "no",
    "pick up",
    "discard",
    "lift",
    "restore",
    "knock",
    "stuck",
    "end",
    "show",
]
"""What is done, by the word that is typed for it."""


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Something that a player may do now."""

    doing: Doing
    """What it is."""

    move: Move | None = None
    """The whole move, where nothing is left to choose; None otherwise."""

    cards: tuple[Face, ...] = ()
    """The cards to choose from: those that take the pile, begin a meld or can be added."""

    rank: Kind = -1
    """The rank of the meld they go to; -1 for none."""

    number: int = 0
    """How many cards are drawn or taken."""

    kinds: tuple[Kind, ...] = ()
    """The kinds that may be discarded."""

    barred: tuple[Kind, ...] = ()
    """The kinds in the hand that may not be discarded."""

    ends: bool = False
    """Whether the deal ends with it."""
