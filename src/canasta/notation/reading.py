"""Reading plain tables: each value with its type, each problem with its key, all problems together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from canasta.base.cards import Face, parse_faces
from canasta.base.errors import NotationError, Problem
from canasta.rules.shapes import found, suggest

T = TypeVar("T")
U = TypeVar("U")

USUAL: Final = -1
"""As many other cards as the place usually holds."""

_MOST_CARDS: Final = 1000
_LONG_NUMBER: Final = 10**18


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards that a case names, and how many *others*, which nobody names, lie with them (`USUAL`: the usual number)."""

    cards: tuple[Face, ...]
    others: int = 0


def read_packet(value: object) -> Packet:
    """Return the cards of a text such as ``6h 2c``; a star stands for others, ``*3`` for three of them.

    Raises `NotationError` for anything else.

    >>> read_packet("6h2c *"), read_packet("*3")
    (Packet(cards=(31, 1), others=-1), Packet(cards=(), others=3))
    """
    words = read_text(value).split()
    stars = [word for word in words if word.startswith("*")]
    if len(stars) > 1:
        raise NotationError("write * only once: it stands for all cards not listed")
    others = 0
    for star in stars:
        number = star[1:]
        if number and not (number.isdecimal() and number.isascii() and 0 < int(number[:6]) <= _MOST_CARDS):
            raise NotationError(f"{star!r} is not a number of other cards: write * or, for three of them, *3")
        others = int(number) if number else USUAL
    return Packet(parse_faces(" ".join(word for word in words if word not in stars)), others)


def read_cards(value: object) -> tuple[Face, ...]:
    """Return the cards of a text; there may be none."""
    return parse_faces(read_text(value))


def read_text(value: object) -> str:
    """Return a text of one line."""
    if not isinstance(value, str):
        raise NotationError(f"must be text in quotation marks, not {found(value)}")
    if "\n" in value:
        raise NotationError("must be a single line of text")
    return value


def read_truth(value: object) -> bool:
    """Return True or false."""
    if not isinstance(value, bool):
        raise NotationError(f"must be true or false, not {found(value)}")
    return value


def read_number(value: object, low: int = -1_000_000, high: int = 1_000_000) -> int:
    """Return a whole number from *low* to *high*."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"must be a whole number, not {found(value)}")
    if not low <= value <= high:
        shown = value if abs(value) < _LONG_NUMBER else "this number"
        raise NotationError(f"{shown} is out of range: from {low} to {high:,}")
    return value


def natural(value: object) -> int:
    """Return a whole number from 0 on."""
    return read_number(value, 0)


def many(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """Return a reader of lists of what *read* reads."""

    def read_list(value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise NotationError(f"must be a list in brackets, not {found(value)}")
        return tuple(read(item) for item in value)

    return read_list


def one_or_many(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """Return a reader of one of what *read* reads, or of a list of them."""
    return lambda value: many(read)(value) if isinstance(value, list | tuple) else (read(value),)


def place(count: int, what: str) -> Callable[[object], int]:
    """Return a reader of a seat or side, which people count from 1 and the rest of the program from 0."""

    def read(value: object) -> int:
        number = read_number(value, 1) if not isinstance(value, str) else 0
        if isinstance(value, str) and value.isdecimal() and value.isascii():
            number = int(value[:6])
        if not 1 <= number <= count:
            given = value if isinstance(value, int | str) else found(value)
            raise NotationError(f"there is no {what} {given}; they are numbered from 1 to {count}")
        return number - 1

    return read


class Fields:
    """The values of one table, read key by key; problems go to a list that several tables share."""

    def __init__(self, table: Mapping[str, Any], problems: list[Problem], where: str = "") -> None:
        self._table = dict(table)
        self._known: list[str] = []
        self.problems = problems
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def wrong(self, key: str, text: str) -> None:
        """Note a problem with *key*."""
        self.problems.append(Problem(f"{self.where}{key}", text))

    def read(self, key: str, read: Callable[[object], T], usual: U) -> T | U:
        """Return the value at *key*; the *usual* one where it is missing or wrong."""
        self._known.append(key)
        if key not in self._table:
            return usual
        try:
            return read(self._table[key])
        except NotationError as error:
            self.wrong(key, str(error))
            return usual

    def by_place(self, key: str, count: int, what: str, read: Callable[[object], T]) -> dict[int, T]:
        """Return the table at *key* from seats or sides to what *read* reads; a list stands for all of them in order."""
        self._known.append(key)
        content = self._table.get(key, {})
        if isinstance(content, list | tuple):
            if len(content) != count:
                self.wrong(key, f"there are {count} {what}s, but {len(content)} values were given")
                return {}
            content = {str(number + 1): value for number, value in enumerate(content)}
        if not isinstance(content, Mapping):
            self.wrong(key, f"must be a table by the numbers of the {what}s, such as {{ 1 = … }}")
            return {}
        values: dict[int, T] = {}
        for name, value in content.items():
            try:
                number = place(count, what)(name)
                if number in values:
                    raise NotationError(f"this {what} is named twice")  # noqa: TRY301
                values[number] = read(value)
            except NotationError as error:
                self.wrong(f"{key}.{name}", str(error))
        return values

    def table(self, key: str) -> Fields | None:
        """Return the table at *key*, or None."""
        return next(iter(self.tables(key)), None)

    def tables(self, key: str) -> list[Fields]:
        """Return the table, or the list of tables, at *key*."""
        self._known.append(key)
        content = self._table.get(key, [])
        several = isinstance(content, list | tuple)
        tables = []
        for number, item in enumerate(content if several else [content], 1):
            name = f"{key}.{number}" if several else key
            if isinstance(item, Mapping):
                tables.append(Fields(item, self.problems, f"{self.where}{name}."))
            else:
                self.wrong(name, f"must be a table in braces, not {found(item)}")
        return tables

    def whole(self) -> dict[str, Any]:
        """Return the whole table as it is; nobody needs to ask for its keys then."""
        self._known += self._table
        return dict(self._table)

    def mapping(self, key: str) -> dict[str, Any]:
        """Return the table at *key* as it is; empty if it is missing or none."""
        self._known.append(key)
        content = self._table.get(key, {})
        if not isinstance(content, Mapping):
            self.wrong(key, f"must be a table, not {found(content)}")
            return {}
        return dict(content)

    def finish(self, also: Iterable[str] = ()) -> None:
        """Note every key that nobody asked for."""
        known = [*self._known, *also]
        for key in self._table:
            if key not in known:
                self.wrong(key, f"unknown key{suggest(key, known, len(self.problems))}")
