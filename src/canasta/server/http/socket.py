"""The WebSocket of a table: hello, then commands and questions in, and everything that happens out."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from canasta.server.http.headers import FOREIGN
from canasta.server.http.origin import origin_accepted
from canasta.server.limits import FRAME_BYTES, HELLO_SECONDS, SocketLimits, network_of
from canasta.server.process import Server
from canasta.server.store import store
from canasta.server.store.errors import StoreAway
from canasta.server.table.encoding import encode
from canasta.server.table.guests import NO_ROOM, SocketGuest
from canasta.server.table.live import LiveTable, now_ms
from canasta.server.table.outbox import TooSlow
from canasta.server.table.tables import said_frame
from canasta.session.acts import Act, Join, Leave, Rename
from canasta.session.entries import parse_command
from canasta.session.refusals import Refused, refused
from canasta.tables.answers import answer, complaint, done, player, refusal
from canasta.tables.errors import ServerError
from canasta.tables.frames import VERSION
from canasta.tables.messages import WrongMessage, read_message

LOG: Final = logging.getLogger("canasta.server")
OFTEN: Final = "You connect too often from your address. Wait some seconds."
CROWDED: Final = "There are too many connections from your address. Close some first."
FLOOD: Final = 4008
LAST_SAID: Final = 30


async def table_socket(server: Server, socket: WebSocket, code: str) -> None:
    """Serve one socket at the table with *code*, from the first byte to the last."""
    if not origin_accepted(socket.headers.get("origin"), socket.headers.get("host"), server.options.public_url):
        await _deny(socket, 403, FOREIGN)
        return
    if socket.query_params.get("v", str(VERSION)) != str(VERSION):
        await _deny(
            socket,
            400,
            f"This server speaks version {VERSION} of the protocol. Reload the page, or update your program.",
        )
        return
    address = network_of(socket.client.host if socket.client else "")
    try:
        table = await server.table(socket, address, code)
        person = await server.persons.find(socket)
    except HTTPException as wrong:
        await _deny(socket, wrong.status_code, wrong.detail)
        return
    except ServerError:
        await _deny(socket, 503, "The server can't reach its database right now. Try again soon.")
        return
    # Whoever plays is counted by themselves: nobody else who has their address can keep them from their table.
    whose = person.id if person is not None and table.room.knows(person.id) else address
    if not server.limits.openings.take(whose):
        await _deny(socket, 429, OFTEN)
        return
    if not server.limits.sockets.enter(whose):
        await _deny(socket, 429, CROWDED)
        return
    try:
        await socket.accept()
        await Connection(server, socket, table, SocketGuest(person, address)).serve()
    finally:
        server.limits.sockets.leave(whose)


async def _deny(socket: WebSocket, status: int, text: str) -> None:
    """Refuse a socket before it is open."""
    await socket.send_denial_response(PlainTextResponse(text, status))


class Connection:
    """One open socket."""

    def __init__(self, server: Server, socket: WebSocket, table: LiveTable, guest: SocketGuest) -> None:
        self._server, self._socket, self._table, self._guest = server, socket, table, guest
        self._limits = SocketLimits()
        self._pending: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Wait for hello, then read until the socket ends."""
        sender = asyncio.ensure_future(self._send())
        reader = asyncio.ensure_future(self._read())
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.leave(self._guest)
            for task in (sender, reader):
                task.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)

    # Out

    def put(self, told: dict[str, Any]) -> None:
        """Send *told* when it is its turn."""
        self._guest.outbox.put(encode(told))

    async def _send(self) -> None:
        outbox = self._guest.outbox
        try:
            while True:
                frame = await outbox.next()
                await self._socket.send_text(self._table.room.whole(self._guest) if frame is None else frame)
        except TooSlow:
            self._server.count("slow")
            await self._socket.close(FLOOD, "You were too slow to read what you were sent.")
        except EOFError:
            await self._socket.close(1000)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the other side is gone

    def _end(self, why: str) -> None:
        """Say goodbye; the socket is closed once everything is sent."""
        self.put({"t": "bye", "why": why})
        self._guest.outbox.close()

    # In

    async def _read(self) -> None:
        try:
            if not await self._greet():
                await asyncio.sleep(HELLO_SECONDS)  # while the last frame is sent
                return
            while True:
                text = await self._receive()
                if text is None:
                    continue
                message = self._parsed(text)
                if message is not None:
                    await self._answer(message)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the other side is gone
        except _Flood:
            self._server.count("floods")
            self._end("You sent too many messages in a short time. Wait a moment and connect again.")
            await asyncio.sleep(HELLO_SECONDS)

    async def _greet(self) -> bool:
        """Wait for hello and answer it; False if none came."""
        try:
            text = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
        except TimeoutError:
            text = None
        hello = self._parsed(text) if text is not None else None
        if hello is None or hello["t"] != "hello":
            self._end('Say hello first: {"t":"hello"}')
            return False
        table, guest = self._table, self._guest
        if table.stopped:
            self.put({"t": "stopped", "text": table.stopped})
            self._end("This table has stopped.")
            return False
        if await self._table.keeps_out(self._guest.person_id, self._guest.address):
            self._end(refused("table.kept-out").text)
            return False
        guest.events = hello["events"]
        if not table.enter(guest):
            self._end(NO_ROOM)
            return False
        told = self._server.tables.told
        self.put(table.room.welcome(guest, now_ms()))
        frames = table.room.missed(guest, hello["have"])
        for frame in [table.room.whole(guest)] if frames is None else frames:
            guest.outbox.put(frame)
        table.guests.tell_watching(table.table.state)
        if self._server.tables.keeper.away:
            self.put({"t": "unsaved", "text": self._server.tables.keeper.away})
        if frames is None:
            await self._tell_said(told)
        self._table.update_presence()
        return True

    async def _tell_said(self, told: int) -> None:
        """Tell what was said last, up to *told*: the rest comes to everyone who is here."""
        table_id = self._table.id
        try:
            first = await self._server.tables.keeper.read(lambda c: store.last_said(c, table_id, LAST_SAID))
            for said in await self._server.tables.keeper.read(lambda c: store.said(c, first, table_id)):
                if said.n <= told:
                    self.put(said_frame(said))
        except StoreAway:
            pass  # the table itself has been told

    async def _receive(self) -> str | None:
        """Return the next text; None for something that was complained about."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        text = message.get("text")
        if text is None:
            self._wrong("Send text, not binary data.")
            return None
        if not self._limits.frames.take():
            self._wrong("You send messages too fast: 30 in ten seconds are enough. This one was ignored.", text)
            return None
        if len(text) > FRAME_BYTES or len(text.encode("utf-8", "replace")) > FRAME_BYTES:
            self._wrong(f"This message is too large: it may have {FRAME_BYTES:,} bytes.")
            return None
        return str(text)

    def _wrong(self, why: str, text: str = "") -> None:
        """Complain about the message *text*; too many complaints end the socket."""
        self._server.count("wrong")
        if not self._limits.complaints.take():
            raise _Flood
        self.put(complaint(why, text))

    def _parsed(self, text: str) -> dict[str, Any] | None:
        try:
            return read_message(text)
        except WrongMessage as error:
            self._wrong(str(error), text)
            return None

    async def _answer(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "do":
                self._start(self._do(message))
            case "say":
                self._start(self._say(message))
            case "hint":
                self._start(self._hint(message["n"]))
            case "try" | "view" | "tally":
                await self._ask(message)
            case "clause" | "ping":
                self._tell(message)
            case _:
                self._wrong("You said hello already.")

    def _start(self, work: Any) -> None:
        """Do *work* while more is read; it goes on if the socket ends."""
        if len(self._pending) >= _MOST_PENDING:
            work.close()
            raise _Flood
        task = self._server.tables.spawn(work)
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _do(self, message: dict[str, Any]) -> None:
        self._server.count("commands")
        try:
            command = parse_command(message, self._guest.person_id)
            if isinstance(command.act, Join | Leave | Rename):
                await self._check_coming(command.act)
            seq = await self._table.do(command)
        except Refused as error:
            self.put(refusal(message, error))
        else:
            self.put(done(message, seq))

    async def _check_coming(self, act: Act) -> None:
        """See that the sender may do *act*, and not too often, at all their sockets together. Raises `Refused`."""
        if isinstance(act, Join) and await self._table.keeps_out(self._guest.person_id, self._guest.address):
            raise refused("table.kept-out")
        if self._guest.person_id is not None and not self._server.limits.comings.take(self._guest.person_id):
            raise refused("table.too-often")

    async def _say(self, message: dict[str, Any]) -> None:
        person = self._guest.person
        try:
            self._check_pace()
            said = self._table.talk(self._guest.person_id, message["text"], message["reaction"])
            assert person is not None  # only people at the table may talk
            named = store.StoredPerson(person.id, self._table.table.state.people[person.id].name)
            table_id, at = self._table.id, now_ms()
            await self._server.tables.keeper.write(
                lambda c: store.say(c, message["cmd"], table_id, named, at, said.text, said.reaction)
            )
        except Refused as error:
            self.put(refusal(message, error))
        except ServerError:
            self.put(refusal(message, refused("table.unsaved")))
        else:
            self.put(done(message))

    def _check_pace(self) -> None:
        if self._guest.person_id is not None and not self._server.limits.talk.take(self._guest.person_id):
            raise refused("table.said", text="You are talking too fast. Wait a few seconds.")

    def _check_often(self, question: str) -> None:
        """See that this person asks no more often than they may, at all their sockets together. Raises `WrongMessage`."""
        if self._guest.person is not None and not self._server.limits.tries.take(self._guest.person.id):
            raise WrongMessage(f"{question}: ten a second are enough.")

    async def _ask(self, message: dict[str, Any]) -> None:
        """Answer a question, one of all sockets at a time, so that everything else goes on between two of them."""
        try:
            self._check_often(message["t"])
        except WrongMessage as wrong:
            self._wrong(str(wrong))
            return
        async with self._server.turns:
            await asyncio.sleep(0)
            self._tell(message)

    def _tell(self, message: dict[str, Any]) -> None:
        try:
            self.put(answer(self._table.room, self._guest, message))
        except WrongMessage as wrong:
            self._wrong(str(wrong))

    async def _hint(self, n: int) -> None:
        table, address = self._table, self._guest.address
        try:
            self._check_often("hint")
            person = player(table.room, self._guest, "hint")
            found = await self._server.hints.ask(table.id, person, address, lambda: table.table.hint_seen(person))
        except WrongMessage as wrong:
            self._wrong(str(wrong))
        except Refused as error:
            self._wrong(f"hint: {error.text}")
        else:
            self.put({"t": "hinted", "n": n, **found})


_MOST_PENDING: Final = 16


class _Flood(Exception):
    """The client sends more than it may."""
