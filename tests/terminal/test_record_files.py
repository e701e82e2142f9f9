"""Records and pages as files: one writer each, nothing lost by a kill, a full disk or another program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from canasta.files import FileError, RecordFile, RecordInUse, write_file

CANASTA = (sys.executable, "-m", "canasta")
BOTS = ("--seats", "greedy,greedy", "--no-draw", "--seed", "3")

limited = pytest.mark.skipif(sys.platform == "win32", reason="the size of files cannot be limited")


def run(folder: Path, *args: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CANASTA, *args], input=text, capture_output=True, text=True, cwd=folder, timeout=60, check=False
    )


def small_files(folder: Path, args: Sequence[str], size: int = 2048) -> subprocess.CompletedProcess[str]:
    """Return the command, where no file may have more than *size* bytes."""
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    return subprocess.run(
        # No bytecode: a cache written by half would harm other tests.
        [sys.executable, "-B", "-c", f"{code}; from canasta.cli import main; main()", *args],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        timeout=60,
        check=False,
    )


def is_fine(folder: Path, *names: str) -> None:
    """See that these records are right as far as they go."""
    done = run(folder, "replay", "--check", *names)
    assert done.returncode == 0, done.stdout + done.stderr


class Player:
    """A process that plays, and whose lines are typed one by one."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.process = subprocess.Popen(
            [*CANASTA, "play", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        self.wait()

    def wait(self) -> str:
        """Return what was written up to the next prompt."""
        assert self.process.stdout
        text = ""
        while not text.endswith("\n> "):
            more = self.process.stdout.read(1)
            assert more, text
            text += more
        return text

    def types(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ends(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


def test_only_one_program_at_a_time_writes_a_record(tmp_path: Path) -> None:
    first = Player(tmp_path, "classic", "--seed", "7", "--record", "evening.chh")
    for _ in range(2):
        second = run(tmp_path, "play", "--resume", "evening.chh", text="draw\nquit\n")
        assert second.returncode == 1
        assert (
            second.stderr == "Another canasta is recording a match in evening.chh: finish or quit that match first.\n"
        )
    first.types("draw")
    first.wait()
    first.types("quit")
    code, out, _ = first.ends()
    assert code == 0
    assert "To resume: canasta play --resume evening.chh" in out
    assert "\n1 draw " in (tmp_path / "evening.chh").read_text(encoding="utf-8")
    is_fine(tmp_path, "evening.chh")
    assert run(tmp_path, "play", "--resume", "evening.chh", text="quit\n").returncode == 0


def test_a_record_that_another_program_changed_is_left_alone(tmp_path: Path) -> None:
    first = Player(tmp_path, "classic", "--seed", "7", "--record", "evening.chh")
    path = tmp_path / "evening.chh"
    with path.open("a", encoding="utf-8") as file:
        file.write("# a note\n")
    before = path.read_bytes()
    first.types("draw")
    code, _, err = first.ends()
    assert code == 2
    assert err == "Another program has changed evening.chh, so recording has stopped.\n"
    assert path.read_bytes() == before


def test_a_record_deleted_while_playing_is_not_one_to_go_on_with(tmp_path: Path) -> None:
    first = Player(tmp_path, "classic", "--seed", "7", "--record", "evening.chh")
    (tmp_path / "evening.chh").unlink()
    first.types("draw")
    first.wait()
    first.types("quit")
    code, out, err = first.ends()
    assert (code, err) == (0, "")
    goodbye = "Goodbye. This match has no record any more: evening.chh was moved or deleted during play."
    assert " ".join(out.split()).endswith(goodbye)
    assert "--resume" not in out


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such kill")
@pytest.mark.parametrize("size", [4_000, 10_000])
def test_a_killed_match_goes_on(size: int, tmp_path: Path) -> None:
    path = tmp_path / "evening.chh"
    with subprocess.Popen([*CANASTA, "play", "classic", *BOTS, "--record", path], stdout=subprocess.DEVNULL) as process:
        end = time.monotonic() + 20
        while process.poll() is None and not (path.exists() and path.stat().st_size >= size):
            assert time.monotonic() < end
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    before = path.read_bytes()
    is_fine(tmp_path, "evening.chh")
    done = run(tmp_path, "play", "--resume", "evening.chh")
    if done.returncode:
        assert "this match is over" in done.stderr, done.stderr
    else:
        assert "wins with" in done.stdout
        assert path.read_bytes().startswith(before[: before.rindex(b"\n", 0, before.rindex(b"\n")) + 1])
    is_fine(tmp_path, "evening.chh", "--complete")


@limited
@pytest.mark.parametrize("size", [3_500, 6_500, 9_000])
def test_a_full_disk_ends_a_match_with_a_sentence_and_a_good_record(size: int, tmp_path: Path) -> None:
    done = small_files(tmp_path, ["play", "classic", *BOTS, "--record", "evening.chh"], size)
    assert done.stderr == "evening.chh cannot be written any further: File too large.\n"
    assert done.returncode == 2
    text = (tmp_path / "evening.chh").read_bytes()
    assert text.endswith(b"\n")
    assert len(text) <= size
    assert run(tmp_path, "play", "--resume", "evening.chh").returncode == 0
    is_fine(tmp_path, "evening.chh", "--complete")


@limited
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_ends_a_simulation_with_a_sentence(jobs: str, tmp_path: Path) -> None:
    args = ["sim", "classic", "--bots", "chance", "--deals", "4", "--jobs", jobs, "--record", "deals"]
    done = small_files(tmp_path, args)
    assert done.returncode == 1
    assert done.stderr.endswith("cannot be written any further: File too large.\n")
    assert len(done.stderr.splitlines()) == 1


@limited
@pytest.mark.parametrize("there", [b"", b"<!doctype html>old"])
@pytest.mark.parametrize(
    "command", [["rules", "classic", "--html", "out.html"], ["export", "m.chh", "--html", "out.html"]]
)
def test_a_page_there_is_no_room_for_leaves_what_was_there(command: list[str], there: bytes, tmp_path: Path) -> None:
    assert run(tmp_path, "play", "classic", *BOTS, "--record", "m.chh").returncode == 0
    if there:
        (tmp_path / "out.html").write_bytes(there)
    done = small_files(tmp_path, command)
    assert done.returncode == 2
    assert done.stderr == "out.html cannot be written: File too large.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == (["m.chh", "out.html"] if there else ["m.chh"])
    if there:
        assert (tmp_path / "out.html").read_bytes() == there


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="the output has no name as a file")
@pytest.mark.parametrize("command", [["rules", "classic"], ["export", "m.chh"]])
def test_a_page_can_be_written_to_a_pipe(command: list[str], tmp_path: Path) -> None:
    assert run(tmp_path, "play", "classic", *BOTS, "--record", "m.chh").returncode == 0
    done = run(tmp_path, *command, "--html", "/dev/stdout")
    assert done.returncode == 0
    assert done.stdout.startswith("<!doctype html>")


@limited
def test_house_rules_there_is_no_room_for_leave_no_file(tmp_path: Path) -> None:
    done = small_files(tmp_path, ["house", "new", "classic", "--yes", "-o", "evans", "--out", "ours.toml"], 0)
    assert done.stderr == "ours.toml cannot be written: File too large.\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [["play"], ["sim", "--deals", "1"]])
def test_a_title_that_no_record_can_hold_is_refused_before_anything_is_played(
    command: list[str], tmp_path: Path
) -> None:
    title = "x" * 4090
    (tmp_path / "long.toml").write_text(f'base = "classic"\ntitle = "{title}"\n', encoding="utf-8")
    done = run(tmp_path, *command, "--house", "long.toml", "--record", "new")
    assert done.returncode == 2
    assert "title: has 4,090 letters; the limit is 300" in done.stderr
    assert not done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["long.toml"]


def test_a_record_that_is_there_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "old.chh").write_text("precious", encoding="utf-8")
    done = run(tmp_path, "play", "classic", "--record", "old.chh")
    assert done.returncode == 2
    assert (
        done.stderr
        == "old.chh already exists, and a record is never overwritten. Choose another file, or use --resume to continue it.\n"
    )
    assert not done.stdout


def test_a_file_is_replaced_in_full_with_its_mode_and_where_a_link_leads(tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    page.write_text("old", encoding="utf-8")
    page.chmod(0o640)
    link.symlink_to(page)
    write_file(link, "new")
    assert page.read_text(encoding="utf-8") == "new"
    assert link.is_symlink()
    assert page.stat().st_mode & 0o777 == 0o640
    write_file(Path(os.devnull), "nothing to replace")
    assert not Path(os.devnull).is_file()
    with pytest.raises(FileError, match="cannot be written: Is a directory"):
        write_file(tmp_path, "text")
    with pytest.raises(FileExistsError):
        write_file(page, "newer", new=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.html", "page.html"]


def test_a_record_is_locked_while_it_is_open_and_not_longer(tmp_path: Path) -> None:
    path = tmp_path / "a.chh"
    with RecordFile(path) as output:
        output.write("one\n")
        with pytest.raises(RecordInUse):
            RecordFile(path, resume=True)
        output.write("two\n")
        output.take_back(4)
    with RecordFile(path, resume=True, flush=False) as output:
        assert output.content() == b"one\n"
        output.write("2\n")
        output.take_back(2)
        output.write("three\n")
        assert path.read_bytes() == b"one\n"
    assert path.read_bytes() == b"one\nthree\n"
    with pytest.raises(FileError, match="already exists"):
        RecordFile(path)
    with pytest.raises(FileError, match="cannot be opened: No such file"):
        RecordFile(tmp_path / "b.chh", resume=True)


def test_the_rules_can_be_read_in_a_match_whose_game_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "ours.toml").write_text('title = "Ours"\nbase = "classic"\n', encoding="utf-8")
    subprocess.run(
        [*CANASTA, "play", "ours", "--seed", "1", "--record", "ours.chh"],
        stdin=subprocess.DEVNULL,
        cwd=tmp_path,
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "CANASTA_GAMES": "games"},
    )
    done = run(tmp_path, "play", "--resume", "ours.chh", text="rules\nrules pile.need\nquit\n")
    assert done.returncode == 0
    assert "what takes the pile (pile.need)" in " ".join(done.stdout.split()).lower()
    assert "To resume: canasta play --resume ours.chh" in done.stdout
