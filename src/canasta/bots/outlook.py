"""`Outlook`: what the greedy player wants to know of a view, worked out once a decision."""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

from canasta.base.cards import BLACK_THREE, KIND_OF, KINDS, RED_THREE
from canasta.deal.view import View
from canasta.engine.going_out import sure_out
from canasta.engine.position import TO_PLAY
from canasta.engine.rule_table import BLACK, CLASSES, MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.words.melds import WHEN_EMPTY

Cards: TypeAlias = tuple[int, int]
"""How many cards a meld has, and how many of them are wild."""

LOW: Final = 4
NO_CARDS: Final = (0, 0)
UNKNOWN_CARD: Final = 9
"""What an unseen card costs its holder on the average."""


class Outlook:
    """The table as one seat sees it: its hand, its side's melds, what is missing, how far the deal has gone."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = view.rules
        self.p = p = view.position
        self.rule_table = table = p.rule_table
        self.seat = seat = view.seat
        self.side = side = seat % int(table.sides)
        self.size = int(table.size)
        self.slots = int(table.slots)
        self.hand = p.hand(seat)
        self.held: int = p.held(seat)
        self.wilds = self.hand[0] + self.hand[1]
        self.melds: list[list[Cards]] = p.open_melds(side)
        self.opened = p.opened(side)
        self.tally = p.tally(side)
        self.lacking: list[int] = [max(0, int(table.need[sort] - p.toward(side, sort))) for sort in range(CLASSES)]
        total = sum(self.tally) - (0 if table.black_counts else self.tally[BLACK])
        self.lacking_any: int = max(0, int(table.need_canastas) - total)
        self.missing: int = max(sum(self.lacking), self.lacking_any)
        self.packets: int = table.reserves - p.taken(seat)

    @cached_property
    def bonus(self) -> list[int]:
        """What a canasta of each class is worth."""
        score = self.rules.score
        specials = [special.bonus for special in self.rules.specials]
        return [score.natural, score.mixed, score.wild, score.black, *specials, 0, 0, 0][:CLASSES]

    @cached_property
    def waiting(self) -> bool:
        """Whether an empty hand brings the next reserve."""
        taken = int(self.rule_table.reserves) - self.packets
        return self.packets > 0 and self.rule_table.reserve_trigger[taken] == WHEN_EMPTY

    @cached_property
    def unseen(self) -> list[int]:
        """Cards of each kind that are neither in the own hand nor on the table."""
        view, packs = self.view, int(self.rule_table.packs)
        left = [4 * packs] * KINDS
        left[0] = packs * int(self.rule_table.jokers)
        left[RED_THREE] = left[BLACK_THREE] = 2 * packs
        for kind, number in enumerate(self.hand):
            left[kind] -= number
        for kind in self.p.pile:
            left[kind] -= 1
        for meld in view.melds:
            for face in meld.cards:
                left[KIND_OF[face]] -= 1
            left[RED_THREE] -= meld.red_three is not None
        left[RED_THREE] -= sum(len(reds) for reds in view.red_threes)
        return left

    @cached_property
    def hidden(self) -> int:
        """How many cards are unseen."""
        return max(1, sum(self.unseen))

    @cached_property
    def opponents(self) -> list[int]:
        """The seats of other sides, from the next one on."""
        seats, sides = int(self.rule_table.seats), int(self.rule_table.sides)
        clockwise = [(self.seat + step) % seats for step in range(1, seats)]
        return [seat for seat in clockwise if seat % sides != self.side]

    @cached_property
    def partners(self) -> list[int]:
        """The other seats of the side."""
        sides = int(self.rule_table.sides)
        return [seat for seat in range(self.side, int(self.rule_table.seats), sides) if seat != self.seat]

    @cached_property
    def turns_left(self) -> float:
        """Turns that the stock still lasts for each player."""
        return self.view.stock / (int(self.rule_table.draw) * int(self.rule_table.seats))

    def lacks(self, side: int) -> int:
        """Canastas that *side* still needs to go out."""
        table, tally = self.rule_table, self.p.tally(side)
        total = sum(tally) - (0 if table.black_counts else tally[BLACK])
        missing = sum(max(0, int(table.need[sort] - self.p.toward(side, sort))) for sort in range(CLASSES))
        return max(int(missing), int(table.need_canastas - total))

    @cached_property
    def late(self) -> float:
        """How near the end is: 0 in the middle of the deal, 1 when each turn may be the last."""
        late = max(0.0, 1 - self.turns_left / 3)
        for seat in self.opponents:
            if self.view.reserves_left[seat]:
                continue
            missing = self.lacks(seat % int(self.rule_table.sides))
            if missing <= 1:
                near = 1 - max(0, self.view.hand_sizes[seat] - 2) / 8
                late = max(late, near if missing == 0 else near / 2)
        return late

    def caught(self, seat: int) -> float:
        """What the cards of *seat* would cost its side by an estimate, its reserves included."""
        table = self.rule_table
        taken = int(table.reserves) - self.view.reserves_left[seat]
        packets = sum(table.reserve_size[index] for index in range(taken, table.reserves))
        if seat == self.seat:
            held = sum(number * self.cost(kind) for kind, number in enumerate(self.hand))
        else:
            known = sum(self.cost(KIND_OF[face]) * number for face, number in self.view.known[seat])
            sure = sum(number for _, number in self.view.known[seat])
            held = known + (self.view.hand_sizes[seat] - sure) * UNKNOWN_CARD
        return held + packets * UNKNOWN_CARD

    def cost(self, kind: int) -> int:
        """What a card of *kind* costs when it is left in the hand."""
        if kind == RED_THREE:
            return self.rules.threes.red_caught
        return self.rules.threes.black_caught if kind == BLACK_THREE else int(self.rule_table.value[kind])

    @cached_property
    def can_go_out(self) -> bool:
        """Whether the seat, having drawn, can surely go out this turn if nobody forbids it."""
        if self.missing > 3 or self.packets or self.p.phase != TO_PLAY or self.p.staging:
            return False
        return sure_out(self.p, self.seat)

    def meld(self, rank: int, slot: int) -> Cards:
        """What the open meld of the side of *rank* in *slot* has; the slot -1 is the only one, if a rank has but one."""
        melds = self.melds[rank]
        if slot >= 0:
            return melds[slot]
        return melds[0] if melds and self.slots == 1 else NO_CARDS

    def sort_of(self, rank: int, wilds: int) -> int:
        """The class of canasta that a meld of *rank* with *wilds* wild cards would be if it were large enough."""
        if rank < LOW:
            return WILD if rank == 0 else BLACK
        if wilds:
            return MIXED
        special = int(self.rule_table.special_of[rank])
        return NATURAL if special < 0 else SPECIAL + special

    @cached_property
    def progress(self) -> list[list[int]]:
        """The sizes of the open melds of each class that are no canastas yet, largest first."""
        sizes: list[list[int]] = [[] for _ in range(CLASSES)]
        for rank, melds in enumerate(self.melds):
            for size, wilds in melds:
                if size < self.size:
                    sizes[self.sort_of(rank, wilds)].append(size)
        for each in sizes:
            each.sort(reverse=True)
        return sizes
