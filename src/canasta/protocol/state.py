"""The table as the wire tells it: the public part, the own part of a seat, and the rules. Nothing in it is null."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_type_hints

from pydantic import Field, create_model
from typing_extensions import TypeAliasType

from canasta.protocol.base import (
    ABSENT,
    CardsText,
    CardText,
    ClauseName,
    KindsText,
    MeldKey,
    Message,
    Name,
    Number,
    NumberText,
    PersonId,
    RankText,
    Seat,
    SeatText,
    Seq,
    Side,
    Some,
    Time,
    patch_of,
)
from canasta.rules.groups import GROUPS
from canasta.rules.shapes import LISTS

Phase = TypeAliasType(
    "Phase",
    Literal["open", "promising", "numbers", "drawing", "cutting", "playing", "keeping", "counting", "over", "closed"],
)
Yes: TypeAlias = Literal[True]
Hex: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class PersonState(Message):
    """Someone at the table."""

    id: PersonId
    seat: Seat = ABSENT
    host: Yes = ABSENT
    muted: Yes = ABSENT


class SeatState(Message):
    """Who plays a seat."""

    plays: Literal["nobody", "person", "bot", "stand-in"]
    name: Name = ABSENT
    bot: Annotated[str, Field(description="Which bot plays here.")] = ABSENT
    link: Annotated[int, Field(ge=1, description="The version of the link to this seat.")] = ABSENT
    coming: Annotated[
        Name, Field(description="Who has this seat from the next deal on; they have no cards of this one.")
    ] = ABSENT
    away: Annotated[Time, Field(description="Since when its person is not connected: ms since 1970.")] = ABSENT
    waited: Annotated[Number, Field(description="How long the table has waited for them in this deal: ms.")] = ABSENT


class SettingsState(Message):
    """How the table is played; `docs/protocol.md` explains each setting."""

    pace: Number
    stand_in: str
    away_delay: Number
    away_budget: Number
    clock: Number
    numbers_wait: Number
    next_deal: Number
    spectators: Number
    talk: bool
    undo: bool
    draw: bool
    late: bool
    real_cards: bool
    points_only: bool
    name: Annotated[str, Field(description="What the table is called; empty if it has no name.")]


class VoteState(Message):
    """What is being agreed on, and the seats that have agreed."""

    for_: Annotated[Literal["redeal", "let-in", "rematch"], Field(alias="for")]
    agreed: list[Seat]


class ShuffleState(Message):
    """The shuffle that is promised: for which deal (0: the draw for seats), and the seats that have given numbers."""

    deal: Number
    commitment: Hex
    given: list[Seat]


class ToldShuffle(ShuffleState):
    """A shuffle whose secret is told: anyone can check it."""

    numbers: Annotated[list[str], Field(description="The number of every seat, as digits; 0 where none was given.")]
    secret: Hex


class PickedCard(Message):
    """A card that was drawn in the draw for seats."""

    seat: Seat
    card: CardText


class DrawState(Message):
    """The draw for seats: who has still to draw, of how many cards, and the cards drawn, by their places.

    It stays until the first deal: when everyone has drawn, *waiting* is empty and the seats are the new ones.
    """

    stakes: Annotated[str, Field(description="What the cards decide, in a sentence.")]
    waiting: list[Seat]
    cards: Number
    picked: dict[NumberText, PickedCard]


class CutState(Message):
    """A cut of the deck: how many cards, and how many would be exact."""

    count: Number
    needed: Number


class SheetLine(Message):
    """A line of a score sheet."""

    text: str
    clause: ClauseName
    count: int
    points: int
    each: int = ABSENT
    item: Annotated[str, Field(description="What is counted: the same word for every side and every number.")] = ABSENT
    title: Annotated[str, Field(description="What a table of all sides calls it, without a number.")] = ABSENT


class SheetPart(Message):
    """A part of a score sheet."""

    title: str
    lines: list[SheetLine]


class SheetState(Message):
    """The score sheet of a side."""

    parts: list[SheetPart]
    total: int


class DealCount(Message):
    """A deal that was counted: the sheets of the sides, and their totals after it."""

    sheets: list[SheetState]
    totals: list[int]


class MatchResult(Message):
    """An earlier match at this table."""

    totals: list[int]
    winners: list[Side]
    deals: Number


Band: TypeAlias = Annotated[
    Literal["natural", "mixed", "wild", "special"], Field(description="The class in the same word in every game.")
]


class MeldState(Message):
    """A meld; *class* is what the game calls a canasta like this, *red* a red three on it."""

    cards: CardsText
    class_: Annotated[str, Field(alias="class")] = ABSENT
    band: Band = ABSENT
    red: CardText = ABSENT


class LackState(Message):
    """Canastas that a side still needs to go out: *count* of a *class*, or of any; *rank* is that of a special class."""

    count: Annotated[int, Field(ge=1)]
    class_: Annotated[str, Field(alias="class")] = ABSENT
    band: Band = ABSENT
    rank: RankText = ABSENT


class SideState(Message):
    """A side: what it needs to open, its *points* on the table, its melds and red threes, what it still lacks to go out."""

    opened: bool
    needs: Number
    points: int = ABSENT
    melds: dict[MeldKey, MeldState]
    reds: CardsText = ABSENT
    lacks: list[LackState] = ABSENT


class HandState(Message):
    """A hand as everyone sees it: how many cards, and the reserves still to come, by name."""

    cards: Number
    reserves: list[str] = ABSENT


class PileState(Message):
    """The pile: its cards by their places, from the bottom; for which sides it is frozen, and why."""

    cards: dict[NumberText, CardText] = ABSENT
    frozen: list[Side] = ABSENT
    because: str = ABSENT
    blocked: Annotated[Yes, Field(description="Nobody can take the pile with this top card.")] = ABSENT


class AskedState(Message):
    """A question that waits for its answer: *by* asks *seat* whether to go out."""

    by: Seat
    seat: Seat


class DealState(Message):
    """The deal in progress as everyone sees it."""

    turn: Seat
    stock: Annotated[list[Number], Field(description="How many cards each pile of the stock has.")]
    pile: PileState
    sides: dict[SeatText, SideState]
    hands: dict[SeatText, HandState]
    waiting: Annotated[list[Seat], Field(description="Who is waited for, if it is not the one whose turn it is.")] = (
        ABSENT
    )
    aside: Annotated[list[Seat], Field(description="Who may go on melding between turns.")] = ABSENT
    asked: AskedState = ABSENT
    staged: Annotated[Number, Field(description="What the melds laid for an opening count so far.")] = ABSENT
    returned: Annotated[CardsText, Field(description="Cards turned up first that went back into the stock.")] = ABSENT
    lap: Annotated[Number, Field(description="On the last lap: how many turns follow this one.")] = ABSENT
    clock: Annotated[Time, Field(description="When the time for this turn is up: ms since 1970.")] = ABSENT


class CardKind(Message):
    """A kind of card by which melded cards and cards left over can be told, and what one is worth."""

    key: str
    title: str
    each: int


class TallyQuestion(Message):
    """Something that there is to count. *key* is also the item of its line on the sheet."""

    key: str
    title: Annotated[str, Field(description='What several of them are called: "clean canastas".')]
    one: Annotated[str, Field(description="What one is called.")]
    clause: str
    kind: Annotated[
        Literal["number", "yes", "cards", "sum"],
        Field(description="A number of things; 1 for yes; what cards are worth, or cards by kind; points with a sign."),
    ]
    group: Literal["canastas", "threes", "bonuses", "melded", "caught", "penalties", "points"]
    each: int = ABSENT
    kinds: list[CardKind] = ABSENT


class SideCount(Message):
    """What a side counted: a number by the key of each question, and perhaps a note; who entered it, and with which entry."""

    answers: dict[str, int | str]
    by: str
    seq: Seq


class KeepingState(Message):
    """The deals of this match with real cards: what there is to count, and what the sides have counted."""

    questions: list[TallyQuestion]
    counts: Annotated[
        dict[NumberText, dict[SeatText, SideCount]],
        Field(description="By deal and side; also of the deal in progress."),
    ]
    before: Annotated[list[str], Field(description="What is told before the deal: who deals, how, what opens.")] = (
        ABSENT
    )
    undo: Annotated[Yes, Field(description="Whether the last count can be taken back.")] = ABSENT


class PublicState(Message):
    """The public part: the same for everyone."""

    state: Phase
    people: Annotated[dict[Name, PersonState], Field(description="By name.")]
    seats: dict[SeatText, SeatState]
    kept_out: Annotated[dict[PersonId, Name], Field(description="Who may not come to the table again.")] = ABSENT
    settings: SettingsState
    paused: Yes = ABSENT
    ready: list[Seat] = ABSENT
    vote: VoteState = ABSENT
    shuffle: ShuffleState = ABSENT
    told: Annotated[dict[NumberText, ToldShuffle], Field(description="Shuffles whose secrets are told.")] = ABSENT
    given: Annotated[Yes, Field(description="Decks, moves of bots or a record were given when the table was made.")] = (
        ABSENT
    )
    draw: DrawState = ABSENT
    cut: Annotated[dict[SeatText, Number], Field(description="Who has to cut, and how many cards are exact.")] = ABSENT
    table: DealState = ABSENT
    keeping: KeepingState = ABSENT
    dealer: Seat = ABSENT
    keeper: Annotated[Seat, Field(description="Who keeps the score and never deals.")] = ABSENT
    deal: Annotated[int, Field(ge=1, description="The number of this deal, or of the next.")] = ABSENT
    totals: list[int] = ABSENT
    minimums: Annotated[list[Number], Field(description="What each side needs to open.")] = ABSENT
    deals: Annotated[dict[NumberText, DealCount], Field(description="The deals counted so far.")] = ABSENT
    cuts: dict[SeatText, CutState] = ABSENT
    winners: list[Side] = ABSENT
    matches: list[MatchResult] = ABSENT


class TakeChoice(Message):
    """A way to take the pile: the cards of your hand, the slot of the meld it goes onto, how many cards you get."""

    gets: Annotated[int, Field(ge=1)]
    with_: Annotated[CardsText, Field(alias="with")] = ABSENT
    onto: Annotated[int, Field(ge=1)] = ABSENT
    card: Annotated[Yes, Field(description="Only the top card is taken.")] = ABSENT


class Choices(Message):
    """What you may do now: all that a page needs to show it."""

    draw: Annotated[Number, Field(description="How many cards you would draw.")] = ABSENT
    ends: Annotated[Yes, Field(description="Drawing would end the deal: the stock is empty.")] = ABSENT
    take: list[TakeChoice] = ABSENT
    lay: Annotated[list[RankText], Field(description="Ranks you can begin melds of.")] = ABSENT
    add: Annotated[dict[MeldKey, KindsText], Field(description="The cards of your hand that open melds take.")] = ABSENT
    top: Annotated[list[RankText], Field(description="Ranks whose canastas a red three can go on.")] = ABSENT
    discard: KindsText = ABSENT
    ask: Annotated[list[Seat], Field(description="Partners you may ask whether to go out.")] = ABSENT
    answer: Annotated[Yes, Field(description="You are asked: answer yes or no.")] = ABSENT
    open: Yes = ABSENT
    pick_up: Annotated[Yes, Field(alias="pick up")] = ABSENT
    lift: Yes = ABSENT
    restore: Yes = ABSENT
    knock: Yes = ABSENT
    stuck: Yes = ABSENT
    end: Yes = ABSENT


class OwnState(Message):
    """The own part of a seat: only its player gets it."""

    seat: Seat
    number: Annotated[bool, Field(description="Whether you have given a number for the shuffle.")] = ABSENT
    hand: CardsText = ABSENT
    fresh: Annotated[CardsText, Field(description="What came to your hand in this turn.")] = ABSENT
    choices: Choices = ABSENT
    undo: Annotated[Yes, Field(description="You may take back your last move.")] = ABSENT
    take_back: Annotated[Yes, Field(description="You may take back the discard that ended your turn.")] = ABSENT


READ: Final[dict[str, tuple[str, ...]]] = {
    "table": ("sides",),
    "pile": ("frozen_by", "frozen_until_open", "end", "restore"),
    "meld": ("size",),
    "reserves": ("name",),
    "score": ("cards",),
    "match": ("deals", "target"),
    "procedures": ("exact_cut", "seats"),
    "words": ("deal", "hand", "canasta", "canastas", "natural"),
}
"""The values of the rules that the page reads, by their groups: these alone have types."""


def _group(group: str) -> Any:
    """Return what the page reads of a *group* of rules as `canasta.rules.digest.as_table` writes them, and anything else."""
    hints = get_type_hints(GROUPS[group]) | ({"cards": dict[str, int]} if group == "score" else {})
    values: dict[str, Any] = {name: (hints[name], ...) for name in READ[group]}
    kind = create_model(f"{group.title()}Rules", __base__=Some, __doc__=GROUPS[group].__doc__, **values)
    return list[kind] if group in LISTS else kind  # type: ignore[valid-type]


_GROUPS: Final[dict[str, Any]] = {group: (_group(group), ...) for group in READ}
WordsRules: Final = _GROUPS.pop("words")[0]
RuleValues: Final = create_model(
    "RuleValues",
    __base__=Some,
    __doc__="All values of the rules, as docs/rules-values.md explains them; those that the page reads have types here.",
    **_GROUPS,
)


class RulesState(Message):
    """The rules that are played: their digest, title, the words of the game, and all values."""

    digest: Hex
    title: str
    words: WordsRules  # type: ignore[valid-type]
    values: RuleValues  # type: ignore[valid-type]


class TableState(Message):
    """The whole table as you may see it; spectators get no own part."""

    seq: Seq
    rules: RulesState
    public: PublicState
    own: OwnState = ABSENT


PublicPatch: Final = patch_of(PublicState)
OwnPatch: Final = patch_of(OwnState)
