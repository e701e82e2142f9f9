"""The first lesson: its cases hold, and its table deals those cards and plays the script, then goes on as a game."""

from __future__ import annotations

import pytest

from canasta.notation.cases.case import Case, read_cases
from canasta.notation.cases.verdict import run
from canasta.session import acts
from canasta.session.lesson import CASES, lesson_table
from canasta.session.state import rules_of_table
from tests.session.live import Live

BOTS = ("chance", "greedy")


@pytest.mark.parametrize("case", read_cases(CASES), ids=lambda case: case.id)
def test_the_cases_of_the_lesson_hold(case: Case) -> None:
    assert run(case) == []


def lesson(host: str = "Ann") -> Live:
    make, first = lesson_table(host, BOTS, "greedy")
    rules = rules_of_table(make.rules)
    live = Live(rules, host, settings=make.settings, bots=make.bots, given=make.given, script=make.script)
    for act in first:
        live.do("p1", act)
    return live


def test_the_table_of_the_lesson_plays_its_script_and_goes_on_as_a_game() -> None:
    live = lesson()
    assert live.public["state"] == "playing"
    assert live.public["given"] is True
    assert [row["name"] for row in live.public["seats"].values()] == ["Ann", "Ruth", "Tom", "Ivy"]
    turns = (
        ("draw", "lay KhKdKc 8d8s2c", "discard 4c"),
        ("take QhQs", "lay 9c9d9h 7c7d7s JsJdJc", "discard 4c"),
        ("draw", "lay KdKs", "discard 4h"),
    )
    scripted = 0
    for turn in turns:
        for move in turn:
            live.do("p1", acts.Play(move))
        while turn is not turns[-1] and live.state.deal is not None and live.state.deal.actor:
            due = live.table.scheduled()[0]
            scripted += due.thinker is None
            live.due(due)
    assert scripted == 13
    melds = live.public["table"]["sides"]["1"]["melds"]
    assert [meld["class"] for key, meld in melds.items() if key.startswith("K")] == ["clean"]
    live.play_deal()
    assert live.public["state"] == "counting"


def test_whoever_plays_otherwise_than_the_lesson_says_plays_on_all_the_same() -> None:
    live = lesson("Ruth")
    assert live.public["seats"]["1"]["name"] == "Ruth"
    assert live.public["seats"]["2"]["name"] != "Ruth"
    live.do("p1", acts.Play("draw"))
    live.do("p1", acts.Play("discard Kh"))
    live.play_deal()
    assert live.public["state"] == "counting"
