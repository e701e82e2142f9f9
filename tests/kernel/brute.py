"""A slow second judge for tiny decks, written from the clauses of the rules and not from the kernel.

It reads `Rules` and the fields of a `Position`, and shares no function with the kernel. A step is legal if its
shape is right and the turn can still be finished: which of the steps that follow can end it is tried out, one
after the other, with what the player sees. Cards of a reserve are hidden: once one comes, the turn counts as
finished.
"""

from __future__ import annotations

from dataclasses import replace

from canasta.engine.fields import OPENED, SEAT, SIDE, TOOK
from canasta.engine.position import OVER, TO_ANSWER, TO_DRAW, Position
from canasta.rules.groups import Rules
from canasta.rules.groups_rare import SpecialHand
from tests.kernel.brute_take import Takes
from tests.kernel.brute_turn import BLACK, JOKER, KEYS, RED, TWO, Action, Game, Outcome, Turn, beside, read

ANSWERS = [7, 8]


def has_shape(shape: SpecialHand, held: list[int]) -> bool:
    """Return whether the cards *held* have the *shape* of a special hand."""
    wild = [held.count(kind) for kind in (JOKER, TWO) if kind in held]
    groups = [held.count(kind) for kind in set(held) if kind > BLACK]
    wanted = sorted(size for size, number in shape.groups for _ in range(number))
    if RED in held or BLACK in held or any(KEYS.index(key) not in held for key in shape.ranks):
        return False
    if shape.any_wilds:
        return sum(wild) == shape.any_wilds and sorted(groups) == wanted
    if shape.wild_groups:
        return sorted(groups + wild) == wanted
    own = sorted(size for size, number in shape.wilds for _ in range(number))
    return sorted(groups) == wanted and sorted(wild) == own


STUCK = 2


def brute_legal(p: Position, seat: int, game: Game, *, cautious: bool = True) -> list[int]:
    """Return the steps that *seat* may take in *p*, decided one by one.

    *cautious* holds what the kernel calls unsure to be unsure: going out while cards of the pile wait for the end
    of an opening, and with a card that is the last of the stock.
    """
    if p.phase == OVER:
        return []
    aside = Judge(p, seat, game, cautious=cautious, aside=True).lays() if may_meld_aside(p, seat, game.rules) else []
    if seat != p.actor:
        return aside
    if p.phase == TO_ANSWER:
        return ANSWERS
    return sorted({*Judge(p, seat, game, cautious=cautious).steps(), *aside})


def may_meld_aside(p: Position, seat: int, rules: Rules) -> bool:
    """Return whether *seat* is frozen in time: he took the pile, or may be so after any draw, and has not drawn since."""
    took = rules.procedures.frozen_in_time and p.seats[seat * SEAT + TOOK] == 1
    if rules.procedures.frozen_in_time and rules.procedures.frozen_after == "any draw":
        took = p.seats[seat * SEAT + TOOK] != 0 and p.sides[seat % rules.sides * SIDE + OPENED] != 0
    return took and (seat != p.turn or p.phase == TO_DRAW) and any(p.hands[seat * 15 : seat * 15 + 15])


class Judge(Takes):
    """What one player may do now; what does not change within his turn lies in the fields."""

    def __init__(self, p: Position, seat: int, game: Game, *, cautious: bool, aside: bool = False) -> None:
        turn, facts = read(p, seat, game)
        super().__init__(game, facts)
        self.cautious = cautious
        self.aside = aside
        self.to_draw = p.phase == TO_DRAW and not aside
        self.turn = beside(turn) if aside else turn
        self.memo: dict[Turn, bool] = {}

    def steps(self) -> list[int]:
        """Return every legal step, ascending."""
        found = [step for step, action in enumerate(self.game.actions) if action and self.legal(action)]
        if not self.to_draw and self.pass_discard(self.turn):
            found = sorted({*found, STUCK})
        # Nobody has to ask.
        asks = [step for step, action in enumerate(self.game.actions) if action and action[0] == "ask"]
        return found if set(found) - set(asks) else [STUCK, *found]

    def lays(self) -> list[int]:
        """Return every step that lays cards."""
        laying = {"start", "start black", "add", "add black", "red"}
        actions = enumerate(self.game.actions)
        return [step for step, action in actions if action and action[0] in laying and self.legal(action)]

    def legal(self, action: Action) -> bool:
        """Return whether *action* is right in shape and leaves a turn that can be finished."""
        name = action[0]
        if name == "ask":
            return self.may_ask(action[1])
        if self.to_draw:
            lifted = self.facts.lift == "lifted"
            if name == "draw":
                return not lifted and self.may_draw()
            if name == "end":
                return not lifted and self.may_end()
            if name == "lift":
                return self.may_lift()
            if name == "restore":
                return lifted
            return name == "take" and self.takes(self.turn, action)
        if name == "end":
            return self.shows()
        if name in {"draw", "take", "lift", "restore"}:
            return False
        return self.reachable(self.act(self.turn, action), self.turn)

    def takes(self, turn: Turn, action: Action) -> bool:
        """Return whether the pile may be taken by *action*; where the top card alone must be taken, by nothing else."""
        if self.rules.exhaustion.forced == "top card alone" and not self.facts.stock and action[1] != "card":
            cards = [each for each in self.game.actions if each and each[:2] == ("take", "card")]
            if any(self.takes(turn, each) for each in cards):
                return False
        return self.reachable(self.take(turn, action), turn)

    def shows(self) -> bool:
        """Return whether the player may end the deal with a special hand."""
        turn = self.turn
        if turn.opened or turn.staging or self.facts.early or self.aside:
            return False
        held = [kind for kind in range(15) for _ in range(turn.hand[kind])]
        return any(has_shape(hand, held) for hand in self.rules.special_hands)

    def may_lift(self) -> bool:
        """Return whether the top card may be lifted on trial."""
        if not self.rules.pile.restore or self.facts.lift or self.turn.allowed or not self.may_take(self.turn):
            return False
        top = self.facts.pile[-1]
        return top > BLACK or (top <= TWO and self.rules.pile.wild_top != "no")

    # The turn's end.

    def reachable(self, after: Turn | Outcome | None, before: Turn) -> bool:
        """Return whether *after* ends the turn as the player must end it, or can be finished."""
        if after is None:
            return False
        if isinstance(after, Turn):
            return self.finish(after)
        return after == Outcome.OUT or not self.bound(before)

    def finish(self, turn: Turn) -> bool:
        """Return whether the turn can be ended from here."""
        if self.cautious and turn.coming:
            if turn.allowed:
                return False
            turn = replace(turn, forbidden=turn.forbidden or not self.rules.opening.concealed_pile)
        opening = self.rules.opening
        if self.cautious and not turn.opened and (opening.triple != "no" or not opening.mixed):
            # Nor is going out in the turn of an opening that asks for more than its minimum.
            if turn.allowed:
                return False
            turn = replace(turn, forbidden=True)
        known = self.memo.get(turn)
        if known is None:
            ways = self.ways(turn)
            known = self.aside and any(turn.hand) and not self.bound(turn)
            known = known or any(self.reachable(self.act(turn, way), turn) for way in ways)
            known = known or (not self.bound(turn) and self.pass_discard(turn))
            self.memo[turn] = known
        return known

    def ways(self, turn: Turn) -> list[Action]:
        """Return every action of the playing phase that the cards in hand allow to think of; those that end it first."""
        held = [kind for kind in range(15) if turn.hand[kind]]
        found: list[Action] = [("open",)] if turn.staging else [("knock",), ("pick up",)]
        found += [("discard", kind) for kind in held]
        wild = [kind for kind in (TWO, JOKER) if turn.hand[kind]]
        for rank in (0, *range(4, 15)):
            cards = wild if rank == 0 else [rank, *wild]
            found += [
                ("add", rank, slot, kind) for slot in range(len(turn.melds[rank])) for kind in cards if turn.hand[kind]
            ]
        for rank in held:
            if rank > BLACK:
                found += [("start", rank, meld) for meld in ((3, 0, 0), (2, 1, 0), (2, 0, 1))]
        if wild:
            found += [("start", 0, (0, twos, 3 - twos)) for twos in range(4)]
        if turn.hand[RED]:
            found += [("red", rank) for rank in range(4, 15)]
        if turn.hand[BLACK]:
            found += [("start black",), ("add black", 0)]
        return found

    # Before the turn's cards are there.

    def may_ask(self, offset: int) -> bool:
        """Return whether the partner *offset* may be asked."""
        turn = self.turn
        asked = turn.allowed or turn.forbidden or self.facts.denied
        if (self.to_draw and self.facts.lift == "lifted") or self.black_laid(turn):
            return False
        if self.rules.out.answers == "every" and offset > 1:
            return False
        if self.facts.permission == "none" or offset >= self.game.members or turn.staging or asked or self.facts.barred:
            return False
        yes = replace(turn, allowed=True)
        if not self.to_draw:
            return self.finish(yes)
        if self.draw_is_sure(yes):
            return True
        return any(self.takes(yes, way) for way in self.game.actions if way and way[0] == "take")

    def may_draw(self) -> bool:
        """Return whether the player may draw."""
        if self.rules.exhaustion.ends == "pile only" and not self.facts.stock:
            return False
        return not self.turn.allowed or self.draw_is_sure(self.turn)

    def draw_is_sure(self, turn: Turn) -> bool:
        """Return whether the player can go out whatever card he draws; he never can with two."""
        if self.cautious and self.facts.stock and (self.rules.draw.stock > 1 or self.facts.stock < 2):
            return False
        if not self.facts.stock:
            drawn = replace(turn, source="stock")
            return self.rules.exhaustion.ends == "last lap" and self.outcome(drawn)
        if min(self.rules.draw.stock, self.facts.stock) > 1:
            return False
        laid = self.game.laid
        hands = [
            tuple(count + (kind == card) for kind, count in enumerate(turn.hand))
            for card in range(15)
            if card not in laid
        ]
        if laid and self.facts.stock == 1:
            hands.append(turn.hand)
        return all(self.outcome(replace(turn, hand=hand, source="stock")) for hand in hands)

    def outcome(self, turn: Turn) -> bool:
        """Return whether the player can end the turn, as he must, with the cards of *turn* in his hand."""
        return self.reachable(self.settle(turn), turn)

    def may_end(self) -> bool:
        """Return whether the player may end the deal in place of taking the pile."""
        forced = self.rules.exhaustion.forced
        if self.rules.exhaustion.ends != "pile only" or self.facts.stock or self.turn.allowed:
            return False
        way = {"onto meld": "onto", "top card": "card", "top card alone": "card"}.get(forced)
        takes = [each for each in self.game.actions if each and each[0] == "take" and each[1] == way]
        return not any(self.reachable(self.take(self.turn, each), self.turn) for each in takes)
