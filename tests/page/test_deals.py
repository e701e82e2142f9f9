"""Whole deals at the page, each played in one way only, and one by two people who have to ask each other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.page.inputs import Input, keyboard, play_deal, touch, typed
from tests.page.visitor import Visitor

Visit = Callable[..., Visitor]
WAYS: dict[str, tuple[Input, dict[str, Any]]] = {
    "keyboard": (keyboard, {"size": (1280, 800)}),
    "typed lines": (typed, {"size": (1280, 800)}),
    "touch": (touch, {"size": (390, 664), "has_touch": True, "is_mobile": True}),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_deal(visit: Visit, way: str) -> None:
    play, options = WAYS[way]
    visitor = visit(**options)
    visitor.table(2, 3, 4)
    visitor.start()
    moves = play_deal([visitor], play)
    assert {"draw", "lay", "discard"} <= {move.partition(" ")[0] for move in moves}
    # The count, and the next deal.
    visitor.settle()
    visitor.page.get_by_text(re.compile("Ready for ")).click()
    visitor.until(lambda: visitor.public.get("deal") == 2 and visitor.public["state"] == "playing", "the second deal")


def test_two_people_and_two_bots_ask_and_answer(visit: Visit) -> None:
    ann, tom = visit(), visit()
    # Bots that hardly ever go out, and a contract that is soon fulfilled: so someone asks.
    code = ann.table(2, 4, bot="chance", options=["out.natural=1", "out.mixed=0", "out.wild=0"])
    tom.join(code, 3, "Tom")
    ann.start()
    tom.until(lambda: tom.public.get("state") == "playing", "the first turn")
    asked: list[str] = []

    def no_first(visitor: Visitor, move: str) -> str:
        """Ask as soon as it can be asked, and answer no to the first question and yes to every other, whatever hints say."""
        if move in {"yes", "no"}:
            asked.append(move)
            return "yes" if len(asked) > 1 else "no"
        partners = visitor.own["choices"].get("ask")
        return f"ask {partners[0]}" if partners and not asked else move

    moves = play_deal([ann, tom], keyboard, no_first)
    answers = [move for move in moves if move in {"yes", "no"}]
    assert answers[:1] == ["no"]
    assert [frame for frame in ann.heard if " said no" in frame]
    for visitor in (ann, tom):
        visitor.until(lambda: visitor.public.get("deals"), "the count")  # noqa: B023 - at once
    assert ann.public["deals"] == tom.public["deals"]


def test_a_spectator_never_gets_a_hand(visit: Visit) -> None:
    ann, watcher = visit(), visit()
    code = ann.table(2, 3, 4)
    ann.start()
    ann.until(lambda: ann.own.get("choices"), "the turn")
    watcher.join(code, 0, "Eve")
    for word in ("draw", f"discard {ann.own['hand'][:2]}"):
        ann.settle()
        keyboard(ann, word)
    ann.until(lambda: (ann.own.get("choices") or {}).get("draw"), "the next turn")
    watcher.until(lambda: watcher.seq >= ann.seq, "the same")
    for frame in map(json.loads, watcher.heard):
        assert "own" not in frame
        assert "own" not in frame.get("state", {})
    assert watcher.page.locator("[data-id]").count() == 0
    hand, seen = ann.own["hand"], memory(watcher)
    assert hand in memory(ann)
    assert hand not in seen


def memory(visitor: Visitor) -> str:
    """Return everything that the page has in its memory, as text."""
    session = visitor.context.new_cdp_session(visitor.page)
    parts: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda told: parts.append(told["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return "".join(parts)
