"""``canasta complete``: a script that lets the shell complete commands, options, games, bots and matches."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

_VARIABLE = "_CANASTA_COMPLETE"
_START_ZSH = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
"""Completion of zsh, where no line of ``~/.zshrc`` has started it."""


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the bots whose names begin with *incomplete*, for the shell."""
    from canasta.sim import options  # only where a shell asks: the table starts without simulations

    return options.complete_bots(ctx, param, incomplete)


def complete_seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the players whose names begin with the part of *incomplete* after its last comma: a person, and the bots."""
    before, comma, begun = incomplete.rpartition(",")
    people = [CompletionItem(before + comma + "you", help="a person")] if "you".startswith(begun) else []
    return people + complete_bots(ctx, param, incomplete)


@click.command(
    short_help="Let your shell complete commands, games and matches.",
    epilog="\b\nExamples:\n"
    "  canasta complete bash >> ~/.bashrc\n"
    "  canasta complete zsh >> ~/.zshrc\n"
    "  canasta complete fish > ~/.config/fish/completions/canasta.fish",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def complete(ctx: click.Context, shell: str) -> None:
    """Print the script for SHELL. Add it to the file that your shell reads when it starts, then open a new shell."""
    made = get_completion_class(shell)
    assert made is not None
    script = made(ctx.find_root().command, {}, "canasta", _VARIABLE).source()
    if shell == "zsh":
        first, _, rest = script.partition("\n")  # what zsh looks for in a file of completions stays the first line
        script = f"{first}\n\n{_START_ZSH}{rest}"
    click.echo(script)
