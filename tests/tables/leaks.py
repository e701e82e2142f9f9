"""What people hear at a table, wherever it is: every frame is checked by a book, and compared with a twin world's.

A book of audiences says which cards each frame may name. And in a twin world, where all cards that a viewer has not seen are
dealt again, they get the same bytes, until they may see a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol

from canasta.base.errors import CanastaError
from canasta.bots import make
from canasta.rules.digest import digest
from canasta.session.acts import Play
from canasta.session.entries import Command, Entry
from canasta.session.state import State
from canasta.session.table import Table
from tests.deal.tables import SOAK
from tests.session.test_leaks import candidates, twin_of
from tests.tables.asked import wanted
from tests.tables.audiences import Book

Json = dict[str, Any]

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
_AROUND: Final = 40

BEGINNING: Final = 1_795_000_000_000
"""The time at which all tables begin."""


class Ear(Protocol):
    """One place from which someone speaks to a table and hears it, such as a socket; all that was heard is in *frames*."""

    frames: list[str]

    def send(self, told: Json, /) -> None:
        """Say *told*."""

    async def of(self, *kinds: str) -> Json:
        """Return the next frame of one of *kinds*."""

    async def do(self, cmd: str, **act: Any) -> Json:
        """Ask for something; return the answer."""

    async def hear(self, head: int) -> None:
        """Receive until the entry *head* has come."""

    async def close(self) -> None:
        """Hear no more."""


class House(Protocol):
    """Where tables are."""

    clock: list[int]
    """The time of the tables, which only tests move on."""

    async def person(self, name: str) -> str:
        """Return by what a new person is known."""

    async def make(self, person: str, game: str, players: int) -> str:
        """Return the code of a new table of *person*, who is called P1."""

    async def ear(self, code: str, person: str, have: int = 0) -> Ear:
        """Let *person* (empty: an onlooker) come to a table, of which they *have* heard so much; return once they know where it is."""

    def table(self, code: str) -> Table:
        """Return a table."""

    async def entries(self, code: str) -> Sequence[Entry]:
        """Return the log of a table."""

    async def twin(self, code: str, state: State) -> str:
        """Return the code of a second table, which is like that with *code* but in *state*."""

    async def forget(self, code: str) -> None:
        """Let go of a twin."""

    async def wait(self, code: str) -> None:
        """Let time bring what is due."""


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


class Watched:
    """A table of people, one in every seat and an onlooker, and all that they hear."""

    def __init__(self, here: House, code: str, cookies: list[str], sockets: dict[int | None, Ear]) -> None:
        self.here, self.code, self.cookies, self.sockets = here, code, cookies, sockets
        self.book = Book(len(cookies), set())
        self.moments: list[Moment] = []
        self._read = dict.fromkeys(sockets, 0)
        self._open: set[str] = set()

    @classmethod
    async def open(cls, here: House, game: str, players: int) -> Watched:
        """Return a new table where everyone sits."""
        cookies = [await here.person(f"P{seat}") for seat in range(1, players + 1)]
        code = await here.make(cookies[0], game, players)
        sockets: dict[int | None, Ear] = {}
        for seat, cookie in enumerate(cookies):
            sockets[seat] = await here.ear(code, cookie)
            if seat:
                assert (await sockets[seat].do(f"join-{seat}", act="join", called=f"P{seat + 1}"))["t"] == "done"
            assert (await sockets[seat].do(f"sit-{seat}", act="sit", seat=seat + 1))["t"] == "done"
        sockets[None] = await here.ear(code, "")
        return cls(here, code, cookies, sockets)

    @property
    def table(self) -> Table:
        return self.here.table(self.code)

    @property
    def state(self) -> State:
        return self.table.state

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
        await self.go_on(bots)

    async def go_on(self, bots: list[Any]) -> None:
        """Let everyone do what they are asked until cards are dealt."""
        while self.phase != "playing":
            asked = wanted(self.state, bots)
            if asked is None:
                await self.here.wait(self.code)  # the promise is due
            else:
                await self.do(self.viewer_in(asked[0]), f"w-{self.table.head}", **asked[1])

    def viewer_in(self, seat: int) -> int:
        """Return which of the people sits in *seat* now."""
        return next(viewer for viewer in range(len(self.cookies)) if self.seat_of(viewer) == seat)

    async def play(self, bots: list[Any], dice: Random) -> None:
        """Play the deal to its end, and ask strange questions at some moments."""
        pauses = sorted(dice.sample(range(EARLY), MOMENTS))
        moves = 0
        while (asked := wanted(self.state, bots)) is not None:
            seat, act = asked
            if pauses and moves >= pauses[0] and not self.state.undoable:
                pauses.pop(0)
                await self.ask_around(dice)
            moves += 1
            self.here.clock[0] += 1_000
            await self.do(self.viewer_in(seat), f"e-{self.table.head}", **act)
        while self.phase == "playing":
            await self.here.wait(self.code)  # the count is due
        await self.hear()

    async def look_ahead(self) -> None:
        """Note what people did after each moment."""
        entries = await self.here.entries(self.code)
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


async def answers(room: Watched, moment: Moment, code: str = "") -> list[str]:
    """Return what a new socket of the moment's viewer is told: the whole table, and the answers to the questions."""
    cookie = "" if moment.viewer is None else room.cookies[moment.viewer]
    socket = await room.here.ear(code or room.code, cookie)
    for question in moment.questions:
        socket.send(question)
        await socket.of("tried", "hinted", "viewed", "refused", "wrong", "done")
    await socket.close()
    # Who has just come, and how many others look on, is no part of the cards.
    return [frame for frame in socket.frames if '"t":"welcome"' not in frame and '"t":"watching"' not in frame]


def check_same(one: str, other: str) -> None:
    """Raise `AssertionError`, with what is around the first difference, where two frames are not the same."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    assert one == other, one[max(0, at - _AROUND) : at + _AROUND]


async def compare(room: Watched, moment: Moment, dice: Random) -> int:
    """Let a twin world go on as the room did; return how many frames its viewer heard alike."""
    here, seat = room.here, room.seat_of(moment.viewer)
    viewer = -1 if seat is None else seat
    here.clock[0] = moment.state.at
    # The same people, log and open cards as at the moment, and all else dealt again.
    code = await here.twin(room.code, twin_of(moment.state, viewer, dice, moment.coming))
    for told, before in zip(await answers(room, moment, code), moment.told, strict=True):
        check_same(told, before)
    watching = await here.ear(code, "" if moment.viewer is None else room.cookies[moment.viewer])
    real = Table(moment.state.copy())
    alike = 0
    for entry, heard in zip(moment.coming, moment.heard, strict=False):
        assert entry.command.by is not None
        assert isinstance(entry.command.act, Play)
        here.clock[0] = entry.at
        actor = await here.ear(code, room.cookies[room.people.index(entry.command.by)])
        answer = await actor.do(entry.command.id, move=entry.command.act.move)
        await actor.close()
        real.apply(Entry(entry.seq, entry.at, entry.command))
        if answer["t"] != "done":
            break  # the twin lacks the cards: their owner did something that shows them
        await watching.hear(entry.seq)
        one, two = real.state.deal, here.table(code).state.deal
        if one is None or two is None or one.history_seen_by(viewer) != two.history_seen_by(viewer):
            break  # from here on the viewer may see a difference: a card drawn, a red three laid
        check_same(watching.frames[-1], heard)
        alike += 1
    await watching.close()
    await here.forget(code)
    return alike


async def play_and_compare(here: House, game: str, players: int, deal: int) -> tuple[int, int]:
    """Play a deal; return how many frames were checked, and how many of a twin world were alike."""
    dice = Random(f"{game} {players} {deal}")
    bots = [make("greedy", deal, seat) for seat in range(players)]
    room = await Watched.open(here, game, players)
    await room.start(bots)
    await room.play(bots, dice)
    await room.look_ahead()
    alike = 0
    for moment in room.moments:
        for _ in range(TWINS):
            if heard := await compare(room, moment, dice):
                alike += heard
                break
    return room.book.checked, alike
