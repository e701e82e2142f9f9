"""`canasta join` at a keyboard draws the table of a server as `canasta play` draws one, and keeps what is being typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.players import serving
from tests.terminal.pseudo_terminal import Terminal, bare


@pytest.fixture
def terminal(tmp_path: Path):  # type: ignore[no-untyped-def]
    with serving(str(tmp_path / "canasta.db")) as server:
        own = Terminal(
            "join", server.origin, "--new", "classic", "--players", "2", "--name", "Ann", columns=90, rows=32
        )
        yield own
        own.kill()


def test_the_table_is_drawn_again_and_what_is_typed_stays(terminal: Terminal) -> None:
    said = terminal.until("Seat 2 is free")
    assert "The table is at http" in bare(said)
    terminal.type("bot 2")
    terminal.until(r"The host types start")
    terminal.type("start")
    drawn = bare(terminal.until(r"(?s)Now .*?draw.*?> $"))
    screen = drawn.rpartition("Classic Canasta · deal 1, to 5,000")[2]
    assert re.search(r"Your hand \(1[5-9]\)", screen)
    assert re.search(r"Stock 7\d cards", screen)
    terminal.type("hint")
    terminal.until(r"Draw|draw|Take|take")
    terminal.write("dra")
    terminal.until("dra")
    terminal.write("w\n")
    screen = bare(terminal.until(r"(?s)Now .*?discard.*?> $")).rpartition("Classic Canasta · deal 1")[2]
    assert re.search(r"Your hand \((1[7-9]|2\d)\)", screen)
    assert "You drew " in screen
    terminal.type("discard")
    terminal.until(r"[Ss]ay which card|such as")
    terminal.type("leave")
    terminal.until("leave")
