"""The record of a match with real cards: read back, counted again, gone on with, and refused where it is wrong."""

from __future__ import annotations

import pytest

from canasta.base.errors import NotationError
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import record_text
from canasta.notation.records.resuming import resume
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.records import record_of
from canasta.tally.tally import Tally
from tests.session.live import Live
from tests.session.test_keeping import FIRST, SECOND, both, kept


def checked(text: str) -> tuple[int, ...]:
    """Return the totals after the record *text*, every deal of it played or counted again."""
    record = parse_record(text)
    assert record_text(record) == text
    replay = MatchReplay(record.heading)
    for deal in record.deals:
        replay.deal(deal)
    return replay.totals


def mixed() -> Live:
    """Return a table whose second deal was played here; the first and the third were counted."""
    live = kept(next_deal=0)
    both(live, 1)
    for seat in (1, 2, 3):
        live.do("p1", acts.PutBot(seat, "greedy"))
    live.do("p1", acts.Configure({"real_cards": False}))
    live.play_deal()
    live.do("p1", acts.Configure({"real_cards": True}))
    live.do("p1", acts.Ready())
    both(live, 3)
    return live


def test_a_record_has_what_was_counted_and_its_corrections() -> None:
    live = kept()
    both(live, 1)
    live.do("p1", acts.Tally(1, 1, SECOND | {"hand": 65, "note": "Dan found a four"}))
    text = record_of(live.log)
    assert checked(text) == tuple(live.public["totals"])
    assert 'corrections = [\n  "Ann changed the count for Bea and Dan in deal 1.",\n]' in text
    assert '"red threes" = 2' in text
    assert 'note = "Dan found a four"' in text
    assert text.startswith("# Hand and Foot, written down: canasta replay FILE\nformat = 2\n")
    assert parse_record(text).deals[0].counts[0] == Tally(FIRST)


def test_counted_and_played_deals_are_deals_of_one_match() -> None:
    live = mixed()
    assert checked(record_of(live.log)) == tuple(live.public["totals"])
    # Here the minimum follows the number of the deal, so the first count may still change, and the deal that was played follows.
    live.do("p1", acts.Tally(1, 1, {"points": 5}))
    assert checked(record_of(live.log)) == tuple(live.public["totals"])


def test_a_count_that_would_have_changed_the_minimum_of_a_deal_played_since_is_refused() -> None:
    live = kept(load("classic", 2), dealer=1, next_deal=0)
    both(live, 1, {"points": 1000}, {"points": 200})
    live.do("p1", acts.PutBot(1, "greedy"))
    live.do("p1", acts.Configure({"real_cards": False}))
    live.play_deal()
    live.do("p1", acts.Configure({"real_cards": True}))
    with pytest.raises(Exception, match=r"Deal 2 was played here since, and a side opened it with 50\. .* needed 90\."):
        live.do("p1", acts.Tally(1, 0, {"points": 1500}))
    live.do("p1", acts.Tally(1, 0, {"points": 1400}))
    assert checked(record_of(live.log)) == tuple(live.public["totals"])


def test_a_table_goes_on_from_a_record_and_can_still_correct_it() -> None:
    text = record_of(mixed().log)
    live = Live(load("hand-and-foot"), record=text, settings={"real_cards": True})
    live.do("p1", acts.Sit(0))
    live.do("p1", acts.Start())
    assert live.public["deal"] == 4
    before = live.public["totals"]
    live.do("p1", acts.Tally(3, 1, SECOND | {"hand": 160}))
    assert live.public["totals"] == [before[0], before[1] - 100]
    both(live, 4)
    assert checked(record_of(live.log)) == tuple(live.public["totals"])
    assert live.public["state"] == "over"


@pytest.mark.parametrize("end", range(20, 400, 23))
def test_a_record_cut_short_goes_on_after_its_last_whole_deal(end: int) -> None:
    live = kept()
    both(live, 1)
    one = record_of(live.log)
    both(live, 2)
    content = record_of(live.log).encode()
    at = len(one.encode()) + end
    if at >= len(content):
        return
    resumed = resume(content[:at])
    assert resumed.match.number == 1
    assert list(resumed.counts) == [1]
    assert resumed.size <= len(one.encode()) + 1


WRONG = [
    ("format = 2", "format = 1", "deals counted by hand need format = 2 in the heading, not 1"),
    ("[[deal.count]]\nnatural = 2", "[[deal.count]]\nnatural = 3", "the score sheet of side 1 says 1000 points for 2"),
    (
        "[[deal.count]]\nnatural = 2",
        "[[deal.count]]\nnatural = -2",
        "Clean canastas: enter a whole number from 0 to 999.",
    ),
    ("[[deal.count]]\nnatural = 2", "[[deal.count]]\nnaturals = 2", '"naturals" is not counted in Hand and Foot.'),
    ("melded = 1085", "melded = 1087", "this can't be: No cards are worth 1,087 together"),
    (
        "after = [3285, 1280]",
        "after = [3285, 1281]",
        "the new totals are [3285, 1281], but by the rules they are [3285, 1280]",
    ),
    ("after = [3285, 1280]\n", "", "this is missing"),
    ("after = [3285", "actions = ''\nafter = [3285", "a deal that was counted by hand has none"),
    ("dealer = 4", "dealer = 4\nsecret = '" + 64 * "0" + "'", "a deal that was counted by hand has none"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG)
def test_what_is_wrong_in_a_counted_deal_is_told_with_its_line(old: str, new: str, sentence: str) -> None:
    live = kept()
    both(live, 1)
    text = record_of(live.log)
    assert old in text
    with pytest.raises(NotationError) as wrong:
        checked(text.replace(old, new, 1))
    assert sentence in str(wrong.value)
    assert wrong.value.line > text.index("[[deal]]") // 1_000
