"""Nobody hears at a `Room` what they may not know: every game, few players and many, and spectators.

`make soak` plays many deals with every number of players.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from canasta.base.cards import face_text
from canasta.bots import make
from canasta.deal.view import View
from canasta.rules.digest import as_table
from canasta.rules.load import load
from canasta.session import acts, snapshot
from canasta.session.entries import Command, Entry, parse_command
from canasta.session.fairness import SECRET_BYTES
from canasta.session.refusals import Refused
from canasta.session.snapshot import Snapshot
from canasta.session.state import State
from canasta.session.table import Table
from canasta.tables.answers import answer, complaint, done, refusal
from canasta.tables.frames import encode
from canasta.tables.local import LocalGuest, LocalTable, Log, SeatedBots
from canasta.tables.messages import WrongMessage, read_message
from tests.deal.tables import VARIED_TABLES
from tests.tables.leaks import BEGINNING, DEALS, MOST, SETTINGS, Json, Watched, play_and_compare


class Guest:
    """Someone who speaks to a table in this process and hears it."""

    def __init__(self, table: LocalTable, person: str, have: int) -> None:
        self.frames: list[str] = []
        self._table = table
        self._guest = LocalGuest(person or None, self.frames.append)
        table.room.enter(self._guest)
        missed = table.room.missed(self._guest, have)
        self.frames += [table.room.whole(self._guest)] if missed is None else missed

    def send(self, told: Json, /) -> None:
        try:
            self._tell(self._answered(read_message(json.dumps(told))))
        except (Refused, WrongMessage) as error:
            self._tell(complaint(str(error)))

    def _tell(self, told: Json) -> None:
        self.frames.append(encode(told))

    def _answered(self, message: Json) -> Json:
        person = self._guest.person_id
        if message["t"] == "hint":
            return {"t": "hinted", "n": message["n"], **self._table.table.hint(person or "")}
        if message["t"] != "do":
            return answer(self._table.room, self._guest, message)
        try:
            seq = self._table.do(parse_command(message, person))
        except Refused as error:
            return refusal(message, error)
        return done(message, seq)

    async def of(self, *kinds: str) -> Json:
        told: Json = json.loads(self.frames[-1])
        assert told["t"] in kinds
        return told

    async def do(self, cmd: str, **act: Any) -> Json:
        self.send({"t": "do", "cmd": cmd, **act})
        return await self.of("done", "refused", "wrong")

    async def hear(self, _: int) -> None:
        """Wait for nothing: whatever happens is heard at once."""

    async def close(self) -> None:
        self._table.leave(self._guest)


class Rooms:
    """Tables in this process, whose decks all come from *seed*."""

    def __init__(self, seed: str) -> None:
        self._dice = Random(seed)
        self.clock = [BEGINNING]
        self._tables: dict[str, tuple[LocalTable, Log]] = {}
        self._numbers = count(1)

    def _set_up(self, table: Table) -> str:
        log, code = Log(), f"T{next(self._numbers)}"
        local = LocalTable(
            SeatedBots(1),
            journal=log,
            clock=lambda: self.clock[0],
            secret=lambda: self._dice.randbytes(SECRET_BYTES).hex(),
            table=table,
        )
        self._tables[code] = local, log
        return code

    async def person(self, name: str) -> str:
        return name.lower()

    async def make(self, person: str, game: str, players: int) -> str:
        code = self._set_up(Table())
        self._tables[code][0].do(Command("make", person, acts.Make(as_table(load(game, players)), "P1", SETTINGS)))
        return code

    async def ear(self, code: str, person: str, have: int = 0) -> Guest:
        return Guest(self._tables[code][0], person, have)

    def table(self, code: str) -> Table:
        return self._tables[code][0].table

    async def entries(self, code: str) -> Sequence[Entry]:
        return self._tables[code][1].entries

    async def twin(self, _: str, state: State) -> str:
        return self._set_up(Table(state))

    async def forget(self, code: str) -> None:
        del self._tables[code]

    async def wait(self, code: str) -> None:
        assert self._tables[code][0].run_due(), "nothing is due, and nobody is waited for"


@pytest.mark.parametrize(("game", "players"), VARIED_TABLES)
def test_nobody_hears_more_than_they_may_know(game: str, players: int) -> None:
    checked = alike = deal = 0
    while deal < DEALS or (deal < MOST and not alike):
        one, other = asyncio.run(play_and_compare(Rooms(f"{game} {players} {deal}"), game, players, deal))
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
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = snapshot.table

    def telling(state: State, seen: View, before: Snapshot | None = None, **more: bool) -> dict[str, Any]:
        told = table(state, seen, before, **more)
        side = told["sides"]["1"] | leaking(state)
        return told | {"sides": told["sides"] | {"1": side}}

    monkeypatch.setattr(snapshot, "table", telling)
    with pytest.raises(AssertionError, match=noticed):
        asyncio.run(play_and_compare(Rooms("leak"), "classic", 2, 0))


def test_who_changes_seats_hears_nothing_of_the_seat_they_had() -> None:
    async def scenario() -> None:
        here = Rooms("seats")
        bots = [make("greedy", 0, seat) for seat in range(4)]
        room = await Watched.open(here, "classic", 4)
        await room.start(bots)
        await room.play(bots, Random(0))
        assert room.phase == "counting"
        mover = room.viewer_in(0)
        await room.do(mover, "stand", act="stand")
        await room.do(room.viewer_in(2), "stand-too", act="stand")
        await room.do(mover, "sit-again", act="sit", seat=3)
        begun = room.table.head
        for viewer in range(4):
            if room.seat_of(viewer) is not None:
                await room.do(viewer, f"ready-{viewer}", act="ready")
        await room.go_on(bots)
        await room.hear()
        assert room.seat_of(mover) == 2
        # From wherever the mover comes back, they hear of seat 3 alone.
        for have in range(begun - 4, room.table.head):
            again = await here.ear(room.code, room.cookies[mover], have)
            for frame in again.frames:
                told = json.loads(frame)
                own = told.get("own") or told.get("state", {}).get("own")
                assert own is None or own.get("seat", 3) == 3
                assert all(
                    each.get("seat") == 3 for each in told.get("events", ()) if each["e"] == "dealt" and "cards" in each
                )
            await again.close()
        # Whoever has seen one hand of this deal can't go on to another.
        await room.do(mover, "up", act="stand")
        refusal = await room.sockets[mover].do("over", act="sit", seat=1)
        assert refusal["clause"] == "table.seen"

    asyncio.run(scenario())
