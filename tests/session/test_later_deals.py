"""Rules that change from deal to deal: in a match, its record, and at a live table with checkpoints."""

from __future__ import annotations

from typing import Any

from canasta.notation.records.playback import watch
from canasta.notation.records.reader import parse_record
from canasta.notation.records.resuming import resume
from canasta.rules.digest import as_table, digest, from_table
from canasta.rules.groups import Rules
from canasta.rules.house import inspect
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.checkpoint import parse_checkpoint
from canasta.session.records import record_of
from canasta.session.table import Table
from tests.notation.written import written
from tests.session.live import Live
from tests.session.test_procedures import replayed

HOUSE: dict[str, dict[str, Any]] = {
    "match": {"deals": 3, "target": 0},
    "deals": {"2": {"hand": 9, "draw": 2, "take": 3}, "3": {"canastas": 2}},
}


def changing() -> Rules:
    """Classic Canasta for two with another hand, draw and pile from the second deal on, and two canastas in the third."""
    return load("classic", 2, house=HOUSE)


def test_a_change_holds_until_another_one_follows() -> None:
    rules = changing()
    told = [(now.deal.hand, now.draw.stock, now.pile.take, now.out.canastas) for now in map(rules.in_deal, range(1, 5))]
    first = (rules.deal.hand, rules.draw.stock, 0, rules.out.canastas)
    assert told == [first, (9, 2, 3, rules.out.canastas), (9, 2, 3, 2), (9, 2, 3, 2)]
    assert rules.in_deal(3).deals == ()
    plain = load("classic", 2)
    assert plain.in_deal(2) is plain
    findings = inspect({"base": "classic", **HOUSE, "deals": {"2": {"draw": 1}, "3": {"draw": 0}}})
    assert [problem.path for problem in findings.problems] == ["deals.3.draw"]


def test_plain_tables_and_digests_tell_them() -> None:
    rules = changing()
    assert from_table(as_table(rules)) == rules
    assert digest(rules) != digest(load("classic", 2, house={"match": HOUSE["match"]}))
    order = {"3": HOUSE["deals"]["3"], "2": HOUSE["deals"]["2"]}
    assert digest(load("classic", 2, house={**HOUSE, "deals": order})) == digest(rules)


def test_a_match_and_its_record_follow_them() -> None:
    text, match = written(changing(), 5, "chance", deals=2)
    assert len(match.results) == 2
    assert replayed(text) == 2
    assert resume(text.encode()).match.results == match.results
    record = parse_record(text)
    first, second = watch(record.heading, record.deals)
    for moment in second.moments:
        assert (moment.deal.number, moment.deal.totals) == (2, match.results[0].totals)
    assert (first.moments[-1].deal.number, first.moments[-1].deal.totals) == (1, (0, 0))
    match.begin_deal()
    assert match.deal.rules.out.canastas == 2
    assert all(len(hand) == 9 for hand in match.deal.tabletop.hands)


def test_a_live_table_follows_them() -> None:
    live = Live(changing())
    live.seat(["Ann"])
    live.do("p1", acts.Start())
    live.play_deal()
    live.do("p1", acts.Ready())
    live.until("playing")
    assert live.state.deal is not None
    assert live.state.deal.rules == changing().in_deal(2)
    replays, checkpoints = Table(), []
    while live.step() is not None:
        pass
    for entry in live.log:
        replays.follow(entry)
        checkpoint = replays.checkpoint()
        deal = replays.state.deal
        if checkpoint is not None and deal is not None and not deal.over and deal.rules.draw.stock == 2:
            checkpoints.append(checkpoint)
    assert replays.snapshot() == live.table.snapshot()
    match, told = live.state.match, set()
    assert match is not None
    for checkpoint in checkpoints[:: max(1, len(checkpoints) // 2)]:
        assert Table.fold(live.log, checkpoint).snapshot() == live.table.snapshot()
        deal = parse_checkpoint(checkpoint).deal
        assert deal is not None
        assert deal.totals == {1: (0, 0), 2: match.results[0].totals}[deal.number]
        told.add(deal.number)
    assert 2 in told
    assert replayed(record_of(live.log)) == 2
