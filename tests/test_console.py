"""The commands shown in the documents do what the documents show.

A ``console`` block holds commands after ``$`` and what they print; ``…`` stands for anything. A ``toml`` block whose
first line is a comment with a file's name is that file. The blocks of a page run in order, in one empty folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"^```(console|toml)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"# ([\w./-]+\.toml)\n")
_COMMAND = "$ "
ANYTHING = "…"

PAGES = [
    page
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if "```console\n" in page.read_text(encoding="utf-8")
]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a block with what it prints; a line that ends in a backslash goes on."""
    command = ""
    output: list[str] = []
    for line in block.splitlines():
        if line.startswith(_COMMAND):
            if command:
                yield command, "\n".join(output)
            command, output = line.removeprefix(_COMMAND), []
        elif command.endswith("\\"):
            command += f"\n{line}"
        else:
            assert command, f"a block begins with a command, not with {line}"
            output.append(line)
    yield command, "\n".join(output)


def prints(shown: str, printed: str) -> bool:
    """Return whether *printed* is what a document shows; a line of dots stands for any lines, dots in a line for any text."""
    lines = f"\n{shown.strip()}\n".split(f"\n{ANYTHING}\n")
    parts = [".*".join(map(re.escape, part.split(ANYTHING))) for part in lines]
    return re.fullmatch("\n(?:.*\n)?".join(parts), f"\n{printed.strip()}\n", re.DOTALL) is not None


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Provide the environment of a reader with `canasta` on the path, and without games or colours of his own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "canasta"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m canasta "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    kept = {key: value for key, value in os.environ.items() if key not in {"CANASTA_GAMES", "FORCE_COLOR", "LINES"}}
    path = os.pathsep.join([str(folder), os.environ.get("PATH", os.defpath)])
    sources = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    return kept | {"PATH": path, "PYTHONPATH": sources, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are written for a shell")
@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_the_commands_print_what_is_shown(page: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    for kind, block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "toml":
            if found := _FILE.match(block):
                path = folder / found[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block, encoding="utf-8")
            continue
        for command, shown in commands(block):
            ran = subprocess.run(
                ["sh", "-c", command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=300,
                check=False,
            )
            assert "Traceback" not in ran.stdout
            assert prints(shown, ran.stdout), f"$ {command}\n{ran.stdout}"


def test_pages_are_read_as_they_are_meant() -> None:
    block = "$ one \\\n  two\nfirst\n$ three\n$ four\nlast\n"
    assert list(commands(block)) == [("one \\\n  two", "first"), ("three", ""), ("four", "last")]
    assert prints("a\n…\nd", "a\nb\nc\nd\n")
    assert prints("…\nd", "d")
    assert prints("at … of 7", "at 3 of 7")
    assert not prints("a\n…\nd", "a\nd e")
    assert not prints("a", "a\nb")
    assert ROOT / "docs" / "house-rules.md" in PAGES
