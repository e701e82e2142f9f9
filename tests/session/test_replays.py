"""Deals to watch again: patches lead from the deal to the count, hands are those of the record, bad records are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canasta.base.cards import pack, parse_faces
from canasta.base.shuffle import commitment, fair_deck
from canasta.notation.records.reader import parse_record
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.broadcast import patched
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.replays import fairness_json, replay_json
from tests.session.live import Live
from tests.session.test_keeping import FIRST, SECOND, both
from tests.session.test_keeping_records import mixed

CORPUS = Path(__file__).parents[1] / "corpus"
RECORDS = ("classic-2-chance", "hand-knee-and-foot-6-chance", "ponytail-4-greedy", "pennies-from-heaven-6-greedy")


@pytest.mark.parametrize("name", RECORDS)
def test_the_patches_lead_from_the_deal_to_its_count(name: str) -> None:
    text = (CORPUS / f"{name}.chh").read_text(encoding="utf-8")
    record = parse_record(text)
    numbers = [deal.number for deal in record.deals]
    told = replay_json(text, numbers[-1])
    assert told["deals"] == numbers
    assert told["deal"] == numbers[-1]
    seats = record.heading.rules.seats
    assert told["shown"] == list(range(1, seats + 1))
    public, hands = told["first"]["public"], told["first"]["hands"]
    for moment in told["moments"]:
        public, hands = patched(public, moment["public"]), patched(hands, moment["hands"])
        sizes = {seat: len(hand) // 2 for seat, hand in hands.items()}
        assert sizes == {seat: row["cards"] for seat, row in public["table"]["hands"].items()}
    last = record.deals[-1]
    if last.after:
        counted = public["deals"][str(numbers[-1])]
        assert counted["totals"] == list(last.after)
        assert [sheet["total"] for sheet in counted["sheets"]] == [
            after - before for before, after in zip(last.totals, last.after, strict=True)
        ]


def test_a_deal_that_was_counted_by_hand_is_its_count() -> None:
    live = mixed()
    text = record_of(live.log)
    counted = replay_json(text, 3)
    assert counted["moments"] == counted["shown"] == []
    first = counted["first"]
    assert "table" not in first["public"]
    assert first["public"]["deals"]["3"]["totals"] == live.public["totals"] == first["public"]["totals"]
    assert first["counted"] == {"answers": {"1": FIRST, "2": SECOND}, "corrections": []}
    assert "winners" not in first["public"]
    assert "counted" not in replay_json(text, 2)["first"]
    both(live, 4)
    assert replay_json(record_of(live.log), 4)["first"]["public"]["winners"] == live.public["winners"]


def test_a_match_that_people_played_is_told_with_their_names() -> None:
    text = (CORPUS / f"{RECORDS[0]}.chh").read_text(encoding="utf-8")
    by_ann = text.replace('name = "Chance 1"\nbot = "chance 1"\n', 'name = "Ann"\n', 1)
    assert by_ann != text
    told = replay_json(by_ann)
    assert told["names"] == ["Ann", "Chance 2"]
    seats = told["first"]["public"]["seats"]
    assert [(seat["name"], seat["plays"]) for seat in seats.values()] == [("Ann", "person"), ("Chance 2", "bot")]
    assert told["first"]["public"]["people"] == {}


def test_while_people_play_a_deal_its_replay_shows_one_of_them_their_own_hand_and_several_none() -> None:
    lines = (CORPUS / f"{RECORDS[0]}.chh").read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(lines[: lines.index("actions = '''\n") + 9])
    assert replay_json(text)["shown"] == [1, 2]
    assert replay_json(text.replace('bot = "chance 1"\n', "", 1))["shown"] == [1]
    assert replay_json(re.sub(r'bot = ".*"\n', "", text))["shown"] == []


def test_nobody_but_the_player_hears_what_was_drawn() -> None:
    told = replay_json((CORPUS / f"{RECORDS[0]}.chh").read_text(encoding="utf-8"))
    drawn = next(moment for moment in told["moments"] if " drew" in str(moment["lines"]))
    assert "cards" not in str(drawn["lines"])
    assert any("cards" in span for span in drawn["open"][0])


def test_a_moment_has_a_sentence_and_what_the_record_remarks() -> None:
    text = (CORPUS / f"{RECORDS[0]}.chh").read_text(encoding="utf-8")
    told = replay_json(re.sub("(^1 discard .*)", r"\1  # daring", text, count=1, flags=re.MULTILINE))
    assert [each["comments"] for each in told["moments"] if "comments" in each] == [["daring"]]
    assert all(each["lines"] for each in told["moments"] if "seat" in each)


def test_what_is_not_a_right_record_is_refused_with_its_line() -> None:
    text = (CORPUS / f"{RECORDS[0]}.chh").read_text(encoding="utf-8")
    with pytest.raises(Refused, match="This record can't be watched"):
        replay_json("nonsense")
    with pytest.raises(Refused, match="there is no deal 99 in it"):
        replay_json(text, 99)
    with pytest.raises(Refused, match=r"This record can't be watched: line \d+: "):
        replay_json(text.replace("discard ", "discard 9", 1))


def test_the_decks_of_a_table_can_be_computed_again() -> None:
    live = Live(load("classic", 2), settings={"draw": False})
    live.seat(["Ann", "Ben"])
    live.do("p1", acts.Start())
    live.play_deal()
    told = fairness_json(record_of(live.log))
    assert told["word"] == "deal"
    (deal,) = told["deals"]
    secret = bytes.fromhex(deal["secret"])
    assert commitment(secret) == deal["commitment"]
    cards, _ = fair_deck(pack(told["packs"], told["jokers"]), secret, list(map(int, deal["numbers"])))
    assert cards == parse_faces(deal["deck"])
    with pytest.raises(Refused, match="This record can't be watched"):
        fairness_json("nonsense")
