"""The walks of the games go as they are written, on both kernels, and show all that can be shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta.engine import KERNEL
from canasta.engine.steps import STEPS
from canasta.notation.walks.chooser import MANNERS, SORTS, sort_of, weight
from canasta.notation.walks.walk import Walk, read_walk, start_by_seed
from canasta.notation.walks.walking import difference, write_walk
from canasta.rules.load import games, load, own_games
from scripts import walk_plan
from scripts.walk_plan import FOLDER, Written, missing, notices

pytestmark = pytest.mark.kernel

FILES = sorted(FOLDER.glob("*.walk"))
LARGEST = 40_000
ALL = 2_000_000


def lines_of(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8").splitlines())


def of_game(name: str) -> list[Written]:
    texts = [(path, lines_of(path)) for path in FILES if path.name.rpartition("-")[0] == name]
    return [Written(path.name, read_walk(lines), lines) for path, lines in texts]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_walk_goes_as_it_is_written(path: Path) -> None:
    lines = lines_of(path)
    assert difference(lines) is None
    walk = read_walk(lines)
    if KERNEL == "compiled":  # once is enough, and the interpreted kernel is slow
        assert write_walk(walk) == path.read_text(encoding="utf-8"), "make walks writes this file otherwise"
    assert path.stem.partition("+")[0] == f"{walk.game}-{walk.players}"
    assert ("+" in path.stem) == bool(walk.options)


@pytest.mark.parametrize("name", games())
def test_walks_show_every_number_of_players_and_every_option(name: str) -> None:
    assert missing(of_game(name), [name]) == []


def test_walks_show_every_sort_of_step_and_every_ending() -> None:
    shown: set[str] = set()
    endings: set[str] = set()
    for path in FILES:
        for line in lines_of(path):
            words = line.split()
            if words and words[0].isdigit():
                shown.add(sort_of(int(words[1])))
            elif words and words[0] == "end":
                endings.add(words[1])
    assert shown == set(SORTS)
    assert endings == {"out", "stock", "lap", "pile"}


def test_walks_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FILES}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < ALL


@pytest.mark.parametrize(("game", "option"), walk_plan.UNSEEN)
def test_options_that_walks_cannot_show_are_there_and_change_rules(game: str, option: str) -> None:
    assert walk_plan.decides(games()[game], option)
    rules = load(game, options=[option])
    for seed in range(1, 11):
        walk = Walk(game=game, players=rules.seats, options=(option,), starts=(start_by_seed(rules, seed),))
        assert not notices(Written.of("", walk), option)


def test_a_game_without_walks_is_told(tmp_path: Path) -> None:
    text = 'base = "hoyle-two-player"\n'
    text += '[options.short]\nsays = "Nine cards each."\nsource = "default"\ndeal.hand = 9\n'
    (tmp_path / "our-game.toml").write_text(text, encoding="utf-8")
    with own_games(tmp_path, print):
        told = missing([], ["our-game"])
    assert told[:2] == [
        "our-game has no walk with 2 players.",
        "our-game has no walk with 2 players and options.",
    ]
    assert "our-game: no walk notices the option short." in told
    assert "our-game: no walk notices the option wild-tie." in told, "options of the base are options of the game"


def test_every_step_is_of_one_sort() -> None:
    assert sorted(step for sort in SORTS.values() for step in sort.steps) == list(range(STEPS))
    assert {weight(step, "even") for step in range(STEPS)} == {1}
    assert all(weight(step, manner) > 0 for step in range(STEPS) for manner in MANNERS)
