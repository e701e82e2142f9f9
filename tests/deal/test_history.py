"""The history of a deal: all that happened and still holds, in order, and what each seat saw of it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from random import Random

import pytest

from canasta.base.cards import Face, parse_faces
from canasta.base.errors import IllegalMove
from canasta.base.events import (
    CanastaMade,
    Dealt,
    Discarded,
    Event,
    Melded,
    Opened,
    TakenBack,
    TookPile,
    TurnBegan,
    TurnedUp,
)
from canasta.base.moves import Discard, Draw, Lay
from canasta.deal.history import History
from canasta.deal.imagine import imagine
from canasta.deal.view import View, view
from canasta.rules.load import load
from tests.deal.tables import TABLES, fresh, random_play, rules_of
from tests.deal.test_deal import group, laid_out

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_history_is_all_that_was_told(name: str, players: int) -> None:
    deal, events = fresh(rules_of(name, players), 2)
    told: list[Event] = list(events)
    rng = Random(2)
    for number, more in enumerate(random_play(deal, rng)):
        told += more
        if number % 50 == 0:
            seat = rng.randrange(-1, players)
            assert deal.history == tuple(told)
            assert deal.history_seen_by(seat) == tuple(event.seen_by(seat) for event in told)
    for seat in range(-1, players):
        assert deal.history_seen_by(seat) == tuple(event.seen_by(seat) for event in told)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_has_the_history_its_seat_saw(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 6)
    rng = Random(6)
    earlier: list[tuple[View, tuple[Event, ...]]] = []
    for number, _events in enumerate(random_play(deal, rng)):
        if number % 40 == 0:
            seat = rng.randrange(-1, players)
            seen = view(deal, seat)
            wanted = tuple(event.seen_by(seat) for event in deal.history)
            if number % 80:
                assert seen.history == wanted
            earlier.append((seen, wanted))
            for event in seen.history:
                assert event == event.seen_by(seat)
            assert view(imagine(seen, rng).deal, seat).history == wanted
            for again in (pickle.loads(pickle.dumps(seen)), copy.deepcopy(seen)):
                assert again.history == wanted
                assert again == seen
    # Nothing that came later has changed them, whether they were read at once or only now.
    for seen, wanted in earlier:
        assert seen.history == wanted
        assert len(seen.history) == len(wanted)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_history_tells_the_pile_and_so_what_everybody_declined(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 8)
    for number, _events in enumerate(random_play(deal, Random(8))):
        if number % 25 == 0 or deal.over:
            seen = view(deal, number % players)
            assert pile_told(seen.history) == list(seen.pile)


def pile_told(history: Sequence[Event]) -> list[Face]:
    """Return the pile as it follows from what everyone saw."""
    pile: list[Face] = []
    for event in history:
        match event:
            case TurnedUp(_, card, covered):
                pile = [*covered, *([] if card is None else [card])]
            case Discarded(_, card):
                pile.append(card)
            case Melded(top=top) if top is not None:
                assert pile.pop() == top
            case TookPile(_, cards):
                assert sorted(pile[len(pile) - len(cards) :]) == sorted(cards)
                del pile[len(pile) - len(cards) :]
    return pile


def test_a_pickled_view_does_not_tell_what_comes_later() -> None:
    deal, _ = fresh(rules_of("classic", 4), 6)
    seen = view(deal, 0)
    before = pickle.dumps(seen.history)
    for _events in random_play(deal, Random(1)):
        pass
    assert pickle.dumps(seen.history) == before
    assert len(before) < len(pickle.dumps(view(deal, 0).history))


def test_a_history_is_read_as_a_tuple_is() -> None:
    events = (TurnBegan(0), Discarded(0, 14), TurnBegan(1))
    history = History(events)
    assert (history[0], history[-1], history[1:]) == (events[0], events[-1], events[1:])
    assert history == events
    assert history == History(list(events))
    assert history != History(events[:2])
    assert hash(history) == hash(events)
    assert events[1] in history
    assert list(reversed(history)) == list(reversed(events))
    assert repr(History(())) == "History([])"


def test_a_refused_move_leaves_no_trace() -> None:
    deal = laid_out("KcKdKh")
    before = deal.history
    with pytest.raises(IllegalMove):
        deal.play(0, Discard(parse_faces("Kc")[0]))
    assert deal.history == before


def test_a_copy_has_a_history_of_its_own() -> None:
    deal = laid_out("KcKdKh")
    twin = deal.copy()
    before = deal.history
    twin.play(0, Draw())
    assert deal.history == before
    assert twin.history[: len(before)] == before
    assert len(twin.history) > len(before)


def test_moves_taken_back_leave_only_the_acts_of_taking_them_back() -> None:
    deal = laid_out("KcKdKh AcAdAh QcQdQh")
    deal.play(0, Draw())
    drawn = deal.history
    deal.play(0, Lay((group("KcKdKh", 13), group("AcAdAh", 14))))
    opened = deal.history
    deal.play(0, Lay((group("QcQdQh", 12),)))
    assert deal.history_seen_by(1)[-1] == Melded(0, 12, parse_faces("QcQdQh"), 3, None)
    assert deal.undo(0) == TakenBack(0, 1)
    assert deal.history == (*opened, TakenBack(0, 1))
    # Three events: two melds and the opening. The act above is an act, and no move.
    assert [type(event) for event in opened[len(drawn) :]] == [Melded, Melded, Opened]
    assert deal.undo(0) == TakenBack(0, 3)
    assert deal.history == (*drawn, TakenBack(0, 1), TakenBack(0, 3))
    for seat in range(-1, 4):
        seen = deal.history_seen_by(seat)
        assert not any(isinstance(event, Melded | CanastaMade | Opened) for event in seen)
        assert seen == tuple(event.seen_by(seat) for event in deal.history)
    deal.play(0, Lay((group("KcKdKh", 13), group("QcQdQh", 12))))
    deal.play(0, Discard(parse_faces("Ac")[0]))
    assert deal.history[: len(drawn) + 2] == (*drawn, TakenBack(0, 1), TakenBack(0, 3))
    assert deal.history[-1] == TurnBegan(1)


def test_a_history_seen_earlier_does_not_change_when_a_move_is_taken_back() -> None:
    deal = laid_out("KcKdKh AcAdAh QcQdQh")
    deal.play(0, Draw())
    deal.play(0, Lay((group("KcKdKh", 13), group("AcAdAh", 14))))
    seen, everything = deal.history_seen_by(2), deal.history
    deal.undo(0)
    assert isinstance(seen[-1], Opened)
    assert isinstance(everything[-1], Opened)


def test_where_moves_stand_nothing_is_taken_back() -> None:
    rules = load("hoyle-two-player", options=["no-undo"])
    deal, _ = fresh(rules, 1)
    deal.play(0, Draw())
    before = deal.history
    with pytest.raises(IllegalMove) as caught:
        deal.undo(0)
    assert caught.value.refusal.text == "You can't take it back: in this game a move stands once it is made."
    assert deal.history == before


def test_hands_are_dealt_to_their_players_only() -> None:
    deal, _ = fresh(rules_of("hand-and-foot", 4), 1)
    for seat in range(-1, 4):
        dealt = [event for event in deal.history_seen_by(seat) if isinstance(event, Dealt)]
        assert [event.seat for event in dealt if event.cards is not None] == ([seat] if seat >= 0 else [])
