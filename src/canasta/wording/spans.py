"""Spans: what a line for people is made of. Wording makes lines; terminal, pages and Markdown each render the same ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.base.cards import BLACK_THREE, JOKER, KIND_NAMES, KIND_OF, RED_THREE, TWO, Face, face_text
from canasta.base.seats import Seat
from canasta.base.sheets import amount

Style: TypeAlias = Literal["", "strong", "em", "code", "good", "mark"]
"""How words are set: *good* is worth being happy about, *mark* is small print, *code* can be typed as it is."""


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

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Ranks:
    """Cards laid together, of which only ranks matter: naturals first, wild cards last."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """Points, or another number."""

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


Span: TypeAlias = Text | Link | Anchor | Name | Cards | Ranks | Number | Clause | Secret
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
    return tuple(map(rank_sign, laid))


def rank_sign(face: Face) -> str:
    """The rank of a card as people write it.

    >>> rank_sign(0), rank_sign(9), rank_sign(52)
    ('Jk', '10', 'A')
    """
    text = face_text(face)
    return text if face == JOKER else "10" if text[0] == "T" else text[0]


def gap_between(signs: Iterable[str]) -> str:
    """What stands between the ranks of cards laid together: nothing, or a blank where one of them has two letters."""
    return " " if any(len(sign) > 1 for sign in signs) else ""


def is_mark(span: Span) -> bool:
    """Whether *span* is small print."""
    return isinstance(span, Text | Link | Anchor | Number) and span.style == "mark"


_SUITS: Final = {"c": ("♣", "clubs"), "d": ("♦", "diamonds"), "h": ("♥", "hearts"), "s": ("♠", "spades")}


def card_sign(face: Face) -> str:
    """A card as people write it.

    >>> card_sign(0), card_sign(9), card_sign(52)
    ('Jk', '10♣', 'A♠')
    """
    return rank_sign(face) + ("" if face == JOKER else _SUITS[face_text(face)[1]][0])


def card_name(face: Face) -> str:
    """A card as people say it.

    >>> card_name(0), card_name(9), card_name(2)
    ('joker', 'ten of clubs', 'three of clubs')
    """
    if face == JOKER:
        return "joker"
    name = "three" if KIND_OF[face] in {RED_THREE, BLACK_THREE} else KIND_NAMES[KIND_OF[face]]
    return f"{name} of {_SUITS[face_text(face)[1]][1]}"


def plain(spans: Line) -> str:
    """A line as plain text, with what only its owner may read.

    >>> plain(line(Name(0, "Ruth"), " discarded ", Cards((2,)), "."))
    'Ruth discarded 3♣.'
    """
    return "".join(_plain(span) for span in spans)


def _plain(span: Span) -> str:
    match span:
        case Text(text) | Link(text) | Anchor(text) | Name(_, text) | Clause(text):
            return text
        case Cards(faces):
            return " ".join(map(card_sign, faces))
        case Ranks(faces):
            signs = rank_signs(faces)
            return gap_between(signs).join(signs)
        case Number(value):
            return amount(value)
        case Secret(_, own):
            return plain(own)
