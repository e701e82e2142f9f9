"""Streams: each seat draws the cards of its own part of the stock, and no card is lost, added or looked at."""

from __future__ import annotations

from random import Random

import pytest

from canasta.engine.playout import Dice, random_start
from canasta.engine.rule_table import RuleTable
from canasta.engine.streams import Streams
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.test_rollout import kinds_of

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_each_seat_draws_its_own_part_in_order(name: str, players: int) -> None:
    rules = load(name, players)
    p = random_start(RuleTable(rules), kinds_of(rules), Dice(players), [50] * rules.sides)
    # Every card is another one, so that it can be followed.
    p.set_deck(list(range(len(p.deck))))
    first, size = p.next, len(p.deck)
    streams, rng = Streams(p), Random(players)
    drawn: list[list[int]] = [[] for _ in range(players)]
    seat = 0
    while p.next < size:
        before = list(p.deck)
        streams.prepare(p, seat)
        assert list(p.deck)[: p.next] == before[: p.next]
        assert sorted(p.deck) == list(range(size))
        number = min(int(p.rule_table.draw) + rng.randrange(3), size - p.next)
        drawn[seat] += list(p.deck)[p.next : p.next + number]
        p.next += number
        seat = rng.randrange(players)
    for seat, cards in enumerate(drawn):
        own = list(range(first + seat, size, players))
        # Until a part is used up, or another seat had to draw from it, its seat has drawn nothing else.
        taken = {card for other, each in enumerate(drawn) if other != seat for card in each}
        reached = next((at for at, card in enumerate(own) if card in taken), len(own))
        assert cards[:reached] == own[:reached][: len(cards)]
    assert sorted(card for each in drawn for card in each) == list(range(first, size))
