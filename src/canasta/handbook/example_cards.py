"""The cards that examples are made of: each card of the deck once, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Final

from canasta.base.cards import FACES_OF, Face, Kind, pack
from canasta.rules.groups import Rules

_ORDER: Final = (2, 3, 1, 0)
"""Hearts, spades, diamonds, clubs: red and black take turns."""


class ExampleCards:
    """The cards of a whole deck, for one example.

    >>> from canasta.base.cards import faces_text
    >>> from canasta.rules.load import load
    >>> supply = ExampleCards(load("classic"))
    >>> faces_text(supply.take(13, 3)), supply.left(13)
    ('Kh Ks Kd', 5)
    """

    def __init__(self, rules: Rules) -> None:
        self._left = Counter(pack(rules.packs, rules.deck.jokers))

    def left(self, kind: Kind) -> int:
        """Return how many cards of *kind* are left."""
        return sum(self._left[face] for face in FACES_OF[kind])

    def take(self, kind: Kind, number: int) -> tuple[Face, ...]:
        """So many cards of a kind, of suits that take turns; only those that are left where there are fewer."""
        faces = FACES_OF[kind]
        ordered = [faces[at] for at in _ORDER] if len(faces) == len(_ORDER) else list(faces)
        taken = []
        for _ in range(min(number, self.left(kind))):
            face = max(ordered, key=lambda each: self._left[each])
            self._left[face] -= 1
            taken.append(face)
        return tuple(taken)
