"""Talking with people at a keyboard: what is shown, what is asked, and when the screen is cleared."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from canasta.base.answers import YES
from canasta.base.spans import Line
from canasta.terminal.play.commands import COMMANDS
from canasta.terminal.settings import PlayerSettings, load_settings
from canasta.terminal.style import console_for, render_line

_QUIT: Final = frozenset({COMMANDS["quit"].name, *COMMANDS["quit"].others})
_HELP: Final = frozenset({COMMANDS["help"].name, *COMMANDS["help"].others})

_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"
"""To the corner, clear the screen, and clear what can be scrolled back to."""


class Leave(Exception):
    """A person leaves the game, by a word or by the end of the input."""


class _Resized(Exception):
    """The window has changed its size."""


def _raise_resized(*_: object) -> None:
    raise _Resized


class Dialog:
    """A console and a keyboard.

    *clears* says whether the screen is redrawn each time; in a pipe, and where people want it *plain*,
    everything is written one after another. *leaving* is the question that someone who ends the input at a keyboard is
    asked before they leave; without one they leave at once. *redraw* draws the screen again where the window has changed its
    size while a line is typed.
    """

    def __init__(
        self, *, ascii_only: bool = False, plain: bool = False, settings: PlayerSettings | None = None
    ) -> None:
        """Make a dialog on the standard streams; *settings* are those of the user's file unless others are given."""
        self.settings = settings or load_settings()
        self.console: Console = console_for(
            sys.stdout, ascii_only=ascii_only, plain=plain, colours=self.settings.colours
        )
        self.typed = sys.stdin.isatty()
        self.clears = self.typed and sys.stdout.isatty() and not plain
        self.plain = plain or not self.clears
        self.leaving = ""
        self.redraw: Callable[[], None] | None = None
        if self.typed:
            # Editing the line and the arrow keys; where there is no readline it goes without.
            with suppress(ImportError):
                import readline  # noqa: F401
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        """Columns of the window now; never fewer than can hold a hand."""
        return max(self.console.width, 30)

    @property
    def height(self) -> int:
        """Rows of the window now."""
        return self.console.height

    def fits(self, picture: RenderableType) -> bool:
        """Return whether the window has rows enough for *picture* and a line to type."""
        return len(self.console.render_lines(picture, pad=False)) < self.console.height

    def say(self, *what: RenderableType | Line) -> None:
        """Write *what*, a line or a block each."""
        for each in what:
            self.console.print(render_line(each) if isinstance(each, tuple) else each)

    def say_whole(self, text: Text) -> None:
        """Write *text* without line breaks of our own, so that it can be copied however long it is."""
        self.console.print(text, soft_wrap=True)

    def clear(self) -> None:
        """Clear the screen, where screens are redrawn."""
        if self.clears:
            self.console.file.write(_WIPE)
            self.console.file.flush()

    def ask(self, prompt: str) -> str:
        """Return what a person answers to *prompt*; what comes through a pipe is written down too.

        Raises `Leave` at the end of the input.
        """
        while self.typed:
            try:
                return self._read(prompt)
            except _Resized:
                self._redrawn()
            except EOFError:
                self.say("")
                if not self.leaving or self.confirms(self.leaving):
                    raise Leave from None
            except OSError:
                # An input that cannot be read has ended: a terminal that was closed, say.
                self.say("")
                raise Leave from None
        self.console.file.write(prompt)
        self.console.file.flush()
        try:
            line = sys.stdin.readline()
        except OSError:
            line = ""
        self.say(Text(line.strip()))
        if not line:
            raise Leave
        return line.strip()

    def _read(self, prompt: str) -> str:
        """Return the line that is typed after *prompt*. Raises `EOFError` at the end of the input."""
        self.console.file.flush()
        with self._watched_window():
            return input(prompt.encode(self.console.encoding, "replace").decode(self.console.encoding)).strip()

    @contextmanager
    def _watched_window(self) -> Iterator[None]:
        """Raise `_Resized` while a line is typed, if the window changes its size and the screen can be drawn again."""
        number = getattr(signal, "SIGWINCH", None)
        if number is None or self.redraw is None or not self.clears:
            yield
            return
        before = signal.signal(number, _raise_resized)
        try:
            yield
        finally:
            signal.signal(number, before)

    def _redrawn(self) -> None:
        """Draw the screen again, and keep what was typed."""
        assert self.redraw is not None
        self.redraw()
        with suppress(ImportError):
            import readline

            typed = readline.get_line_buffer()

            def insert() -> None:
                readline.insert_text(typed)
                readline.set_startup_hook()

            readline.set_startup_hook(insert)

    def confirms(self, question: str) -> bool:
        """Return whether a person at the keyboard says yes to *question*; the end of the input means yes."""
        while True:
            try:
                return self._read(question).lower() in YES
            except _Resized:
                self._redrawn()
            except (EOFError, OSError):
                self.say("")
                return True

    def wait(self, prompt: str) -> None:
        """Wait until a person answers *prompt* with Enter alone.

        Raises `Leave` where they leave instead.
        """
        while answer := self.ask(prompt).lower():
            if answer in _QUIT:
                self.leave()
            elif answer in _HELP:
                self.say(
                    Text("Press Enter to continue, or type quit to leave. At your turn, help lists every command.")
                )
            else:
                self.say(Text("Only Enter and the commands help and quit work here.", style="yellow"))

    def leave(self) -> None:
        """Raise `Leave`; where something would be lost, only after asking."""
        if not (self.leaving and self.typed) or self.ask(self.leaving).lower() in YES:
            raise Leave

    def hand_over(self, name: str) -> None:
        """Let the next person sit down, with nothing of the last one on the screen or among the lines to repeat."""
        if self.typed:
            with suppress(ImportError, AttributeError):
                import readline

                readline.clear_history()
        self.clear()
        self.wait(f"Pass the keyboard to {name}, then press Enter. ")
        self.clear()
