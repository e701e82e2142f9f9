"""What an action makes of a turn, by the clauses of the rules: the half of the second judge that moves cards."""

from __future__ import annotations

from dataclasses import replace

from tests.kernel.brute_turn import (
    BLACK,
    JOKER,
    KEYS,
    RED,
    TWO,
    Action,
    Facts,
    Game,
    Meld,
    Outcome,
    Turn,
    fits,
    sizes_ok,
    tally,
)


class Moves:
    """The actions of one player in one turn; what does not change within it lies in the fields."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.rules = game.rules
        self.facts = facts

    def act(self, turn: Turn, action: Action) -> Turn | Outcome | None:
        """Return what *action* makes of the turn; None if its shape is wrong."""
        name = action[0]
        if self.facts.early and name in {"start", "add", "start black", "add black", "red"}:
            return None
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
            return self.end_opening(turn) if name == "open" else None
        if name == "knock":
            knocks = self.rules.pile.end == "knock" and turn.source == "pile"
            return Outcome.END if knocks and any(turn.hand) and not self.black_laid(turn) else None
        return Outcome.RESERVE if name == "pick up" and self.due(turn) and self.next_is_manual() else None

    def lay(self, turn: Turn, rank: int, slot: int, cards: Meld) -> Turn | Outcome | None:
        """Put *cards* from the hand into the meld *slot* of *rank*, which may be a new one."""
        hand = list(turn.hand)
        for kind, number in ((rank, cards[0]), (TWO, cards[1]), (JOKER, cards[2])):
            if number:
                hand[kind] -= number
        if min(hand) < 0 or self.black_laid(turn):
            return None
        worth = sum(
            number * self.game.value[kind] for kind, number in ((rank, cards[0]), (TWO, cards[1]), (JOKER, cards[2]))
        )
        return self.settle(self.grow(replace(turn, hand=tuple(hand)), rank, slot, cards, worth))

    def grow(self, turn: Turn, rank: int, slot: int, cards: Meld, worth: int) -> Turn | None:
        """*turn* with *cards*, which have left their places, in the meld *slot* of *rank*."""
        melds = turn.melds[rank]
        new = slot >= len(melds)
        if new and not self.may_begin(melds):
            return None
        if not new and slot and melds[slot - 1] == melds[slot]:
            return None
        old = (0, 0, 0) if new else melds[slot]
        meld = (old[0] + cards[0], old[1] + cards[1], old[2] + cards[2])
        if not fits(self.rules, rank, meld):
            return None
        size = self.rules.meld.size
        if not new and not self.joins(turn, rank, old, cards):
            return None
        if rank and cards[1] + cards[2] and not self.takes_wilds(turn, rank, old, meld):
            return None
        finished = sum(meld) >= size
        staging = not turn.opened
        if finished and staging and not self.may_open_with(rank, meld):
            return None
        if self.is_dead(turn, rank):
            return None
        rest = melds[:slot] + melds[slot + 1 :]
        closed = turn.closed
        if finished and not self.rules.meld.grows:
            closed = tuple(sorted((*closed, (rank, meld, False))))
        else:
            rest = tuple(sorted((*rest, meld), reverse=True))
        made = finished and sum(old) < size
        if finished:
            worth += self.worth(rank, meld) - (0 if made else self.worth(rank, old))
        own = rank in turn.started or new
        later = self.rules.meld.takes == "later turns"
        return replace(
            turn,
            melds=(*turn.melds[:rank], rest, *turn.melds[rank + 1 :]),
            closed=closed,
            staging=staging,
            staged=turn.staged + worth if staging else 0,
            made=turn.made + made,
            started=turn.started | {rank} if new else turn.started,
            completed=turn.completed | {rank} if made and later else turn.completed,
            touched=turn.touched or not own,
        )

    def may_open_with(self, rank: int, canasta: Meld) -> bool:
        """Return whether *canasta* may be part of an opening."""
        mixed = rank > 0 and canasta[1] + canasta[2] > 0
        return self.rules.opening.canasta and (self.rules.opening.mixed or not mixed)

    def is_dead(self, turn: Turn, rank: int) -> bool:
        """Return whether a finished canasta of any side keeps everyone from laying *rank*."""
        theirs = any(self.facts.others[rank]) or any(kind == rank for kind, _, _ in turn.closed)
        return self.rules.meld.dead and rank > BLACK and theirs

    def has_triple(self, turn: Turn) -> bool:
        """Return whether a meld lies in the opening that has three natural cards of the hand and no wild one, if one is needed."""
        word = self.rules.opening.triple
        melds = [(rank, meld) for rank in range(len(turn.melds)) for meld in turn.melds[rank]]
        melds += [(rank, meld) for rank, meld, _ in turn.closed]
        topped = turn.completed
        natural = any(rank and not meld[1] + meld[2] and meld[0] - (rank in topped) >= 3 for rank, meld in melds)
        return word == "no" or natural or (word == "natural or wild meld" and any(not rank for rank, _ in melds))

    def joins(self, turn: Turn, rank: int, meld: Meld, cards: Meld) -> bool:
        """Return whether *cards* may join *meld*, as far as it is a canasta or becomes one."""
        size, word = self.rules.meld.size, self.rules.meld.takes
        finished, wilds = sum(meld) >= size, cards[1] + cards[2]
        if word == "natural cards":
            return not (finished and wilds)
        if word == "natural stays natural":
            return not (finished and wilds and not meld[1] + meld[2])
        if word == "later turns":
            return rank not in turn.completed if finished else sum(meld) + sum(cards) <= size
        return True

    def takes_wilds(self, turn: Turn, rank: int, old: Meld, meld: Meld) -> bool:
        """Return whether wild cards may join a meld of natural cards that was *old* and is then *meld*."""
        rules = self.rules.meld
        special = self.game.special.get(rank)
        if turn.opened and special and not special.late_wilds and not old[1] + old[2]:
            return False
        if turn.opened and meld[0] < rules.wild_base:
            return False
        return not (rules.wilds_kept and self.wilds_unfinished(turn))

    def wilds_unfinished(self, turn: Turn) -> bool:
        """Return whether a meld of wild cards is no canasta yet."""
        return any(sum(meld) < self.rules.meld.size for meld in turn.melds[0])

    def may_begin(self, melds: tuple[Meld, ...]) -> bool:
        """Return whether a further meld may begin beside the open *melds* of its rank."""
        rules = self.rules.meld
        if not melds or len(melds) == 8:
            return not melds
        return rules.several or (rules.another and all(sum(meld) >= rules.size for meld in melds))

    def worth(self, rank: int, canasta: Meld) -> int:
        """Return what a canasta adds to an opening."""
        sort = 2 if rank == 0 else 1 if canasta[1] + canasta[2] else 3 + rank
        return self.game.bonus[sort]

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
        if staging and not self.rules.opening.canasta and size >= self.rules.meld.size:
            return None
        after = replace(
            turn,
            hand=hand,
            melds=(*turn.melds[:BLACK], ((size, 0, 0),), *turn.melds[BLACK + 1 :]),
            staging=staging,
            staged=turn.staged + number * self.game.value[BLACK] if staging else 0,
            made=turn.made + (size >= self.rules.meld.size and not before),
        )
        # A reserve that would come is one more that the player has not played.
        result = self.settle(after)
        return None if result == Outcome.RESERVE else result

    def red_canasta(self, turn: Turn, rank: int) -> Turn | Outcome | None:
        """Return a red three on an own natural canasta that has none."""
        plain = (rank, (self.rules.meld.size, 0, 0), False)
        if turn.staging or not turn.hand[RED] or not self.rules.threes.red_canasta or plain not in turn.closed:
            return None
        closed = list(turn.closed)
        closed.remove(plain)
        closed.append((rank, plain[1], True))
        hand = tuple(count - (kind == RED) for kind, count in enumerate(turn.hand))
        return self.settle(replace(turn, hand=hand, closed=tuple(sorted(closed))))

    def open(self, turn: Turn) -> Turn | Outcome | None:
        """Return the opening stands; the rest of a taken pile comes."""
        hand = list(turn.hand)
        forbidden = turn.forbidden
        if hand[RED] and self.rules.threes.red_dealt == "after the opening":
            if turn.allowed:
                return None
            hand[RED], forbidden = 0, True  # cards that nobody has seen replace them
        for kind in turn.coming:
            if kind not in self.game.laid:
                hand[kind] += 1
        after = replace(turn, hand=tuple(hand), coming=(), opened=True, staging=False, staged=0, raised=0)
        after = replace(after, forbidden=forbidden)
        return self.settle(self.refilled(after, turn.coming))

    def end_opening(self, turn: Turn) -> Turn | Outcome | None:
        """Return the opening stands by its points, or since it binds the player to go out."""
        if turn.staged >= self.facts.minimum + turn.raised:
            return self.open(turn) if self.has_triple(turn) else None
        return self.open(replace(turn, allowed=True)) if self.goes_out_with_pile(turn) else None

    def goes_out_with_pile(self, turn: Turn) -> bool:
        """Return whether an opening below the minimum may stand, since cards of the pile will make it go out."""
        rules = self.rules
        if not rules.opening.concealed_pile or rules.opening.concealed == "no" or not turn.coming:
            return False
        unasked = self.facts.permission == "required" or turn.forbidden
        return not turn.allowed and not unasked and not self.black_laid(turn) and self.facts.fresh

    def refilled(self, turn: Turn, cards: tuple[int, ...]) -> Turn | None:
        """*turn* where red threes of *cards* are replaced by cards that nobody has seen: going out is not counted on."""
        rules, taken = self.rules, self.facts.taken
        unseen = self.game.laid & set(cards) and rules.threes.red_pile_replaced and self.facts.stock
        if not unseen or (taken and not rules.reserves[taken - 1].red_threes):
            return turn
        return None if turn.allowed else replace(turn, forbidden=True)

    def settle(self, turn: Turn | None) -> Turn | Outcome | None:
        """Return a reserve that is due comes; a player without cards goes out if he may."""
        if turn is None:
            return None
        if not turn.staging and self.due(turn) and not self.next_is_manual():
            return Outcome.RESERVE
        if sum(turn.hand) or turn.coming:
            return turn
        melds_out = self.rules.out.discard != "required" and self.may_go_out(turn)
        if not turn.staging and self.facts.next_reserve == "hand empty":
            return Outcome.OUT if melds_out else Outcome.RESERVE
        if turn.staging and (turn.staged >= self.facts.minimum + turn.raised or not self.concealed(turn)):
            return turn
        return Outcome.OUT if melds_out else turn

    def discard(self, turn: Turn, kind: int) -> Turn | Outcome | None:
        """Return one card to the pile, which ends the turn."""
        if not turn.hand[kind] or (self.rules.pile.end == "knock" and turn.source == "pile"):
            return None
        if not self.free(turn, kind):
            return None
        if sum(turn.hand) > 1:
            if self.kept_back(turn, kind):
                return None
            return None if turn.staging or self.black_laid(turn) else Outcome.END
        if self.black_laid(turn) and self.rules.threes.black_last == "last cards":
            return None
        if turn.staging and (turn.coming or not self.concealed(turn)):
            return None
        special = self.game.special.get(kind)
        last = special is None or special.last_discard
        last = last and self.rules.out.discard != "forbidden"
        if last and self.may_go_out(turn):
            return Outcome.OUT
        if not turn.staging and self.draws_talon(turn) and not self.bound(turn):
            return Outcome.END
        return Outcome.END if not turn.staging and self.facts.next_reserve == "hand empty" else None

    def draws_talon(self, turn: Turn) -> bool:
        """Return whether cards come from the stock after the discard, since the side opened in this turn without the pile."""
        talon = self.rules.talon
        number = talon.later if self.facts.others_opened else talon.first
        fresh = self.facts.side_fresh and turn.source == "stock" and not self.facts.somebody_out
        return talon.first > 0 and number > 0 and fresh and self.facts.stock >= max(talon.least, 1)

    def kept_back(self, turn: Turn, kind: int) -> bool:
        """Return whether another card of the hand must be discarded before *kind*."""
        rules = self.rules.discard
        empty = not self.facts.pile or (turn.source == "pile" and not self.rules.pile.take)

        def order(card: int) -> int:
            if KEYS[card] in rules.kept:
                return 2
            if empty and rules.dead_empty and self.is_dead(turn, card):
                return 1
            return int(empty and KEYS[card] in rules.kept_empty)

        others = [card for card in range(15) if turn.hand[card] and self.free(turn, card)]
        return any(order(card) < order(kind) for card in others)

    def free(self, turn: Turn, kind: int) -> bool:
        """Return whether no ban keeps cards of *kind* from the pile."""
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

    def bound(self, turn: Turn) -> bool:
        """Return whether nothing but going out may end the turn now."""
        return turn.allowed or self.black_laid(turn)

    def black_laid(self, turn: Turn) -> bool:
        """Return whether black threes lie on the table: the player is going out."""
        return bool(turn.melds[BLACK]) or any(rank == BLACK for rank, _, _ in turn.closed)

    def pass_discard(self, turn: Turn) -> bool:
        """Return whether a player may keep his one card."""
        if turn.staging or self.bound(turn) or not sum(turn.hand):
            return False
        held = [kind for kind in range(len(turn.hand)) if turn.hand[kind]]
        knocks = self.rules.pile.end == "knock" and turn.source == "pile"
        left_over = not self.facts.side_fresh and any(special.left_over for special in self.rules.specials)
        if left_over and not knocks and turn.source != "aside" and not any(self.free(turn, kind) for kind in held):
            return True
        goes_out = self.rules.out.discard != "forbidden" and self.may_go_out(turn)
        return self.rules.out.passing and sum(turn.hand) == 1 and not goes_out

    # Going out.

    def due(self, turn: Turn) -> bool:
        """Return whether the next reserve is the player's by a canasta or an opening."""
        trigger = self.facts.next_reserve
        if trigger == "own canasta":
            return self.facts.canastas + turn.made > 0
        if trigger == "side canasta":
            return sum(tally(self.rules, turn).values()) > 0
        return trigger == "side open" and turn.opened

    def next_is_manual(self) -> bool:
        """Return whether the next reserve must be picked up by hand."""
        return self.rules.reserves[self.facts.taken].manual

    def concealed(self, turn: Turn) -> bool:
        """Return whether going out now would be concealed: the minimum is waived."""
        word = self.rules.opening.concealed
        fresh = self.facts.fresh and (word == "player" or self.facts.side_fresh)
        return word != "no" and fresh and not turn.touched and turn.made > 0

    def may_go_out(self, turn: Turn) -> bool:
        """Return whether a player with no more cards, or with his last discard, goes out."""
        out = self.rules.out
        if self.facts.barred or turn.forbidden:
            return False
        if self.facts.permission == "required" and not turn.allowed:
            return False
        if turn.melds[BLACK] and not sizes_ok(self.rules, turn.melds[BLACK][0]):
            return False
        for rank, special in self.game.special.items():
            if special.finished and any(
                sum(each) < self.rules.meld.size and each[0] == sum(each) for each in turn.melds[rank]
            ):
                return False
        if self.rules.meld.wilds_finished and self.wilds_unfinished(turn):
            return False
        counts = tally(self.rules, turn)
        needs = {"natural": out.natural, "mixed": out.mixed, "wild": out.wild}
        needs |= {f"special {special.rank}": out.special for special in self.rules.specials}
        total = sum(number for word, number in counts.items() if word != "black" or out.black_counts)
        counts["natural"] += sum(counts[f"special {special.rank}"] for special in self.rules.specials if special.counts)
        return total >= out.canastas and all(counts.get(word, 0) >= need for word, need in needs.items())
