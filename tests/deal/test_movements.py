"""Events say which cards went where: whoever follows the movements alone has every card where it lies."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from canasta.base.cards import Face
from canasta.base.errors import IllegalMove
from canasta.base.events import Event, Moved, Place
from canasta.deal.deal import Deal
from canasta.deal.view import view
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import UNDO, read_cases, seated
from canasta.notation.move_text import parse_move
from tests.deal.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel

Zones = dict[Place, Counter[Face]]
CASES = sorted(Path(__file__).parents[1].glob("cases/**/*.toml"))


def follow(zones: Zones, events: list[Event]) -> None:
    for event in events:
        for moved in event.moved:
            assert moved.faces is not None
            assert moved.count == len(moved.faces)
            if moved.origin.zone not in {"stock", "reserve"}:
                left = zones[moved.origin]
                assert not Counter(moved.faces) - left
                left.subtract(moved.faces)
            zones.setdefault(moved.target, Counter()).update(moved.faces)


def lying(deal: Deal) -> Zones:
    zones: Zones = {Place("pile"): Counter(deal.tabletop.pile)}
    for seat, hand in enumerate(deal.tabletop.hands):
        zones[Place("hand", seat)] = Counter(hand)
    for side, reds in enumerate(deal.tabletop.reds):
        zones[Place("red threes", side)] = Counter(reds)
    for index, meld in enumerate(view(deal, -1).melds):
        cards = [*meld.cards, *([] if meld.red_three is None else [meld.red_three])]
        if meld.slot is None:
            zones[Place("canasta", meld.side, index, meld.rank)] = Counter(cards)
        else:
            zones[Place("meld", meld.side, meld.slot, meld.rank)] = Counter(cards)
    return filled(zones)


def filled(zones: Zones) -> Zones:
    return {place: +cards for place, cards in zones.items() if +cards}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_movements_of_events_carry_every_card(name: str, players: int) -> None:
    rng = Random(players)
    deal, events = fresh(rules_of(name, players), 3)
    zones: Zones = {}
    follow(zones, events)
    for told in random_play(deal, rng):
        follow(zones, told)
        assert filled(zones) == lying(deal)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_so_do_those_of_whole_moves(path: Path) -> None:
    for case in read_cases(path):
        if case.rules is None:
            continue
        deal, _ = arrange(case.rules, case.outline)
        for text in case.moves:
            zones = lying(deal)
            seat, rest = seated(text, deal)
            try:
                if rest.strip() == UNDO:
                    deal.undo(seat)
                    continue
                follow(zones, deal.play(seat, parse_move(rest, view(deal, seat))))
            except IllegalMove:
                break
            assert filled(zones) == lying(deal), (case.id, text)


def test_hidden_cards_move_without_faces() -> None:
    deal, _ = fresh(rules_of("classic", 4), 3)
    (drew, *_rest) = deal.step(deal.actor, 0)
    assert drew.moved[0].faces
    hidden = drew.seen_by((drew.seat + 1) % 4)
    assert hidden.moved == tuple(Moved(each.origin, each.target, each.count, None) for each in drew.moved)
    assert drew.seen_by(drew.seat).moved == drew.moved
