"""A deal, a view and a match show themselves in Python, and refuse what they cannot do in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import canasta
from canasta import Deal, Match, MisuseError, make_bot, moves, parse_move, view
from canasta.base.cards import face_text
from canasta.rules.load import games
from tests.deal.tables import fresh, random_play, rules_of


def begun() -> Deal:
    match = Match.new("hand-and-foot", seed=7)
    match.begin_deal()
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


def test_moves_events_and_melds_show_cards_as_they_are_written() -> None:
    deal = begun()
    assert repr(deal.play(0, parse_move("draw"))[0]) == "Drew(seat=0, count=2, cards=(7d, 6s))"
    lay = parse_move("lay QdQhJk", view(deal, 0))
    assert repr(lay) == "Lay(groups=(Group(cards=(Qd, Qh, Jk), rank=Q, slot=None),))"
    deal.play(0, lay)
    assert (
        repr(view(deal, 0).melds[0]) == "MeldView(side=0, rank=Q, cards=(Qd, Qh, Jk), slot=0, sort=-1, red_three=None)"
    )


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
    assert str(match) == "Classic Canasta, 2 players: no deals counted\n  side 0  0 points\n  side 1  0 points"
    match.begin_deal()
    assert str(match).startswith("Classic Canasta, 2 players: deal 1 in progress\n")
    assert repr(match) == "<Match of Classic Canasta, 2 players: deal 1 in progress, totals (0, 0)>"
    assert repr(match.deal) == "<Deal of Classic Canasta: seat 0 to draw>"
    assert repr(view(match.deal, 1)) == "<View of seat 1: seat 0 to draw>"
    assert repr(view(match.deal, -1)) == "<View of an onlooker: seat 0 to draw>"


OPTIONS = """options is a list of texts, such as ["meld.ratio=fewer"], not {'meld.ratio': 'fewer'}."""
A_DEAL = "<Deal of Hand and Foot: seat 0 to draw>"
A_VIEW = "; view(deal, seat) makes one."
A_MOVE = '; parse_move("draw") makes one.'
A_MATCH = "<Match of Classic Canasta, 4 players: 0 deals counted, totals (0, 0)>"


def untyped() -> Any:
    """Return the public names, for calls that no type checker would let pass."""
    return canasta


def chosen_after_the_end(bot: str) -> int:
    """Return what *bot* answers when it is asked after the end of a deal."""
    deal = begun()
    while not deal.over:
        deal.step_trusted(deal.legal_steps(deal.actor)[-1])
    return make_bot(bot, 1, 0).choose(view(deal, 0))


MISTAKES: list[tuple[Callable[[Any, Any], object], str]] = [
    (lambda _, deal: deal.play(0, "draw"), f"Deal.play needs a move as move, not 'draw'{A_MOVE}"),
    (lambda _, deal: deal.play(0, 0), f"Deal.play needs a move as move, not 0{A_MOVE}"),
    (lambda _, deal: deal.play(None, moves.Draw()), "Deal.play needs a whole number as seat, not None."),
    (lambda _, deal: deal.play(4, moves.Draw()), "There is no seat 4; seats are 0 to 3."),
    (lambda _, deal: deal.step(0, "draw"), "Deal.step needs a whole number as step, not 'draw'."),
    (lambda _, deal: deal.step_trusted("draw"), "Deal.step_trusted needs a whole number as step, not 'draw'."),
    (lambda _, deal: deal.legal_steps("0"), "Deal.legal_steps needs a whole number as seat, not '0'."),
    (lambda _, deal: deal.legal_steps(4), "There is no seat 4; seats are 0 to 3."),
    (lambda _, deal: deal.refusal(0, 3), f"Deal.play needs a move as move, not 3{A_MOVE}"),
    (lambda c, deal: c.view(deal, 7), "There is no seat 7; seats are 0 to 3, and -1 is an onlooker."),
    (lambda c, deal: c.view(deal, "0"), "view needs a whole number as seat, not '0'."),
    (lambda c, _: c.view(None, 0), "view needs a Deal as deal, not None; Match.deal is one."),
    (lambda c, _: c.Match.new("classic").deal, "No deal is in progress: begin one first."),
    (lambda c, _: c.Match.new("classic", seed="x"), "A seed is a whole number, not 'x'."),
    (lambda c, _: c.Match.new(3), "load needs a text as name, not 3."),
    (lambda c, _: c.Match("classic"), "Match needs Rules as rules, not 'classic'; load(\"classic\") makes them."),
    (
        lambda c, _: c.Match.new("classic", house="/nope.toml"),
        "load needs a Path or a Mapping as house, not '/nope.toml'; Path(\"house.toml\") makes one.",
    ),
    (lambda c, _: c.Recording("x"), "Recording needs a Match as match, not 'x'; Match.new(\"classic\") makes one."),
    (lambda c, _: c.load("classic", options={"meld.ratio": "fewer"}), OPTIONS),
    (lambda c, _: c.load("classic", "4"), "load needs a whole number as players, not '4'."),
    (lambda c, deal: c.legal_moves(deal), f"legal_moves needs a View as view, not {A_DEAL}{A_VIEW}"),
    (lambda c, deal: c.hint(deal), f"hint needs a View as view, not {A_DEAL}{A_VIEW}"),
    (
        lambda c, deal: c.step_text(view(deal, 0), 3),
        "3 is not a legal step for seat 0 now; View.legal lists them.",
    ),
    (
        lambda c, _: c.position_text(Match.new("classic")),
        f"position_text needs a Deal or a View as of, not {A_MATCH}; Match.deal is one.",
    ),
    (lambda c, _: c.parse_position(7), "parse_position needs a text as text, not 7."),
    (lambda c, _: c.parse_move(3), "parse_move needs a text as text, not 3."),
    (lambda c, _: c.move_text("draw"), f"move_text needs a move as move, not 'draw'{A_MOVE}"),
    (lambda c, _: c.parse_record(b"x"), "parse_record needs a text as text, not b'x'."),
    (lambda c, _: c.record_text("x"), "record_text needs a Record as record, not 'x'; parse_record(text) makes one."),
    (
        lambda c, _: c.replay_record("x"),
        "replay_record needs a Record as record, not 'x'; parse_record(text) makes one.",
    ),
    (lambda c, _: c.face_text(999), "There is no card 999: cards are 0 (a joker) to 52 (the ace of spades)."),
    (lambda c, _: c.face_text("As"), "face_text needs a whole number as face, not 'As'."),
    (lambda c, _: c.faces_text(7), "faces_text needs a list with a whole number each as faces, not 7."),
    (lambda c, _: c.parse_face(7), "parse_face needs a text as text, not 7."),
    (lambda c, _: c.parse_faces(7), "parse_faces needs a text as text, not 7."),
    (lambda c, _: c.make_bot("greedy", "x", 0), "make_bot needs a whole number as seed, not 'x'."),
    (lambda c, _: c.games(3), 'games needs a Path as folder, not 3; Path("house.toml") makes one.'),
    *(
        (lambda *_, bot=bot: chosen_after_the_end(bot), "Seat 0 has nothing to decide now: View.legal is empty.")
        for bot in ("chance", "greedy", "planner", "search:4")
    ),
]


@pytest.mark.parametrize(("act", "text"), MISTAKES)
def test_a_mistake_gets_a_sentence(act: Callable[[Any, Any], object], text: str) -> None:
    with pytest.raises(MisuseError) as raised:
        act(untyped(), begun())
    assert str(raised.value) == text
    assert isinstance(raised.value, canasta.CanastaError)


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(Exception, match=r"options are .*long-books"):
        Match.new("family-hand-and-foot", options=["xyzzy"])


def test_a_traceback_names_the_public_function() -> None:
    assert make_bot.__name__ == "make_bot"
