"""Where values come from: documents, and how well each supports a rule file.

A rule file gives its sources in a table: a path, and what is behind it. The longest path that fits wins::

    [sources]
    meld = "stated catsatcards"
    "meld.wilds" = "reading pagat-summary: two wilds need four naturals, also before the meld is full"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Status: TypeAlias = Literal["stated", "recovered", "inferred", "default", "reading", "house"]
"""How a value is known.

``stated``: the document says it. ``recovered``: the game's own text has lost it, and the document named
still has it. ``inferred``: no text has it, but other rules of the document leave no choice. ``default``:
nobody says; this is the usual way. ``reading``: the texts allow several readings, and the note tells which
one this is. ``house``: the players' own rule.
"""

STATUSES: Final[tuple[Status, ...]] = get_args(Status)

_FORM: Final = re.compile(r"(?P<status>[a-z]+)(?: +(?P<document>[a-z0-9-]+))?(?: *: *(?P<note>\S.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Document:
    """A text that rules come from; *address* is empty if there is none to visit."""

    key: str
    author: str
    title: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """What is behind one value: how it is known, the key of the document, and a note for readings."""

    status: Status
    document: str
    note: str = ""

    @property
    def mark(self) -> str:
        """The short form set behind a sentence.

        >>> Source("stated", "catsatcards").mark
        'stated, catsatcards'
        >>> Source("default", "default").mark
        'default'
        """
        if self.status == "house":
            return "house rule"
        return self.status if self.status == self.document else f"{self.status}, {self.document}"


UNSAID: Final = Source("default", "default")
"""Behind a value that no file sets."""

HOUSE: Final = Source("house", "house")
"""Behind a value that the players set themselves."""

OWN_DOCUMENTS: Final[dict[str, Document]] = {
    "default": Document("default", "this program", "The usual way if no text decides"),
    "house": Document("house", "the players", "Rules of their own"),
}
"""Documents that every game knows."""


def parse_source(text: str) -> Source:
    """Return the source written *text*: a status, the key of a document, and after a colon a note.

    ``default`` and ``house`` may stand alone. Raises `ValueError` with a sentence for anything else.

    >>> parse_source("reading catsatcards: any two wild cards")
    Source(status='reading', document='catsatcards', note='any two wild cards')
    >>> parse_source("default")
    Source(status='default', document='default', note='')
    """
    found = _FORM.fullmatch(text.strip())
    status = found["status"] if found else ""
    if found is None or status not in STATUSES:
        raise ValueError(f'"{text}" does not begin with one of the words {", ".join(STATUSES)}')
    document = found["document"] or (status if status in OWN_DOCUMENTS else "")
    if not document:
        raise ValueError(f'"{text}" names no document: write, for example, "{status} catsatcards"')
    if status == "reading" and not found["note"]:
        raise ValueError(f'"{text}" does not say which reading it is: write it after a colon')
    return Source(status, document, " ".join((found["note"] or "").split()))


def longest(sources: Mapping[str, Source], path: str) -> Source | None:
    """Return the source of the longest key that *path* equals or lies under; None if there is none.

    >>> longest({"meld": HOUSE, "meld.wilds": UNSAID}, "meld.wilds").status
    'default'
    >>> longest({"meld": HOUSE, "meld.wilds": UNSAID}, "meld.size").status
    'house'
    """
    while path:
        if path in sources:
            return sources[path]
        path = path.rpartition(".")[0]
    return None
