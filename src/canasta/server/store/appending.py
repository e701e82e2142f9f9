"""Adding entries to logs with as few questions to the database as it allows: one on PostgreSQL, two on SQLite."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import JSON, Connection, Select, bindparam, column, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from canasta.server.store.schema import ENTRY, GAMETABLE

_KEY: Final = (ENTRY.c.table_id, ENTRY.c.seq)

_ADD: Final = sqlite.insert(ENTRY).on_conflict_do_nothing().returning(*_KEY)

_MOVE_HEADS: Final = (
    update(GAMETABLE)
    .where(GAMETABLE.c.id == bindparam("added_table_id"), GAMETABLE.c.head < bindparam("added_seq"))
    .values(head=bindparam("added_seq"), due_at=bindparam("added_at"), seen_at=bindparam("added_at"))
)


def _add_and_move_heads() -> Select[Any]:
    """PostgreSQL: all rows in one parameter, so that the statement is the same for any number of them."""
    columns = [column(each.name, each.type) for each in ENTRY.c]
    rows = func.json_to_recordset(bindparam("rows", type_=JSON)).table_valued(*columns).render_derived(with_types=True)
    added = (
        postgresql.insert(ENTRY)
        .from_select([each.name for each in ENTRY.c], select(rows))
        .on_conflict_do_nothing()
        .returning(*_KEY, ENTRY.c.at)
        .cte("added")
    )
    last = (
        select(added.c.table_id, func.max(added.c.seq).label("seq"), func.max(added.c.at).label("at"))
        .group_by(added.c.table_id)
        .subquery("last")
    )
    moved = (
        update(GAMETABLE)
        .where(GAMETABLE.c.id == last.c.table_id, GAMETABLE.c.head < last.c.seq)
        .values(head=last.c.seq, due_at=last.c.at, seen_at=last.c.at)
        .cte("moved")
    )
    return select(added.c.table_id, added.c.seq).add_cte(moved)


_ADD_AND_MOVE_HEADS: Final = _add_and_move_heads()


def add_entries(connection: Connection, values: list[dict[str, Any]]) -> set[tuple[str, int]]:
    """Add rows of `ENTRY`, except those in conflict with others, and move the heads of their tables.

    Returns the (table, seq) of the rows that are in.
    """
    if connection.dialect.name == "postgresql":
        return {(each.table_id, each.seq) for each in connection.execute(_ADD_AND_MOVE_HEADS, {"rows": values})}
    stored = {(each.table_id, each.seq) for each in connection.execute(_ADD, values)}
    moving = [
        {f"added_{name}": value[name] for name in ("table_id", "seq", "at")}
        for value in values
        if (value["table_id"], value["seq"]) in stored
    ]
    if moving:
        connection.execute(_MOVE_HEADS, moving)
    return stored
