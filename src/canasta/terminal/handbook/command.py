"""``canasta rules``: show the handbook of a game or of house rules, on the screen, as a page or through a pipe."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from canasta.game_argument import check_named, game_argument
from canasta.handbook.book import book
from canasta.handbook.html import html
from canasta.handbook.markdown import markdown
from canasta.handbook.page import Book
from canasta.rules.game import Game, standard
from canasta.rules.groups import Rules
from canasta.rules.load import find, games, rules_of
from canasta.rules.toml import read_toml
from canasta.terminal.handbook.screen import book_lines, part_lines
from canasta.terminal.pager import print_paged
from canasta.terminal.printed import write_page
from canasta.terminal.style import console_for, label
from canasta.whole_number import WholeNumber
from canasta.wording.compare import compare
from canasta.wording.rules_text import Section, rule_sections


@click.command(
    short_help="Show the rules of a game, with sources.",
    epilog="\b\nExamples:\n"
    "  canasta rules hand-and-foot\n"
    "  canasta rules classic --part learn                        what beginners need\n"
    "  canasta rules new-canasta --players 6 --option wild-tie\n"
    "  canasta rules --house saturdays.toml --html saturdays.html  a page to print",
)
@game_argument
@click.option("-p", "--players", type=WholeNumber(), metavar="N", help="Show the rules for this number of players.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="Include this option; repeatable.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="Include the house rules in this file.")
@click.option("--part", metavar="NAME", help="Show only this part: learn, rules, players, options, questions, sources.")
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a printable page to this file; - for standard output.",
)
@click.option("--markdown", "as_markdown", is_flag=True, help="Write Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters only.")
def rules(
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    house: Path | None,
    part: str | None,
    page: Path | None,
    as_markdown: bool,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Show the handbook of GAME: how to play, then every rule with its sources, options and open questions.

    With options or house rules, the handbook first shows what differs from GAME. At a terminal, a handbook longer than the window
    opens in the program that PAGER names (default less). In a pipe, it never does.
    """
    if sum((page is not None, as_markdown, as_json)) > 1:
        raise click.UsageError("Use only one of --html, --markdown and --json.")
    check_named(game, house)
    table = read_toml(house) if house else {}
    of = find(game, table, games())
    chosen = rules_of(of, players, options, table)
    console = console_for(sys.stdout, ascii_only=ascii_only, plain=False)
    if as_json:
        click.echo(json.dumps(_data(chosen, of), indent=2, ensure_ascii=ascii_only))
        return
    whole = _only(book(chosen, of, [*table.get("options", ()), *options]), part)
    if page is not None:
        write_page(page, html(whole), "--html")
    elif as_markdown:
        console.file.write(markdown(whole))
    else:
        print_paged(console, part_lines(whole.parts[0]) if part else book_lines(whole))


def _only(whole: Book, part: str | None) -> Book:
    """Return the book, or the one part of it that *part* names."""
    if part is None:
        return whole
    chosen = tuple(each for each in whole.parts if each.anchor == part.lower())
    if not chosen:
        names = ", ".join(each.anchor for each in whole.parts)
        raise click.UsageError(f'This handbook has no part "{part}". Its parts are {names}.')
    return Book(whole.title, whole.blurb, whole.facts, chosen)


def section_lines(section: Section) -> list[RenderableType]:
    """Return a clause as it is read: heading and name, its sentences with the marks of their sources, notes."""
    title = label(section.title, "bold").append(f"  {section.clause}", style="dim")
    text = Text(" ".join(each.text for each in section.sentences))
    if section.mark:
        text.append(f" {section.mark}", style="dim")
    lines: list[RenderableType] = [Text(), title, Padding(text, (0, 0, 0, 2))]
    lines += [Padding(Text(note, style="italic dim"), (0, 0, 0, 4)) for note in section.notes]
    return lines


def _data(chosen: Rules, of: Game) -> dict[str, Any]:
    differs = compare(standard(of, chosen.seats), chosen)
    return {
        "game": chosen.name,
        "title": chosen.title,
        "players": chosen.seats,
        "differs": [each.clause for each in differs.clauses],
        "clauses": [
            {
                "clause": section.clause,
                "chapter": section.chapter,
                "title": section.title,
                "sentences": [
                    {"text": each.text, "sources": [origin.mark for origin in each.origins]}
                    for each in section.sentences
                ],
                "notes": list(section.notes),
            }
            for section in rule_sections(chosen, of)
        ],
    }
