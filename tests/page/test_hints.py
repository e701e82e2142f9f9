"""Hints at the page, at a real server: the turn they recommend is played by one key, in every kind of game."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from tests.page.visitor import Visitor

Visit = Callable[..., Visitor]
TURNS = 14
STOPPED = "Ask for another hint."
CHANGED = "The table has changed."


def _moves(visitor: Visitor) -> list[str]:
    """Return the moves of the last hint."""
    hints = (json.loads(text) for text in reversed(visitor.heard))
    return list(next(frame["moves"] for frame in hints if frame["t"] == "hinted"))


def _stale(visitor: Visitor) -> list[str]:
    """Return the answers that refused something."""
    return [each["text"] for each in visitor.answers if each["t"] == "refused"]


def _played(visitor: Visitor, answers: int) -> bool:
    """Return whether that many *answers* have come, or the turn of the hint cannot go on."""
    waiting = len(visitor.answers) < answers and visitor.own.get("choices")
    return not waiting or visitor.page.get_by_text(STOPPED).count() > 0


@pytest.mark.parametrize(
    ("game", "players"), [("classic", 4), ("hand-and-foot", 4), ("hoyle-two-player", 2), ("pennies-from-heaven", 6)]
)
def test_whole_turns_are_played_as_hints_say(visit: Visit, game: str, players: int) -> None:
    visitor = visit(size=(390, 844))
    # Against bots that play anything, a deal lasts long, and so has most kinds of turns.
    visitor.table(*range(2, players + 1), game=game, players=players, bot="chance")
    visitor.start()
    page, turns, several = visitor.page, 0, 0
    play = page.locator('.acts [data-do="follow"]')
    while (turns < TURNS or not several) and visitor.public["state"] == "playing":
        visitor.until(lambda: visitor.own.get("choices") or visitor.public["state"] != "playing", "one's turn")
        if visitor.public["state"] != "playing":
            break
        made = len(visitor.answers)
        page.keyboard.press("h")
        play.or_(page.locator(".room")).first.wait_for()
        assert play.is_visible(), visitor.said()
        last = made + len(_moves(visitor))
        page.keyboard.press("Enter")
        visitor.until(partial(_played, visitor, last), "the turn of the hint")
        visitor.settle()
        # Nobody else has done anything: new cards are all that may end the turn early.
        assert not page.get_by_text(CHANGED).count(), visitor.said()
        turns += 1
        several += len(visitor.answers) - made > 1
    assert not _stale(visitor)
    # A deal may end before, or hold no such turn: how the cards fall depends on when bots act.
    over = visitor.public["state"] != "playing"
    assert turns >= TURNS or over
    assert several or over, "no hint had more than one move"
    assert turns


def test_a_hint_is_not_played_after_the_table_has_changed(visit: Visit) -> None:
    visitor = visit()
    visitor.table(2, game="classic", players=2)
    visitor.start()
    visitor.until(lambda: visitor.own.get("choices"), "one's turn")
    page = visitor.page
    play = page.locator('.acts [data-do="follow"]')
    page.keyboard.press("h")
    play.wait_for()
    # The same person, in another window, draws.
    other = visitor.helper()
    assert other.do(move="draw")["t"] == "done"
    play.wait_for(state="detached")
    page.keyboard.press("Enter")
    page.wait_for_timeout(150)
    assert not [each for each in visitor.sent if each["t"] == "do" and "move" in each]
