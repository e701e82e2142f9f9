"""Processes that write to the same tables of PostgreSQL at the same moment do not stop each other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import Connection
from sqlalchemy.engine import Engine

from canasta.server.store import store
from canasta.server.store.group_commit import Link
from canasta.server.store.store import Change, TableRow
from canasta.tables.codes import new_code, new_id


@pytest.fixture
def links(postgres_engine: Engine) -> Iterator[list[Link]]:
    """Two processes, as the database sees them."""
    made = [Link(postgres_engine), Link(postgres_engine)]
    yield made
    for link in made:
        link.close()


def new_table(link: Link) -> str:
    row = TableRow(new_id(), new_code(), "test", "open", 0, None, 1, 1)
    assert link.run(lambda c: store.new_table(c, row))
    return row.id


def test_a_transaction_that_ended_a_deadlock_is_done_again(links: list[Link]) -> None:
    tables = [new_table(links[0]) for _ in range(2)]
    both = Barrier(2, timeout=30)
    runs: list[int] = []

    def write(number: int) -> None:
        order = tables if number == 0 else tables[::-1]
        first = True

        def work(connection: Connection) -> None:
            nonlocal first
            runs.append(number)
            store.stop(connection, order[0])
            if first:
                first = False
                both.wait()
            store.stop(connection, order[1])

        links[number].run(work)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, range(2)))
    assert len(runs) > 2
    assert set(runs) == {0, 1}
    assert {row.state for row in links[0].run(store.tables)} == {"stopped"}


def test_a_table_that_another_process_is_writing_is_not_waited_for(links: list[Link]) -> None:
    table = new_table(links[0])

    def writing(connection: Connection) -> None:
        store.stop(connection, table)
        links[1].run(lambda c: store.touch(c, [Change(table, 0, 7, "playing")]))  # would wait for this transaction

    links[0].run(writing)
    assert [(row.due_at, row.state) for row in links[0].run(store.tables)] == [(None, "stopped")]
    links[0].run(lambda c: store.touch(c, [Change(table, 0, 7, "playing")]))
    assert [(row.due_at, row.state) for row in links[0].run(store.tables)] == [(7, "playing")]
