"""`Seen`: what the lines about a deal read of a view, which is made further up."""

from __future__ import annotations

from typing import Protocol

from canasta.base.cards import Face
from canasta.engine.position import Position
from canasta.rules.groups import Rules


class Seen(Protocol):
    """What these lines read of a view (`canasta.deal.view.View`)."""

    @property
    def seat(self) -> int:
        """Who looks; -1 for an onlooker."""

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""

    @property
    def position(self) -> Position:
        """The position as far as it is seen."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    def reserves_left(self) -> tuple[int, ...]:
        """How many reserves each seat has not picked up."""

    @property
    def stock(self) -> int:
        """The cards of the stock."""

    @property
    def stock_piles(self) -> tuple[int, ...]:
        """The cards in each pile of the stock."""

    @property
    def pile(self) -> tuple[Face, ...]:
        """The cards of the pile, the top one last."""

    @property
    def red_threes(self) -> tuple[tuple[Face, ...], ...]:
        """The red threes that each side has laid down."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each side has opened."""

    @property
    def minimums(self) -> tuple[int, ...]:
        """What each side needs to open."""

    @property
    def known(self) -> tuple[tuple[tuple[Face, int], ...], ...]:
        """The cards that everyone knows to be in each hand, with their numbers."""
