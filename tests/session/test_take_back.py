"""Taking a discard back, where only bots play otherwise: who may, for how long, and that nothing is known of it."""

from __future__ import annotations

import pytest

from canasta.base.events import Discarded, TurnBegan
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.schedule import TAKE_BACK_MS
from canasta.session.table import Table
from tests.session.live import Live

GAMES = [("classic", 4), ("hand-and-foot", 4), ("new-canasta", 5), ("pennies-from-heaven", 6), ("hoyle-two-player", 2)]


def begun(game: str, players: int, people: tuple[str, ...] = ("Ann",), **settings: object) -> Live:
    live = Live(load(game, players))
    live.seat(people)
    live.do("p1", acts.Configure(settings))
    live.do("p1", acts.Start())
    live.until("playing")
    return live


def to_discard(live: Live) -> None:
    """Play until seat 1 has ended a turn by nothing but a discard."""
    for _ in range(400):
        turn, heard = live.state.deal and live.state.deal.actor, live.step()
        assert heard is not None
        assert live.state.deal is not None
        if (
            turn == 0
            and [type(each) for each in live.state.deal.history[-2:]] == [Discarded, TurnBegan]
            and heard.seat == 0
        ):
            return
    raise AssertionError("seat 1 never discards")


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_discard_is_taken_back_and_another_one_made(game: str, players: int) -> None:
    live = begun(game, players)
    taken = 0
    for _ in range(4):
        to_discard(live)
        discarded = live.log[-1].command.act
        assert isinstance(discarded, acts.Play)
        assert live.own[0]["take_back"] is True
        assert all("take_back" not in live.own[seat] for seat in range(1, players))
        assert live.table.checkpoint() is None
        [due] = live.table.scheduled()
        assert due.at == live.state.since + TAKE_BACK_MS
        heard = live.do("p1", acts.TakeBack())
        taken += 1
        # The bot's move is not due any more, and the turn goes on where it was.
        with pytest.raises(Refused, match="isn't due"):
            live.table.judge(live.filled(due) if due.thinker is None else due.command, due.at)
        assert heard.said_for(0).lines[0] == [{"name": 1, "text": "You"}, " took a move back."]
        assert live.state.deal is not None
        assert live.state.deal.actor == 0
        assert "discard" in live.own[0]["choices"]
        assert "take_back" not in live.own[0]
        with pytest.raises(Refused, match="can't be taken back"):
            live.do("p1", acts.TakeBack())
        live.do("p1", acts.Play(discarded.move))
        # Before the next bot plays, a second time is as good as the first.
        assert live.own[0]["take_back"] is True
        live.step()
        assert "take_back" not in live.own[0]
    assert taken == 4
    assert Table.fold(live.log).snapshot() == live.table.snapshot()
    live.play_deal()
    record = record_of(live.log)
    assert record.count("[[deal]]") == 1
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_what_came_in_the_turn_is_new_again() -> None:
    live = begun("hand-and-foot", 4)
    to_discard(live)
    fresh = live.log[-1].seq
    live.do("p1", acts.TakeBack())
    assert live.own[0]["fresh"]
    assert fresh + 1 == live.log[-1].seq


def test_it_takes_a_table_with_bots_that_take_their_time() -> None:
    for people, settings in ((("Ann", "Bob"), {}), (("Ann",), {"pace": 0}), (("Ann",), {"undo": False})):
        live = begun("classic", 4, people, **settings)
        to_discard(live)
        assert "take_back" not in live.own[0]
        with pytest.raises(Refused, match="can't be taken back"):
            live.do("p1", acts.TakeBack())
        assert all(due.wait <= live.state.settings.pace for due in live.table.scheduled() if due.thinker is not None)


def test_nobody_takes_back_the_discard_of_somebody_else() -> None:
    live = begun("classic", 4)
    live.do("p2", acts.Join("Eve"))
    to_discard(live)
    with pytest.raises(Refused, match="no seat"):
        live.do("p2", acts.TakeBack())
    # A bot's own discard is not for anyone to take back either.
    for _ in range(40):
        live.step()
        deal = live.state.deal
        assert deal is not None
        if deal.actor != 0:
            assert deal.can_take_back(0) is ("take_back" in live.own[0])
