"""Who is at a table and who plays which seat: people, bots, and stand-ins for people who are away."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.base.seats import Seat
from canasta.session.confusables import JOINERS, is_blank, is_piled, skeleton
from canasta.session.refusals import refused
from canasta.wording.names import YOU

LONGEST_NAME: Final = 20
_MOST_MARKS: Final = 3
BOT_NAMES: Final = ("Robin", "Sam", "Alex", "Kim", "Jo", "Charlie", "Pat", "Terry")
"""What bots are called unless someone says otherwise."""

_RESERVED: Final = frozenset(
    look.replace(" ", "")
    for name in (
        *(YOU, "Host", "The host", "Table", "The table", "Server", "The server"),
        *("Nobody", "Somebody", "Someone", "Everybody", "Everyone"),
        *(f"Seat {seat}" for seat in range(1, 9)),
    )
    for look in skeleton(name)
)
"""Looks of what sentences of the table call people, seats and itself, without spaces."""

Playing: TypeAlias = Literal["nobody", "person", "bot", "stand-in"]


@dataclass(slots=True)
class Person:
    """Someone at the table."""

    name: str
    muted: bool = False


@dataclass(slots=True)
class TableSeat:
    """A seat at the table, and who plays it."""

    person: str | None = None
    """The id of the person whose seat it is; None if nobody has it."""

    bot: str = ""
    """The bot in the seat if nobody has it; empty for none."""

    called: str = ""
    """The name of the bot."""

    link: int = 0
    """The version of the seat's link; 0 while there is none. It moves with the seat."""

    opened: int = 0
    """The version of the last link that was used. It moves with the seat."""

    coming: str | None = None
    """The id of the person who has the seat from the next deal on; None if nobody is coming."""

    away: int | None = None
    """When the person lost the connection, in ms since 1970; None while connected."""

    changed: int = 0
    """The entry that last noted whether the person is here."""

    waited: int = 0
    """How many ms the table has waited for the person in this deal."""

    stand_in: bool = False
    """Whether a bot plays for the person."""

    late: bool = False
    """Whether a bot finishes this turn because the time was up."""

    failed: int = 0
    """How many times the bot that plays here has failed."""

    @property
    def playing(self) -> Playing:
        """Who plays the seat now."""
        if self.person is None:
            return "bot" if self.bot else "nobody"
        return "stand-in" if self.stand_in or self.late else "person"

    @property
    def here(self) -> bool:
        """Whether a person plays here who is connected, as far as anyone noted."""
        return self.person is not None and self.away is None and not self.stand_in

    def vacate(self, bot: str = "", called: str = "") -> None:
        """Take the person out of the seat, and put *bot* there."""
        self.person, self.bot, self.called = None, bot, called
        self.away, self.stand_in, self.late, self.waited, self.failed = None, False, False, 0, 0

    def seat_person(self, person: str) -> None:
        """Give the seat to *person*."""
        self.vacate()
        self.person, self.coming = person, None


def checked_name(name: str, taken: Iterable[str]) -> str:
    """*name* as it is written at the table: trimmed, in Unicode's composed form.

    Raises `Refused` for a name that is empty, too long, not one line of visible characters, piled with marks, that looks like
    one that is taken, or like a word of the table.

    >>> checked_name("  Ruth ", ["Tom"])
    'Ruth'
    """
    name = checked_line(name, LONGEST_NAME, "A name")
    own = skeleton(name)
    if any(look.replace(" ", "") in _RESERVED for look in own):
        raise refused(
            "table.name", text=f"The table itself says {name}, so nobody can be called that. Choose another name."
        )
    for other in taken:
        if own & skeleton(other):
            raise refused("table.name-taken", name=other)
    return name


def checked_line(text: str, longest: int, what: str) -> str:
    """*text* as it is written at the table: trimmed, in Unicode's composed form, at most *longest* characters.

    Raises `Refused`, in a sentence about *what*, for text that is empty, too long, not one line of visible characters, or piled
    with marks.

    >>> checked_line("  Saturdays  at Ruth's ", 40, "A table's name")
    "Saturdays at Ruth's"
    """
    text = " ".join(filter(None, unicodedata.normalize("NFC", text).split(" ")))
    marks = sum(unicodedata.combining(sign) > 0 or sign in JOINERS for sign in text)
    if not 0 < len(text) - marks <= longest or marks > _MOST_MARKS * longest:
        raise refused("table.name", text=f"{what} has 1 to {longest} characters.")
    if any(unicodedata.category(sign)[0] in "CZ" and sign not in {" ", *JOINERS} for sign in text) or is_blank(text):
        raise refused("table.name", text=f"{what} is one line of visible characters.")
    if is_piled(text):
        raise refused("table.name", text=f"A letter of {what[0].lower()}{what[1:]} has at most 4 marks.")
    return text


def free_bot_name(taken: Iterable[str]) -> str:
    """Return a name for a bot that nobody at the table has.

    >>> free_bot_name(["Robin", "Ann"])
    'Sam'
    """
    used = {name.casefold() for name in taken}
    names = (*BOT_NAMES, *(f"{name} {number}" for number in range(2, 9) for name in BOT_NAMES))
    return next(name for name in names if name.casefold() not in used)


@dataclass(frozen=True, slots=True)
class Role:
    """What someone is at a table: the host, in a *seat*, *here* at all. All of it comes from the log."""

    host: bool
    seat: Seat | None
    here: bool

    @property
    def name(self) -> str:
        """One word for it: host, seat, spectator or nobody. A host who plays is a host."""
        if self.host:
            return "host"
        if self.seat is not None:
            return "seat"
        return "spectator" if self.here else "nobody"
