"""Reasons of hints are true where the position can tell, and well said."""

import re
from collections import Counter

import pytest

from canasta import bots
from canasta.bots.hint import hint, reasoned
from canasta.deal.view import view
from canasta.engine.openings import best_opening
from canasta.engine.steps import ACTIONS, DRAW, TAKE, TAKE_CARD
from canasta.notation.choices import why_no_take
from canasta.wording.hints import Reason, reason_text
from tests.deal.tables import TABLES, fresh, rules_of

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_reasons_agree_with_the_position(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 5)
    rules = deal.rules
    seated = [bots.make("greedy", 5, seat) for seat in range(players)]
    found = Counter[str]()
    while not deal.over:
        seen = view(deal, deal.actor)
        step, reason = reasoned(seen)
        found[reason.why] += 1
        told = reason_text(reason, rules)
        assert hint(seen) == (step, told)
        well_said(told, alone=rules.seats == rules.sides)
        can_take = any(ACTIONS[each].sort in {TAKE, TAKE_CARD} for each in seen.legal)
        match reason.why:
            case "no pile":
                assert step == DRAW
                assert not can_take
                assert told == why_no_take(seen).text  # type: ignore[union-attr]
            case "better draw":
                assert can_take
            case "can open":
                assert reason.number == best_opening(seen.position, seen.seat) >= reason.needed
                assert reason.needed == seen.position.minimum(seen.side)
            case "finishes":
                assert rules.words.canasta in told
                assert ("still need" in told) == reason.wanted
        deal.step_trusted(seated[deal.actor].choose(seen))
    assert {"no pile", "can open"} <= set(found)


def well_said(text: str, *, alone: bool) -> None:
    assert text[0].isupper(), text
    assert text.endswith("."), text
    assert "  " not in text, text
    assert not re.search(r"\b(he|him|his)\b", text), text
    assert not (alone and "your side" in text), text


def test_sentences_for_who_plays_alone_and_with_a_partner() -> None:
    opens = Reason("more cards", number=5, needed=2, wanted=True)
    together, alone = rules_of("classic", 4), rules_of("classic", 3)
    assert reason_text(opens, together) == (
        "It brings you 5 cards instead of the 2 you would draw, and you can open with it."
    )
    assert reason_text(opens, alone).endswith("and you can open with it.")
    assert reason_text(Reason("end costs"), alone) == "Ending now would cost you more than the others."
    assert reason_text(Reason("reserve", reserve="foot"), together) == "You can pick up your foot now."
