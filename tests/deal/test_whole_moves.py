"""Whole moves of any numbers and faces: refused with nothing changed, or made with just the cards they name."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.base.cards import KIND_OF, Face
from canasta.base.events import Event
from canasta.base.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    Group,
    Knock,
    Lay,
    LayRedThree,
    Move,
    Stuck,
    TakePile,
)
from canasta.deal.deal import Deal
from tests.deal.attempts import attempt, state
from tests.deal.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel

NUMBERS = st.one_of(st.integers(-3, 20), st.integers(-(2**70), 2**70))
SLOTS = st.one_of(st.none(), st.integers(0, 8), NUMBERS)


@st.composite
def moments(draw: st.DrawFn) -> Deal:
    """Return a deal somewhere in its middle."""
    name, players = draw(st.sampled_from(TABLES))
    deal, _ = fresh(rules_of(name, players), draw(st.integers(0, 20)))
    rng = Random(draw(st.integers(0, 99)))
    stop = draw(st.integers(0, 150))
    for number, _events in enumerate(random_play(deal, rng)):
        if number >= stop:
            break
    return deal


def faces(deal: Deal, seat: int) -> st.SearchStrategy[tuple[Face, ...]]:
    """Return some cards: most of them from the hand, some from anywhere."""
    held = st.sampled_from(deal.tabletop.hands[seat] or [0])
    return st.lists(st.one_of(held, held, held, st.integers(0, 52), NUMBERS), max_size=8).map(tuple)


def moves(deal: Deal, seat: int) -> st.SearchStrategy[Move]:
    """Return moves of all sorts, most of which cannot be made."""
    cards = faces(deal, seat)
    ranks = st.sampled_from([KIND_OF[face] for face in deal.tabletop.hands[seat]] or [4])
    groups = st.builds(Group, cards, st.one_of(ranks, ranks, NUMBERS), SLOTS)
    many = st.lists(groups, max_size=3).map(tuple)
    top = KIND_OF[deal.tabletop.pile[-1]] if deal.tabletop.pile else 4
    fitting = [face for face in deal.tabletop.hands[seat] if KIND_OF[face] in {0, 1, top}] or [0]
    pairs = st.lists(st.sampled_from(fitting), min_size=2, max_size=2).map(tuple)
    return st.one_of(
        st.builds(Lay, many),
        st.builds(TakePile, st.one_of(cards, pairs, pairs), st.one_of(st.just(()), many), SLOTS, st.booleans()),
        cards.filter(bool).map(lambda some: Discard(some[0])),
        st.builds(LayRedThree, cards.filter(bool).map(lambda some: some[0]), NUMBERS),
        st.builds(Ask, NUMBERS),
        st.builds(Answer, st.booleans()),
        st.sampled_from([Draw(), Knock(), Stuck()]),
    )


@given(st.data())
def test_a_move_is_refused_or_made_with_its_own_cards(data: st.DataObject) -> None:
    deal = data.draw(moments(), label="deal")
    for _ in range(4):
        if deal.over:
            break
        seat = data.draw(st.one_of(st.just(deal.actor), st.integers(0, deal.rules.seats - 1)), label="seat")
        attempt(deal, seat, data.draw(moves(deal, seat), label="move"))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_takes_and_groups(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    made = 0
    for seed in range(3):
        deal, _ = fresh(rules_of(name, players), seed)
        for number, _events in enumerate(random_play(deal, rng)):
            if deal.over or number % 3:
                continue
            seat, hand = deal.actor, deal.tabletop.hands[deal.actor]
            rank = KIND_OF[rng.choice(hand)]
            alike = [face for face in hand if KIND_OF[face] in {rank, 0, 1} or rng.random() < 0.1]
            some = rng.sample(alike, min(len(alike), rng.choice([1, 2, 2, 3, 4])))
            slot = rng.choice([None, None, 0, 1, 9])
            for move in (TakePile(tuple(some[:2]), (), slot), Lay((Group(tuple(some), rank, slot),))):
                made += attempt(deal.copy(), seat, move)
    assert made


def test_seats_that_do_not_exist() -> None:
    deal, _ = fresh(rules_of("classic", 4), 1)
    for seat in (-1, 4, 99):
        with pytest.raises(ValueError, match=f"There is no seat {seat}"):
            deal.play(seat, Draw())
        with pytest.raises(ValueError, match=f"There is no seat {seat}"):
            deal.step(seat, 0)


def test_a_step_takes_only_cards_that_fit_it() -> None:
    deal, _ = fresh(rules_of("classic", 4), 1)
    seat = deal.actor
    deal.play(seat, Draw())
    before = state(deal)
    held = deal.tabletop.hands[seat][0]
    other = next(face for face in range(53) if face not in deal.tabletop.hands[seat])
    step = next(step for step in deal.legal_steps(seat) if step >= 404 and step - 404 == KIND_OF[held])
    for wrong in ((other,), (held, held), (99,), (-1,)):
        with pytest.raises(ValueError, match="cannot take the step"):
            deal.step(seat, step, wrong)
    assert state(deal) == before
    assert deal.step(seat, step, (held,))


def test_whatever_is_raised_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, _ = fresh(rules_of("classic", 4), 1)
    before = state(deal)

    def broken(*_: object) -> list[Event]:
        raise KeyboardInterrupt

    monkeypatch.setattr("canasta.deal.deal.report", broken)
    with pytest.raises(KeyboardInterrupt):
        deal.play(deal.actor, Draw())
    assert state(deal) == before
