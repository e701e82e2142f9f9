"""The history in a position line: exact both ways, hidden from others, refused act by act."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from canasta.base.cards import parse_faces
from canasta.base.events import KINDS_IN_DEALS, Drew, TakenBack
from canasta.base.moves import Discard, Draw, Lay
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.positions.fields import LONGEST
from canasta.notation.positions.history import _LETTERS, history_text
from canasta.notation.positions.line import parse_position, position_text, read_position
from tests.deal.tables import TABLES, fresh, random_play, rules_of
from tests.deal.test_deal import group, laid_out
from tests.notation.lines import CLASSIC, SEEN
from tests.notation.test_position_contradictions import refused

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")


def check(of: Deal | View) -> str:
    """Return the line of a deal or view with its history, after it was read as it was written."""
    text = position_text(of, history=True)
    assert text.isascii()
    assert text.isprintable()
    assert "'" not in text
    assert len(text) < LONGEST
    again = read_position(text, of.rules)
    assert type(again) is type(of)
    assert again.history == of.history
    assert position_text(again, history=True) == text
    assert position_text(again) == position_text(of) == " ".join(w for w in text.split(" ") if w[:8] != "history=")
    return text


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_history_is_read_as_it_was_written(name: str, players: int) -> None:
    rng = Random(players)
    deal, _ = fresh(rules_of(name, players), 4)
    letters = set()
    for number, _events in enumerate(random_play(deal, rng)):
        if number % 80 == 0 or deal.over:
            letters |= set(re.findall(r"[=,]\d([a-z])", check(deal).split(" history")[1]))
            for seat in {-1, deal.actor, (deal.actor + 1) % players}:
                check(view(deal, seat))
            again = parse_position(position_text(deal, history=True), deal.rules)
            for seat in range(-1, players):
                assert view(again, seat).history == view(deal, seat).history
    assert letters >= set("hutdxz")


def test_every_kind_of_events_in_a_deal_has_a_letter() -> None:
    assert set(_LETTERS) == set(KINDS_IN_DEALS)


def test_a_history_goes_on_where_the_line_ends() -> None:
    deal, _ = fresh(rules_of("classic", 4), 4)
    rng = Random(4)
    for number, _events in enumerate(random_play(deal, rng)):
        if number == 30:
            break
    again = parse_position(position_text(deal, history=True))
    bare = parse_position(position_text(deal))
    before = deal.history
    assert bare.history == ()
    step = deal.legal_steps(deal.actor)[0]
    deal.step_trusted(step)
    again.step_trusted(step)
    bare.step_trusted(step)
    assert again.history == deal.history
    assert len(again.history) > len(before)
    assert bare.history == deal.history[len(before) :]


def test_what_was_taken_back_stays_an_act() -> None:
    deal = laid_out("KcKdKh AcAdAh QcQdQh")
    deal.play(0, Draw())
    deal.play(0, Lay((group("KcKdKh", 13), group("AcAdAh", 14))))
    laid = check(deal)
    assert "1mK:KcKdKh:3:-:30:30,1mA:AcAdAh:3:-:60:90,1o90:50" in laid
    deal.undo(0)
    assert check(view(deal, 2)).endswith(",1d??x1,1v3")
    deal.play(0, Discard(parse_faces("Kc")[0]))
    assert check(view(deal, 0)).endswith(",1v3,1xKc,2t")
    assert TakenBack(0, 3) in deal.history


def test_hidden_cards_are_only_counted() -> None:
    deal, _ = fresh(rules_of("hand-and-foot", 4), 4)
    deal.play(0, Draw())
    drew = deal.history[-1]
    assert isinstance(drew, Drew)
    assert drew.cards
    assert position_text(view(deal, 0), history=True).endswith(f",{history_text([drew])}")
    for seat in (-1, 1, 2, 3):
        assert "1d??x2" in position_text(view(deal, seat), history=True)


def test_the_page_has_every_act() -> None:
    table = PAGE[PAGE.index("| letter | act |") : PAGE.index("So `2t,")]
    letters = re.findall(r"^\| `(\w)` \|", table, re.MULTILINE)
    deal, _ = fresh(rules_of("classic", 4), 4)
    for letter in letters:
        with pytest.raises(Exception, match=r"parts? at most"):
            parse_position(f"{CLASSIC} history=1{letter}{':' * 9}")
    with pytest.raises(Exception, match="must begin with a seat and a letter"):
        parse_position(f"{CLASSIC} history=1i")
    example = re.search(r"So `([^`]+)` says", PAGE)
    assert example
    read = parse_position(f"{position_text(deal)} history={example[1]}")
    assert history_text(read.history) == example[1]
    assert len(letters) == len(set(letters)) == 21


@pytest.mark.parametrize(
    ("history", "says", "at"),
    [
        ("", "must begin with a seat and a letter", ""),
        ("1", "must begin with a seat and a letter", "1"),
        ("1t,2i4c", "must begin with a seat and a letter, such as 1x4c", "2i4c"),
        ("5t", "there is no seat 5; they are numbered from 1 to 4", "5t"),
        ("0t", "there is no seat 0", "0t"),
        ("1t,,2t", "must begin with a seat and a letter", ",2t"),
        ("1x", 'must be one card, not the text "-"', ""),
        ("1x4c5c", "must be one card", "4c5c"),
        ("1x??", "must be one card", "??"),
        ("1x9z", "9z", "9z"),
        ("1x4c:5c", "this act has one part at most", "5c"),
        ("1d4c??x2", "a player sees either all of these cards or none", "4c"),
        ("1p??x3", "everyone saw these cards", "??"),
        ("1m1:4c4c4c:3", "not one of the allowed values", "1:"),
        ("1m4:4c4c4c:x", "must be a whole number", "x"),
        ("1c4:7", "7 is out of range (0 to 6)", "7"),
        ("1f??x11:1", "in this game there are no reserves to pick up", "1"),
        ("1a9", "there is no seat 9", "9"),
        ("1smaybe", "not one of the allowed values: yes, no", "maybe"),
        ("1z", "not one of the allowed values", ""),
        ("1zout:hidden", "not one of the allowed values", "hidden"),
    ],
)
def test_acts_that_cannot_be_are_refused(history: str, says: str, at: str) -> None:
    refused(f"{CLASSIC} history={history}", says, at)


def test_nobody_tells_what_its_eyes_cannot_have_seen() -> None:
    seat = int(re.findall(r"eyes=(\d)", SEEN)[0])
    assert read_position(f"{SEEN} history={seat}d4c5c").history == (Drew(seat - 1, 2, parse_faces("4c5c")),)
    other = seat % 4 + 1
    refused(
        f"{SEEN} history={other}d4c5c",
        f"only seat {other} saw these cards: write ??x and the number of cards",
        f"{other}d",
    )
