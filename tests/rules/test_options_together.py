"""Every pair of options: either order means the same rules and nothing of either is lost, or both orders are refused."""

from itertools import combinations
from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules.changes import paths
from canasta.rules.groups import Rules
from canasta.rules.load import games, load, rules_of

EVERY = [(name, players) for name, game in games().items() for players in game.players]


def loaded(name: str, players: int, options: tuple[str, ...]) -> Rules | None:
    """Return the rules, or None where they are refused with a sentence."""
    try:
        return rules_of(games()[name], players, options)
    except RulesError:
        return None


def lost(name: str, players: int, option: str, rules: Rules) -> list[str]:
    """Return what *option* changes and *rules* do not have."""
    values = dict(paths(rules))
    usual = games()[name].values(players)
    found = []
    for path, value in games()[name].options[option].changes_for(players).items():
        if value is None:
            found += [each for each in values if each.startswith(path + ".")]
        elif isinstance(value, tuple) and value and isinstance(value[0], tuple):
            before: Any = usual.get(path, ())
            numbers = [number for row in value for number in row]
            old = [number for row in before for number in row] if len(before) == len(value) else [None] * len(numbers)
            new = [number for row in values[path] for number in row]
            changed = [at for at, number in enumerate(numbers) if number != old[at]]
            found += [path] * any(new[at] != numbers[at] for at in changed)
        elif values[path] != value:
            found.append(path)
    return found


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_pairs_mean_the_same_in_either_order_and_lose_nothing(name: str, players: int) -> None:
    for first, second in combinations(games()[name].options, 2):
        rules = loaded(name, players, (first, second))
        assert rules == loaded(name, players, (second, first)), (first, second)
        if rules is not None:
            assert lost(name, players, first, rules) + lost(name, players, second, rules) == [], (first, second)


COMBINED = [
    ("substance-of-living", 4, ("borders-below", "fifteen-below-zero"), ((-1, 15), (0, 50), (5001, 90), (10001, 120))),
    ("classic", 4, ("no-minimum-below-zero", "hundred-from-3000"), ((-1, 0), (0, 50), (1500, 90), (3000, 100))),
    ("classic", 4, ("evans", "no-minimum-below-zero"), ((-1, 0), (0, 50), (1500, 90), (3000, 100))),
]


@pytest.mark.parametrize(("name", "players", "options", "rows"), COMBINED)
def test_minimums_combine_row_by_row(name: str, players: int, options: tuple[str, ...], rows: object) -> None:
    assert load(name, players, options).opening.minimums == rows
    house = {"base": name, "options": [options[0]]}
    assert load(players=players, options=options[1:], house=house).opening.minimums == rows


REFUSED = [
    (
        "classic",
        2,
        ("two-canastas", "one-canasta"),
        "two-canastas sets out.canastas to 2, and one-canasta sets it to 1",
    ),
    ("hand-knee-and-foot", 6, ("printed-decks", "club-decks"), "printed-decks sets deck.packs to 6"),
    ("ponytail", 4, ("natural-and-dirty", "sevens-1500"), "which natural-and-dirty removes"),
    ("ponytail", 4, ("sevens-1500", "natural-and-dirty"), "which natural-and-dirty removes"),
    ("pennies-from-heaven", 6, ("any-sevens", "own-sevens"), "any-sevens sets specials.7.discard to any canasta"),
]


@pytest.mark.parametrize(("name", "players", "options", "text"), REFUSED)
def test_what_contradicts_itself_is_refused(name: str, players: int, options: tuple[str, ...], text: str) -> None:
    for first, second in (options, options[::-1]):
        with pytest.raises(RulesError) as caught:
            load(name, players, (first, second))
        assert any("choose one of them" in problem.text for problem in caught.value.problems)
    with pytest.raises(RulesError) as caught:
        load(name, players, options)
    assert any(text in problem.text for problem in caught.value.problems)
    with pytest.raises(RulesError):
        load(name, players, options[1:], house={"base": name, "options": [options[0]]})


def test_a_value_set_beside_options_wins() -> None:
    assert load("hand-knee-and-foot", options=["meld.ratio=equal", "three-wilds"]).meld.ratio == "equal"
    house = {"base": "classic", "options": ["strict-wilds"], "meld": {"ratio": "half"}}
    assert load(house=house).meld.ratio == "half"
    assert load(house=house, options=["strict-wilds"]).meld.ratio == "fewer"
