"""What can be asked of a table: one frozen record for each act, to JSON and strictly back.

In Python seats count from 0, as everywhere; in JSON, which is what logs and the wire hold, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Final, TypeAlias, get_type_hints

from canasta.base.shuffle import LARGEST_SEED
from canasta.session.refusals import refused

_SEATS: Final = frozenset({"seat", "dealer", "keeper"})
"""Fields that hold a seat, which JSON counts from 1."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something asked of a table; `name` is its word in JSON."""

    name: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Make(Act):
    """Make the table: the first entry of every log."""

    name: ClassVar[str] = "make"

    rules: dict[str, Any] = field(default_factory=dict)
    """All rules, as `canasta.rules.digest.as_table` writes them."""

    host: str = ""
    """The id of the host."""

    settings: dict[str, Any] = field(default_factory=dict)
    """The settings that differ from the defaults."""

    bots: tuple[str, ...] = ("chance", "greedy")
    """The bots that may sit here."""

    engine: dict[str, Any] = field(default_factory=dict)
    """The program that makes the table (`canasta.session.versions`)."""

    given: tuple[str, ...] = ()
    """Decks to play with instead of shuffled ones, each as `cards_text` writes it."""

    script: tuple[str, ...] = ()
    """Lines of ``seat move`` that bots follow in the first deal."""

    record: str = ""
    """The unfinished record whose match the table continues; empty if none."""

    seed: str = ""
    """The seed of all cards and cuts, a text of digits as of `Number`; empty where they come from promises. Only a local table has one."""

    dealer: int = -1
    """Who deals first, unless that is drawn; -1 for the usual one."""

    keeper: int = -1
    """Who keeps the score, before a draw; -1 for the usual one."""


@dataclass(frozen=True, slots=True)
class Join(Act):
    """Come to the table, as a spectator at first; *invited* by a link to a seat, also who was kept out."""

    name: ClassVar[str] = "join"
    called: str = ""
    invited: bool = False


@dataclass(frozen=True, slots=True)
class Rename(Act):
    """Be called something else."""

    name: ClassVar[str] = "rename"
    called: str = ""


@dataclass(frozen=True, slots=True)
class Leave(Act):
    """Leave the table."""

    name: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Sit(Act):
    """Take a free seat, or the seat of a bot: with the next deal, if the table fills in that its cards *wait* until then."""

    name: ClassVar[str] = "sit"
    seat: int = -1
    wait: bool = False


@dataclass(frozen=True, slots=True)
class TakeSeat(Act):
    """Take a seat by a link, whoever has it; *version* is that of the link, from 1.

    The table fills in the *seat* that the link opens now, and *wait* as for `Sit`.
    """

    name: ClassVar[str] = "take-seat"
    version: int = 0
    seat: int = -1
    wait: bool = False


@dataclass(frozen=True, slots=True)
class Stand(Act):
    """Give up the seat; in a match a bot plays it from now on."""

    name: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class PutBot(Act):
    """Let a bot play a free seat, another bot that of a bot, or a bot keep that of a person who is away.

    *called* is its name, or chosen if empty. Whose seat a bot keeps stays at the table without one.
    """

    name: ClassVar[str] = "put-bot"
    seat: int = -1
    bot: str = ""
    called: str = ""


@dataclass(frozen=True, slots=True)
class RemoveBot(Act):
    """Free the seat of a bot before the match."""

    name: ClassVar[str] = "remove-bot"
    seat: int = -1


@dataclass(frozen=True, slots=True)
class IssueLink(Act):
    """Make a new link to a seat; all older ones are no longer valid. Its version is the number of the entry."""

    name: ClassVar[str] = "issue-link"
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Remove(Act):
    """Send a person away from the table, and keep them out with *ban*."""

    name: ClassVar[str] = "remove"
    person: str = ""
    ban: bool = False


@dataclass(frozen=True, slots=True)
class LetBack(Act):
    """Let a person who is kept out come to the table again."""

    name: ClassVar[str] = "let-back"
    person: str = ""


@dataclass(frozen=True, slots=True)
class Mute(Act):
    """Mute what a person says to the table, reactions included, or end that."""

    name: ClassVar[str] = "mute"
    person: str = ""
    muted: bool = True


@dataclass(frozen=True, slots=True)
class MakeHost(Act):
    """Hand the table over to another host."""

    name: ClassVar[str] = "make-host"
    person: str = ""


@dataclass(frozen=True, slots=True)
class Configure(Act):
    """Change settings (`canasta.session.settings`)."""

    name: ClassVar[str] = "configure"
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start(Act):
    """Begin the match."""

    name: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Promise(Act):
    """Promise a deck: *secret* is 32 bytes in hexadecimal, of which only the commitment is told."""

    name: ClassVar[str] = "promise"
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Number(Act):
    """Give a number for the shuffle, 0 to 2**64 - 1; in JSON a text of digits, for JavaScript has no such numbers."""

    name: ClassVar[str] = "number"
    number: str = ""


@dataclass(frozen=True, slots=True)
class CloseNumbers(Act):
    """Go on without the numbers that are missing; they count as 0."""

    name: ClassVar[str] = "close-numbers"


@dataclass(frozen=True, slots=True)
class DrawCard(Act):
    """Draw the card at *place*, from 1, in the draw for seats; the server says for whom (*seat*) where nobody does."""

    name: ClassVar[str] = "draw-card"
    place: int = 0
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Cut(Act):
    """Cut the deck, meaning to take *aim* cards; *seat* as for `DrawCard`."""

    name: ClassVar[str] = "cut"
    aim: int = 0
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Play(Act):
    """Make a move, in the notation of `canasta.notation.move_text`; *seat* as for `DrawCard`."""

    name: ClassVar[str] = "play"
    move: str = ""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """Take the last move back."""

    name: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class Restart(Act):
    """Start the turn again: take back every move that can be taken back."""

    name: ClassVar[str] = "restart"


@dataclass(frozen=True, slots=True)
class TakeBack(Act):
    """Take back the discard that has just ended the turn, where only bots play otherwise and the next one still waits."""

    name: ClassVar[str] = "take-back"


@dataclass(frozen=True, slots=True)
class Count(Act):
    """Count the finished deal; *sheets* and *totals* are filled in by the table and hold for good."""

    name: ClassVar[str] = "count"
    sheets: tuple[Any, ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ready(Act):
    """Be ready: for the next deal, or to play on after a pause."""

    name: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class NextDeal(Act):
    """Go on to the next deal without waiting any longer."""

    name: ClassVar[str] = "next-deal"


@dataclass(frozen=True, slots=True)
class Pause(Act):
    """Pause the table."""

    name: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resume(Act):
    """End the pause for everyone."""

    name: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Redeal(Act):
    """Agree to drop the deal in progress and deal again."""

    name: ClassVar[str] = "redeal"


@dataclass(frozen=True, slots=True)
class LetIn(Act):
    """Agree that whoever takes a seat with the next deal gets its cards at once."""

    name: ClassVar[str] = "let-in"


@dataclass(frozen=True, slots=True)
class Rematch(Act):
    """Agree to another match of the same people."""

    name: ClassVar[str] = "rematch"


@dataclass(frozen=True, slots=True)
class Decline(Act):
    """Decline what others want to agree on."""

    name: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Away(Act):
    """Note that the person in a seat is not connected any more."""

    name: ClassVar[str] = "away"
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Back(Act):
    """Take the seat back from the stand-in, or note that its person is connected again; *seat* as for `DrawCard`."""

    name: ClassVar[str] = "back"
    seat: int = -1


@dataclass(frozen=True, slots=True)
class StandIn(Act):
    """Let a bot stand in for the person in a seat until they are back.

    People may ask for it for themselves, and the host for whoever is away (*seat*).
    """

    name: ClassVar[str] = "stand-in"
    seat: int = -1


@dataclass(frozen=True, slots=True)
class ClockOut(Act):
    """Let a bot finish this turn, for the time of the seat is up."""

    name: ClassVar[str] = "clock-out"
    seat: int = -1


@dataclass(frozen=True, slots=True)
class BotFailed(Act):
    """Note that the bot that plays a seat failed; after some failures another bot plays on. *why* is a sentence."""

    name: ClassVar[str] = "bot-failed"
    seat: int = -1
    why: str = ""


@dataclass(frozen=True, slots=True)
class Void(Act):
    """Drop the deal in progress, which cannot be played on; *why* is a sentence for the table."""

    name: ClassVar[str] = "void"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade(Act):
    """Go on with another program, *engine* (`canasta.session.versions`), which drops the deal in progress if there is one."""

    name: ClassVar[str] = "upgrade"
    engine: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Close(Act):
    """Close the table for good."""

    name: ClassVar[str] = "close"


EVERY: Final[dict[str, type[Act]]] = {
    kind.name: kind
    for kind in (
        Make, Join, Rename, Leave, Sit, TakeSeat, Stand, PutBot, RemoveBot, IssueLink, Remove, LetBack, Mute, MakeHost, Configure,
        Start, Promise, Number, CloseNumbers, DrawCard, Cut, Play, Undo, Restart, TakeBack, Count, Ready, NextDeal, Pause, Resume,
        Redeal, LetIn, Rematch, Decline, Away, Back, StandIn, ClockOut, BotFailed, Void, Upgrade, Close,
    )
}  # fmt: skip
"""Every act by its name."""

Json: TypeAlias = dict[str, Any]


def act_json(act: Act) -> Json:
    """*act* as JSON; what has its default is left out.

    >>> act_json(Sit(2)), act_json(Play("draw"))
    ({'act': 'sit', 'seat': 3}, {'act': 'play', 'move': 'draw'})
    """
    told: Json = {"act": act.name}
    for key, _, usual in _SHAPES[type(act)]:
        value = getattr(act, key)
        if value != usual:
            told[key] = value + 1 if key in _SEATS else list(value) if isinstance(value, tuple) else value
    return told


def parse_act(told: Mapping[str, Any]) -> Act:
    """Return the act that `act_json` wrote. Raises `Refused` (table.malformed) with one sentence for anything else.

    >>> parse_act({"act": "cut", "aim": 44})
    Cut(aim=44, seat=-1)
    """
    word = told.get("act")
    kind = EVERY.get(word) if isinstance(word, str) else None
    if kind is None:
        raise refused("table.malformed", text=f"act: must be one of {', '.join(EVERY)}.")
    shape = {key: (wanted, usual) for key, wanted, usual in _SHAPES[kind]}
    values: Json = {}
    for key, value in told.items():
        if key == "act":
            continue
        if key not in shape:
            known = ", ".join(shape) or "nothing else"
            raise refused("table.malformed", text=f'{kind.name}: unknown key "{key[:40]}"; there is {known}.')
        values[key] = _value(kind.name, key, value, shape[key][0])
    for key, (_, usual) in shape.items():
        if key not in values and _needed(kind, key, usual):
            raise refused("table.malformed", text=f"{kind.name}: {key} is missing.")
    return kind(**values)


_OPTIONAL: Final = frozenset({"wait", "ban", "invited", "called", "secret", "why", "sheets", "totals"})
_BY_SERVER: Final = (DrawCard, Cut, Play, Back)


def _needed(kind: type[Act], key: str, usual: object) -> bool:
    if kind is Make:
        return key in {"rules", "host"}
    if key in _SEATS:
        return kind not in {*_BY_SERVER, StandIn}
    if key == "called":
        return kind is not PutBot
    return key not in _OPTIONAL and usual in ("", 0, -1)


def _value(where: str, key: str, value: Any, wanted: Any) -> Any:
    """*value* as the field *key* has it. Raises `Refused` for one of another type."""
    if key in _SEATS:
        if type(value) is not int or not 1 <= value <= 8:
            raise refused("table.malformed", text=f"{where}: {key} must be a seat, 1 to 8.")
        return value - 1
    if wanted is tuple:
        if not isinstance(value, list | tuple):
            raise refused("table.malformed", text=f"{where}: {key} must be a list.")
        return tuple(value)
    if type(value) is not wanted:
        name = {int: "a whole number", str: "text", bool: "true or false", dict: "an object"}[wanted]
        raise refused("table.malformed", text=f"{where}: {key} must be {name}.")
    if wanted is int and not -LARGEST_SEED <= value <= LARGEST_SEED:
        raise refused("table.malformed", text=f"{where}: {key} must be a smaller number.")
    return value


def _fields(kind: type[Act]) -> tuple[tuple[str, type, object], ...]:
    """Return the fields of *kind*: name, type and default."""
    hints = get_type_hints(kind)
    rows = []
    for each in fields(kind):
        wanted = hints[each.name]
        usual = each.default if each.default_factory is MISSING else each.default_factory()
        rows.append((each.name, getattr(wanted, "__origin__", wanted), usual))
    return tuple(rows)


_SHAPES: Final = {kind: _fields(kind) for kind in EVERY.values()}
