"""What a table waits for from the people in its seats."""

from __future__ import annotations

from typing import Any

from canasta.bots.bot import Bot
from canasta.session import acts
from canasta.session.entries import Command
from canasta.session.schedule import ScheduledCommand
from canasta.session.state import State
from canasta.session.thinking import Thinking

Json = dict[str, Any]


def wanted(state: State, bots: list[Bot]) -> tuple[int, Json] | None:
    """Return what a person is asked to do now, in which seat (from 0); moves are those of *bots*. None where nobody is asked."""
    seats = [seat for seat, place in enumerate(state.places) if place.playing == "person"]
    if state.phase == "numbers" and state.shuffle is not None:
        for seat in seats:
            if seat not in state.shuffle.numbers:
                return seat, {"act": "number", "number": str(seat + 5)}
    elif state.phase == "drawing":
        free = next(place for place in range(52) if place not in {picked for _, picked in state.picks})
        for seat in state.to_draw():
            return seat, {"act": "draw-card", "place": free + 1}
    elif state.phase == "cutting" and state.match is not None:
        for seat, needed in state.match.cutters():
            return seat, {"act": "cut", "aim": needed}
    elif state.phase == "playing" and state.deal is not None and not state.deal.over and state.deal.actor in seats:
        seat = state.deal.actor
        due = ScheduledCommand(0, 0, Command("none", None, acts.Play("", seat)), thinker=seat, bot="greedy")
        act = Thinking(state, due).think(bots[seat].choose).act
        assert isinstance(act, acts.Play)
        return seat, {"move": act.move}
    return None
