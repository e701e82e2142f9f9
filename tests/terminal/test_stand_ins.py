"""A bot plays for someone at the keyboard who is away for a while."""

from __future__ import annotations

import re

import pytest

from canasta.terminal.dialog import Leave
from tests.terminal.script import Scripted, leaving_after, sound, table


def test_a_bot_plays_for_who_is_away_until_they_are_back(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch, width=200)
    host = table(dialog, "hoyle-two-player", seats="you,you", names="Ann,Bea")
    turns: list[str] = []
    script = sound(host)

    def answer(prompt: str) -> str:
        if prompt != "> ":
            return script(prompt)
        turns.append(host.seating.names[host.deal.actor])
        if len(turns) == 1:
            return "away"
        if turns.count("Bea") == 12 and "back" not in dialog.text.rpartition("> ")[2]:
            turns.append("back")
            return "back an"
        if "back" in turns and "Ann" in turns[turns.index("back") :]:
            raise Leave
        return script(prompt)

    dialog.answer = answer
    with pytest.raises(Leave):
        host.run()
    assert "A bot plays for Ann now. When Ann is here again, type: back Ann" in dialog.text
    assert "Ann plays again." in dialog.text
    assert turns[0] == "Ann"
    assert set(turns[1 : turns.index("back")]) == {"Bea"}


@pytest.mark.parametrize(
    ("seats", "lines", "says"),
    [
        ("you,greedy", ["away"], "Nobody else plays at this keyboard now."),
        ("you,you", ["", "away", "", "away"], "Nobody else plays at this keyboard now."),
        ("you,you", ["", "back"], "Nobody at this keyboard is away."),
        ("you,you", ["", "away", "", "back Zoe"], "Say who is back, such as: back Player 1"),
    ],
)
def test_away_and_back_say_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, seats: str, lines: list[str], says: str
) -> None:
    dialog = Scripted(monkeypatch, width=200)
    host = table(dialog, "hoyle-two-player", seats=seats)
    dialog.answer = leaving_after(lines)
    with pytest.raises(Leave):
        host.run()
    assert says in dialog.text


def test_a_bot_cuts_and_plays_deals_to_their_end_for_who_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch, width=200)
    host = table(dialog, "new-canasta", 4, seats="you,greedy,you,greedy", names="Ann,Bea")
    script = sound(host)
    first: list[str] = []

    def answer(prompt: str) -> str:
        if prompt == "> " and not first:
            first.append(host.seating.names[host.deal.actor])
            return "away"
        return script(prompt)

    dialog.answer = answer
    host.run()
    assert host.match.over
    after = dialog.text.partition("plays for")[2]
    assert not re.search(rf"Pass the keyboard to {first[0]}", after)
