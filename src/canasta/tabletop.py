"""Where every single card lies. Faces move by the kernel's flows and by nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from canasta.cards import KIND_OF, Face
from canasta.engine.flows import Z_CLOSED, Z_HAND, Z_MELD, Z_PILE, Z_REDS, Z_RESERVE, Z_STOCK, ZONE, Flows
from canasta.engine.layout import dealt
from canasta.engine.position import Position


class Tabletop:
    """The faces in every zone, and what everybody has seen of hands that are hidden.

    *deck* is the whole deck in its order after the first card of the pile was turned up. ``known[seat]``
    counts cards that all players know to be in that hand: they went there from the pile, or were shown.
    """

    __slots__ = ("closed", "deck", "drawn", "hands", "known", "melds", "pile", "reds", "returned")

    def __init__(self, deck: Sequence[Face], position: Position, returned: Iterable[Face]) -> None:
        table = position.table
        self.deck = list(deck)
        self.hands = [self.deck[seat * table.hand : (seat + 1) * table.hand] for seat in range(table.seats)]
        self.melds: dict[int, list[Face]] = {}
        self.closed: list[list[Face]] = []
        self.reds: list[list[Face]] = [[] for _ in range(table.sides)]
        self.known: list[Counter[Face]] = [Counter() for _ in range(table.seats)]
        self.returned = Counter(returned)
        first = dealt(table)
        self.drawn = first + len(position.pile)
        self.pile = self.deck[first : self.drawn]

    def copy(self) -> Tabletop:
        """An independent copy."""
        other = Tabletop.__new__(Tabletop)
        other.deck = self.deck
        other.hands = [list(hand) for hand in self.hands]
        other.melds = {zone: list(cards) for zone, cards in self.melds.items()}
        other.closed = [list(cards) for cards in self.closed]
        other.reds = [list(cards) for cards in self.reds]
        other.known = [Counter(cards) for cards in self.known]
        other.returned = self.returned
        other.drawn = self.drawn
        other.pile = list(self.pile)
        return other

    def follow(
        self, position: Position, flows: Flows, chosen: Sequence[Face] = ()
    ) -> list[tuple[int, int, list[Face]]]:
        """Move the faces by the *flows* of the step that led to *position*; cards leaving a hand are taken from *chosen* first.

        Returns what moved, in order, as ``(from zone, to zone, faces)``.
        """
        moved = []
        wanted = list(chosen)
        for origin, target, kind, number in flows.listed():
            if number == 0:
                here, there = self.melds.get(origin % ZONE, []), self.melds.get(target % ZONE, [])
                self.melds[origin % ZONE], self.melds[target % ZONE] = there, here
                continue
            faces = self._lift(position, origin, kind, number, wanted)
            self._put(target, origin, faces)
            moved.append((origin, target, faces))
        return moved

    def _lift(self, position: Position, origin: int, kind: int, number: int, wanted: list[Face]) -> list[Face]:
        sort, index = divmod(origin, ZONE)
        if sort == Z_STOCK:
            self.drawn += number
            return self.deck[self.drawn - number : self.drawn]
        if sort == Z_PILE:
            faces = self.pile[-number:]
            del self.pile[-number:]
            return faces
        if sort == Z_RESERVE:
            at = position.reserve_start(index // 4, index % 4)
            return self.deck[at : at + number]
        if sort == Z_MELD:
            return self.melds.pop(index)
        return self._from_hand(index, kind, number, wanted)

    def _from_hand(self, seat: int, kind: int, number: int, wanted: list[Face]) -> list[Face]:
        hand, known = self.hands[seat], self.known[seat]
        faces = [face for face in wanted if KIND_OF[face] == kind][:number]
        for face in faces:
            wanted.remove(face)
        if len(faces) < number:
            unnamed = Counter(faces)
            for face in hand:
                if KIND_OF[face] == kind:
                    if unnamed[face]:
                        unnamed[face] -= 1
                    else:
                        faces.append(face)
                        if len(faces) == number:
                            break
        for face in faces:
            hand.remove(face)
            if known and known[face]:
                known[face] -= 1
        return faces

    def _put(self, target: int, origin: int, faces: list[Face]) -> None:
        sort, index = divmod(target, ZONE)
        if sort == Z_HAND:
            self.hands[index] += faces
            if origin // ZONE == Z_PILE:
                self.known[index].update(faces)
        elif sort == Z_PILE:
            self.pile += faces
        elif sort == Z_MELD:
            self.melds.setdefault(index, []).extend(faces)
        elif sort == Z_REDS:
            self.reds[index] += faces
        elif sort == Z_CLOSED and index == len(self.closed):
            self.closed.append(faces)
        elif sort == Z_CLOSED:
            self.closed[index] += faces

    def swap_melds(self, one: int, other: int) -> None:
        """Let two melds that are equal by kinds change places; places are those of `Position.meld_place`."""
        melds = self.melds
        melds[one], melds[other] = melds[other], melds[one]

    def show(self, seat: int, faces: Iterable[Face]) -> None:
        """Note that everybody saw *faces* in the hand of *seat*."""
        for face, number in Counter(faces).items():
            self.known[seat][face] = max(self.known[seat][face], number)

    def reserve(self, position: Position, seat: int, index: int) -> list[Face]:
        """The faces of the reserve *index* of *seat*."""
        at = position.reserve_start(seat, index)
        return self.deck[at : at + position.table.reserve_size[index]]

    def count(self) -> Counter[Face]:
        """Every face in hands, pile, melds, canastas and red threes laid."""
        total: Counter[Face] = Counter(self.pile)
        for zone in (*self.hands, *self.melds.values(), *self.closed, *self.reds):
            total.update(zone)
        return total


def stock_piles(stock: int, piles: int) -> tuple[int, ...]:
    """How *stock* cards lie in *piles* piles that are drawn from evenly: the number in each, the fullest first.

    >>> stock_piles(182, 4), stock_piles(2, 4)
    ((46, 46, 45, 45), (1, 1, 0, 0))
    """
    return tuple((stock + place) // piles for place in reversed(range(piles)))
