"""The first lesson at the keyboard: whoever types what it says learns to open, to take the pile, and to make a canasta."""

from __future__ import annotations

import re

from click.testing import CliRunner, Result

from canasta.cli import cli


def lesson(*lines: str) -> Result:
    return CliRunner().invoke(cli, ["play", "--lesson"], input="\n".join([*lines, ""]), prog_name="canasta")


def test_what_the_lesson_says_can_be_typed_and_leads_to_a_canasta() -> None:
    typed: list[str] = []
    told = ""
    for _ in range(12):
        output = " ".join(lesson(*typed, "quit").output.split())
        asked = re.findall(r"Type ([a-z]+(?: [2-9TJQKA]+[cdhs]?)*)(?:\.| and)", output)
        told = output
        if len(asked) == len(typed):
            break
        typed.append(asked[-1])
    assert typed == [
        "draw", "lay KKK", "lay KKK 882", "discard 4c", "take", "lay 999 777 JJJ", "discard 4c", "draw", "add KK",
    ]  # fmt: skip
    assert "You need 50 to open" in told
    assert "Tom drew 2, added KK and discarded" in told
    assert "you picked up your foot" in told
    assert "A canasta, seven of a rank!" in told


def test_whoever_goes_another_way_plays_on_without_it() -> None:
    told = " ".join(lesson("draw", "discard Kh", "draw", "quit").output.split())
    assert "That is the game. Play on" in told
    assert told.endswith("Goodbye. To play a match: canasta play hand-and-foot")


def test_the_lesson_has_its_own_game() -> None:
    done = CliRunner().invoke(cli, ["play", "classic", "--lesson"], prog_name="canasta")
    assert done.exit_code == 2
    assert "The lesson has its own game and cards." in done.output
