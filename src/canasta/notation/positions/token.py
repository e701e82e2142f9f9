"""Pieces of a line of text that know their column: numbers, places and cards in them, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from canasta.base.cards import Face, parse_face
from canasta.base.errors import NotationError
from canasta.rules.shapes import clean, found

T = TypeVar("T")

NOTHING: Final = "-"
"""Stands where there are no cards, or none of what could be listed."""

UNSEEN: Final = "??"
"""Stands for a card that nobody sees."""

_WORD: Final = re.compile(r"[^ \t]+")
_HIDDEN: Final = re.compile(r"((?:\?\?)*)(?:\?\?x(\d{1,4}))?", re.ASCII)


class Cards(NamedTuple):
    """Cards that can be seen, each with its column, and how many lie with them that cannot."""

    faces: tuple[Face, ...]
    columns: tuple[int, ...]
    unseen: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; *column* counts from 1."""

    text: str
    column: int

    def wrong(self, text: str) -> NotationError:
        """Return the error that says *text* of this piece."""
        return NotationError(clean(f"column {self.column}: {text}"), 1, self.column)

    def after(self, size: int) -> Piece:
        """Return what follows the first *size* characters."""
        return Piece(self.text[size:], self.column + size)

    def parts(self, mark: str) -> list[Piece]:
        """Return the parts between the *mark*s; at least one."""
        pieces = []
        column = self.column
        for text in self.text.split(mark):
            pieces.append(Piece(text, column))
            column += len(text) + len(mark)
        return pieces

    def number(self, low: int, high: int) -> int:
        """Return a whole number from *low* to *high*, with a minus sign where it is negative and may be."""
        digits = self.text.removeprefix("-") if low < 0 else self.text
        if not (digits.isdecimal() and self.text.isascii()):
            raise self.wrong(f"must be a whole number, not {found(self.text)}")
        number = int(self.text[:9])
        if len(self.text) > 9 or not low <= number <= high:
            raise self.wrong(f"{self.text[:12]} is out of range ({low:,} to {high:,})")
        return number

    def place(self, count: int, what: str) -> int:
        """Return a seat or side, counted from 0; the text counts from 1."""
        if not (self.text.isdecimal() and self.text.isascii() and len(self.text) < 4):
            raise self.wrong(f"must be the number of a {what}, from 1 to {count}, not {found(self.text)}")
        number = int(self.text)
        if not 1 <= number <= count:
            raise self.wrong(f"there is no {what} {number}; they are numbered from 1 to {count}")
        return number - 1

    def places(self, count: int, what: str) -> list[tuple[int, Piece]]:
        """Return seats or sides with commas between them, each once."""
        listed: list[tuple[int, Piece]] = []
        for part in self.parts(","):
            number = part.place(count, what)
            if any(number == other for other, _ in listed):
                raise part.wrong(f"{what} {number + 1} is named twice")
            listed.append((number, part))
        return listed

    def by_place(self, count: int, what: str) -> list[Piece]:
        """Return one part for each seat or side, with strokes between them."""
        parts = self.parts("/")
        if len(parts) != count:
            raise self.wrong(
                f"must have one part for each of the {count} {what}s, separated by slashes, not {len(parts)}"
            )
        return parts

    def word(self, words: Mapping[str, T]) -> T:
        """Return what the word means."""
        if self.text not in words:
            raise self.wrong(f"{found(self.text)} is not one of the allowed values: {', '.join(words)}")
        return words[self.text]

    def cards(self) -> Cards:
        """Return cards one after another, with those that nobody sees at the end; `NOTHING` for none."""
        if self.text == NOTHING:
            return Cards((), (), 0)
        if not self.text:
            raise self.wrong(f"must be cards, or {NOTHING} for none")
        seen, mark, _ = self.text.partition("?")
        rest = self.after(len(seen))
        faces, columns = [], []
        for at in range(0, len(seen), 2):
            column = self.column + at
            try:
                faces.append(parse_face(seen[at : at + 2]))
            except NotationError as error:
                raise Piece(seen[at : at + 2], column).wrong(str(error)) from None
            columns.append(column)
        unseen = 0
        if mark:
            hidden = _HIDDEN.fullmatch(rest.text)
            if not hidden:
                raise rest.wrong(f"unknown cards come last, such as ??x11, not {found(rest.text)}")
            unseen = len(hidden[1]) // 2 + int(hidden[2] or 0)
        return Cards(tuple(faces), tuple(columns), unseen)


def pieces(text: str) -> Iterator[Piece]:
    """Return the words of *text*, which is one line."""
    return (Piece(word[0], word.start() + 1) for word in _WORD.finditer(text))
