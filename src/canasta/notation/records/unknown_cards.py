"""Decks that a record does not give, or not wholly: as much as its lines tell, and any cards for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from canasta.base.cards import KIND_OF, RED_THREE, Face, faces_text, pack
from canasta.base.errors import NotationError
from canasta.base.moves import Discard, Lay, Move, TakePile, hand_cards
from canasta.engine.layout import dealt
from canasta.engine.rule_table import rule_table_of
from canasta.notation.move_text import parse_move
from canasta.notation.records.actions import FACTS, RecordLine, read_line
from canasta.notation.records.record import UNKNOWN, Card, DealRecord, parse_cards
from canasta.rules.groups import Rules


def filled(rules: Rules, record: DealRecord) -> tuple[Face, ...]:
    """Return a deck with which *record* can be played again: cards it tells where it tells them, others by chance of order.

    A card that a player showed later takes the place of one that was not known when they got it. Red threes
    that nobody showed are put where nobody drew, if that can be. Where a player discarded a card that goes after all
    others, what they went on holding is such a card too, if that can be.

    Raises `NotationError` if the lines tell of more cards of a face than there are.
    """
    return _Places(rules, record).deck()


class _Places:
    """The places of the deck, and which of them lie in whose hand."""

    def __init__(self, rules: Rules, record: DealRecord) -> None:
        self.rules, self.record = rules.in_deal(record.number), record
        self.cards: list[Card] = list(record.deck) or [UNKNOWN] * rules.cards
        self.told = not record.deck
        self.hands: list[list[int]] = [[] for _ in range(rules.seats)]
        self.loose: list[Counter[Face]] = [Counter() for _ in range(rules.seats)]
        self.reserves = [0] * rules.seats
        self.next = int(dealt(rule_table_of(self.rules)))
        self.drawn: set[int] = set()
        self.kept: set[int] = set()
        self.latest: list[int] = []
        self.opened: set[int] = set()

    def deck(self) -> tuple[Face, ...]:
        for place, text in enumerate(self.record.actions, self.record.line):
            try:
                line = read_line(text)
                if line is not None:
                    self._line(line)
            except NotationError as error:
                raise NotationError(str(error), place) from None
        whole = Counter(pack(self.rules.packs, self.rules.deck.jokers))
        whole.subtract(card for card in self.cards if card != UNKNOWN)
        short = [face for face, number in whole.items() if number < 0]
        if short:
            raise NotationError(f"{faces_text(short[:1])} appears more often than it is in the deck")
        laid = rule_table_of(self.rules).laid
        left = sorted(whole.elements(), key=lambda face: KIND_OF[face] == RED_THREE or bool(laid[KIND_OF[face]]))
        for at in sorted(self.kept):
            face = next(filter(self._keeps, left), None)
            if self.cards[at] == UNKNOWN and face is not None:
                self.cards[at] = face
                left.remove(face)
        in_hand = [at for at, card in enumerate(self.cards) if card == UNKNOWN and at in self.drawn]
        others = [at for at, card in enumerate(self.cards) if card == UNKNOWN and at not in self.drawn]
        for at, face in zip((*in_hand, *others), left, strict=True):
            self.cards[at] = face
        return tuple(self.cards)

    def _line(self, line: RecordLine) -> None:
        words = line.text.split()
        if line.seat < 0:
            if words[0] == "deal" and len(words) == 3 and words[1] in map(str, range(1, self.rules.seats + 1)):
                self._come(int(words[1]) - 1, (int(words[1]) - 1) * self.rules.deal.hand, parse_cards(words[2]))
            elif words[0] in {"back", "up"} and self.told:
                self._put(self.next, parse_cards("".join(words[1:])))
                self.next += len(parse_cards("".join(words[1:])))
        elif line.seat < self.rules.seats:
            self._of_seat(
                line.seat, words[0], parse_cards("".join(words[1:])) if words[0] in FACTS | {"draw"} else (), line
            )

    def _of_seat(self, seat: int, word: str, cards: Sequence[Card], line: RecordLine) -> None:
        if word in {"draw", "drew"}:
            self._come(seat, self.next, cards)
            self.next += len(cards)
        elif word == "reserve":
            at = self._reserve_at(seat)
            self._come(seat, at, cards)
        elif word == "took":
            self.loose[seat].update(card for card in cards if card != UNKNOWN)
        elif word == "red":
            self._lay_red(seat, cards)
        elif word != "draw":
            self._act(seat, parse_move(line.text))

    def _act(self, seat: int, move: Move) -> None:
        """Take the cards of *move* from the hand, except a pair that is only shown."""
        side = seat % self.rules.sides
        shows = self.rules.pile.use == "show" and side in self.opened
        if isinstance(move, Lay | TakePile):
            self.opened.add(side)
        if isinstance(move, TakePile) and shows:
            self._show(seat, move.cards)
            self.loose[seat].update(move.cards)
        else:
            self._show(seat, tuple(hand_cards(move)))
        if isinstance(move, Discard) and self._keeps(move.card):
            self.kept.update(at for at in self.hands[seat] if self.cards[at] == UNKNOWN)

    def _keeps(self, card: Card) -> bool:
        """Return whether *card* may be discarded only by a player who holds nothing else."""
        return card != UNKNOWN and bool(rule_table_of(self.rules).discard_kept[KIND_OF[card]])

    def _lay_red(self, seat: int, cards: Sequence[Card]) -> None:
        """Red threes leave the hand: they were among the first of the cards that came last, for others replaced them."""
        for card in cards:
            if self.loose[seat][card]:
                self.loose[seat][card] -= 1
                continue
            at = next((at for at in self.latest if at in self.hands[seat] and self.cards[at] in (card, UNKNOWN)), None)
            if at is None:
                self._show(seat, (card,))
            else:
                self.cards[at] = card
                self.hands[seat].remove(at)

    def _reserve_at(self, seat: int) -> int:
        at = self.rules.deal.hand * self.rules.seats
        index = self.reserves[seat]
        if index >= len(self.rules.reserves):
            raise NotationError(f"seat {seat + 1} has no further reserve")
        at += sum(reserve.size for reserve in self.rules.reserves[:index]) * self.rules.seats
        self.reserves[seat] += 1
        return at + self.rules.reserves[index].size * seat

    def _put(self, at: int, cards: Sequence[Card]) -> None:
        if at + len(cards) > len(self.cards):
            raise NotationError("more cards come from the deck than it has")
        if self.told:
            self.cards[at : at + len(cards)] = cards

    def _come(self, seat: int, at: int, cards: Sequence[Card]) -> None:
        """*cards* come to the hand of *seat* from the places of the deck from *at* on."""
        self._put(at, cards)
        self.hands[seat] += range(at, at + len(cards))
        self.drawn.update(range(at, at + len(cards)))
        self.latest = [*range(at, at + len(cards)), *self.latest]

    def _show(self, seat: int, cards: Sequence[Card]) -> None:
        """*cards* leave the hand of *seat*: known ones if it has them, else ones that were not known till now."""
        hand, loose = self.hands[seat], self.loose[seat]
        for card in cards:
            if card == UNKNOWN:
                continue
            place = next((at for at in hand if self.cards[at] == card), None)
            if place is None and loose[card]:
                loose[card] -= 1
                continue
            if place is None:
                unknown = [at for at in hand if self.cards[at] == UNKNOWN]
                place = min(unknown, key=lambda at: at in self.kept and not self._keeps(card), default=None)
            if place is not None:
                self.cards[place] = card
                hand.remove(place)
