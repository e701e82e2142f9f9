"""A slow second judge for tiny decks, written from the clauses of the rules and not from the kernel.

It reads `Rules` and the fields of a `Position`, and shares no function with the kernel. A step is legal if its
shape is right and the turn can still be finished: which of the steps that follow can end it is tried out, one
after the other, with what the player sees. Cards of a reserve are hidden: once one comes, the turn counts as
finished.
"""

from __future__ import annotations

from dataclasses import replace

from tests.kernel.brute_turn import (
    BLACK,
    JOKER,
    RED,
    TWO,
    Action,
    Game,
    Meld,
    Outcome,
    Turn,
    fits,
    joined,
    read,
    sizes_ok,
    tally,
)

from canasta.engine.position import OVER, TO_ANSWER, TO_DRAW, Position

ANSWERS = [6, 7]
STUCK = 2


def brute_legal(p: Position, seat: int, game: Game) -> list[int]:
    """The steps that *seat* may take in *p*, decided one by one."""
    if p.phase == OVER or seat != p.actor:
        return []
    if p.phase == TO_ANSWER:
        return ANSWERS
    return Judge(p, seat, game).steps()


class Judge:
    """What one player may do now; what does not change within his turn lies in the fields."""

    def __init__(self, p: Position, seat: int, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.turn, self.facts = read(p, seat, game)
        self.to_draw = p.phase == TO_DRAW
        self.memo: dict[Turn, bool] = {}

    def steps(self) -> list[int]:
        """Every legal step, ascending."""
        found = [step for step, action in enumerate(self.game.actions) if action and self.legal(action)]
        if not self.to_draw and self.pass_discard(self.turn):
            found = sorted({*found, STUCK})
        return found or [STUCK]

    def legal(self, action: Action) -> bool:
        """Whether *action* is right in shape and leaves a turn that can be finished."""
        name = action[0]
        if name == "ask":
            return self.may_ask(action[1])
        if self.to_draw:
            if name == "draw":
                return self.may_draw()
            if name == "end":
                return self.may_end()
            return name == "take" and self.reachable(self.take(self.turn, action), self.turn)
        if name in {"draw", "end", "take", "pass"}:
            return False
        return self.reachable(self.act(self.turn, action), self.turn)

    # The turn's end.

    def reachable(self, after: Turn | Outcome | None, before: Turn) -> bool:
        """Whether *after* ends the turn as the player must end it, or can be finished."""
        if after is None:
            return False
        if isinstance(after, Turn):
            return self.finish(after)
        return after == Outcome.OUT or not self.bound(before)

    def bound(self, turn: Turn) -> bool:
        """Whether nothing but going out may end the turn now."""
        return turn.allowed or bool(turn.melds[BLACK])

    def finish(self, turn: Turn) -> bool:
        """Whether the turn can be ended from here."""
        known = self.memo.get(turn)
        if known is None:
            ways = self.ways(turn)
            known = any(self.reachable(self.act(turn, way), turn) for way in ways)
            known = known or (not self.bound(turn) and self.pass_discard(turn))
            self.memo[turn] = known
        return known

    def ways(self, turn: Turn) -> list[Action]:
        """Every action of the playing phase that the cards in hand allow to think of; those that end it first."""
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

    # What is done within the turn.

    def act(self, turn: Turn, action: Action) -> Turn | Outcome | None:
        """What *action* makes of the turn; None if its shape is wrong."""
        name = action[0]
        if name == "start":
            return self.lay(turn, action[1], len(turn.melds[action[1]]), action[2])
        if name == "add":
            one = {JOKER: (0, 0, 1), TWO: (0, 1, 0)}.get(action[3], (1, 0, 0))
            if action[2] >= len(turn.melds[action[1]]):
                return None
            return self.lay(turn, action[1], action[2], one)
        if name == "discard":
            return self.discard(turn, action[1])
        if name in {"start black", "add black"}:
            return self.lay_black(turn, action)
        if name == "red":
            return self.red_canasta(turn, action[1])
        if turn.staging:
            enough = name == "open" and turn.staged >= self.facts.minimum + turn.raised
            return self.open(turn) if enough else None
        if name == "knock":
            knocks = self.rules.pile.end == "knock" and turn.source == "pile"
            return Outcome.END if knocks and sum(turn.hand) and not turn.melds[BLACK] else None
        return Outcome.RESERVE if name == "pick up" and self.due(turn) and self.next_is_manual() else None

    def lay(self, turn: Turn, rank: int, slot: int, cards: Meld) -> Turn | Outcome | None:
        """Put *cards* from the hand into the meld *slot* of *rank*, which may be a new one."""
        hand = list(turn.hand)
        for kind, number in ((rank, cards[0]), (TWO, cards[1]), (JOKER, cards[2])):
            if number:
                hand[kind] -= number
        if min(hand) < 0 or turn.melds[BLACK]:
            return None
        worth = sum(
            number * self.game.value[kind]
            for kind, number in ((rank, cards[0]), (TWO, cards[1]), (JOKER, cards[2]))
        )
        return self.settle(self.grow(replace(turn, hand=tuple(hand)), rank, slot, cards, worth))

    def grow(self, turn: Turn, rank: int, slot: int, cards: Meld, worth: int) -> Turn | None:
        """*turn* with *cards*, which have left their places, in the meld *slot* of *rank*."""
        melds = turn.melds[rank]
        new = slot >= len(melds)
        if new and melds and (not self.rules.meld.several or len(melds) == 8):
            return None
        if not new and slot and melds[slot - 1] == melds[slot]:
            return None
        old = (0, 0, 0) if new else melds[slot]
        meld = (old[0] + cards[0], old[1] + cards[1], old[2] + cards[2])
        if not fits(self.rules, rank, meld):
            return None
        size = self.rules.meld.size
        finished = sum(meld) >= size
        staging = not turn.opened
        if finished and staging and not self.rules.opening.canasta:
            return None
        rest = melds[:slot] + melds[slot + 1 :]
        closed = turn.closed
        if finished and not self.rules.meld.grows:
            closed = tuple(sorted((*closed, (rank, meld, False))))
        else:
            rest = tuple(sorted((*rest, meld), reverse=True))
        made = finished and sum(old) < size
        own = rank in turn.started or new
        return replace(
            turn,
            melds=(*turn.melds[:rank], rest, *turn.melds[rank + 1 :]),
            closed=closed,
            staging=staging,
            staged=turn.staged + worth if staging else 0,
            made=turn.made + made,
            started=turn.started | {rank} if new else turn.started,
            touched=turn.touched or not own,
        )

    def lay_black(self, turn: Turn, action: Action) -> Turn | Outcome | None:
        """Black threes: the last meld, and only in going out."""
        sizes = self.rules.threes.black_meld
        laid = turn.melds[BLACK]
        number = 1 if action[0] == "add black" else min(sizes, default=0)
        if not sizes or turn.hand[BLACK] < number or bool(laid) != (action[0] == "add black") or (laid and action[1]):
            return None
        others = sum(turn.hand) - turn.hand[BLACK]
        if others > (0 if self.rules.threes.black_last == "last cards" else 1):
            return None
        size = number + (laid[0][0] if laid else 0)
        hand = tuple(count - number * (kind == BLACK) for kind, count in enumerate(turn.hand))
        before = size - number >= self.rules.meld.size
        staging = not turn.opened
        after = replace(
            turn,
            hand=hand,
            melds=(*turn.melds[:BLACK], ((size, 0, 0),), *turn.melds[BLACK + 1 :]),
            staging=staging,
            staged=turn.staged + number * self.game.value[BLACK] if staging else 0,
            made=turn.made + (size >= self.rules.meld.size and not before),
        )
        return self.settle(after)

    def red_canasta(self, turn: Turn, rank: int) -> Turn | Outcome | None:
        """A red three on an own natural canasta that has none."""
        plain = (rank, (self.rules.meld.size, 0, 0), False)
        if turn.staging or not turn.hand[RED] or not self.rules.threes.red_canasta or plain not in turn.closed:
            return None
        closed = list(turn.closed)
        closed.remove(plain)
        closed.append((rank, plain[1], True))
        hand = tuple(count - (kind == RED) for kind, count in enumerate(turn.hand))
        return self.settle(replace(turn, hand=hand, closed=tuple(sorted(closed))))

    def open(self, turn: Turn) -> Turn | Outcome | None:
        """The opening stands; the rest of a taken pile comes."""
        hand = list(turn.hand)
        for kind in turn.coming:
            if kind != RED or self.rules.threes.red == "held":
                hand[kind] += 1
        after = replace(turn, hand=tuple(hand), coming=(), opened=True, staging=False, staged=0, raised=0)
        return self.settle(after)

    def settle(self, turn: Turn | None) -> Turn | Outcome | None:
        """A reserve that is due comes; a player without cards goes out if he may."""
        if turn is None:
            return None
        if not turn.staging and self.due(turn) and not self.next_is_manual():
            return Outcome.RESERVE
        if sum(turn.hand) or turn.coming:
            return turn
        if not turn.staging and self.facts.next_reserve == "hand empty":
            return Outcome.RESERVE
        if turn.staging and (turn.staged >= self.facts.minimum + turn.raised or not self.concealed(turn)):
            return turn
        if self.rules.out.discard == "required" or not self.may_go_out(turn):
            return turn
        return Outcome.OUT

    def discard(self, turn: Turn, kind: int) -> Turn | Outcome | None:
        """One card to the pile, which ends the turn."""
        if not turn.hand[kind] or (self.rules.pile.end == "knock" and turn.source == "pile"):
            return None
        if not self.free(turn, kind):
            return None
        if sum(turn.hand) > 1:
            return None if turn.staging or turn.melds[BLACK] else Outcome.END
        if turn.staging and (turn.coming or not self.concealed(turn)):
            return None
        if not turn.staging and self.facts.next_reserve == "hand empty":
            return Outcome.END
        special = self.game.special.get(kind)
        last = special is None or special.last_discard
        return Outcome.OUT if last and self.may_go_out(turn) else None

    def free(self, turn: Turn, kind: int) -> bool:
        """Whether no ban keeps cards of *kind* from the pile."""
        special = self.game.special.get(kind)
        if special is None or special.discard == "free":
            return True
        size = self.rules.meld.size
        own = [meld for rank, meld, _ in turn.closed if rank == kind]
        own += [meld for meld in turn.melds[kind] if sum(meld) >= size]
        sides = [own, *self.facts.others[kind]]
        natural = [any(meld[1] + meld[2] == 0 for meld in side) for side in sides]
        if special.discard == "own canasta":
            return natural[0]
        return all(natural) if special.discard == "all sides" else all(sides)

    def pass_discard(self, turn: Turn) -> bool:
        """Whether a player may keep his one card."""
        passing = self.rules.out.passing and not turn.staging and sum(turn.hand) == 1 and not self.bound(turn)
        return passing and not self.may_go_out(turn)

    # Going out.

    def due(self, turn: Turn) -> bool:
        """Whether the next reserve is the player's by a canasta or an opening."""
        trigger = self.facts.next_reserve
        if trigger == "own canasta":
            return self.facts.canastas + turn.made > 0
        if trigger == "side canasta":
            return sum(tally(self.rules, turn).values()) > 0
        return trigger == "side open" and turn.opened

    def next_is_manual(self) -> bool:
        """Whether the next reserve must be picked up by hand."""
        return self.rules.reserves[self.facts.taken].manual

    def concealed(self, turn: Turn) -> bool:
        """Whether going out now would be concealed: the minimum is waived."""
        word = self.rules.opening.concealed
        fresh = self.facts.fresh and (word == "player" or self.facts.side_fresh)
        return word != "no" and fresh and not turn.touched and turn.made > 0

    def may_go_out(self, turn: Turn) -> bool:
        """Whether a player with no more cards, or with his last discard, goes out."""
        out = self.rules.out
        if self.facts.barred or turn.forbidden:
            return False
        if self.facts.permission == "required" and not turn.allowed:
            return False
        if turn.melds[BLACK] and not sizes_ok(self.rules, turn.melds[BLACK][0]):
            return False
        counts = tally(self.rules, turn)
        needs = {"natural": out.natural, "mixed": out.mixed, "wild": out.wild}
        needs |= {f"special {special.rank}": out.special for special in self.rules.specials}
        total = sum(number for word, number in counts.items() if word != "black" or out.black_counts)
        return total >= out.canastas and all(counts.get(word, 0) >= need for word, need in needs.items())

    # Before the turn's cards are there.

    def may_ask(self, offset: int) -> bool:
        """Whether the partner *offset* may be asked."""
        turn = self.turn
        asked = turn.allowed or turn.forbidden
        if self.facts.permission == "none" or offset >= self.game.members or turn.staging or asked or self.facts.barred:
            return False
        yes, no = replace(turn, allowed=True), replace(turn, forbidden=True)
        if not self.to_draw:
            return self.finish(yes) and self.finish(no)
        if self.draw_is_sure(yes):
            return True
        return any(self.reachable(self.take(yes, way), yes) for way in self.game.actions if way and way[0] == "take")

    def may_draw(self) -> bool:
        """Whether the player may draw."""
        if self.rules.exhaustion.ends == "pile only" and not self.facts.stock:
            return False
        return not self.turn.allowed or self.draw_is_sure(self.turn)

    def draw_is_sure(self, turn: Turn) -> bool:
        """Whether the player can go out whatever card he draws; he never can with two."""
        if not self.facts.stock:
            drawn = replace(turn, source="stock")
            return self.rules.exhaustion.ends == "last lap" and self.outcome(drawn)
        if min(self.rules.draw.stock, self.facts.stock) > 1:
            return False
        laid = self.rules.threes.red == "laid"
        hands = [
            tuple(count + (kind == card) for kind, count in enumerate(turn.hand))
            for card in range(15)
            if not (card == RED and laid)
        ]
        if laid and self.facts.stock == 1:
            hands.append(turn.hand)
        return all(self.outcome(replace(turn, hand=hand, source="stock")) for hand in hands)

    def outcome(self, turn: Turn) -> bool:
        return self.reachable(self.settle(turn), turn)

    def may_end(self) -> bool:
        """Whether the player may end the deal in place of taking the pile."""
        forced = self.rules.exhaustion.forced
        if self.rules.exhaustion.ends != "pile only" or self.facts.stock or self.turn.allowed:
            return False
        way = {"onto meld": "onto", "top card": "card"}.get(forced)
        takes = [each for each in self.game.actions if each and each[0] == "take" and each[1] == way]
        return not any(self.reachable(self.take(self.turn, each), self.turn) for each in takes)

    def take(self, turn: Turn, action: Action) -> Turn | Outcome | None:
        """What taking the pile makes of the turn: ``("take", way, wilds, slot)``; None if its shape is wrong."""
        pile, rules = self.facts.pile, self.rules
        _, way, wilds, slot = action
        if not pile or self.game.keys[pile[-1]] in rules.pile.blocked_by:
            return None
        if not self.facts.stock and not rules.exhaustion.pile:
            return None
        if self.facts.took and not rules.pile.consecutive:
            return None
        if not rules.pile.last_card and len(pile) == 1 and sum(turn.hand) == 1:
            return None
        top = pile[-1]
        number = min(rules.pile.take or len(pile), len(pile))
        shows = rules.pile.use == "show" and turn.opened
        cards = joined(self, turn, way, wilds, top)
        if cards is None or (shows and slot is not None):
            return None
        if shows:
            return self.collect(replace(turn, source="pile"), pile[-number:])
        rank = 0 if top <= TWO else top
        melds = turn.melds[rank]
        if way in {"onto", "card"} or slot is not None:
            if slot is None or slot >= len(melds) or (way not in {"onto", "card"} and not rules.meld.several):
                return None
            at = slot
        else:
            at = 0 if way == "pair" and melds and not rules.meld.several else len(melds)
            at = 0 if way == "wilds" and melds and not rules.meld.several else at
        hand = list(turn.hand)
        worth = self.game.value[top]
        own = (cards[0] - (top > TWO), cards[1] - (top == TWO), cards[2] - (top == JOKER))
        for kind, count in ((rank, own[0]), (TWO, own[1]), (JOKER, own[2])):
            if count:
                hand[kind] -= count
                worth += count * self.game.value[kind]
        if min(hand) < 0:
            return None
        raised = self.game.value[top] if rules.opening.top_card == "raises" and not turn.opened else 0
        after = self.grow(replace(turn, hand=tuple(hand), source="pile", raised=raised), rank, at, cards, worth)
        if after is None:
            return None
        rest = () if way == "card" else pile[len(pile) - number : -1]
        if after.staging:
            return self.settle(replace(after, coming=rest))
        return self.collect(after, rest)

    def collect(self, turn: Turn, cards: tuple[int, ...]) -> Turn | Outcome | None:
        """Cards of the pile come to the hand; red threes among them are laid where the rules lay them."""
        hand = list(turn.hand)
        for kind in cards:
            if kind != RED or self.rules.threes.red == "held":
                hand[kind] += 1
        return self.settle(replace(turn, hand=tuple(hand)))
