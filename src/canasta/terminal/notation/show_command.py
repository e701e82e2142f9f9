"""``canasta show``: a position line drawn as a table of cards."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from canasta.base.errors import NotationError
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.positions.data import position_data
from canasta.notation.positions.fields import LONGEST
from canasta.notation.positions.line import read_position
from canasta.terminal.notation.position_screen import draw_position
from canasta.terminal.style import console_for
from canasta.whole_number import WholeNumber

_NARROWEST = 30


@click.command(
    short_help="Draw a position line as a table of cards.",
    epilog="\b\nExamples:\n"
    "  canasta show --file position.txt              all cards face up\n"
    "  canasta show --file position.txt --seat 2     what seat 2 sees and may do\n"
    "  canasta show 'canasta1 classic 4 …'           put the line in single quotes\n"
    "  canasta show - --json < position.txt          for other programs\n\n"
    "At the table, the command position writes such a line.",
)
@click.argument("line", nargs=-1, metavar="[POSITION]")
@click.option("--file", "path", type=click.Path(path_type=Path), metavar="FILE", help="Read the line from this file.")
@click.option("--seat", type=WholeNumber(), metavar="N", help="Draw only what seat N sees.")
@click.option("--json", "as_json", is_flag=True, help="Write the table as JSON.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use letters for suits and plain borders.")
@click.option("--plain", is_flag=True, help="No colours, with one side below the other.")
def show(
    line: tuple[str, ...], path: Path | None, seat: int | None, as_json: bool, ascii_only: bool, plain: bool
) -> None:
    """Draw POSITION, one line of text, as a table of cards; - reads it from standard input.

    The table shows everything in the line: all cards, or what one seat sees.
    """
    of = _eyes(read_position(_text(line, path)), seat)
    if as_json:
        click.echo(json.dumps(position_data(of), indent=2, ensure_ascii=ascii_only))
        return
    console = console_for(sys.stdout, ascii_only=ascii_only, plain=plain)
    width = max(console.width, _NARROWEST)
    console.print(draw_position(of, width, plain=plain or not sys.stdout.isatty()))


def _text(line: tuple[str, ...], path: Path | None) -> str:
    """Return the line, from wherever it comes."""
    if (path is None) == (not line):
        raise click.UsageError("Give one position: the line in single quotes, - for standard input, or --file FILE.")
    if path is None and line != ("-",):
        return " ".join(line)
    name = "-" if path is None else str(path)
    try:
        with click.open_file(name, encoding="utf-8", errors="replace") as file:
            # No more than a position can have, empty lines around it left out.
            return str(file.read(LONGEST * 2)).strip()
    except OSError as error:
        raise NotationError(f"{name}: cannot read the line: {error.strerror}") from None


def _eyes(of: Deal | View, seat: int | None) -> Deal | View:
    """Return what *seat* sees, where one is named; it cannot see more than the line holds."""
    if seat is None:
        return of
    if not 1 <= seat <= of.rules.seats:
        raise click.BadParameter(
            f"there is no seat {seat}; they are numbered from 1 to {of.rules.seats}", param_hint="--seat"
        )
    if isinstance(of, Deal):
        return view(of, seat - 1)
    if of.seat != seat - 1:
        who = f"seat {of.seat + 1}" if of.seat >= 0 else "an onlooker"
        raise click.BadParameter(f"this line holds only what {who} sees", param_hint="--seat")
    return of
