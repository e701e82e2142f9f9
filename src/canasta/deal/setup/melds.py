"""Melds that lie on the table: what they are to the kernel, and why some cards are not a meld of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canasta.base.cards import BLACK_THREE, JOKER, KIND_OF, RED_THREE, TWO, Face, Kind, count_kinds, faces_text
from canasta.engine.meld_table import MOST_NATURALS
from canasta.engine.melds import class_of, meld_of
from canasta.engine.rule_table import RuleTable


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld of *side*: its cards, and the red three on it, if there is one."""

    side: int
    cards: tuple[Face, ...]
    red_three: Face | None = None

    @property
    def rank(self) -> Kind:
        """The rank that the kernel files the meld under: that of its naturals, the joker for wild cards alone."""
        return max((KIND_OF[face] for face in self.cards if KIND_OF[face] > TWO), default=JOKER)

    @property
    def number(self) -> int:
        """The number that stands for the meld in the kernel."""
        kinds = count_kinds(self.cards)
        return int(meld_of(len(self.cards) - kinds[TWO] - kinds[JOKER], kinds[TWO], kinds[JOKER]))

    @property
    def faces(self) -> tuple[Face, ...]:
        """All cards of the meld, the red three last."""
        return self.cards if self.red_three is None else (*self.cards, self.red_three)

    def finished(self, table: RuleTable) -> bool:
        """Return whether the meld is a canasta that takes no more cards."""
        return len(self.cards) >= table.size and not table.grows

    def sort(self, table: RuleTable) -> int:
        """Return the class of canasta that the meld is; -1 while it is too small to be one."""
        return int(class_of(table, self.rank, self.number))


def meld_fault(table: RuleTable, cards: Sequence[Face], red_three: Face | None = None) -> str:
    """Say why *cards*, with *red_three* on them, are not a meld of the game; nothing if they are one."""
    kinds = count_kinds(cards)
    wilds = kinds[JOKER] + kinds[TWO]
    size, naturals = len(cards), len(cards) - wilds
    ranks = [kind for kind, number in enumerate(kinds) if number and kind > TWO]
    rank = ranks[0] if ranks else JOKER
    why = ""
    if len(ranks) > 1:
        why = "its cards are of several ranks"
    elif size < 3 or (size > table.size and not table.grows):
        why = "a meld has at least 3 cards" if table.grows else f"a meld has 3 to {table.size} cards"
    elif rank == RED_THREE:
        why = "red threes are never melded"
    elif rank == BLACK_THREE and (wilds or not table.black_least):
        why = "black threes are melded alone, and only when going out in games that allow it"
    elif rank == JOKER and not table.wild_melds:
        why = "in this game melds of wild cards are not allowed"
    elif naturals and wilds > table.most_wilds[min(naturals, MOST_NATURALS)]:
        why = "in this game it has too many wild cards"
    elif naturals and wilds and not table.special_wilds[rank]:
        why = "in this game its rank takes no wild cards"
    if why:
        return f"{faces_text(cards) or 'no card'} is not a meld: {why}"
    topless = not table.red_canasta or wilds or size < table.size or table.grows
    if red_three is not None and (topless or KIND_OF[red_three] != RED_THREE):
        return f"no red three can lie on {faces_text(cards)}"
    return ""
