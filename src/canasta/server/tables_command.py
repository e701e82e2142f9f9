"""``canasta tables``: look after the tables of a server, whether it runs or not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy import Connection

from canasta.base.english import several
from canasta.files import write_file
from canasta.server.options import usual_database
from canasta.server.store import store
from canasta.server.store.database import engine_for, place_of
from canasta.server.store.group_commit import Link
from canasta.server.store.migrating import migrate
from canasta.server.store.rows import entry_of, row_of
from canasta.server.store.store import TableRow
from canasta.server.table.live import now_ms
from canasta.server.table.tables import record_text
from canasta.session.acts import Act, Close, Void
from canasta.session.entries import Command, Entry
from canasta.session.refusals import Refused, TableStopped
from canasta.session.table import Table
from canasta.tables.codes import read_code, shown_code
from canasta.tables.errors import ServerError

T = TypeVar("T")


@click.group(
    short_help="List and look after the tables of a server.",
    epilog="\b\nExamples:\n"
    "  canasta tables list\n"
    "  canasta tables export K7M4XHPC evening.chh\n"
    "  canasta tables --database postgresql://db/canasta close K7M4XHPC",
)
@click.option(
    "--database",
    default=usual_database,
    show_default="canasta.db in the data folder",
    metavar="PLACE",
    help="The SQLite file of the server, or postgresql://…",
)
@click.pass_context
def tables(context: click.Context, database: str) -> None:
    """Look after the tables of a server, whether it runs or not."""
    context.obj = database


def _run(database: str, work: Callable[[Connection], T]) -> T:
    """Do *work* in a transaction; errors become sentences."""
    try:
        engine = engine_for(database)
        if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").exists():
            raise click.ClickException(f"There is no database at {place_of(engine.url)}. Name it with --database.")
        migrate(engine)
        link = Link(engine)
        try:
            return link.run(work)
        finally:
            link.close()
    except (ServerError, Refused, TableStopped) as error:
        raise click.ClickException(str(error)) from None


def _found(connection: Connection, text: str) -> TableRow:
    code = read_code(text)
    row = store.table_by_code(connection, code) if code else None
    if row is None:
        raise ServerError(f'There is no table with the code "{text}". canasta tables list shows all of them.')
    return row


def _entries(connection: Connection, row: TableRow) -> list[Entry]:
    return [entry_of(each) for each in store.entries(connection, row.id)]


def _append(connection: Connection, row: TableRow, act: Act) -> None:
    """Add *act* of the server to the log, if the table accepts it. Moves are passed over: they may not fold here."""
    entries = _entries(connection, row)
    table = Table()
    for each in entries:
        table.follow(each, skipping=True)
    table.state.skipping = False
    judged = table.judge(Command(f"{act.name}-{table.head}", None, act), now_ms())
    entry = Entry(judged.seq, judged.at, judged.command)  # a check would be over a table without its moves
    Table.fold([*entries, entry])
    if not store.append(connection, [row_of(row.id, entry)]):
        raise ServerError("Someone at the table was faster. Try again.")


@tables.command("list")
@click.pass_obj
def list_tables(database: str) -> None:
    """List all tables, the one used last first."""
    rows = _run(database, store.tables)
    for row in rows:
        when = datetime.fromtimestamp(row.seen_at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        click.echo(
            f"{shown_code(row.code)}  {row.state:<10}  {several(row.head, 'entry', 'entries'):>14}  used {when} UTC"
        )
    if not rows:
        click.echo("There are no tables yet.")


@tables.command(short_help="Write the record of a table to a file.")
@click.argument("code")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def export(database: str, code: str, file: Path) -> None:
    """Write the record of the counted deals of a table to FILE; - writes to the screen."""
    text = _run(database, lambda c: record_text([each.body for each in store.entries(c, _found(c, code).id)]))
    if str(file) == "-":
        click.echo(text, nl=False)
        return
    if file.exists():
        raise click.ClickException(f"{file} already exists. Choose another file.")
    write_file(file, text)
    click.echo(f"Written to {file}. Check it with: canasta replay --check {file}")


@tables.command()
@click.argument("code")
@click.pass_obj
def close(database: str, code: str) -> None:
    """Close a table for good. Its record stays."""
    _run(database, lambda c: _append(c, _found(c, code), Close()))
    click.echo(f"Table {code} is closed.")


@tables.command(short_help="Deal again at a table that an update has stopped.")
@click.argument("code")
@click.pass_obj
def void(database: str, code: str) -> None:
    """Drop the deal in progress at a table that has stopped after an update; it is dealt again."""
    why = "The program was updated, so this deal can't be played on. It is dealt again."
    _run(database, lambda c: _append(c, _found(c, code), Void(why)))
    click.echo(f"The deal in progress at table {code} is dropped.")


@tables.command()
@click.argument("code")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def delete(database: str, code: str, yes: bool) -> None:
    """Delete a table with everything that happened at it."""
    row = _run(database, lambda c: _found(c, code))
    if not yes:
        click.confirm(
            f"Delete table {shown_code(row.code)} with its {several(row.head, 'entry', 'entries')}?", abort=True
        )
    _run(database, lambda c: store.remove(c, row.id))
    click.echo(f"Table {code} is deleted.")
