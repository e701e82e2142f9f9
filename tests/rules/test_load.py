"""Loading games: layers, options, house rules, bases."""

import json
from pathlib import Path
from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules.groups import Rules
from canasta.rules.load import games, load

EVERY = [(name, players) for name, game in games().items() for players in game.players]

FIFTH = """
title = "Ours"
blurb = "Hand and Foot with a pony."
base = "hand-and-foot"
default_players = 6

[table]
players = [4, 6]

[players.6]
table.sides = 3
deck.packs = 8

[reserves.foot]
size = 11

[reserves.pony]
size = 5
trigger = "side open"
rest = "at once"

[options.same-wilds]
says = "Ours differs."
pile.wild_top = "no"

[options]
exact-cut = false

[sources]
"reserves.foot.size" = "stated grandmother"

[documents.grandmother]
author = "Grandmother"
title = "A letter"
"""


def folder_with(path: Path, **files: str) -> Path:
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return path


def refused(**how: Any) -> list[str]:
    """Return the problems of a load that must fail."""
    with pytest.raises(RulesError) as caught:
        load(**how)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_every_game_loads_for_every_number_of_players(name: str, players: int) -> None:
    rules = load(name, players)
    assert isinstance(rules, Rules)
    assert (rules.name, rules.seats, rules.title) == (name, players, games()[name].title)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_every_option_loads_for_every_number_of_players_it_allows(name: str, players: int) -> None:
    game = games()[name]
    for option in game.options.values():
        if players in option.changes.get("table.players", game.players):
            load(name, players, [option.name])
        else:
            with pytest.raises(RulesError, match=f"players, not {players}."):
                load(name, players, [option.name])


@pytest.mark.parametrize("name", games())
def test_every_option_changes_the_rules_for_some_number_of_players(name: str) -> None:
    game = games()[name]
    for option in game.options.values():
        numbers = {*game.players, *option.by_players}
        assert any(game.values(n) | option.changes_for(n) != game.values(n) for n in numbers), option.name


def test_the_usual_number_of_players_is_four() -> None:
    for name, game in games().items():
        assert load(name).seats == game.default_players
        assert game.default_players == 4 or 4 not in game.players


def test_rules_cannot_be_changed() -> None:
    rules = load("classic")
    with pytest.raises(AttributeError):
        rules.meld.size = 5  # type: ignore[misc]


def test_the_part_for_the_number_of_players_wins_over_the_whole() -> None:
    assert (load("classic", 2).deal.hand, load("classic", 3).deal.hand, load("classic", 4).deal.hand) == (15, 13, 11)
    assert [load("hand-knee-and-foot", n).packs for n in (4, 6, 8)] == [6, 9, 12]
    assert [load("hand-knee-and-foot", n).sides for n in (4, 6, 8)] == [2, 3, 4]


def test_an_option_may_depend_on_the_number_of_players() -> None:
    packs = [load("hand-knee-and-foot", n, ["club-decks"]).packs for n in (4, 6, 8)]
    assert packs == [6, 7, 9]


def test_an_option_may_add_a_number_of_players() -> None:
    assert load("hand-knee-and-foot", 3, ["three-alone"]).sides == 3
    assert refused(name="hand-knee-and-foot", players=3) == [
        "players: must be 4, 6 or 8; for 3, try option three-alone, family-hand-and-foot or hand-and-foot-earl"
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("meld.ratio=equal", lambda r: r.meld.ratio == "equal"),
        ("meld.ratio = 'equal'", lambda r: r.meld.ratio == "equal"),
        ("meld.wilds=1", lambda r: r.meld.wilds == 1),
        ("pile.consecutive=false", lambda r: not r.pile.consecutive),
        ("opening.minimums=[[1,60],[3,120]]", lambda r: r.opening.minimums == ((1, 60), (3, 120))),
        ("score.cards.A=25", lambda r: dict(r.score.cards)["A"] == 25),
        ("score.cards.10=15", lambda r: dict(r.score.cards)["T"] == 15),
        ("reserves.foot.size=11", lambda r: r.reserves[0].size == 11),
        ("specials.7.bonus=1500", lambda r: (r.specials[0].rank, r.specials[0].bonus) == ("7", 1500)),
        ('pile.blocked_by=["black three", "10"]', lambda r: r.pile.blocked_by == ("black three", "T")),
    ],
)
def test_an_option_may_set_any_value(text: str, value: Any) -> None:
    assert value(load("hand-and-foot", options=[text]))


def test_a_reserve_can_be_taken_away() -> None:
    rules = load("hand-and-foot", options=["reserves.foot=false", "out.partner=no"])
    assert rules.reserves == ()


HOUSE = """
base = "hand-and-foot"
title = "Sundays"
options = ["same-wilds"]

[reserves.foot]
size = 11

[players.4]
draw.stock = 3
"""


def test_house_rules_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sundays.toml"
    path.write_text(HOUSE, encoding="utf-8")
    for rules in (load(house=path), load("hand-and-foot", house=path)):
        assert (rules.name, rules.title) == ("hand-and-foot", "Sundays")
        assert (rules.pile.wild_top, rules.reserves[0].size, rules.draw.stock) == ("same wilds", 11, 3)
        assert rules.deal.hand == 13


def test_house_rules_are_read_from_a_table() -> None:
    assert load("classic", house={"match": {"target": 8000}}).match.target == 8000


def test_what_is_asked_for_wins_over_the_house() -> None:
    assert load("hand-and-foot", house={"draw": {"stock": 3}}, options=["draw.stock=1"]).draw.stock == 1


def test_a_house_may_give_partners_to_a_game_without() -> None:
    house: dict[str, Any] = {
        "table": {"sides": 2},
        "out": {"permission": "required"},
        "procedures": {"frozen_in_time": False},
    }
    assert load("new-canasta", 4, house=house).sides == 2
    assert "players cannot be divided" in refused(name="new-canasta", players=5, house=house)[0]
    house["players"] = {"5": {"table": {"sides": 0}}}
    assert load("new-canasta", 5, house=house).out.permission == "required", "conditions on a partner vanish"


def test_a_fifth_game_is_one_file(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, ours=FIFTH)
    game = games(folder)["ours"]
    assert sorted(games(folder)) == sorted([*games(), "ours"])
    assert (game.title, game.players, game.default_players) == ("Ours", (4, 6), 6)
    assert set(game.options) == {*games()["hand-and-foot"].options} - {"exact-cut"}
    rules = load("ours", folder=folder)
    assert (rules.seats, rules.sides, rules.packs) == (6, 3, 8)
    assert [reserve.name for reserve in rules.reserves] == ["foot", "pony"]
    assert rules.reserves[0].size == 11
    assert rules.meld == load("hand-and-foot").meld
    assert load("ours", options=["same-wilds"], folder=folder).pile.wild_top == "no"
    assert game.source("reserves.foot.size").document == "grandmother"
    assert game.source("reserves.pony.size").status == "house"
    assert game.source("meld.size").document == "catsatcards"


def test_a_base_may_stand_in_the_same_folder(tmp_path: Path) -> None:
    files = {"ours": FIFTH, "theirs": 'base = "ours"\n[meld]\nwilds = 1\n'}
    rules = load("theirs", folder=folder_with(tmp_path, **files))
    assert (rules.meld.wilds, rules.reserves[0].size, rules.title) == (1, 11, "Ours")


def test_a_list_replaces_all_reserves(tmp_path: Path) -> None:
    text = (
        'base = "hand-knee-and-foot"\nreserves = [{ name = "pony", size = 9, trigger = "side open", rest = "at once" }]'
    )
    assert [each.name for each in load("ours", folder=folder_with(tmp_path, ours=text)).reserves] == ["pony"]


def test_nothing_in_the_file_of_a_game_is_unknown_to_json() -> None:
    for game in games().values():
        json.dumps([game.values(n) for n in game.players])
