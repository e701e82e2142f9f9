"""An evening at the terminal: someone who never saw the program begins a match from the menu, loses the window, and goes on."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from canasta.bots.turn_hint import turn_hint
from canasta.deal.view import view
from canasta.notation.move_text import move_text
from canasta.notation.records.resuming import resume
from canasta.terminal.matches.kept import kept_matches
from tests.terminal.pseudo_terminal import Terminal, bare

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")

HOUSE = 'base = "classic"\ntitle = "Saturdays"\n[match]\ntarget = 3000\n'
TYPE_HERE = r"(> |press Enter\. )$"


def sound_move() -> str:
    """Return what the hint says to whoever is at the keyboard, from the record of the match."""
    (kept,) = kept_matches()
    deal = resume(kept.path.read_bytes()).match.deal
    return move_text(turn_hint(view(deal, deal.actor), 4).moves[0])


def play_moves(terminal: Terminal, number: int) -> None:
    """Make *number* moves, whoever's turn it is, and stay at the prompt of a move."""
    made = 0
    while made < number:
        terminal.type(sound_move())
        made += 1
        text = terminal.until(TYPE_HERE)
        assert "No. " not in bare(text)
        if text.endswith("press Enter. "):
            terminal.type("")
            terminal.until("> $")


def begin(house: Path) -> Terminal:
    """Begin a match by the rules in the file *house* from the menu, as two people with two bots, up to the first move."""
    terminal = Terminal("play", "--seed", "5")
    menu = bare(terminal.until(r"Number, name or file \[1\]: $"))
    assert menu.count("\n") < 24
    assert "Which game would you like to play?" in menu
    terminal.type(str(house))
    terminal.until(r"How many players[^$]*\]: $")
    terminal.type("")
    terminal.until(r"Who plays[^$]*\]: $")
    terminal.type("Ann, Bea")
    assert "Ann, bot, Bea, bot" in bare(terminal.until("write another order: $"))
    terminal.type("Ann, Bea, bot")
    terminal.until(r"Write 4 seats[^$]*write another order: $")
    terminal.type("Bea, Ann, bot, bot")
    terminal.until(r"There are [^$]*\]: $")
    terminal.type("")
    terminal.until(r"Which bot[^$]*\]: $")
    terminal.type("")
    first = terminal.until("Pass the keyboard to (Ann|Bea), then press Enter. $")
    assert "Your hand" not in bare(first)
    terminal.type("")
    screen = bare(terminal.until("> $"))
    assert "Saturdays" in screen
    assert "to 3,000" in screen
    return terminal


def test_two_people_and_two_bots_by_house_rules_lose_the_window_and_go_on(tmp_path: Path) -> None:
    house = tmp_path / "saturdays.toml"
    house.write_text(HOUSE, encoding="utf-8")
    terminal = begin(house)
    play_moves(terminal, 4)
    terminal.kill()

    (kept,) = kept_matches()
    assert kept.heading
    assert kept.heading.rules.match.target == 3000
    seats = [("" if player.bot else player.name, player.bot.partition(" ")[0]) for player in kept.heading.players]
    assert seats == [("Bea", ""), ("Ann", ""), ("", "planner"), ("", "planner")]
    before = kept.path.read_text(encoding="utf-8")

    again = Terminal("play")
    offer = bare(again.until(r"resume it\? \[Y/n\] $"))
    assert re.search(r"Saturdays: (Ann, Bea|Bea, Ann) and 2 bots", " ".join(offer.split()))
    again.type("")
    again.until("Pass the keyboard to (Ann|Bea), then press Enter. $")
    again.type("")
    assert "Saturdays" in bare(again.until("> $"))
    play_moves(again, 2)
    again.type("Q")
    assert "To leave the game, type quit." in " ".join(bare(again.until("> $")).split())
    again.end_input()
    assert "To resume: canasta play" in bare(again.until("Goodbye[^$]*\n"))
    assert again.ended() == 0
    (kept,) = kept_matches()
    assert kept.path.read_text(encoding="utf-8").startswith(before)
