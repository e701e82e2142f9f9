"""Whole matches at a table: agreements, dropped deals, rematches, records, given decks, tables from records, talk."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from canasta.base.cards import pack
from canasta.base.shuffle import shuffled
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import cards_text
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.house_rules import check_house_rules, table_rules
from canasta.session.records import record_of
from canasta.session.refusals import Refused, TableStopped
from canasta.session.table import Table
from canasta.session.talk import LONGEST_TEXT, say
from tests.session.live import Live
from tests.session.test_procedures import replayed


def begun(people: int = 2, game: str = "classic", players: int = 2) -> Live:
    live = Live(load(game, players))
    live.seat(["Ann", "Bob", "Cyd", "Dan"][:people])
    live.do("p1", acts.Start())
    live.until("playing")
    return live


def play_match(live: Live, most: int = 40) -> None:
    """Play deals until the match is over."""
    for _ in range(most):
        live.play_deal()
        if live.state.phase == "over":
            return
        for seat in sorted(live.state.everyone):
            live.do(live.state.places[seat].person, acts.Ready())
    raise AssertionError("the match does not end")


def test_a_whole_match_is_recorded_and_a_rematch_has_a_record_of_its_own() -> None:
    live = begun()
    live.checking = False
    play_match(live)
    picture = live.table.snapshot().public
    assert picture["winners"]
    deals = len(picture["deals"])
    assert replayed(record_of(live.log)) == deals
    with pytest.raises(Refused, match="The match is over"):
        live.do("p1", acts.Pause())
    live.do("p1", acts.Rematch())
    with pytest.raises(Refused, match="You have agreed already"):
        live.do("p1", acts.Rematch())
    live.do("p2", acts.Rematch())
    assert live.state.phase == "promising"
    assert live.table.snapshot().public["matches"][0]["totals"] == picture["totals"]
    live.play_deal()
    assert replayed(record_of(live.log)) == 1
    assert replayed(record_of(live.log, 0)) == deals
    assert record_of(live.log, 1) == record_of(live.log)
    assert Table.fold(live.log).snapshot() == live.table.snapshot()


def test_a_deal_is_dealt_again_when_all_who_are_here_agree() -> None:
    live = begun()
    for _ in range(7):
        live.step()
    dealer = live.public["dealer"]
    live.do("p1", acts.Redeal())
    assert live.public["vote"] == {"for": "redeal", "agreed": [1]}
    live.do("p2", acts.Decline())
    assert "vote" not in live.public
    with pytest.raises(Refused, match="Nothing is being agreed on"):
        live.do("p2", acts.Decline())
    live.do("p1", acts.Redeal())
    heard = live.do("p2", acts.Redeal())
    assert "void" in [event["e"] for event in heard.events_for(0)]
    assert live.state.phase == "promising"
    assert live.public["told"]["1"]["secret"]
    assert live.public["deal"] == 1
    live.play_deal()
    assert live.public["deals"].keys() == {"1"}
    assert live.public["dealer"] != dealer
    assert replayed(record_of(live.log)) == 1


def test_moves_are_taken_back_one_by_one_or_all_of_the_turn() -> None:
    for seed in range(8):
        live = Live(load("classic", 2), seed=seed)
        live.secrets = 3 * seed
        live.seat(["Ann", "Bob"])
        live.do("p1", acts.Start())
        while live.state.phase != "counting":
            live.step()
            if len(live.state.undoable) == 2:
                seat = live.state.deal.actor if live.state.deal is not None else 0
                person = f"p{seat + 1}"
                before = live.table.head
                entries = list(live.state.undoable)
                heard = live.do(person, acts.Undo())
                assert heard.events_for(1 - seat) == [
                    {"e": "taken-back", "seat": seat + 1, "count": heard.events_for(0)[0]["count"], "entry": entries[1]}
                ]
                with pytest.raises(Refused, match="another window"):
                    live.do(person, acts.Play("discard 4"), after=before)
                live.step()
                live.do(person, acts.Restart())
                assert not live.own[seat].get("undo")
                assert live.state.undoable == []
                live.do("p1", acts.Configure({"undo": False}))
                live.step()
                with pytest.raises(Refused, match="Moves can't be taken back"):
                    live.do(person, acts.Undo())
                live.play_deal()
                assert replayed(record_of(live.log)) == 1
                return
    raise AssertionError("nobody laid twice in a turn")


def test_the_record_tells_who_played_when_and_not_what_is_not_finished() -> None:
    live = begun(2, "hand-and-foot", 4)
    for _ in range(20):
        live.step()
    live.do("p2", acts.StandIn())
    for _ in range(5):
        live.step()
    live.do("p2", acts.Back())
    assert replayed(record_of(live.log)) == 0
    assert "\ndeck = " not in record_of(live.log)
    assert "\ndeck = " in record_of(live.log, unfinished=True)
    live.do("p3", acts.Join("Eve'''"))
    live.do("p3", acts.Sit(2 if live.state.places[2].bot else 3))
    live.play_deal()
    text = record_of(live.log)
    assert replayed(text) == 1
    assert "\n# A stand-in (steady) plays for Bob.\n" in text
    assert "\n# Bob is back.\n" in text
    assert "\n# Eve’’’ took seat" in text
    assert {player.name for player in parse_record(text).heading.players} >= {"Ann", "Bob"}


def test_a_table_goes_on_from_an_unfinished_record() -> None:
    first = begun()
    first.play_deal()
    for person in ("p1", "p2"):
        first.do(person, acts.Ready())
    first.until("playing")
    for _ in range(15):
        first.step()
    record = record_of(first.log, unfinished=True)
    live = Live(load("classic", 2), record=record)
    live.seat(["Cyd", "Dan"])
    live.do("p1", acts.Start())
    assert live.public["totals"] == first.public["totals"]
    assert live.own[0]["hand"] == first.own[0]["hand"]
    live.play_deal()
    text = record_of(live.log)
    assert text.startswith(record[:-200])
    assert "# Seat 2: Dan from here on." in text
    assert replayed(text) == 2
    assert Table.fold(live.log).snapshot() == live.table.snapshot()
    with pytest.raises(Refused, match="This record can't be resumed"):
        Live(load("classic", 2), record="nonsense")
    with pytest.raises(Refused, match="its rules are not those of the table"):
        Live(load("classic", 4), record=record)


def test_a_given_deck_and_scripted_bots_are_marked() -> None:
    rules = load("classic", 2)
    deck = cards_text(shuffled(pack(2, 2), 7))
    live = Live(rules, given=(deck,), script=("2 draw", "2 discard 4c", "2 dance"))
    live.seat(["Ann"])
    live.do("p1", acts.Start())
    assert live.state.phase == "playing"
    assert live.public["given"] is True
    assert live.state.deal is not None
    held = live.state.deal.tabletop.hands[1]
    while live.state.deal.actor != 1:
        live.step()
    due = live.table.scheduled()[0]
    assert due.thinker is None
    assert due.command.act == acts.Play("draw", 1)
    live.due(due)
    due = live.table.scheduled()[0]
    assert (due.thinker is None) == (3 in held)  # the four of clubs
    live.play_deal()
    text = record_of(live.log)
    assert "given, not shuffled" in text
    assert "commitment" not in text
    assert replayed(text) == 1
    live.do("p1", acts.Ready())
    assert live.public["state"] == "promising"
    with pytest.raises(Refused, match="The given cards can't be used"):
        Live(rules, given=("4c4d",))
    with pytest.raises(Refused, match="a script has lines"):
        Live(rules, script=("draw",))


def test_a_log_that_folds_otherwise_stops_with_a_sentence_and_its_deal_can_be_dropped() -> None:
    live = begun()
    for _ in range(12):
        live.step()
    at = next(at for at, entry in reversed(list(enumerate(live.log))) if entry.check is not None)
    log = list(live.log)
    log[at] = replace(log[at], check=(log[at].check or 0) ^ 1)
    with pytest.raises(TableStopped, match=f"stopped at entry {at + 1}"):
        Table.fold(log)
    with pytest.raises(TableStopped, match="some entries are missing"):
        Table.fold([entry for entry in live.log if entry.seq != 5])
    wrong = next(at for at, entry in enumerate(log) if isinstance(entry.command.act, acts.Play))
    log = list(live.log)
    log[wrong] = replace(log[wrong], command=replace(log[wrong].command, act=acts.Play("knock")))
    with pytest.raises(TableStopped, match="can't be played here"):
        Table.fold(log)
    # Nothing of the deal is needed any more once it was dropped.
    heard = live.do(None, acts.Void("The program was updated, so this deal is dealt again."), "void-1")
    assert "The program was updated, so this deal is dealt again." in heard.said_for(0).lines[0]
    log += [live.log[-1]]
    assert Table.fold(log).snapshot() == live.table.snapshot()


def test_counted_deals_are_safe_from_any_change() -> None:
    live = begun()
    live.play_deal()
    changed = [
        replace(entry, command=replace(entry.command, act=acts.Play("knock")), check=1)
        if isinstance(entry.command.act, acts.Play)
        else entry
        for entry in live.log
    ]
    assert Table.fold(changed).snapshot() == live.table.snapshot()


def test_a_hint_and_a_try_change_nothing() -> None:
    live = begun()
    seat = live.state.deal.actor if live.state.deal is not None else 0
    picture = live.table.snapshot()
    hint = live.table.hint(f"p{seat + 1}")
    assert hint["move"]
    assert hint["line"][0].startswith(("Draw. ", "Take "))
    assert live.table.try_move(f"p{seat + 1}", hint["move"]).refusal is None
    tried = live.table.try_move(f"p{2 - seat}", "draw")
    assert tried.refusal is not None
    assert tried.refusal.clause == "turn.order"
    assert json.dumps(tried.as_json())
    with pytest.raises(Refused, match="nothing to decide"):
        live.table.hint(f"p{2 - seat}")
    with pytest.raises(Refused, match="is not a move"):
        live.table.try_move("p1", "dance")
    with pytest.raises(Refused, match="You have no seat"):
        live.table.try_move("p9", "draw")
    assert live.table.snapshot() == picture


def test_talk_is_checked_and_a_mute_stops_reactions() -> None:
    live = begun()
    assert say(live.state, "p1", "  well \n played\u202e! ").text == "well played!"
    assert say(live.state, "p1", reaction="thanks").reaction == "thanks"
    for text, reaction in (("", ""), ("x" * (LONGEST_TEXT + 1), ""), ("hi", "thanks"), ("", "boo")):
        with pytest.raises(Refused):
            say(live.state, "p1", text, reaction)
    live.do("p1", acts.Mute("p2"))
    for reaction in ("", "thanks"):
        with pytest.raises(Refused, match="The host has muted you"):
            say(live.state, "p2", "" if reaction else "hello", reaction)
    live.do("p1", acts.Mute("p2", False))
    assert say(live.state, "p2", "hello").text == "hello"
    live.do("p1", acts.Configure({"talk": False}))
    with pytest.raises(Refused, match="Table talk is turned off"):
        say(live.state, "p1", "hello")


def test_house_rules_come_from_a_text_with_all_problems_at_once() -> None:
    rules = table_rules(None, 4, house='base = "hand-and-foot"\ntitle = "Saturdays"\n[match]\ntarget = 5000')
    assert rules.title == "Saturdays"
    found = check_house_rules('base = "classic"\n[meld]\nwilds = "x"\nfoo = 1\n[moon]\n')
    assert [problem.path for problem in found.problems] == ["moon", "meld.wilds", "meld.foo"] or len(
        found.problems
    ) == 3
    assert "not valid TOML" in check_house_rules("base = ").problems[0].text
    assert "64 KiB" in check_house_rules("#" * 70_000).problems[0].text


def test_snapshots_are_json_and_never_null() -> None:
    live = begun()
    text = json.dumps(live.table.whole_for("p1"))
    told = json.loads(text)
    assert told["public"] == live.public
    assert told["own"] == live.own[0]
    assert "null" not in json.dumps([told["public"], told["own"]])
    assert told["rules"]["title"] == "Classic Canasta"
    assert "own" not in live.table.whole_for("p9")
    assert "own" not in live.table.whole_for(None)


@pytest.mark.parametrize("key", ["title", "[words]\ndeal"])
def test_a_title_or_a_word_is_not_a_book(key: str) -> None:
    text = f'base = "classic"\n{key} = "{"x" * 60_000}"\n'
    (problem,) = check_house_rules(text).problems
    assert problem.path == key.replace("[words]\n", "words.")
    assert problem.text == "has 60,000 letters; the limit is 300"
