"""Long texts at a terminal: in the system's pager if they are longer than the window."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

import click
from rich.console import Console, RenderableType

from canasta.terminal.style import PlainStream

_LESS: Final = "-FRX"
"""What ``less`` is told if nobody has set ``LESS``: to quit at once if all of it fits, with colours, leaving the text on the screen."""


def print_paged(console: Console, lines: Iterable[RenderableType]) -> None:
    """Print *lines*: in the program that ``PAGER`` names, otherwise in ``less``, if they do not fit in the window of a terminal.

    They are printed as they are in a pipe, in a window that is high enough, on a terminal without commands (``TERM=dumb``), and
    if there is no such program or ``PAGER`` cannot be read.
    """
    with console.capture() as captured:
        for line in lines:
            console.print(line)
    text = captured.get()
    if not console.file.isatty() or text.count("\n") < console.height:  # the last line is for the prompt
        console.file.write(text)
        return
    os.environ.setdefault("LESS", _LESS)
    try:
        click.echo_via_pager(console.file.shown(text) if isinstance(console.file, PlainStream) else text)
    except ValueError:  # a quotation mark in PAGER that nothing closes
        console.file.write(text)
