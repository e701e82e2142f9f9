"""A deal, a view and a match show themselves in Python, and refuse what they cannot do in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from canasta import Deal, Match, load, make_bot, parse_move, step_text, view
from canasta.base.cards import face_text
from canasta.rules.load import games
from tests.deal.tables import fresh, random_play, rules_of


def begun() -> Deal:
    match = Match.new("hand-and-foot", seed=7)
    match.begin_deal()
    assert match.deal is not None
    return match.deal


def test_a_deal_shows_every_card() -> None:
    deal = begun()
    lines = str(deal).splitlines()
    assert lines[0] == "Hand and Foot, 4 players: seat 0 to draw"
    assert [line[:8] for line in lines[1:5]] == ["> seat 0", "  seat 1", "  seat 2", "  seat 3"]
    assert lines[2] == "  seat 1  4h 5s 7d 7s 9d Jc Jc Jd Qd Qd As As 2h + foot"
    assert lines[5:] == [
        "  side 0  needs 50 to open",
        "  side 1  needs 50 to open",
        "  pile    Kc",
        "  stock   217 cards",
    ]


def test_melds_lie_with_their_side() -> None:
    deal = begun()
    deal.play(0, parse_move("draw"))
    deal.play(0, parse_move("lay QdQhJk", view(deal, 0)))
    assert "  side 0  QdQhJk" in str(deal).splitlines()
    assert "seat 0 to play" in repr(deal)


@pytest.mark.parametrize("name", sorted(games()))
def test_a_view_shows_no_hidden_card(name: str) -> None:
    rng = Random(name)
    deal, _ = fresh(rules_of(name, games()[name].default_players), 3)
    for number, _ in enumerate(random_play(deal, rng)):
        if number > 40:
            break
        assert deal.over or repr(deal).startswith("<Deal of ")
        shown = str(view(deal, 1)).splitlines()
        hands = {line[2:8]: line[10:] for line in shown if line[2:6] == "seat"}
        assert re.match(r"\d+ cards?( |$)", hands["seat 0"])
        for face in deal.tabletop.hands[1]:
            assert face_text(face) in hands["seat 1"]
        assert str(view(deal, -1)).count(" card") >= deal.rules.seats


def test_what_repr_says() -> None:
    match = Match.new("classic", players=2, seed=7)
    assert repr(match) == "<Match of Classic Canasta, 2 players: 0 deals counted, totals (0, 0)>"
    match.begin_deal()
    assert repr(match) == "<Match of Classic Canasta, 2 players: deal 1 in progress, totals (0, 0)>"
    assert match.deal is not None
    assert repr(match.deal) == "<Deal of Classic Canasta: seat 0 to draw>"
    assert repr(view(match.deal, 1)) == "<View of seat 1: seat 0 to draw>"
    assert repr(view(match.deal, -1)) == "<View of an onlooker: seat 0 to draw>"


NO_DEAL = "view needs a deal, not None: Match.deal is None before begin_deal and after count."
OPTIONS = """options is a list of texts, such as ["meld.ratio=fewer"], not {'meld.ratio': 'fewer'}."""

MISTAKES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: begun().play(0, "draw"), TypeError, "'draw' is not a move; parse_move('draw') makes one."),  # type: ignore[arg-type]
    (lambda: begun().play(0, 0), TypeError, "0 is not a move."),  # type: ignore[arg-type]
    (lambda: begun().play(4, parse_move("draw")), ValueError, "There is no seat 4; seats are 0 to 3."),
    (lambda: view(begun(), 7), ValueError, "There is no seat 7; seats are 0 to 3, and -1 is an onlooker."),
    (lambda: view(Match.new("classic").deal, 0), TypeError, NO_DEAL),  # type: ignore[arg-type]
    (lambda: Match.new("classic", seed="x"), TypeError, "A seed is a whole number, not 'x'."),  # type: ignore[arg-type]
    (lambda: load("classic", options={"meld.ratio": "fewer"}), TypeError, OPTIONS),  # type: ignore[arg-type]
    (
        lambda: step_text(view(begun(), 0), 3),
        ValueError,
        "3 is not a legal step for seat 0 now; View.legal lists them.",
    ),
]


@pytest.mark.parametrize(("act", "error", "text"), MISTAKES)
def test_a_mistake_gets_a_sentence(act: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        act()
    assert str(raised.value) == text


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(Exception, match=r"options are .*long-books"):
        Match.new("family-hand-and-foot", options=["xyzzy"])


def test_a_traceback_names_the_public_function() -> None:
    assert make_bot.__name__ == "make_bot"
