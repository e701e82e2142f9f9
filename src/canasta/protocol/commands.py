"""What a client can ask a table for: one message for each act, or for acts that need the same words."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from canasta.protocol.base import ABSENT, CommandId, Message, Name, PersonId, Seat, Seq, Side
from canasta.tables.messages import DIGITS_PATTERN

MoveText: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=600, description='A move, such as "lay KhKdKc 5s5d5h".')
]
DeckPosition: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
Answers: TypeAlias = dict[Annotated[str, Field(max_length=40)], int | bool | str]


class Do(Message):
    """Something asked of the table. Answered by `done` or `refused`."""

    t: Literal["do"]
    cmd: CommandId
    after: Seq = Field(0, description="The last entry the sender had seen; 0 if it does not matter.")


class DoMove(Do):
    """Make a move."""

    act: Literal["play"] = "play"
    move: MoveText


class DoStart(Do):
    """Begin the match. Where real cards are played, *dealer* deals first and *keeper* keeps the score, if they are named."""

    act: Literal["start"]
    dealer: Seat = ABSENT
    keeper: Seat = ABSENT


class DoNameSeat(Do):
    """Say who sits in a seat that no person here and no bot has, where real cards are played."""

    act: Literal["name-seat"]
    seat: Seat
    called: Annotated[str, Field(max_length=80)] = ""


class DoTally(Do):
    """Say what a side counted after a deal with real cards, or correct that: a number by the key of each question."""

    act: Literal["tally"]
    deal: Annotated[int, Field(ge=1, le=100_000)]
    side: Side
    answers: Answers = Field(max_length=80)


class DoSimple(Do):
    """Something that needs no more words."""

    act: Literal[
        "leave", "stand", "undo-tally", "undo", "restart", "take-back", "ready", "pause", "resume", "redeal", "let-in", "rematch", "decline", "back",
        "close",
    ]  # fmt: skip


class DoName(Do):
    """Come to the table, or be called something else."""

    act: Literal["join", "rename"]
    called: Name


class DoSeat(Do):
    """Something about a seat."""

    act: Literal["sit", "remove-bot", "issue-link"]
    seat: Seat


class DoStandIn(Do):
    """Let a bot play for you until you are back; or, as the host, for the player of a seat who is away."""

    act: Literal["stand-in"]
    seat: Seat = ABSENT


class DoPutBot(Do):
    """Let a bot play a seat."""

    act: Literal["put-bot"]
    seat: Seat
    bot: Annotated[str, Field(min_length=1, max_length=40)]
    called: Annotated[str, Field(max_length=80)] = ""


class DoPerson(Do):
    """Something about a person."""

    act: Literal["let-back", "make-host"]
    person: PersonId


class DoRemove(Do):
    """Send a person away from the table, and keep them out with *ban*."""

    act: Literal["remove"]
    person: PersonId
    ban: bool = False


class DoMute(Do):
    """Mute a person, reactions included, or end that."""

    act: Literal["mute"]
    person: PersonId
    muted: bool = True


class DoConfigure(Do):
    """Change settings."""

    act: Literal["configure"]
    settings: dict[Annotated[str, Field(max_length=40)], int | bool | str] = Field(max_length=40)


class DoNumber(Do):
    """Give a number for the shuffle: 0 to 2**64 - 1, in digits."""

    act: Literal["number"]
    number: Annotated[str, Field(pattern=DIGITS_PATTERN)]


class DoDrawCard(Do):
    """Draw the card at a place in the draw for seats."""

    act: Literal["draw-card"]
    place: DeckPosition


class DoCut(Do):
    """Cut the deck, meaning to take *aim* cards."""

    act: Literal["cut"]
    aim: DeckPosition


def _act(told: Any) -> str:
    act = told.get("act", "play") if isinstance(told, dict) else getattr(told, "act", "")
    return ACTS[act].__name__ if isinstance(act, str) and act in ACTS else ""


DO: Final[tuple[type[Do], ...]] = (
    DoMove, DoStart, DoNameSeat, DoTally, DoSimple, DoName, DoSeat, DoStandIn, DoPutBot, DoPerson, DoRemove, DoMute, DoConfigure, DoNumber, DoDrawCard, DoCut,
)  # fmt: skip
ACTS: Final = {act: kind for kind in DO for act in kind.model_fields["act"].annotation.__args__}  # type: ignore[union-attr]
"""Every act that can be asked for over the wire, and the message that asks for it."""

AnyDo: TypeAlias = Annotated[
    Annotated[DoMove, Tag("DoMove")]
    | Annotated[DoStart, Tag("DoStart")]
    | Annotated[DoNameSeat, Tag("DoNameSeat")]
    | Annotated[DoTally, Tag("DoTally")]
    | Annotated[DoSimple, Tag("DoSimple")]
    | Annotated[DoName, Tag("DoName")]
    | Annotated[DoSeat, Tag("DoSeat")]
    | Annotated[DoStandIn, Tag("DoStandIn")]
    | Annotated[DoPutBot, Tag("DoPutBot")]
    | Annotated[DoPerson, Tag("DoPerson")]
    | Annotated[DoRemove, Tag("DoRemove")]
    | Annotated[DoMute, Tag("DoMute")]
    | Annotated[DoConfigure, Tag("DoConfigure")]
    | Annotated[DoNumber, Tag("DoNumber")]
    | Annotated[DoDrawCard, Tag("DoDrawCard")]
    | Annotated[DoCut, Tag("DoCut")],
    Discriminator(_act, custom_error_type="unknown_act", custom_error_message=f"must be one of {', '.join(ACTS)}"),
]
