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

    The cards: *hands* and *reserves* (those not picked up, in their order) by seat, *red_threes* laid down by side;
    *melds* of all sides, finished canastas in the order in which they were finished; *pile* from the bottom,
    *stock* from the top. *known* are cards of a hand that everyone knows to be there, *returned* cards that were
    turned up at the beginning and went back into the stock.

    The past: *minimums* by side; sides that have *opened*; seats that have *laid* cards in an earlier turn, that
    *took* the pile in their last turn or *drew* (noted where they may go on melding then), that are *due* a reserve at
    the beginning of their next turn; what a seat has *played* from its last reserve (`canasta.engine.position.PART`,
    `WHOLE_TURN`); canastas it *made*; reserves it *missed* to pick up in time; seats that were *denied* permission to go
    out, where a player asks once a deal; how often a side *restored* a lifted
    card; whether an upcard froze the pile. The *history* says how it came to all this; nothing follows
    from it, and it is not compared with the rest.

    The match: *totals* of the sides before this deal (none given: 0), and its *number*, from 1. The rules and *minimums* are
    those of the deal already; they are not compared with it.

    The turn: the *seat* and where its cards came from (`canasta.engine.position.NOWHERE`: it has not drawn);
    the partner who was *asked* and the *answer* (None: not given yet); what became of a *lift*; by how much a top
    card *raised* the minimum; how the turn *began* (None: as it is now); ranks of melds *started* in it, whether
    older melds were *touched*, how many canastas *finished*, and ranks of those that were *completed* in it where they
    take no more cards before the next turn.

    The end: in the last lap, how many turns follow this one (*lap*); *turns* that have ended; who went *out*, *late* or
    *concealed*; how the deal *ended* (None: as a turn that begins here finds it).
    """

    rules: Rules
    hands: Sequence[Cards]
    reserves: Sequence[Sequence[Cards]]
    melds: Sequence[Meld] = ()
    red_threes: Sequence[Cards]
    pile: Cards
    stock: Cards
    known: Mapping[int, Cards] = field(default_factory=dict)
    returned: Cards = ()
    minimums: Sequence[int]
    opened: Collection[int] = ()
    laid: Collection[int] = ()
    took: Collection[int] = ()
    drew: Collection[int] = ()
    due: Collection[int] = ()
    played: Mapping[int, int] = field(default_factory=dict)
    made: Mapping[int, int] = field(default_factory=dict)
    missed: Mapping[int, Sequence[int]] = field(default_factory=dict)
    denied: Collection[int] = ()
    restored: Mapping[int, int] = field(default_factory=dict)
    upcard_froze: bool = False
    history: Sequence[Event] = ()
    totals: Sequence[int] = ()
    number: int = 1
    seat: int = 0
    source: int = NOWHERE
    asked: int | None = None
    answer: bool | None = None
    lift: int = UNTOUCHED
    raised: int = 0
    began: Began | None = None
    started: Collection[int] = ()
    completed: Collection[int] = ()
    touched: bool = False
    finished: int = 0
    lap: int | None = None
    turns: int = 0
    out: int | None = None
    late: bool = False
    concealed: bool = False
    ended: int | None = None

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
