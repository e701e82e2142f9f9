"""``canasta rules``: the rulebook of a game with the options chosen, on the screen or through a pipe."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.rules.rulebook import Section, rulebook, rulebook_markdown
from canasta.terminal.look import console_for, label


@click.command(
    short_help="Show the rules of a game, each with its source.",
    epilog="\b\nExamples:\n"
    "  canasta rules hand-and-foot\n"
    "  canasta rules new-canasta --players 6 --option wild-tie\n"
    "  canasta rules classic | less",
)
@click.argument("game", required=False)
@click.option("-p", "--players", type=int, metavar="N", help="For this number of players.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="With this option; may be repeated.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="With the house rules of this file.")
@click.option("--markdown", is_flag=True, help="Write Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Write ASCII characters only.")
def rules(
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    house: Path | None,
    markdown: bool,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Show the rules of GAME: a heading for each rule, its sentences, and where they come from."""
    chosen = load(game, players, options, house)
    console = console_for(sys.stdout, ascii_only=ascii_only, plain=False)
    of = games()[chosen.name]
    if markdown:
        console.file.write(rulebook_markdown(chosen, of))
        return
    sections = rulebook(chosen, of)
    if as_json:
        click.echo(json.dumps(_data(chosen, sections), indent=2, ensure_ascii=ascii_only))
        return
    console.print(Text(f"{chosen.title}, {chosen.seats} players", style="bold"))
    if chosen.title == of.title:
        console.print(Text(of.blurb))
    chapter = ""
    for section in sections:
        if section.chapter != chapter:
            chapter = section.chapter
            console.print()
            console.print(Text(chapter.upper(), style="bold"))
        for line in section_lines(section):
            console.print(line)
    console.print()
    cited = {origin.source.document for each in sections for said in each.sentences for origin in said.origins}
    console.print(Text("SOURCES", style="bold"))
    for key in sorted(cited):
        document = of.documents[key]
        address = f", {document.address}" if document.address else ""
        text = f"{key}: {document.author}, {document.title}{address}"
        console.print(Padding(Text(text), (0, 0, 0, 2)))


def section_lines(section: Section) -> list[RenderableType]:
    """A clause as it is read: heading and name, its sentences with the marks of their sources, notes."""
    title = label(section.title, "bold").append(f"  {section.clause}", style="dim")
    text = Text(" ".join(each.text for each in section.sentences))
    if section.mark:
        text.append(f" {section.mark}", style="dim")
    lines: list[RenderableType] = [Text(), title, Padding(text, (0, 0, 0, 2))]
    lines += [Padding(Text(note, style="italic dim"), (0, 0, 0, 4)) for note in section.notes]
    return lines


def _data(chosen: Rules, sections: list[Section]) -> dict[str, Any]:
    return {
        "game": chosen.name,
        "title": chosen.title,
        "players": chosen.seats,
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
            for section in sections
        ],
    }
