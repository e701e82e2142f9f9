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
    Choice,
    Example,
    Heading,
    Paragraph,
    Part,
    Rule,
    Table,
)
from canasta.terminal.style import inked, label


def book_lines(book: Book) -> Iterator[RenderableType]:
    """The whole *book*, line by line."""
    yield Text(book.title, style="bold")
    yield Text(book.blurb)
    yield Text(" · ".join(book.facts), style="dim")
    for part in book.parts:
        yield from part_lines(part)


def part_lines(part: Part) -> Iterator[RenderableType]:
    """One part of a book under its heading."""
    yield Text()
    yield Text(part.title.upper(), style="bold reverse")
    for block in part.blocks:
        yield from block_lines(block)


def block_lines(block: Block) -> Iterator[RenderableType]:
    """One block of a book, an empty line before it."""
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
            yield inked(text)
        case Bullets():
            yield _bullets(block)
        case Table():
            yield from _table(block)
        case Rule():
            yield from _rule(block)
        case Choice():
            yield from _choice(block)


def _rule(rule: Rule) -> Iterator[RenderableType]:
    yield label(rule.title, "bold").append(f"  {rule.clause}", style="dim")
    yield Padding(inked(rule.text), (0, 0, 0, 2))
    if rule.mark:
        yield Padding(inked(rule.mark, "dim"), (0, 0, 0, 2))


def _bullets(bullets: Bullets) -> Grid:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for at, item in enumerate(bullets.items, 1):
        grid.add_row(f" {at}." if bullets.numbered else " -", inked(item))
    return grid


def _choice(choice: Choice) -> Iterator[RenderableType]:
    head = label(choice.name, "bold")
    if choice.text:
        head.append(": " if choice.code else ". ").append_text(inked(choice.text))
    yield head
    if choice.mark:
        yield Padding(inked(choice.mark, "dim"), (0, 0, 0, 2))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column()
    for word, said in choice.lines:
        grid.add_row(f"  {word}", inked(said))
    if choice.lines:
        yield grid


def _table(table: Table) -> Iterator[RenderableType]:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    if table.caption:
        yield Text(table.caption, style="italic")
    for head, right in zip(table.head, table.numbers, strict=True):
        grid.add_column(head, justify="right" if right else "left")
    for row in table.rows:
        grid.add_row(*(inked(cell) for cell in row))
    yield grid
