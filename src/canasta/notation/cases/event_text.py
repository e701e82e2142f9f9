"""Events in a few words, as cases expect them: ``red three laid 3h``, ``2: drew``, ``deal ended stock``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import Face, faces_text, parse_faces
from canasta.base.errors import NotationError
from canasta.base.events import KINDS_IN_DEALS, DealEnded, Event, Melded, TurnedUp
from canasta.notation.reading import read_text
from canasta.rules.shapes import suggest


def _words(kind: type[Event]) -> str:
    return kind.word.replace("-", " ")


NAMES: Final = {_words(kind): kind for kind in KINDS_IN_DEALS}
"""The kinds of events by their names."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An expected event: its *kind*, and its seat, cards or way of ending where the case says them."""

    text: str
    kind: type
    seat: int | None = None
    cards: tuple[Face, ...] | None = None
    how: str = ""

    def matches(self, event: Event) -> bool:
        """Return whether *event* is one of these."""
        if type(event) is not self.kind or self.seat not in {None, event.seat}:
            return False
        if isinstance(event, DealEnded) and self.how not in {"", event.how}:
            return False
        return self.cards is None or Counter(self.cards) == Counter(cards_of(event))


def cards_of(event: Event) -> tuple[Face, ...]:
    """Return the cards that *event* is about."""
    if isinstance(event, TurnedUp):
        return (*event.covered, *(() if event.card is None else (event.card,)))
    if isinstance(event, Melded):
        return (*event.cards, *(() if event.top is None else (event.top,)))
    card = getattr(event, "card", None)
    return tuple(getattr(event, "cards", None) or (() if card is None else (card,)))


def event_text(event: Event) -> str:
    """*event* as a case writes it.

    >>> from canasta.base.events import Discarded
    >>> event_text(Discarded(1, 14))
    '2: discarded 2d'
    """
    cards = faces_text(cards_of(event)).replace(" ", "")
    how = event.how if isinstance(event, DealEnded) else ""
    seat = f"{event.seat + 1}: " if event.seat >= 0 else ""
    return " ".join(part for part in (seat + _words(type(event)), how, cards) if part)


def read_happening(value: object) -> Happening:
    """Return the event that a text such as ``2: drew`` or ``red three laid 3h`` means.

    Raises `NotationError` if it means none.
    """
    text = read_text(value)
    seat, colon, rest = text.partition(":")
    if not colon:
        seat, rest = "", text
    words = rest.split()
    for number in range(len(words), 0, -1):
        name = " ".join(words[:number]).lower()
        if name in NAMES:
            break
    else:
        raise NotationError(
            f'"{text}" is not an event{suggest(rest.strip(), NAMES)}; they are {", ".join(sorted(NAMES))}'
        )
    if colon and not (seat.strip().isdecimal() and 1 <= int(seat) <= 8):
        raise NotationError(f'"{seat}" is not a seat')
    kind, last = NAMES[name], words[number:]
    if kind is DealEnded:
        how = " ".join(last)
        if how not in {"", "out", "stock", "lap", "pile"}:
            raise NotationError(f'"{how}" is not an end of a deal: out, stock, lap or pile')
        return Happening(text, kind, int(seat) - 1 if colon else None, None, how)
    return Happening(text, kind, int(seat) - 1 if colon else None, parse_faces(" ".join(last)) if last else None)


def in_order(wanted: Iterable[Happening], events: Iterable[Event]) -> Happening | None:
    """Return the first of *wanted* that does not happen among *events* after those before it; None if all do."""
    left = iter(events)
    return next((each for each in wanted if not any(each.matches(event) for event in left)), None)
