"""Steps as moves, for programs: every move that is listed can be made, and every step that is not listed cannot be."""

from __future__ import annotations

from random import Random

import pytest

from canasta import legal_moves, move_text, parse_move, step_text, view
from canasta.engine.steps import OPEN
from canasta.notation.step_moves import one_step
from canasta.rules.load import games
from tests.deal.tables import fresh, random_play, rules_of

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", sorted(games()))
def test_the_legal_moves_are_those_that_the_deal_accepts(name: str) -> None:
    deal, _ = fresh(rules_of(name, games()[name].default_players), 5)
    parts = 0
    for number, _ in enumerate(random_play(deal, Random(name))):
        if number > 150 or deal.over:
            break
        seat = deal.actor
        seen = view(deal, seat)
        listed = legal_moves(seen)
        for step in seen.legal:
            if step == OPEN:
                assert step_text(seen, step) == "open"
                continue
            move, text = one_step(step, seen), step_text(seen, step)
            assert text == move_text(move)
            assert parse_move(text, seen) == move
            refused = deal.refusal(seat, move)
            assert (refused is None) == (move in listed), text
            parts += refused is not None
    assert parts or name == "new-canasta"


def test_an_onlooker_has_no_moves() -> None:
    deal, _ = fresh(rules_of("classic", 4), 5)
    assert legal_moves(view(deal, -1)) == []
    with pytest.raises(ValueError, match="0 is not a legal step for an onlooker now"):
        step_text(view(deal, -1), 0)
