"""`LiveTable`: a table in the memory of one process. Judge, commit, apply, tell: always in this order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import itemgetter
from secrets import token_hex
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final, Protocol

from sqlalchemy.exc import IntegrityError

from canasta.base.errors import CanastaError
from canasta.bots.process import BotFailure
from canasta.deal.view import View, view
from canasta.server.store import store
from canasta.server.store.errors import StoreAway, StoreError
from canasta.server.store.kept_out import came_from, keep_out
from canasta.server.store.rows import entry_of, row_of
from canasta.server.store.store import TableRow
from canasta.server.table.encoding import encode
from canasta.server.table.guests import Guests, SocketGuest
from canasta.server.table.slices import run_cooperatively
from canasta.session.acts import Away, Back, Count, Promise, Remove, Upgrade
from canasta.session.entries import Command, Entry
from canasta.session.fairness import SECRET_BYTES
from canasta.session.refusals import Refused, TableStopped, refused
from canasta.session.schedule import ScheduledCommand, failure
from canasta.session.table import Table
from canasta.session.talk import Say
from canasta.session.thinking import Thinking
from canasta.tables.errors import ServerError
from canasta.tables.room import Room

if TYPE_CHECKING:
    from canasta.server.store.group_commit import Writer

LOG: Final = logging.getLogger("canasta.server")
_RACES: Final = 5
_GRACE_SECONDS: Final = 10
"""Longer than it takes until other processes have said who is at them."""
_RETRY_SECONDS: Final = 1.0


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time() * 1000)


class Thinker(Protocol):
    """Whoever finds moves for bots."""

    def at(self, due: ScheduledCommand) -> int | None:
        """Return when this process takes care of *due*, in ms since 1970; None where it never does."""

    async def think(self, thinking: Thinking, bot: str) -> Command:
        """Return the command with the next move of *bot*. The table may change meanwhile.

        Raises `BotFailure`, and other `CanastaError`.
        """

    def hears(self, bot: str) -> bool:
        """Return whether *bot* wants to hear how deals end."""

    def tell_over(self, bot: str, seen: View, points: Sequence[int]) -> None:
        """Tell *bot* that a deal has ended as *seen* with *points* by side. Does not wait for it."""


@dataclass(slots=True)
class Services:
    """What tables need of the process they live in."""

    keeper: Writer
    thinker: Thinker
    spawn: Callable[[Awaitable[Any]], asyncio.Task[Any]]
    touched: Callable[[LiveTable], None]
    elsewhere: Callable[[str, str], bool]
    """Whether a person, at a table, has a socket at another process."""


class LiveTable:
    """A table, everyone who has a socket at it here, and what time brings to it."""

    def __init__(self, row: TableRow, table: Table, services: Services) -> None:
        self.id, self.code = row.id, row.code
        self.room = Room[SocketGuest](table, encode=encode)
        self.guests = Guests(self.room)
        self.stopped = ""
        self.stopped_at: int | None = None
        """How long the log was when a sweep found the table stopped."""

        self.used = monotonic()
        self._services = services
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._seen: dict[str, float] = {}
        self._working = False
        self._lead = 0
        self._follow_clock()

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.room.table

    @property
    def head(self) -> int:
        """The number of the last entry that this process has applied."""
        return self.table.head

    @property
    def due_at(self) -> int | None:
        """When someone should look what time has brought, by this process's clock; None if nothing is due."""
        scheduled = self.table.scheduled() if not self.stopped else ()
        return scheduled[0].at - self._lead if scheduled else None

    def _now(self) -> int:
        """Return the time at this table, in milliseconds since 1970: never before that of its last entry."""
        return now_ms() + self._lead

    def _follow_clock(self) -> None:
        """See how far the log is ahead of this process's clock, where another process's clock is wrong, or this one.

        Otherwise bots would wait until this clock has come to the time of the last entry.
        """
        if self.table.head:
            self._lead = max(self._lead, self.table.state.at - now_ms())

    @property
    def bot_failed(self) -> bool:
        """Whether a bot that plays here has failed."""
        return not self.stopped and any(place.failed for place in self.table.state.places)

    async def do(self, command: Command) -> int:
        """Let *command* be judged, written and heard; return the number of its entry. Raises `Refused`.

        What has begun goes on even if nobody waits for it any more.
        """
        self.used = monotonic()
        return int(await asyncio.shield(self._services.spawn(self._do(command))))

    async def _do(self, command: Command) -> int:
        async with self._lock:
            races = 0
            while races < _RACES:
                entry = await self._judged(command)
                if isinstance(entry, int):
                    return entry
                try:
                    won = await self._append(entry)
                except StoreAway:
                    # Nobody knows whether it is in. When the database is back, the log says so.
                    await self._services.keeper.back()
                    await self._catch_up()
                    continue
                except IntegrityError:
                    self._stop("This table has been deleted.")
                    continue
                if won:
                    await run_cooperatively(self._hear([entry]))
                    return entry.seq
                races += 1
                if not await self._catch_up():
                    known = await self._known(command)
                    if known is not None:
                        return known
            raise refused("table.busy")

    async def _judged(self, command: Command) -> Entry | int:
        """Return what *command* becomes, or the number of the entry that it has become already.

        Raises `Refused`, but for nothing that another process has changed meanwhile.
        """
        while True:
            self._check_going()
            try:
                return self.room.judge(command, self._now())
            except Refused:
                if await self._catch_up():
                    continue
                known = await self._known(command)
                if known is None:
                    raise
                return known

    async def _append(self, entry: Entry) -> bool:
        """Write *entry*; False if another one has its number. Raises `StoreAway`, and `Refused` where it can't be written."""
        try:
            return await self._services.keeper.append(row_of(self.id, entry))
        except StoreError as error:
            LOG.warning("an entry could not be saved: %s", error)
            raise refused("table.unsaved") from None

    async def _known(self, command: Command) -> int | None:
        """Return the number of the entry that *command* has become already, if it has: the table remembers some ids, the log all of them."""
        if command.by is None:
            return None
        found: int | None = await self._read(lambda c: store.command_seq(c, self.id, command.by, command.id))
        return found

    def _check_going(self) -> None:
        if self.stopped:
            raise refused("table.stopped", text=self.stopped)

    async def catch_up(self) -> None:
        """Read what others have written, and tell it."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Return the same with the lock held; return whether there was something."""
        rows = await self._read(lambda c: store.entries(c, self.id, self.head))
        if rows and not self.stopped:
            try:
                await run_cooperatively(self._hear(map(entry_of, rows)))
            except TableStopped as error:
                self._stop(str(error))
        return bool(rows)

    async def _read(self, act: Callable[..., Any]) -> Any:
        """Read from the database, however long it is away."""
        while True:
            try:
                return await self._services.keeper.read(act)
            except StoreAway:
                await self._services.keeper.back()

    def _hear(self, entries: Iterable[Entry]) -> Iterator[int]:
        """Apply *entries*, which are in the log, and tell everyone, piece by piece; gives the number of each."""
        for entry in entries:
            try:
                frames = self.room.hear(entry)
            except TableStopped as error:
                LOG.warning("a table has stopped at entry %s", error.seq)
                self._stop(str(error))
                return
            for guest, frame in frames:
                if frame is None:
                    guest.outbox.want_whole()
                else:
                    guest.outbox.put(frame, of_table=True)
            if isinstance(entry.command.act, Remove) and entry.command.act.ban:
                self._services.spawn(self._keep_out(entry.command.act.person))
            if isinstance(entry.command.act, Upgrade) and self.table.difference:
                self._stop("A newer version of the program plays at this table now. Connect again.")
                return
            yield entry.seq
        self._follow_clock()
        self.guests.clear_room(self.table.state)
        self._services.touched(self)
        self.plan()

    def _stop(self, sentence: str) -> None:
        self.stopped = sentence
        self._cancel()
        self._services.touched(self)
        self.broadcast({"t": "stopped", "text": sentence})

    # What is told

    def broadcast(self, told: dict[str, Any]) -> None:
        """Send the same to everyone who is here."""
        frame = encode(told)
        for guest in self.guests:
            guest.outbox.put(frame)

    def talk(self, person: str | None, text: str, reaction: str) -> Say:
        """Return what *person* says, as everyone may read it. Raises `Refused`."""
        self._check_going()
        return self.room.talk(person, text, reaction)

    # Who is here

    def dismiss(self, why: str, *, bye: bool = True) -> None:
        """Let everyone go, and forget the table: nothing more happens at it here. Without *bye*, clients connect again."""
        self.stopped = why
        self.close()
        if bye:
            self.broadcast({"t": "bye", "why": why})
        for guest in self.guests:
            guest.outbox.close()

    async def keeps_out(self, person: str | None, address: str) -> bool:
        """Return whether *person* is kept out: sent away for good, or new, from an *address* that someone who was had then."""
        state = self.table.state
        if not state.kept_out or person in state.people:
            return False
        people = tuple(state.kept_out)
        if person in people:
            return True
        return bool(await self._read(lambda c: came_from(c, self.id, address, people)))

    async def _keep_out(self, person: str) -> None:
        """Note the addresses of *person* but for those of people who stay, and end all sockets that are kept out now."""
        gone = [guest for guest in self.guests if guest.person_id == person]
        shared = {guest.address for guest in self.guests if guest.person_id in self.table.state.people}
        addresses = {guest.address for guest in gone} - shared
        with suppress(ServerError):  # then their cookie alone keeps them out
            await self._services.keeper.write(lambda c: keep_out(c, self.id, person, addresses))
        for guest in list(self.guests):
            if guest in gone or await self.keeps_out(guest.person_id, guest.address):
                self.guests.send_away(guest, refused("table.kept-out").text)

    def enter(self, guest: SocketGuest) -> bool:
        """Let *guest* hear from now on, and someone else make way where it is too crowded; False if there is no room."""
        if not self.guests.enter(guest, self.table.state):
            return False
        self.used = monotonic()
        return True

    def leave(self, guest: SocketGuest) -> None:
        """Let *guest* hear no more."""
        self.guests.leave(guest)
        if self.table.head:  # a log that can't be folded is no table
            self.guests.tell_watching(self.table.state)
        self.used = monotonic()

    def people_here(self) -> set[str]:
        """Return the ids of people with a socket at this process."""
        return {guest.person.id for guest in self.guests if guest.person is not None}

    def update_presence(self) -> None:
        """Note in the log who of the players went away, and who is back."""
        if self.stopped or self.table.state.phase == "closed":
            return
        here = self.people_here()
        now = monotonic()
        places = self.table.state.places
        # Whoever is new in a seat may sit at another process that has not said so yet.
        self._seen = {place.person: self._seen.get(place.person, now) for place in places if place.person is not None}
        for seat, place in enumerate(places):
            if place.person is None:
                continue
            if place.person in here or self._services.elsewhere(self.id, place.person):
                self._seen[place.person] = now
                if place.away is not None:
                    self._note(Command(f"back-{seat + 1}-{place.changed}", None, Back(seat)))
            elif place.away is None and now - self._seen[place.person] > _GRACE_SECONDS:
                self._note(Command(f"away-{seat + 1}-{place.changed}-{self.head}", None, Away(seat)))

    def _note(self, command: Command) -> None:
        self._services.spawn(self._noted(command))

    async def _noted(self, command: Command) -> None:
        with suppress(Refused):  # someone else has noted it
            await self._do(command)

    # What time brings

    def plan(self) -> None:
        """Set the timer to what is due next."""
        self._cancel()
        coming = self._next() if not self._working else None
        if coming is not None:
            self._wake_in(max(0.0, (coming[0] - self._now()) / 1000))

    def _next(self) -> tuple[int, ScheduledCommand] | None:
        """Return what this process takes care of next, and when, by the time of this table; None if there is nothing."""
        if self.stopped:
            return None
        mine = ((at, due) for due in self.table.scheduled() if (at := self._services.thinker.at(due)) is not None)
        return min(mine, key=itemgetter(0), default=None)

    def _wake_in(self, seconds: float) -> None:
        self._cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._services.spawn(self._wake()))

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Forget the table: no more timers."""
        self._cancel()

    async def _wake(self) -> None:
        """Do what is due."""
        if self._working or self.stopped:
            return
        self._working = True
        wait, head = 0.0, self.head
        try:
            coming = self._next()
            if coming is not None and coming[0] <= self._now() + 1:
                await self._bring(coming[1])
                if self.head == head:
                    LOG.warning("what was due, %s, was done before, but it is still due", coming[1].command.id)
                    wait = _RETRY_SECONDS
        except Refused as error:
            # Another process did it, or the table has changed. If not, it is not tried in a hurry.
            LOG.info("what was due was refused: %s", error.clause)
            wait = _RETRY_SECONDS
        except CanastaError as error:
            LOG.warning("what was due failed: %s", error)
            wait = _RETRY_SECONDS
        finally:
            self._working = False
        if wait:
            await self.catch_up()
            self._wake_in(wait)
        else:
            self.plan()

    async def _bring(self, due: ScheduledCommand) -> None:
        """Let *due* happen. Raises `Refused` where it does not happen any more."""
        listening = self._listening() if isinstance(due.command.act, Count) else []
        await self._do(await self._filled(due))
        match = self.table.state.match
        if listening and match is not None and match.results:
            points = [sheet.total for sheet in match.results[-1].sheets]
            for bot, seen in listening:
                self._services.thinker.tell_over(bot, seen, points)

    def _listening(self) -> list[tuple[str, View]]:
        """Return the bots that want to hear how the deal has ended, and what they see of it."""
        state, hears = self.table.state, self._services.thinker.hears
        assert state.deal is not None
        return [(place.bot, view(state.deal, seat)) for seat, place in enumerate(state.places) if hears(place.bot)]

    async def _filled(self, due: ScheduledCommand) -> Command:
        """Return the command of *due*, with its secret or the move of its bot, or with what its bot did wrong."""
        act = due.command.act
        if due.secret and isinstance(act, Promise):
            return replace(due.command, act=replace(act, secret=token_hex(SECRET_BYTES)))
        if due.thinker is not None:
            try:
                return await self._services.thinker.think(Thinking(self.table.state, due), due.bot)
            except BotFailure as failed:
                return failure(self.table.state, due, failed.reason)
        return due.command
