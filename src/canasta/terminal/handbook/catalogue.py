"""``canasta games`` and ``canasta options``: list the games and their options."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from canasta.base.english import listed
from canasta.game_argument import check_named, game_argument
from canasta.rules.game import Game
from canasta.rules.load import find
from canasta.rules.load import games as known_games
from canasta.terminal.style import console_for, label
from canasta.wording.rules_text import Change, OptionText, options_text


@click.command(short_help="List the games.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def games(as_json: bool) -> None:
    """List the games: name, title, number of players, and a description."""
    found = known_games().values()
    if as_json:
        click.echo(json.dumps([_game_data(game) for game in found], indent=2, ensure_ascii=False))
        return
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for game in found:
        text = Text(game.title).append(f", {players_text(game)}", style="dim")
        grid.add_row(game.name, text.append(f"\n{game.blurb}"))
    console.print(grid)
    console.print(
        Text("\nTo play one: canasta play hand-and-foot. To read its rules: canasta rules hand-and-foot.", style="dim")
    )


def players_text(game: Game) -> str:
    """For how many the game is: "2, 3, 4 or 6 players"."""
    return f"{listed(map(str, game.players), 'or')} players"


def _game_data(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "default_players": game.default_players,
        "blurb": game.blurb,
        "options": list(game.options),
    }


def find_game(name: str | None) -> Game:
    """Return the game called *name*. Raises `RulesError` if there is none, and `click.UsageError` where none was named."""
    check_named(name, None)
    return find(name, {}, known_games())


@click.command(
    short_help="List the options of a game.",
    epilog="\b\nExamples:\n"
    "  canasta options hand-and-foot\n"
    "  canasta play hand-and-foot --option whole-pile\n"
    "  canasta play classic --option meld.ratio=equal     you can set any single value",
)
@game_argument
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def options(game: str | None, as_json: bool) -> None:
    """List the options of GAME: what each option says, what it replaces, and its source."""
    of = find_game(game)
    texts = options_text(of)
    if as_json:
        click.echo(json.dumps([_option_data(each) for each in texts], indent=2, ensure_ascii=False))
        return
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    if not texts:
        console.print(Text(f"{of.title} has no options."))
    for each in texts:
        console.print(label(each.name, "bold").append(f"  {each.mark}", style="dim"))
        console.print(Padding(Text(each.says), (0, 0, 0, 2)))
        for numbers, changes in each.by_players:
            inset = 4
            if numbers != of.players:
                text = f"With {listed(map(str, numbers), 'or')} players:"
                console.print(Padding(Text(text, style="dim"), (0, 0, 0, inset)))
                inset = 6
            for text in _changed(changes):
                console.print(Padding(Text(text, style="dim"), (0, 0, 0, inset)))
        console.print()


def _changed(changes: Iterable[Change]) -> Iterator[str]:
    """Yield a line for each of *changes*; what is new or gone as a whole, such as a special hand, is one line."""
    for item, several in groupby(changes, key=lambda change: change.path.rpartition(".")[0]):
        parts = list(several)
        whole = "added" if all(part.before == "none" for part in parts) else "removed"
        if (
            item.count(".") == 1
            and len(parts) > 1
            and (whole == "added" or all(part.after == "none" for part in parts))
        ):
            yield f"{item}: {whole}"
        else:
            yield from (f"{part.path}: {part.before} → {part.after}" for part in parts)


def _option_data(text: OptionText) -> dict[str, object]:
    return {
        "name": text.name,
        "says": text.says,
        "players": text.players,
        "source": text.mark.strip("[]"),
        "changes": [
            {"path": each.path, "clause": each.title, "default": each.before, "value": each.after}
            for each in text.changes
        ],
        "by_players": [
            {
                "players": list(numbers),
                "changes": [{"path": each.path, "default": each.before, "value": each.after} for each in changes],
            }
            for numbers, changes in text.by_players
        ],
    }
