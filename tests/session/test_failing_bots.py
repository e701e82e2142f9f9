"""Bots that fail: everyone hears of it, another bot plays on, and the record tells."""

from __future__ import annotations

import json

import pytest

from canasta.rules.load import load
from canasta.session import acts
from canasta.session.broadcast import Update
from canasta.session.entries import Command
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.schedule import ScheduledCommand, failure
from canasta.session.table import Table
from canasta.session.thinking import Thinking
from tests.session.live import Live
from tests.session.test_procedures import replayed

LATE = "It did not answer in time."


def playing(*people: str, **settings: object) -> Live:
    """Return a table where *people*, Ann unless others are named, and the bot careful play for two, amid a deal."""
    live = Live(load("classic", 2), bots=("careful", "chance"), settings={"next_deal": 0, **settings})
    live.seat(people or ["Ann"], "careful")
    live.do("p1", acts.Start())
    live.until("playing")
    return live


def asked(live: Live) -> ScheduledCommand:
    """Return what is due from a bot, once it is."""
    while not (dues := [due for due in live.table.scheduled() if due.thinker is not None]):
        assert live.step() is not None
    return dues[0]


def fail(live: Live) -> Update:
    command = failure(live.state, asked(live), LATE)
    return live.do(None, command.act, command.id)


def said(heard: Update, seat: int) -> list[str]:
    """Return the sentences that *seat* hears; Robin sits in seat 2."""
    names = {2: "Robin"}
    return [
        "".join(span if isinstance(span, str) else span.get("text") or names[span["name"]] for span in line)
        for line in heard.said_for(seat).lines
    ]


def test_everybody_hears_of_a_failure_and_after_the_second_another_bot_plays() -> None:
    live = playing()
    due = asked(live)
    assert due.bot == "careful"
    first = fail(live)
    told = "The bot careful, which plays for Robin, failed. It did not answer in time."
    assert [said(first, seat) for seat in (-1, 0)] == [[f"{told} It gets 1 more chance."]] * 2
    again = asked(live)
    assert (again.bot, again.command.id, again.at) == ("careful", due.command.id, due.at)
    second = fail(live)
    assert said(second, 0) == [told, "A stand-in (strong) plays on for Robin."]
    assert [event["e"] for event in second.events_for(-1)] == ["bot-failed", "back-up"]
    assert live.public["seats"]["2"]["bot"] == "planner"
    assert asked(live).bot == "planner"
    live.play_deal()
    assert live.state.phase == "counting"
    record = record_of(live.log)
    assert record.count(f"# {told}") == 2
    assert "# A stand-in (strong) plays on for Robin." in record
    assert replayed(record) == 1
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_a_failure_counts_once_whoever_tells_of_it_and_only_where_the_bot_is_asked() -> None:
    live = playing()
    due = asked(live)
    command = failure(live.state, due, LATE)
    for seat, name in ((0, command.id), (1, f"{command.id}1"), (1, "bot-1-failed-1")):
        with pytest.raises(Refused, match="isn't due"):
            live.do(None, acts.BotFailed(seat, LATE), name)
    with pytest.raises(Refused, match="Only the server"):
        live.do("p1", acts.BotFailed(1, LATE), command.id)
    with pytest.raises(Refused, match="why: must be one line"):
        live.do(None, acts.BotFailed(1, "a\nb"), command.id)
    live.do(None, command.act, command.id)
    move = Thinking(live.state, due).think(live.bots[1].choose)
    live.do(None, move.act, move.id)
    with pytest.raises(Refused, match="isn't due"):
        live.table.judge(Command("bot-9-failed-2", None, acts.BotFailed(1, LATE)), live.now)
    assert live.state.places[1].failed == 1


def test_a_back_up_does_not_fail_and_another_bot_gets_another_chance() -> None:
    live = playing()
    for _ in range(2):
        fail(live)
    with pytest.raises(Refused, match="isn't due"):
        fail(live)
    live.do("p1", acts.PutBot(1, "careful"))
    assert asked(live).bot == "careful"
    assert live.public["seats"]["2"]["bot"] == "careful"


def test_a_stand_in_that_fails_is_replaced_too() -> None:
    live = playing("Ann", "Bob", stand_in="careful")
    live.do("p1", acts.StandIn())
    assert asked(live).thinker == 0
    assert said(fail(live), 0)[0].startswith("The bot careful, which plays for you, failed.")
    fail(live)
    assert asked(live).bot == "planner"
    kept = None
    while kept is None:
        live.step()
        kept = live.table.checkpoint()
    assert json.loads(kept.partition(" ")[2])["places"][0]["failed"] == 2
    assert Table.fold([], kept).state.bot_in(0) == "planner"


def test_the_next_match_begins_with_the_bot_that_was_seated() -> None:
    live = playing()
    for _ in range(2):
        fail(live)
    while live.state.phase != "over":
        if live.state.phase == "counting":
            live.do("p1", acts.Ready())
        else:
            live.step()
    live.do("p1", acts.Rematch())
    assert live.state.bot_in(1) == "careful"
