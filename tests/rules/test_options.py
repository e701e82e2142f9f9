"""Random options, values and files: they load or are refused, and nothing else happens."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.base.cards import KIND_KEYS
from canasta.base.errors import RulesError
from canasta.handbook.book import book
from canasta.handbook.markdown import markdown
from canasta.rules.changes import paths
from canasta.rules.digest import as_table, digest, from_table
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.load import games, load

WORDS = sorted(
    {
        str(word)
        for kind in GROUPS.values()
        for hint in get_type_hints(kind).values()
        for word in (*get_args(hint), *(inner for arg in get_args(hint) for inner in get_args(arg)))
        if isinstance(word, str)
    }
    | set(KIND_KEYS)
)
PATHS = sorted({path for name in games() for path, _ in paths(load(name))})

small = st.integers(0, 13)
plain = st.one_of(
    small,
    st.booleans(),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.lists(st.tuples(st.integers(-5, 5000), st.integers(0, 300)).map(list), max_size=3),
    st.integers(),
    st.text(max_size=5),
)


def options_of(name: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(sorted(games()[name].options)), max_size=5)


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for path, value in values.items():
        inner = table
        *groups, name = path.split(".")
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[name] = value
    return table


@cache
def loads(rules: Rules) -> None:
    """Return the *rules* are written down, read back and told; equal rules once."""
    assert from_table(as_table(rules)) == rules
    assert len(digest(rules)) == 64
    text = markdown(book(rules, games()[rules.name]))
    assert "{" not in text
    assert "None" not in text


def judge(make: Callable[[], Rules]) -> None:
    """Make rules, or be refused with problems."""
    try:
        rules = make()
    except RulesError as error:
        refused = error
    else:
        loads(rules)
        return
    assert refused.problems
    assert all(problem.text and "\n" not in problem.text for problem in refused.problems)


@pytest.mark.parametrize("name", games())
@given(data=st.data())
def test_options_together_load_or_are_refused(name: str, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(games()[name].players))
    options = data.draw(options_of(name))
    judge(lambda: load(name, players, options))


@given(name=st.sampled_from(sorted(games())), players=st.none() | st.integers(0, 10), data=st.data())
def test_values_load_or_are_refused(name: str, players: int | None, data: st.DataObject) -> None:
    values = data.draw(st.dictionaries(st.sampled_from(PATHS), plain, max_size=3))
    judge(lambda: load(name, players, house=nested(values)))


@given(
    name=st.sampled_from(sorted(games())),
    path=st.sampled_from(PATHS),
    value=small | st.booleans() | st.sampled_from(WORDS),
)
def test_one_value_loads_or_is_refused(name: str, path: str, value: object) -> None:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    judge(lambda: load(name, options=[f"{path}={text}"]))


@given(text=st.text(max_size=30))
def test_any_text_as_an_option_is_refused_or_loads(text: str) -> None:
    judge(lambda: load("classic", options=[text]))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*GROUPS, *WORDS]), inner, max_size=3),
    max_leaves=6,
)


@given(
    table=st.dictionaries(st.sampled_from([*GROUPS, "base", "title", "options", "players", "x"]), anything, max_size=3)
)
def test_any_table_as_house_rules_is_refused_or_loads(table: dict[str, Any]) -> None:
    judge(lambda: load("hand-and-foot", house=table))


@given(table=st.dictionaries(st.sampled_from([*GROUPS, "title", "seats", "x"]), anything, max_size=3))
def test_any_table_as_rules_is_refused_or_loads(table: dict[str, Any]) -> None:
    judge(lambda: from_table(as_table(load("classic")) | {"name": "classic"} | table))


def test_options_say_what_they_mean_to_a_family_and_not_where_they_come_from() -> None:
    said = [option.says for game in games().values() for option in game.options.values()]
    assert said
    assert [says for says in said if re.search(r"the page|out of order|sentences|garbled|archive", says)] == []
