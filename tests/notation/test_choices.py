"""What can be done now: as data for every position, and in the words that can be typed."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from canasta.base.cards import JOKER, KIND_OF, TWO, parse_faces
from canasta.base.choices import MoveChoice
from canasta.base.errors import IllegalMove
from canasta.base.moves import End, Group, Lay
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.steps import ACTIONS, OPEN, TAKE, TAKE_CARD
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import read_cases
from canasta.notation.choices import choices, why_no_take
from canasta.notation.move_text import parse_move
from canasta.rules.load import load
from canasta.terminal.style import render_line
from canasta.wording.choices import short_choices
from canasta.wording.spans import plain
from tests.deal.tables import TABLES, fresh, rules_of


def positions(name: str, players: int, every: int = 1) -> Iterator[tuple[Deal, View]]:
    """Yield every that many positions of random deals, as the player sees them whom the deal waits for."""
    rng, number = Random(players), 0
    for seed in range(2):
        deal, _ = fresh(rules_of(name, players), seed)
        while not deal.over:
            number += 1
            if number % every == 0:
                yield deal, view(deal, deal.actor)
            legal = deal.legal_steps(deal.actor)
            laying = [step for step in legal if ACTIONS[step].rank >= 0]
            deal.step_trusted(rng.choice(laying if laying and rng.random() < 0.5 else legal))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_choices_that_are_moves_are_legal_and_the_short_words_can_be_typed(name: str, players: int) -> None:
    kinds = set()
    for deal, seen in positions(name, players, 5):
        offered = choices(seen)
        assert offered or seen.legal == (OPEN,), seen.legal
        for choice in offered:
            kinds.add(choice.doing)
            assert all(face in seen.hand for face in choice.cards)
            if choice.move is not None:
                assert deal.refusal(seen.seat, choice.move) is None, choice
        for line in short_choices(offered):
            typed = plain(line).split(" (")[0].split(" or ")[0].split(",")[0]
            parse_move(f"{typed} 4" if typed == "discard" else typed, seen)
    assert {"draw", "lay", "add", "discard"} <= kinds


def test_the_words_that_can_be_typed() -> None:
    shorts = {plain(line) for _, seen in positions("hand-and-foot", 4, 20) for line in short_choices(choices(seen))}
    assert {"draw", "discard"} <= shorts
    pair = MoveChoice("take", cards=parse_faces("8h 8s"))
    assert [plain(line) for line in short_choices([pair])] == ["take (with 8♥ 8♠)"]
    additions = [
        MoveChoice("add", cards=parse_faces("Kh"), rank=13),
        MoveChoice("add", cards=parse_faces("Th"), rank=10),
    ]
    additions += [MoveChoice("add", cards=parse_faces("2c"), rank=rank) for rank in (13, 0)]
    assert [plain(line) for line in short_choices(additions)] == ["add K, 10", "add 2 to K, wild"]
    # A joker is written here as it is in the hand.
    (joker,) = short_choices([MoveChoice("add", cards=(JOKER,), rank=13)])
    assert render_line(joker).plain == "add JKR to K"
    barred = MoveChoice("discard", kinds=(4, 5), barred=(7,))
    assert [plain(line) for line in short_choices([barred])] == ["discard 4 or 5"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_there_is_a_reason_just_where_the_pile_cannot_be_taken(name: str, players: int) -> None:
    refused = 0
    for _, seen in positions(name, players, 7):
        taking = any(ACTIONS[step].sort in {TAKE, TAKE_CARD} for step in seen.legal)
        refusal = why_no_take(seen)
        assert (refusal is None) is taking
        refused += refusal is not None
    assert refused


def test_a_meld_that_is_offered_can_be_laid_or_lacks_only_points() -> None:
    deal, _ = fresh(rules_of("classic", 4), 3)
    rng, tried = Random(1), 0
    while not deal.over:
        seen = view(deal, deal.actor)
        for choice in choices(seen):
            if choice.doing == "lay" and choice.rank > TWO:
                assert {KIND_OF[face] for face in choice.cards if KIND_OF[face] > TWO} == {choice.rank}
                try:
                    deal.copy().play(seen.seat, Lay((Group(choice.cards, choice.rank),)))
                except IllegalMove as illegal:
                    assert illegal.refusal.clause in {"opening.minimum", "out.contract", "out.keep"}  # noqa: PT017
                tried += 1
        deal.step_trusted(rng.choice(seen.legal))
    assert tried > 5


CASES = Path(__file__).parents[1] / "cases" / "special_hands" / "special.toml"


def test_a_special_hand_can_be_shown_after_the_draw() -> None:
    case = next(case for case in read_cases(CASES) if case.id == "pairs")
    assert case.rules
    deal, _ = arrange(case.rules, case.outline)
    seen = view(deal, 0)
    shown = choices(seen)[-1]
    assert shown == MoveChoice("show", End(), ends=True)
    assert parse_move(plain(short_choices([shown])[0]), seen) == End()
    deal.play(0, End())
    assert deal.over


def test_there_is_nothing_to_show_before_the_draw() -> None:
    rules = load("hand-and-foot", 4, ["special_hands.triplets={groups=[[3, 5]],points=2500}"])
    deal, _ = fresh(rules, 1)
    refusal = deal.refusal(deal.actor, End())
    assert refusal is not None
    assert plain(refusal.line) == "First draw from the stock or take the pile."
    assert not {"end", "show"} & {choice.doing for choice in choices(view(deal, deal.actor))}
