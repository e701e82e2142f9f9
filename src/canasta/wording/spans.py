"""Spans: what a line for people is made of. Wording makes lines; terminal, pages and Markdown each render the same ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from canasta.base.cards import JOKER, KIND_OF, TWO, Face, face_text
from canasta.base.seats import Seat
from canasta.base.sheets import amount

Style: TypeAlias = Literal["", "strong", "good", "warning", "quiet"]
"""How words are set: *strong* stands out, *good* is worth being happy about, *quiet* is an aside."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words."""

    text: str
    style: Style = ""


@dataclass(frozen=True, slots=True)
class Name:
    """The player in *seat*, as whoever reads the line calls them: a name, or "you"."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards with rank and suit, beside each other."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Ranks:
    """Cards laid together, of which only ranks matter: naturals first, wild cards last."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """Points, or another number that stands for itself."""

    value: int
    style: Style = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """The name of a rule, such as ``pile.need``: where to read more."""

    name: str


@dataclass(frozen=True, slots=True)
class Secret:
    """What only the player in *seat* may read, and what everyone else reads instead."""

    seat: Seat
    own: Line
    others: Line


Span: TypeAlias = Text | Name | Cards | Ranks | Number | Clause | Secret
Line: TypeAlias = tuple[Span, ...]
"""A line for people."""


def line(*pieces: str | Span | Iterable[Span]) -> Line:
    """Pieces as one line; strings are plain words, and empty ones are left out."""
    spans: list[Span] = []
    for piece in pieces:
        if isinstance(piece, str):
            if piece:
                spans.append(Text(piece))
        elif isinstance(piece, Iterable):
            spans.extend(piece)
        else:
            spans.append(piece)
    return tuple(spans)


def joined(lines: Iterable[Line], between: str = ", ") -> Line:
    """Several lines in one, with *between* between them."""
    spans: list[Span] = []
    for each in lines:
        if spans:
            spans.append(Text(between))
        spans.extend(each)
    return tuple(spans)


def rank_signs(faces: Iterable[Face]) -> tuple[str, ...]:
    """The ranks of cards laid together, as they lie: naturals first, wild cards last.

    >>> rank_signs((1, 12, 25, 0))
    ('K', 'K', '2', 'Jk')
    """
    laid = sorted(faces, key=lambda face: (KIND_OF[face] <= TWO, -KIND_OF[face]))
    return tuple("Jk" if face == JOKER else face_text(face)[0] for face in laid)


def plain(spans: Line) -> str:
    """A line as plain text, with what only its owner may read.

    >>> plain(line(Name(0, "Ruth"), " discarded ", Cards((2,)), "."))
    'Ruth discarded 3c.'
    """
    return "".join(_plain(span) for span in spans)


def _plain(span: Span) -> str:
    match span:
        case Text(text) | Name(_, text) | Clause(text):
            return text
        case Cards(faces):
            return " ".join(map(face_text, faces))
        case Ranks(faces):
            return "".join(rank_signs(faces))
        case Number(value):
            return amount(value)
        case Secret(_, own):
            return plain(own)
