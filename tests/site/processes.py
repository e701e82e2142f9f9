"""The processes of a browser, found in /proc."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def browser_processes(is_browser: Callable[[int, str], bool]) -> tuple[list[int], list[int]]:
    """Return the numbers of the processes of a browser, and of those of its windows below them.

    *is_browser* tells the first from the number and the arguments, which have blanks between them.
    """
    commands: dict[int, str] = {}
    parents: dict[int, int] = {}
    for process in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            number = int(process.name)
            # A process that was forked for a window has its arguments in one text.
            commands[number] = (process / "cmdline").read_bytes().decode().replace("\0", " ")
            parents[number] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
    browsers = [number for number, each in commands.items() if "--type=" not in each and is_browser(number, each)]

    def below(number: int) -> bool:
        return number in browsers or (number in parents and below(parents[number]))

    return browsers, [number for number, each in commands.items() if "--type=renderer" in each and below(number)]
