"""The command ``canasta``: what it can do, each part loaded when it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

import click

from canasta import __version__
from canasta.base.errors import CanastaError, IllegalMove, NotationError, Problem, RulesError, problem_lines

WRONG_USE: Final = 2
FAILED: Final = 1
STOPPED: Final = 130

OWN_GAMES: Final = "CANASTA_GAMES"
"""The environment variable that names a folder of one's own games."""


class ListedCommand(NamedTuple):
    """Where a command is, what the overview says of it, and the extra it needs, if any."""

    place: str
    says: str
    extra: str = ""


COMMANDS: Final[dict[str, ListedCommand]] = {
    "play": ListedCommand("canasta.terminal.play.command:play", "Play a match against bots or with other people."),
    "keep": ListedCommand(
        "canasta.terminal.keep.command:keep", "Keep the score of a match that you play with real cards."
    ),
    "matches": ListedCommand(
        "canasta.terminal.matches.command:matches", "List your matches; resume, replay, export or delete them."
    ),
    "settings": ListedCommand("canasta.terminal.settings_command:settings", "Show or change your settings."),
    "games": ListedCommand("canasta.terminal.handbook.catalogue:games", "List the games."),
    "options": ListedCommand("canasta.terminal.handbook.catalogue:options", "List the options of a game."),
    "rules": ListedCommand("canasta.terminal.handbook.command:rules", "Show the rules of a game, with sources."),
    "house": ListedCommand("canasta.terminal.house.command:house", "Write, check and compare your family's rules."),
    "sim": ListedCommand("canasta.sim.command:sim", "Let bots play many deals and compare the results."),
    "duel": ListedCommand("canasta.sim.duel.command:duel", "Compare two bots on the same decks."),
    "tune": ListedCommand("canasta.sim.tune.command:tune", "Find better weights for the bot planner."),
    "exam": ListedCommand(
        "canasta.sim.exam.command:exam", "Examine a bot: does it play every game by the rules, and in time?"
    ),
    "serve": ListedCommand(
        "canasta.server.serve_command:serve", "Serve tables to browsers and other programs.", "server"
    ),
    "join": ListedCommand("canasta.terminal.join.command:join", "Play at a table of a server.", "server"),
    "tables": ListedCommand(
        "canasta.server.tables_command:tables", "List and look after the tables of a server.", "server"
    ),
    "replay": ListedCommand(
        "canasta.terminal.replay.command:replay", "Watch a recorded match, or check records line by line."
    ),
    "review": ListedCommand(
        "canasta.terminal.replay.review_command:review", "Find the costliest decisions in a recorded match."
    ),
    "show": ListedCommand("canasta.terminal.notation.show_command:show", "Draw a position line as a table of cards."),
    "export": ListedCommand("canasta.export.command:export", "Turn a recorded match into a web page or a picture."),
    "case": ListedCommand(
        "canasta.terminal.notation.case_command:case", "Check case files: situations and what the rules say about them."
    ),
    "walk": ListedCommand(
        "canasta.terminal.notation.walk_command:walk", "Check walks: deals step by step with their legal moves."
    ),
    "complete": ListedCommand(
        "canasta.terminal.completion:complete", "Let your shell complete commands, games and matches."
    ),
    "help": ListedCommand(
        "canasta.terminal.topics:help_command", "Explain a command, a move, a word of the game, or a rule."
    ),
}
"""The commands by name. Their modules are imported only when one of them is used."""


class Commands(click.Group):
    """A group that imports a command when it is asked for, and turns errors into sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command *cmd_name*, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].place.partition(":")
        try:
            command = getattr(import_module(module), name)
        except ModuleNotFoundError as error:
            extra = COMMANDS[cmd_name].extra
            if extra and not (error.name or "").startswith("canasta"):
                raise click.ClickException(_missing(cmd_name, extra)) from None
            if not module.startswith(error.name or "?"):
                raise
            raise click.ClickException(f"canasta {cmd_name} is not part of this installation.") from None
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* begin with; for an unknown one, the nearest is named."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f'Unknown command "{args[0]}"{_nearest(args[0])}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.says) for name, entry in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; whatever a user can do wrong ends in a sentence and an exit code."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            open_streams()
            code = super().main(args, prog_name or "canasta", complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            code = _complain(error)
        except click.Abort as abort:
            code = 0 if isinstance(abort.__cause__, EOFError) else STOPPED
            _say("" if code == 0 else "Stopped.")
        except CanastaError as error:
            _say(str(error))
            code = FAILED if isinstance(error, IllegalMove) else WRONG_USE
        except (_ReaderGone, BrokenPipeError):
            discard_output()
            code = 0
        except OSError as error:
            if error.filename is None:
                discard_output()
                _say(f"Cannot write the output: {error.strerror or error}.")
                code = FAILED
            else:
                _say(f"{error.filename}: {error.strerror}")
                code = WRONG_USE
        sys.exit(code if isinstance(code, int) else 0)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the command line; what --help writes may have no reader left."""
        with _readers():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it writes may have no reader left."""
        with _readers():
            return super().invoke(ctx)


class _ReaderGone(Exception):
    """Stop because the reader of the output has closed it. click would end with 1 for the error of the system that says so."""


@contextmanager
def _readers() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGone from None


def open_streams() -> None:
    """Make input, output and errors usable, whatever of them was closed when the program began.

    Raises `click.ClickException` if there is no output: nobody would see what was asked for.
    """
    # In their order: each takes the lowest free number, its own, so that no file is opened in its place.
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    closed = sys.stdout is None
    if closed:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if closed:
        raise click.ClickException("The output is closed, so nothing can be written.")
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        # Names of files may have bytes that are no text.
        sys.stdout.reconfigure(errors="backslashreplace")


def discard_output(stream: TextIO | None = None) -> None:
    """Throw away what could not be written to *stream*, the output unless another is named.

    Python would try it again at the end, and complain.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


def _say(text: str) -> None:
    """Write *text* to the errors, if they can be written."""
    try:
        click.echo(text, err=True)
    except OSError:
        discard_output(sys.stderr)


def _missing(command: str, extra: str) -> str:
    """Return what to do about the packages of *extra*, without which *command* cannot run.

    They are named one by one: no index has canasta, so that nobody can ask one for ``canasta[server]``.
    """
    import re  # late: commands start without them
    from importlib import metadata

    needed = [text.partition(";") for text in metadata.requires("canasta") or ()]
    names = [
        re.sub(r"\s", "", name) for name, _, marker in needed if re.search(rf"""extra\s*==\s*['"]{extra}['"]""", marker)
    ]
    packages = " ".join(f'"{name}"' for name in names)
    return f"canasta {command} needs packages that are not installed. Install them with: {sys.executable} -m pip install {packages}"


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, 1, 0.5)
    return f". Did you mean {near[0]}?" if near else f". The commands are {', '.join(COMMANDS)}."


def _complain(error: click.ClickException) -> int:
    """Say what was wrong in one line, and where to read more."""
    _say(error.format_message())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        _say(f"Type {error.ctx.command_path} --help for help.")
    return error.exit_code


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from canasta.engine import KERNEL

    kernel = "compiled kernel" if KERNEL == "compiled" else "interpreted kernel, about thirty times slower"
    click.echo(f"canasta {__version__}, {kernel}")
    ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExamples:\n"
    "  canasta play                          asks what you want to play\n"
    "  canasta play hand-and-foot --seed 7   the same cards for everyone who types 7\n"
    "  canasta rules classic                 the rules of a game\n"
    "  canasta options new-canasta           the options of a game",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Show the version and the kernel.",
)
def cli() -> None:
    """Play Canasta and its relatives, read their rules, and study them."""
    folder = os.environ.get(OWN_GAMES)
    if folder:
        from canasta.rules.load import own_games

        click.get_current_context().with_resource(own_games(Path(folder), _left_out))


def _left_out(path: Path, error: RulesError) -> None:
    """Warn that the game in the file *path* cannot be used, each problem with its line."""
    from canasta.notation.records.line_numbers import place_of, places
    from canasta.rules.text_file import read_text_file
    from canasta.rules.toml import LARGEST

    try:
        found = places(read_text_file(path, LARGEST), 1)
    except NotationError:
        found = {}
    _say(f"Warning: skipping the game in {path}. {error.title}")
    placed = ((place_of(problem.path, found), problem) for problem in error.problems)
    problems = [Problem(f"line {line}: {each.path}", each.text) if line else each for line, each in placed]
    for text in problem_lines(problems):
        _say(f"  {text}")


def main() -> None:
    """Run the command line."""
    cli()
