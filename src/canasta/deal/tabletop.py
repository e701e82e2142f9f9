"""Where every single card lies. Faces move by the kernel's flows and by nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from canasta.base.cards import KIND_OF, Face, Kind
from canasta.base.events import Moved, Place
from canasta.engine.flows import Z_CLOSED, Z_HAND, Z_MELD, Z_PILE, Z_REDS, Z_RESERVE, Z_STOCK, ZONE, Flows
from canasta.engine.layout import dealt
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS


class Tabletop:
    """The faces in every zone, and what everyone has seen of hands that are hidden.

    *deck* is the whole deck in its order after the first card of the pile was turned up. ``known[seat]``
    counts cards that all players know to be in that hand: they went there from the pile, or were shown. *kept* is what
    views have worked out of known cards, melds and red threes, by these names, until some of them move; and each meld, by its
    place in `melds`, or as ``~index`` in `closed`.
    """

    __slots__ = ("closed", "deck", "drawn", "hands", "kept", "known", "melds", "pile", "reds", "returned")

    def __init__(self, deck: Sequence[Face], position: Position, returned: Iterable[Face]) -> None:
        table = position.rule_table
        self.deck = list(deck)
        self.hands = [self.deck[seat * table.hand : (seat + 1) * table.hand] for seat in range(table.seats)]
        self.melds: dict[int, list[Face]] = {}
        self.closed: list[list[Face]] = []
        self.reds: list[list[Face]] = [[] for _ in range(table.sides)]
        self.known: list[Counter[Face]] = [Counter() for _ in range(table.seats)]
        self.returned = Counter(returned)
        self.kept: dict[str | int, Any] = {}
        first = dealt(table)
        self.drawn = first + len(position.pile)
        self.pile = self.deck[first : self.drawn]

    @classmethod
    def from_zones(
        cls,
        deck: list[Face],
        drawn: int,
        *,
        hands: Iterable[Iterable[Face]],
        melds: Mapping[int, Iterable[Face]],
        closed: Iterable[Iterable[Face]],
        reds: Iterable[Iterable[Face]],
        pile: Iterable[Face],
        known: Iterable[Mapping[Face, int]],
        returned: Counter[Face],
    ) -> Tabletop:
        """Return cards as they lie at any moment: *drawn* cards of *deck* are gone from it, open *melds* by their zones.

        *deck* and *returned* are shared, because nothing changes them; all else is copied.
        """
        self = cls.__new__(cls)
        self.deck = deck
        self.drawn = drawn
        self.hands = [list(hand) for hand in hands]
        self.melds = {zone: list(cards) for zone, cards in melds.items()}
        self.closed = [list(cards) for cards in closed]
        self.reds = [list(cards) for cards in reds]
        self.pile = list(pile)
        self.known = [Counter(cards) for cards in known]
        self.returned = returned
        self.kept = {}
        return self

    def copy(self) -> Tabletop:
        """Return an independent copy."""
        copied = self.from_zones(
            self.deck,
            self.drawn,
            hands=self.hands,
            melds=self.melds,
            closed=self.closed,
            reds=self.reds,
            pile=self.pile,
            known=self.known,
            returned=self.returned,
        )
        copied.kept.update(self.kept)
        return copied

    def follow(self, position: Position, flows: Flows, chosen: Sequence[Face] = ()) -> list[Moved]:
        """Move the faces by the *flows* of the step that led to *position*; returns what moved, in order.

        Cards leaving a hand are taken from *chosen* first.
        """
        moved: list[Moved] = []
        wanted = list(chosen)
        for origin, target, kind, number in flows.listed():
            if number == 0:
                moved += self.swap_melds(position, origin % ZONE, target % ZONE)
                continue
            faces = self._lift(position, origin, kind, number, wanted)
            self._put(target, origin, faces)
            moved.append(Moved(_place(position, origin), _place(position, target), number, tuple(faces)))
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
            at = position.rule_table.reserve_start(index // 4, index % 4)
            return self.deck[at : at + number]
        if sort == Z_MELD:
            self._moved_meld(index)
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
                self.kept.pop("known", None)
        return faces

    def _put(self, target: int, origin: int, faces: list[Face]) -> None:
        sort, index = divmod(target, ZONE)
        if sort == Z_HAND:
            self.hands[index] += faces
            if origin // ZONE == Z_PILE:
                self.known[index].update(faces)
                self.kept.pop("known", None)
        elif sort == Z_PILE:
            self.pile += faces
        elif sort == Z_MELD:
            self.melds.setdefault(index, []).extend(faces)
            self._moved_meld(index)
        elif sort == Z_REDS:
            self.reds[index] += faces
            self.kept.pop("red threes", None)
        elif sort == Z_CLOSED:
            self._moved_meld(~index)
            if index == len(self.closed):
                self.closed.append(faces)
            else:
                self.closed[index] += faces

    def _moved_meld(self, place: int) -> None:
        self.kept.pop("melds", None)
        self.kept.pop(place, None)

    def open_melds(self, position: Position) -> Iterator[tuple[int, Kind, int, list[Face]]]:
        """Yield the open melds by side, rank and slot, which stand before the faces."""
        for at in sorted(self.melds):
            if self.melds[at]:
                yield *self.meld_place(position, at), self.melds[at]

    def meld_place(self, position: Position, at: int) -> tuple[int, Kind, int]:
        """Return the side, the rank and the slot of the open meld at *at*."""
        place, slot = divmod(at, int(position.rule_table.slots))
        return *divmod(place, KINDS), slot

    def finished_canastas(self, position: Position) -> Iterator[tuple[int, Kind, list[Face], Face | None]]:
        """Yield the canastas that take no more cards, in the order they were made: side, rank, cards, the red three on it."""
        for index in range(len(self.closed)):
            yield self.finished_canasta(position, index)

    def finished_canasta(self, position: Position, index: int) -> tuple[int, Kind, list[Face], Face | None]:
        """Return that of them which was made after *index* others."""
        cards, topped = self.closed[index], position.closed_topped(index)
        side, rank = position.closed_side(index), position.closed_rank(index)
        return side, rank, cards[:-1] if topped else cards, cards[-1] if topped else None

    def swap_melds(self, position: Position, one: int, other: int) -> list[Moved]:
        """Let two melds change places, which are those of `Position.meld_place`; returns what moved, in order."""
        here, there = self.melds.get(one, []), self.melds.get(other, [])
        self.melds[one], self.melds[other] = there, here
        self._moved_meld(one)
        self._moved_meld(other)
        ways = ((one, other, here), (other, one, there))
        return [
            Moved(
                _place(position, Z_MELD * ZONE + origin),
                _place(position, Z_MELD * ZONE + target),
                len(faces),
                tuple(faces),
            )
            for origin, target, faces in ways
            if faces
        ]

    def show(self, seat: int, faces: Iterable[Face]) -> None:
        """Note that everyone saw *faces* in the hand of *seat*."""
        for face, number in Counter(faces).items():
            self.known[seat][face] = max(self.known[seat][face], number)
        self.kept.pop("known", None)

    def reserve(self, position: Position, seat: int, index: int) -> list[Face]:
        """Return the faces of the reserve *index* of *seat*."""
        at = position.rule_table.reserve_start(seat, index)
        return self.deck[at : at + position.rule_table.reserve_size[index]]

    def count(self) -> Counter[Face]:
        """Return every face in hands, pile, melds, canastas and red threes laid."""
        total: Counter[Face] = Counter(self.pile)
        for zone in (*self.hands, *self.melds.values(), *self.closed, *self.reds):
            total.update(zone)
        return total


def _place(position: Position, zone: int) -> Place:
    """Return the place that the kernel's *zone* stands for."""
    sort, index = divmod(zone, ZONE)
    if sort != Z_CLOSED:
        return _fixed_place(sort, index, int(position.rule_table.slots))
    return Place("canasta", position.closed_side(index), index, position.closed_rank(index))


@lru_cache(maxsize=4096)
def _fixed_place(sort: int, index: int, slots: int) -> Place:
    if sort == Z_MELD:
        place, slot = divmod(index, slots)
        side, rank = divmod(place, KINDS)
        return Place("meld", side, slot, rank)
    if sort == Z_RESERVE:
        return Place("reserve", *divmod(index, 4))
    return {
        Z_STOCK: Place("stock"),
        Z_PILE: Place("pile"),
        Z_HAND: Place("hand", index),
        Z_REDS: Place("red threes", index),
    }[sort]


def stock_piles(stock: int, piles: int) -> tuple[int, ...]:
    """Return how *stock* cards lie in *piles* piles that are drawn from evenly: the number in each, the fullest first.

    >>> stock_piles(182, 4), stock_piles(2, 4)
    ((46, 46, 45, 45), (1, 1, 0, 0))
    """
    return tuple((stock + place) // piles for place in reversed(range(piles)))
