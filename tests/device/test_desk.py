"""Tables on this device: everything a page asks, bots that play on, and nothing heard that is not kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from canasta import parse_record, replay_record
from canasta.device.shelf import ABOUT, LOG
from canasta.session.broadcast import patched
from tests.device.carrier import Carrier

Json = dict[str, Any]


class Player:
    """A page that plays what the hint says, and knows only what it hears."""

    def __init__(self, carrier: Carrier, code: str, page: int = 1) -> None:
        self.carrier, self.page, self.number = carrier, page, 0
        table = carrier.visit(page, code)
        self.state, self.you, self.seq = table["state"], table["you"], table["seq"]
        self.read = len(carrier.frames[page])

    def hear(self) -> None:
        for frame in self.carrier.frames[self.page][self.read :]:
            if frame["t"] == "table":
                self.state, self.you, self.seq = frame["state"], frame["you"], frame["seq"]
            elif frame["t"] == "happened":
                assert frame["seq"] == self.seq + 1
                self.seq = frame["seq"]
                self.state = self.state | {"public": patched(self.state["public"], frame["public"])}
                if "own" in frame:
                    self.state["own"] = patched(self.state.get("own") or {}, frame["own"])
        self.read = len(self.carrier.frames[self.page])

    def do(self, **act: Any) -> Json:
        self.number += 1
        cmd = f"c-{self.page}-{self.number}"
        frames = self.carrier.say(self.page, t="do", cmd=cmd, **act)
        self.hear()
        return next(frame for frame in frames if frame.get("cmd") == cmd)

    def turn(self) -> bool:
        """Return whether this page is waited for."""
        public = self.state["public"]
        if public["state"] != "playing":
            return False
        return self.you["seat"] in public["table"].get("waiting", [public["table"]["turn"]])

    def play_on(self) -> None:
        """Do what a player would, or let time pass."""
        public = self.state["public"]
        if self.turn():
            before = len(self.carrier.frames[self.page])
            self.carrier.say(self.page, t="hint", n=1)
            self.carrier.work()
            hinted = next(frame for frame in self.carrier.frames[self.page][before:] if frame["t"] == "hinted")
            for move in hinted["moves"]:
                assert self.do(move=move)["t"] == "done"
        elif public["state"] == "counting":
            assert self.do(act="ready")["t"] == "done"
        else:
            self.carrier.pass_time()
        self.hear()


def test_a_deal_is_played_watched_again_and_checked() -> None:
    carrier = Carrier()
    code = carrier.got("playNow", name="Ann")["code"]
    player = Player(carrier, code)
    while player.state["public"]["state"] != "counting":
        player.play_on()
    text = carrier.got("record", code=code)
    *_, last = replay_record(parse_record(text))
    assert last.over
    assert carrier.got("watchDeal", code=code, deal=1)["moments"]
    assert carrier.got("watchRecord", text=text, deal=1) == carrier.got("watchDeal", code=code, deal=1)
    assert carrier.got("readPromises", code=code)["deals"][0]["secret"]
    assert carrier.got("lookAt", code=code)["state"] == "counting"
    [listed] = carrier.got("tables")
    assert listed == carrier.got("lookAt", code=code)
    assert listed["you"]["seat"] == player.you["seat"]


def test_a_table_goes_on_where_it_stopped_after_everything_was_closed() -> None:
    carrier = Carrier()
    code = carrier.got("playNow", name="Ann")["code"]
    player = Player(carrier, code)
    for _ in range(30):
        player.play_on()
    later = Carrier(carrier.rows)
    later.now = carrier.now
    assert later.got("me")["name"] == "Ann"
    assert later.got("lookAt", code=code)["deal"] == 1
    again = Player(later, code)
    assert (again.state["public"], again.state["own"]) == (player.state["public"], player.state["own"])
    assert (again.you, again.seq) == (player.you, player.seq)
    again.play_on()


def test_nothing_is_heard_or_confirmed_that_could_not_be_kept() -> None:
    carrier = Carrier()
    code = carrier.got("makeTable", name="Ann", game="classic", players=2)["code"]
    player = Player(carrier, code)
    carrier.full = "the disk is full."
    heard = len(carrier.frames[1])
    refusal = player.do(act="sit", seat=1)
    assert refusal["t"] == "refused"
    assert refusal["text"] == "This device can't keep anything right now: the disk is full."
    assert len(carrier.frames[1]) == heard + 1
    assert "sentence" in carrier.ask("playNow", name="Ann")
    carrier.full = ""
    assert player.do(act="sit", seat=1)["t"] == "done"
    assert [about["code"] for about in carrier.got("tables")] == [code]


def test_a_pad_is_kept_and_printed() -> None:
    carrier = Carrier()
    pad = {"title": "Rummy & <Co>", "minimums": "0:30 100:60"}
    assert carrier.got("checkRules", players=3, pad=pad)["sides"] == 3
    code = carrier.got("makeTable", name="Ann", players=3, pad=pad)["code"]
    player = Player(carrier, code)
    assert "Rummy &amp; &lt;Co&gt;" in carrier.got("sheet", code=code)
    assert player.do(act="sit", seat=1)["t"] == "done"
    assert player.do(act="name-seat", seat=2, called="<Bea>")["t"] == "done"
    assert player.do(act="start")["t"] == "done"
    for side in (1, 2, 3):
        assert player.do(act="tally", deal=1, side=side, answers={"points": 7})["t"] == "done"
    sheet = carrier.got("sheet", code=code)
    assert sheet.count("<td>7</td>") >= 2
    assert "&lt;Bea&gt;" in sheet
    text = carrier.got("record", code=code)
    again = Player(carrier, carrier.got("makeTable", name="Ann", record=text)["code"], 2)
    assert again.state["public"]["settings"]["points_only"]
    assert carrier.ask("sheet", code="K7M4XHPC")["status"] == 404


def test_bots_wait_while_nobody_looks_at_their_table() -> None:
    carrier = Carrier()
    code = carrier.got("playNow", name="Ann")["code"]
    assert carrier.wait is None
    carrier.visit(1, code)
    carrier.pass_time()
    carrier.send({"close": 1})
    assert carrier.wait is None


def test_a_bot_that_searches_thinks_elsewhere_and_the_page_is_answered_meanwhile() -> None:
    carrier = Carrier(bots=("search", "planner"))
    code = carrier.got("makeTable", name="Ann", game="classic", players=2, settings={"draw": False, "pace": 0})["code"]
    player = Player(carrier, code)
    for act in ({"act": "sit", "seat": 1}, {"act": "put-bot", "seat": 2, "bot": "search"}, {"act": "start"}):
        assert player.do(**act)["t"] == "done"
    carrier.perform = lambda _: json.dumps({"sentence": "It was interrupted.", "status": 500})
    while not carrier.tasks:
        if player.turn():
            assert player.do(move="draw")["t"] == "done"
            assert player.do(move=f"discard {player.state['own']['hand'][-2:]}")["t"] == "done"
            continue
        assert carrier.wait is not None
        carrier.now += carrier.wait
        carrier.send({"tick": True})
        player.hear()
    assert carrier.tasks[0]["task"] == "step"
    assert carrier.wait is None
    [pong] = carrier.say(1, t="ping", n=7)
    assert pong == {"t": "pong", "n": 7}
    carrier.work()
    player.hear()
    assert carrier.wait is not None


BACKUP = '{"canasta-backup":1,"me":{"person":"p1"},"tables":{"K7M4XHPC":[%s]}}'


def backup(act: str) -> str:
    """Return a backup of a table whose only entry does *act*."""
    return BACKUP % json.dumps('{"seq":1,"at":1,"cmd":"make","by":"p1","do":' + act + "}")


@pytest.mark.parametrize(
    ("name", "told", "sentence"),
    [
        ("playNow", {}, "name: is missing."),
        ("makeTable", {"name": "Ann", "game": "whist"}, "There is no such game."),
        ("makeTable", {"name": "Ann", "record": "x"}, "This record can't be resumed: "),
        ("makeTable", {"name": "Ann", "more": 1}, "more: is not known here."),
        ("lookAt", {"code": "K7M4XHPC"}, "There is no table with this code on this device."),
        ("lookAt", {"code": 7}, "This is not the code of a table"),
        ("readRules", {"code": "K7M4XHPC"}, "There is no table with this code on this device."),
        ("watchRecord", {"text": "x"}, "This record can't be watched: "),
        ("watchRecord", {"text": "x" * 100_000}, "A record is a text of at most 96 KiB."),
        ("watchRecord", {"text": "x", "deal": -1}, "deal: must be"),
        ("restore", {"text": "x"}, "This is not a backup of canasta."),
        ("restore", {"text": '{"canasta-backup":2}'}, "This backup was made by a newer version"),
        ("restore", {"text": '{"canasta-backup":1,"me":{},"tables":{}}'}, "This backup is not complete"),
        ("restore", {"text": '{"canasta-backup":1,"me":{"person":"a b"},"tables":{}}'}, "This backup is not complete"),
        ("restore", {"text": BACKUP % '"x"'}, "The table K7M4XHPC in this backup can't be read."),
        ("restore", {"text": backup('{"act":"ready"}')}, "The table K7M4XHPC in this backup can't be read."),
        (
            "restore",
            {"text": backup('{"act":"make","rules":{},"host":"Ann","engine":{}}')},
            "These rules cannot be used.",
        ),
        (
            "restore",
            {"text": backup('{"act":"make","rules":{"name":7},"host":"Ann","engine":{}}')},
            "These rules cannot be used.",
        ),
        ("takeSeat", {"key": "x"}, "Links to seats work at a server."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(name: str, told: Json, sentence: str) -> None:
    carrier = Carrier()
    reply = carrier.ask(name, **told)
    assert reply["sentence"].startswith(sentence)
    assert not any(key.startswith((LOG, ABOUT)) for key in carrier.rows)


def test_a_backup_brings_everything_to_another_device_once() -> None:
    carrier = Carrier()
    codes = {carrier.got("playNow", name="Ann")["code"], carrier.got("makeLesson", name="Ann")["code"]}
    text = carrier.got("backup")
    other = Carrier()
    assert other.got("restore", text=text) == {"tables": 2}
    assert other.got("restore", text=text) == {"tables": 0}
    assert {about["code"] for about in other.got("tables")} == codes
    Player(Carrier(other.rows), codes.pop()).play_on()
    third = Carrier()
    third.got("playNow", name="Bob")
    assert third.ask("restore", text=text)["sentence"].startswith("These tables belong to another player.")


def test_a_table_is_forgotten_with_its_log() -> None:
    carrier = Carrier()
    code = carrier.got("playNow", name="Ann")["code"]
    assert carrier.got("forget", code=code) == {}
    assert not [key for key in carrier.rows if code in key]
    assert carrier.ask("forget", code=code)["status"] == 404


def test_a_log_that_cannot_be_read_stops_its_table_and_no_other() -> None:
    carrier = Carrier()
    code, whole = carrier.got("playNow", name="Ann")["code"], carrier.got("playNow", name="Ann")["code"]
    for key in carrier.rows:
        if key.startswith(f"{LOG}{code}/") and key.endswith("3"):
            carrier.rows[key] = "{"
    later = Carrier(carrier.rows)
    later.send({"open": 1, "code": code})
    [stopped] = later.frames[1]
    assert stopped["t"] == "stopped"
    assert "its log can't be read" in stopped["text"]
    later.visit(2, whole)


def test_frames_that_are_no_messages_are_named() -> None:
    carrier = Carrier()
    carrier.visit(1, carrier.got("playNow", name="Ann")["code"])
    [wrong] = carrier.say(1, t="do", cmd="c-1", act="fly")
    assert wrong["t"] == "wrong"
    assert wrong["cmd"] == "c-1"
    [wrong] = carrier.say(1, t="clause", n=1, clause="no.such")
    assert wrong["text"] == "clause: there is no rule of this name."


def test_a_table_that_another_window_took_over_stops_here_and_opens_again() -> None:
    carrier = Carrier()
    code = carrier.got("playNow", name="Ann")["code"]
    player = Player(carrier, code)
    carrier.send({"taken": code})
    assert carrier.frames[1][-1]["t"] == "stopped"
    assert carrier.wait is None
    assert player.do(act="pause")["t"] == "refused"
    Player(carrier, code, page=2).play_on()


def test_a_record_and_house_rules_come_along() -> None:
    carrier = Carrier()
    house = "base = 'classic'\ntitle = 'Saturdays'\n[opening]\nminimums = [[0, 60]]\n"
    code = carrier.got("makeTable", name="Ann", house=house, players=4)["code"]
    assert carrier.got("lookAt", code=code)["title"] == "Saturdays"
    played = carrier.got("playNow", name="Ann")["code"]
    player = Player(carrier, played)
    for _ in range(20):
        player.play_on()
    text = carrier.got("record", code=played, unfinished=True)
    other = Carrier()
    made = other.got("makeTable", name="Bob", record=text)
    assert "Ann" in made["players"]
    assert other.got("lookAt", code=made["code"])["state"] == "open"


def test_the_questions_on_house_rules_are_asked_here_too() -> None:
    carrier = Carrier()
    told = carrier.got("houseQuestions", game="classic", players=2, answers={"deal.hand": "13", "draw.stock": "x"})
    assert told["changes"] == {"deal.hand": 13}
    assert [each["path"] for each in told["problems"]] == ["draw.stock"]
    assert carrier.got("makeTable", name="Ann", house=told["house"], players=2)["code"]
    assert carrier.ask("houseQuestions", game="none")["status"] == 422
    assert "answers" in carrier.ask("houseQuestions", answers=["yes"])["sentence"]


def test_only_playing_and_deleting_take_a_table_from_another_window() -> None:
    carrier = Carrier()
    code = carrier.got("playNow", name="Ann")["code"]
    later = Carrier(carrier.rows)
    later.got("readRules", code=code)
    later.ask("record", code=code)
    later.ask("watchDeal", code=code)
    later.ask("readPromises", code=code)
    later.got("backup")
    assert later.taken == []
    later.visit(1, code)
    assert later.taken == [code]


def test_a_backup_that_cannot_be_kept_leaves_no_trace() -> None:
    carrier = Carrier()
    carrier.got("playNow", name="Ann")
    text = carrier.got("backup")
    other = Carrier()
    before = other.desk.cabinet.shelf.person
    other.full = "the disk is full."
    assert other.ask("restore", text=text)["sentence"].endswith("the disk is full.")
    assert (other.got("tables"), other.desk.cabinet.shelf.person) == ([], before)


def test_a_message_that_fails_does_not_stop_the_next_one() -> None:
    carrier = Carrier()
    with pytest.raises(KeyError):
        carrier.send({"ask": "fly", "n": 1, "with": {}})
    assert carrier.got("me") == {}
