"""Whole matches of all games at a table in one process: everyone hears what they may know, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from canasta import parse_record, replay_record
from canasta.rules.digest import as_table
from canasta.rules.load import games, load
from canasta.session import acts
from canasta.session.entries import Command, Entry
from canasta.session.folding_match import Happening
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.state import State
from canasta.session.table import Table
from canasta.tables.local import LocalGuest, LocalTable, Log, SeatedBots
from tests.tables.evening import Evening


@pytest.mark.parametrize("name", sorted(games()))
def test_a_match_is_heard_kept_and_recorded_to_its_end(name: str) -> None:
    evening = Evening(name)
    while evening.table.table.state.phase != "over":
        evening.step()
    table = evening.table.table
    shown = json.loads(json.dumps([table.snapshot().public, table.snapshot().own]))
    assert shown[0]["winners"]
    assert not evening.table.run_due()
    for page in evening.pages:
        page.read()
        seat = table.role(page.guest.person_id).seat
        assert (page.public, page.own) == (shown[0], None if seat is None else shown[1][str(seat)])
    assert Table.fold(evening.log.entries).snapshot() == table.snapshot()
    state = table.state
    assert state.match is not None
    *_, last = replay_record(parse_record(record_of(evening.log.entries)))
    assert last.over
    assert record_of(evening.log.entries).count("[[deal]]") == len(state.match.results)
    assert parse_record(record_of(evening.log.entries)).deals[-1].number == len(state.match.results)


def test_nothing_happens_that_the_journal_could_not_keep() -> None:
    class Full(Log):
        def append(self, entry: Entry, after: State, happened: Sequence[Happening]) -> None:
            if len(self.entries) >= 3:
                raise OSError("full")
            super().append(entry, after, happened)

    table = LocalTable(SeatedBots(1), journal=Full())
    table.do(Command("c-1", "p1", acts.Make(as_table(load("classic", 2)), "Ann")))
    heard: list[str] = []
    table.enter(LocalGuest("p1", heard.append))
    table.do(Command("c-2", "p1", acts.Sit(0)))
    table.do(Command("c-3", "p1", acts.PutBot(1, "greedy")))
    before = len(heard)
    with pytest.raises(OSError, match="full"):
        table.do(Command("c-4", "p1", acts.Start()))
    assert (table.room.head, len(heard), table.table.state.phase) == (3, before, "open")


def test_a_command_is_done_once_and_a_wrong_one_not_at_all() -> None:
    table = LocalTable(SeatedBots(1))
    table.do(Command("c-1", "p1", acts.Make(as_table(load("classic", 2)), "Ann")))
    seq = table.do(Command("c-2", "p1", acts.Sit(0)))
    assert table.do(Command("c-2", "p1", acts.Sit(0))) == seq
    with pytest.raises(Refused):
        table.do(Command("c-3", "p2", acts.Start()))
    assert table.room.head == seq
