"""Tables that another version of the program has played: the deal in progress is dropped, all else goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import delete
from sqlalchemy.engine import Engine

from canasta.cli import cli
from canasta.server.store import store
from canasta.server.store.rows import row_of
from canasta.server.store.schema import CHECKPOINT, ENTRY
from canasta.server.table import tables
from canasta.server.table.live import LiveTable
from canasta.session import judging, versions
from canasta.session import table as session_table
from canasta.session.act_json import act_json
from canasta.session.acts import Make, Play, Upgrade
from canasta.session.entries import Command, Entry, parse_entry
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.state import State
from tests.server.test_tables import bots_only, log_of, process, run, until

CURRENT = versions.engine_of


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SWEEP_SECONDS", 0.1)


async def played(engine: Engine, deals: int = 0) -> LiveTable:
    """Return a table of bots that is in the middle of a deal, whose process has ended."""
    async with process(engine) as first:
        table = await bots_only(first, next_deal=1)
        await until(lambda: far_in_deal(table.table.state, deals))
    return table


def far_in_deal(state: State, deals: int) -> bool:
    """Return whether that many *deals* have been counted, and a few turns of the next are played."""
    played = state.match is not None and len(state.match.results) == deals
    return played and state.deal is not None and state.deal.position.turns > 4


def made_by(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Let tables be made by a program that differs in that."""
    monkeypatch.setattr(judging, "engine_of", lambda rules: CURRENT(rules) | changes)


def folding_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let logs be written by a program to which every deal looks otherwise."""
    check_of = versions.check_of

    def other(state: State) -> int:
        return check_of(state) + (state.deal is not None)

    monkeypatch.setattr(session_table, "check_of", other)


@pytest.mark.parametrize("otherwise", ["steps", "rules", "deals"])
def test_an_older_table_goes_on_without_the_deal_in_progress(
    file_engine: Engine, monkeypatch: pytest.MonkeyPatch, otherwise: str
) -> None:
    async def scenario() -> None:
        older: dict[str, dict[str, Any]] = {
            "steps": {"steps": 1},
            "rules": {"rules": "0" * 64, "version": "0.0.1"},
            "deals": {"version": "0.0.1"},
        }
        made_by(monkeypatch, **older[otherwise])
        if otherwise == "deals":
            folding_otherwise(monkeypatch)
        table = await played(file_engine, deals=1)
        before = log_of(file_engine, table.id)
        totals = table.table.state.match.totals  # type: ignore[union-attr]
        monkeypatch.undo()
        async with process(file_engine) as second:
            again = await second.find(table.code)
            assert again is not None
            assert not again.stopped
            upgrade = parse_entry(log_of(file_engine, table.id)[len(before)].body)
            assert upgrade.command.id == f"upgrade-{len(before)}"
            assert act_json(upgrade.command.act)["engine"] == CURRENT(again.table.rules)
            assert again.table.state.match.totals == totals  # type: ignore[union-attr]
            await until(lambda: again.table.state.phase == "playing" and again.head > len(before) + 8)
            assert again.table.state.match.number == 2  # type: ignore[union-attr]
        async with process(file_engine) as third:
            last = await third.find(table.code)
            assert last is not None
            rows = log_of(file_engine, table.id)
            assert sum('"upgrade"' in row.body for row in rows) == 1

    run(scenario)


def test_the_record_leaves_out_a_deal_that_this_program_cannot_play(
    file_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        made_by(monkeypatch, steps=1)
        table = await played(file_engine)
        monkeypatch.undo()
        entries = [parse_entry(row.body) for row in log_of(file_engine, table.id)]
        harmed = [
            replace(each, command=replace(each.command, act=replace(each.command.act, move="discard Jk")))
            if isinstance(each.command.act, Play)
            else each
            for each in entries
        ]
        upgrade = Entry(len(entries) + 1, entries[-1].at, Command("upgrade", None, Upgrade(CURRENT(table.table.rules))))
        assert "[[deal]]" not in record_of([*harmed, upgrade])

    run(scenario)


def test_a_table_of_a_newer_program_is_left_alone(file_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        made_by(monkeypatch, steps=99)
        table = await played(file_engine)
        monkeypatch.undo()
        before = len(log_of(file_engine, table.id))
        async with process(file_engine) as second:
            again = await second.find(table.code)
            assert again is not None
            assert again.stopped.endswith("a newer version of the program plays at it. Update this one.")
        assert len(log_of(file_engine, table.id)) == before

    run(scenario)


def test_a_log_without_its_beginning_stops_its_table_alone(file_engine: Engine) -> None:
    async def scenario() -> None:
        table = await played(file_engine)
        with file_engine.begin() as connection:
            connection.execute(delete(CHECKPOINT).where(CHECKPOINT.c.table_id == table.id))
            connection.execute(delete(ENTRY).where(ENTRY.c.table_id == table.id, ENTRY.c.seq == 1))
        async with process(file_engine) as second:
            again = await second.find(table.code)
            assert again is not None
            assert again.stopped.endswith("so some entries are missing.")
            other = await bots_only(second)
            await until(lambda: other.head > 8)

    run(scenario)


def test_a_process_stops_at_a_table_that_a_newer_one_has_taken_over(file_engine: Engine) -> None:
    async def scenario() -> None:
        async with process(file_engine) as running:
            table = await bots_only(running)
            await until(lambda: table.table.state.phase == "playing")
            table.close()
            newer = CURRENT(table.table.rules) | {"steps": 99}
            while not table.stopped:
                entry = Entry(table.head + 1, table.table.state.at, Command("upgrade", None, Upgrade(newer)))
                await running.keeper.write(lambda c, entry=entry: store.append(c, [row_of(table.id, entry)]))  # type: ignore[misc]
                await table.catch_up()
            assert table.stopped == "A newer version of the program plays at this table now. Connect again."

    run(scenario)


def test_a_stopped_table_goes_on_once_its_deal_is_dropped_by_hand(
    file_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def void(code: str) -> tuple[int, str]:
        ran = CliRunner().invoke(cli, ["tables", "--database", str(file_engine.url.database), "void", code])
        return ran.exit_code, ran.output

    async def scenario() -> None:
        folding_otherwise(monkeypatch)
        table = await played(file_engine)
        monkeypatch.undo()
        monkeypatch.setattr(tables, "SWEEP_SECONDS", 0.1)
        async with process(file_engine) as second:
            stopped = await second.find(table.code)
            assert stopped is not None
            assert "dropped and dealt again" in stopped.stopped
            await until(lambda: stopped.stopped_at is not None)
            assert void(table.code) == (0, f"The deal in progress at table {table.code} is dropped.\n")
            await until(lambda: table.id not in second.live)
            again = await second.find(table.code)
            assert again is not None
            assert not again.stopped
            await until(lambda: again.head > stopped.stopped_at + 4)  # type: ignore[operator]
            make = parse_entry(log_of(file_engine, table.id)[0].body).command.act
            assert isinstance(make, Make)
            fresh = await second.make(store.StoredPerson("ann", "Ann"), make)
            code, output = void(fresh.code)
            assert code == 1
            assert "No deal is in progress right now." in output

    run(scenario)


def test_only_a_program_that_differs_takes_a_table_over(file_engine: Engine) -> None:
    async def scenario() -> None:
        async with process(file_engine) as running:
            table = await bots_only(running)
            with pytest.raises(Refused, match="isn't due"):
                await table.do(Command("upgrade", None, Upgrade()))

    run(scenario)
