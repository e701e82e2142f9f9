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
    """Something that a player may do now.

    *move* is the whole move, where nothing is left to choose. *cards* are cards it can be done with: those that take
    the pile, those that begin a meld, one to add. *rank* is the meld they go to, -1 for none. *number* counts the cards
    drawn or taken. *kinds* are the kinds that may be discarded and *barred* those held that may not. *ends* says that
    the deal ends with it.
    """

    doing: Doing
    move: Move | None = None
    cards: tuple[Face, ...] = ()
    rank: Kind = -1
    number: int = 0
    kinds: tuple[Kind, ...] = ()
    barred: tuple[Kind, ...] = ()
    ends: bool = False
