"""Spans: what a line for people is made of. Wording makes lines; terminal, pages and Markdown each render the same ones.

Cards are numbers, `canasta.base.cards.Face`; this module stands below that one, for errors have lines, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from canasta.base.seats import Seat

Style: TypeAlias = Literal["", "strong", "em", "code", "good", "warn", "mark"]
"""How words are set: *good* is worth being happy about, *warn* worth noticing, *mark* small print; *code* can be typed."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words."""

    text: str
    style: Style = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to *href*, an address or a place in the same book (``#...``)."""

    text: str
    href: str
    style: Style = ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Words that links to ``#name`` lead to."""

    text: str
    name: str
    style: Style = ""


@dataclass(frozen=True, slots=True)
class Name:
    """The player in *seat*, as the reader of the line calls them: a name, or "you"."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards with rank and suit, beside each other."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardName:
    """A card by its name, such as "ten of clubs"."""

    face: int


@dataclass(frozen=True, slots=True)
class Ranks:
    """Cards laid together, of which only ranks matter: naturals first, wild cards last."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """Points, or another number."""

    value: int
    style: Style = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """The name of a rule, such as ``pile.need``: where to read more."""

    name: str


Span: TypeAlias = Text | Link | Anchor | Name | Cards | CardName | Ranks | Number | Clause
Line: TypeAlias = tuple[Span, ...]
"""A line for people."""
