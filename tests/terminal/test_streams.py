"""Input and output that are closed, full or left early: a sentence at most, and never a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.notation.written import match_text

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("bash") is None, reason="streams are closed by the shell bash"
)

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")

COMMANDS = {
    "help": "--help",
    "games": "games",
    "options": "options classic",
    "rules": "rules classic",
    "house": "house --help",
    "sim": "sim classic --deals 1 --bots chance",
    "play": "play classic --seed 1",
    "replay": "replay match.chh",
    "replay-json": "replay match.chh --json",
    "check": "replay match.chh --check",
    "export": "export match.chh --html -",
    "walk": "walk --new classic --deals 9",
    "show": "show nothing",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("streams")
    (path / "match.chh").write_text(match_text("classic", 2), encoding="utf-8")
    return path


def run(folder: Path, line: str, streams: str) -> subprocess.CompletedProcess[str]:
    """Return a command of the shell, with its errors in the output of the process where they are not closed."""
    script = f"set -o pipefail; {sys.executable} -m canasta {line} {streams}"
    return subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


@FULL
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "show"])
def test_a_full_output_is_one_sentence(name: str, folder: Path) -> None:
    done = run(folder, COMMANDS[name], ">/dev/full")
    assert done.returncode == 1
    assert done.stderr == "Cannot write the output: No space left on device.\n"


@pytest.mark.parametrize("name", ["help", "games", "play", "replay", "sim"])
def test_a_closed_output_is_one_sentence(name: str, folder: Path) -> None:
    done = run(folder, COMMANDS[name], ">&-")
    assert done.returncode == 1
    assert done.stderr == "The output is closed, so nothing can be written.\n"


def test_a_record_never_takes_the_place_of_a_closed_output(folder: Path) -> None:
    done = run(folder, "play classic --seed 1 --record own.chh", ">&-")
    assert done.returncode == 1
    assert not (folder / "own.chh").exists()


@pytest.mark.parametrize("name", ["play", "replay", "show"])
@pytest.mark.parametrize("streams", ["<&-", "2>&-"])
def test_a_closed_input_has_ended_and_closed_errors_are_not_missed(name: str, streams: str, folder: Path) -> None:
    done = run(folder, COMMANDS[name], streams)
    assert done.returncode == (2 if name == "show" else 0), done.stderr
    assert "Traceback" not in done.stderr
    if name == "play":
        assert done.stdout.endswith("Goodbye.\n")


@FULL
def test_full_errors_change_nothing_but_what_is_seen(folder: Path) -> None:
    assert run(folder, COMMANDS["show"], "2>/dev/full").returncode == 2


@pytest.mark.parametrize("name", ["help", "rules", "replay", "replay-json", "export", "walk"])
def test_a_reader_who_has_had_enough_is_no_error(name: str, folder: Path) -> None:
    # The reader is gone before the first line is written.
    done = run(folder, COMMANDS[name], "| (exec <&-; sleep 1)")
    assert done.returncode == 0
    assert done.stderr == ""
