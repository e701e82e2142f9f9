"""``canasta help``: a command of the program or the table, how to write cards, the bots, a word of the game, or a rule."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from typing import Final

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from canasta.base.clauses import BY_NAME
from canasta.terminal.style import console_for
from canasta.wording.glossary import TERMS, explained

_BOTS: Final = (
    "Seat them with canasta play GAME --bots NAME, or seat by seat with --seats you,planner,greedy,planner. "
    "search:200ms thinks up to 200 milliseconds, search:64 compares plans in 64 possible deals, planner:FILE plays by weights "
    "that canasta tune found, and command:PROGRAM is a program of your own."
)
_CARDS: Final = (
    "Write a card as rank and suit: 4c, Kh, Td or 10d, and Jk for a joker. You can leave out suits: lay KKK means three kings. "
    "Write the cards of one meld together and put a space between melds: lay KKK 55552."
)


@click.command(
    "help",
    short_help="Explain a command, a move, a word of the game, or a rule.",
    epilog="\b\nExamples:\n"
    "  canasta help play         a command\n"
    "  canasta help house new    a command of a command\n"
    "  canasta help take         what you type at the table\n"
    "  canasta help cards        how to write cards\n"
    "  canasta help bots         the bots, and how each plays\n"
    "  canasta help foot         a word of the game: wild, opening, canasta, freeze\n"
    "  canasta help pile.need    a rule by its name",
)
@click.argument("topic", nargs=-1)
@click.pass_context
def help_command(ctx: click.Context, topic: tuple[str, ...]) -> None:
    """Explain TOPIC; without one, list the commands."""
    root = ctx.find_root()
    if not topic:
        click.echo(root.get_help())
        return
    found = [*_program(root, topic), *_table(" ".join(topic).lower())]
    if not found:
        raise click.UsageError(_unknown(root, " ".join(topic)))
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    for number, each in enumerate(found):
        if number:
            console.print()
        if isinstance(each, str):
            click.echo(each)
        else:
            for line in each:
                console.print(line)


def _program(root: click.Context, topic: tuple[str, ...]) -> list[str]:
    """Return the help of the command of the program that *topic* names word by word; nothing for other words."""
    context = root
    for word in topic:
        group = context.command
        if not isinstance(group, click.Group) or word not in group.list_commands(context):
            return []
        command = group.get_command(context, word)
        assert command is not None
        context = click.Context(command, context, word)
    return [context.get_help()]


def _table(topic: str) -> list[list[RenderableType]]:
    """Return what *topic* means at the table."""
    from canasta.terminal.play.answers import about
    from canasta.terminal.play.commands import COMMANDS

    if topic in {"card", "cards"}:
        return [[Text(_CARDS)]]
    if topic in {"bot", "bots", "level", "levels"}:
        return [_bots()]
    if topic in BY_NAME:
        clause = BY_NAME[topic]
        return [
            [
                Text(f"{clause.title} ({clause.name})", style="bold"),
                Text("Every game has its own rule for this. To read one: canasta rules GAME, or at the table: ").append(
                    f"rules {clause.name}"
                ),
            ]
        ]
    said = [command for command in COMMANDS.values() if topic in {command.name, *command.others}]
    meaning = explained(topic)
    found: list[list[RenderableType]] = [[Text(meaning)]] if meaning else []
    found += [[line] for line in _options(topic)]
    return [*found, *([Text("At the table:", style="dim"), *about(command)] for command in said)]


def _options(topic: str) -> list[RenderableType]:
    """Return what the option *topic* means, for each game that has it."""
    from canasta.rules.load import games

    return [
        Text(f"{topic}, an option of {game.title}: ", style="bold").append(game.options[topic].says, style="")
        for game in games().values()
        if topic in game.options
    ]


def _bots() -> list[RenderableType]:
    """Return all bots, the strongest first, with a line each."""
    from canasta.bots.levels import level
    from canasta.bots.registry import names

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for name in names():
        known = level(name)
        grid.add_row(name, known.says if known else "from an installed package")
    return [Text("The bots, the strongest first:"), grid, Text(_BOTS, style="dim")]


def _unknown(root: click.Context, topic: str) -> str:
    from canasta.rules.load import games
    from canasta.terminal.play.commands import COMMANDS

    assert isinstance(root.command, click.Group)
    terms = [word for words in TERMS for word in words]
    options = [name for game in games().values() for name in game.options]
    known = [*root.command.list_commands(root), *COMMANDS, "cards", "bots", *terms, *BY_NAME, *options]
    near = get_close_matches(topic.lower(), known, 1, 0.6)
    guess = f"Did you mean {near[0]}?" if near else "To list the commands, type: canasta help"
    return f'There is no topic "{topic}". {guess}'
