"""The page for proofreading has the sentences that people read, each under what it is for."""

from __future__ import annotations

from canasta.cli import COMMANDS, cli
from scripts.sentences import helps, page, refusals, sentences


def test_known_texts_are_found() -> None:
    found = {(each.kind, each.module): "" for each in sentences()}
    for each in sentences():
        found[each.kind, each.module] += each.text + "\n"
    assert "the game is over" not in found["Errors", "rules/check.py"]
    assert "{sides} equal sides" in found["Errors", "rules/check.py"]
    assert "then press Enter." in found["Prompts and messages", "terminal/dialog.py"]
    assert "Turn a recorded match" in found["Other texts", "export/command.py"]
    assert any(kind == "Hints" for kind, _ in found)


def test_docstrings_are_left_out() -> None:
    assert not any("Yield the texts" in each.text or "The command ``canasta``" in each.text for each in sentences())


def test_refusals_are_said_in_the_words_of_the_game() -> None:
    said = {game: dict(refusals(game)) for game in ("hand-and-foot", "new-canasta")}
    assert all(len(each) > 50 for each in said.values())
    assert "clean" in said["hand-and-foot"]["out.contract"]
    assert "clean" not in said["new-canasta"]["out.contract"]


def test_the_help_of_every_command_is_there() -> None:
    names = [name for name, _ in helps(cli, "canasta")]
    assert {f"canasta {command}" for command in COMMANDS} <= set(names)
    assert "canasta house diff" in names


def test_the_page_has_every_part() -> None:
    headings = [line for line in page().splitlines() if line.startswith("## ")]
    assert headings == [
        "## Refusals: hand-and-foot",
        "## Refusals: new-canasta",
        "## Help",
        "## Prompts and messages",
        "## Errors",
        "## Hints",
        "## Other texts",
    ]
