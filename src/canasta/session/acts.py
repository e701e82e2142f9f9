"""What can be asked of a table: one record for each act. Nothing changes one; `canasta.session.act_json` writes and reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

_A = TypeVar("_A", bound="Act")


@dataclass_transform(frozen_default=True)
def _act(kind: type[_A]) -> type[_A]:
    """Make *kind* a dataclass that nothing changes, quickly: a terminal that begins a match waits for all of them."""
    return dataclass(slots=True, repr=False, eq=False)(kind)


class Act:
    """Something asked of a table; `name` is its word in JSON."""

    __slots__: tuple[str, ...] = ()

    name: ClassVar[str] = ""

    def _values(self) -> list[Any]:
        return [getattr(self, key) for key in self.__slots__]

    def __repr__(self) -> str:
        told = ", ".join(f"{key}={getattr(self, key)!r}" for key in self.__slots__)
        return f"{type(self).__name__}({told})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Act) and type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), *self._values()))


@_act
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


@_act
class Join(Act):
    """Come to the table, as a spectator at first; *invited* by a link to a seat, also who was kept out."""

    name: ClassVar[str] = "join"
    called: str = ""
    invited: bool = False


@_act
class Rename(Act):
    """Be called something else."""

    name: ClassVar[str] = "rename"
    called: str = ""


@_act
class Leave(Act):
    """Leave the table."""

    name: ClassVar[str] = "leave"


@_act
class Sit(Act):
    """Take a free seat, or the seat of a bot: with the next deal, if the table fills in that its cards *wait* until then."""

    name: ClassVar[str] = "sit"
    seat: int = -1
    wait: bool = False


@_act
class TakeSeat(Act):
    """Take a seat by a link, whoever has it; *version* is that of the link, from 1.

    The table fills in the *seat* that the link opens now, and *wait* as for `Sit`.
    """

    name: ClassVar[str] = "take-seat"
    version: int = 0
    seat: int = -1
    wait: bool = False


@_act
class Stand(Act):
    """Give up the seat; in a match a bot plays it from now on."""

    name: ClassVar[str] = "stand"


@_act
class PutBot(Act):
    """Let a bot play a free seat, another bot that of a bot, or a bot keep that of a person who is away.

    *called* is its name, or chosen if empty. Whose seat a bot keeps stays at the table without one.
    """

    name: ClassVar[str] = "put-bot"
    seat: int = -1
    bot: str = ""
    called: str = ""


@_act
class RemoveBot(Act):
    """Free the seat of a bot before the match."""

    name: ClassVar[str] = "remove-bot"
    seat: int = -1


@_act
class IssueLink(Act):
    """Make a new link to a seat; all older ones are no longer valid. Its version is the number of the entry."""

    name: ClassVar[str] = "issue-link"
    seat: int = -1


@_act
class Remove(Act):
    """Send a person away from the table, and keep them out with *ban*."""

    name: ClassVar[str] = "remove"
    person: str = ""
    ban: bool = False


@_act
class LetBack(Act):
    """Let a person who is kept out come to the table again."""

    name: ClassVar[str] = "let-back"
    person: str = ""


@_act
class Mute(Act):
    """Mute what a person says to the table, reactions included, or end that."""

    name: ClassVar[str] = "mute"
    person: str = ""
    muted: bool = True


@_act
class MakeHost(Act):
    """Hand the table over to another host."""

    name: ClassVar[str] = "make-host"
    person: str = ""


@_act
class Configure(Act):
    """Change settings (`canasta.session.settings`)."""

    name: ClassVar[str] = "configure"
    settings: dict[str, Any] = field(default_factory=dict)


@_act
class Start(Act):
    """Begin the match. Where real cards are played, *dealer* deals first and *keeper* keeps the score, if they are named."""

    name: ClassVar[str] = "start"
    dealer: int = -1
    keeper: int = -1


@_act
class Promise(Act):
    """Promise a deck: *secret* is 32 bytes in hexadecimal, of which only the commitment is told."""

    name: ClassVar[str] = "promise"
    secret: str = ""


@_act
class Number(Act):
    """Give a number for the shuffle, 0 to 2**64 - 1; in JSON a text of digits, for JavaScript has no such numbers."""

    name: ClassVar[str] = "number"
    number: str = ""


@_act
class CloseNumbers(Act):
    """Go on without the numbers that are missing; they count as 0."""

    name: ClassVar[str] = "close-numbers"


@_act
class DrawCard(Act):
    """Draw the card at *place*, from 1, in the draw for seats; the server says for whom (*seat*) where nobody does."""

    name: ClassVar[str] = "draw-card"
    place: int = 0
    seat: int = -1


@_act
class Cut(Act):
    """Cut the deck, meaning to take *aim* cards; *seat* as for `DrawCard`."""

    name: ClassVar[str] = "cut"
    aim: int = 0
    seat: int = -1


@_act
class Play(Act):
    """Make a move, in the notation of `canasta.notation.move_text`; *seat* as for `DrawCard`."""

    name: ClassVar[str] = "play"
    move: str = ""
    seat: int = -1


@_act
class Undo(Act):
    """Take the last move back."""

    name: ClassVar[str] = "undo"


@_act
class Restart(Act):
    """Start the turn again: take back every move that can be taken back."""

    name: ClassVar[str] = "restart"


@_act
class TakeBack(Act):
    """Take back the discard that has just ended the turn, where only bots play otherwise and the next one still waits."""

    name: ClassVar[str] = "take-back"


@_act
class Count(Act):
    """Count the finished deal; *sheets* and *totals* are filled in by the table and hold for good."""

    name: ClassVar[str] = "count"
    sheets: tuple[Any, ...] = ()
    totals: tuple[int, ...] = ()


@_act
class NameSeat(Act):
    """Say who sits in a seat that no person here and no bot has, where real cards are played; empty for nobody."""

    name: ClassVar[str] = "name-seat"
    seat: int = -1
    called: str = ""


@_act
class Tally(Act):
    """Say what a side counted after a deal with real cards, or correct what was said of an earlier one.

    *answers* are those of `canasta.tally.tally.Tally`. *sheets* are filled in by the table where the deal is counted with it, and
    hold for good.
    """

    name: ClassVar[str] = "tally"
    deal: int = 0
    side: int = -1
    answers: dict[str, Any] = field(default_factory=dict)
    sheets: tuple[Any, ...] = ()


@_act
class UndoTally(Act):
    """Take back what was said last with `Tally`; *sheets* as there."""

    name: ClassVar[str] = "undo-tally"
    sheets: tuple[Any, ...] = ()


@_act
class Ready(Act):
    """Be ready: for the next deal, or to play on after a pause."""

    name: ClassVar[str] = "ready"


@_act
class NextDeal(Act):
    """Go on to the next deal without waiting any longer."""

    name: ClassVar[str] = "next-deal"


@_act
class Pause(Act):
    """Pause the table."""

    name: ClassVar[str] = "pause"


@_act
class Resume(Act):
    """End the pause for everyone."""

    name: ClassVar[str] = "resume"


@_act
class Redeal(Act):
    """Agree to drop the deal in progress and deal again."""

    name: ClassVar[str] = "redeal"


@_act
class LetIn(Act):
    """Agree that whoever takes a seat with the next deal gets its cards at once."""

    name: ClassVar[str] = "let-in"


@_act
class Rematch(Act):
    """Agree to another match of the same people."""

    name: ClassVar[str] = "rematch"


@_act
class Decline(Act):
    """Decline what others want to agree on."""

    name: ClassVar[str] = "decline"


@_act
class Away(Act):
    """Note that the person in a seat is not connected any more."""

    name: ClassVar[str] = "away"
    seat: int = -1


@_act
class Back(Act):
    """Take the seat back from the stand-in, or note that its person is connected again; *seat* as for `DrawCard`."""

    name: ClassVar[str] = "back"
    seat: int = -1


@_act
class StandIn(Act):
    """Let a bot stand in for the person in a seat until they are back.

    People may ask for it for themselves, and the host for whoever is away (*seat*).
    """

    name: ClassVar[str] = "stand-in"
    seat: int = -1


@_act
class ClockOut(Act):
    """Let a bot finish this turn, for the time of the seat is up."""

    name: ClassVar[str] = "clock-out"
    seat: int = -1


@_act
class BotFailed(Act):
    """Note that the bot that plays a seat failed; after some failures another bot plays on. *why* is a sentence."""

    name: ClassVar[str] = "bot-failed"
    seat: int = -1
    why: str = ""


@_act
class Void(Act):
    """Drop the deal in progress, which cannot be played on; *why* is a sentence for the table."""

    name: ClassVar[str] = "void"
    why: str = ""


@_act
class Upgrade(Act):
    """Go on with another program, *engine* (`canasta.session.versions`), which drops the deal in progress if there is one."""

    name: ClassVar[str] = "upgrade"
    engine: dict[str, Any] = field(default_factory=dict)


@_act
class Close(Act):
    """Close the table for good."""

    name: ClassVar[str] = "close"


EVERY: Final[dict[str, type[Act]]] = {
    kind.name: kind
    for kind in (
        Make, Join, Rename, Leave, Sit, TakeSeat, Stand, PutBot, RemoveBot, IssueLink, Remove, LetBack, Mute, MakeHost, Configure,
        Start, Promise, Number, CloseNumbers, DrawCard, Cut, Play, Undo, Restart, TakeBack, Count, NameSeat, Tally, UndoTally, Ready, NextDeal, Pause, Resume,
        Redeal, LetIn, Rematch, Decline, Away, Back, StandIn, ClockOut, BotFailed, Void, Upgrade, Close,
    )
}  # fmt: skip
"""Every act by its name."""
