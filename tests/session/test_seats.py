"""Seats, links, bots, stand-ins, clocks and pauses."""

from __future__ import annotations

import pytest

from canasta.rules.load import load
from canasta.session import acts
from canasta.session.checkpoint import parse_checkpoint
from canasta.session.entries import Command, Entry
from canasta.session.refusals import Refused
from canasta.session.schedule import ScheduledCommand
from canasta.session.table import Table
from tests.session.live import Live


def playing(people: int = 3, **settings: object) -> Live:
    """Return a table of classic Canasta for four, amid a deal, with *people* and bots."""
    live = Live(load("classic"), settings=settings)
    live.seat(["Ann", "Bob", "Cyd", "Dan"][:people])
    live.do("p1", acts.Start())
    live.until("playing")
    return live


def due_of(live: Live, kind: type[acts.Act]) -> ScheduledCommand:
    """Return what is due of this *kind*."""
    return next(due for due in live.table.scheduled() if isinstance(due.command.act, kind))


def turn_of(live: Live, seat: int) -> None:
    """Go on until *seat* has the turn."""
    while live.state.deal is None or live.state.deal.actor != seat:
        assert live.step() is not None


def test_the_only_person_at_a_table_is_waited_for_after_a_count() -> None:
    for people in (1, 2):
        live = playing(people)
        live.play_deal()
        assert any(isinstance(due.command.act, acts.NextDeal) for due in live.table.scheduled()) == (people > 1)


def test_names_are_different_short_and_visible() -> None:
    live = Live(load("classic"))
    for name, text in (
        ("ann", "Someone at this table is called Ann, and your name"),
        ("", "A name has 1 to 20 characters."),
        ("x" * 21, "A name has 1 to 20 characters."),
        ("a\nb", "A name is one line of visible characters."),
        ("a\u202eb", "A name is one line of visible characters."),
        ("a\ud800", "A name is one line of visible characters."),
    ):
        with pytest.raises(Refused, match=text):
            live.do("p2", acts.Join(name))
    live.do("p2", acts.Join("Zoë \N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"))
    assert len(live.state.people) == 2


def test_a_bot_keeps_the_seat_of_somebody_who_is_away_and_who_may_come_back_to_it() -> None:
    live = playing(2)
    turn_of(live, 1)
    with pytest.raises(Refused, match="Seat 2 is taken by Bob"):
        live.do("p1", acts.PutBot(1, "greedy"))
    live.do(None, acts.Away(1))
    with pytest.raises(Refused, match="host"):
        live.do("p2", acts.PutBot(1, "greedy"))
    heard = live.do("p1", acts.PutBot(1, "greedy"))
    assert [event["e"] for event in heard.events_for(-1)] == ["stood", "bot"]
    assert heard.moved == {"p2"}
    assert live.public["seats"]["2"]["plays"] == "bot"
    assert live.table.whole_for("p2").get("own") is None
    # The bot goes on with the turn, another one takes its place, and Bob comes back to his own cards.
    seen = live.state.head
    assert live.step() is not None
    assert live.log[seen].command.act.name == "play"
    live.do("p1", acts.PutBot(1, "chance"))
    assert live.public["seats"]["2"]["bot"] == "chance"
    live.do("p2", acts.Sit(1))
    assert live.public["seats"]["2"] == {"plays": "person", "name": "Bob"}


def test_a_table_can_have_a_name_which_only_its_host_gives() -> None:
    live = Live(load("classic"), settings={"name": "  Saturdays \u200c at  Ruth's "})
    assert live.public["settings"]["name"] == "Saturdays \u200c at Ruth's"
    live.do("p2", acts.Join("Bob"))
    with pytest.raises(Refused, match="host"):
        live.do("p2", acts.Configure({"name": "Bob's"}))
    for name, text in (
        ("x" * 41, "A table's name has 1 to 40 characters."),
        ("a\nb", "A table's name is one line of visible characters."),
        ("a\u202eb", "A table's name is one line of visible characters."),
        ("\u3164", "A table's name is one line of visible characters."),
        ("a" + "\u0332" * 5, "A letter of a table's name has at most 4 marks."),
        (7, "name: must be a text."),
    ):
        with pytest.raises(Refused, match=text):
            live.do("p1", acts.Configure({"name": name}))
        with pytest.raises(Refused, match=text):
            Live(load("classic"), settings={"name": name})
    live.do("p1", acts.Configure({"name": "x" * 40}))
    checkpoint = live.table.checkpoint()
    assert checkpoint is not None
    assert parse_checkpoint(checkpoint).settings.name == "x" * 40
    live.do("p1", acts.Configure({"name": "  "}))
    assert live.public["settings"]["name"] == ""


def test_a_seat_belongs_to_one_person_who_has_one_seat() -> None:
    live = Live(load("classic"))
    live.do("p2", acts.Join("Bob"))
    live.do("p1", acts.Sit(0))
    with pytest.raises(Refused, match="Seat 1 is taken by Ann"):
        live.do("p2", acts.Sit(0))
    with pytest.raises(Refused, match="You have seat 1 already"):
        live.do("p1", acts.Sit(1))
    with pytest.raises(Refused, match="no seat 5"):
        live.do("p2", acts.Sit(4))
    with pytest.raises(Refused, match="seats 2, 3 and 4 are free"):
        live.do("p1", acts.Start())


def link_to(live: Live, seat: int) -> int:
    """Let the host make a link to *seat*; return its version."""
    live.do("p1", acts.IssueLink(seat))
    return live.table.head


def test_a_link_moves_a_seat_and_older_links_are_void() -> None:
    live = playing(2)
    live.do("p3", acts.Join("Bob's telephone"))
    with pytest.raises(Refused, match="used already, or there is a newer one"):
        live.do("p3", acts.TakeSeat(0))
    older, link = link_to(live, 1), link_to(live, 1)
    with pytest.raises(Refused, match="used already, or there is a newer one"):
        live.do("p3", acts.TakeSeat(older))
    with pytest.raises(Refused, match=r"Bob is playing seat 2\. This link opens it once they are away"):
        live.do("p3", acts.TakeSeat(link))
    live.play_deal()
    heard = live.do("p3", acts.TakeSeat(link))
    assert heard.moved == {"p2", "p3"}
    assert live.state.seat_of("p3") == 1
    with pytest.raises(Refused, match="used already, or there is a newer one"):
        live.do("p2", acts.TakeSeat(link))
    live.due(due_of(live, acts.NextDeal))
    live.until("playing")
    assert live.table.whole_for("p3")["own"]["hand"]
    assert "own" not in live.table.whole_for("p2")


def test_a_link_moves_with_its_place_in_the_draw_for_seats() -> None:
    live = Live(load("hand-and-foot"))
    live.secrets = 2  # with this deck, the draw moves places
    live.seat(["Ann", "Bob"])
    links = [link_to(live, seat) for seat in range(4)]
    before = live.state.names
    live.do("p1", acts.Start())
    while not live.state.seats_drawn:
        assert live.step() is not None
    now = [live.state.names.index(name) for name in before]
    assert now != [0, 1, 2, 3]
    assert [live.table.seat_of_link(version, "p9") for version in links] == now
    live.do("p9", acts.Join("Eve"))
    live.do("p9", acts.TakeSeat(links[3]))
    assert live.state.seat_of("p9") == now[3]
    assert live.state.seat_of("p2") == now[1], "Bob keeps his seat"


def test_who_saw_cards_takes_no_other_seat_in_the_deal() -> None:
    live = playing(2)
    live.do("p2", acts.Stand())
    assert live.state.places[1].playing == "bot"
    with pytest.raises(Refused, match="You have seen the cards of another seat"):
        live.do("p2", acts.Sit(2))
    live.do("p2", acts.Sit(1))  # their own, whose cards they know
    assert live.table.whole_for("p2")["own"]["hand"]
    live.do("p2", acts.Stand())
    live.play_deal()
    live.do("p2", acts.Sit(3))
    assert live.state.seat_of("p2") == 3


def test_whoever_sits_down_amid_a_deal_sees_no_cards_before_the_next() -> None:
    """Another browser of the same person would show them the cards of bots, or of someone who is away."""
    live = playing(2, away_delay=3_600, away_budget=3_600)
    for number, name in ((3, "Eve"), (4, "Dan")):
        live.do(f"p{number}", acts.Join(name))
    live.do("p3", acts.Sit(3))
    heard = live.do("p3", acts.Sit(2))  # on second thoughts
    assert heard.said_for(-1).lines == [["Eve takes seat 3 with the next deal."]]
    assert {seat: row.get("coming") for seat, row in live.public["seats"].items()} == {
        "1": None, "2": None, "3": "Eve", "4": None,
    }  # fmt: skip
    with pytest.raises(Refused, match="Seat 3 is kept for Eve from the next deal on"):
        live.do("p4", acts.Sit(2))
    link = link_to(live, 1)
    live.do(None, acts.Away(1))
    live.do("p4", acts.TakeSeat(link))
    for person in ("p3", "p4"):
        assert live.table.role(person).name == "spectator"
        assert "own" not in live.table.whole_for(person)
        for ask in (live.table.hint, live.table.seen_by, lambda each: live.table.try_move(each, "draw")):
            with pytest.raises(Refused, match="no seat"):
                ask(person)
    live.do("p1", acts.LetIn())
    assert live.state.seat_of("p3") is None  # Bob plays, too, and has not agreed
    live.do("p1", acts.Decline())
    assert live.state.places[2].playing == "bot"
    live.do("p1", acts.StandIn(1))
    live.play_deal()
    assert [live.state.seat_of(person) for person in ("p2", "p3", "p4")] == [None, 2, 1]
    live.due(due_of(live, acts.NextDeal))
    live.until("playing")
    assert all(live.table.whole_for(person)["own"]["hand"] for person in ("p3", "p4"))
    assert "coming" not in str(live.public["seats"])
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_everyone_who_plays_can_let_a_newcomer_in_at_once_but_not_into_the_seat_of_a_person() -> None:
    live = playing(2)
    for number, name in ((3, "Eve"), (4, "Dan")):
        live.do(f"p{number}", acts.Join(name))
    with pytest.raises(Refused, match="Nobody waits for the next deal"):
        live.do("p1", acts.LetIn())
    live.do("p3", acts.Sit(2))
    live.do("p1", acts.LetIn())
    assert live.public["vote"] == {"for": "let-in", "agreed": [1]}
    live.do(None, acts.Away(1))
    live.do("p4", acts.TakeSeat(link_to(live, 1)))
    assert live.state.seat_of("p3") is None  # who is away is asked, too
    live.do(None, acts.Back(1))
    heard = live.do("p2", acts.LetIn())
    assert heard.moved == {"p3"}
    assert live.state.seat_of("p3") == 2
    assert live.table.whole_for("p3")["own"]["hand"]
    assert "vote" not in live.public
    live.do(None, acts.Away(1))
    with pytest.raises(Refused, match="Someone else has seen these cards"):
        live.do("p1", acts.LetIn())
    assert live.state.seat_of("p4") is None
    live.do("p4", acts.Leave())
    live.play_deal()
    assert live.state.seat_of("p2") == 1


@pytest.mark.parametrize("emptied", ["removed", "kept by a bot"])
def test_the_host_cannot_let_anyone_into_a_hand_that_a_person_has_held(emptied: str) -> None:
    live = playing(2)
    if emptied == "removed":
        live.do("p1", acts.Remove("p2"))
    else:
        live.do(None, acts.Away(1))
        live.do("p1", acts.PutBot(1, "greedy"))
    assert live.state.places[1].playing == "bot"
    live.do("p3", acts.Join("Ann's other browser"))
    live.do("p3", acts.Sit(1))
    with pytest.raises(Refused, match=r"Someone else has seen these cards, .* before the next deal"):
        live.do("p1", acts.LetIn())
    assert "own" not in live.table.whole_for("p3")
    live.do("p3", acts.Leave())
    if emptied == "removed":
        live.do("p2", acts.Join("Bob"))
    live.do("p2", acts.Sit(1))  # whose cards they are
    assert live.table.whole_for("p2")["own"]["hand"]
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_a_vote_that_is_open_when_a_player_is_removed_does_not_show_their_cards() -> None:
    live = playing(3)
    live.do("p4", acts.Join("Eve"))
    live.do("p4", acts.Sit(3))
    live.do("p1", acts.LetIn())
    live.do("p5", acts.Join("Ann's other browser"))
    live.do("p1", acts.Remove("p2"))
    live.do("p5", acts.Sit(1))
    live.do("p1", acts.Remove("p3"))
    assert live.state.seat_of("p4") == 3  # everyone who has a seat agrees, and bots alone have played it
    assert live.state.seat_of("p5") is None


def test_a_deal_goes_on_for_whoever_comes_in_though_everyone_else_is_away() -> None:
    live = playing(1)
    link = link_to(live, 0)
    live.do(None, acts.Away(0))
    assert live.table.scheduled() == ()
    live.do("p2", acts.Join("Ann's telephone"))
    live.do("p2", acts.TakeSeat(link))
    live.due(due_of(live, acts.StandIn))
    live.play_deal()
    assert live.state.seat_of("p2") == 0
    assert live.state.seat_of("p1") is None


def test_logs_in_which_people_sat_down_amid_a_deal_still_fold() -> None:
    live = playing(2)
    live.do("p3", acts.Join("Cyd"))
    older = Entry(live.table.head + 1, live.now, Command("old", "p3", acts.Sit(2)))
    live.log.append(older)
    live.table.apply(older)
    assert live.state.seat_of("p3") == 2
    assert live.table.whole_for("p3")["own"]["hand"]
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_a_stand_in_plays_after_the_delay_and_the_budget_does_not_refill() -> None:
    live = playing(3, away_delay=90, away_budget=120)
    turn_of(live, 1)
    live.do(None, acts.Away(1))
    away = live.now
    assert due_of(live, acts.StandIn).at == away + 90_000
    live.now += 80_000
    live.do("p2", acts.Back())
    live.do(None, acts.Away(1))
    assert due_of(live, acts.StandIn).at == live.now + 40_000
    live.now += 30_000
    live.do(None, acts.Back(1))
    live.do(None, acts.Away(1))
    due = due_of(live, acts.StandIn)
    assert due.at == live.now + 10_000
    live.due(due)
    with pytest.raises(Refused, match="A stand-in plays for you"):
        live.do("p2", acts.Play("draw"))
    heard = live.step()
    assert heard is not None
    assert heard.command.startswith("stand-in-")
    assert heard.seat == 1
    live.do("p2", acts.Back())
    assert live.state.places[1].playing == "person"
    with pytest.raises(Refused, match="playing your seat yourself"):
        live.do("p2", acts.Back())


def test_the_host_puts_a_stand_in_in_the_seat_of_someone_away_until_they_are_back() -> None:
    live = playing(3, away_delay=3_600, away_budget=3_600)
    turn_of(live, 1)
    with pytest.raises(Refused, match="Only the host can do this"):
        live.do("p2", acts.StandIn(2))
    with pytest.raises(Refused, match="Seat 2 is not away"):
        live.do("p1", acts.StandIn(1))
    with pytest.raises(Refused, match="There is no seat 8"):
        live.do("p1", acts.StandIn(7))
    live.do(None, acts.Away(1))
    heard = live.do("p1", acts.StandIn(1))
    assert [event["e"] for event in heard.events_for(-1)] == ["stand-in"]
    assert live.public["seats"]["2"]["plays"] == "stand-in"
    with pytest.raises(Refused, match="A stand-in plays seat 2 already"):
        live.do("p1", acts.StandIn(1))
    moved = live.step()
    assert moved is not None
    assert moved.command.startswith("stand-in-")
    assert moved.seat == 1
    live.do(None, acts.Back(1))
    assert live.state.places[1].playing == "person"
    live.do("p1", acts.StandIn(0))  # their own seat, here or not
    assert live.state.places[0].playing == "stand-in"
    live.do("p1", acts.Back())
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_nothing_happens_while_nobody_is_there() -> None:
    live = playing(1)
    turn_of(live, 0)
    live.do("p1", acts.Play("draw"))
    live.do(None, acts.Away(0))
    assert live.table.scheduled() == ()
    live.now += 10_000_000
    live.do("p1", acts.Back())
    assert live.state.places[0].playing == "person"


def test_a_clock_lets_a_stand_in_finish_the_turn_and_no_more() -> None:
    live = playing(2, clock=30)
    turn_of(live, 1)
    began = live.state.turn_at
    assert due_of(live, acts.ClockOut).at == began + 30_000
    live.do("p2", acts.Play("draw"))
    assert due_of(live, acts.ClockOut).at == began + 30_000
    live.now += 10_000
    live.do("p1", acts.Pause())
    assert live.table.scheduled() == ()
    live.now += 1_000_000
    live.do("p1", acts.Resume())
    due = due_of(live, acts.ClockOut)
    assert due.at == live.now + 20_000
    live.due(due)
    with pytest.raises(Refused, match="Your time for this turn is up"):
        live.do("p2", acts.Play("discard 4"))
    turns = live.state.deal.position.turns if live.state.deal else 0
    while live.state.deal is not None and live.state.deal.position.turns == turns:
        live.step()
    assert live.state.places[1].playing == "person"


def test_a_pause_ends_when_all_who_are_here_are_ready() -> None:
    live = playing(3)
    live.do(None, acts.Away(2))
    live.do("p2", acts.Pause())
    with pytest.raises(Refused, match="The table is paused"):
        live.do("p1", acts.Play("draw"))
    with pytest.raises(Refused, match="The table is paused"):
        live.do("p2", acts.Pause())
    live.do("p2", acts.Ready())
    assert live.state.paused
    with pytest.raises(Refused, match="You are ready already"):
        live.do("p2", acts.Ready())
    live.do("p1", acts.Ready())
    assert not live.state.paused


def test_bots_wait_for_their_pace() -> None:
    live = playing(1, pace=700)
    turn_of(live, 2)  # after a bot: a person could still take their discard back
    due = live.table.scheduled()[0]
    assert (due.thinker, due.bot) == (2, "greedy")
    assert due.at == live.state.at + 700
    assert due.wait == 700
    with pytest.raises(Refused, match="isn't due"):
        live.do(None, acts.Play("draw", 2), "bot-1")
    live.do("p1", acts.Configure({"pace": 0}))
    assert live.table.scheduled()[0].wait == 0


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"pace": -1}, "pace: must be a whole number from 0 to 10,000."),
        ({"pace": True}, "pace: must be a whole number"),
        ({"talk": 1}, "talk: must be true or false."),
        ({"stand_in": "nobody"}, "stand_in: must be one of the bots chance, greedy."),
        ({"tempo": 1}, 'Unknown setting "tempo". The settings are pace,'),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(settings: dict[str, object], text: str) -> None:
    live = Live(load("classic"))
    with pytest.raises(Refused) as caught:
        live.do("p1", acts.Configure(settings))
    assert caught.value.text.startswith(text)


def test_a_table_has_room_for_so_many() -> None:
    live = Live(load("classic", 2), settings={"spectators": 1})
    live.do("p2", acts.Join("Bob"))
    live.do("p3", acts.Join("Cyd"))
    with pytest.raises(Refused, match="This table is full"):
        live.do("p4", acts.Join("Dan"))
