"""What each meld counts toward an opening, as its event says."""

from collections import Counter
from random import Random

import pytest

from canasta.base.cards import KIND_OF, pack, parse_faces
from canasta.base.events import Event, Melded, Opened, TurnBegan
from canasta.base.moves import Draw, Group, Lay
from canasta.deal.deal import Deal
from canasta.rules.load import load
from tests.deal.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel


def openings(events: list[Event]) -> int:
    """Check every opening among *events*; returns how many there were."""
    found, staged = 0, Counter[int]()
    for event in events:
        if isinstance(event, Melded):
            staged[event.seat] += event.worth
            if event.worth:
                assert event.staged == staged[event.seat]
        elif isinstance(event, Opened):
            assert staged[event.seat] == event.worth
            staged[event.seat] = 0
            found += 1
        elif isinstance(event, TurnBegan):
            # What is laid once a side has opened counts for no opening.
            assert not staged.total()
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_melds_of_an_opening_add_up_to_it(name: str, players: int) -> None:
    rng, found = Random(players), 0
    for seed in range(3):
        deal, events = fresh(rules_of(name, players), seed)
        found += openings([*events, *(event for some in random_play(deal, rng) for event in some)])
    assert found


def test_a_bonus_for_a_canasta_counts_for_its_meld() -> None:
    rules = load("classic", 4, ["opening.bonuses=true"])
    kings = parse_faces("Kc Kc Kd Kd Kh Kh Ks")
    # The first eleven cards are the hand of seat 0; nothing in it is wild or a three.
    mine = (*kings, *parse_faces("4c 5c 6c 7c"))
    rest = sorted((Counter(pack(rules.packs, rules.deck.jokers)) - Counter(mine)).elements(), reverse=True)
    deal, _ = Deal.new(rules, (*mine, *rest))
    deal.play(0, Draw())
    events = deal.play(0, Lay((Group(kings, KIND_OF[kings[0]]),)))
    laid = [event for event in events if isinstance(event, Melded)]
    assert sum(event.worth for event in laid) == laid[-1].staged == 7 * 10 + rules.score.natural
    assert openings(events) == 1


def test_nothing_counts_toward_an_opening_that_stands() -> None:
    deal, _ = fresh(rules_of("hand-and-foot", 4), 1)
    rng, opened, later = Random(2), set[int](), 0
    for events in random_play(deal, rng):
        for event in events:
            if isinstance(event, Opened):
                opened.add(event.seat % 2)
            elif isinstance(event, Melded) and event.seat % 2 in opened:
                later += 1
                assert (event.worth, event.staged) == (0, 0)
    assert later > 10
