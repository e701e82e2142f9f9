"""From the outline of a case to a whole setup: what it does not name is filled in with cards that nobody names.

These are plain cards, from the fours up, as long as there are any; then black threes, twos, jokers and at last
red threes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from canasta.base.cards import BLACK_THREE, JOKER, KIND_OF, RED_THREE, TWO, Face, faces_text, pack
from canasta.base.english import count, number
from canasta.base.errors import Problem
from canasta.base.seats import partners
from canasta.deal.setup.contradictions import last_lap
from canasta.deal.setup.setup import Cards, Setup
from canasta.engine.position import NOTHING
from canasta.engine.rule_table import rule_table_of
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import USUAL, Packet
from canasta.rules.groups import Rules
from canasta.rules.words.melds import REST_AT_ONCE, WHEN_SIDE_OPEN
from canasta.scoring.standing import minimum


class UnnamedCards:
    """The cards that an outline does not name, in the order in which they fill in; *problems* tells where they run out."""

    def __init__(self, rules: Rules, named: Counter[Face]) -> None:
        self.problems: list[Problem] = []
        self._short = False
        left = Counter(pack(rules.packs, rules.deck.jokers)) - named
        plain = [face for face in range(1, len(KIND_OF)) if KIND_OF[face] > BLACK_THREE]
        rounds = max((left[face] for face in plain), default=0)
        self._order = [face for turn in range(rounds) for face in plain if left[face] > turn]
        rest = sorted(face for face in left.elements() if KIND_OF[face] <= BLACK_THREE)
        black_laid = rules.threes.black == "laid"
        order = (TWO, JOKER, BLACK_THREE, RED_THREE) if black_laid else (BLACK_THREE, TWO, JOKER, RED_THREE)
        for kind in order:
            self._order += [face for face in rest if KIND_OF[face] == kind]
        last = order[2:] if black_laid else order[3:]  # those that may be laid at once
        self._reds = sum(KIND_OF[face] in last for face in rest)

    def __len__(self) -> int:
        return len(self._order)

    def wrong(self, key: str, text: str) -> None:
        """Note a problem of the outline."""
        self.problems.append(Problem(key, text))

    def fill(self, key: str, wanted: int, *, reds: bool = True) -> tuple[Face, ...]:
        """Take *wanted* cards; without red threes if not *reds*."""
        able = len(self._order) if reds else max(len(self._order) - self._reds, 0)
        if wanted > able and not self._short:
            self._short = True
            left = "none is" if able == 0 else f"only {able} {'is' if able == 1 else 'are'}"
            self.wrong(key, f"{count(wanted, 'card')} {_are(wanted)} needed to fill this, but {left} left")
        taken = tuple(self._order[: min(wanted, able)])
        del self._order[: len(taken)]
        return taken


class Filling:
    """All cards of a case and where they lie."""

    def __init__(self, rules: Rules, outline: Outline) -> None:
        self.rules = rules = rules.in_deal(outline.deal)
        self.rule_table = rule_table_of(rules)
        self.outline = outline
        seats = range(rules.seats)
        self.opened = {*outline.opened, *(side for side, melds in outline.melds.items() if melds)}
        self.taken = [outline.taken.get(seat, self._given(seat)) for seat in seats]
        named = [outline.reserves.get(seat, ())[: len(rules.reserves) - self.taken[seat]] for seat in seats]
        self.supply = supply = UnnamedCards(rules, Counter(self._named(named)))
        self._count_reserves()
        self.hands = [self._hand(seat) for seat in seats]
        self.reserves: list[list[Cards]] = [[] for _ in seats]
        for index in range(self.rule_table.reserves):
            for seat in seats:
                if index >= self.taken[seat]:
                    self.reserves[seat].append(self._reserve(seat, index, named[seat]))
        self.reds = [list(outline.red_threes.get(side, ())) for side in range(rules.sides)]
        self.pile = self._pile()
        self.stock = self._stock()
        if len(supply):
            self._spread()

    def setup(self) -> Setup:
        """Return the whole setup."""
        rules, outline = self.rules, self.outline
        lap = outline.lap
        if lap is None and last_lap(self.rule_table, self.stock):
            lap = rules.seats - 1
        laid = [seat for seat in range(rules.seats) if seat % rules.sides in self.opened]
        return Setup(
            rules=rules,
            hands=self.hands,
            reserves=self.reserves,
            melds=[meld for _, melds in sorted(outline.melds.items()) for meld in melds],
            red_threes=self.reds,
            pile=self.pile,
            stock=self.stock,
            minimums=[minimum(rules, outline.deal, total) for total in outline.totals],
            opened=self.opened,
            laid=laid if outline.laid is None else outline.laid,
            took=outline.took,
            denied=outline.denied,
            played={seat: played for seat, played in outline.played.items() if played != NOTHING},
            made=outline.made,
            upcard_froze=self._upcard_froze(),
            seat=outline.seat,
            source=outline.source,
            asked=None if outline.answer is None else next(iter(self._partners()), outline.seat),
            answer=outline.answer,
            lap=lap,
        )

    def _partners(self) -> tuple[int, ...]:
        return tuple(partners(self.outline.seat, self.rules.seats, self.rules.sides))

    def _named(self, reserves: list[tuple[Packet, ...]]) -> Iterator[Face]:
        """Yield the cards that the outline names; in *reserves*, those that can be there."""
        outline = self.outline
        for reds in outline.red_threes.values():
            yield from reds
        for melds in outline.melds.values():
            for meld in melds:
                yield from meld.faces
        packets = [*outline.hands.values(), *(each for packets in reserves for each in packets)]
        for packet in (*packets, outline.pile, outline.stock):
            if isinstance(packet, Packet):
                yield from packet.cards

    def _given(self, seat: int) -> int:
        """Return how many reserves an opening has given *seat*: a side that has opened does not lie without them."""
        table = self.rule_table
        given = 0
        while given < table.reserves and table.reserve_trigger[given] == WHEN_SIDE_OPEN:
            if table.reserve_rest[given] != REST_AT_ONCE or table.reserve_manual[given]:
                break
            given += 1
        return given if seat % self.rules.sides in self.opened else 0

    def _hand(self, seat: int) -> list[Face]:
        packet = self.outline.hands.get(seat, Packet((), USUAL))
        table, taken = self.rule_table, self.taken[seat]
        usual = int(table.reserve_size[taken - 1] if taken else table.hand)
        return self._filled(f"hands.{seat + 1}", packet, usual, reds=not table.red_laid)

    def _count_reserves(self) -> None:
        """Note where the outline names more reserves than a player has left."""
        for seat, named in self.outline.reserves.items():
            left = len(self.rules.reserves) - self.taken[seat]
            if len(named) > left:
                text = f"seat {seat + 1} has {count(left, 'reserve')} left to pick up, not {number(len(named))}"
                self.supply.wrong(f"reserves.{seat + 1}", text)

    def _reserve(self, seat: int, index: int, named: tuple[Packet, ...]) -> list[Face]:
        at = index - self.taken[seat]
        packet = named[at] if at < len(named) else Packet((), USUAL)
        return self._filled(f"reserves.{seat + 1}", packet, int(self.rule_table.reserve_size[index]), reds=True)

    def _filled(self, key: str, packet: Packet, usual: int, *, reds: bool) -> list[Face]:
        others = usual - len(packet.cards) if packet.others == USUAL else packet.others
        if others < 0:
            text = f"{count(len(packet.cards), 'card')} are named, and {usual} are usual: leave out the *"
            self.supply.wrong(key, text)
        return [*packet.cards, *self.supply.fill(key, max(others, 0), reds=reds)]

    def _pile(self) -> list[Face]:
        packet = self.outline.pile
        if packet is None:
            return list(self.supply.fill("pile", min(1, len(self.supply))))
        others = 0 if packet.others == USUAL else packet.others
        return [*self.supply.fill("pile", others, reds=not self.rule_table.red_laid), *packet.cards]

    def _stock(self) -> list[Face]:
        stock = self.outline.stock
        if isinstance(stock, int):
            return list(self.supply.fill("stock", stock))
        cards = () if stock is None else stock.cards
        others = USUAL if stock is None else stock.others
        if others == USUAL:
            others = min(len(self.supply), max(self._room() - len(cards), 0))
        return [*cards, *self.supply.fill("stock", others)]

    def _room(self) -> int:
        """Return the most cards that a deal leaves for the stock, which lies in the deck below the reserves not picked up."""
        last = max(
            (self.taken[seat] + len(packets) for seat, packets in enumerate(self.reserves) if packets), default=0
        )
        sizes = (reserve.size for reserve in self.rules.reserves[:last])
        return self.rules.cards - (self.rules.deal.hand + sum(sizes)) * self.rules.seats * (last > 0)

    def _spread(self) -> None:
        """Give the cards for which a deal leaves no room in the stock to the hands that nobody names.

        Where all are named, a stock with a star takes them, else a pile that nobody names or that has a star, else a
        stock that nobody names.
        """
        outline = self.outline
        hands = [seat for seat in range(self.rules.seats) if seat not in outline.hands]
        hands = [seat for seat in hands if seat != outline.seat] or hands
        starred = isinstance(outline.stock, Packet) and outline.stock.others == USUAL
        under_pile = outline.pile is None or outline.pile.others == USUAL
        faces = list(self.supply.fill("stock", len(self.supply)))
        if not hands and (starred or (outline.stock is None and not under_pile)):
            self.stock += faces
            return
        if self.rule_table.red_laid:
            laid = self.rule_table.laid
            self._lay([face for face in faces if laid[KIND_OF[face]]])
            faces = [face for face in faces if not laid[KIND_OF[face]]]
        if hands:
            for place, face in enumerate(faces):
                self.hands[hands[place % len(hands)]].append(face)
        elif under_pile:
            self.pile[:0] = faces
        elif faces:
            text = f"{count(len(faces), 'card')} {_has(len(faces))} nowhere to go: end the stock with *, or leave out a hand"
            self.supply.wrong("stock", text)
            self.stock += faces

    def _lay(self, reds: list[Face]) -> None:
        """Lay down *reds* before the last side whose red threes nobody names; where all are named, they go to the stock."""
        free = [side for side in range(self.rules.sides) if side not in self.outline.red_threes]
        if free:
            self.reds[free[-1]] += reds
            return
        if reds and self.outline.stock is not None and not isinstance(self.outline.stock, Packet):
            text = f"{faces_text(reds)} {_has(len(reds))} nowhere to go: leave out the red threes of one side, or list them there"
            self.supply.wrong("red_threes", text)
        self.stock += reds

    def _upcard_froze(self) -> bool:
        """Return whether a card that was turned up freezes the pile; the cards must allow what the outline says."""
        table, frozen = self.rule_table, self.outline.frozen
        kinds = [KIND_OF[face] for face in self.pile]
        freezing = any(table.freezes[kind] for kind in kinds)
        upcards = any(table.upcard_freezes)
        covered = table.red_laid and RED_THREE in kinds and table.upcard_freezes[RED_THREE]  # it was turned up
        if frozen is False and (covered or freezing):
            self.supply.wrong("frozen", "a card in the pile freezes it")
        if frozen and not upcards and not any(table.freezes):
            self.supply.wrong("frozen", "in this game nothing freezes the pile")
        elif frozen and not freezing and not any(table.upcard_freezes[kind] for kind in kinds[:-1]):
            self.supply.wrong("frozen", "no card below the top of the pile could have frozen it")
        return bool(covered or (upcards and frozen))


def _are(cards: int) -> str:
    return "is" if cards == 1 else "are"


def _has(cards: int) -> str:
    return "has" if cards == 1 else "have"
