"""What a handbook is made of: parts with headings, paragraphs, tables and rules, in no format yet.

Markdown, HTML and the terminal each write the same `Book`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from canasta.base.spans import Line
from canasta.wording.spans import joined, line

Inline: TypeAlias = Line
"""A line of text."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of *level* 2, a part, to 4; *anchor* is where links lead."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: Inline


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list, numbered where the order matters."""

    items: tuple[Inline, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; *numbers* says which columns stand to the right, *total* whether the last row is a sum."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Inline, ...], ...]
    numbers: tuple[bool, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One clause: its heading, its name for links and reports, its sentences, where they come from."""

    title: str
    clause: str
    text: Inline
    mark: Inline = ()


@dataclass(frozen=True, slots=True)
class DefinitionEntry:
    """An option, a question or a difference: a name, what it says, and lines below it, each with a word before it.

    *code* says whether the name is one that can be typed.
    """

    name: str
    anchor: str
    text: Inline
    lines: tuple[tuple[str, Inline], ...] = ()
    mark: Inline = ()
    code: bool = True


@dataclass(frozen=True, slots=True)
class Example:
    """Something worked out, set apart from the rules."""

    blocks: tuple[Paragraph | Bullets | Table, ...]


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Rule | DefinitionEntry | Example


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book, such as the reference."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A whole handbook; *facts* are a few words each on what it takes to play."""

    title: str
    blurb: str
    facts: tuple[str, ...]
    parts: tuple[Part, ...]

    def contents(self) -> Iterator[Heading]:
        """Yield the headings of the table of contents: parts and their chapters."""
        for part in self.parts:
            yield Heading(2, part.title, part.anchor)
            for block in part.blocks:
                if isinstance(block, Heading) and block.level == 3:
                    yield block


def paragraph(*sentences: str | Inline) -> Paragraph:
    """Return a paragraph of sentences."""
    return Paragraph(joined((line(each) for each in sentences if each), " "))
