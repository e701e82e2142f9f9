"""``canasta matches``: the matches that canasta keeps, listed, resumed, replayed, exported, deleted."""

from __future__ import annotations

import json
import sys
from typing import Unpack

import click
from click.shell_completion import CompletionItem
from rich.table import Table
from rich.text import Text

from canasta.base.english import several
from canasta.files import RecordInUse
from canasta.terminal.matches.kept import (
    KeptMatch,
    find_match,
    kept_matches,
    last_unfinished,
    match_names,
    matches_folder,
    obstacle,
)
from canasta.terminal.matches.summary import game_and_people, state_text
from canasta.terminal.play.table_options import Looks, open_dialog, table_options
from canasta.terminal.style import console_for


class MatchName(click.ParamType[str]):
    """The name of a kept match, completed by the shell."""

    name = "match"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Return the names that begin with *incomplete*, the match played last first."""
        return [CompletionItem(name) for name in match_names() if name.startswith(incomplete)]


_PASSED: dict[str, bool] = {"ignore_unknown_options": True, "allow_interspersed_args": False}


@click.group(
    invoke_without_command=True,
    short_help="List your matches; resume, replay, export or delete them.",
    epilog="\b\nExamples:\n"
    "  canasta matches                                           list them, the last one played first\n"
    "  canasta matches resume                                    resume the last unfinished match\n"
    "  canasta matches replay classic-2026-03-01                 watch one; add options of canasta replay\n"
    "  canasta matches export classic-2026-03-01 --html out.html\n"
    "  canasta matches delete classic-2026-03-01",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.pass_context
def matches(ctx: click.Context, as_json: bool) -> None:
    """List the matches that you played with canasta play or counted with canasta keep, or do something with one of them.

    Every match is recorded, unless you play with --no-record or --record FILE. You can shorten the name of a match as long as it
    stays clear which one is meant.
    """
    if ctx.invoked_subcommand:
        if as_json:
            raise click.UsageError("--json is for the list. Leave it out here.")
        return
    if as_json:
        click.echo(json.dumps([_data(kept) for kept in kept_matches()], indent=2, ensure_ascii=False))
        return
    _show()


def _show() -> None:
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    found = False
    for kept in kept_matches():
        found = True
        text = Text(game_and_people(kept)).append(f"\n{state_text(kept)}", style="dim")
        grid.add_row(kept.name, text)
    if not found:
        console.print(Text("No matches yet. Every match that you play with canasta play is kept here."))
        return
    console.print(grid)
    console.print(
        Text("\nTo resume the last unfinished one: canasta play. For the rest: canasta matches --help.", style="dim")
    )


def _data(kept: KeptMatch) -> dict[str, object]:
    heading = kept.heading
    data: dict[str, object] = {"name": kept.name, "path": str(kept.path), "state": kept.state}
    data["played"] = kept.played.isoformat(timespec="seconds")
    if heading is None:
        return data | {"problem": kept.problem}
    return data | {
        "game": heading.rules.name,
        "title": heading.rules.title,
        "date": heading.date,
        "players": [{"name": player.name, "bot": player.bot} for player in heading.players],
        "deals": kept.deals,
        "real_cards": kept.by_hand,
        "totals": list(kept.totals),
    }


@matches.command(short_help="Resume a match.")
@click.argument("name", required=False, type=MatchName(), metavar="[MATCH]")
@table_options
def resume(name: str | None, **looks: Unpack[Looks]) -> None:
    """Resume MATCH where you left off, or the last unfinished match."""
    from canasta.terminal.play.resuming import go_on

    kept = find_match(name) if name else last_unfinished()
    if kept is None:
        raise click.ClickException("You have no unfinished match. To begin one: canasta play")
    if kept.by_hand:
        from canasta.terminal.keep.command import go_on as keep_on

        keep_on(kept.path, open_dialog(**looks))
        return
    go_on(kept.path, open_dialog(**looks))


@matches.command(short_help="Watch a match.", context_settings=_PASSED, add_help_option=False)
@click.argument("name", type=MatchName(), metavar="MATCH")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF CANASTA REPLAY]")
@click.pass_context
def replay(ctx: click.Context, name: str, options: tuple[str, ...]) -> None:
    """Watch MATCH, as canasta replay does."""
    _run(ctx, "replay", name, options)


@matches.command(short_help="Turn a match into a page or a picture.", context_settings=_PASSED, add_help_option=False)
@click.argument("name", type=MatchName(), metavar="MATCH")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF CANASTA EXPORT]")
@click.pass_context
def export(ctx: click.Context, name: str, options: tuple[str, ...]) -> None:
    """Turn MATCH into a page or a picture, as canasta export does."""
    _run(ctx, "export", name, options)


def _run(ctx: click.Context, command: str, name: str, options: tuple[str, ...]) -> None:
    """Run the *command* of the program that reads records on the one of the match called *name*."""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    found = root.command.get_command(root, command)
    assert found is not None
    asked = name if name == "--help" else str(find_match(name).path)
    with found.make_context(command, [asked, *options], parent=root) as inner:
        found.invoke(inner)


@matches.command(short_help="Delete matches.")
@click.argument("names", nargs=-1, type=MatchName(), metavar="[MATCH…]")
@click.option("--finished", is_flag=True, help="Delete all finished matches.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def delete(names: tuple[str, ...], finished: bool, yes: bool) -> None:
    """Delete every MATCH named, or all that are finished. A match that is being played is left alone."""
    if not names and not finished:
        raise click.UsageError("Name the matches to delete, or use --finished. To list them: canasta matches")
    chosen = {kept.path: kept for kept in map(find_match, names)}
    if finished:
        chosen |= {kept.path: kept for kept in kept_matches() if kept.state == "finished"}
    playing = [kept.name for kept in chosen.values() if isinstance(obstacle(kept.path), RecordInUse)]
    if playing:
        raise click.ClickException(f"{playing[0]} is being played: finish or quit that match first.")
    if not chosen:
        click.echo(f"There is no finished match in {matches_folder()}.")
        return
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("Nobody can be asked here. Add --yes to delete without asking.")
        for kept in chosen.values():
            click.echo(f"{kept.name}: {game_and_people(kept)}, {state_text(kept)}")
        if not click.confirm(f"Delete {several(len(chosen), 'match', 'matches')} for good?"):
            click.echo("Nothing was deleted.")
            return
    for kept in chosen.values():
        kept.path.unlink(missing_ok=True)
    click.echo(f"Deleted {several(len(chosen), 'match', 'matches')}.")
