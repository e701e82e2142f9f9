"""The fields of a position line: their names, their order, the words in them, and a line taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import rank_text
from canasta.base.errors import NotationError
from canasta.engine.position import (
    ENDED_LAP,
    ENDED_OUT,
    ENDED_PILE,
    ENDED_STOCK,
    LIFTED,
    NOWHERE,
    PILE,
    PUT_BACK,
    STOCK,
)
from canasta.engine.rule_table import KINDS
from canasta.notation.positions.rules_field import is_difference
from canasta.notation.positions.token import Piece, pieces
from canasta.rules.shapes import found, suggest

FORMAT: Final = "canasta1"
"""The first word of every line; the number is that of the format."""

LONGEST: Final = 20_000
"""More characters than any position needs."""

FIELDS: Final = (
    *("eyes", "turn", "ask", "hands", "packets", "melds", "closed", "reds", "pile", "stock", "need", "open"),
    *("laid", "took", "drew", "due", "part", "whole", "made", "missed", "denied", "restored", "known", "returned"),
    *(
        "frozen",
        "lift",
        "raised",
        "began",
        "started",
        "touched",
        "finished",
        "completed",
        "lap",
        "turns",
        "out",
        "over",
        "deal",
        "totals",
        "history",
    ),
)
"""The fields in the order in which they are written."""

NEEDED: Final = ("turn", "hands", "pile", "stock", "need")
"""The fields that no line can do without; any other has a usual value, which is not written."""

SOURCES: Final = {"draw": NOWHERE, "stock": STOCK, "pile": PILE}
"""What the player on turn has done: not drawn yet, drawn from the stock, taken the pile."""

LIFTS: Final = {"held": LIFTED, "back": PUT_BACK}
"""What became of a lifted top card."""

BEGAN: Final = ("fresh", "unopened", "last")
"""What can be so when a turn begins: the player has laid nothing, their side has not opened, they have their last reserve."""

LATE: Final = "late"
CONCEALED: Final = "concealed"
ANSWERS: Final = {"yes": True, "no": False}
ENDS: Final = {"out": ENDED_OUT, "stock": ENDED_STOCK, "lap": ENDED_LAP, "pile": ENDED_PILE}
RANKS: Final = {rank_text(rank): rank for rank in range(KINDS) if rank not in {1, 2}}
"""How ranks of melds are written: ``wild``, ``3``, ``4`` … ``A``."""


_NAMES_OF: Final = {
    "reserves": ("packets",),
    "red_threes": ("reds",),
    "melds": ("closed",),
    "minimums": ("need",),
    "opened": ("open",),
    "asked": ("ask",),
    "played": ("part", "whole"),
}
"""What fields are called here whose part of a setup has another name."""


@dataclass(frozen=True, slots=True)
class PositionLine:
    """A line taken apart: the *rules* it needs, as pieces, and the fields by their names."""

    rules: tuple[Piece, ...]
    fields: dict[str, Piece]

    def __contains__(self, key: str) -> bool:
        return key in self.fields

    def __getitem__(self, key: str) -> Piece:
        return self.fields[key]

    def by_place(self, key: str, count: int, what: str) -> list[Piece]:
        """Return the parts of the field *key* for each seat or side; none if it is missing."""
        return self[key].by_place(count, what) if key in self else []

    def whole(self, path: str) -> Piece:
        """Return the field that says what a setup has at *path*."""
        names = (path, *_NAMES_OF.get(path, ()))
        return next((self[name] for name in names if name in self), self["stock"])


def take_apart(text: str) -> PositionLine:
    """Return the parts of a position line, in whatever order its fields stand.

    Raises `NotationError` for a text that is no such line.
    """
    text = text.rstrip("\r\n")
    if len(text) > LONGEST:
        raise NotationError(f"not a position: it has more than {LONGEST:,} characters", 1, LONGEST + 1)
    if "\n" in text or "\r" in text:
        raise NotationError("a position is a single line, but a second one follows", 2, 1)
    words = list(pieces(text))
    _check_beginning(words)
    differences: list[Piece] = []
    fields: dict[str, Piece] = {}
    for word in words[4:]:
        if is_difference(word):
            differences.append(word)
            continue
        name = word.text.partition("=")[0]
        if name not in FIELDS:
            raise word.wrong(f'there is no field "{name[:30]}"{suggest(name[:30], FIELDS)}')
        if name in fields:
            raise word.wrong(f"the field {name} appears twice")
        fields[name] = word.after(len(name) + 1)
    for name in NEEDED:
        if name not in fields:
            raise Piece("", len(text) + 1).wrong(f"the field {name} is missing")
    return PositionLine((*words[1:4], *differences), fields)


def _check_beginning(words: Sequence[Piece]) -> None:
    """See that the line is one of this format, and names its rules."""
    if not words:
        raise NotationError(f"a position begins with {FORMAT}, but this is empty", 1, 1)
    first = words[0].text.lower()
    if first != FORMAT:
        known = first.startswith("canasta") and first.removeprefix("canasta").isdecimal()
        why = f"this program reads {FORMAT} only" if known else f"a position begins with {FORMAT}"
        raise words[0].wrong(f"{why}, not {found(words[0].text)}")
    if len(words) < 4:
        raise words[-1].wrong(
            "the first word must be followed by the game, the number of players and the digest of the rules"
        )
