"""What a hint recommends: a whole turn that can be played as it is told, by what the seat sees and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from canasta import bots
from canasta.base.moves import Answer, Discard
from canasta.base.spans import Cards
from canasta.bots.hint import reasoned
from canasta.bots.turn_hint import phrases_for, turn_hint
from canasta.deal.imagine import imagine
from canasta.deal.view import MeldView, View, view
from canasta.engine.rule_table import WILD
from canasta.notation.move_text import move_text, parse_move
from canasta.notation.positions.line import read_position
from canasta.wording.hints import Better, Reason, reason_text, turn_hint_line
from canasta.wording.spans import line, plain
from tests.bots.test_hints import well_said
from tests.deal.tables import TABLES, fresh, rules_of


@pytest.mark.parametrize(("name", "players"), TABLES[::3])
def test_a_recommended_turn_can_be_played(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 11)
    seated = [bots.make("planner", 11, seat) for seat in range(players)]
    number, whole = 0, 0
    while not deal.over:
        seen = view(deal, deal.actor)
        if number % 17 == 0 and not seen.position.staging:  # people open in one move
            turn = turn_hint(seen, 3)
            assert turn == turn_hint(view(imagine(seen, Random(number)).deal, seen.seat), 3)
            going = deal.copy()
            for move in turn.moves:
                assert parse_move(move_text(move), view(going, seen.seat)) == move
                going.play(seen.seat, move)
            whole += len(turn.moves) > 1 or isinstance(turn.moves[-1], Discard)
            told = plain(turn.line(seen))
            assert told.lower().startswith(plain(phrases_for(seen, turn.moves[:1])[0]).lower())
            assert ". " in told, "no reason"
            assert not re.search(r"@|\+|\b[2-9TJQKA][cdhs]\b", told), told
            well_said(told, alone=deal.rules.seats == deal.rules.sides)
        number += 1
        deal.step_trusted(seated[deal.actor].choose(seen))
    assert whole


def test_there_is_nothing_to_recommend_to_who_has_nothing_to_decide() -> None:
    deal, _ = fresh(rules_of("classic", 4), 8)
    with pytest.raises(ValueError, match="nothing to decide"):
        turn_hint(view(deal, 1))


def test_a_last_card_that_brings_a_foot_says_so() -> None:
    rules, told = rules_of("hand-and-foot", 4), set[str]()
    for seed in range(3):
        deal, _ = fresh(rules, seed)
        seated = [bots.make("planner", seed, seat) for seat in range(4)]
        while not deal.over:
            seen = view(deal, deal.actor)
            _, reason = reasoned(seen)
            if reason.why == "last card":
                assert reason.reserve == ("" if seen.position.taken(seen.seat) else "foot")
                told.add(plain(turn_hint_line([line("discard ", Cards((2,)))], reason, None, rules)))
            deal.step_trusted(seated[deal.actor].choose(seen))
    assert "Discard 3♣. It's your last card, and brings you your foot." in told


def test_a_discard_that_breaks_three_costly_cards_says_what_they_would_cost() -> None:
    rules = rules_of("modern-american-canasta", 4)
    told = set()
    for seed in range(6):
        deal, _ = fresh(rules, seed)
        seated = [bots.make("planner", seed, seat) for seat in range(4)]
        while not deal.over:
            _, reason = reasoned(view(deal, deal.actor))
            if reason.why == "three held":
                told.add(plain(turn_hint_line([line("discard an ace")], reason, None, rules)))
            deal.step_trusted(seated[deal.actor].choose(view(deal, deal.actor)))
    assert "Discard an ace. Three aces left in your hand at the end would cost 1,500." in told


@pytest.mark.parametrize(
    ("better", "said"),
    [
        (None, "Draw, discard 4c. It's your last card."),
        (
            Better((line("discard 5c"),), 122.0, 20.0),
            " Next best: discard 5c, about 120 points less at the end of the deal, give or take 40.",
        ),
        (
            Better((line("discard 5c"),), 122.0, 0.0),
            " Next best: discard 5c, about 120 points less at the end of the deal.",
        ),
        (Better((line("lay KKK"), line("discard 5c")), 30.0, 20.0), " About as good: lay KKK, discard 5c."),
        (Better((line("discard 5c"),), -9.0, 1.0), " About as good: discard 5c."),
        (Better((line("discard 5c"),), -90.0, 60.0, "spoils a clean meld"), " About as good: discard 5c."),
        (
            Better((line("add 2"), line("discard 5c")), -535.0, 60.0, "spoils a clean meld"),
            " Perhaps better, but it spoils a clean meld: add 2, discard 5c.",
        ),
    ],
)
def test_the_comparison_is_told_as_far_as_it_is_clear(better: Better | None, said: str) -> None:
    told = plain(
        turn_hint_line([line("draw"), line("discard 4c")], Reason("last card"), better, rules_of("classic", 4))
    )
    assert told.endswith(said)


def test_a_turn_that_only_discards_says_so() -> None:
    # "Add 7♦, discard 10♥. About as good: discard 9♥." left open whether the seven is still added.
    deal, _ = fresh(rules_of("classic", 2), 7)
    seated = [bots.make("planner", 1, seat) for seat in range(2)]
    told = set()
    while not deal.over:
        seen = view(deal, deal.actor)
        if len(seen.legal) > 1 and not seen.position.staging:
            turn = turn_hint(seen, 4)
            if len(turn.moves) > 1 and turn.better and len(turn.better.other) == 1:
                told.add(plain(turn.better.other[0]))
        deal.step_trusted(seated[deal.actor].choose(seen))
    discards = [text for text in told if "discard" in text]
    assert any(text.startswith("only discard ") for text in discards)
    assert all(text.startswith("only discard ") or text.endswith(" instead") for text in discards)


def test_an_answer_is_recommended() -> None:
    for seed in range(40):
        deal, _ = fresh(rules_of("hand-and-foot", 4), seed)
        seated = [bots.make("planner", seed, seat) for seat in range(4)]
        while not deal.over:
            seen = view(deal, deal.actor)
            if deal.actor != deal.position.turn:
                turn = turn_hint(seen)
                assert [type(move) for move in turn.moves] == [Answer]
                return
            deal.step_trusted(seated[deal.actor].choose(seen))
    raise AssertionError("nobody asked")


@pytest.mark.parametrize(("name", "players"), [("hand-and-foot-earl", 4), ("hand-and-foot-whitnack", 4)])
def test_a_reason_counts_what_the_whole_turn_lays(name: str, players: int) -> None:
    rules = rules_of(name, players)
    found = Counter[str]()
    for seed in range(3):
        deal, _ = fresh(rules, seed)
        seated = [bots.make("planner", seed, seat) for seat in range(players)]
        while not deal.over:
            seen = view(deal, deal.actor)
            if not seen.position.staging and seen.opened[seen.side] and seen.actor == seen.position.turn:
                turn = turn_hint(seen, 2)
                going = deal.copy()
                for move in turn.moves:
                    going.play(seen.seat, move)
                made = canastas(view(going, seen.seat)) - canastas(seen)
                why = turn.reason.why
                if why == "finishes":
                    assert turn.reason.number == sum(made.values()) - 1
                    assert turn.reason.rank in made
                    found["more" if turn.reason.number else "one"] += 1
                elif why in {"grows", "begins", "onto canasta"}:
                    assert not made
                    if why == "grows":
                        laid = [meld for meld in view(going, seen.seat).melds if meld.rank == turn.reason.rank]
                        assert any(meld.side == seen.side and size(meld) == turn.reason.number for meld in laid)
                    found[why] += 1
            deal.step_trusted(seated[deal.actor].choose(seen))
    assert {"one", "more", "grows"} <= set(found)


def canastas(seen: View) -> Counter[int]:
    """Return how many canastas of each rank the side of *seen* has, by the cards that lie."""
    return Counter(meld.rank for meld in seen.melds if meld.side == seen.side and size(meld) >= seen.rules.meld.size)


def size(meld: MeldView) -> int:
    return len(meld.cards)


def test_canastas_that_a_turn_finishes_are_all_told() -> None:
    rules = rules_of("hand-and-foot-earl", 4)
    one = Reason("finishes", rank=0, sort=WILD, wanted=True)
    assert reason_text(one, rules) == "It finishes a canasta of wild cards, which you still need to go out."
    assert reason_text(replace(one, number=2), rules) == (
        "It finishes a canasta of wild cards, which you still need to go out, and two more."
    )
    assert (
        reason_text(replace(one, number=1, wanted=False), rules) == "It finishes a canasta of wild cards and one more."
    )


def test_a_special_hand_is_shown_for_its_points() -> None:
    line = (
        "canasta1 modern-american-canasta 4 643c7bd09588 eyes=1 turn=1:stock"
        " hands=7h7s8d8h9c9dTcTdJdJhAdAs2c2s/??x13/??x13/??x13 reds=3d3h/- pile=5d stock=??x52 need=125/155 turns=1"
    )
    seen = read_position(line)
    assert isinstance(seen, View)
    told = plain(turn_hint(seen).line(seen))
    assert told.startswith("Show your special hand. It's worth 2,000 points, and showing it ends the deal.")
