"""A record watched on a real terminal."""

from __future__ import annotations

import re
from pathlib import Path

from tests.terminal.pseudo_terminal import CLEAR, Terminal
from tests.terminal.watching import hand_and_foot


def test_on_a_real_terminal(tmp_path: Path) -> None:
    path = tmp_path / "match.chh"
    path.write_text(hand_and_foot(), encoding="utf-8")
    terminal = Terminal("replay", str(path), "--deal", "2", "--turn", "3")
    first = terminal.until(r"> $")
    assert CLEAR in first
    assert "\x1b[31m" in first
    assert re.search(r"Turn 3 · ", first)
    terminal.type("")
    assert CLEAR in terminal.until(r"> $")
    terminal.type("f has run out")
    found = terminal.until(r"> $")
    assert "The end · " in found
    assert terminal.close() == 0
    plain = Terminal("replay", str(path), "--plain", "--seat", "1")
    text = plain.until(r"> $")
    assert CLEAR not in text
    assert "as Ann saw it" in text
    assert plain.close() == 0


def test_lines_of_a_check_stand_above_the_bar(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.chh").write_text(hand_and_foot(), encoding="utf-8")
    terminal = Terminal("replay", str(tmp_path), "--check", columns=200)
    text = terminal.until(r"3 records: 3 fine\.")
    assert "/3" in text
    for name in "abc":
        assert re.search(rf"(\n|\x1b\[2K|^){re.escape(str(tmp_path))}/{name}\.chh: fine, 4 deals", text)
    assert terminal.process.wait(10) == 0
