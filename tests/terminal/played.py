"""Evenings of `canasta play` in this process, in a pipe and on a full screen: what is asked, what is typed, and what is shown.

``python -m tests.terminal.played`` plays them again and writes `FOLDER`: a line for each prompt with what was typed there, behind
a checksum of everything that was shown since the last one; and a line for each deal of the record.
"""

from __future__ import annotations

import builtins
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest

from canasta import __version__
from canasta.bots import turn_hint as hints
from canasta.cli import cli

FOLDER: Final = Path(__file__).with_name("evenings")
RECORD: Final = "evening.chh"
ROWS: Final = 30
"""How many lines are one piece where nobody is asked anything."""

WORLDS: Final = 2
"""In how many worlds a hint compares plans here: few, for it is asked for at every turn."""

_WINDOW: Final = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
_ELSEWHERE: Final = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "CANASTA_GAMES")


@dataclass(frozen=True)
class Sitting:
    """One `canasta play` with *args*.

    At their turns people type *typed*, a line at each prompt, and then what the hint says; before the prompt number *leaves* they
    quit. Whoever cuts the deck means to take *cut* cards; *quits* says that they quit there instead. They want so many *rematches*.
    """

    args: tuple[str, ...]
    typed: tuple[str, ...] = ()
    screen: bool = False
    leaves: int = -1
    cut: str = "44"
    quits: bool = False
    rematches: int = 0


@dataclass
class _Screen(StringIO):
    """Where everything is written; *terminal* says whether it is one."""

    terminal: bool
    encoding = "utf-8"

    def __post_init__(self) -> None:
        super().__init__()

    def isatty(self) -> bool:
        return self.terminal


@dataclass
class _Person:
    """Whoever sits at the keyboard in a *sitting*, and `lines`, what they were asked and answered."""

    sitting: Sitting
    screen: _Screen
    lines: list[tuple[str, str]] = field(default_factory=list)
    _read: int = 0
    _turns: int = 0
    _rematches: int = 0

    def __post_init__(self) -> None:
        self._typing = self._script()

    def isatty(self) -> bool:
        return self.sitting.screen

    def input(self, prompt: str) -> str:
        """Stand in for `input` at a terminal."""
        self.screen.write(prompt)
        answer = self._answer()
        self.screen.write(f"{answer}\n")
        return answer

    def readline(self) -> str:
        """Stand in for the end of a pipe."""
        return f"{self._answer()}\n"

    def _script(self) -> Iterator[str]:
        yield from self.sitting.typed
        while True:
            yield "hint"
            yield ""

    def _answer(self) -> str:
        shown = self.shown()
        prompt = shown.rpartition("\n")[2]
        answer = ""
        if "Leave anyway?" in prompt:
            answer = "y"
        elif prompt.startswith("Do you want a rematch?"):
            self._rematches += 1
            answer = "y" if self._rematches <= self.sitting.rematches else ""
        elif prompt.startswith("How many cards"):
            answer = "quit" if self.sitting.quits else self.sitting.cut
        elif prompt.startswith(">"):
            self._turns += 1
            answer = "quit" if self._turns == self.sitting.leaves else next(self._typing)
        self.lines.append((shown, f"{re.sub(chr(27) + r'[^a-zA-Z]*[a-zA-Z]', '', prompt).strip()} {answer}".strip()))
        return answer

    def shown(self) -> str:
        """Return what was written since the last time."""
        text = self.screen.getvalue()
        at, self._read = self._read, len(text)
        return text[at:]


def play(sittings: tuple[Sitting, ...], folder: Path) -> list[tuple[str, str]]:
    """Return the evening of *sittings*, played in the empty *folder*: everything shown, in pieces, and what was typed after each."""
    lines = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in _ELSEWHERE:
            patch.delenv(name, raising=False)
        for name, value in {**_WINDOW, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}.items():
            patch.setenv(name, value)
        patch.setattr(hints, "turn_hint", partial(hints.turn_hint, worlds=WORLDS))
        for sitting in sittings:
            lines += _sit(sitting, patch)
    for path in sorted(folder.rglob("*.chh")):
        text = re.sub(r"(?m)^date = .*$|(?<=canasta )" + re.escape(__version__), "", path.read_text(encoding="utf-8"))
        parts = text.split("\n[[deal]]\n")
        lines += [(part, f"record, deal {number}" if number else "record") for number, part in enumerate(parts)]
    return [(_dateless(text), typed) for text, typed in lines]


def _sit(sitting: Sitting, patch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    screen = _Screen(sitting.screen)
    person = _Person(sitting, screen)
    with patch.context() as streams:
        streams.setattr(sys, "stdin", person)
        streams.setattr(sys, "stdout", screen)
        streams.setattr(builtins, "input", person.input)
        cli.main(["play", *sitting.args], prog_name="canasta", standalone_mode=False)
    rest = person.shown().splitlines(keepends=True)
    pieces = ["".join(rest[at : at + ROWS]) for at in range(0, len(rest), ROWS)]
    return [*person.lines, *((piece, "") for piece in pieces)]


def _dateless(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d|\d+ \w+ \d{4} at \d\d:\d\d", "DATE", text)


def sums(lines: list[tuple[str, str]]) -> list[str]:
    """Return *lines* as `FOLDER` keeps them."""
    return [f"{crc32(text.encode()):08x} {typed}".rstrip() for text, typed in lines]


_ASKS: Final = (
    *(
        "why",
        "help",
        "help take",
        "rules pile",
        "table",
        "hand",
        "sort suit",
        "melds",
        "pile",
        "log 3",
        "score",
        "position",
    ),
    *(
        "Kh",
        "x",
        "take",
        "discard 2 2",
        "undo",
        "draw",
        "undo",
        "draw",
        "w",
        "log",
        "rules",
        "sort drawn",
        "q",
        "nonsense",
    ),
)
_RECORDED: Final = ("--record", RECORD)
_RESUMED: Final = ("--resume", RECORD)
_CUTTING: Final = ("new-canasta", "--players", "5", "--seed", "11", "--bots", "greedy", *_RECORDED)

EVENINGS: Final = {
    "one-person-in-a-pipe": (Sitting(("classic", "--seed", "7", *_RECORDED), _ASKS, leaves=60),),
    "one-person-with-a-draw-to-the-end": (
        Sitting(("hand-and-foot", "--seed", "3", "--draw", *_RECORDED), screen=True),
    ),
    "undo": (
        Sitting(
            ("hand-and-foot", "--seed", "1", "--no-draw", *_RECORDED),
            (
                "d",
                "lay 666 KK2",
                "undo",
                "undo",
                "lay 666 KK2",
                "undo",
                "u",
                "lay 666 KK2",
                "hint",
                "undo",
                "hint",
                "",
                "undo",
            ),
            screen=True,
            leaves=20,
        ),
        Sitting(_RESUMED, ("undo", "log", "score"), screen=True, leaves=10),
    ),
    "two-people-at-one-keyboard": (
        Sitting(
            ("hoyle-two-player", "--seats", "you,you", "--names", "Ann,Bea", "--seed", "5"),
            _ASKS,
            screen=True,
            leaves=90,
        ),
        Sitting((), screen=True, leaves=8),
    ),
    "bots-in-a-pipe": (
        Sitting(("ponytail", "--players", "4", "--seats", "planner,greedy,chance,planner", "--seed", "4", *_RECORDED)),
    ),
    "cuts-left-and-resumed": (
        Sitting((*_CUTTING, "--seats", "you,greedy,you,greedy,greedy", "--names", "Ann,Bea"), quits=True),
        Sitting(_RESUMED, leaves=9),
        Sitting(_RESUMED, leaves=70, cut="40"),
        Sitting(_RESUMED, leaves=31, screen=True),
    ),
    "a-draw-among-several": (
        Sitting(
            (
                "hand-knee-and-foot",
                "--players",
                "6",
                "--seats",
                "you,greedy,you,planner,greedy,greedy",
                "--seed",
                "2",
                "--draw",
            ),
            screen=True,
            leaves=24,
        ),
    ),
}
"""The evenings, by their names."""


def main() -> None:
    """Write what was played."""
    FOLDER.mkdir(exist_ok=True)
    for name, sittings in EVENINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            told = sums(play(sittings, Path(folder)))
        (FOLDER / f"{name}.txt").write_text("\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
