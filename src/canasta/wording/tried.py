"""A refused move and its moment: everything that the sentences of refusals need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from canasta.base.cards import KIND_NAMES, TWO, Face, Kind
from canasta.base.english import plural
from canasta.base.moves import Group, Move
from canasta.base.spans import Line
from canasta.engine import steps as s
from canasta.engine.legal import legal
from canasta.engine.position import Position
from canasta.engine.steps import ACTIONS, Action
from canasta.rules.groups import Rules
from canasta.wording.lines import RulesText
from canasta.wording.names import rank_plural

_NOTHING: Final = Action(-1)


@dataclass(frozen=True, slots=True)
class Tried:
    """What was refused, as far as it is known.

    The kernel's *step*, the *move* it was part of, the *group* that was being laid, and the cards of the move that are
    *missing* in the hand.
    """

    step: int = -1
    move: Move | None = None
    group: Group | None = None
    missing: tuple[Face, ...] = ()

    @property
    def action(self) -> Action:
        """What the step does; an action of the sort -1 where no step is known."""
        return ACTIONS[self.step] if 0 <= self.step < len(ACTIONS) else _NOTHING


@dataclass(frozen=True)
class Moment:
    """The position in which *seat* tried something, with the numbers of the refusal (-1 for none)."""

    rules: Rules
    position: Position
    seat: int
    needed: int
    given: int
    tried: Tried

    @cached_property
    def told(self) -> RulesText:
        """The rules with the words for the player, who has a side or plays alone."""
        return RulesText(self.rules)

    @property
    def side(self) -> int:
        """The side of the player."""
        return self.seat % self.rules.sides

    @property
    def opened(self) -> bool:
        """Whether the player's side has opened."""
        return bool(self.position.opened(self.side))

    @property
    def action(self) -> Action:
        """What the step that was tried does."""
        return self.tried.action

    @property
    def rank(self) -> Kind:
        """The rank of the meld that was to be laid or to grow; -1 where nothing tells it."""
        if self.tried.group is not None:
            return self.tried.group.rank
        if self.action.sort in {s.TAKE, s.TAKE_CARD}:
            top = int(self.position.top())
            return s.WILD_MELD if 0 <= top <= TWO else top
        return self.action.rank

    @property
    def of_rank(self) -> str:
        """The rank of that meld: " of kings", " of wild cards"; empty if it is not known."""
        return f" of {rank_plural(self.rank)}" if self.rank >= 0 else ""

    @cached_property
    def sorts(self) -> frozenset[int]:
        """The sorts of steps that the player may take."""
        return frozenset(ACTIONS[step].sort for step in legal(self.position, self.seat))

    def held(self, kind: Kind) -> int:
        """Return how many cards of *kind* the player holds."""
        return int(self.position.count(self.seat, kind))


Sentence: TypeAlias = str | Callable[[Moment], str | Line]
"""The sentence of a refusal, or what makes it."""


def some(number: int, kind: Kind, word: str = "") -> str:
    """Return a number of cards of *kind*: "1 natural eight", "no kings"."""
    name = KIND_NAMES[kind] if number == 1 else plural(KIND_NAMES[kind])
    return f"{number or 'no'} {word + ' ' if word else ''}{name}"
