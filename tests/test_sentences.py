"""The page for proofreading has the sentences that people read, each under what it is for."""

from __future__ import annotations

import pytest

from canasta.cli import COMMANDS, cli
from scripts.refused import MOST_SHAPES, Refused, gather
from scripts.sentences import helps, page, refusal_lines, sentences


def test_known_texts_are_found() -> None:
    found = {(each.kind, each.module): "" for each in sentences()}
    for each in sentences():
        found[each.kind, each.module] += each.text + "\n"
    assert "the game is over" not in found["Errors", "rules/check.py"]
    assert "{sides} equal sides" in found["Errors", "rules/check.py"]
    assert "Press Enter to continue" in found["Prompts and messages", "terminal/dialog.py"]
    assert "Turn a recorded match" in found["Other texts", "export/command.py"]
    assert any(kind == "Hints" for kind, _ in found)


def test_docstrings_are_left_out() -> None:
    assert not any("Yield the texts" in each.text or "The command ``canasta``" in each.text for each in sentences())


@pytest.fixture(scope="module")
def refused() -> Refused:
    return gather(["hoyle-two-player"])


def test_refusals_come_from_many_moments(refused: Refused) -> None:
    assert len(refused.texts) > 60
    assert 30 < len(refused.texts) - len(refused.missing) < len(refused.texts)
    assert len(refused.texts["pile.need"]) > 1
    assert all(len(texts) <= MOST_SHAPES for texts in refused.texts.values())


def test_causes_that_were_never_met_are_listed(refused: Refused) -> None:
    assert "out.permission" in refused.missing  # two players have nobody to ask
    lines = [*refusal_lines(refused)]
    assert set(refused.missing) == {
        line[2:].partition(":")[0] for line in lines[lines.index("### Not met") :] if line[:2] == "- "
    }


def test_the_help_of_every_command_is_there() -> None:
    names = [name for name, _ in helps(cli, "canasta")]
    assert {f"canasta {command}" for command in COMMANDS} <= set(names)
    assert "canasta house diff" in names


def test_the_page_has_every_part(refused: Refused) -> None:
    headings = [line for line in page(refused).splitlines() if line.startswith("## ")]
    assert headings == [
        "## Refusals",
        "## Help",
        "## Prompts and messages",
        "## Errors",
        "## Hints",
        "## Other texts",
    ]
