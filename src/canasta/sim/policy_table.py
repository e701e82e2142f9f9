"""`PolicyTable`: decks played by policies inside the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canasta.base.cards import KIND_OF, pack
from canasta.base.shuffle import return_places, shuffled
from canasta.engine.known import KnownCards
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rollout import LONGEST, play_deck
from canasta.engine.rule_table import rule_table_of
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum
from canasta.sim.playing import Broken


class PolicyTable:
    """A table of *rules* at which policies play the first deal of a match, without views and real cards.

    With *all_minimums*, the minimum for opening is that of the first deal, and of all others in a match, in turn.
    """

    def __init__(self, rules: Rules, *, all_minimums: bool = False) -> None:
        rules = rules.in_deal(1)
        self.table: Final = rule_table_of(rules)
        self._pack: Final = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
        first = minimum(rules, 1, 0)
        # Those below the first one are for totals below zero, which are rare.
        later = [points for _, points in rules.opening.minimums if points > first] if all_minimums else []
        self._minimums: Final = [first, *later]
        self._sides: Final = rules.sides

    def policy(self, weights: Sequence[float]) -> Policy:
        """Return a player of this table by *weights*."""
        return Policy(self.table, list(weights))

    def play(self, seed: int, number: int, ways: Sequence[Sequence[Policy]]) -> list[Position]:
        """Return how the deals from the deck of *seed* end, the deck *number* (from 1) of many; another seat begins each time.

        In each of *ways* there is a policy for each seat. Raises `Broken` if a deal does not end.
        """
        deal = self.deal(seed, number)
        played = [play_deck(self.table, *deal, list(policies)) for policies in ways]
        if any(p.phase != OVER for p in played):
            raise Broken(f"A deal did not end within {LONGEST} turns.")
        return played

    def play_turns(self, seed: int, number: int, policies: Sequence[Policy]) -> list[Position]:
        """Return one of these deals at the end of each of its turns; the last position is how it ends. Raises as `play` does."""
        turns: list[Position] = []
        last = play_deck(self.table, *self.deal(seed, number), list(policies), turns)
        if last.phase != OVER:
            raise Broken(f"A deal did not end within {LONGEST} turns.")
        return [*turns, last]

    def turns_told(self, seed: int, number: int, policies: Sequence[Policy]) -> list[tuple[Position, KnownCards]]:
        """Return one of these deals at the end of each of its turns but the last, with what everyone knows and its clues. Raises as `play` does."""
        turns: list[Position] = []
        told: list[KnownCards] = []
        last = play_deck(self.table, *self.deal(seed, number), list(policies), turns, told)
        if last.phase != OVER:
            raise Broken(f"A deal did not end within {LONGEST} turns.")
        return list(zip(turns, told, strict=True))

    def deal(self, seed: int, number: int) -> tuple[list[int], list[int], int, list[int]]:
        """Return the deck in its order, places for cards that go back into the stock, who begins, and the minimums."""
        first, lap = (number - 1) % self.table.seats, (number - 1) // self.table.seats
        minimums = [self._minimums[lap % len(self._minimums)]] * self._sides
        return list(shuffled(self._pack, seed)), list(return_places(seed)), int(first), minimums
