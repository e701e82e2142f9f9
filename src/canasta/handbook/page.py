"""What a rulebook is made of: parts with headings, paragraphs, tables and rules, in no format yet.

Markdown, HTML and the terminal each write the same `Book`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.base.cards import BLACK_THREE, JOKER, KIND_NAMES, KIND_OF, RED_SUITS, RED_THREE, Face, face_text

Style: TypeAlias = Literal["", "strong", "em", "code", "mark", "card", "red card"]

_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one style.

    *href* makes it a link, *anchor* the place that links lead to; *label* says what a card is called.
    """

    text: str
    style: Style = ""
    href: str = ""
    anchor: str = ""
    label: str = ""


Inline: TypeAlias = tuple[Span, ...]
"""A line of text in pieces."""


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
class Choice:
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


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Rule | Choice | Example


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book, such as the reference."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook; *facts* are a few words each on what it takes to play."""

    title: str
    blurb: str
    facts: tuple[str, ...]
    parts: tuple[Part, ...]

    def contents(self) -> Iterator[Heading]:
        """The headings of the table of contents: parts and their chapters."""
        for part in self.parts:
            yield Heading(2, part.title, part.anchor)
            for block in part.blocks:
                if isinstance(block, Heading) and block.level == 3:
                    yield block


def line(*pieces: str | Span | Iterable[Span]) -> Inline:
    """Pieces of text as one line; plain strings are plain text."""
    spans: list[Span] = []
    for piece in pieces:
        if isinstance(piece, str):
            if piece:
                spans.append(Span(piece))
        elif isinstance(piece, Span):
            spans.append(piece)
        else:
            spans.extend(piece)
    return tuple(spans)


def paragraph(*sentences: str) -> Paragraph:
    """A paragraph of plain sentences."""
    return Paragraph(line(" ".join(text for text in sentences if text)))


def plain(text: Inline) -> str:
    """The text without its styles."""
    return "".join(span.text for span in text)


def card_span(face: Face) -> Span:
    """A card as people write it, with its name for those who listen.

    >>> card_span(0).text, card_span(52).text, card_span(52).label
    ('Jk', 'A♠', 'ace of spades')
    """
    if face == JOKER:
        return Span("Jk", "card", label="joker")
    text = face_text(face)
    rank = "10" if text[0] == "T" else text[0]
    name = "three" if KIND_OF[face] in {RED_THREE, BLACK_THREE} else KIND_NAMES[KIND_OF[face]]
    style: Style = "red card" if text[1] in RED_SUITS else "card"
    return Span(rank + _SIGNS[text[1]], style, label=f"{name} of {_SUITS[text[1]]}")


def card_line(faces: Iterable[Face]) -> Inline:
    """Cards beside each other."""
    spans: list[Span] = []
    for face in faces:
        if spans:
            spans.append(Span(" "))
        spans.append(card_span(face))
    return tuple(spans)
