"""The rules that a position line names: as few differences as there are, and exactly the same rules again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canasta.base.errors import NotationError, RulesError
from canasta.notation.positions.line import parse_position, position_text
from canasta.notation.positions.rules_field import read_rules, rules_words
from canasta.notation.positions.token import pieces
from canasta.rules.digest import as_table, digest, from_table
from canasta.rules.groups import Rules
from canasta.rules.load import games, load, own_games
from tests.deal.tables import TABLES
from tests.kernel.random_games import random_rules
from tests.notation.moments import dealt


def again(rules: Rules) -> Rules:
    """Return the rules that the words for *rules* mean."""
    words = " ".join(rules_words(rules))
    assert words.isascii()
    assert "'" not in words
    return read_rules(list(pieces(words)), None)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rules_with_any_options_are_named(name: str, players: int) -> None:
    assert rules_words(load(name, players))[3:] == ()
    for option in games()[name].options:
        try:
            rules = load(name, players, [option])
        except RulesError:
            continue
        assert digest(again(rules)) == digest(rules)
        assert bool(rules_words(rules)[3:]) == (digest(rules) != digest(load(name, players)))
    for chosen in random_rules(name, players, 8, seed=11):
        if chosen is not None:
            assert digest(again(chosen)) == digest(chosen)
            assert rules_words(again(chosen)) == rules_words(chosen)


@pytest.mark.parametrize(
    ("name", "players", "house", "words"),
    [
        ("classic", 4, {"meld": {"wilds": 2}}, ("meld.wilds=2",)),
        ("classic", 4, {"title": "Sundays", "words": {"canasta": "book"}}, ()),
        ("classic", 4, {"pile": {"frozen_by": ["upcard", "wild"]}}, ()),
        ("classic", 4, {"out": {"partner": "no", "discard": "required"}}, ("out.discard=required",)),
        ("classic", 4, {"table": {"sides": 4}, "out": {"permission": "none"}}, ("table.sides=4", "out.permission=none")),
        ("classic", 8, {"table": {"players": [8], "sides": 2}, "deck": {"packs": 4}},
         ("table.players=[8]", "deck.packs=4")),
        ("new-canasta", 4, {"deck": {"packs": 2}}, ("deck.packs=6", "deck.packs_per_player=0")),
        ("classic", 4, {"opening": {"minimums": [[0, 50], [1500, 90]]}}, ("opening.minimums=[[0,50],[1500,90]]",)),
        ("classic", 4, {"score": {"cards": {"joker": 40, "two": 30}}}, ("score.cards.joker=40", "score.cards.two=30")),
        ("hand-and-foot", 4, {"reserves": {"foot": {"size": 11}}}, ("reserves.foot.size=11",)),
        ("hand-and-foot", 4, {"reserves": [{"name": "pony's", "size": 13, "trigger": "hand empty"}]}, ()),
        ("hand-and-foot", 4, {"reserves": [{"name": "Rössl", "size": 9, "trigger": "side open", "rest": "at once"}]},
         ('reserves=[{name="R%C3%B6ssl",size=9,trigger="side%20open",rest="at%20once"}]',)),
        ("hand-and-foot", 4, {"specials": {"7": {"bonus": 1000, "discard": "own canasta"}}},
         ('specials=[{rank="7",bonus=1000,discard="own%20canasta"}]',)),
    ],
)  # fmt: skip
def test_house_rules_are_written_as_differences(
    name: str, players: int, house: dict[str, Any], words: tuple[str, ...]
) -> None:
    rules = load(name, players, house={"base": name, **house})
    named = rules_words(rules)
    assert named[:2] == (name, str(players))
    assert digest(rules).startswith(named[2])
    assert len(named[2]) == 12
    if words:
        assert set(words) <= set(named[3:])
    else:
        assert named[3:] == ()
    assert digest(again(rules)) == digest(rules)


def test_a_game_without_its_reserves() -> None:
    rules = load("hand-and-foot", house={"base": "hand-and-foot", "reserves": False, "out": {"partner": "no"}})
    assert "reserves=false" in rules_words(rules)
    assert digest(again(rules)) == digest(rules)


def test_option_names_are_read_and_written_as_assignments() -> None:
    rules = load("hand-and-foot", options=["whole-pile"])
    text = position_text(dealt(rules, 1))
    assert "pile.take=0" in text.split(" ")
    assert position_text(parse_position(text.replace("pile.take=0", "whole-pile"))) == text


def test_a_game_that_cannot_be_loaded_here_needs_its_rules_handed_over() -> None:
    rules = from_table(as_table(load("classic", options=["meld.wilds=2"])) | {"name": "Ruth's game", "title": "Ruth's"})
    text = position_text(dealt(rules, 1))
    assert text.startswith("canasta1 Ruth%27s%20game 4 ")
    assert "meld.wilds" not in text
    with pytest.raises(NotationError, match='there is no game "Ruth%27s%20game"'):
        parse_position(text)
    assert position_text(parse_position(text, rules)) == text


def test_rules_that_no_differences_make_are_named_without_them() -> None:
    rules = load("classic")
    odd = replace(rules, out=replace(rules.out, wild=3))
    assert rules_words(odd) == ("classic", "4", digest(odd)[:12])
    text = position_text(dealt(odd, 1))
    assert position_text(parse_position(text, odd)) == text
    with pytest.raises(NotationError, match="the game has changed"):
        parse_position(text)


def test_a_changed_game_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('base = "classic"\ntitle = "Ours"\n[meld]\nwilds = 2\n', encoding="utf-8")
    with own_games(tmp_path, print):
        text = position_text(dealt(load("ours"), 1))
        assert position_text(parse_position(text)) == text
    file.write_text('base = "classic"\ntitle = "Ours"\n[meld]\nwilds = 4\n', encoding="utf-8")
    why = r"the rules of Ours for 4 players have \w+: the game has changed"
    with own_games(tmp_path, print), pytest.raises(NotationError, match=why):
        parse_position(text)


def test_rules_that_contradict_themselves_are_refused_with_all_their_problems() -> None:
    text = position_text(dealt(load("classic"), 1))
    with pytest.raises(RulesError) as error:
        parse_position(text + " out.wild=3 reserves.foot.size=3")
    assert [problem.path for problem in error.value.problems] == ["reserves.foot"]
    with pytest.raises(RulesError, match="taking a wild card needs a meld of wild cards"):
        parse_position(text.replace("classic", "new-canasta") + ' pile.wild_top="any%20wilds"')


def test_names_and_words_do_not_count() -> None:
    rules = load("classic")
    other = replace(rules, title="Other", words=replace(rules.words, hand="fan"))
    assert rules_words(other) == rules_words(rules)
