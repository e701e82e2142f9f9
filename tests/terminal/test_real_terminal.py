"""On a real terminal: screens are drawn again, in colours unless someone asks for none."""

import re

from canasta.rules.load import games
from tests.terminal.pseudo_terminal import CLEAR, Terminal, bare


def test_each_move_draws_the_table_anew() -> None:
    terminal = Terminal("play", "hand-and-foot", "--seed", "1", "--no-draw")
    first = terminal.until(r"> $")
    assert CLEAR in first
    assert "\x1b[31m" in first
    terminal.type("d")
    second = terminal.until(r"> $")
    assert CLEAR in second
    assert "You" in second
    assert "drew" in second
    assert terminal.close() == 0


def test_no_color_is_respected() -> None:
    terminal = Terminal("play", "hand-and-foot", "--seed", "1", "--no-draw", NO_COLOR="1")
    assert not re.search("\x1b\\[[0-9;]*3[0-7]m", terminal.until(r"> $"))
    assert terminal.close() == 0


def test_plain_is_line_after_line() -> None:
    terminal = Terminal("play", "hand-and-foot", "--seed", "1", "--no-draw", "--plain")
    text = terminal.until(r"> $")
    assert CLEAR not in text
    assert "\x1b[1m" not in text
    assert terminal.close() == 0


def test_a_hint_leaves_the_title_on_the_screen() -> None:
    terminal = Terminal("play", "hand-and-foot", "--seed", "7", "--no-draw", "--no-record")
    terminal.until(r"> $")
    terminal.type("hint")
    screen = bare(terminal.until(r"Press\s+Enter\s+to\s+play\s+it\.[^>]*> $").rpartition(CLEAR)[2])
    assert screen.startswith("Hand and Foot")
    assert screen.count("\n") < 24
    terminal.kill()


def test_without_a_game_people_are_asked() -> None:
    terminal = Terminal("play", "--seed", "3", columns=40)
    assert "Which game would you like to play?" in terminal.until(r"\]: $")
    terminal.type("99")
    assert f"a number from 1 to {len(games())}" in terminal.until(r"Number, name or file \[1\]: $")
    terminal.type("hand")
    assert "That could be" in terminal.until(r"Number, name or file \[1\]: $")
    terminal.type("new")
    assert "New Canasta" in terminal.until(r"How many players[^$]*\]: $")
    terminal.type("3")
    for question in ("Who plays", "There are", "Which bot"):
        terminal.until(rf"{question}[^$]*\]: $")
        terminal.type("")
    terminal.until("Press Enter to draw a card. $")
    terminal.kill()


def test_the_keyboard_is_handed_over_on_an_empty_screen() -> None:
    terminal = Terminal("play", "classic", "--players", "2", "--seats", "you,you", "--names", "Ann,Bea", "--seed", "2")
    before = terminal.until("press Enter. $")
    assert "Pass the keyboard to Ann" in before
    assert "Your hand" not in before
    terminal.type("")
    terminal.until(r"> $")
    terminal.type("d")
    terminal.until(r"> $")
    terminal.type("discard 4")
    text = terminal.until("press Enter. $|> $")
    if "Pass the keyboard to Bea" in text:
        assert "Your hand" not in text.rsplit("\x1b[3J", 1)[1]
    terminal.kill()


def test_at_a_keyboard_everybody_draws_and_the_first_screen_tells_who_deals() -> None:
    terminal = Terminal("play", "hand-and-foot", "--seed", "3")
    text = terminal.until("Press Enter to draw a card. $")
    assert "--seed 3 --draw" in text
    assert "You drew" not in text
    terminal.type("")
    text = terminal.until("Press Enter for the first deal. $")
    assert CLEAR not in text
    shown = re.sub(r"\x1b\[[0-9;]*m|\r", "", text)
    assert len(re.findall(r"^ \w+ drew \S+\.$", shown, re.MULTILINE)) == 6
    dealer = re.search(r"^(\w+) deals first\.$", shown, re.MULTILINE)
    assert dealer
    terminal.type("")
    screen = re.sub(r"\x1b\[[0-9;]*m|\r", "", terminal.until(r"> $").rsplit(CLEAR, 1)[1])
    assert f" {dealer[1]} deals the hands, " in screen
    assert screen.count("\n") < 24
    assert terminal.close() == 0


def test_whoever_names_dealer_or_seats_does_not_draw() -> None:
    for args in (["--dealer", "4"], ["--seats", "you,greedy,greedy,greedy"]):
        terminal = Terminal("play", "hand-and-foot", "--seed", "3", *args)
        text = terminal.until(r"> $")
        assert "The draw" not in text
        assert "Alex deals the hands, Robin deals the feet. You begin." in text
        assert terminal.close() == 0


def test_a_window_that_changes_its_size_is_drawn_again_and_what_was_typed_stays() -> None:
    terminal = Terminal("play", "hand-and-foot", "--seed", "1", "--no-draw", "--no-record")
    terminal.until(r"> $")
    terminal.write("dra")
    terminal.until("dra$")
    text = terminal.resize(132, 40, "> dra$")
    rule = max(bare(text).splitlines(), key=len)
    assert rule == "─" * 132
    terminal.type("w")
    assert "You drew" in " ".join(bare(terminal.until(r"> $")).split())
    terminal.end_input()
    terminal.until(r"Leave anyway\?[^$]*\[y/N\] $")
    terminal.resize(100, 30, r"Leave anyway\?[^$]*\[y/N\] $")
    terminal.type("y")
    terminal.until("Goodbye")
    assert terminal.ended() == 0
