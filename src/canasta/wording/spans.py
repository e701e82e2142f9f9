"""Lines of spans: making them, and writing them as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from canasta.base.cards import BLACK_THREE, JOKER, KIND_NAMES, KIND_OF, RED_THREE, TWO, Face, face_text
from canasta.base.sheets import amount
from canasta.base.spans import Anchor, CardName, Cards, Clause, Line, Link, Name, Number, Ranks, Span, Text


def line(*pieces: str | Span | Iterable[Span]) -> Line:
    """Pieces as one line; strings are plain words, and empty words are left out."""
    spans: list[Span] = []
    for piece in pieces:
        if isinstance(piece, str):
            if piece:
                spans.append(Text(piece))
        elif isinstance(piece, tuple):  # most are; to ask for any iterable is slow
            spans.extend(piece)
        elif isinstance(piece, Text):
            if piece.text:
                spans.append(piece)
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


def beginning(said: Line) -> Line:
    """Return a line with a capital, as it begins a sentence.

    >>> plain(beginning(line("lay ", Cards((2,)))))
    'Lay 3♣'
    """
    match said:
        case (Text(text, style), *rest):
            return (Text(text[:1].upper() + text[1:], style), *rest)
    return said


def either(lines: Sequence[Line]) -> Line:
    """Several lines as a choice: "this, this or that"."""
    *others, last = lines
    return line(joined(others), " or ", last) if others else last


def listed(lines: Sequence[Line]) -> Line:
    """Several lines one after another, with an "and" before the last.

    >>> plain(listed([line("drew 2"), line("laid KKK"), line("discarded 4♣")]))
    'drew 2, laid KKK and discarded 4♣'

    A comma comes before it where one of them has an "and" of its own, or an earlier one a colon:

    >>> plain(listed([line("added A and J"), line("made a canasta")]))
    'added A and J, and made a canasta'
    """
    *others, last = lines
    if not others:
        return last
    before = line(joined(others))
    nested = any(" and " in span.text for span in (*before, *last) if isinstance(span, Text))
    nested |= any(":" in span.text for span in before if isinstance(span, Text))
    return line(before, ", and " if nested else " and ", last)


def rank_signs(faces: Iterable[Face]) -> tuple[str, ...]:
    """Return the ranks of cards laid together, as they lie: naturals first, wild cards last.

    >>> rank_signs((1, 12, 25, 0))
    ('K', 'K', '2', 'Jk')
    """
    laid = sorted(faces, key=lambda face: (KIND_OF[face] <= TWO, -KIND_OF[face]))
    return tuple(map(rank_sign, laid))


def rank_sign(face: Face) -> str:
    """Return the rank of a card as people write it.

    >>> rank_sign(0), rank_sign(9), rank_sign(52)
    ('Jk', '10', 'A')
    """
    text = face_text(face)
    return text if face == JOKER else "10" if text[0] == "T" else text[0]


def gap_between(signs: Iterable[str]) -> str:
    """Return what stands between the ranks of cards laid together: nothing, or a blank where one of them has two letters."""
    return " " if any(len(sign) > 1 for sign in signs) else ""


def written(text: Line, write: Callable[[Span], str], small: Callable[[str], str]) -> str:
    """*text* in a format: each span as *write* has it; neighbours in small print together, as *small* has them."""
    pieces = []
    for is_small, run in groupby(text, _is_mark):
        inside = "".join(map(write, run))
        pieces.append(small(inside) if is_small else inside)
    return "".join(pieces)


def _is_mark(span: Span) -> bool:
    return isinstance(span, Text | Link | Anchor | Number) and span.style == "mark"


_SUITS: Final = {"c": ("♣", "clubs"), "d": ("♦", "diamonds"), "h": ("♥", "hearts"), "s": ("♠", "spades")}


def card_sign(face: Face) -> str:
    """Return a card as people write it.

    >>> card_sign(0), card_sign(9), card_sign(52)
    ('Jk', '10♣', 'A♠')
    """
    return rank_sign(face) + ("" if face == JOKER else _SUITS[face_text(face)[1]][0])


def card_name(face: Face) -> str:
    """Return a card as people say it.

    >>> card_name(0), card_name(9), card_name(2)
    ('joker', 'ten of clubs', 'three of clubs')
    """
    if face == JOKER:
        return "joker"
    name = "three" if KIND_OF[face] in {RED_THREE, BLACK_THREE} else KIND_NAMES[KIND_OF[face]]
    return f"{name} of {_SUITS[face_text(face)[1]][1]}"


def plain(spans: Line) -> str:
    """Return a line as plain text, with what only its owner may read.

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
        case CardName(face):
            return card_name(face)
        case Ranks(faces):
            signs = rank_signs(faces)
            return gap_between(signs).join(signs)
        case Number(value):
            return amount(value)
