"""Whole matches by a scripted player, in the words of the terminal, to the final score."""

import re
from itertools import pairwise

import pytest

from canasta.base.cards import face_text
from canasta.base.sheets import amount
from canasta.deal.view import view
from canasta.rules.load import games
from canasta.terminal.table_screen import sorted_hand
from tests.terminal.script import Scripted, sound, table


@pytest.mark.parametrize("name", sorted(games()))
def test_a_scripted_player_plays_whole_matches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, name, seed=1)
    dialog.answer = sound(host)
    host.run()
    assert host.match.over
    # Hints are legal moves in the grammar of the terminal, openings included.
    assert "No. " not in dialog.text
    assert dialog.text.count("is counted") == len(host.match.results)
    best = max(host.match.totals)
    assert re.search(rf"(win|wins|win together) with {re.escape(amount(best).replace('−', '-'))}", dialog.text)
    assert {line.split()[0] for prompt, line in dialog.asked if prompt == "> "} >= {"draw", "lay", "discard"}


@pytest.mark.parametrize(
    ("name", "players", "width"),
    [("classic", 2, 120), ("classic", 3, 40), ("new-canasta", 8, 40), ("hand-knee-and-foot", 6, 120)],
)
def test_other_numbers_of_players_and_widths(
    name: str, players: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = Scripted(monkeypatch, width=width)
    host = table(dialog, name, players, seed=2)
    dialog.answer = sound(host)
    host.run()
    assert "No. " not in dialog.text
    longest = max(len(line) for line in dialog.text.splitlines() if not line.startswith(("> ", "How many")))
    assert longest <= width
    assert host.match.over


def test_bots_alone_can_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "classic", seats="greedy,greedy,greedy,greedy")
    host.run()
    assert not dialog.asked
    assert " went out" in dialog.text
    assert "wins" in dialog.text or "win " in dialog.text


def test_everything_shown_belongs_to_the_person_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "hand-and-foot", seed=3, seats="you,you,greedy,you", names="Ann,Bea,Cyd")
    script = sound(host)
    sections: list[tuple[int, str]] = []
    state = {"seat": -1, "start": 0}

    def answer(prompt: str) -> str:
        if prompt.startswith("Pass the keyboard to"):
            sections.append((state["seat"], dialog.text[state["start"] :]))
            state["seat"], state["start"] = host.deal.actor, len(dialog.text)
            assert host.seating.names[host.deal.actor] in prompt
            return ""
        if prompt == "> ":
            assert state["seat"] == host.deal.actor
            hand = sorted_hand(view(host.deal, host.deal.actor).hand, "rank")
            shown = re.findall(r"Your hand \(\d+\)\n((?: .*\n)+)", dialog.text[state["start"] :])
            assert shown[-1].replace("10", "T").replace("JKR", "Jk").split() == [face_text(face) for face in hand]
        return script(prompt)

    dialog.answer = answer
    host.run()
    assert {seat for seat, _ in sections} == {-1, 0, 1, 3}
    for seat, text in sections:
        if seat < 0:
            assert "hand (" not in text
            continue
        # Only "You" are told cards drawn; of everyone else only how many.
        assert not re.search(r"(Ann|Bea|Cyd|Robin|Sam) drew (?!\d)", text)
    for (before, _), (after, _) in pairwise(sections):
        assert before != after


def test_the_screen_is_wiped_before_and_after_the_keyboard_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    dialog.clears = True
    host = table(dialog, "classic", seed=3, seats="you,you", names="Ann,Bea", players=2)
    script = sound(host)
    wipes: list[int] = []

    def answer(prompt: str) -> str:
        if prompt.startswith("Pass"):
            assert dialog.text.rstrip().endswith("\x1b[3J")
            wipes.append(len(dialog.text))
        elif wipes and prompt == "> ":
            after = dialog.text[wipes.pop() :]
            assert after.count("\x1b[3J") >= 1
            assert "Your hand" not in after.split("\x1b[3J")[0]
        return script(prompt)

    dialog.answer = answer
    host.run()
    assert host.match.over
