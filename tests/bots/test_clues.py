"""The clues in a view's history are those that the kernel keeps while it plays, in every game, whoever looks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canasta import bots
from canasta.bots.clues import clues_of
from canasta.bots.search import seen_cards
from canasta.deal.deal import Deal
from canasta.deal.history import History
from canasta.deal.view import View, view
from canasta.engine.clues import Clues
from canasta.engine.flows import Flows
from canasta.engine.play import play_noting
from canasta.engine.steps import DISCARD, START
from canasta.notation.positions.line import position_text, read_position
from canasta.notation.step_moves import one_step
from tests.deal.tables import TABLES, fresh, rules_of

STEPS = 160


def followed(deal: Deal, clues: Clues, step: int) -> None:
    """Take *step* in *deal*, and let *clues* follow as inside the kernel."""
    p, flows = deal.position.copy(), Flows()
    pile = p.pile
    play_noting(p, deal.actor, step, flows)
    clues.follow(pile, flows)
    deal.step(deal.actor, step)


@pytest.mark.parametrize("bot", ["planner", "chance"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_clues_are_those_of_the_kernel(name: str, players: int, bot: str) -> None:
    deal, _ = fresh(rules_of(name, players), 11)
    playing = [bots.make(bot, 2, seat) for seat in range(players)]
    clues = Clues(deal.position.rule_table)
    number = 0
    while not deal.over and number < STEPS:
        step = playing[deal.actor].choose(view(deal, deal.actor))
        followed(deal, clues, step)
        number += 1
        if number % 5 == 0:
            for seat in (number % players, -1):
                found = clues_of(view(deal, seat))
                assert found is not None
                assert found.key() == clues.key(), number
    assert clues.now > 0


def test_moves_that_were_taken_back_are_no_clues() -> None:
    """A side lays cards and takes them back: as if it had never done so."""
    deal, _ = fresh(rules_of("hand-and-foot", 4), 3)
    playing = [bots.make("planner", 2, seat) for seat in range(4)]
    checked = 0
    while checked < 3:
        seat = deal.actor
        seen = view(deal, seat)
        before, step = clues_of(seen), playing[seat].choose(seen)
        assert before is not None
        if seen.opened[seen.side] and START <= step < DISCARD:
            deal.play(seat, one_step(step, seen))
            after = clues_of(view(deal, 0))
            assert after is not None
            if after.key() != before.key():
                deal.undo(seat)
                back = clues_of(view(deal, 0))
                assert back is not None
                assert back.key() == before.key()
                deal.step(seat, step)
                checked += 1
        else:
            deal.step(seat, step)


def test_without_a_history_nothing_is_guessed_and_with_one_a_line_tells_all() -> None:
    deal, _ = fresh(rules_of("hand-and-foot", 4), 3)
    playing = [bots.make("planner", 2, seat) for seat in range(4)]
    while deal.position.turns < 10:
        deal.step(deal.actor, playing[deal.actor].choose(view(deal, deal.actor)))
    seen = view(deal, deal.actor)
    told, untold = (read_position(position_text(seen, history=history)) for history in (True, False))
    assert isinstance(told, View)
    assert isinstance(untold, View)
    own = clues_of(seen)
    assert own is not None
    found = clues_of(told)
    assert found is not None
    assert found.key() == own.key()
    assert clues_of(untold) is None
    assert clues_of(replace(seen, history=History(seen.history[5:]))) is None
    assert seen_cards(untold).clues is None
    assert list(seen_cards(untold).counts) == list(seen_cards(told).counts)
