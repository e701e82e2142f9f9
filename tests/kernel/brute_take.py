"""Taking the pile, by the clauses of the rules: the part of the second judge that looks at the pile."""

from __future__ import annotations

from dataclasses import replace

from tests.kernel.brute_moves import Moves
from tests.kernel.brute_turn import BLACK, JOKER, KEYS, TWO, Action, Meld, Outcome, Turn


class Takes(Moves):
    """What taking the pile makes of a turn."""

    def take(self, turn: Turn, action: Action) -> Turn | Outcome | None:
        """Return what ``("take", way, twos, slot)`` makes of the turn; None if its shape is wrong."""
        _, way, twos, slot = action
        pile = self.facts.pile
        cards = self.with_top(turn, way, twos) if self.may_take(turn) else None
        if cards is None:
            return None
        number = min(self.rules.pile.take or len(pile), len(pile))
        if self.rules.pile.use == "show" and turn.opened:
            return self.collect(replace(turn, source="pile"), pile[-number:]) if slot is None else None
        after = self.laid(turn, way, slot, cards)
        if after is None:
            return None
        rest = () if way == "card" else pile[len(pile) - number : -1]
        if after.staging:
            return self.settle(replace(after, coming=rest))
        return self.collect(after, rest)

    def may_take(self, turn: Turn) -> bool:
        """Return whether the pile lies open to the player, whatever he holds."""
        pile, rules = self.facts.pile, self.rules
        if not pile or KEYS[pile[-1]] in rules.pile.blocked_by:
            return False
        if not self.facts.stock and not rules.exhaustion.pile:
            return False
        if self.facts.lift == "put back" or self.facts.early or len(pile) < rules.pile.least:
            return False
        if rules.opening.pile == "side opened" and not turn.opened:
            return False
        if rules.opening.pile == "player melded" and not self.facts.laid:
            return False
        if self.facts.took and not rules.pile.consecutive:
            return False
        return rules.pile.last_card or len(pile) > 1 or sum(turn.hand) > 1

    def frozen(self, turn: Turn) -> bool:
        """Return whether only a natural pair takes the pile."""
        rules = self.rules.pile
        wild = "wild" in rules.frozen_by and any(kind <= TWO for kind in self.facts.pile)
        black = "black three" in rules.frozen_by and BLACK in self.facts.pile
        return wild or black or self.facts.upcard_froze or (rules.frozen_until_open and not turn.opened)

    def with_top(self, turn: Turn, way: str, twos: int) -> Meld | None:
        """Return the cards that a way to take the pile lays together with the top card; None if it is not open."""
        top, rules = self.facts.pile[-1], self.rules.pile
        if top <= TWO:
            both = 2 if top == TWO else 0
            if way != "wilds" or rules.wild_top == "no" or (rules.wild_top == "same wilds" and twos != both):
                return None
            return 0, twos + (top == TWO), 2 - twos + (top == JOKER)
        if way == "pair":
            shows = rules.use == "show" and turn.opened
            return (3, 0, 0) if turn.hand[top] >= 2 and (shows or top > BLACK) else None
        if top <= BLACK or self.frozen(turn):
            return None
        if way == "with":
            return (2, twos, 1 - twos) if "natural and wild" in rules.need else None
        alone = self.rules.exhaustion.forced in {"top card", "top card alone"} and not self.facts.stock
        if way not in {"onto", "card"} or (way == "card" and not alone):
            return None
        if "natural onto meld" in rules.need and turn.opened:
            return 2, 0, 0
        return (1, 0, 0) if "onto meld" in rules.need and turn.opened else None

    def laid(self, turn: Turn, way: str, slot: int | None, cards: Meld) -> Turn | None:
        """Return the turn after *cards*, one of them from the pile, have become a meld or joined one."""
        top, rules = self.facts.pile[-1], self.rules
        rank = 0 if top <= TWO else top
        melds = turn.melds[rank]
        at = len(melds)
        only_one = rules.open_melds == "one"
        if way in {"onto", "card"} or slot is not None:
            if slot is None or slot >= len(melds) or (way in {"pair", "wilds"} and only_one):
                return None
            at = slot
        elif way in {"pair", "wilds"} and only_one:
            at = 0
        hand = list(turn.hand)
        worth = 0
        for kind, count in ((rank, cards[0]), (TWO, cards[1]), (JOKER, cards[2])):
            if count:
                hand[kind] -= count - (kind == top)
                worth += count * self.game.value[kind]
        if min(hand) < 0:
            return None
        raised = self.game.value[top] if rules.opening.top_card == "raises" and not turn.opened else 0
        after = self.grow(replace(turn, hand=tuple(hand), source="pile", raised=raised), rank, at, cards, worth)
        if after is not None and rules.opening.triple != "no" and not turn.opened:
            after = replace(after, completed=after.completed | {rank})
        return after

    def collect(self, turn: Turn, cards: tuple[int, ...]) -> Turn | Outcome | None:
        """Return cards of the pile come to the hand; red threes among them are laid where the rules lay them."""
        hand = list(turn.hand)
        for kind in cards:
            if kind not in self.game.laid:
                hand[kind] += 1
        return self.settle(self.refilled(replace(turn, hand=tuple(hand)), cards))
