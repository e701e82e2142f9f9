"""House rules: what is found in them, and how their file is written."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.base.errors import RulesError
from canasta.rules.house import House, inspect, toml_value
from canasta.rules.load import games, load
from canasta.wording.house_differences import house_differences


def problems(**house: Any) -> list[str]:
    return [str(each) for each in inspect(house).problems]


def advice(**house: Any) -> list[str]:
    return [str(each) for each in inspect(house).advice]


def test_what_can_be_played_has_no_problems() -> None:
    findings = inspect({"base": "hand-knee-and-foot", "options": ["three-alone"]})
    assert findings.problems == ()
    assert findings.players == (3, 4, 6, 8)


def test_every_error_is_named_at_once() -> None:
    found = problems(base="classic", title=5, meld={"sise": 7, "wilds": "many"}, players={"9": {}}, deal={"hand": 99})
    assert [each.partition(":")[0] for each in found] == ["meld.sise", "meld.wilds", "deal.hand", "players.9", "title"]


def test_a_file_without_a_base_says_what_is_needed() -> None:
    assert problems(meld={"size": 7}) == ['base: name the game these rules are based on, such as base = "classic"']
    assert "did you mean classic?" in problems(base="clasic")[0]


def test_problems_of_some_numbers_of_players_are_found_too() -> None:
    assert problems(base="hand-knee-and-foot", players={"8": {"deck": {"packs": 5}}}) == [
        "deck.packs: 270 cards are too few for 8 players: the deal and the first turns need 317"
    ]
    found = problems(base="classic", players={"3": {"out": {"wild": 1}}})
    assert found == ["out.wild: a canasta of wild cards is required, but meld.wild_melds is false (with 3 players)"]


def test_rules_that_nobody_can_play_are_a_problem() -> None:
    assert "table.players must list the numbers that can play" in problems(base="classic", table={"players": []})[0]


def test_what_changes_nothing_is_advice() -> None:
    assert advice(base="classic", meld={"size": 7}) == [
        "meld.size: this changes nothing: Classic Canasta or its options already say so"
    ]
    assert advice(base="classic", options=["strict-wilds"], meld={"ratio": "equal"}) == [
        "options.strict-wilds: this changes nothing here"
    ]
    assert advice(base="classic", options=["draw-one"]) == [], "it changes the game of two"
    assert advice(base="hand-and-foot", meld={"ratio": "equal"}) == []


def test_what_will_disappoint_is_advice() -> None:
    assert "only" in advice(base="hand-knee-and-foot", options=["printed-decks"])[0]
    assert "(with" not in advice(base="hand-knee-and-foot", options=["printed-decks"])[0]


def test_options_that_exclude_each_other_are_told() -> None:
    found = inspect({"base": "hand-knee-and-foot", "options": ["three-wilds", "half-wilds"]}).problems
    assert [str(each) for each in found] == [
        "options.half-wilds: three-wilds sets meld.ratio to fewer, and half-wilds sets it to half: choose one of them"
    ]


def test_differences_are_told_by_numbers_of_players() -> None:
    found = house_differences({"base": "hand-knee-and-foot", "options": ["club-decks"], "draw": {"stock": 3}})
    assert [each.players for each in found] == [(4,), (6,), (8,)]
    assert [each.clause for each in found[0].found.clauses] == ["draw.stock"]
    assert [each.clause for each in found[1].found.clauses] == ["deck.packs", "draw.stock"]
    assert house_differences({"base": "classic", "draw": {"stock": 2}}, 3)[0].players == (3,)
    with pytest.raises(RulesError, match="wild_melds"):
        house_differences({"base": "classic", "out": {"wild": 1}})


ASSIGNED = [
    ("classic", ["match.target=8000", "meld.ratio=fewer", "players.2.draw.stock=1"]),
    ("hand-and-foot", ["opening.minimums=[[1,60],[3,120]]", "words.canasta=book", 'words.hand=a "first" hand']),
    ("hand-and-foot", ["reserves.foot=false", "out.partner=no"]),
    ("hand-and-foot", ["reserves.pony={size=5,trigger='own canasta'}", "score.cards.black three=100"]),
    ("hand-knee-and-foot", ["specials=[{rank='7',bonus=1500},{rank='9',bonus=900,wilds=false}]", "meld.wilds=3"]),
    ("hand-knee-and-foot", ["specials=false", "out.special=0", "players.8.deck.packs=9", "players.6.reserves.knee.size=11"]),
    ("new-canasta", ["pile.blocked_by=['black three','10']", "table.players=[3,4,5]", "threes.black_meld=[]"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "texts"), ASSIGNED)
def test_a_written_file_means_what_was_said(name: str, texts: list[str]) -> None:
    game = games()[name]
    house = House(game, title="Ours")
    for text in texts:
        house.assign(text)
    written = tomllib.loads(house.text())
    for players in inspect(house.table()).players:
        assert load(players=players, house=written) == load(players=players, house=house.table())
    single = [text for text in texts if not text.startswith("players.")]
    rules = load(house=written, players=4)
    plain = load(name, 4, single)
    for group in ("meld", "opening", "reserves", "specials", "out", "score", "pile", "words"):
        assert getattr(rules, group) == getattr(plain, group)


@given(data=st.data())
def test_any_options_written_down_are_read_back(data: st.DataObject) -> None:
    game = games()[data.draw(st.sampled_from(sorted(games())))]
    title = data.draw(
        st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda t: t.isprintable() and t.strip())
    )
    options = data.draw(st.lists(st.sampled_from(sorted(game.options)), unique=True))
    house = House(game, title, options)
    assert tomllib.loads(house.text()) == house.table() == {
        "base": game.name, "title": title, **({"options": options} if options else {})
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["match.target", "meld.sise=7", "players.9.deck.packs=2", "meld.size=big", "=7", "a.b.c=1"]
)
def test_what_cannot_be_set_is_refused(text: str) -> None:
    house = House(games()["classic"])
    with pytest.raises(RulesError) as caught:
        house.assign(text)
    assert caught.value.problems
    assert house.values == {}


def test_values_that_depend_on_the_players_are_set_for_them_only() -> None:
    house = House(games()["hand-knee-and-foot"])
    house.set_for(6, "deck.packs", 8)
    house.set_for(6, "draw.stock", 3)
    assert house.table() == {
        "base": "hand-knee-and-foot",
        "draw": {"stock": 3},
        "players": {"6": {"deck": {"packs": 8}}},
    }


def test_comments_name_the_rule_and_the_usual_value() -> None:
    house = House(games()["hand-and-foot"], "Ours", ["whole-pile"])
    house.assign("out.natural=1")
    house.assign("out.mixed=1")
    text = house.text()
    assert '    # A player who takes the pile takes all of it.\n    "whole-pile",\n' in text
    assert "# Canastas needed to go out\nout.natural = 1  # usual: 2\nout.mixed = 1  # usual: 2\n" in text


@pytest.mark.parametrize("value", [0, -5, True, 'a"b\\c', [1, [2, 3]], {"rank": "7", "black three": 5}, "tab\u00e9"])
def test_plain_values_are_written_as_toml(value: Any, tmp_path: Path) -> None:  # noqa: ARG001
    assert tomllib.loads(f"x = {toml_value(value)}")["x"] == value


@pytest.mark.parametrize(
    ("house", "told"),
    [
        ({"out": {"clean": 1}}, "did you mean out.natural?"),
        ({"out": {"books": 1}}, "did you mean out.canastas?"),
        ({"match": {"rounds": 4}}, "did you mean match.deals?"),
        ({"pile": {"size": 7}}, "did you mean pile.take?"),
        ({"foot": {"size": 11}}, "did you mean reserves.foot?"),
        ({"threes": {"red_caught": -500}}, "write 500 without a minus sign"),
        ({"deck": {"packs": "players + 1"}}, "deck.packs_per_player = 1"),
    ],
)
def test_the_words_of_families_lead_to_the_right_line(house: dict[str, Any], told: str) -> None:
    (problem,) = problems(base="family-hand-and-foot", **house)
    assert told in problem
