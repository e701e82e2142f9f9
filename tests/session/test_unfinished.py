"""Tables that go on with the match of an unfinished record."""

from __future__ import annotations

from contextlib import suppress

import pytest

from canasta import bots
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.notation.records.record import Player, heading_of
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.table import Table
from canasta.session.unfinished import read_unfinished
from tests.notation.written import Sheet, match_text, play_on, written
from tests.session.live import Live
from tests.session.test_procedures import replayed


def broken_off(rules: Rules, steps: int) -> tuple[str, Match]:
    """Return a match as the terminal records it, left after one deal and some *steps* of the next one."""
    match, sheet = Match(rules, 5), Sheet()
    players = [Player(name, "") for name in ("Ann", "Bea", "Cyd", "Dan")[: rules.seats]]
    recorder = Recorder(sheet, heading_of(rules, players, 5, "canasta", "2026-11-21"))
    recorder.begin_match()
    play_on(match, recorder, "greedy", 1)
    recorder.begin_deal(next_deal(match))
    for seat, exact in match.cutters():
        recorder.cut(match.cut(seat, exact))
    if steps:
        match.begin_deal()
        recorder.dealt()
    deal = match.current_deal
    playing = [bots.make("greedy", 5, seat) for seat in range(rules.seats)]
    for _ in range(steps):
        assert deal is not None
        seat, before = deal.actor, deal.position.copy()
        step = playing[seat].choose(view(deal, seat))
        recorder.stepped(seat, step, before, deal.step_trusted(step))
    recorder.flush()
    return sheet.text, match


@pytest.mark.parametrize(("game", "players"), [("classic", 2), ("hand-and-foot", 4)])
def test_the_deal_in_progress_is_played_on_by_other_people(game: str, players: int) -> None:
    rules = load(game, players)
    record, match = broken_off(rules, 40)
    live = Live(rules, record=record)
    live.seat(["Ruth", "Tom"])
    assert not record_of(live.log)
    events = live.do("p1", acts.Start()).events_for(-1)
    assert [event["e"] for event in events[:2]] == ["goes-on", "known"]
    assert (live.public["given"], live.public["totals"], live.public["deal"]) == (True, list(match.totals), 2)
    assert live.state.deal is not None
    assert live.state.deal.tabletop.hands == match.deal.tabletop.hands
    # The heading has the seed, and so all cards of this deal.
    assert not record_of(live.log)
    assert record_of(live.log, unfinished=True).startswith(record)
    live.play_deal()
    text = record_of(live.log)
    assert "# Seat 2: Tom from here on." in text
    assert replayed(text) == 2
    for person in ("p1", "p2"):
        live.do(person, acts.Ready())
    live.play_deal()
    assert replayed(record_of(live.log)) == 3
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_the_record_is_there_again_in_the_deals_after_the_one_that_its_seed_tells() -> None:
    rules = load("classic", 2)
    live = Live(rules, record=broken_off(rules, 40)[0], settings={"next_deal": 0})
    live.seat(["Ruth", "Tom"])
    live.do("p1", acts.Start())
    assert not record_of(live.log)
    live.play_deal()
    for person in ("p1", "p2"):
        live.do(person, acts.Ready())
    live.until("playing")
    text = record_of(live.log)
    assert text.count("[[deal]]") == 2
    assert replayed(text)


def test_a_dropped_deal_of_a_record_is_dealt_again_by_a_promise() -> None:
    rules = load("classic", 2)
    record, match = broken_off(rules, 30)
    live = Live(rules, record=record)
    live.seat(["Ruth", "Tom"])
    live.do("p1", acts.Start())
    for person in ("p1", "p2"):
        live.do(person, acts.Redeal())
    assert live.public["state"] == "promising"
    live.play_deal()
    text = record_of(live.log)
    assert replayed(text) == 2
    assert text.count("commitment = ") == 1
    assert live.public["deals"].keys() == {"1", "2"}
    assert live.state.match is not None
    assert live.state.match.results[0] == match.results[0]


def test_cuts_of_a_deck_that_was_not_dealt_are_made_again() -> None:
    rules = load("ponytail", 4)
    record, match = broken_off(rules, 0)
    assert match.cuts
    live = Live(rules, record=record)
    live.seat(["Ruth"])
    assert [event["e"] for event in live.do("p1", acts.Start()).events_for(-1)] == ["goes-on"]
    live.until("cutting")
    live.play_deal()
    assert replayed(record_of(live.log)) == 2


def test_names_and_rules_come_from_the_record() -> None:
    record, _ = broken_off(load("classic", 2), 10)
    found = read_unfinished(record.replace('title = "Classic Canasta"', 'title = "A\\u0007B"'))
    assert found.names == ("Ann", "Bea")
    assert found.rules.title == "A\\x07B"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This record can't be resumed: "),
        ("nonsense", "This record can't be resumed: "),
        ("\ud800", "This record can't be resumed: "),
        (match_text("classic", 2), "This record can't be resumed: this match is over"),
        (match_text("classic", 2, deals=1).replace("\n1 ", "\n2 ", 1), "This record can't be resumed: line "),
    ],
    ids=["empty", "nonsense", "surrogate", "over", "wrong move"],
)
def test_a_record_that_cannot_be_used_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        read_unfinished(text)
    assert caught.value.clause == "table.record"
    assert caught.value.text.startswith(sentence)
    assert caught.value.text.endswith(".")
    assert "\n" not in caught.value.text


def test_a_record_that_ends_anywhere_makes_a_table_or_gets_a_sentence() -> None:
    text, _ = written(load("classic", 2), 3, deals=2)
    numbers = []
    for end in range(0, len(text), 997):
        with suppress(Refused):
            numbers.append(read_unfinished(text[:end]).match.number)
    assert {1, 2} <= set(numbers) <= {0, 1, 2}  # 0: before the first deal
