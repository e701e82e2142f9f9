"""A handbook in the terminal: headings, wrapped sentences, tables that fit the window."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from canasta.handbook.page import (
    Block,
    Book,
    Bullets,
    DefinitionEntry,
    Example,
    Heading,
    Paragraph,
    Part,
    Rule,
    Table,
)
from canasta.terminal.style import label, render_line


def book_lines(book: Book) -> Iterator[RenderableType]:
    """Yield the whole *book*, line by line."""
    yield Text(book.title, style="bold")
    yield Text(book.blurb)
    yield Text(" · ".join(book.facts), style="dim")
    for part in book.parts:
        yield from part_lines(part)


def part_lines(part: Part) -> Iterator[RenderableType]:
    """Yield one part of a book under its heading."""
    yield Text()
    yield Text(part.title.upper(), style="bold reverse")
    for block in part.blocks:
        yield from block_lines(block)


def block_lines(block: Block) -> Iterator[RenderableType]:
    """Yield one block of a book, an empty line before it."""
    if isinstance(block, Example):
        for each in block.blocks:
            for renderable in block_lines(each):
                yield Padding(renderable, (0, 0, 0, 4))
        return
    yield Text()
    match block:
        case Heading(_, text):
            yield Text(text, style="bold underline")
        case Paragraph(text):
            yield render_line(text)
        case Bullets():
            yield _bullets(block)
        case Table():
            yield from _table(block)
        case Rule():
            yield from _rule(block)
        case DefinitionEntry():
            yield from _entry(block)


def _rule(rule: Rule) -> Iterator[RenderableType]:
    yield label(rule.title, "bold").append(f"  {rule.clause}", style="dim")
    yield Padding(render_line(rule.text), (0, 0, 0, 2))
    if rule.mark:
        yield Padding(render_line(rule.mark, "dim"), (0, 0, 0, 2))


def _bullets(bullets: Bullets) -> Grid:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for at, item in enumerate(bullets.items, 1):
        grid.add_row(f" {at}." if bullets.numbered else " -", render_line(item))
    return grid


def _entry(entry: DefinitionEntry) -> Iterator[RenderableType]:
    head = label(entry.name, "bold")
    if entry.text:
        head.append(": " if entry.code else ". ").append_text(render_line(entry.text))
    yield head
    if entry.mark:
        yield Padding(render_line(entry.mark, "dim"), (0, 0, 0, 2))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column()
    for word, said in entry.lines:
        grid.add_row(f"  {word}", render_line(said))
    if entry.lines:
        yield grid


def _table(table: Table) -> Iterator[RenderableType]:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    if table.caption:
        yield Text(table.caption, style="italic")
    for head, right in zip(table.head, table.numbers, strict=True):
        grid.add_column(head, justify="right" if right else "left")
    for row in table.rows:
        grid.add_row(*(render_line(cell) for cell in row))
    yield grid
