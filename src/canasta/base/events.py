"""What happens at a table, as everyone there may see it: first what happens in a deal, then the acts of a match.

Every event has an audience: `seen_by` gives it as one seat sees it. Only the seat of an event may see more of it than
an onlooker does. A seat that may not see the cards still gets the event and the number of cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Literal, TypeAlias

from canasta.base.cards import Face, Kind, Shown
from canasta.base.seats import Seat, Side
from canasta.base.sheets import Sheet

Zone: TypeAlias = Literal["stock", "pile", "hand", "reserve", "meld", "canasta", "red threes"]
"""Where cards lie."""


@dataclass(frozen=True, slots=True, repr=False)
class Place(Shown):
    """One place for cards on the table.

    *owner* is the seat of a hand or reserve, the side of a meld, canasta or red threes, -1 for the stock and the pile.
    *index* is the number of a reserve, the slot of an open meld, or the place of a canasta among all that were
    finished; *rank* that of a meld or canasta. Both are -1 where they mean nothing.
    """

    zone: Zone
    owner: int = -1
    index: int = -1
    rank: Kind = -1


@dataclass(frozen=True, slots=True, repr=False)
class Moved(Shown):
    """Cards that went from one place to another: *count* of them, and their *faces*, None if these are hidden.

    Slots of melds are those at the moment of the movement. Open melds of a rank lie by size: where one changes places
    with another, the cards of each move to the slot of the other, one after the other.
    """

    origin: Place
    target: Place
    count: int
    faces: tuple[Face, ...] | None


@dataclass(frozen=True, slots=True, repr=False)
class Event(Shown):
    """Something that happened, through *seat* (-1: nobody's doing).

    *moved* says which cards went where, in order; it does not affect whether events are equal.
    """

    seat: int
    moved: tuple[Moved, ...] = field(default=(), kw_only=True, repr=False, compare=False)
    silent: ClassVar[bool] = False
    """Whether it shows nothing new to anyone but cards a player chose to lay; such moves can be undone."""

    word: ClassVar[str]
    """What this kind of events is called in data, such as ``took-pile``: the name of its class, unless that says otherwise."""

    def __init_subclass__(cls) -> None:
        if "word" not in cls.__dict__:
            cls.word = "-".join(re.findall("[A-Z][a-z]*", cls.__name__)).lower()

    def seen_by(self, viewer: int) -> Event:  # noqa: ARG002 - events with secrets ask who sees them
        """Return this event as the seat *viewer* sees it (-1: an onlooker)."""
        return self

    def __deepcopy__(self, memo: object) -> Event:
        return self  # it holds nothing that can change


def _face_down(moved: Moved) -> Moved:
    return Moved(moved.origin, moved.target, moved.count, None)


@dataclass(frozen=True, slots=True, repr=False)
class _Secret(Event):
    """An event whose *cards* only its seat sees; None hides them."""

    count: int
    cards: tuple[Face, ...] | None

    def seen_by(self, viewer: int) -> Event:
        """With the cards for their owner, without them for others."""
        return self if viewer == self.seat or self.cards is None else self._hidden()

    def _hidden(self) -> Event:
        # Several times as fast as `replace`, and most of what a history costs.
        return type(self)(self.seat, self.count, None, moved=tuple(map(_face_down, self.moved)))


@dataclass(frozen=True, slots=True, repr=False)
class Dealt(_Secret):
    """A seat was dealt its hand."""


@dataclass(frozen=True, slots=True, repr=False)
class TurnedUp(Event):
    """The first cards of the pile: *covered* lie under *card*; *returned* went back into the stock."""

    card: Face | None
    covered: tuple[Face, ...]
    returned: tuple[Face, ...]


@dataclass(frozen=True, slots=True, repr=False)
class TurnBegan(Event):
    """A seat's turn began."""


@dataclass(frozen=True, slots=True, repr=False)
class Drew(_Secret):
    """A seat drew from the stock."""


@dataclass(frozen=True, slots=True, repr=False)
class RedThreeLaid(Event):
    """A red three was laid down."""

    card: Face


@dataclass(frozen=True, slots=True, repr=False)
class TookPile(Event):
    """Cards of the pile came to a hand; *shown* are hand cards that were only shown for it."""

    silent: ClassVar[bool] = True
    cards: tuple[Face, ...]
    shown: tuple[Face, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Lifted(Event):
    """The pile's top card was lifted."""

    card: Face


@dataclass(frozen=True, slots=True, repr=False)
class Restored(Event):
    """The lifted card was put back, which costs points."""

    card: Face


@dataclass(frozen=True, slots=True, repr=False)
class Melded(Event):
    """Cards were laid on a meld."""

    silent: ClassVar[bool] = True

    rank: Kind
    """The rank of the meld."""

    cards: tuple[Face, ...]
    """The cards that were laid."""

    size: int
    """How many cards the meld holds now."""

    top: Face | None
    """The card that came from the pile; None if none did."""

    worth: int = 0
    """How many points the cards add to an opening that does not stand yet; 0 if it is none."""

    staged: int = 0
    """How many points that opening makes so far; 0 if it is none."""


@dataclass(frozen=True, slots=True, repr=False)
class CanastaMade(Event):
    """A meld of *rank* became a canasta of the class *sort* (`canasta.engine.rule_table`)."""

    silent: ClassVar[bool] = True
    rank: Kind
    sort: int


@dataclass(frozen=True, slots=True, repr=False)
class Opened(Event):
    """A side's opening stands: *worth* points, *minimum* were needed."""

    silent: ClassVar[bool] = True
    worth: int
    minimum: int


@dataclass(frozen=True, slots=True, repr=False)
class RedThreeOnCanasta(Event):
    """A red three was put on a natural canasta of *rank*."""

    silent: ClassVar[bool] = True
    card: Face
    rank: Kind


@dataclass(frozen=True, slots=True, repr=False)
class Discarded(Event):
    """A card was discarded."""

    card: Face


@dataclass(frozen=True, slots=True, repr=False)
class ReserveTaken(_Secret):
    """A seat picked up its reserve *index*."""

    index: int

    def _hidden(self) -> Event:
        return replace(self, cards=None, moved=tuple(map(_face_down, self.moved)))


@dataclass(frozen=True, slots=True, repr=False)
class Asked(Event):
    """A seat asked *partner* whether it may go out."""

    partner: int


@dataclass(frozen=True, slots=True, repr=False)
class Answered(Event):
    """A seat answered the question."""

    yes: bool


@dataclass(frozen=True, slots=True, repr=False)
class Knocked(Event):
    """A turn ended by knocking."""


@dataclass(frozen=True, slots=True, repr=False)
class Stopped(Event):
    """A turn ended without a discard."""


@dataclass(frozen=True, slots=True, repr=False)
class WentOut(Event):
    """A seat went out between its turns; the others finish the lap."""


@dataclass(frozen=True, slots=True, repr=False)
class TakenBack(Event):
    """A player took back the last move: the last *count* events of the deal that still held no longer do."""

    count: int


@dataclass(frozen=True, slots=True, repr=False)
class DealEnded(Event):
    """The deal is over: *how* is out, stock, lap or pile; *seat* went out, or is -1. *cards* are those of a special hand."""

    how: str
    concealed: bool
    cards: tuple[Face, ...] = ()


KINDS_IN_DEALS: Final[tuple[type[Event], ...]] = (
    Dealt, TurnedUp, TurnBegan, Drew, RedThreeLaid, TookPile, Lifted, Restored, Melded, CanastaMade, Opened,
    RedThreeOnCanasta, Discarded, ReserveTaken, Asked, Answered, Knocked, Stopped, WentOut, TakenBack, DealEnded,
)  # fmt: skip
"""Every kind of events that a history of a deal has; the kinds below happen around deals."""


@dataclass(frozen=True, slots=True, repr=False)
class SeatsDrawn(Event):
    """Everyone drew a card before the match. Players are numbered by the places they had before it."""

    rounds: tuple[tuple[tuple[int, Face], ...], ...]
    """Players with the cards they drew, in order; from the second round on, those who had drawn equal cards."""
    order: tuple[int, ...]
    """Those who drew, the highest card first; what a draw for the dealer leaves equal stays as the players sat."""
    players: tuple[int, ...]
    """Who sits where now, seat by seat."""
    dealer: Seat
    """The seat that deals first."""
    keeper: Seat | None
    """Where the score keeper sits now, if there is one."""


@dataclass(frozen=True, slots=True, repr=False)
class DeckCut(Event):
    """A dealer cut *count* cards off the deck to deal from, where *needed* would be exact."""

    count: int
    needed: int

    @property
    def exact(self) -> bool:
        """Whether it was exactly the number needed."""
        return self.count == self.needed


@dataclass(frozen=True, slots=True, repr=False)
class DealBegan(Event):
    """The deal *number* (from 1) began; the dealer is its seat."""

    number: int
    first: Seat
    """Who has the first turn."""
    keeper: Seat | None
    """Who keeps the score and never deals, if anyone does."""
    minimums: tuple[int, ...]
    """The opening minimum of each side."""


@dataclass(frozen=True, slots=True, repr=False)
class DealCounted(Event):
    """A finished deal was counted; the dealer is its seat.

    *number* counts from 1; there is one sheet and one new total for each side.
    """

    number: int
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.seat


@dataclass(frozen=True, slots=True, repr=False)
class MatchOver(Event):
    """The match ended with its last deal, by the ``target`` or by the number of ``deals``.

    *winners* are the sides with the highest total, all of them in a tie.
    """

    how: str
    winners: tuple[Side, ...]
    totals: tuple[int, ...]
