"""`Visit`: a page at a table of this device, which says and hears what it would at a server (``docs/protocol.md``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canasta.device.kept_table import KeptTable
from canasta.tables.local import LocalGuest

Json = dict[str, Any]


class Visit:
    """One page at one table; *hear* gets every frame for it."""

    def __init__(self, kept: KeptTable, person: str, name: str, hear: Callable[[str], None]) -> None:
        self.kept = kept
        self.guest = LocalGuest(person, hear, name, events=False)
        self.greeted = False

    def greet(self, hello: Json, now: int) -> list[Json | str]:
        """Return what answers *hello*: the welcome, then what was missed, or the whole table."""
        room = self.kept.local.room
        self.greeted = True
        self.kept.watched += 1
        self.guest.events = hello["events"]
        room.enter(self.guest)
        missed = room.missed(self.guest, hello["have"])
        return [room.welcome(self.guest, now), *([room.whole(self.guest)] if missed is None else missed)]

    def leave(self) -> None:
        """Let the page hear no more."""
        if self.greeted:
            self.greeted = False
            self.kept.watched -= 1
            self.kept.local.leave(self.guest)
