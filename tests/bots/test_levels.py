"""The levels: personalities of planner, which people can tell apart at the table."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from canasta import bots
from canasta.bots.levels import levels
from canasta.bots.registry import UnknownBot
from canasta.bots.weights.nearest import nearest_weights
from canasta.engine.weights import NAMES, SHARES
from canasta.rules.load import load
from scripts.levels_page import Habits, habits

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
PERSONALITIES = [each for each in levels() if each.plus or each.times]


@cache
def played(bot: str, game: str) -> Habits:
    """Return how *bot* plays 150 deals with three planners."""
    return habits(bot, load(game, 4), 150)


def test_every_level_is_a_bot_with_a_line_that_reads_on() -> None:
    for each in levels():
        assert bots.make(each.name, 1, 0).name == each.name
        assert re.fullmatch(r"[a-z].*[a-z]", each.says)
        assert len(each.says) <= 110
    assert len({each.title for each in levels()}) == len(levels())


def test_changes_are_of_weights_that_there_are() -> None:
    assert len(PERSONALITIES) == 4
    for each in PERSONALITIES:
        assert {*each.times, *each.plus} <= {*NAMES}
        for players in (2, 4):
            weights = each.changed(nearest_weights(load("classic", players)).weights)
            assert all(weight >= 0 for name, weight in zip(NAMES, weights, strict=True) if name in SHARES)


def test_a_personality_that_there_is_not_gets_one_sentence() -> None:
    with pytest.raises(UnknownBot, match="Did you mean planner:racer"):
        bots.make("planner:race", 1, 0)


def test_personalities_play_differently() -> None:
    """Each by far more than chance makes of as many deals."""
    classic = {each.name.partition(":")[2]: played(each.name, "classic") for each in PERSONALITIES}
    usual = played("planner", "classic")
    assert classic["racer"].lap < usual.lap - 1.2
    assert classic["cautious"].given < usual.given
    assert classic["gambler"].given > classic["cautious"].given + 0.4
    assert classic["pile-hunter"].lap > classic["racer"].lap + 1.2
    feet = {
        name: played(f"planner:{name}" if name else "planner", "hand-and-foot") for name in ("", "racer", "gambler")
    }
    assert feet["gambler"].out < feet[""].out - 0.2
    assert feet["racer"].reserve < feet[""].reserve - 0.4


def test_the_page_lists_them_in_order_of_strength() -> None:
    rows = re.findall(r"^\| `([a-z:-]+)` \| [^|]+ \| ([^|]*) \| [^|]* \| ([^|]*) \| [^|]* \|$", PAGE, re.MULTILINE)
    assert [name for name, *_ in rows] == [each.name for each in levels()]
    points = {
        name: [float(cell.split()[0].replace("−", "-").replace(",", "")) if cell.strip() else 0.0 for cell in cells]
        for name, *cells in rows
    }
    lost = [-sum(own / base for own, base in zip(each, points["greedy"], strict=True)) for each in points.values()]
    assert lost == sorted(lost, reverse=True)
