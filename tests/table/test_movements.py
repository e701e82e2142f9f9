"""Events say which cards went where: whoever follows the movements alone has every card where it lies."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from canasta.cards import Face
from canasta.deal import Deal
from canasta.events import Event, Moved, Place
from canasta.view import view
from tests.table.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel

Zones = dict[tuple[str, int, int], Counter[Face]]


def key(place: Place) -> tuple[str, int, int]:
    """A place without the order among the melds of a rank, which changes as they grow."""
    return place.zone, place.owner, place.rank


def follow(zones: Zones, events: list[Event]) -> None:
    for event in events:
        for moved in event.moved:
            assert moved.faces is not None
            assert moved.count == len(moved.faces)
            if moved.origin.zone not in {"stock", "reserve"}:
                left = zones[key(moved.origin)]
                assert not Counter(moved.faces) - left
                left.subtract(moved.faces)
            zones.setdefault(key(moved.target), Counter()).update(moved.faces)


def lying(deal: Deal) -> Zones:
    zones: Zones = {("pile", -1, -1): Counter(deal.tabletop.pile)}
    for seat, hand in enumerate(deal.tabletop.hands):
        zones["hand", seat, -1] = Counter(hand)
    for side, reds in enumerate(deal.tabletop.reds):
        zones["red threes", side, -1] = Counter(reds)
    for meld in view(deal, -1).melds:
        place = "canasta" if meld.slot is None else "meld", meld.side, meld.rank
        cards = [*meld.cards, *([] if meld.red_three is None else [meld.red_three])]
        zones.setdefault(place, Counter()).update(cards)
    return zones


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_movements_of_events_carry_every_card(name: str, players: int) -> None:
    rng = Random(players)
    deal, events = fresh(rules_of(name, players), 3)
    zones: Zones = {}
    follow(zones, events)
    for told in random_play(deal, rng):
        follow(zones, told)
        assert {place: +cards for place, cards in zones.items() if +cards} == {
            place: cards for place, cards in lying(deal).items() if cards
        }


def test_hidden_cards_move_without_faces() -> None:
    deal, _ = fresh(rules_of("classic", 4), 3)
    (drew, *_rest) = deal.step(deal.actor, 0)
    assert drew.moved[0].faces
    hidden = drew.seen_by((drew.seat + 1) % 4)
    assert hidden.moved == tuple(Moved(each.origin, each.target, each.count, None) for each in drew.moved)
    assert drew.seen_by(drew.seat).moved == drew.moved
