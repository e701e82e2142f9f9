"""The game that a command is given: by its name or its title, completed by the shell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem


class GameName(click.ParamType[str]):
    """The name of a game; a title, such as "Hand and Foot", stands for it."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that *value* stands for; what stands for none is left to `canasta.rules.load.find`."""
        del param, ctx
        from canasta.rules.load import games  # read only where a game is named

        known, plain = games(), _plain(value)
        titled = {_plain(game.title): game.name for game in known.values()}
        return str(value) if value in known else plain if plain in known else titled.get(plain, str(value))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the games whose names begin with *incomplete*."""
        del ctx, param
        from canasta.rules.load import games

        return [
            CompletionItem(game.name, help=game.title) for game in games().values() if game.name.startswith(incomplete)
        ]


game_argument = click.argument("game", required=False, type=GameName())


def check_named(game: str | None, house: Path | None) -> None:
    """Raise `click.UsageError` where neither a game nor a file of house rules was given."""
    if game is None and house is None:
        command = click.get_current_context().command_path
        raise click.UsageError(f"Name a game, such as: {command} hand-and-foot. canasta games lists them.")


def _plain(title: str) -> str:
    """Return a title as a name is written.

    >>> _plain("Hand, Knee and Foot")
    'hand-knee-and-foot'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
