"""The questions on house rules: rows of data that anyone can ask."""

import pytest

from canasta.rules.changes import paths
from canasta.rules.load import games, load
from canasta.rules.questions.every import questions


@pytest.mark.parametrize("name", sorted(games()))
def test_each_question_has_a_name_of_its_own_a_chapter_and_a_sentence(name: str) -> None:
    rules = load(name)
    every = questions(rules)
    assert len({each.name for each in every}) == len(every)
    for each in every:
        assert each.chapter
        assert "?" in each.title(rules)
        assert "{" not in each.label(rules) + each.title(rules)


@pytest.mark.parametrize("name", sorted(games()))
def test_texts_for_the_same_answer_mean_the_same(name: str) -> None:
    rules = load(name)
    for each in questions(rules):
        for first, *others in each.answers:
            assert [each.read(text.upper(), rules) for text in others] == [each.read(first, rules)] * len(others)


@pytest.mark.parametrize("name", sorted(games()))
def test_what_a_value_sets_besides_is_a_value_of_the_game(name: str) -> None:
    rules = load(name)
    known = {path for path, _ in paths(rules)}
    for each in questions(rules):
        for value in each.also:
            assert set(each.besides(value, rules)) <= known, each.name


def test_a_reserve_may_be_called_anything() -> None:
    odd = {"size": 11, "trigger": "hand empty"}
    rules = load(house={"base": "hand-and-foot", "reserves": {"foot": False, "{deal} *": odd, "{": odd}})
    by_name = {each.name: each for each in questions(rules)}
    asked = by_name["reserves.{deal} *.size"]
    assert asked.label(rules) == "Cards of the {deal} *"
    assert asked.read("9", rules) == {"reserves.{deal} *.size": 9}
    assert asked.name in dict(paths(rules))
    assert by_name["reserves.{.trigger"].read("own", rules)["reserves.{.needed"] is True
    assert by_name["reserves.*.needed"].read("n", rules)["reserves.{.needed"] is False
