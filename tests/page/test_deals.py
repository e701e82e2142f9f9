"""Whole deals at the page, each played in one way only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.inputs import Input, keyboard, play_deal, touch
from tests.page.visitor import Visitor

WAYS: dict[str, tuple[Input, dict[str, Any]]] = {
    "keyboard": (keyboard, {"size": (1280, 800)}),
    "touch": (touch, {"size": (390, 664), "has_touch": True, "is_mobile": True}),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_deal(visit: Callable[..., Visitor], way: str) -> None:
    play, options = WAYS[way]
    visitor = visit(**options)
    visitor.table(2, 3, 4)
    visitor.start()
    moves = play_deal(visitor, play)
    assert {"draw", "lay", "discard"} <= {move.partition(" ")[0] for move in moves}
