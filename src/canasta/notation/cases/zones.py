"""Where every card of a case lies: the named ones where the case says, and others where it says nothing.

Others are plain cards, from the fours up, as long as there are any; then black threes, twos, jokers and at last
red threes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from canasta.cards import BLACK_THREE, JOKER, KIND_OF, RED_THREE, TWO, Face, face_text, faces_text, pack
from canasta.engine.table import REST_AT_ONCE, WHEN_SIDE_OPEN, table_of
from canasta.notation.cases.setup import SetUp
from canasta.notation.reading import USUAL, Packet
from canasta.rules.groups import Rules


class Contradiction(Exception):
    """A set-up that cannot be; *key* says where, *text* why."""

    def __init__(self, key: str, text: str) -> None:
        self.key = key
        self.text = text
        super().__init__(f"{key}: {text}")


class Supply:
    """The cards of the deck that have no place yet."""

    def __init__(self, rules: Rules) -> None:
        self._all = Counter(pack(rules.packs, rules.deck.jokers))
        self._left = Counter(self._all)
        self._order: list[Face] = []

    def take(self, key: str, faces: Iterable[Face]) -> tuple[Face, ...]:
        """Take the named *faces*."""
        taken = tuple(faces)
        for face in taken:
            if not self._left[face]:
                raise Contradiction(key, f"the deck has only {self._all[face]} {face_text(face)}, and more are named")
            self._left[face] -= 1
        return taken

    def settle(self) -> None:
        """Put the cards that nobody named in the order in which they fill in."""
        rounds = [Counter(self._left)]
        plain = [face for face in range(1, len(KIND_OF)) if KIND_OF[face] > BLACK_THREE]
        left = rounds[0]
        while any(left[face] for face in plain):
            for face in plain:
                if left[face]:
                    left[face] -= 1
                    self._order.append(face)
        for kind in (BLACK_THREE, TWO, JOKER, RED_THREE):
            self._order += [face for face in sorted(left.elements()) if KIND_OF[face] == kind]

    def __len__(self) -> int:
        return len(self._order)

    def fill(self, key: str, number: int, *, reds: bool = True) -> tuple[Face, ...]:
        """Take *number* cards that nobody named; without red threes if not *reds*."""
        able = len(self._order) if reds else sum(KIND_OF[face] != RED_THREE for face in self._order)
        if number > able:
            raise Contradiction(key, f"{number} cards are needed to fill this, and only {able} are left")
        taken = tuple(self._order[:number])
        del self._order[:number]
        return taken


class Zones:
    """All faces of a deal and where they lie."""

    def __init__(self, rules: Rules, setup: SetUp) -> None:
        self.rules = rules
        self.table = table_of(rules)
        self.setup = setup
        self.supply = Supply(rules)
        seats = range(rules.seats)
        self.taken = [setup.taken.get(seat, self._given(seat)) for seat in seats]
        self.reds = [
            list(self._take("red_threes", side, setup.red_threes.get(side, ()))) for side in range(rules.sides)
        ]
        self.melds = [(side, meld) for side, melds in sorted(setup.melds.items()) for meld in melds]
        for side, meld in self.melds:
            self._take("melds", side, (*meld.cards, *([meld.red_three] if meld.red_three is not None else [])))
        self._named()
        self.supply.settle()
        self.hands = [self._hand(seat) for seat in seats]
        self.packets = {
            (seat, index): self._packet(seat, index)
            for index in range(self.table.reserves)
            for seat in seats
            if index >= self.taken[seat]
        }
        self.pile = self._pile()
        self.stock = self._stock()

    def _given(self, seat: int) -> int:
        """How many reserves an opening has given *seat*: a side that has opened does not lie without them."""
        side, table = seat % self.rules.sides, self.table
        if side not in self.setup.opened and not self.setup.melds.get(side):
            return 0
        given = 0
        while given < table.reserves and table.reserve_trigger[given] == WHEN_SIDE_OPEN:
            if table.reserve_rest[given] != REST_AT_ONCE or table.reserve_manual[given]:
                break
            given += 1
        return given

    def _take(self, key: str, number: int, faces: Iterable[Face]) -> tuple[Face, ...]:
        return self.supply.take(f"{key}.{number + 1}", faces)

    def _named(self) -> None:
        """Take the named cards of hands, reserves, pile and stock, and see that they may lie there."""
        setup = self.setup
        self._check_reds()
        for seat, packet in setup.hands.items():
            self._take("hands", seat, packet.cards)
        for seat, packets in setup.reserves.items():
            left = self.table.reserves - self.taken[seat]
            if len(packets) > left:
                raise Contradiction(f"reserves.{seat + 1}", f"{len(packets)} are named, and {left} were not picked up")
            for packet in packets:
                self._take("reserves", seat, packet.cards)
        if setup.pile is not None:
            self.supply.take("pile", setup.pile.cards)
        if isinstance(setup.stock, Packet):
            self.supply.take("stock", setup.stock.cards)

    def _check_reds(self) -> None:
        """See that no red three lies where none can be."""
        setup, laid = self.setup, self.table.red_laid
        for side, faces in setup.red_threes.items():
            if not laid or any(KIND_OF[face] != RED_THREE for face in faces):
                why = "only red threes are laid down" if laid else "red threes are not laid down in this game"
                raise Contradiction(f"red_threes.{side + 1}", why)
        for seat, packet in setup.hands.items():
            if laid and _has_red(packet) and (seat == setup.seat or not self.table.reds_wait):
                raise Contradiction(f"hands.{seat + 1}", "red threes are laid down at once: no hand holds one")
        if setup.pile is not None and laid and not self.table.reds_in_pile and _has_red(setup.pile):
            raise Contradiction("pile", "in this game no red three comes to lie on the pile")

    def _hand(self, seat: int) -> list[Face]:
        packet = self.setup.hands.get(seat, Packet((), USUAL))
        table, taken = self.table, self.taken[seat]
        usual = int(table.reserve_size[taken - 1] if taken else table.hand)
        return self._filled(f"hands.{seat + 1}", packet, usual, reds=not table.red_laid)

    def _packet(self, seat: int, index: int) -> list[Face]:
        named = self.setup.reserves.get(seat, ())
        at = index - self.taken[seat]
        key, size = f"reserves.{seat + 1}", int(self.table.reserve_size[index])
        faces = self._filled(key, named[at] if at < len(named) else Packet((), USUAL), size, reds=True)
        if len(faces) != size:
            name = self.rules.reserves[index].name
            raise Contradiction(key, f"a {name} has {size} cards, and {len(faces)} are named: end it with * to fill it")
        return faces

    def _filled(self, key: str, packet: Packet, usual: int, *, reds: bool) -> list[Face]:
        number = usual - len(packet.cards) if packet.others == USUAL else packet.others
        if number < 0:
            raise Contradiction(key, f"{len(packet.cards)} cards are named, and usual are {usual}: leave out the star")
        return [*packet.cards, *self.supply.fill(key, number, reds=reds)]

    def _pile(self) -> list[Face]:
        packet = self.setup.pile
        if packet is None:
            return list(self.supply.fill("pile", min(1, len(self.supply))))
        number = 0 if packet.others == USUAL else packet.others
        return [*self.supply.fill("pile", number, reds=not self.table.red_laid), *packet.cards]

    def _stock(self) -> list[Face]:
        stock = self.setup.stock
        most = room_for_stock(self.rules, self.packets)
        if isinstance(stock, Packet):
            room = max(most - len(stock.cards), 0)
            number = min(len(self.supply), room) if stock.others == USUAL else stock.others
            faces = [*stock.cards, *self.supply.fill("stock", number)]
        else:
            number = min(len(self.supply), most) if stock is None else stock
            faces = list(self.supply.fill("stock", number))
        if len(faces) > most:
            raise Contradiction("stock", f"after the deal {most} cards are left, and the stock has {len(faces)}")
        if len(self.supply):
            self._spread()
        return faces

    def _spread(self) -> None:
        """Give the cards for which the stock has no room to the hands that nobody names, or put them under the pile."""
        left = len(self.supply)
        others = [seat for seat in range(self.rules.seats) if seat not in self.setup.hands]
        others = [seat for seat in others if seat != self.setup.seat] or others
        faces = list(self.supply.fill("stock", left))
        if self.table.red_laid:
            reds = [face for face in faces if KIND_OF[face] == RED_THREE]
            free = [side for side in range(self.rules.sides) if side not in self.setup.red_threes]
            if reds and not free:
                text = f"{faces_text(reds)} have no place: leave out red_threes for a side, or name them"
                raise Contradiction("red_threes", text)
            if reds:
                self.reds[free[-1]] += reds
            faces = [face for face in faces if KIND_OF[face] != RED_THREE]
        if others:
            for number, face in enumerate(faces):
                self.hands[others[number % len(others)]].append(face)
        elif self.setup.pile is None or self.setup.pile.others == USUAL:
            self.pile[:0] = faces
        elif faces:
            text = f"{left} cards have no place: leave a hand unnamed, or begin the pile with *"
            raise Contradiction("stock", text)

    def deck(self) -> list[Face]:
        """The whole deck: packets not picked up and the stock where they belong, all others before the stock."""
        others = [face for zone in (*self.hands, self.pile, *self.reds) for face in zone]
        for _, meld in self.melds:
            others += [*meld.cards, *([meld.red_three] if meld.red_three is not None else [])]
        return whole_deck(self.rules, self.packets, others, self.stock)


def room_for_stock(rules: Rules, packets: Iterable[tuple[int, int]]) -> int:
    """The most cards that the stock can have, which lies in the deck below the *packets* not picked up.

    Packets are named by seat and number.
    """
    last = max((index for _, index in packets), default=-1)
    above = 0
    if last >= 0:
        above = (rules.deal.hand + sum(reserve.size for reserve in rules.reserves[: last + 1])) * rules.seats
    return rules.cards - above


def whole_deck(
    rules: Rules, packets: Mapping[tuple[int, int], Sequence[Face]], others: Iterable[Face], stock: Iterable[Face]
) -> list[Face]:
    """A whole deck: the *packets*, by seat and number, where they belong, the *stock* last, *others* in between."""
    places: dict[int, Face] = {}
    at = rules.deal.hand * rules.seats
    for index, reserve in enumerate(rules.reserves):
        for seat in range(rules.seats):
            if (seat, index) in packets:
                places |= dict(enumerate(packets[seat, index], at))
            at += reserve.size
    rest = iter([*others, *stock])
    return [places[at] if at in places else next(rest) for at in range(rules.cards)]


def _has_red(packet: Packet) -> bool:
    return any(KIND_OF[face] == RED_THREE for face in packet.cards)
