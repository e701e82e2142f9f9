"""Whoever moves cards by the flows alone has the same cards in the same places as the kernel."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.engine import KERNEL
from canasta.engine.fields import REDS, SIDE
from canasta.engine.flows import ANY_KIND, Z_CLOSED, Z_HAND, Z_MELD, Z_PILE, Z_REDS, Z_RESERVE, Z_STOCK, ZONE, Flows
from canasta.engine.legal import legal
from canasta.engine.play import play_noting
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.rules.groups import Rules
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.checks import KINDS, cards_of
from tests.kernel.random_games import random_rules
from tests.kernel.tiny import chosen, dealt

pytestmark = pytest.mark.kernel

COMPILED: Final = KERNEL == "compiled"
DEALS: Final = 6 if COMPILED else 1
COMBINATIONS: Final = 8 if COMPILED else 2


class Faces:
    """Cards in their places, moved by flows only."""

    def __init__(self, p: Position, rules: Rules, up: int) -> None:
        deck = [int(kind) for kind in p.deck]
        hand, seats = rules.deal.hand, rules.seats
        self.rules = rules
        self.hands = [Counter(deck[seat * hand : (seat + 1) * hand]) for seat in range(seats)]
        at = hand * seats
        self.reserves: dict[int, list[int]] = {}
        for index, reserve in enumerate(rules.reserves):
            for seat in range(seats):
                self.reserves[seat * 4 + index] = deck[at : at + reserve.size]
                at += reserve.size
        self.pile = deck[at : at + up]
        self.stock = deck[at + up :]
        self.melds: dict[int, Counter[int]] = {}
        self.closed: list[Counter[int]] = []
        self.reds = [0] * rules.sides

    def move(self, flows: Flows) -> None:
        """Follow the *flows* of a step."""
        for origin, target, kind, number in flows.listed():
            if number == 0:
                assert kind == ANY_KIND
                assert origin // ZONE == target // ZONE == Z_MELD
                a, b = origin % ZONE, target % ZONE
                self.melds[a], self.melds[b] = self.melds.pop(b, Counter()), self.melds.pop(a, Counter())
            else:
                self.put(target, self.pick(origin, kind, number))

    def pick(self, origin: int, kind: int, number: int) -> list[int]:
        sort, index = divmod(origin, ZONE)
        cards: list[int]
        if sort == Z_STOCK:
            cards, self.stock = self.stock[:number], self.stock[number:]
        elif sort == Z_PILE:
            cards, self.pile = self.pile[-number:], self.pile[:-number]
        elif sort == Z_RESERVE:
            cards = self.reserves.pop(index)
        elif sort == Z_MELD:
            cards = list(self.melds.pop(index).elements())
        else:
            assert sort == Z_HAND
            assert kind != ANY_KIND
            cards = [kind] * number
            assert self.hands[index][kind] >= number
            self.hands[index] -= Counter(cards)
        assert len(cards) == number
        assert kind == ANY_KIND or set(cards) == {kind}
        return cards

    def put(self, target: int, cards: list[int]) -> None:
        sort, index = divmod(target, ZONE)
        if sort == Z_HAND:
            self.hands[index].update(cards)
        elif sort == Z_PILE:
            self.pile += cards
        elif sort == Z_MELD:
            self.melds.setdefault(index, Counter()).update(cards)
        elif sort == Z_CLOSED:
            if index == len(self.closed):
                self.closed.append(Counter())
            self.closed[index].update(cards)
        else:
            assert sort == Z_REDS
            assert set(cards) <= {2, 3}
            self.reds[index] += sum(1 if kind == 2 else 256 for kind in cards)  # black ones where they are laid too

    def compare(self, p: Position) -> None:
        """Every card lies where the position says."""
        slots = 1 if self.rules.open_melds == "one" else 8
        for seat, hand in enumerate(self.hands):
            assert [hand[kind] for kind in range(KINDS)] == list(p.hands[seat * KINDS : (seat + 1) * KINDS])
        assert self.pile == list(p.pile)
        assert self.stock == list(p.deck[p.next :])
        melds = {at: cards_of(at // slots % KINDS, int(meld)) for at, meld in enumerate(p.melds) if meld}
        assert {at: cards for at, cards in self.melds.items() if cards} == melds
        closed = []
        for entry in p.closed:
            cards = cards_of(int(entry) >> 32 & 255, int(entry))
            cards[2] += int(entry) >> 24 & 1
            closed.append(+cards)
        assert self.closed == closed
        assert self.reds == [p.sides[side * SIDE + REDS] for side in range(self.rules.sides)]


def follow(rules: Rules, seed: str) -> None:
    """Play one random deal and move its cards by the flows alone."""
    rng = random.Random(seed)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    minimums = [rng.choice([15, 50, 90]) for _ in range(rules.sides)]
    flows = Flows()
    p = dealt(RuleTable(rules), kinds, rng, minimums, flows)
    faces = Faces(p, rules, len(p.pile))
    eager = rng.choice([0.2, 0.6])
    for _ in range(500):
        faces.move(flows)
        faces.compare(p)
        if p.phase == OVER:
            return
        play_noting(p, p.actor, chosen([int(step) for step in legal(p, p.actor)], rng, eager), flows)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_flows__carry_every_card(name: str, players: int) -> None:
    rules = load(name, players)
    for deal in range(DEALS):
        follow(rules, f"{name} {players} {deal}")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_flows__carry_every_card_with_random_options(name: str, players: int) -> None:
    for at, rules in enumerate(random_rules(name, players, COMBINATIONS, seed=2)):
        if rules is not None:
            follow(rules, f"{name} {players} options {at}")
