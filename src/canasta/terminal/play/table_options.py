"""The options of commands that seat someone at the table: how it looks, and how long bots' turns are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypedDict, TypeVar, get_args

import click

from canasta.terminal.dialog import Dialog
from canasta.terminal.settings import LONGEST_PAUSE, Colours, load_settings

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Looks(TypedDict):
    """What the options say; None means the setting of the user."""

    pause: float | None
    colours: Colours | None
    ascii_only: bool
    plain: bool


LOOKS: Final = frozenset(Looks.__annotations__)
"""The names of the parameters of these options."""

_OPTIONS: Final = (
    click.option(
        "--pause",
        type=click.FloatRange(0, LONGEST_PAUSE),
        metavar="SECONDS",
        help="How long to show each bot's turn. [default: the setting, or 0]",
    ),
    click.option(
        "--colours", type=click.Choice(get_args(Colours)), help="Colours of the suits. [default: the setting, or two]"
    ),
    click.option("--ascii", "ascii_only", is_flag=True, help="Use letters for suits and plain borders."),
    click.option("--plain", is_flag=True, help="No colours and no redrawing: print line by line."),
)


def table_options(command: _Command) -> _Command:
    """Give *command* the options of `Looks`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def open_dialog(*, pause: float | None, colours: Colours | None, ascii_only: bool, plain: bool) -> Dialog:
    """Return a dialog that looks as the options say, and as the user's settings say where they say nothing.

    Raises `canasta.terminal.settings.SettingsError` for a settings file that cannot be used.
    """
    kept = load_settings()
    settings = replace(kept, pause=kept.pause if pause is None else pause, colours=colours or kept.colours)
    return Dialog(ascii_only=ascii_only, plain=plain, settings=settings)
