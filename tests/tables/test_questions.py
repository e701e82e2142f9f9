"""The questions on house rules as a form asks them: plain data in, plain data out."""

import json
import tomllib
from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules.load import load
from canasta.session.house_rules import table_rules
from canasta.tables.requests import house_questions, questions_json

Json = dict[str, Any]


def by_name(questions: list[Json]) -> dict[str, Json]:
    return {each["name"]: each for each in questions}


def test_a_form_has_all_it_needs_to_ask() -> None:
    asked = by_name(questions_json(load("hand-and-foot")))
    assert json.loads(json.dumps(asked)) == asked
    assert asked["out.permission"] == {
        "name": "out.permission",
        "chapter": "Going out",
        "prompt": "Asking",
        "question": "Do you ask your partner before you go out: never, if you like (may), always (must)? Type never, may or must.",
        "kind": "word",
        "answers": [
            {"text": "never", "alike": ["none"]},
            {"text": "may", "alike": ["optional"]},
            {"text": "must", "alike": ["required"]},
        ],
        "now": "must",
        "rare": False,
    }
    assert asked["reserves.foot.size"]["prompt"] == "Cards of the foot"
    assert asked["pile.take"]["answers"] == [{"text": "all", "alike": []}]
    assert asked["pile.need=onto meld"]["answers"] == [{"text": "yes", "alike": []}, {"text": "no", "alike": []}]
    assert {each["kind"] for each in asked.values()} == {"number", "word", "yes or no", "list", "name", "text"}
    rare = [each["rare"] for each in asked.values()]
    assert rare == sorted(rare)


def test_later_answers_see_the_earlier_ones_and_the_house_rules_say_what_differs() -> None:
    told = house_questions(
        "classic", 4, [], "", {"meld.grows": "no", "meld.dead": "y", "specials": "7 1500", "specials.7.wilds": "no"}
    )
    assert told["problems"] == []
    assert told["changes"]["meld.dead"] is True
    assert told["changes"]["specials.7.bonus"] == 1500
    assert by_name(told["questions"])["meld.dead"]["now"] == "yes"
    rules = table_rules(None, 4, (), told["house"])
    assert rules.meld.dead
    assert not rules.specials[0].wilds
    assert told["questions"] == questions_json(rules)


def test_answers_go_on_with_house_rules_for_some_numbers_of_players_and_with_options() -> None:
    house = 'base = "classic"\ntitle = "Ours"\n[draw]\nstock = 3\n[players.2.deal]\nhand = 14\n'
    told = house_questions(None, 2, ["evans"], house, {"deal.hand": "13"})
    assert (told["title"], told["players"], told["changes"]) == ("Ours", 2, {"deal.hand": 13})
    file = tomllib.loads(told["house"])
    assert (file["options"], file["draw"], file["players"]) == (["evans"], {"stock": 3}, {"2": {"deal": {"hand": 13}}})
    again = house_questions(None, 2, [], told["house"], {})
    assert again["house"] == told["house"]
    assert again["changes"] == {}


def test_what_an_answer_takes_away_is_null() -> None:
    house = 'base = "classic"\n[specials.7]\nbonus = 1500\n'
    told = house_questions(None, 4, [], house, {"specials": "none"})
    assert told["changes"] == {"specials.7": None}
    assert by_name(told["questions"])["specials"]["now"] == "none"


@pytest.mark.parametrize(
    ("name", "answer", "says"),
    [
        ("meld.size", "many", '"many" is not a whole number. Type, for example: 7'),
        ("meld.size", "3", "3 is out of range (4 to 14)"),
        ("meld.foo", "3", "These rules have no such question."),
        ("meld.wild_base", "3" * 1000, "whole number"),
        ("match.deals", "0 points", "match: the match never ends"),
        ("words.canasta", "", "must not be empty"),
    ],
)
def test_an_answer_that_cannot_be_used_is_named_and_changes_nothing(name: str, answer: str, says: str) -> None:
    told = house_questions("classic", 4, [], "", {name: answer, "draw.stock": "3"})
    assert {each["path"] for each in told["problems"]} == {name}
    assert says in told["problems"][0]["text"]
    assert told["changes"] == {"draw.stock": 3}


@pytest.mark.parametrize(
    ("game", "options", "house"),
    [
        ("none-such", [], ""),
        ("classic", ["none-such"], ""),
        ("classic", ["meld.ratio=x"], ""),
        (None, [], 'base = "classic"\n[meld]\nwilds = "x"'),
        (None, [], "]"),
        ("classic", [], 'base = "hand-and-foot"'),
    ],
)
def test_rules_that_cannot_be_played_have_no_questions(game: str | None, options: list[str], house: str) -> None:
    with pytest.raises(RulesError):
        house_questions(game, 4, options, house, {})
