"""Every message of the WebSocket, both ways, and of HTTP: strict, nothing extra. Seats, sides and deals count from 1.

What the table and the events in them look like is in `state.py` and `events.py`. `docs/protocol.schema.json` and
`frontend/src/lib/gen/protocol.ts` are written from these modules (`make protocol`), and a test compares them. The server does
not check what it sends; tests check every frame.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, Union

from pydantic import ConfigDict, Discriminator, Field, Tag, TypeAdapter

from canasta.protocol.base import ABSENT, CommandId, Counter, Message, Name, PersonId, Seat, Seq, Side, Time
from canasta.protocol.commands import Answers, AnyDo, Do, MoveText
from canasta.protocol.events import Happening, Line, ShortForms
from canasta.protocol.state import OwnPatch, PublicPatch, SheetState, TableState
from canasta.tables.messages import CLAUSE_PATTERN, KEY_PATTERN


class Hello(Message):
    """The first message of a client."""

    t: Literal["hello"]
    have: Seq = Field(0, description="The last entry that the client has heard of.")
    events: bool = Field(True, description="Whether `happened` shall have `events`; pages need only `lines`.")


class Try(Message):
    """What would this move be worth, and may I? Changes nothing. Answered by `tried`."""

    t: Literal["try"]
    n: Counter
    move: MoveText


class Hint(Message):
    """What would you do? Answered by `hinted`."""

    t: Literal["hint"]
    n: Counter


class View(Message):
    """What does my seat see, or has it seen of a deal that was counted? For players that are programs. Answered by `viewed`."""

    t: Literal["view"]
    n: Counter


class Tally(Message):
    """What sheet would these answers give a side, and can they be? Changes nothing. Answered by `tallied`."""

    t: Literal["tally"]
    n: Counter
    deal: Annotated[int, Field(ge=1, le=100_000)]
    side: Side
    answers: Answers = Field(max_length=80)


class Clause(Message):
    """What does this rule say? Answered by `told`."""

    t: Literal["clause"]
    n: Counter
    clause: Annotated[str, Field(pattern=CLAUSE_PATTERN, max_length=60)]


class Say(Message):
    """Say something to the table: words, or a reaction. Answered by `done` (with seq 0) or `refused`."""

    t: Literal["say"]
    cmd: CommandId
    text: Annotated[str, Field(max_length=400)] = ""
    reaction: Annotated[str, Field(max_length=40)] = ""


class Ping(Message):
    """Are you there? Answered by `pong`."""

    t: Literal["ping"]
    n: Counter = 0


def _kind(told: Any) -> str:
    kind = told.get("t") if isinstance(told, dict) else getattr(told, "t", "")
    return kind if isinstance(kind, str) else ""


KINDS: Final[dict[str, type[Message]]] = {
    "hello": Hello, "do": Do, "try": Try, "hint": Hint, "view": View, "tally": Tally, "clause": Clause, "say": Say, "ping": Ping,
}  # fmt: skip
"""What a client can send, by its word."""

FromClient: TypeAlias = Annotated[
    Annotated[Hello, Tag("hello")]
    | Annotated[AnyDo, Tag("do")]
    | Annotated[Try, Tag("try")]
    | Annotated[Hint, Tag("hint")]
    | Annotated[View, Tag("view")]
    | Annotated[Tally, Tag("tally")]
    | Annotated[Clause, Tag("clause")]
    | Annotated[Say, Tag("say")]
    | Annotated[Ping, Tag("ping")],
    Discriminator(_kind, custom_error_type="unknown_kind", custom_error_message=f"must be one of {', '.join(KINDS)}"),
]
CLIENT: Final[TypeAdapter[FromClient]] = TypeAdapter(FromClient)


class You(Message):
    """Who the server knows you to be."""

    person: PersonId = ABSENT
    name: Name = ABSENT
    seat: Seat = ABSENT
    role: Literal["host", "seat", "spectator", "nobody"]


class Welcome(Message):
    """The answer to `hello`. Then come the entries that the client has missed, or `table`."""

    t: Literal["welcome"]
    protocol: int
    seq: Seq
    you: You
    now: Time


class TableNow(Message):
    """The whole table as you may see it; it takes the place of everything heard before."""

    t: Literal["table"]
    seq: Seq
    you: You
    state: TableState
    story: Annotated[
        list[Line],
        Field(
            description="What you have heard of the deal, or would have: its last sentences. Left out where there are none."
        ),
    ] = ABSENT
    short: Annotated[ShortForms, Field(description="Of the last sentence of `story`, if it is long.")] = ABSENT


class Happened(Message):
    """An entry of the log: what happened, and what has changed (JSON merge patches; null takes away)."""

    t: Literal["happened"]
    seq: Seq
    at: Time
    by: Annotated[Seat, Field(description="The seat that did it.")] = ABSENT
    act: Annotated[str, Field(pattern=r"^[a-z-]+$", description="What was done, by its word; left out for moves.")] = (
        ABSENT
    )
    events: Annotated[
        list[Happening], Field(description="For those who did not say in `hello` that they need none.")
    ] = ABSENT
    lines: Annotated[
        list[Line],
        Field(description="What to read out. A bot's turn is one sentence, when it ends; until then there is none."),
    ]
    short: Annotated[
        list[ShortForms], Field(description="Of each of `lines`, in their order; left out where none is long.")
    ] = ABSENT
    public: PublicPatch  # type: ignore[valid-type]
    own: OwnPatch = ABSENT  # type: ignore[valid-type]


class Done(Message):
    """A command is in the log as entry *seq*; the answer to the same id is the same again."""

    t: Literal["done"]
    cmd: CommandId
    seq: Seq


class Refusal(Message):
    """Why something is refused."""

    clause: str
    text: str
    line: Annotated[Line, Field(description="The same text as spans, where it has more than words.")] = ABSENT
    needed: int = ABSENT
    given: int = ABSENT


class Refused(Refusal):
    """A command is not accepted; nothing has changed."""

    t: Literal["refused"]
    cmd: CommandId


class Tried(Message):
    """The answer to `try`: the move as it is written, what its melds count, and why it would be refused, if it would."""

    t: Literal["tried"]
    n: Counter
    move: str = ABSENT
    worth: int = ABSENT
    refused: Refusal = ABSENT


class Impossible(Message):
    """Something that can't be counted: the question it is about, a sentence, and the side; all of them without one."""

    key: str
    text: str
    side: Side = ABSENT


class Tallied(Message):
    """The answer to `tally`: the sheet, and what can't be; or why the answers can't be used."""

    t: Literal["tallied"]
    n: Counter
    sheet: SheetState = ABSENT
    impossible: list[Impossible] = ABSENT
    refused: Refusal = ABSENT


class Hinted(Message):
    """The answer to `hint`: a move, all moves of the turn that begins with it, and a line of spans that says why."""

    t: Literal["hinted"]
    n: Counter
    move: str
    moves: list[str]
    line: Line


class LegalStep(Message):
    """A step that a bot may take: its number, and what it does as a move is written, or ``open``."""

    step: int
    text: str


class Viewed(Message):
    """The answer to `view`: your decision after entry *seq* as `docs/writing-a-bot.md` has it. No other seat gets this."""

    t: Literal["viewed"]
    n: Counter
    seq: Seq
    position: Annotated[str, Field(description="All that your seat knows, as a position line with its history.")]
    legal: Annotated[list[LegalStep], Field(description="The steps that you may take now, none if you may do nothing.")]


class Told(Message):
    """The answer to `clause`: the sentences of that rule in this game."""

    t: Literal["told"]
    n: Counter
    clause: str
    sentences: list[str]


class Said(Message):
    """Someone said something."""

    t: Literal["said"]
    n: Counter
    name: Name
    at: Time
    text: str = ABSENT
    reaction: str = ABSENT


class Stopped(Message):
    """The table cannot go on here; the sentence says why."""

    t: Literal["stopped"]
    text: str


class Unsaved(Message):
    """Nothing can be saved now, so nothing goes on; `again` follows when it does."""

    t: Literal["unsaved"]
    text: str


class Again(Message):
    """The table goes on."""

    t: Literal["again"]


class Wrong(Message):
    """A message that could not be used: what, where, and what would be right."""

    t: Literal["wrong"]
    text: str
    cmd: Annotated[CommandId, Field(description="Of the command in it, if that could be read.")] = ABSENT


class Pong(Message):
    """The answer to `ping`."""

    t: Literal["pong"]
    n: Counter


class Watching(Message):
    """For the host: how many look at the table who have not joined it, as far as the same process serves them."""

    t: Literal["watching"]
    count: Annotated[int, Field(ge=0)]


class Bye(Message):
    """The last message before the server ends the connection."""

    t: Literal["bye"]
    why: str


FromServer: TypeAlias = Annotated[
    Union[  # noqa: UP007 - one name a line
        Welcome, TableNow, Happened, Done, Refused, Tried, Tallied, Hinted, Viewed, Told, Said, Stopped, Unsaved, Again, Wrong, Pong, Watching, Bye,
    ],
    Field(discriminator="t"),
]  # fmt: skip
SERVER: Final[TypeAdapter[FromServer]] = TypeAdapter(FromServer, config=ConfigDict(defer_build=True))


class Body(Message, defer_build=False):
    """The body of a request."""


class GameChoice(Body):
    """Which rules: a game with options, house rules as the text of their file, which may name their game, or a pad."""

    game: Annotated[str, Field(max_length=60)] | None = None
    players: Annotated[int, Field(ge=2, le=8)] | None = None
    options: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=100)
    house: Annotated[str, Field(max_length=64 << 10)] = ""
    pad: dict[Annotated[str, Field(max_length=40)], int | bool | str] = Field(
        {}, max_length=10, description="In the place of the rules: points are kept for a game that has none here."
    )


class HouseAnswers(GameChoice):
    """Answers to questions about the rules, by the names of the questions, each as people type it; later ones see the earlier ones."""

    answers: dict[Annotated[str, Field(max_length=400)], Annotated[str, Field(max_length=1000)]] = Field(
        {}, max_length=200
    )


class NewTable(GameChoice):
    """Make a table; whoever asks is its host.

    With the *record* of a match that has not ended, the table goes on with it, by the rules of the record.
    """

    record: Annotated[str, Field(max_length=96 << 10, description="In the place of the rules: a `.chh` file.")] = ""
    name: Name
    settings: dict[Annotated[str, Field(max_length=40)], int | bool | str] = Field({}, max_length=40)


class Me(Body):
    """What you are called from now on."""

    name: Name


class SeatKey(Body):
    """A seat link's key, which can be used once."""

    key: Annotated[str, Field(pattern=KEY_PATTERN)]
    name: Name


class SeatWanted(Body):
    """A seat of which the host wants a new link."""

    seat: Seat


class Problem(Message):
    """What is wrong at one place of a request, or of a file in it."""

    path: str
    text: str


class Failure(Refusal):
    """Why a request is not answered: the clause where the table refuses it, the problems where it can't be used."""

    clause: str = ABSENT
    problems: list[Problem] = ABSENT


HTTP: Final[tuple[type[Message], ...]] = (GameChoice, HouseAnswers, NewTable, Me, SeatKey, SeatWanted, Failure)
"""The bodies of requests, and of answers to those that fail."""
