"""``canasta replay --check``: which records are right, in one line each."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.notation.records.record import ENDING
from canasta.terminal.file_list import files_in
from canasta.terminal.replay.check import check, check_all
from tests.notation.written import match_text


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["replay", *map(str, words)], prog_name="canasta")


def whole() -> str:
    return match_text("hand-and-foot", 4, seed=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a folder with a whole match, an unfinished one, one that breaks off and one that is wrong."""
    text = whole()
    (tmp_path / "a.chh").write_text(text, encoding="utf-8")
    (tmp_path / "b.chh").write_text(match_text("hand-and-foot", 4, seed=2, deals=1), encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.chh").write_text(text[: text.index("'''\nafter", len(text) // 2)], encoding="utf-8")
    (tmp_path / "d.chh").write_text(text.replace("dealer = 4", "dealer = 9", 1), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no record", encoding="utf-8")
    return tmp_path


def test_a_line_for_each_file_and_a_summary(folder: Path) -> None:
    found = called(folder, "--check")
    lines = found.stdout.splitlines()
    assert lines[0] == f"{folder}/a.chh: fine, 4 deals"
    assert lines[1] == f"{folder}/b.chh: unfinished, 1 deal counted: the match is not over after deal 1"
    assert re.fullmatch(rf"{folder}/d\.chh:\d+: dealer: there is no seat 9; they are numbered from 1 to 4", lines[2])
    assert re.fullmatch(
        rf"{folder}/deep/c\.chh: unfinished, \d deals? counted: the last deal is not finished \(the last line is \d+\)",
        lines[3],
    )
    assert lines[4] == "4 records: 1 fine, 2 unfinished, 1 wrong."
    assert len(lines) == 5
    assert found.exit_code == 1
    assert found.stderr == ""


def test_an_unfinished_record_is_right_unless_whole_matches_are_wanted(folder: Path) -> None:
    (folder / "d.chh").unlink()
    assert called(folder, "--check").exit_code == 0
    assert called(folder, "--check", "--complete").exit_code == 1
    assert called(folder / "a.chh", "--check", "--complete").exit_code == 0
    alone = called(folder / "b.chh", "--check")
    assert alone.stdout.count("\n") == 1


def test_the_line_of_a_wrong_record_can_be_followed(folder: Path) -> None:
    text = whole()
    draw = re.search(r"(?m)^\d draw .*$", text)
    assert draw
    path = folder / "d.chh"
    path.write_text(text.replace(f"\n{draw[0]}\n", f"\n{draw[0]} 4x\n", 1), encoding="utf-8")
    verdict = check(path)
    place = text[: draw.start()].count("\n") + 1
    assert (verdict.state, verdict.line, verdict.column) == ("wrong", place, 1)
    assert verdict.lines()[0].startswith(f"{path}:{place}:1: ")


def test_several_processes_say_the_same_in_the_same_order(folder: Path) -> None:
    for number in range(12):
        (folder / f"e{number:02}.chh").write_text(whole(), encoding="utf-8")
    paths = list(files_in([folder], ENDING))
    assert list(check_all(paths, 3)) == list(check_all(paths, 1))
    one, two = called(folder, "--check"), called(folder, "--check", "--jobs", "2")
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 1


def test_json_has_every_verdict(folder: Path) -> None:
    found = called(folder, "--check", "--json", "--jobs", "2")
    data = json.loads(found.stdout)
    assert [each["state"] for each in data["records"]] == ["fine", "unfinished", "wrong", "unfinished"]
    assert data["stopped"] is False
    wrong = data["records"][2]
    assert wrong["file"] == str(folder / "d.chh")
    assert wrong["line"] > 1
    assert set(wrong) == {"file", "state", "deals", "text", "line", "column", "repairs"}
    assert found.exit_code == 1


def test_lenient_lists_each_repair(tmp_path: Path) -> None:
    path = tmp_path / "mended.chh"
    text = re.sub(r"(?m)^digest.*\n", "", whole())
    text = re.sub(r"(?m)^(\d draw) .*$", r"\1", text, count=1)
    path.write_text(re.sub(r"(?m)^\d drew .*\n", "", text, count=1), encoding="utf-8")
    assert called(path, "--check").exit_code == 1
    found = called(path, "--check", "--lenient")
    assert found.exit_code == 0
    head, *repairs = found.stdout.splitlines()
    assert head == f"{path}: fine after 3 repairs, 4 deals"
    assert repairs[0] == "  the digest of the rules was left out"
    assert re.fullmatch(r'  line \d+: "\d drew \w+" was left out', repairs[1])
    assert re.fullmatch(r'  line \d+: "\d draw \w+" was written without the cards', repairs[2])
    data = json.loads(called(path, "--check", "--lenient", "--json").stdout)
    assert len(data["records"][0]["repairs"]) == 3
    # What is wrong stays wrong.
    path.write_text(whole().replace("totals = [0, 0]", "totals = [10, 0]", 1), encoding="utf-8")
    assert called(path, "--check", "--lenient").exit_code == 1


def test_files_that_cannot_be_read_get_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop.chh").symlink_to(tmp_path / "loop.chh")
    (tmp_path / "noise.chh").write_bytes(os.urandom(200_000))
    (tmp_path / "nothing.chh").write_bytes(b"")
    says = {
        "missing.chh": "No such file or directory",
        "empty": "this folder has no record; names of records end in .chh",
        "loop.chh": "Too many levels of symbolic links",
        "noise.chh": r":1:\d+: .*(UTF-8|4,096 bytes|zero byte)",
        "nothing.chh": ":1: not a record: a record begins with a line such as: format = 1",
    }
    for name, text in says.items():
        for more in (["--check"], []):
            found = called(tmp_path / name, *more)
            assert found.exit_code == 1, name
            said = found.stdout if more else found.stderr
            assert re.search(text, said)
            assert said.startswith(str(tmp_path / name))
            assert said.count("\n") == 1
            assert "Traceback" not in found.output


def test_nothing_in_a_record_reaches_the_terminal_raw(tmp_path: Path) -> None:
    path = tmp_path / "bad.chh"
    text = whole()
    path.write_text(text.replace("seed = 2", 'seed = 2\n"\\u001b[2J\\u0007" = 1', 1), encoding="utf-8")
    wrong = called(path, "--check")
    assert wrong.exit_code == 1
    path.write_text(text.replace('"Ann"', '"\\u001b[2JAnn\\u0007"', 1), encoding="utf-8")
    right = called(path, "--deal", "1", "--turn", "1")
    assert right.exit_code == 0
    assert "Ann" in right.stdout
    for found in (wrong, right):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", found.output)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--check", "--deal", "2"], "--deal is for watching"),
        (["--check", "--seat", "2"], "--seat is for watching"),
        (["--complete"], "--complete needs --check"),
        (["--jobs", "2"], "--jobs needs --check"),
        (["--check", "--jobs", "0"], '"0" is not a whole number of 1 or more'),
        (["--deal", "9"], "There is no deal 9. The record has deals 1 to 4"),
        (["--deal", "1", "--turn", "900"], r"There is no turn 900. Deal 1 has turns 1 to \d+"),
        (["--seat", "5"], "There is no seat 5. This match has seats 1 to 4"),
    ],
)
def test_wrong_use_is_one_clear_message(words: list[str], says: str, folder: Path) -> None:
    found = called(folder / "a.chh", *words)
    assert found.exit_code == 2
    assert re.search(says, found.stderr)
    assert found.stdout == ""


def test_one_record_is_watched_at_a_time(folder: Path) -> None:
    found = called(folder)
    assert found.exit_code == 2
    assert "not 4. Add --check" in found.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent by signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_with_what_was_found(tmp_path: Path, jobs: str) -> None:
    for number in range(3000):
        (tmp_path / f"{number:04}.chh").symlink_to(tmp_path / "text")
    (tmp_path / "text").write_text(whole(), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "canasta", "replay", str(tmp_path), "--check", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout
    assert "fine" in process.stdout.readline()
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.fullmatch(r"(?s).*\d+ records?: \d+ fine\.\n", out)
    assert re.fullmatch(r"Stopped after [\d,]+ of 3,000\.\n", err)
