"""Whatever is done to a line: it is read, or refused with one sentence; what was read can be drawn and played on."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.base.errors import NotationError, RulesError
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.positions.line import position_text, read_position
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.random_games import random_rules
from tests.notation.lines import CLASSIC
from tests.notation.moments import dealt, wander

_CARD: Final = re.compile(r"Jk|[2-9TJQKA][cdhs]")
_NUMBER: Final = re.compile(r"(?<=[=:/,x])\d+")
_EXTRA: Final = (
    *("ask=1", "ask=2:yes", "lap=1", "out=1", "out=2:late", "over=out", "over=lap", "over=stock", "over=pile"),
    *("due=1", "part=1", "whole=2", "lift=held", "lift=back", "raised=10", "began=-", "began=fresh,last"),
    *("started=K", "started=4,wild", "touched=yes", "finished=1", "frozen=upcard", "missed=1/-", "took=1,2"),
    *("laid=1", "restored=1/0", "made=1/1/1/1", "open=1,2", "turns=5", "eyes=1", "eyes=-", "meld.wilds=99"),
    *("history=1t,1d??x2,1x4c", "history=0zout:concealed", "history=9t", "history=1d4c", "history=", "history=1v9"),
    *("pile.need=[[[[[[[[", "reserves=[{name=1}]", "specials=false", "score.cards.joker=1e9", "%", "%00=", "=.="),
)


@cache
def pool() -> list[str]:
    """Return lines of many moments, with every card and from one seat's eyes."""
    texts = []
    for number, (name, players) in enumerate(TABLES):
        rules = next((each for each in random_rules(name, players, 1, seed=number) if each), None) or load(
            name, players
        )
        rng = Random(number)
        for at, deal in enumerate(wander(dealt(rules, number, [15] * rules.sides), rng, 0.7)):
            if at % 37 == number % 37 or deal.over:
                texts.append(position_text(deal, history=at % 2 == 0))
            elif at % 61 == 0:
                texts.append(position_text(view(deal, rng.randrange(-1, players)), history=at % 2 == 0))
    return texts


BEGINNING: Final = " ".join(CLASSIC.split(" ")[:4])


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return a line with some changes: signs, words, cards, numbers, fields of other lines."""
    text = draw(st.sampled_from(pool()))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(["drop", "sign", "word", "other", "extra", "card", "number"])):
            case "drop":
                text = text[:at] + text[at + draw(st.integers(1, 40)) :]
            case "sign":
                text = text[:at] + draw(st.text(max_size=3)) + text[at + draw(st.integers(0, 2)) :]
            case "word":
                words = text.split(" ")
                del words[draw(st.integers(0, len(words) - 1))]
                text = " ".join(words)
            case "other":
                text = f"{text} {draw(st.sampled_from(draw(st.sampled_from(pool())).split(' ')))}"
            case "extra":
                text = f"{text} {draw(st.sampled_from(_EXTRA))}"
            case "card":
                text = _card_moved(text, draw)
            case "number":
                text = _number_changed(text, draw)
    return text


def _card_moved(text: str, draw: st.DrawFn) -> str:
    """Return a card goes to the place of another one, so that often no card is missing and none too many."""
    places = [found.start() for found in _CARD.finditer(text, max(text.find("turn="), 0))]
    if len(places) < 2:
        return text
    one, other = draw(st.sampled_from(places)), draw(st.sampled_from(places))
    card, rest = text[one : one + 2], text[:one] + text[one + 2 :]
    other -= 2 if other > one else 0
    return rest[:other] + card + rest[other:]


def _number_changed(text: str, draw: st.DrawFn) -> str:
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return text
    found = draw(st.sampled_from(numbers))
    return text[: found.start()] + str(draw(st.sampled_from([0, 1, 2, 3, 5, 12, 99, 10**12]))) + text[found.end() :]


def outcome(text: str) -> Deal | View | NotationError | RulesError:
    """Return what reading *text* gives, or raises."""
    try:
        return read_position(text)
    except (NotationError, RulesError) as error:
        return error


def check(text: str) -> None:
    """Read *text*; what can be read is written, read, seen and played on."""
    of = outcome(text)
    if isinstance(of, NotationError):
        assert str(of).isprintable()
        assert len(str(of)) <= 900
        assert of.line == 2 or 1 <= of.column <= len(text) + 1
        return
    if isinstance(of, RulesError):
        assert of.problems
        return
    canonical = position_text(of)
    again = read_position(canonical)
    assert position_text(again) == canonical
    if isinstance(of, View):
        assert isinstance(again, View)
        assert again.legal == of.legal
        return
    assert isinstance(again, Deal)
    for seat in range(-1, of.rules.seats):
        view(of, seat)
    for _ in wander(of, Random(len(text)), 0.5, 25):
        pass


@given(mutated())
def test_changed_lines(text: str) -> None:
    check(text)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)
    check(f"{BEGINNING} {text}")


def test_long_lines_are_refused_at_once() -> None:
    first = pool()[0]
    for text in (
        "canasta1 " * 10_000,
        first + " x" * 15_000,
        first + " stock=" + "??" * 5000,
        first + " pile.need=" + "[" * 10_000,
        first + " packets=" + "/" * 10_000,
        first + " closed=" + "1:," * 5000,
        first.replace("hands=", "hands=" + "Kc" * 5000),
        first + " lap=" + "9" * 15_000,
        f"{BEGINNING} eyes=1 turn=1:draw hands=??x9999/??x9999/-/- pile=- stock=??x9999 need=0/0",
    ):
        with pytest.raises((NotationError, RulesError)):
            read_position(text)
