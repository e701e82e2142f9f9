"""A table that keeps the score of real cards: counts, corrections, steps back, and the way to the screen and back."""

from __future__ import annotations

import pytest

from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.house_rules import pad_rules
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.table import Table
from canasta.tables.requests import blank_sheet, check_rules, filled_sheet
from tests.session.live import Live

FIRST = {"natural": 2, "mixed": 3, "red threes": 2, "out": 1, "melded": 1085}
SECOND = {"natural": 1, "mixed": 2, "melded": 345, "hand": 60, "reserves": 105}
NAMES = ("Ann", "Bea", "Cyd", "Dan")


def kept(rules: Rules | None = None, dealer: int = 3, **settings: object) -> Live:
    """Return a table with real cards at which Ann sits and the others are named."""
    live = Live(rules or load("hand-and-foot"), settings={"real_cards": True, **settings})
    live.do("p1", acts.Sit(0))
    for seat in range(1, live.rules.seats):
        live.do("p1", acts.NameSeat(seat, NAMES[seat]))
    live.do("p1", acts.Start(dealer))
    return live


def refused(live: Live, by: str, act: acts.Act, after: int = 0) -> Refused:
    """Return why *act* is refused."""
    before = live.public
    with pytest.raises(Refused) as why:
        live.do(by, act, after=after)
    assert live.table.snapshot().public == before
    return why.value


def both(live: Live, deal: int, first: dict[str, int] = FIRST, second: dict[str, int] = SECOND) -> None:
    """Count *deal* for both sides."""
    live.do("p1", acts.Tally(deal, 0, first))
    live.do("p1", acts.Tally(deal, 1, second))


def test_before_a_deal_it_is_told_who_deals_and_what_opens() -> None:
    live = kept()
    assert live.public["state"] == "keeping"
    assert live.public["keeping"]["before"][:3] == [
        "Dan deals the hands, Bea deals the feet. Ann begins.",
        "Everyone needs 50 to open in the next deal.",
        "Each player is dealt a hand of 13 cards.",
    ]
    assert [row["name"] for row in live.public["seats"].values()] == list(NAMES)
    assert live.table.scheduled() == ()


def test_a_deal_is_scored_when_every_side_has_counted() -> None:
    live = kept()
    live.do("p1", acts.Tally(1, 0, FIRST))
    assert live.public["totals"] == [0, 0]
    heard = live.do("p1", acts.Tally(1, 1, SECOND))
    assert live.public["totals"] == [3285, 1280]
    assert live.public["deal"] == 2
    assert live.public["dealer"] == 1
    assert live.public["minimums"] == [90, 90]
    assert [line["text"] for line in live.public["deals"]["1"]["sheets"][0]["parts"][0]["lines"]] == [
        "2 clean canastas", "3 dirty canastas", "2 red threes", "going out", "melded cards",
    ]  # fmt: skip
    said = [line[0] for line in heard.said_for(-1).lines]
    assert said[0] == "Ann entered the count for Bea and Dan."


def test_a_correction_of_an_earlier_deal_changes_everything_after_it() -> None:
    live = kept()
    for deal in (1, 2):
        both(live, deal)
    live.do("p1", acts.Tally(1, 1, SECOND | {"melded": 445}))
    assert live.public["totals"] == [6570, 2660]
    assert live.public["deals"]["1"]["totals"] == [3285, 1380]
    assert live.public["deals"]["2"]["totals"] == [6570, 2660]
    live.do("p1", acts.UndoTally())
    assert live.public["totals"] == [6570, 2560]


def test_a_correction_can_end_a_match_and_go_on_with_it() -> None:
    live = kept(load("classic"))
    both(live, 1, {"points": 3000}, {"points": 1000})
    both(live, 2, {"points": 1900}, {"points": 1000})
    assert live.public["state"] == "keeping"
    live.do("p1", acts.Tally(1, 0, {"points": 3200}))
    assert live.public["state"] == "over"
    assert live.public["winners"] == [1]
    assert "before" not in live.public["keeping"]
    live.do("p1", acts.Tally(1, 0, {"points": 3000}))
    assert live.public["state"] == "keeping"
    assert "winners" not in live.public
    live.do("p1", acts.UndoTally())
    assert live.public["state"] == "over"


def test_every_step_can_be_taken_back_to_the_first() -> None:
    live = kept()
    pictures = []
    for deal, side, answers in ((1, 0, FIRST), (1, 1, SECOND), (1, 1, {"points": 500}), (2, 0, FIRST), (2, 1, SECOND)):
        pictures.append(live.public)
        live.do("p1", acts.Tally(deal, side, answers))
    for before in reversed(pictures):
        live.do("p1", acts.UndoTally())
        for key in ("totals", "deal", "dealer", "state"):
            assert live.public[key] == before[key]
    assert refused(live, "p1", acts.UndoTally()).clause == "table.no-tally"


def test_what_cannot_be_is_refused_unless_the_table_insists() -> None:
    live = kept()
    live.do("p1", acts.Tally(1, 0, FIRST))
    why = refused(live, "p1", acts.Tally(1, 1, {"out": 1, "melded": 347}))
    assert why.clause == "table.impossible"
    assert "2 sides went out, but only one can." in why.text
    assert "No cards are worth 347 together" in why.text
    assert refused(live, "p1", acts.Tally(1, 1, {"natural": -1})).clause == "table.tally"
    live.do("p1", acts.Tally(1, 1, {"melded": 347, "note": "Dan is sure"}))
    assert live.public["keeping"]["counts"]["1"]["2"]["answers"] == {"melded": 347, "note": "Dan is sure"}
    assert live.public["totals"] == [3285, 347]


def test_each_side_counts_for_itself_and_the_host_settles_a_conflict() -> None:
    live = kept()
    live.do("p2", acts.Join("Zoe"))
    assert refused(live, "p2", acts.Tally(1, 1, SECOND)).clause == "table.seat"
    live.do("p2", acts.Sit(1))
    assert live.state.names == ("Ann", "Zoe", "Cyd", "Dan")
    assert refused(live, "p2", acts.Tally(1, 0, FIRST)).clause == "table.own-side"
    live.do("p2", acts.Tally(1, 1, SECOND))
    why = refused(live, "p1", acts.Tally(1, 1, {"points": 1}))
    assert (why.clause, why.text) == (
        "table.counted",
        "Zoe has entered something else for this side since. Look at it before you change it.",
    )
    live.do("p1", acts.Tally(1, 1, {"points": 1}), after=live.table.head)
    assert live.public["keeping"]["counts"]["1"]["2"]["by"] == "Ann"


def test_a_match_goes_from_cards_to_the_screen_and_back() -> None:
    live = kept(next_deal=0)
    both(live, 1)
    assert refused(live, "p1", acts.Configure({"real_cards": False})).clause == "table.empty-seats"
    for seat in (1, 2, 3):
        live.do("p1", acts.PutBot(seat, "greedy"))
    live.do("p1", acts.Tally(2, 0, FIRST))
    why = refused(live, "p1", acts.Configure({"real_cards": False}))
    assert why.text == "A side has entered its count for deal 2. Finish it, or take that back first."
    live.do("p1", acts.UndoTally())
    live.do("p1", acts.Configure({"real_cards": False}))
    assert live.public["state"] == "promising"
    assert refused(live, "p1", acts.Tally(1, 0, FIRST)).clause == "table.not-now"
    live.play_deal()
    assert live.public["state"] == "counting"
    assert live.public["deal"] == 2
    totals = live.public["totals"]
    live.do("p1", acts.Configure({"real_cards": True}))
    assert refused(live, "p1", acts.Tally(2, 0, FIRST)).clause == "table.not-kept"
    live.do("p1", acts.Ready())
    assert live.public["state"] == "keeping"
    assert live.public["deal"] == 3
    both(live, 3)
    assert live.public["totals"] == [totals[0] + 3285, totals[1] + 1280]
    live.do("p1", acts.Tally(1, 1, {"points": 0}))
    assert live.public["totals"] == [totals[0] + 3285, totals[1]]


def test_a_table_comes_back_from_its_log_and_from_a_checkpoint_at_every_step() -> None:
    live = kept()
    both(live, 1)
    live.do("p1", acts.Tally(1, 1, {"points": 500, "note": ""}))
    live.do("p1", acts.Tally(2, 0, FIRST))
    for length in range(1, len(live.log) + 1):
        table = Table.fold(live.log[:length])
        checkpoint = table.checkpoint()
        assert checkpoint is not None
        again = Table.fold(live.log[length:], checkpoint)
        assert again.snapshot().public == live.public
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_a_rematch_keeps_the_score_again() -> None:
    live = kept(load("classic"))
    both(live, 1, {"points": 5000}, {"points": 1000})
    assert live.public["state"] == "over"
    live.do("p1", acts.Rematch())
    assert live.public["state"] == "keeping"
    assert live.public["totals"] == [0, 0]
    assert list(live.public["keeping"]["counts"]) == ["1"]


def test_who_stands_up_is_still_named() -> None:
    live = kept()
    live.do("p2", acts.Join("Zoe"))
    live.do("p2", acts.Sit(1))
    live.do("p2", acts.Stand())
    assert live.state.names[1] == "Zoe"
    assert live.public["seats"]["2"] == {"plays": "nobody", "name": "Zoe"}


def test_someone_who_is_named_already_comes_under_this_name_and_takes_the_seat() -> None:
    live = kept()
    assert refused(live, "p2", acts.Join("Ann")).clause == "table.name-taken"
    live.do("p2", acts.Join("Bea"))
    assert refused(live, "p3", acts.Join("Bea")).clause == "table.name-taken"
    live.do("p2", acts.Sit(1))
    assert live.state.names == NAMES


def test_the_table_names_what_is_wrong() -> None:
    live = kept()
    assert refused(live, "p1", acts.NameSeat(0, "Eve")).clause == "table.named"
    assert refused(live, "p1", acts.NameSeat(1, "Ann")).clause == "table.name-taken"
    assert refused(live, "p1", acts.NameSeat(7, "Eve")).clause == "table.no-seat"
    assert refused(live, "p1", acts.Tally(1, 5, FIRST)).clause == "table.malformed"
    assert refused(live, "p1", acts.Tally(2, 0, FIRST)).clause == "table.not-kept"
    screen = Live(load("classic"))
    assert refused(screen, "p1", acts.NameSeat(1, "Eve")).clause == "table.screen"
    screen.seat(("Ann",))
    assert refused(screen, "p1", acts.Start(1)).clause == "table.screen"
    keeper = Live(load("new-canasta"), settings={"real_cards": True})
    assert "keeps the score" in refused(keeper, "p1", acts.Start(1, 1)).text
    classic = Live(load("classic"), settings={"real_cards": True})
    assert refused(classic, "p1", acts.Start(1, 2)).text == "keeper: this game has no score keeper who never deals."


def test_a_pad_takes_points_alone_and_no_cards_are_played_on_it() -> None:
    live = kept(pad_rules({"title": "Rummy", "minimums": "100:60", "target": 300}, 3), dealer=2, points_only=True)
    assert [each["key"] for each in live.public["keeping"]["questions"]] == ["points"]
    assert live.public["keeping"]["before"] == ["Cyd deals.", "The match goes to 300."]
    assert refused(live, "p1", acts.Tally(1, 0, {"out": 1})).clause == "table.tally"
    for change in ({"real_cards": False}, {"points_only": False}):
        assert refused(live, "p1", acts.Configure(change)).clause == "table.pad"
    for side, points in enumerate((120, -15, 40)):
        live.do("p1", acts.Tally(1, side, {"points": points}))
    assert live.public["keeping"]["before"] == [
        "Ann deals.",
        "Ann needs 60 to open in the next deal; Bea and Cyd may open with any meld.",
        "The match goes to 300.",
    ]
    sheet = blank_sheet(live.state)
    assert ">Ann</td>" in sheet
    assert "canasta" not in sheet.lower().partition("<body")[2]
    [again] = filled_sheet(record_of(live.log)).split("<body")[1:]
    assert ">-15</td>" in again.replace("−", "-")


@pytest.mark.parametrize(
    ("pad", "path"),
    [
        ({"title": "x", "colour": 1}, "pad.colour"),
        ({"title": 3}, "pad.title"),
        ({"title": " "}, "pad.title"),
        ({"title": "x", "minimums": "lots"}, "pad.minimums"),
        ({"title": "x", "minimums": "10:5 3:2"}, "opening.minimums"),
        ({"title": "x", "target": 10**7}, "pad.target"),
        ({"title": "x", "partners": True}, "table.sides"),
    ],
)
def test_a_wrong_pad_gets_a_sentence_with_its_place(pad: dict[str, object], path: str) -> None:
    assert [each["path"] for each in check_rules(None, 3, (), "", pad)["problems"]] == [path]
    assert check_rules("classic", 3, (), "", pad)["problems"][0]["path"] == "pad"
    assert check_rules(None, None, (), "", {"title": "x"})["problems"][0]["path"] == "players"
