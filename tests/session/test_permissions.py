"""Who may ask a table for what: every act by every role."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from canasta.protocol.commands import ACTS
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.act_json import act_json, parse_act
from canasta.session.acts import EVERY, Act
from canasta.session.entries import Command, parse_command, parse_entry
from canasta.session.permissions import WHO
from canasta.session.refusals import Refused
from tests.session.live import Live

ROLES = {"host": "p1", "seat": "p2", "spectator": "p3", "nobody": "p9", "server": None}
FILLED: dict[type[Act], Act] = {
    acts.Join: acts.Join("Eve"),
    acts.Rename: acts.Rename("Eve"),
    acts.Sit: acts.Sit(0),
    acts.TakeSeat: acts.TakeSeat(1, 0),
    acts.PutBot: acts.PutBot(0, "greedy"),
    acts.RemoveBot: acts.RemoveBot(3),
    acts.IssueLink: acts.IssueLink(0),
    acts.Remove: acts.Remove("p2"),
    acts.LetBack: acts.LetBack("p4"),
    acts.Mute: acts.Mute("p2"),
    acts.MakeHost: acts.MakeHost("p2"),
    acts.Promise: acts.Promise("00" * 32),
    acts.Number: acts.Number("1"),
    acts.DrawCard: acts.DrawCard(1, 0),
    acts.Cut: acts.Cut(9, 0),
    acts.Play: acts.Play("draw", 0),
    acts.Away: acts.Away(1),
    acts.Back: acts.Back(1),
    acts.NameSeat: acts.NameSeat(3, "Dan"),
    acts.Tally: acts.Tally(1, 1, {"natural": 1}),
    acts.StandIn: acts.StandIn(1),
    acts.ClockOut: acts.ClockOut(1),
    acts.BotFailed: acts.BotFailed(1, "It did not answer in time."),
}
NOT_ALLOWED = {"table.not-here", "table.host", "table.seat", "table.server", "table.here"}
WHO_IS_MEANT = {
    "newcomers": {"nobody"},
    "everyone here": {"host", "seat", "spectator"},
    "players": {"seat"},
    "the host": {"host"},
}
BY_LINK = {"take-seat": {"host", "seat", "spectator"}}
"""What people do by a request over HTTP only."""

BY_SERVER_TOO = {"draw-card", "cut", "play", "back", "stand-in", "close"}
BY_SERVER_ALONE = {
    "promise", "close-numbers", "count", "next-deal", "away", "clock-out", "bot-failed", "void", "upgrade",
}  # fmt: skip


@cache
def written() -> dict[str, set[str]]:
    """Return who may what, as the table of acts in docs/protocol.md says it; the host there has no seat."""
    text = (
        Path(__file__).parents[2].joinpath("docs/protocol.md").read_text(encoding="utf-8").partition("\n## Acts\n")[2]
    )
    told: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (`.*) \|.*\| (.+) \|$", text, re.MULTILINE):
        roles = set().union(*(WHO_IS_MEANT[re.sub(r", for .*", "", who)] for who in re.split(r"; |, (?=the )", row[1])))
        told |= dict.fromkeys(re.findall(r"`([a-z-]+)`", row[0]), roles)
    return told


def allowed(act: type[Act], role: str) -> bool:
    """Return whether *role* may ask for *act*, by what is written outside the program."""
    if role == "server":
        return act.name in BY_SERVER_TOO | BY_SERVER_ALONE
    return role in {**written(), **BY_LINK}.get(act.name, set())


def test_every_act_is_written_down_once() -> None:
    acts_of_all = [*written(), *BY_LINK, *BY_SERVER_ALONE]
    assert sorted(acts_of_all) == sorted(name for name in EVERY if name != "make")
    assert set(written()) == set(ACTS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", [kind for kind in EVERY.values() if kind is not acts.Make], ids=lambda kind: kind.name)
def test_every_act_by_every_role(kind: type[Act], role: str) -> None:
    live = Live(load("classic"), checking=False)
    for number, name in ((2, "Bob"), (3, "Cyd")):
        live.do(f"p{number}", acts.Join(name))
    live.do("p2", acts.Sit(1))
    live.do("p4", acts.Join("Dan"))
    live.do("p1", acts.Remove("p4", ban=True))
    live.do("p1", acts.PutBot(3, "greedy"))
    act = FILLED.get(kind, kind())
    clause = ""
    try:
        live.table.judge(Command("x", ROLES[role], act), 0)
    except Refused as refused:
        clause = refused.clause
    assert (clause not in NOT_ALLOWED) == allowed(kind, role), clause


def test_roles_come_from_the_log() -> None:
    live = Live(load("classic"), checking=False)
    live.do("p2", acts.Join("Bob"))
    live.do("p3", acts.Join("Cyd"))
    live.do("p2", acts.Sit(1))
    assert [live.table.role(person).name for person in ("p1", "p2", "p3", "p4", None)] == [
        "host", "seat", "spectator", "nobody", "nobody",
    ]  # fmt: skip
    live.do("p1", acts.MakeHost("p2"))
    assert live.table.role("p2").host
    assert live.table.role("p2").seat == 1
    live.do("p2", acts.Leave())
    assert live.state.host == "p1"


def test_every_act_goes_to_json_and_back() -> None:
    for kind in EVERY.values():
        act = FILLED.get(kind, kind())
        if kind is not acts.Make:
            assert parse_act(act_json(act)) == act
    assert {kind for kind in EVERY.values() if kind is not acts.Make} == set(WHO)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({}, "act: must be one of"),
        ({"act": "dance"}, "act: must be one of"),
        ({"act": ["sit"]}, "act: must be one of"),
        ({"act": "sit"}, "sit: seat is missing."),
        ({"act": "sit", "seat": 0}, "sit: seat must be a seat, 1 to 8."),
        ({"act": "sit", "seat": True}, "sit: seat must be a seat, 1 to 8."),
        ({"act": "sit", "seat": 1, "chair": 2}, 'sit: unknown key "chair"; there is seat, wait.'),
        ({"act": "cut", "aim": "44"}, "cut: aim must be a whole number."),
        ({"act": "cut", "aim": 1 << 70}, "cut: aim must be a smaller number."),
        ({"act": "join", "called": 7}, "join: called must be text."),
        ({"act": "mute", "person": "p1", "muted": 1}, "mute: muted must be true or false."),
        ({"act": "configure", "settings": []}, "configure: settings must be an object."),
        ({"act": "play"}, "play: move is missing."),
    ],
)
def test_malformed_acts_get_one_sentence(told: dict[str, object], text: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_act(told)
    assert caught.value.text.startswith(text)
    assert caught.value.clause == "table.malformed"


@pytest.mark.parametrize(
    "told",
    [
        {"act": "ready"},
        {"cmd": "", "act": "ready"},
        {"cmd": "a b", "act": "ready"},
        {"cmd": "x" * 65, "act": "ready"},
        {"cmd": "x", "after": -1, "act": "ready"},
        {"cmd": "x", "after": "7", "act": "ready"},
        {"cmd": "x", "move": "d" * 601},
        {"cmd": "x", "move": "draw", "act": "sit"},
    ],
)
def test_malformed_commands_are_refused(told: dict[str, object]) -> None:
    with pytest.raises(Refused):
        parse_command(told)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"seq":1,"at":1,"cmd":"x","do":[]}', '{"seq":"1","at":1,"cmd":"x","do":{}}']
)
def test_malformed_entries_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_entry(text)


def test_a_table_is_made_once_and_by_a_person() -> None:
    live = Live(load("classic"), checking=False)
    with pytest.raises(Refused, match="already exists"):
        live.do("p1", live.log[0].command.act)
    from canasta.session.table import Table

    with pytest.raises(Refused, match="no table yet"):
        Table().judge(Command("x", "p1", acts.Ready()), 0)
    with pytest.raises(Refused, match="made by a person"):
        Table().judge(Command("x", None, live.log[0].command.act), 0)
