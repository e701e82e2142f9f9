"""A process on a terminal of its own."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

CANASTA = (sys.executable, "-m", "canasta")
CLEAR = "\x1b[2J"


def bare(text: str) -> str:
    """*text* without colours and returns."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", text)


class Terminal:
    """A process on a terminal of its own."""

    def __init__(
        self, *args: str, columns: int = 80, rows: int = 24, program: Sequence[str] = CANASTA, **env: str
    ) -> None:
        self._main, other = pty.openpty()
        termios.tcsetwinsize(other, (rows, columns))
        clean = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "LINES"}}
        self.process = subprocess.Popen(
            [*program, *args],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**clean, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **env},
        )
        os.close(other)

    def until(self, pattern: str, nudge: Callable[[str], None] | None = None) -> str:
        """Return what is written until *pattern* is; *nudge* gets it twice a second meanwhile."""
        text, now = "", time.monotonic()
        end, next_nudge = now + 60, now
        while not re.search(pattern, text):
            now = time.monotonic()
            assert now < end, text
            if nudge is not None and now >= next_nudge:
                next_nudge = now + 0.5
                nudge(text)
            if select.select([self._main], [], [], 0.2)[0]:
                try:
                    text += os.read(self._main, 65536).decode(errors="replace")
                except OSError:  # the other end is closed
                    break
        return text

    def type(self, line: str) -> None:
        """Type *line* and Enter."""
        self.write(f"{line}\n")

    def write(self, text: str) -> None:
        """Press the keys for *text*."""
        os.write(self._main, text.encode())

    def end_input(self) -> None:
        """Press Ctrl-D."""
        os.write(self._main, b"\x04")

    def resize(self, columns: int, rows: int, pattern: str) -> str:
        """Make the window larger or smaller; what is then written from the wiped screen on, until *pattern* is.

        A process that is about to wait for a key would notice its first signal only with that key.
        """
        termios.tcsetwinsize(self._main, (rows, columns))

        def nudge(text: str) -> None:
            if CLEAR not in text:
                self.process.send_signal(signal.SIGWINCH)

        return self.until(re.escape(CLEAR) + rf"[^$]*{pattern}", nudge).rsplit(CLEAR, 1)[1]

    def close(self) -> int:
        """Type quit, and return the exit code."""
        self.type("quit")
        self.until("Goodbye")
        return self.ended()

    def ended(self) -> int:
        """Wait for the end, and return the exit code."""
        code = self.process.wait(60)
        os.close(self._main)
        return code

    def kill(self) -> None:
        """End the process as a closed window or a power cut would."""
        self.process.kill()
        self.process.wait()
        os.close(self._main)
