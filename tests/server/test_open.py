"""`canasta serve --open`: the browser gets the address; a server that runs already is used."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from canasta.server.browsers import free_port, open_browser, serves_canasta

SERVE = [sys.executable, "-m", "canasta", "serve", "--open", "--database"]


def lines_until(process: subprocess.Popen[str], last: str) -> list[str]:
    """Return what *process* says, up to the line that contains *last*."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if last in line:
            return lines
    raise AssertionError(lines)


def free_range() -> int:
    """Return a port of which the next ones are free, too."""
    for port in range(21_000 + os.getpid() % 2_000 * 20, 65_000, 20):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def test_the_browser_is_opened_and_a_second_start_finds_the_first(tmp_path: Path) -> None:
    seen, browser, start = tmp_path / "seen", tmp_path / "browser", tmp_path / "start.py"
    browser.write_text(f'#!/bin/sh\necho "$1" >>"{seen}"\n')
    browser.chmod(0o755)
    # The usual port may be taken on the machine of the tests.
    port = free_range()
    start.write_text(
        "from canasta.server.serve_command import serve\n"
        f"next(each for each in serve.params if each.name == 'port').default = {port}\n"
        "serve()\n"
    )
    command = [sys.executable, str(start), "--open", "--database", str(tmp_path / "c.db")]
    environment = os.environ | {"BROWSER": f"{browser} %s"}
    first = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        lines = lines_until(first, "Press Ctrl+C")
        assert lines[0] == f"canasta serves tables at http://localhost:{port}"
        for _ in range(200):
            if seen.exists() and serves_canasta(f"http://localhost:{port}"):
                break
            time.sleep(0.1)
        second = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60
        )
        assert (second.returncode, second.stdout) == (0, f"canasta serves tables at http://localhost:{port} already.\n")
        assert free_port("127.0.0.1", port) == port + 1
    finally:
        first.send_signal(signal.SIGINT)
        assert first.wait(30) == 0
        assert first.stdout is not None
        first.stdout.close()
    assert seen.read_text().splitlines() == [f"http://localhost:{port}"] * 2


def test_without_a_screen_no_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    assert not open_browser("http://localhost:8000")


def test_a_server_for_bots_opens_nothing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [*SERVE, str(tmp_path / "c.db"), "--only-bots"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert ran.returncode == 2
    assert "leave out --open or --only-bots" in ran.stderr
