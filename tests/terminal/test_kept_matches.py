"""Matches are kept in the user's data folder, and the command that looks after them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.files import FileError, RecordFile
from canasta.folders import data_folder, settings_folder
from canasta.rules.load import load
from canasta.terminal.matches import kept
from canasta.terminal.matches.kept import begin_record, find_match, kept_matches, last_unfinished, matches_folder
from tests.notation.written import match_text


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, args, input=text, prog_name="canasta")


def keep(name: str, text: str, seconds: int) -> Path:
    """Put a record in the data folder that was last written that many *seconds* after the beginning of 2026."""
    path = matches_folder() / f"{name}.chh"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1767225600 + seconds,) * 2)
    return path


def left(text: str) -> str:
    """Return the record *text*, of people only, as it is where its first deal was left after some lines."""
    text = re.sub(r"^bot = .*\n", "", text, flags=re.MULTILINE)
    return "".join(text.splitlines(keepends=True)[: text[: text.index("actions = '''")].count("\n") + 9])


@pytest.fixture(scope="module")
def finished() -> str:
    return match_text("classic", 2)


def test_folders_follow_the_xdg_specification(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    assert data_folder() == tmp_path / "data" / "canasta"
    assert settings_folder() == tmp_path / "settings" / "canasta"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder().is_absolute()
    assert data_folder().is_relative_to(tmp_path) or sys.platform == "win32"


def test_a_match_is_kept_from_its_first_move_on() -> None:
    assert run("play", "classic", "--seed", "7", text="help\nquit\n").output.endswith("Goodbye.\n")
    assert not list(kept_matches())
    done = run("play", "classic", "--seed", "7", text="draw\nquit\n")
    assert done.output.endswith("Goodbye. To resume: canasta play\n")
    (kept,) = kept_matches()
    assert (kept.state, kept.deals, kept.totals) == ("unfinished", 1, (0, 0))
    assert kept.heading
    assert kept.heading.rules == load("classic")
    assert "\n1 draw " in kept.path.read_text(encoding="utf-8")


def test_two_matches_on_one_day_have_two_names() -> None:
    rules = load("classic")
    with begin_record(rules) as first, begin_record(rules) as second:
        assert second.path.stem == f"{first.path.stem}-2"


def test_no_record_is_kept_where_none_is_wanted_and_where_a_file_is_named(tmp_path: Path) -> None:
    own = tmp_path / "own.chh"
    for args in (["--no-record"], ["--record", str(own)]):
        assert run("play", "classic", "--seed", "7", *args, text="draw\nquit\n").exit_code == 0
        assert not list(kept_matches())
    assert own.exists()
    done = run("play", "classic", "--no-record", "--record", "x.chh")
    assert done.exit_code == 2
    assert "--no-record cannot be used with --record" in done.stderr


def test_a_match_that_cannot_be_kept_is_played_and_says_so(user: Path) -> None:
    user.write_text("not a folder", encoding="utf-8")
    done = run("play", "classic", "--seed", "7", text="draw\nquit\n")
    assert done.exit_code == 0
    assert "This match is not recorded. " in " ".join(done.stdout.split())
    assert done.stdout.endswith("Goodbye.\n")


def test_an_unfinished_match_is_mentioned_among_the_errors_of_a_pipe(finished: str) -> None:
    keep("evening", left(finished), 1)
    done = run("play", "hand-and-foot", "--seed", "7", text="quit\n")
    assert done.exit_code == 0
    assert "unfinished" not in done.stdout
    assert (
        done.stderr
        == "You have an unfinished match of Classic Canasta. To resume it, type: canasta matches resume evening\n"
    )


def test_the_list_has_the_last_match_first(finished: str) -> None:
    keep("old", finished, 1)
    keep("newest", left(finished), 9)
    keep("broken", "format = 99\n", 5)
    assert [kept.name for kept in kept_matches()] == ["newest", "broken", "old"]
    last = last_unfinished()
    assert last
    assert last.name == "newest"
    told = json.loads(run("matches", "--json").output)
    assert [each["state"] for each in told] == ["unfinished", "unreadable", "finished"]
    assert told[2]["players"][0].keys() == {"name", "bot"}
    assert max(told[2]["totals"]) >= load("classic").match.target
    text = run("matches").output
    assert text.index("newest") < text.index("broken") < text.index("old")
    assert "unfinished, deal 1, last played on 1 January 2026" in " ".join(text.split()) or "December 2025" in text


def test_an_empty_list_says_how_matches_come_there() -> None:
    assert "No matches yet." in run("matches").output
    assert json.loads(run("matches", "--json").output) == []
    done = run("matches", "resume")
    assert done.exit_code == 1
    assert done.stderr == "You have no unfinished match. To begin one: canasta play\n"


def test_a_match_that_another_program_plays_is_not_offered(finished: str) -> None:
    path = keep("evening", left(finished), 1)
    held = "import sys, pathlib, canasta.files as f; r = f.RecordFile(pathlib.Path(sys.argv[1]), resume=True)"
    with subprocess.Popen(
        [sys.executable, "-c", f"{held}; print('held', flush=True); input()", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        assert last_unfinished() is None
        done = run("matches", "delete", "evening", "--yes")
        assert done.exit_code == 1
        assert done.stderr == "evening is being played: finish or quit that match first.\n"
        other.communicate("\n", timeout=60)
    assert last_unfinished()


def test_a_record_that_cannot_be_written_is_neither_offered_nor_being_played(
    finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep("evening", left(finished), 1)

    def read_only(*_: object, **__: object) -> None:
        raise FileError(f"{path} cannot be opened: Permission denied.")

    monkeypatch.setattr("canasta.terminal.matches.kept.RecordFile", read_only)
    assert last_unfinished() is None
    assert run("matches", "delete", "evening", "--yes").output == "Deleted 1 match.\n"


def test_hundreds_of_finished_matches_are_passed_over_unread(finished: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    whole = kept._read

    def reading(path: Path, played: datetime) -> kept.KeptMatch:
        read.append(path)
        return whole(path, played)

    monkeypatch.setattr(kept, "_read", reading)
    for number in range(40):
        keep(f"finished-{number}", finished, 100 + number)
    assert last_unfinished() is None
    oldest = keep("oldest", left(finished), 1)
    last = last_unfinished()
    assert last
    assert last.path == oldest
    assert read == [oldest]
    assert kept.match_names()[-1] == "oldest"


def test_a_match_is_over_only_where_all_of_it_is_there(finished: str) -> None:
    for at in [*(found.end() for found in re.finditer("\n", finished[-900:])), 880, 899]:
        text = finished[: len(finished) - 900 + at]
        path = keep("evening", text, 1)
        assert kept._is_over(path) == (text == finished), text[-60:]
        if text == finished:
            assert find_match("evening").state == "finished"


def test_matches_are_resumed_replayed_exported_and_deleted(finished: str, tmp_path: Path) -> None:
    keep("classic-one", left(finished), 1)
    keep("classic-two", finished, 2)
    keep("other", left(finished), 3)
    assert find_match("o").name == "other"
    looks = ["--colours", "four", "--pause", "0", "--ascii"]
    for args in (["matches", "resume"], ["matches", "resume", "classic-o"], ["matches", "resume", "other", *looks]):
        done = run(*args)
        assert done.exit_code == 0
        assert "Classic Canasta continues" in done.stdout
    told = run("matches", "replay", "classic-two", "--deal", "1").output
    assert "deal 1" in told.lower()
    for args in (
        ["replay", "classic-t", "--check"],
        ["review", "classic-o", "--worlds", "2"],
        ["play", "--resume", "other"],
    ):
        assert run(*args).exit_code == 0  # wherever a record is asked for, the name of a match will do
    assert 'There is no match or file "clasic-two". Did you mean classic-two?' in run("review", "clasic-two").output
    assert 'There is no match or file "zzz". Your latest matches: ' in run("replay", "zzz").output
    page = tmp_path / "page.html"
    assert run("matches", "export", "classic-two", "--html", str(page), "--deal", "1").exit_code == 0
    assert page.read_bytes().startswith(b"<!doctype html>")
    done = run("matches", "delete", "classic-one")
    assert done.exit_code == 2
    assert "Add --yes" in done.stderr
    assert run("matches", "delete", "classic-one", "--yes").output == "Deleted 1 match.\n"
    assert run("matches", "delete", "--finished", "--yes").output == "Deleted 1 match.\n"
    assert [kept.name for kept in kept_matches()] == ["other"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["replay", "classic"], '"classic" could be classic-one or classic-two. Type more of the name.'),
        (["replay", "clasic-one"], 'There is no match "clasic-one". Did you mean classic-one?'),
        (
            ["export", "zzz"],
            'There is no match "zzz". Your latest matches: classic-two and classic-one. To list all, type: canasta matches',
        ),
        (["resume", "classic-two"], "this match is over"),
        (["delete"], "Name the matches to delete"),
    ],
)
def test_wrong_names_get_one_sentence(args: list[str], says: str, finished: str) -> None:
    keep("classic-one", left(finished), 1)
    keep("classic-two", finished, 2)
    done = run("matches", *args)
    assert done.exit_code == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize("command", ["replay", "export"])
def test_the_help_of_what_is_done_with_a_match_is_that_of_the_command(command: str) -> None:
    assert run("matches", command, "--help").stdout == run(command, "--help").stdout


def test_a_deal_that_is_not_over_is_watched_with_ones_own_eyes(tmp_path: Path) -> None:
    """Whoever leaves in the middle of a deal and watches it does not see the hands that they play against."""
    file = tmp_path / "evening.chh"
    run("play", "classic", "--no-draw", "--seed", "7", "--record", str(file), text="draw\nx K\nquit\n")
    own = run("replay", str(file)).stdout
    assert own == run("replay", str(file), "--seat", "1").stdout
    assert own != run("replay", str(file), "--seat", "2").stdout
    two = tmp_path / "two.chh"
    seats = ["--seats", "you,greedy,you,greedy", "--names", "Ann,Cyd"]
    run("play", "classic", "--no-draw", "--seed", "7", *seats, "--record", str(two), text="\ndraw\nx K\nquit\n")
    both = run("replay", str(two)).stdout
    assert "drew" in both
    assert not re.search(r"drew [0-9AKQJ]+[♣♦♥♠]", both)

    def told(path: Path, *more: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in run("replay", str(path), "--json", *more).stdout.splitlines()]

    assert told(file) == told(file, "--seat", "1")
    assert told(two)[0]["eyes"] == "table"
    assert not {"seed", "comment"} & {*told(file)[0], *told(two)[0]}


def test_no_page_no_picture_and_no_review_shows_a_hand_that_is_still_played_against(tmp_path: Path) -> None:
    file = tmp_path / "evening.chh"
    run("play", "classic", "--no-draw", "--seed", "7", "--record", str(file), text="draw\nx K\nquit\n")

    def shown(*more: str) -> list[list[int]]:
        page = run("export", str(file), "--html", "-", *more).stdout
        data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
        assert data
        return [deal["shown"] for deal in json.loads(data[1])["watched"]]

    assert shown() == [[1]]
    assert shown("--review") == [[1]]
    judged = json.loads(run("review", str(file), "--worlds", "2", "--json").stdout)["deals"]
    assert [player["seat"] for deal in judged for player in deal["players"]] == [1]
    said = " ".join(run("review", str(file), "--worlds", "2").stdout.split())
    assert "is not reviewed: the deal is still being played. To see their cards all the same, add --seat 3." in said
    asked = json.loads(run("review", str(file), "--worlds", "2", "--json", "--seat", "3").stdout)["deals"]
    assert [player["seat"] for deal in asked for player in deal["players"]] == [3]


def test_save_copies_the_record(tmp_path: Path) -> None:
    copy = tmp_path / "friday.chh"
    lines = ["save", "draw", f"save {tmp_path / 'friday'}", f"save {copy}", f"save {tmp_path / 'no' / 'x.chh'}", "quit"]
    done = run("play", "classic", "--seed", "7", text="\n".join(lines) + "\n")
    said = "".join(done.stdout.split())
    assert "Nameafile,suchas:savefriday.chh" in said
    assert f"Savedto{copy}." in said
    assert f"{copy}alreadyexists." in said
    assert "Nosuchfileordirectory" in said
    (kept,) = kept_matches()
    assert copy.read_bytes() == kept.path.read_bytes()
    assert run("play", "--resume", str(copy), text="quit\n").exit_code == 0
    done = run("play", "classic", "--no-record", text="save x\nquit\n")
    assert "This match isn't recorded, so there is nothing to save." in done.stdout


def test_what_is_wrong_with_the_file_of_a_record_comes_before_the_first_question(tmp_path: Path) -> None:
    (tmp_path / "there.chh").write_text("precious", encoding="utf-8")
    for name, says in (("there.chh", "already exists"), ("no/x.chh", "there is no folder")):
        # Without a game: the menu would be the first question.
        done = run("play", "--record", str(tmp_path / name))
        assert done.exit_code == 2
        assert says in done.stderr
        assert not done.stdout


def test_a_record_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    with RecordFile(tmp_path / "a.chh") as output:
        output.write("one\n")
        assert output.content() == b"one\n"
        output.write("two\n")
        assert output.content() == b"one\ntwo\n"
