"""Who has a socket at a table, and whose socket makes way for another: people at the table come before strangers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from canasta.server.outbox import Outbox
from canasta.server.store import Person

BY_PERSON: Final = 8
"""How many sockets one person may have at a table."""

STRANGERS: Final = 32
"""How many sockets at a table may belong to people who have not joined it."""

STRANGERS_BY_ADDRESS: Final = 8
"""How many of those may come from one address: as many as play in one room."""


@dataclass(eq=False, slots=True)
class Guest:
    """One socket at a table."""

    person: Person | None
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


def makes_way(guests: Sequence[Guest], new: Guest, people: Collection[str], most: int) -> Guest | None:
    """The one of *guests*, oldest first, that has to go for the *new* one; None where there is room.

    *people* have joined the table. A person's sockets make way for their own only. Strangers make way for those from their own
    address, and where there are *most* of them, for those from an address that has fewer.

    >>> silent = [Guest(None, "192.0.2.1") for _ in range(8)]
    >>> makes_way(silent, Guest(None, "192.0.2.1"), (), 32) is silent[0], makes_way(silent, Guest(None, "192.0.2.2"), (), 32)
    (True, None)
    >>> makes_way(silent, Guest(Person("ann", "Ann"), "192.0.2.1"), ("ann",), 8)
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
