"""The lines of a record: what players did, and what came of it.

An *action* is a seat and a move: ``1 lay KhKdKc``. A *fact* says what the cards did by themselves: who was dealt
what (``deal 1 …``), what was drawn, red threes, reserves, how the deal ended. Facts follow from the deck and the
actions, so a replay makes them again and compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import Face
from canasta.base.errors import NotationError
from canasta.base.events import Moved
from canasta.deal.reporting import ENDINGS
from canasta.engine.position import OVER, Position
from canasta.engine.steps import DRAW
from canasta.notation.records.record import cards_text

DEALING: Final = frozenset({"deal", "back", "up"})
"""Words of facts that tell of nobody in particular: a hand dealt, upcards that went back, the first cards of the pile."""

FACTS: Final = frozenset({"drew", "red", "reserve", "took"})
"""Words of facts that tell what came to a seat, or what it laid down by itself."""

CUT: Final = "cut"
END: Final = "over"

_ACTOR: Final = re.compile(r"([1-8]) (.+)")
_BLANKS: Final = re.compile(r"[ \t]+")


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line without its comment and needless blanks: *seat* from 0, or -1 where it begins with a word; *text* is the rest."""

    seat: int
    text: str
    fact: bool

    @property
    def whole(self) -> str:
        """The line with its seat."""
        return f"{self.seat + 1} {self.text}" if self.seat >= 0 else self.text


def read_line(written: str) -> RecordLine | None:
    """Return what the line *written* says; None if it is empty but for a comment.

    Raises `NotationError` for a line that begins with neither a seat nor a known word.

    >>> read_line("2 discard 4c  # at last")
    RecordLine(seat=1, text='discard 4c', fact=False)
    """
    text = _BLANKS.sub(" ", written.partition("#")[0]).strip(" ")
    if not text:
        return None
    found = _ACTOR.fullmatch(text)
    if found:
        rest = found[2]
        return RecordLine(int(found[1]) - 1, rest, rest.partition(" ")[0] in FACTS)
    word = text.partition(" ")[0]
    if word in DEALING or word == END:
        return RecordLine(-1, text, fact=True)
    if word == CUT:
        return RecordLine(-1, text, fact=False)
    if word.isdecimal():
        raise NotationError(
            f'"{word}" is not a seat: a line begins with a seat from 1 to 8, such as "1 discard 4c"', 0, 1
        )
    raise NotationError(
        f'a line begins with a seat, such as "1 discard 4c", or with deal, back, up, cut or over; not with "{word}"',
        0,
        1,
    )


def dealing_facts(hands: Iterable[Sequence[Face]], pile: Sequence[Face], returned: Sequence[Face]) -> list[str]:
    """Return the facts of a fresh deal: every hand, upcards that went back, the first cards of the pile, the top one last."""
    facts = [f"deal {seat} {cards_text(hand)}" for seat, hand in enumerate(hands, 1)]
    facts += [f"back {cards_text(returned)}"] if returned else []
    return [*facts, f"up {cards_text(pile)}".rstrip()]


def facts_of(step: int, moved: Sequence[Moved], seat: int, after: Position, *, was_over: bool) -> list[str]:
    """Return the facts of a *step* that *seat* took and that moved cards: a draw tells itself, with what came."""
    facts: list[str] = []
    drawn: dict[int, list[Face]] = {}
    places: dict[int, int] = {}
    if step == DRAW and seat >= 0:
        drawn[seat], places[seat] = [], 0
        facts.append("")
    for move in moved:
        origin, target, faces = move.origin, move.target, move.faces or ()
        if origin.zone == "stock":
            if target.owner not in drawn:
                drawn[target.owner], places[target.owner] = [], len(facts)
                facts.append("")
            drawn[target.owner] += faces
        elif target.zone == "red threes":
            facts.append(f"{origin.owner + 1} red {cards_text(faces)}")
        elif origin.zone == "reserve":
            facts.append(f"{target.owner + 1} reserve {cards_text(faces)}")
        elif origin.zone == "pile" and target.zone == "hand":
            facts.append(f"{target.owner + 1} took {cards_text(faces)}")
    for who, cards in drawn.items():
        word = "draw" if step == DRAW and who == seat else "drew"
        facts[places[who]] = f"{who + 1} {word} {cards_text(cards)}".rstrip()
    if after.phase == OVER and not was_over:
        facts.append(end_fact(after))
    return facts


def end_fact(position: Position) -> str:
    """Return how the deal in *position* ended: ``over out 3``, ``over out 1 concealed``, ``over stock``."""
    out = f" {position.out + 1}" if position.out >= 0 else ""
    return f"{END} {ENDINGS[position.ended]}{out}{' concealed' if position.concealed else ''}"


def agrees(written: str, fact: str) -> bool:
    """Return whether the fact *written* says the same as *fact*; ``??`` stands for any card.

    >>> agrees("1 drew ??Kd", "1 drew 4cKd"), agrees("1 drew 5c", "1 drew 4c")
    (True, False)
    """
    if written == fact:
        return True
    if "??" not in written or len(written) != len(fact):
        return False
    start = fact.rfind(" ") + 1
    return written[:start] == fact[:start] and all(
        written[at : at + 2] in ("??", fact[at : at + 2]) for at in range(start, len(fact), 2)
    )
