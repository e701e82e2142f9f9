"""``canasta house``: a family's own rules: write them down, check them, see what they change."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from canasta.base.english import listed
from canasta.base.errors import Problem, RulesError, problem_lines
from canasta.files import write_file
from canasta.game_argument import game_argument
from canasta.rules.game import Game
from canasta.rules.house import Findings, House, inspect
from canasta.rules.load import find, games, load, no_option, rules_of
from canasta.rules.shapes import read_value, suggest
from canasta.rules.toml import read_toml
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.handbook.catalogue import find_game
from canasta.terminal.house.differences import diff_data, diff_lines
from canasta.terminal.style import console_for
from canasta.whole_number import WholeNumber
from canasta.wording.house_differences import house_differences

WRONG: Final = 1
UNREADABLE: Final = 2
STOPPED: Final = 130
_OUTPUT: Final = "-"


class _Commands(click.Group):
    """A group that names the nearest command for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* begin with."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            near = suggest(args[0], self.commands) or f". The commands are {', '.join(self.commands)}."
            ctx.fail(f'Unknown command "house {args[0]}"{near}')
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    short_help="Write, check and compare your family's rules.",
    epilog="\b\nExamples:\n"
    "  canasta house new hand-and-foot                  asks how your family plays\n"
    "  canasta house check saturdays.toml               finds what is wrong with the file\n"
    "  canasta house diff saturdays.toml                shows what differs from the game\n"
    "  canasta rules --house saturdays.toml             shows your own handbook\n"
    "  canasta play --house saturdays.toml",
)
def house() -> None:
    """Write, check and compare your family's rules.

    House rules are a small file that lists only what differs from a game.
    """


@house.command(
    short_help="Ask how your family plays, and write the file.",
    epilog="\b\nExamples:\n"
    "  canasta house new hand-and-foot\n"
    "  canasta house new classic --players 2 --out ours.toml\n"
    "  canasta house new classic --yes --option evans --set match.target=8000 --title Ours --out ours.toml",
)
@game_argument
@click.option("-p", "--players", type=WholeNumber(), metavar="N", help="The usual number of players.")
@click.option("--title", metavar="TEXT", help="The title of the rules.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="Turn on this option; repeatable.")
@click.option("--set", "values", multiple=True, metavar="PATH=VALUE", help="Set one value; repeatable.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="The file to write; - for standard output."
)
@click.option("-y", "--yes", is_flag=True, help="Ask nothing, and keep the defaults for the rest.")
def new(
    game: str | None,
    players: int | None,
    title: str | None,
    options: tuple[str, ...],
    values: tuple[str, ...],
    out: Path | None,
    yes: bool,
) -> None:
    """Ask how your family plays GAME, and write a file of house rules.

    Press Enter to keep a default. Nothing is written before the last question, and no file is replaced without asking.
    """
    made = _begun(find_game(game), title, options, values)
    if players is not None or yes:
        load(players=players, house=made.table())
    to_output = out is not None and str(out) == _OUTPUT
    if to_output and not yes:
        raise click.UsageError("--out - needs --yes, because the questions also go to standard output.")
    if out is not None and not to_output and not out.parent.is_dir():
        raise click.UsageError(f"There is no folder {out.parent}. Choose a file in an existing folder for --out.")
    if yes:
        _write_unasked(made, out)
        return
    from canasta.terminal.house.wizard import Wizard

    dialog = Dialog()
    try:
        Wizard(dialog, made).run(players, out)
    except Leave:
        click.echo("Not all questions were answered, so nothing was written.", err=True)
        raise SystemExit(WRONG) from None
    except KeyboardInterrupt:
        click.echo("\nStopped. Nothing was written.", err=True)
        raise SystemExit(STOPPED) from None


def _begun(game: Game, title: str | None, options: tuple[str, ...], values: tuple[str, ...]) -> House:
    """Return the house rules that the command line names.

    Raises `RulesError` with every problem.
    """
    problems: list[Problem] = []
    made = House(game)
    if title is not None:
        try:
            made.title = read_value("words.deal", title)
        except ValueError as error:
            problems.append(Problem("title", str(error)))
    for text in (*options, *values):
        if "=" in text or text in values:
            try:
                made.assign(text)
            except RulesError as error:
                problems.extend(error.problems)
        elif text not in game.options:
            problems.append(no_option(game, text, "options.", len(problems)))
        elif text not in made.options:
            made.options.append(text)
    if problems:
        raise RulesError("Cannot write these house rules.", tuple(problems))
    return made


def _write_unasked(made: House, out: Path | None) -> None:
    if not made.options and not made.values and not made.by_players:
        raise click.UsageError("Specify what differs, such as --option NAME or --set match.target=8000.")
    findings = inspect(made.table())
    if findings.problems:
        raise RulesError("These house rules cannot be used.", findings.problems)
    text = made.text()
    if out is None or str(out) == _OUTPUT:
        click.echo(text, nl=False)
        return
    try:
        write_file(out, text, new=True)
    except FileExistsError:
        raise click.UsageError(
            f"{out} already exists. Choose another file for --out, or move the existing one."
        ) from None
    click.echo(f"Written to {out}.")


@house.command(
    short_help="Find errors in files of house rules.",
    epilog="\b\nExamples:\n  canasta house check saturdays.toml\n  canasta house check *.toml --json",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Find errors in files of house rules, for every number of players.

    Contradictions are checked once every value can be read. The exit code is 1 if a file has errors and 2 if
    one cannot be read.
    """
    results: list[dict[str, Any]] = []
    code = 0
    for path in files:
        try:
            table = read_toml(path)
        except RulesError as error:
            results.append({"file": str(path), "readable": False, "problems": _data(error.problems)})
            code = UNREADABLE
            continue
        findings = inspect(table)
        results.append(_checked(path, table, findings))
        code = max(code, WRONG if findings.problems else 0)
    if as_json:
        click.echo(json.dumps(results, ensure_ascii=False, indent=1))
    else:
        for result in results:
            # A problem of the whole file bears its name, and each line begins with that.
            whole = Path(result["file"]).name
            problems = [
                Problem("" if each["where"] == whole else each["where"], each["text"]) for each in result["problems"]
            ]
            for line in problem_lines(problems):
                click.echo(f"{result['file']}: {line}", err=True)
            for advice in result.get("advice", ()):
                click.echo(f"{result['file']}: advice: {advice['where']}: {advice['text']}")
            if not result["problems"]:
                click.echo(f"{result['file']}: {_verdict(result)}")
    raise SystemExit(code)


def _data(problems: tuple[Problem, ...]) -> list[dict[str, str]]:
    return [{"where": problem.path, "text": problem.text} for problem in problems]


def _checked(path: Path, table: dict[str, Any], findings: Findings) -> dict[str, Any]:
    return {
        "file": str(path),
        "readable": True,
        "base": table.get("base", ""),
        "players": list(findings.players),
        "problems": _data(findings.problems),
        "advice": _data(findings.advice),
    }


def _verdict(result: dict[str, Any]) -> str:
    players = listed(map(str, result["players"]), "or")
    return f"the rules are valid: {games()[result['base']].title} for {players} players."


@house.command(
    short_help="Describe what house rules change.",
    epilog="\b\nExamples:\n  canasta house diff saturdays.toml\n  canasta house diff saturdays.toml --players 6",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-p", "--players", type=WholeNumber(), metavar="N", help="For this number of players only.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def diff(file: Path, players: int | None, as_json: bool) -> None:
    """Describe what the house rules in FILE change: what no longer applies, and what applies instead."""
    table = read_toml(file)
    found = house_differences(table, players)
    game = find(None, table, games())
    rules = rules_of(game, found[0].players[0], (), table)
    if as_json:
        click.echo(json.dumps(diff_data(game, rules.title, table, found), ensure_ascii=False, indent=1))
        return
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    for line in diff_lines(game, rules.title, list(table.get("options", ())), found):
        console.print(line)
