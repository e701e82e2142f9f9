"""`Room`: a table, its guests, and what each of them hears. It waits for nothing and nobody: whoever carries it does that.

The order is always: judge, append (which the carrier makes durable), hear. Nothing here knows a clock or a socket: times come
with the calls, frames go back to the caller.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from canasta.session.entries import Command, Entry
from canasta.session.judging_tally import preview_tally
from canasta.session.refusals import Repeated
from canasta.session.schedule import ScheduledCommand
from canasta.session.table import Table
from canasta.wording.describe import describe

if TYPE_CHECKING:
    # What guests need; a terminal, which has none, starts without it.
    from canasta.session.talk import Say
    from canasta.tables.frames import Encode, Frames

REMEMBERED: Final = 32
"""How many entries a guest may have missed before they get the whole table."""

Json = dict[str, Any]


class Guest(Protocol):
    """Someone who looks at a table from one place, such as a socket or a page."""

    seat: int | None
    """The seat that they have there, from 0; None for none."""

    events: bool
    """Whether they want events besides sentences."""

    @property
    def person_id(self) -> str | None:
        """The id of the person; None for a stranger."""

    @property
    def name(self) -> str:
        """What the person is called away from the table; empty for a stranger."""


G = TypeVar("G", bound=Guest)


class Room(Generic[G]):
    """A table and everyone who hears it."""

    def __init__(self, table: Table, *, remembered: int = REMEMBERED, encode: Encode | None = None) -> None:
        """Make a room for *table*. Guests who missed at most *remembered* entries get those.

        *encode* writes the frames, by default `canasta.tables.frames.encode`.
        """
        self.table = table
        self._encoder = encode
        self._tail: deque[Frames] = deque(maxlen=remembered)
        self._guests: dict[G, None] = {}

    @property
    def _encode(self) -> Encode:
        if self._encoder is None:
            from canasta.tables.frames import encode

            self._encoder = encode
        return self._encoder

    @property
    def head(self) -> int:
        """The number of the last entry that guests have heard."""
        return self.table.head

    @property
    def guests(self) -> tuple[G, ...]:
        """Everyone who is here, who came first is first."""
        return tuple(self._guests)

    def judge(self, command: Command, at: int) -> Entry | int:
        """Return the entry that *command* becomes at *at* (ms since 1970 UTC), or the number of the one it became before.

        Changes nothing. Raises `Refused`.
        """
        try:
            return self.table.judge(command, at)
        except Repeated as repeated:
            return repeated.seq

    def hear(self, entry: Entry) -> Iterator[tuple[G, str | None]]:
        """Apply *entry*, which is in the log now; yield the frame for each guest, None for one who needs the whole table.

        The table has changed before the first of them. Raises `TableStopped` as `Table.apply` does.
        """
        from canasta.tables.frames import Frames

        update = self.table.apply(entry)
        seats = [seat for seat, place in enumerate(self.table.state.places) if place.person is not None]
        frames = Frames(update, seats, events=any(guest.events for guest in self._guests), encode=self._encode)
        self._tail.append(frames)
        return self._frames(frames)

    def _frames(self, frames: Frames) -> Iterator[tuple[G, str | None]]:
        for guest in self.guests:
            seat = self.table.role(guest.person_id).seat
            if seat != guest.seat:
                guest.seat = seat
                yield guest, None  # their own part begins or ends here
            else:
                yield guest, frames.of(seat, events=guest.events)

    def enter(self, guest: G) -> None:
        """Let *guest* hear from now on; `missed` or `whole` tells what has been before."""
        guest.seat = self.table.role(guest.person_id).seat
        self._guests[guest] = None

    def leave(self, guest: G) -> None:
        """Let *guest* hear no more. Does nothing for one who is not here."""
        self._guests.pop(guest, None)

    def welcome(self, guest: G, now: int) -> Json:
        """Return the answer to the hello of *guest*; *now* is the time in ms since 1970 UTC."""
        you = self.you(guest.person_id, guest.name)
        from canasta.tables.frames import VERSION

        return {"t": "welcome", "protocol": VERSION, "seq": self.head, "you": you, "now": now}

    def missed(self, guest: G, have: int) -> list[str] | None:
        """Return the frames behind entry *have*; None where *guest* needs the whole table."""
        if have == self.head:
            return []
        tail = [frames for frames in self._tail if frames.seq > have]
        if not 0 < have < self.head or len(tail) != self.head - have or any(frames.seating for frames in tail):
            return None
        told = [frames.of(guest.seat, events=guest.events) for frames in tail]
        found = [frame for frame in told if frame is not None]
        return found if len(found) == len(told) else None

    def whole(self, guest: G) -> str:
        """Return the frame with everything that *guest* may know."""
        told: Json = {"t": "table", "seq": self.head, "you": self.you(guest.person_id, guest.name)}
        told["state"] = self.table.whole_for(guest.person_id)
        story, short = self.table.story(guest.person_id)
        if story:
            told["story"] = story
        if short:
            told["short"] = short[-1]
        return self._encode(told)

    def you(self, person: str | None, name: str = "") -> Json:
        """Return who *person*, called *name*, is here, as the wire has it."""
        role = self.table.role(person)
        told: Json = {"role": role.name}
        if person is not None:
            told |= {"person": person, "name": name}
        if role.seat is not None:
            told["seat"] = role.seat + 1
        return told

    def knows(self, person: str) -> bool:
        """Return whether *person* has a seat here or is the host; nobody is, where the table can't be folded."""
        if not self.head:
            return False
        role = self.table.role(person)
        return role.host or role.seat is not None

    def talk(self, person: str | None, text: str, reaction: str) -> Say:
        """Return what *person* says, as everyone may read it. Raises `Refused`."""
        from canasta.session.talk import say

        return say(self.table.state, person or "", text, reaction)

    # Questions change nothing.

    def tried(self, person: str, move: str) -> Json:
        """Return what *move* would be worth to *person*, and why it is refused, if it is. Raises `Refused`."""
        return self.table.try_move(person, move).as_json()

    def viewed(self, person: str) -> Json:
        """Return all that *person* may know of the deal, and their legal steps, as a bot gets them. Raises `Refused`."""
        return {"seq": self.head, **self.table.seen_by(person)}

    def tallied(self, deal: int, side: int, answers: Json) -> Json:
        """Return the sheet that *answers* would give *side* in a deal with real cards, and what can't be. Raises `Refused`."""
        return preview_tally(self.table.state, deal, side, answers)

    def sentences(self, clause: str) -> list[str]:
        """Return the sentences of the rule *clause* in this game. Raises `KeyError` for an unknown one."""
        return [line.text for line in describe(self.table.rules, clause)]

    def next_due(self) -> ScheduledCommand | None:
        """Return what time brings next; None if nothing."""
        return next(iter(self.table.scheduled()), None)
