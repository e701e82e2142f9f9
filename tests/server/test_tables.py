"""Tables in a process: what time brings, other processes, checkpoints, tables that stop. On both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import Engine

from canasta.rules.digest import as_table
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.server.bots.thinking import BotOptions, BotPool
from canasta.server.store import store
from canasta.server.store.errors import StoreAway
from canasta.server.store.group_commit import Link
from canasta.server.store.store import StoredPerson
from canasta.server.table import tables
from canasta.server.table.guests import SocketGuest
from canasta.server.table.live import LiveTable
from canasta.server.table.tables import Tables
from canasta.session.acts import Act, Join, Make, PutBot, Rename, Sit, Start
from canasta.session.entries import Command, Entry, parse_entry
from canasta.session.refusals import Refused, Repeated
from canasta.session.table import Table
from canasta.session.versions import engine_of
from scripts.postgres import Postgres

ANN = StoredPerson("ann", "Ann")
QUICK = {"pace": 0, "numbers_wait": 1, "draw": False, "next_deal": 1}


@asynccontextmanager
async def process(engine: Engine) -> AsyncIterator[Tables]:
    thinker = BotPool(BotOptions())
    running = Tables(engine, thinker)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()
        thinker.stop()


async def ask(table: LiveTable, act: Act, person: str = "ann") -> int:
    return await table.do(Command(f"{act.name}-{table.head}", person, act))


def made(rules: Rules, **settings: Any) -> Make:
    """Return the first entry of a table of Ann's."""
    return Make(as_table(rules), "Ann", {**QUICK, **settings}, BotOptions().names, engine_of(rules))


async def bots_only(running: Tables, game: str = "classic", players: int = 2, **settings: Any) -> LiveTable:
    """Return a table at which bots play, and its host looks on."""
    rules = load(game, players)
    table = await running.make(ANN, made(rules, **settings))
    for seat in range(players):
        await ask(table, PutBot(seat, "greedy"))
    await ask(table, Start())
    return table


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - it changes in threads and other processes, too
            await asyncio.sleep(0.02)


def log_of(engine: Engine, table_id: str) -> list[store.Row]:
    link = Link(engine, reads=True)
    rows = link.run(lambda c: store.entries(c, table_id))
    link.close()
    return rows


def folded(rows: list[store.Row]) -> Table:
    return Table.fold([parse_entry(row.body) for row in rows])


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scenario())  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SWEEP_SECONDS", 0.2)
    monkeypatch.setattr(tables, "TOUCH_SECONDS", 0.05)
    monkeypatch.setattr(tables, "OVERDUE_MS", 1_000)


def test_another_process_goes_on_where_one_has_ended(engine: Engine) -> None:
    """Nobody has a socket; the sweep of the other process finds what is due."""

    async def scenario() -> None:
        async with process(engine) as other:
            async with process(engine) as first:
                table = await bots_only(first)
                await until(lambda: table.table.state.phase == "playing" and table.head > 12)
                assert table.id not in other.live
            head = len(log_of(engine, table.id))
            await until(lambda: table.id in other.live and other.live[table.id].head > head + 5)

    run(scenario)


def test_two_processes_play_for_the_same_bots_and_none_plays_twice(engine: Engine) -> None:
    async def scenario() -> None:
        async with process(engine) as one, process(engine) as two:
            here = await bots_only(one)
            there = await two.find(here.code)
            assert there is not None
            await until(lambda: here.head > 40)
            await until(lambda: there.head > 40)
            rows = log_of(engine, here.id)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert len({row.cmd for row in rows}) == len(rows)

    run(scenario)


def checkpoint_of(engine: Engine, table_id: str) -> int:
    """Return the number of the entry that the checkpoint of a table stands at; 0 if there is none."""
    link = Link(engine, reads=True)
    kept = link.run(lambda c: store.checkpoint(c, table_id, tables.ENGINE))
    link.close()
    return kept[0] if kept is not None else 0


@pytest.mark.parametrize("harm", ["none", "deleted", "cut short", "nonsense", "of another engine"])
def test_checkpoints_are_made_and_never_needed(file_engine: Engine, monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    monkeypatch.setattr(tables, "CHECKPOINT_ENTRIES", 5)
    spoil = {
        "deleted": "DELETE FROM checkpoint",
        "cut short": "UPDATE checkpoint SET body = substr(body, 1, 300)",
        "nonsense": "UPDATE checkpoint SET body = '{}'",
        "of another engine": "UPDATE checkpoint SET engine = 'canasta 99'",
    }

    async def scenario() -> None:
        async with process(file_engine) as first:
            table = await bots_only(first, pace=20)
            await until(lambda: table.head > 30 and checkpoint_of(file_engine, table.id) > 1)
        with file_engine.begin() as connection:
            connection.execute(text(spoil.get(harm, "SELECT 1")))
        async with process(file_engine) as second:
            again = await second.find(table.code)
            assert again is not None
            again.close()
            rows = log_of(file_engine, table.id)
            await again.catch_up()
            again.close()
            expected = folded(rows[: again.head])
            assert again.table.snapshot().public == expected.snapshot().public
            assert again.table.snapshot().own == expected.snapshot().own

    run(scenario)


def test_a_log_with_one_changed_entry_stops_its_table_with_a_sentence(file_engine: Engine) -> None:
    async def scenario() -> None:
        async with process(file_engine) as first:
            table = await bots_only(first)
            await until(lambda: table.head > 30)
        rows = log_of(file_engine, table.id)
        wrong = next(row for row in rows if '"check"' in row.body and "discard" in row.body)
        body = wrong.body[: wrong.body.rindex('"check":')] + '"check":1}'
        with file_engine.begin() as connection:
            connection.execute(text("DELETE FROM checkpoint"))
            connection.execute(text("UPDATE entry SET body = :body WHERE seq = :seq"), {"body": body, "seq": wrong.seq})
        async with process(file_engine) as second:
            stopped = await second.find(table.code)
            assert stopped is not None
            assert f"This table has stopped at entry {wrong.seq}" in stopped.stopped
            with pytest.raises(Refused, match="has stopped"):
                await ask(stopped, Join("Bob"), "bob")
        assert len(log_of(file_engine, table.id)) == len(rows)

    run(scenario)


def test_who_goes_away_is_noted_and_a_stand_in_plays_until_they_are_back(
    file_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta.server.table.live._GRACE_SECONDS", 0.1)

    async def scenario() -> None:
        async with process(file_engine) as running:
            rules = load("classic", 2)
            table = await running.make(ANN, made(rules, away_delay=5, away_budget=0))
            await ask(table, Join("Bob"), "bob")
            await ask(table, Sit(0))
            await ask(table, Sit(1), "bob")
            guests = [SocketGuest(ANN), SocketGuest(StoredPerson("bob", "Bob"))]
            for guest in guests:
                table.enter(guest)
            await ask(table, Start())
            await until(lambda: table.table.state.phase == "playing")
            places = table.table.state.places
            actor = table.table.state.deal.actor  # type: ignore[union-attr]
            table.leave(guests[actor])
            await until(lambda: table.table.state.places[actor].stand_in)
            await until(
                lambda: any("stand-in-" in row.cmd and '"play"' in row.body for row in log_of(file_engine, table.id))
            )
            table.enter(guests[actor])
            table.update_presence()
            await until(lambda: not table.table.state.places[actor].stand_in)
            assert table.table.state.places[actor].person == places[actor].person

    run(scenario)


def test_who_sits_down_by_another_process_is_not_away_at_once(
    file_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with process(file_engine) as one, process(file_engine) as two:
            here = await one.make(ANN, made(load("classic", 2)))
            monkeypatch.setattr("canasta.server.table.live._GRACE_SECONDS", 0.3)
            await asyncio.sleep(0.4)
            there = await two.find(here.code)
            assert there is not None
            await ask(there, Join("Bob"), "bob")
            await ask(there, Sit(1), "bob")
            await until(lambda: here.table.state.places[1].person == "bob")
            here.update_presence()
            await asyncio.sleep(0.1)
            assert here.table.state.places[1].away is None
            await asyncio.sleep(0.3)
            here.update_presence()
            await until(lambda: here.table.state.places[1].away is not None)

    run(scenario)


def test_a_command_sent_to_two_processes_at_once_is_done_once(engine: Engine) -> None:
    async def scenario() -> None:
        async with process(engine) as one, process(engine) as two:
            rules = load("classic", 2)
            here = await one.make(ANN, made(rules))
            there = await two.find(here.code)
            assert there is not None
            for number in range(10):
                command = Command(f"c-{number}", f"p-{number}", Join(f"Guest {number}"))
                first, second = await asyncio.gather(here.do(command), there.do(command))
                assert first == second
            assert len(log_of(engine, here.id)) == 11
            # An id that is long forgotten by the table is still known to the log.
            old = Command("c-0", "p-0", Join("Guest 0"))
            for each in range(100):
                await here.do(Command(f"name-{each}", "ann", Rename(f"Ann {each}")))
            assert await here.do(old) == 2
            assert await there.do(old) == 2

    run(scenario)


def test_postgresql_that_is_killed_and_comes_back_loses_nothing(
    postgres_server: Postgres, postgres_engine: Engine
) -> None:
    async def scenario() -> None:
        async with process(postgres_engine) as running:
            rules = load("classic", 2)
            table = await running.make(ANN, made(rules))
            guest = SocketGuest(ANN)
            table.enter(guest)
            for number in range(3):
                await table.do(Command(f"c-{number}", f"p-{number}", Join(f"Guest {number}")))
            postgres_server.kill()
            waiting = asyncio.ensure_future(table.do(Command("late", "p-late", Join("Late"))))
            with pytest.raises(StoreAway):
                await running.keeper.write(store.tables)
            assert running.keeper.away is not None
            assert not waiting.done()
            postgres_server.start()
            assert await asyncio.wait_for(waiting, 30) == 5
            assert [row.cmd for row in log_of(postgres_engine, table.id)] == ["make", "c-0", "c-1", "c-2", "late"]

    run(scenario)


async def noted(running: Tables) -> list[tuple[int, set[tuple[str, str]]]]:
    """Return who is where, as all processes have noted it."""
    return list((await running.keeper.read(lambda c: store.present(c, "another"))).values())


def test_a_table_that_is_deleted_with_people_at_it_stops_nothing_else(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_PRESENCE_SWEEPS", 1)

    async def scenario() -> None:
        async with process(engine) as running:
            deleted = await bots_only(running)
            kept = await running.make(ANN, made(load("classic", 2)))
            deleted.enter(SocketGuest(ANN))
            kept.enter(SocketGuest(ANN))
            await running.keeper.write(lambda c: store.remove(c, deleted.id))
            async with asyncio.timeout(20):
                while {(kept.id, "ann")} not in [here for _, here in await noted(running)]:  # noqa: ASYNC110 - a sweep writes it
                    await asyncio.sleep(0.02)
            assert list(running.live) == [kept.id]

    run(scenario)


def test_what_was_done_before_but_is_still_due_is_not_tried_in_a_hurry(
    file_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    judge = Table.judge

    def repeated(table: Table, command: Command, at: int) -> Entry:
        if command.by is None:
            tried.append(command.id)
            raise Repeated(1)
        return judge(table, command, at)

    monkeypatch.setattr(Table, "judge", repeated)

    async def scenario() -> None:
        async with process(file_engine) as running:
            await bots_only(running)
            await asyncio.sleep(0.5)
        assert tried == ["promise-1"]

    run(scenario)
