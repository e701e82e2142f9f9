"""Deals that were played with real cards and only counted, in every command that shows a record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.session import acts
from canasta.session.records import record_of
from canasta.terminal.matches.kept import matches_folder
from canasta.terminal.replay.screen import _DOES
from canasta.terminal.replay.table import ALL, ONLOOKER, Eyes
from tests.session.test_keeping import SECOND, both, kept
from tests.session.test_keeping_records import mixed
from tests.terminal.watching import Watcher, opened

CORRECTED = "Ann changed the count for Bea and Dan in deal 3."


@pytest.fixture(scope="module")
def text() -> str:
    """Return a record of three deals, of which the second was played here; a note and a correction are in the third."""
    live = mixed()
    live.do("p1", acts.Tally(3, 1, SECOND | {"hand": 65, "note": "Dan found a four"}))
    return record_of(live.log)


@pytest.fixture(scope="module")
def only() -> str:
    """Return a record of two deals that were only counted."""
    live = kept()
    both(live, 1)
    both(live, 2)
    return record_of(live.log)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    return Watcher(monkeypatch)


def run(command: str, text: str, tmp_path: Path, *words: object) -> Result:
    path = tmp_path / "friday.chh"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(cli, [command, str(path), *map(str, words)], prog_name="canasta")


def test_the_story_has_the_sheets_with_notes_and_corrections(text: str, tmp_path: Path) -> None:
    told = run("replay", text, tmp_path).output
    first, second, third = re.split(r"^Deal \d: ", told, flags=re.MULTILINE)[1:]
    for counted in (first, third):
        assert "Played with real cards. Only the score is recorded.\n\nAnn and Cyd\n  2 clean canastas" in counted
        assert "does not have all cards" not in counted
    assert "Bea took the" in second
    assert third.index("Bea and Dan: 1,275") < third.index("Bea and Dan: Dan found a four") < third.index(CORRECTED)
    refused = run("replay", text, tmp_path, "--turn", 2)
    assert "Deal 1 was played with real cards. Only its score is recorded. It has no turns." in refused.output


def test_programs_read_what_was_counted(text: str, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in run("replay", text, tmp_path, "--json").output.splitlines()]
    assert [row["real_cards"] for row in rows if row["what"] == "deal"] == [True, False, True]
    first, second, third = (row for row in rows if row["what"] == "count")
    assert first["answers"][0]["natural"] == 2
    assert "answers" not in second
    assert third["answers"][1]["note"] == "Dan found a four"
    assert third["corrections"] == [CORRECTED]
    assert not [row for row in rows if row["what"] == "action" and row["deal"] != 2]


@pytest.mark.parametrize("screens", [False, True])
def test_every_word_of_the_viewer_works_in_a_counted_deal(watch: Watcher, text: str, screens: bool) -> None:
    words = [*(word for word in _DOES if word != "quit"), "jump 1", "turn back", "sheet 2", "eyes all"]
    typed = [line for word in words for line in (word, "deal 1")]
    for eyes in (ALL, ONLOOKER, Eyes(1)):
        said = watch(*typed, text=text, eyes=eyes, screens=screens)
        assert "Deal 1 was played with real cards. Only its score is recorded." in said
        assert "1 of 1 - " in said or not screens


def test_one_goes_on_from_a_counted_deal_and_back(watch: Watcher, text: str) -> None:
    said = watch("", "back", "deal 3", "back", "deal 3", "end", "", text=text)
    assert said.count("Deal 1 is counted") == 2
    assert said.count("Deal 2: Ann deals the hands") == 1
    assert said.count("Deal 3 is counted") >= 2
    assert "The record ends here, and the match is not over." in said


def test_notes_and_corrections_are_found(watch: Watcher, text: str) -> None:
    assert "Found where the story says" in watch("find found a four", text=text)
    assert "Found where the story says" in watch("find changed the count", text=text)
    recording = opened(text)
    assert recording.pages(0) == 1
    assert "Deal 2 is counted" not in watch("find Kh", text=text)


def test_a_review_skips_counted_deals_and_says_so(text: str, only: str, tmp_path: Path) -> None:
    told = run("review", text, tmp_path, "--worlds", 2, "--seat", 2, "--json")
    assert [(deal["real_cards"], bool(deal["decisions"])) for deal in json.loads(told.output)["deals"]] == [
        (True, False),
        (False, True),
        (True, False),
    ]
    for words in ((), ("--json",), ("--jobs", 2)):
        none = run("review", only, tmp_path, *words)
        assert none.exit_code == 2
        assert none.output.strip().endswith(
            "every deal of this match was played with real cards, so there is nothing to review."
        )
    one = run("review", text, tmp_path, "--deal", 3)
    assert one.output.strip().endswith(
        "Deal 3 was played with real cards. Only its score is recorded. There is nothing to review."
    )
    assert run("review", only, tmp_path, "--deal", 7).exit_code == 2


def test_a_page_of_a_match_with_counted_deals_is_written(text: str, only: str, tmp_path: Path) -> None:
    for record in (text, only):
        for words in ((), ("--public",)):
            done = run("export", record, tmp_path, "--html", "-", *words)
            assert done.exit_code == 0, done.output
            assert '"counted":{"answers":{"1":' in done.output
    assert CORRECTED in run("export", text, tmp_path, "--html", "-").output


def test_the_list_of_matches_says_what_is_played_with_real_cards(only: str) -> None:
    path = matches_folder() / "friday.chh"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(only, encoding="utf-8")
    listed = CliRunner().invoke(cli, ["matches"]).output
    assert "unfinished, deal 2, with real cards, 6,570 to 2,560" in listed
    assert json.loads(CliRunner().invoke(cli, ["matches", "--json"]).output)[0]["real_cards"] is True
    counting = CliRunner().invoke(cli, ["matches", "resume", "friday"], input="quit\n").output
    assert "Deal 3" in counting
    assert "Press Enter when you have played the deal." in counting
    playing = CliRunner().invoke(cli, ["play", "--resume", "friday"], input="quit\n").output
    assert "Hand and Foot continues from friday.chh." in playing
    assert "Pass the keyboard to Cyd" in playing
