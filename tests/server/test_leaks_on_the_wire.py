"""Nobody hears over the wire what they may not know: every game, few players and many, and spectators.

Two independent proofs. A book of audiences says which cards each frame may name. And in a twin world, where all cards that a
viewer has not seen are dealt again, the same sockets get the same bytes, until the viewer may see a difference.

`make soak` plays many deals with every number of players.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from canasta.base.cards import face_text
from canasta.base.errors import CanastaError
from canasta.bots import make
from canasta.deal.view import View
from canasta.rules.digest import digest
from canasta.server import limits
from canasta.server.http import socket as table_socket
from canasta.server.store import store
from canasta.server.store.store import TableRow
from canasta.server.table import live, tables
from canasta.server.table.live import LiveTable
from canasta.session import snapshot
from canasta.session.acts import Play
from canasta.session.entries import Command, Entry, parse_entry
from canasta.session.snapshot import Snapshot
from canasta.session.state import State
from canasta.session.table import Table
from canasta.tables import pace
from canasta.tables.codes import new_code, new_id
from tests.deal.tables import SOAK, VARIED_TABLES
from tests.server.audiences import Book
from tests.server.in_process import Served, Socket, database, served, wanted
from tests.session.test_leaks import candidates, twin_of

DEALS: Final = SOAK or 1
MOST: Final = DEALS + 5
"""So many deals are played if the twin worlds of all before them differed at once, as they may."""

MOMENTS: Final = 2
EARLY: Final = 40
"""So many moves a deal has at least, nearly always."""

AHEAD: Final = 10
TWINS: Final = 5
"""So many twins are tried until one goes on for a while: in some, a red three comes at once."""

QUESTIONS: Final = 5
SETTINGS: Final = {"pace": 0, "next_deal": 0, "numbers_wait": 60}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    return database(tmp_path_factory.mktemp("leaks"))


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Provide the time of the tables, which only tests move on; programs may be as fast as they can."""
    now = [1_795_000_000_000]
    for module in (live, tables, table_socket):
        monkeypatch.setattr(module, "now_ms", lambda: now[0])
    monkeypatch.setattr(live, "_GRACE_SECONDS", 3_600)
    monkeypatch.setattr(pace, "FRAMES", (1e6, 1e6))
    monkeypatch.setattr(limits, "TRIES", (1e6, 1e6))
    return now


@dataclass
class Moment:
    """A table before the entry that comes next, and what a viewer (None: an onlooker) was told there."""

    state: State
    viewer: int | None
    questions: list[dict[str, Any]]
    told: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    """What the viewer heard of the entries after it."""
    coming: list[Entry] = field(default_factory=list)


class Room:
    """A table of people over the wire, one in every seat and an onlooker, and all that they hear."""

    def __init__(self, here: Served, table: LiveTable, cookies: list[str], sockets: dict[int | None, Socket]) -> None:
        self.here, self.table, self.cookies, self.sockets = here, table, cookies, sockets
        self.book = Book(len(cookies), set())
        self.moments: list[Moment] = []
        self._read = dict.fromkeys(sockets, 0)
        self._open: set[str] = set()

    @classmethod
    async def open(cls, here: Served, game: str, players: int) -> Room:
        cookies = [await here.person(f"P{seat}") for seat in range(1, players + 1)]
        made = {"name": "P1", "game": game, "players": players, "settings": SETTINGS}
        status, told = await here.post("/api/tables", made, cookies[0])
        assert status == 201, told
        sockets: dict[int | None, Socket] = {}
        for seat, cookie in enumerate(cookies):
            sockets[seat] = await here.socket(told["code"], cookie)
            if seat:
                assert (await sockets[seat].do(f"join-{seat}", act="join", called=f"P{seat + 1}"))["t"] == "done"
            assert (await sockets[seat].do(f"sit-{seat}", act="sit", seat=seat + 1))["t"] == "done"
        sockets[None] = await here.socket(told["code"])
        table = await here.server.tables.find(told["code"])
        assert table is not None
        return cls(here, table, cookies, sockets)

    @property
    def state(self) -> State:
        return self.table.table.state

    @property
    def phase(self) -> str:
        return self.state.phase

    async def do(self, viewer: int, cmd: str, **act: Any) -> None:
        """Let someone act, and check what everyone hears of it."""
        answer = await self.sockets[viewer].do(cmd, **act)
        assert answer["t"] == "done", (act, answer)
        await self.hear(act.get("move", ""), act.get("place", 0))

    async def hear(self, move: str = "", place: int = 0) -> None:
        """Check all that was told since the last time."""
        for socket in self.sockets.values():
            await socket.hear(self.table.head)
        self.book.look(self.state, move, place)
        self.note_hex()
        for viewer, socket in sorted(self.sockets.items(), key=lambda each: each[0] is not None):
            for frame in socket.frames[self._read[viewer] :]:
                if frame not in self._open:  # what an onlooker may hear, everyone may
                    self.book.check(frame, self.seat_of(viewer))
                if viewer is None:
                    self._open.add(frame)
                for moment in self.moments:
                    if moment.viewer == viewer and '"t":"happened"' in frame and len(moment.heard) < AHEAD:
                        moment.heard.append(frame)
            self._read[viewer] = len(socket.frames)

    def seat_of(self, viewer: int | None) -> int | None:
        """Return where someone sits now; the draw for seats moves people."""
        if viewer is None:
            return None
        person = self.people[viewer]
        return self.state.seat_of(person)

    @property
    def people(self) -> list[str]:
        """Who sat down first in each seat."""
        return list(self.state.people)

    def note_hex(self) -> None:
        """Long numbers that everyone may know: people, rules, promises; secrets once they are told."""
        state = self.state
        known = {*state.people, digest(state.rules)}
        if state.shuffle is not None and state.shuffle.secret:
            known.add(state.shuffle.commitment)
        for told in state.told:
            known |= {told["commitment"], told["secret"]}
        self.book.known_hex |= known

    async def start(self, bots: list[Any]) -> None:
        """Go on until cards are dealt."""
        await self.do(0, "start", act="start")
        async with asyncio.timeout(30):
            while self.phase != "playing":
                asked = wanted(self.state, bots)
                if asked is None:
                    await asyncio.sleep(0)  # the promise is due
                    continue
                seat, act = asked
                await self.do(self.viewer_in(seat), f"w-{self.table.head}", **act)

    def viewer_in(self, seat: int) -> int:
        """Return which of the people sits in *seat* now."""
        return next(viewer for viewer in range(len(self.cookies)) if self.seat_of(viewer) == seat)

    async def play(self, bots: list[Any], dice: Random, clock: list[int]) -> None:
        """Play the deal to its end, and ask strange questions at some moments."""
        pauses = sorted(dice.sample(range(EARLY), MOMENTS))
        moves = 0
        while (asked := wanted(self.state, bots)) is not None:
            seat, act = asked
            if pauses and moves >= pauses[0] and not self.state.undoable:
                pauses.pop(0)
                await self.ask_around(dice)
            moves += 1
            clock[0] += 1_000
            await self.do(self.viewer_in(seat), f"e-{self.table.head}", **act)
        async with asyncio.timeout(30):
            while self.phase == "playing":  # noqa: ASYNC110 - the count is due
                await asyncio.sleep(0)
        await self.hear()

    async def look_ahead(self) -> None:
        """Note what people did after each moment."""
        rows = await self.here.server.keeper.read(lambda connection: store.entries(connection, self.table.id))
        entries = [parse_entry(row.body) for row in rows]
        for moment in self.moments:
            begun = moment.state.head
            moment.coming = [each for each in entries[begun : begun + AHEAD] if each.command.by is not None]

    async def ask_around(self, dice: Random) -> None:
        """Note the moment as someone sees it, with the answers to what they try, ask and wrongly do."""
        viewer = dice.randrange(len(self.cookies)) if self.moments else None
        seat = self.seat_of(viewer)
        questions: list[dict[str, Any]] = []
        if seat is not None:
            moves = dice.sample(candidates(self.state, seat, dice), QUESTIONS)
            questions = [{"t": "try", "n": number, "move": move} for number, move in enumerate(moves)]
            questions += [{"t": "hint", "n": 99}, {"t": "view", "n": 100}]
            questions += [
                {"t": "do", "cmd": f"bad-{number}", "move": move}
                for number, move in enumerate(moves)
                if refused(self.state, self.people[viewer or 0], move)
            ]
        moment = Moment(self.state.copy(), viewer, questions)
        moment.told = await answers(self, moment)
        for frame in moment.told:
            if '"t":"table"' in frame or '"t":"hinted"' in frame:  # other answers name the cards that were asked about
                self.book.check(frame, seat)
        self.moments.append(moment)


def refused(state: State, person: str, move: str) -> bool:
    try:
        Table(state).judge(Command("bad", person, Play(move)), state.at)
    except CanastaError:
        return True
    return False


async def answers(room: Room, moment: Moment, code: str = "") -> list[str]:
    """Return what a new socket of the moment's viewer is told: the whole table, and the answers to the questions."""
    cookie = "" if moment.viewer is None else room.cookies[moment.viewer]
    socket = await room.here.socket(code or room.table.code, cookie)
    for question in moment.questions:
        socket.send(question)
        await socket.of("tried", "hinted", "viewed", "refused", "wrong", "done")
    await socket.close()
    # Who has just come, and how many others look on, is no part of the cards.
    return [frame for frame in socket.frames if '"t":"welcome"' not in frame and '"t":"watching"' not in frame]


async def twin_of_room(room: Room, moment: Moment, dice: Random) -> LiveTable:
    """Return a second table with the same people, log and open cards as at *moment*, and all else dealt again."""
    seat = room.seat_of(moment.viewer)
    state = twin_of(moment.state, -1 if seat is None else seat, dice, moment.coming)
    row = TableRow(new_id(), new_code(), "", "playing", state.head, None, state.at, state.at)
    tables = room.here.server.tables
    await tables.keeper.write(lambda connection: store.new_table(connection, row))
    twin = LiveTable(row, Table(state), room.table._services)
    tables.live[row.id], tables._codes[row.code] = twin, row.id
    return twin


async def compare(room: Room, moment: Moment, dice: Random, clock: list[int]) -> int:
    """Let a twin world go on as the room did; return how many frames its viewer heard alike."""
    clock[0] = moment.state.at
    twin = await twin_of_room(room, moment, dice)
    seat = room.seat_of(moment.viewer)
    for told, before in zip(await answers(room, moment, twin.code), moment.told, strict=True):
        assert told == before
    watching = await room.here.socket(twin.code, "" if moment.viewer is None else room.cookies[moment.viewer])
    real = Table(moment.state.copy())
    alike = 0
    for entry, heard in zip(moment.coming, moment.heard, strict=False):
        assert entry.command.by is not None
        assert isinstance(entry.command.act, Play)
        clock[0] = entry.at
        actor = await room.here.socket(twin.code, room.cookies[room.people.index(entry.command.by)])
        answer = await actor.do(entry.command.id, move=entry.command.act.move)
        await actor.close()
        real.apply(Entry(entry.seq, entry.at, entry.command))
        if answer["t"] != "done":
            break  # the twin lacks the cards: their owner did something that shows them
        await watching.hear(entry.seq)
        one, two = real.state.deal, twin.table.state.deal
        viewer = -1 if seat is None else seat
        if one is None or two is None or one.history_seen_by(viewer) != two.history_seen_by(viewer):
            break  # from here on the viewer may see a difference: a card drawn, a red three laid
        assert watching.frames[-1] == heard
        alike += 1
    await watching.close()
    await room.here.server.tables.keeper.write(lambda connection: store.remove(connection, twin.id))
    return alike


async def play_and_compare(place: str, game: str, players: int, deal: int, clock: list[int]) -> tuple[int, int]:
    """Play a deal; return how many frames were checked, and how many of a twin world were alike."""
    dice = Random(f"{game} {players} {deal}")
    bots = [make("greedy", deal, seat) for seat in range(players)]
    async with served(place) as here:
        room = await Room.open(here, game, players)
        await room.start(bots)
        await room.play(bots, dice, clock)
        await room.look_ahead()
        alike = 0
        for moment in room.moments:
            for _ in range(TWINS):
                if heard := await compare(room, moment, dice, clock):
                    alike += heard
                    break
        return room.book.checked, alike


@pytest.mark.parametrize(("game", "players"), VARIED_TABLES)
def test_nobody_hears_more_than_they_may_know(game: str, players: int, place: str, clock: list[int]) -> None:
    checked = alike = deal = 0
    while deal < DEALS or (deal < MOST and not alike):
        one, other = asyncio.run(play_and_compare(place, game, players, deal, clock))
        checked, alike, deal = checked + one, alike + other, deal + 1
    assert checked > 60 * deal
    assert alike


@pytest.mark.parametrize(
    ("leaking", "noticed"),
    [
        (lambda state: {"reds": face_text(state.deal.tabletop.deck[-1])}, "reds"),
        (lambda state: {"needs": state.deal.tabletop.deck[-1]}, "needs"),
    ],
    ids=["a card of the stock, by the book", "a number made of it, by the twin world"],
)
def test_a_leak_is_noticed(
    leaking: Callable[[State], dict[str, Any]],
    noticed: str,
    place: str,
    clock: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = snapshot.table

    def telling(state: State, seen: View, before: Snapshot | None = None) -> dict[str, Any]:
        told = table(state, seen, before)
        side = told["sides"]["1"] | leaking(state)
        return told | {"sides": told["sides"] | {"1": side}}

    monkeypatch.setattr(snapshot, "table", telling)
    with pytest.raises(AssertionError, match=noticed):
        asyncio.run(play_and_compare(place, "classic", 2, 0, clock))


def test_who_changes_seats_hears_nothing_of_the_seat_they_had(place: str, clock: list[int]) -> None:
    async def scenario() -> None:
        bots = [make("greedy", 0, seat) for seat in range(4)]
        async with served(place) as here:
            room = await Room.open(here, "classic", 4)
            await room.start(bots)
            await room.play(bots, Random(0), clock)
            assert room.phase == "counting"
            mover = room.viewer_in(0)
            await room.do(mover, "stand", act="stand")
            await room.do(room.viewer_in(2), "stand-too", act="stand")
            await room.do(mover, "sit-again", act="sit", seat=3)
            begun = room.table.head
            for viewer in range(4):
                if room.seat_of(viewer) is not None:
                    await room.do(viewer, f"ready-{viewer}", act="ready")
            async with asyncio.timeout(30):
                while room.phase != "playing":
                    asked = wanted(room.state, bots)
                    if asked is None:
                        await asyncio.sleep(0)
                    else:
                        await room.do(room.viewer_in(asked[0]), f"x-{room.table.head}", **asked[1])
            await room.hear()
            assert room.seat_of(mover) == 2
            # From wherever the mover's socket comes back, it hears of seat 3 alone.
            for have in range(begun - 4, room.table.head):
                again = await here.socket(room.table.code, room.cookies[mover], have)
                for frame in again.frames:
                    told = json.loads(frame)
                    own = told.get("own") or told.get("state", {}).get("own")
                    assert own is None or own.get("seat", 3) == 3
                    assert all(
                        each.get("seat") == 3
                        for each in told.get("events", ())
                        if each["e"] == "dealt" and "cards" in each
                    )
                await again.close()
            # Whoever has seen one hand of this deal can't go on to another.
            await room.do(mover, "up", act="stand")
            refusal = await room.sockets[mover].do("over", act="sit", seat=1)
            assert refusal["clause"] == "table.seen"

    asyncio.run(scenario())
