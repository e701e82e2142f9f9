"""Handbooks longer than the window: in the system's pager at a terminal, and nowhere else."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.pseudo_terminal import CANASTA, Terminal, bare

SHOUT = "import sys; print('PAGED'); print(sys.stdin.read(), end='')"
"""A pager that says that it was asked."""


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """Provide the command of that pager."""
    script = tmp_path / "pager.py"
    script.write_text(SHOUT)
    return f"{sys.executable} {script}"


def shown(*args: str, rows: int = 24, pager: str = "", term: str = "xterm") -> str:
    """Return what ``canasta rules`` leaves on a terminal."""
    terminal = Terminal("rules", "classic", *args, rows=rows, PAGER=pager, TERM=term)
    text = terminal.until(r"(?!)")
    assert terminal.ended() == 0
    return bare(text)


def test_a_handbook_opens_in_the_pager_that_is_named(pager: str) -> None:
    text = shown(pager=pager)
    assert text.startswith("PAGED\nClassic Canasta\n")
    assert "SOURCES" in text


def test_ascii_stays_ascii_in_the_pager(pager: str) -> None:
    text = shown("--ascii", "--part", "learn", pager=pager)
    assert text.startswith("PAGED\n")
    assert "Kh Ks 2h" in text
    assert text.isascii()


def test_what_fits_is_only_printed(pager: str) -> None:
    assert shown("--part", "sources", rows=200, pager=pager).startswith("\nSOURCES")


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_what_programs_read_is_never_paged(option: str, pager: str) -> None:
    assert "PAGED" not in shown(option, pager=pager)


def test_a_pipe_is_never_paged(pager: str) -> None:
    done = subprocess.run(
        [*CANASTA, "rules", "classic"], env={"PAGER": pager}, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Classic Canasta\n")


@pytest.mark.parametrize(("name", "term"), [("no-such-pager", "xterm"), ("'", "xterm"), ("", "dumb")])
def test_without_a_pager_the_handbook_is_printed(name: str, term: str) -> None:
    assert shown(pager=name, term=term).startswith("Classic Canasta\n")


@pytest.mark.skipif(shutil.which("less") is None, reason="needs less")
def test_less_keeps_colours_and_leaves_with_q() -> None:
    terminal = Terminal("rules", "classic", PAGER="", LESS="-FRX")
    text = terminal.until(r":\x1b?")
    assert "\x1b[1mClassic Canasta" in text
    assert "SOURCES" not in text
    terminal.write("q")
    terminal.until(r"(?!)")
    assert terminal.ended() == 0
