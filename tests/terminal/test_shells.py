"""What the shells themselves complete with the scripts of `canasta complete`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty")

from click.testing import CliRunner

from canasta.cli import cli
from tests.terminal.pseudo_terminal import Terminal, bare


def shell(name: str) -> str:
    """Return the program *name*."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a home folder, and the command `canasta` where shells look for it."""
    command = tmp_path / "bin" / "canasta"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m canasta "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    for name in ("HOME", "ZDOTDIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def script(name: str) -> str:
    """Return what `canasta complete` prints for the shell *name*."""
    done = CliRunner().invoke(cli, ["complete", name], prog_name="canasta")
    assert done.exit_code == 0
    return done.stdout


def told(*command: str) -> str:
    """Return what *command* writes."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, encoding="utf-8", check=True
    )
    return done.stdout


def test_bash_completes_a_command(home: Path) -> None:
    asked = (
        "COMP_WORDS=(canasta play new-c); COMP_CWORD=2; _canasta_completion canasta new-c play; echo ${COMPREPLY[@]}"
    )
    (home / "script").write_text(f"{script('bash')}\n{asked}\n", encoding="utf-8")
    assert told(shell("bash"), "--norc", str(home / "script")) == "new-canasta\n"


def test_fish_completes_commands_with_what_they_do(home: Path) -> None:
    folder = home / "fish" / "completions"
    folder.mkdir(parents=True)
    (folder / "canasta.fish").write_text(script("fish"), encoding="utf-8")
    ask = 'complete -C "canasta play new-c"; complete -C "canasta pl"'
    assert told(shell("fish"), "-c", ask).splitlines() == [
        "new-canasta\tNew Canasta",
        "play\tPlay a match against bots or with other people.",
    ]


def test_zsh_completes_a_game_even_if_nothing_else_is_completed(home: Path) -> None:
    (home / ".zshrc").write_text(f"PS1='ready> '\n{script('zsh')}", encoding="utf-8")
    terminal = Terminal(program=(shell("zsh"), "-d", "-i"))
    try:
        terminal.until("ready> ")
        terminal.write("canasta play new-c\t")
        assert "new-canasta" in bare(terminal.until("new-canasta|error|not found"))
    finally:
        terminal.kill()
