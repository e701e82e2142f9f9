"""What someone did in a turn, as one sentence, and shorter for a glance: the middle goes first, the discard never."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from canasta.base.spans import Cards, Line, Name, Number, Ranks, Span, Text
from canasta.wording.spans import joined, line, plain

BRIEF: Final = 100
"""How many letters are read at a glance where nothing else stands: two lines of a telephone."""

BRIEFEST: Final = 64
"""How many letters are read at a glance beside what to do next."""


class Spared(IntEnum):
    """What is left out of a sentence that is too long, in this order; a deed that is `NEVER` spared stays."""

    DREW = 0
    ADDED = 1
    LAID_DOWN = 2
    LAID = 3
    PICKED_UP = 4
    PUT = 5
    OPENED = 6
    MADE = 7
    NEVER = 8


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that someone did: *told* in full, and in fewer words where *brief* has any; empty, it is not worth telling."""

    told: Line
    spared: Spared = Spared.NEVER
    brief: Line | None = None

    @property
    def briefly(self) -> Line:
        """The deed in few words."""
        return self.told if self.brief is None else self.brief

    def and_then(self, *more: str | Line) -> Deed:
        """Return the deed with *more* said about it."""
        return Deed(line(self.told, *more), self.spared, self.brief and line(self.brief, *more))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the story. If someone did what it tells, *who* and *deeds* are its parts."""

    line: Line
    who: Line = ()
    deeds: tuple[Deed, ...] = ()

    def within(self, letters: int) -> Line:
        """Return the sentence in at most *letters*, if leaving out what matters less gets it there.

        >>> from canasta.wording.spans import plain
        >>> took = Deed(line("took the K♣ with KK and 3 more cards"), brief=line("took the pile"))
        >>> deeds = (took, Deed(line("laid AAA"), Spared.LAID), Deed(line("discarded 9♠")))
        >>> said = Sentence(line("Ann took the K♣ with KK and 3 more cards, laid AAA and discarded 9♠."), line("Ann"), deeds)
        >>> plain(said.within(50)), plain(said.within(45))
        ('Ann took the pile, laid AAA, and discarded 9♠.', 'Ann took the pile and discarded 9♠.')
        """
        kept = [deed for deed in self.deeds if deed.briefly]
        if not kept or length(self.line) <= letters:
            return self.line
        # Of deeds alike, the last goes first.
        spared = sorted((deed.spared, -at) for at, deed in enumerate(kept) if deed.spared is not Spared.NEVER)
        gone: set[int] = set()
        while True:
            told = [deed.briefly for at, deed in enumerate(kept) if at not in gone]
            said = line(self.who, " ", _listed(told), ".")
            if length(said) <= letters or len(told) == 1 or len(gone) == len(spared):
                break
            gone.add(-spared[len(gone)][1])
        return said if length(said) < length(self.line) else self.line


def _listed(lines: Sequence[Line]) -> Line:
    *others, last = lines
    return line(joined(others), ", and " if len(others) > 1 else " and ", last) if others else last


def length(said: Line) -> int:
    """Return how long a line is to the eye: a card is a sign of three letters and the gap behind it.

    >>> length(line("drew ", Cards((2, 9)), "."))
    14
    """
    return sum(map(_length, said))


def _length(span: Span) -> int:
    match span:
        case Text() | Name():  # nearly all of them
            return len(span.text)
        case Cards(faces):
            return 4 * len(faces)
        case Ranks():
            return len(plain((span,))) + 1
        case Number():
            return 4
    return len(plain((span,)))
