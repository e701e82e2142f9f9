"""Who has a socket at a table, and whose socket makes way for another: people at the table come before strangers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from canasta.server.store.store import StoredPerson
from canasta.server.table.encoding import encode
from canasta.server.table.outbox import Outbox
from canasta.session.state import State
from canasta.tables.room import Room

BY_PERSON: Final = 8
"""How many sockets one person may have at a table."""

STRANGERS: Final = 32
"""How many sockets at a table may belong to people who have not joined it."""

STRANGERS_BY_ADDRESS: Final = 8
"""How many of those may come from one address: as many as play in one room."""

NO_ROOM: Final = "There is no room for more people to watch this table."
_CROWDED: Final = "This table is open in too many places. This one, the oldest, was closed."


@dataclass(eq=False, slots=True)
class SocketGuest:
    """One socket at a table."""

    person: StoredPerson | None
    address: str = ""
    """The network that they come from, as limits count it."""

    outbox: Outbox = field(default_factory=Outbox)
    seat: int | None = None
    events: bool = True
    """Whether they asked for events as well as for sentences."""

    watching: int = 0
    """How many strangers look at the table, as this socket of the host was told last."""

    @property
    def person_id(self) -> str | None:
        """The id of the person, if they have one."""
        return self.person.id if self.person else None

    @property
    def name(self) -> str:
        """What the person is called; empty for a stranger."""
        return self.person.name if self.person else ""


class Guests:
    """Everyone who has a socket at a table in this process, the oldest first."""

    def __init__(self, room: Room[SocketGuest]) -> None:
        self._room = room

    def __iter__(self) -> Iterator[SocketGuest]:
        return iter(self._room.guests)

    def __len__(self) -> int:
        return len(self._room.guests)

    def enter(self, guest: SocketGuest, state: State) -> bool:
        """Let *guest* in, and someone else go where it is too crowded; False if there is no room at all."""
        room = room_for_strangers(state)
        if not room and guest.person_id not in state.people:
            return False
        crowded = makes_way(tuple(self), guest, state.people, room)
        if crowded is not None:
            self.send_away(crowded, _CROWDED)
        self._room.enter(guest)
        self.tell_watching(state, but=guest)
        return True

    def leave(self, guest: SocketGuest) -> None:
        """Let *guest* go."""
        self._room.leave(guest)

    def send_away(self, guest: SocketGuest, why: str) -> None:
        """Say goodbye to *guest*; the socket is closed once everything is sent."""
        self.leave(guest)
        guest.outbox.put(encode({"t": "bye", "why": why}))
        guest.outbox.close()

    def clear_room(self, state: State) -> None:
        """Let strangers go for whom the table has no room any more, the newest first."""
        for guest in self._strangers(state)[room_for_strangers(state) :]:
            self.send_away(guest, NO_ROOM)
        self.tell_watching(state)

    def tell_watching(self, state: State, but: SocketGuest | None = None) -> None:
        """Tell the host how many look at the table who have not joined it, if that has changed, at all sockets *but* one."""
        count = len(self._strangers(state))
        for guest in self:
            if guest is not but and guest.person_id == state.host and guest.watching != count:
                guest.watching = count
                guest.outbox.put(encode({"t": "watching", "count": count}))

    def _strangers(self, state: State) -> list[SocketGuest]:
        return [guest for guest in self if guest.person_id not in state.people]


def room_for_strangers(state: State) -> int:
    """Return how many may look at the table who have not joined it: as many as may watch it or take a seat."""
    return min(STRANGERS, state.settings.spectators + state.free_seats)


def makes_way(
    guests: Sequence[SocketGuest], new: SocketGuest, people: Collection[str], most: int
) -> SocketGuest | None:
    """Return the one of *guests*, oldest first, that has to go for the *new* one; None where there is room.

    *people* have joined the table. A person's sockets make way for their own only. Strangers make way for those from their own
    address, and where there are *most* of them, for those from an address that has fewer.

    >>> silent = [SocketGuest(None, "192.0.2.1") for _ in range(8)]
    >>> makes_way(silent, SocketGuest(None, "192.0.2.1"), (), 32) is silent[0], makes_way(silent, SocketGuest(None, "192.0.2.2"), (), 32)
    (True, None)
    >>> makes_way(silent, SocketGuest(StoredPerson("ann", "Ann"), "192.0.2.1"), ("ann",), 8)
    """
    if new.person_id in people:
        own = [guest for guest in guests if guest.person_id == new.person_id]
        return own[0] if len(own) >= BY_PERSON else None
    strangers = [guest for guest in guests if guest.person_id not in people]
    near = [guest for guest in strangers if guest.address == new.address]
    if len(near) >= min(most, STRANGERS_BY_ADDRESS):
        return near[0] if near else None
    if len(strangers) < most:
        return None
    [(crowded, _)] = Counter(guest.address for guest in strangers).most_common(1)
    return next(guest for guest in strangers if guest.address == crowded)
