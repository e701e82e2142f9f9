"""Rules as tables, and their digests."""

import dataclasses
import json
from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules.digest import as_table, canonical, digest, from_table
from canasta.rules.groups import GROUPS
from canasta.rules.load import games, load
from canasta.rules.shapes import LISTS

EVERY = [(name, players) for name, game in games().items() for players in game.players]

# A change here breaks the digests in every record: it must be a change of the rules themselves.
PINNED = {
    ("classic", 2): "d27bcb623ec78e73",
    ("classic", 4): "84fd4846e88b8f57",
    ("hand-and-foot", 4): "ad267f233f14ae4d",
    ("hand-knee-and-foot", 8): "52b180d699a7de4c",
    ("hoyle-two-player", 2): "e674b377b0f6d068",
    ("new-canasta", 5): "5021eec93d7778aa",
    ("substance-of-living", 4): "61ae06689535c755",
}


@pytest.mark.parametrize(("name", "players"), PINNED)
def test_digests_are_stable(name: str, players: int) -> None:
    assert digest(load(name, players))[:16] == PINNED[name, players]


def test_different_rules_have_different_digests() -> None:
    digests = {digest(load(name, players)) for name, players in EVERY}
    assert len(digests) == len(EVERY)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_table_gives_back_the_rules(name: str, players: int) -> None:
    rules = load(name, players)
    table = json.loads(json.dumps(as_table(rules)))
    assert from_table(table) == rules
    assert digest(from_table(table)) == digest(rules)


def test_a_table_holds_every_value() -> None:
    table = as_table(load("hand-knee-and-foot"))
    assert list(table) == ["name", "title", "seats", *GROUPS]
    for group, kind in GROUPS.items():
        names = [each.name for each in dataclasses.fields(kind)]
        for content in table[group] if isinstance(table[group], list) else [table[group]]:
            assert list(content) == names


def test_labels_words_and_descriptive_values_do_not_count() -> None:
    usual = load("hand-knee-and-foot")
    house = {
        "title": "Ours",
        "words": {"natural": "pure"},
        "procedures": {"seats": "as agreed"},
        "table": {"players": [4], "ideal": [4]},
    }
    assert digest(load("hand-knee-and-foot", house=house)) == digest(usual)
    renamed = dataclasses.replace(
        usual, reserves=tuple(dataclasses.replace(r, name="x" + r.name) for r in usual.reserves)
    )
    assert digest(renamed) == digest(usual)


def test_the_order_of_ways_and_cards_does_not_count() -> None:
    usual = load("classic")
    assert digest(load("classic", options=['pile.need=["onto meld","natural and wild","pair"]'])) == digest(usual)
    assert digest(load("classic", options=['deal.reject=["two","red three","joker"]'])) == digest(usual)


def test_packs_count_and_not_how_they_are_reckoned() -> None:
    options = ["deck.packs=5", "deck.packs_per_player=0"]
    assert digest(load("new-canasta", 4, options)) == digest(load("new-canasta", 4))


def test_the_order_of_reserves_counts() -> None:
    usual = load("hand-knee-and-foot")
    assert digest(dataclasses.replace(usual, reserves=usual.reserves[::-1])) != digest(usual)


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, tuple):
        return value[1:] or ((99, 99),)
    return value + 1 if isinstance(value, int) else "other"


@pytest.mark.parametrize("group", sorted(set(GROUPS) - {"words"}))
def test_every_deciding_value_counts(group: str) -> None:
    usual = load("hand-knee-and-foot", options=["deck.packs_per_player=0", "deals.2={draw=3}"])
    listed = group in LISTS
    content: Any = getattr(usual, group)
    if listed and not content:
        content = (GROUPS[group](),)
        usual = dataclasses.replace(usual, **{group: content})
    for each in dataclasses.fields(GROUPS[group]):
        if each.metadata["descriptive"] or (group, each.name) == ("table", "players"):
            continue
        old = content[0] if listed else content
        new = dataclasses.replace(old, **{each.name: _other(getattr(old, each.name))})
        whole: Any = (new, *content[1:]) if listed else new
        changed = dataclasses.replace(usual, **{group: whole})
        assert canonical(changed) != canonical(usual), each.name


def test_a_missing_value_has_its_default() -> None:
    table = as_table(load("classic"))
    del table["pile"]["consecutive"], table["procedures"]
    assert from_table(table) == load("classic")


@pytest.mark.parametrize(
    ("change", "begin"),
    [
        ({"seats": 9}, "seats: 9 is not a valid number of players (2 to 8)"),
        ({"seats": "4"}, 'seats: the text "4" is not allowed here'),
        ({"seats": True}, "seats: the word true is not allowed here"),
        ({"title": 5}, "title: the number 5 is not allowed here"),
        ({"melds": {}}, "melds: unknown group or key (did you mean meld?)"),
        ({"meld": {"size": "7"}}, 'meld.size: must be a whole number, not the text "7"'),
        ({"meld": 7}, "meld: this is a group of values"),
        ({"reserves": [{"size": 5}]}, "reserves.1: must be a table with a name"),
        ({"reserves": [{"name": "foot"}]}, "reserves.foot: this game has no reserve foot; a new one needs"),
        ({"match": {}}, "match: the match never ends"),
        ({"seats": 7}, "table.players: 7 players cannot play this game; it is for 2, 3, 4, 5 or 6"),
    ],
)
def test_a_table_that_is_wrong_is_refused(change: dict[str, Any], begin: str) -> None:
    with pytest.raises(RulesError) as caught:
        from_table(as_table(load("classic")) | change)
    assert str(caught.value.problems[0]).startswith(begin)
