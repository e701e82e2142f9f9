"""`Setup`: a deal at one moment, in cards and in what people would say of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from canasta.base.cards import Face
from canasta.base.events import Event
from canasta.deal.setup.melds import Meld
from canasta.engine.position import NOWHERE, UNTOUCHED
from canasta.rules.groups import Rules

UNSEEN: Final[Face] = -1
"""Stands for a card that nobody sees, where a setup holds only what one seat knows."""

Cards: TypeAlias = Sequence[Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """What was so when the turn began.

    *fresh*: the player had laid nothing; *unopened*: the side had not opened; *last*: the player had picked up
    the last reserve.
    """

    fresh: bool
    unopened: bool
    last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A deal at one moment; seats and sides count from 0.

    The history says how it came to all this. Nothing follows from it, and it is not compared with the rest. The rules and minimums
    are those of the deal already, not worked out from the totals; they are not compared with these either.
    """

    rules: Rules
    """The rules of the deal."""

    hands: Sequence[Cards]
    """The hands, by seat."""

    reserves: Sequence[Sequence[Cards]]
    """The reserves not picked up, by seat and in their order."""

    melds: Sequence[Meld] = ()
    """The melds of all sides; finished canastas in the order in which they were finished."""

    red_threes: Sequence[Cards]
    """The red threes laid down, by side."""

    pile: Cards
    """The discard pile, from the bottom."""

    stock: Cards
    """The stock, from the top."""

    known: Mapping[int, Cards] = field(default_factory=dict)
    """The cards of a hand that everyone knows to be there, by seat."""

    returned: Cards = ()
    """The cards that were turned up at the beginning and went back into the stock."""

    minimums: Sequence[int]
    """The minimum for the opening, by side."""

    opened: Collection[int] = ()
    """The sides that have opened."""

    laid: Collection[int] = ()
    """The seats that have laid cards in an earlier turn."""

    took: Collection[int] = ()
    """The seats that took the pile in their last turn."""

    drew: Collection[int] = ()
    """The seats that drew in their last turn; noted where they may go on melding then."""

    due: Collection[int] = ()
    """The seats that get a reserve at the beginning of their next turn."""

    played: Mapping[int, int] = field(default_factory=dict)
    """What a seat has played from its last reserve (`canasta.engine.position.PART`, `WHOLE_TURN`)."""

    made: Mapping[int, int] = field(default_factory=dict)
    """How many canastas a seat has made."""

    missed: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """The reserves that a seat forgot to pick up in time."""

    denied: Collection[int] = ()
    """The seats that were denied permission to go out, where a player asks once a deal."""

    restored: Mapping[int, int] = field(default_factory=dict)
    """How often a side put back a lifted card."""

    upcard_froze: bool = False
    """Whether a card that was turned up at the beginning freezes the pile."""

    history: Sequence[Event] = ()
    """What happened in the deal; empty where it is not known."""

    totals: Sequence[int] = ()
    """The points of the sides before this deal; if none are given, 0."""

    number: int = 1
    """The number of the deal in its match, from 1."""

    seat: int = 0
    """The seat on turn."""

    source: int = NOWHERE
    """Where its cards came from in this turn (`canasta.engine.position.NOWHERE`: it has not drawn)."""

    asked: int | None = None
    """The partner who was asked whether the player may go out; None if nobody was."""

    answer: bool | None = None
    """The partner's answer; None if there is none yet."""

    lift: int = UNTOUCHED
    """What became of a lifted top card (`canasta.engine.position.UNTOUCHED`: none was lifted)."""

    raised: int = 0
    """By how much a top card raised the minimum."""

    began: Began | None = None
    """How the turn began; None: as it is now."""

    started: Collection[int] = ()
    """The ranks of melds begun in this turn."""

    completed: Collection[int] = ()
    """The ranks of canastas finished in this turn, where they take no more cards before the next one."""

    touched: bool = False
    """Whether melds of earlier turns were added to in this turn."""

    finished: int = 0
    """How many canastas were finished in this turn."""

    lap: int | None = None
    """How many turns follow this one in the last lap; None if it is not played."""

    turns: int = 0
    """How many turns have ended."""

    out: int | None = None
    """The seat that went out; None if nobody has."""

    late: bool = False
    """Whether it went out when the stock was empty."""

    concealed: bool = False
    """Whether it went out concealed."""

    ended: int | None = None
    """How the deal ended; None: as a turn that begins here finds it."""

    @property
    def side(self) -> int:
        """The side whose turn it is."""
        return self.seat % self.rules.sides

    @property
    def staging(self) -> bool:
        """Whether the side on turn has melds that do not stand yet, because it has not opened."""
        return self.side not in self.opened and any(meld.side == self.side for meld in self.melds)

    def taken(self, seat: int) -> int:
        """Return how many reserves *seat* has picked up."""
        return len(self.rules.reserves) - len(self.reserves[seat])

    def has_last(self, seat: int) -> bool:
        """Return whether *seat* plays from its last reserve; nobody does where there are none."""
        return bool(self.rules.reserves) and not self.reserves[seat]

    def zones(self) -> Iterator[tuple[str, Cards]]:
        """Yield every zone with cards: its path, such as ``hands.2``, where places count from 1, and its cards."""
        yield from ((f"hands.{seat}", hand) for seat, hand in enumerate(self.hands, 1))
        for seat, packets in enumerate(self.reserves, 1):
            yield from ((f"reserves.{seat}.{number}", packet) for number, packet in enumerate(packets, 1))
        yield from ((path, meld.faces) for path, meld in self.melds_by_path())
        yield from ((f"red_threes.{side}", reds) for side, reds in enumerate(self.red_threes, 1))
        yield "pile", self.pile
        yield "stock", self.stock

    def melds_by_path(self) -> Iterator[tuple[str, Meld]]:
        """Yield the melds with their paths: ``melds.2.3`` is the third one of side 2."""
        numbers = [0] * self.rules.sides
        for meld in self.melds:
            numbers[meld.side] += 1
            yield f"melds.{meld.side + 1}.{numbers[meld.side]}", meld
