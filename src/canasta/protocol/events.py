"""What happened at a table, as data (`Happening`, by its word `e`) and as lines to read out (`Span`)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, Union

from pydantic import Field
from typing_extensions import TypeAliasType

from canasta.protocol.base import (
    ABSENT,
    CardsText,
    CardText,
    ClauseName,
    Message,
    Name,
    Number,
    RankText,
    Seat,
    Seq,
    Side,
)

Style: TypeAlias = Literal["strong", "em", "code", "good", "warn", "mark"]


class TextSpan(Message):
    """Words that stand out. Others are a text alone."""

    text: str
    style: Style


class NameSpan(Message):
    """The player in a seat; *text* is there where you call them otherwise than by the name of the seat, such as "you"."""

    name: Seat
    text: str = ABSENT


class CardsSpan(Message):
    """Cards with rank and suit."""

    cards: CardsText


class CardSpan(Message):
    """A card by its name, which is the *text*."""

    card: CardText
    text: str


class RanksSpan(Message):
    """Cards laid together, of which only the ranks matter: "KK2"."""

    ranks: str


class NumberSpan(Message):
    """Points, or another number."""

    number: int
    style: Style = ABSENT


class ClauseSpan(Message):
    """The name of a rule."""

    clause: ClauseName


Span = TypeAliasType("Span", str | TextSpan | NameSpan | CardSpan | CardsSpan | RanksSpan | NumberSpan | ClauseSpan)
Line = TypeAliasType("Line", list[Span])


class ShortForms(Message):
    """A long sentence for a glance, with what matters less left out; each form only where it is shorter than the one before."""

    brief: Annotated[Line, Field(description="In at most 100 letters, if that can be.")] = ABSENT
    briefest: Annotated[Line, Field(description="In at most 64 letters, if that can be.")] = ABSENT


class PlainEvent(Message):
    """Something that happened to the table."""

    e: Literal["settings", "started", "goes-on", "known", "resumed", "draw-again", "upgraded", "closed"]


class PersonEvent(Message):
    """Something about a person, by name."""

    e: Literal[
        "made", "joined", "left", "removed", "kept-out", "let-back", "muted", "unmuted", "host", "paused-by-host"
    ]
    name: Name


class RenamedEvent(Message):
    """The person called *name* is called *text* now."""

    e: Literal["renamed"]
    name: Name
    text: Name


class SeatEvent(Message):
    """Something that the player of a seat did, or that happened to a seat."""

    e: Literal[
        "no-bot", "link", "number", "ready", "paused", "redeal", "let-in", "rematch", "declined", "away", "back",
        "turn-began", "knocked", "stopped", "went-out",
    ]  # fmt: skip
    seat: Seat


class SeatedEvent(Message):
    """Who took or gave up a seat, or takes it with the next deal."""

    e: Literal["sat", "stood", "coming", "named"]
    seat: Seat
    name: Name


class BotEvent(Message):
    """A bot called *name* plays a seat; *text* says which bot."""

    e: Literal["bot"]
    seat: Seat
    name: Name
    text: str


class StandInEvent(Message):
    """A bot plays for the person in a seat: until they are back, or because the time for this turn is up; or for a bot that failed."""

    e: Literal["stand-in", "clock", "back-up"]
    seat: Seat
    text: str


class BotFailedEvent(Message):
    """The bot called *name* failed to move for a seat, and why (*text*); after *number* more failures another plays for it."""

    e: Literal["bot-failed"]
    seat: Seat
    name: str
    number: Number
    text: str


class KeepingEvent(Message):
    """The deal *number* is played with real cards."""

    e: Literal["keeping"]
    number: Number


class TallyEvent(Message):
    """The person called *name* entered or changed the count of a side (*text*) in the deal *number*, or took the last one back."""

    e: Literal["tally", "corrected", "untally"]
    name: Name
    number: Number
    text: str


class TextEvent(Message):
    """A shuffle is promised (its commitment), or its secret is told; the deal was dropped (why, if there is more to say)."""

    e: Literal["promised", "secret", "void"]
    text: str = ABSENT


class NumbersEvent(Message):
    """The numbers for the shuffle are in; *number* of them were not given."""

    e: Literal["numbers"]
    number: Number


class PickedEvent(Message):
    """Who drew a card in the draw for seats, at the place *number*."""

    e: Literal["picked"]
    seat: Seat
    name: Name
    number: Number
    card: CardText


class DealtEvent(Message):
    """A seat was dealt its hand, or drew from the stock; only that seat hears which cards."""

    e: Literal["dealt", "drew"]
    seat: Seat
    count: Number
    cards: CardsText = ABSENT


class ReserveTakenEvent(Message):
    """A seat picked up its reserve; only that seat hears which cards."""

    e: Literal["reserve-taken"]
    seat: Seat
    reserve: str
    count: Number
    cards: CardsText = ABSENT


class TurnedUpEvent(Message):
    """The first card of the pile, those under it, and those that went back into the stock."""

    e: Literal["turned-up"]
    seat: Seat = ABSENT
    card: CardText = ABSENT
    covered: CardsText = ABSENT
    returned: CardsText = ABSENT


class TookPileEvent(Message):
    """Cards of the pile came to a hand; *shown* are cards of the hand that were only shown for it."""

    e: Literal["took-pile"]
    seat: Seat
    cards: CardsText = ABSENT
    shown: CardsText = ABSENT


class CardEvent(Message):
    """What a player did with one card."""

    e: Literal["red-three-laid", "lifted", "restored", "discarded"]
    seat: Seat
    card: CardText


class MeldedEvent(Message):
    """Cards were laid on a meld, which has *size* cards now; *top* came from the pile.

    Where they were laid for an opening that does not yet stand, they add *worth* points to it, which makes *staged*.
    """

    e: Literal["melded"]
    seat: Seat
    rank: RankText
    cards: CardsText
    size: Number
    top: CardText = ABSENT
    worth: int = ABSENT
    staged: int = ABSENT


class CanastaMadeEvent(Message):
    """A meld became a canasta of a *class*, in the words of the game."""

    e: Literal["canasta-made"]
    seat: Seat
    rank: RankText
    class_: Annotated[str, Field(alias="class")]


class RedThreeOnCanastaEvent(Message):
    """A red three was put on a canasta."""

    e: Literal["red-three-on-canasta"]
    seat: Seat
    rank: RankText
    card: CardText


class OpenedEvent(Message):
    """The opening of a side stands."""

    e: Literal["opened"]
    seat: Seat
    worth: Number
    minimum: Number


class AskedEvent(Message):
    """A player asked a partner whether to go out."""

    e: Literal["asked"]
    seat: Seat
    partner: Seat


class AnsweredEvent(Message):
    """A player answered that question."""

    e: Literal["answered"]
    seat: Seat
    yes: bool


class TakenBackEvent(Message):
    """Moves were taken back: *count* events hold no longer, beginning with those of *entry*."""

    e: Literal["taken-back"]
    seat: Seat
    count: Number
    entry: Seq


class DealEndedEvent(Message):
    """The deal is over; *seat* went out, if anyone did, or showed the *cards* of a special hand."""

    e: Literal["deal-ended"]
    seat: Seat = ABSENT
    how: Literal["out", "stock", "lap", "pile"]
    concealed: Literal[True] = ABSENT
    cards: CardsText = ABSENT


class DrawnCard(Message):
    """A card of the draw for seats, and whose it is: by the place before the draw."""

    place: Seat
    card: CardText


class SeatsDrawnEvent(Message):
    """Everyone drew: *players* says who sits where now, seat by seat, by their places before the draw."""

    e: Literal["seats-drawn"]
    rounds: list[list[DrawnCard]]
    players: list[Seat]
    dealer: Seat
    keeper: Seat = ABSENT


class DeckCutEvent(Message):
    """A dealer cut *count* cards, where *needed* would be exact."""

    e: Literal["deck-cut"]
    seat: Seat
    count: Number
    needed: Number


class DealBeganEvent(Message):
    """A deal began; *seat* deals, *first* has the first turn."""

    e: Literal["deal-began"]
    seat: Seat
    deal: Number
    first: Seat
    minimums: list[Number]
    keeper: Seat = ABSENT


class DealCountedEvent(Message):
    """A deal was counted; its sheets are in the public part."""

    e: Literal["deal-counted"]
    seat: Seat
    deal: Number
    totals: list[int]


class MatchOverEvent(Message):
    """The match ended with its last deal: by the target, or by the number of deals."""

    e: Literal["match-over"]
    how: Literal["target", "deals"]
    winners: list[Side]
    totals: list[int]


Happening = TypeAliasType(
    "Happening",
    Annotated[
        Union[  # noqa: UP007 - one name a line
            PlainEvent, PersonEvent, RenamedEvent, SeatEvent, SeatedEvent, BotEvent, StandInEvent, BotFailedEvent, TextEvent, NumbersEvent,
            KeepingEvent, TallyEvent, PickedEvent, DealtEvent, ReserveTakenEvent, TurnedUpEvent, TookPileEvent, CardEvent, MeldedEvent,
            CanastaMadeEvent, RedThreeOnCanastaEvent, OpenedEvent, AskedEvent, AnsweredEvent, TakenBackEvent,
            DealEndedEvent, SeatsDrawnEvent, DeckCutEvent, DealBeganEvent, DealCountedEvent, MatchOverEvent,
        ],
        Field(discriminator="e"),
    ],
)  # fmt: skip
