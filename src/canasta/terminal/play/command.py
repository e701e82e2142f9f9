"""``canasta play``: a match in this terminal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

import click
from click.core import ParameterSource
from rich.text import Text

from canasta.base.shuffle import LARGEST_SEED
from canasta.deal.match import Match
from canasta.files import RecordInUse
from canasta.rules.dealers import score_keeper
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.play.seating import read_seats, seat_players
from canasta.terminal.style import label


@click.command(
    short_help="Play a match against bots or with other people.",
    epilog="\b\nExamples:\n"
    "  canasta play                                        asks what you want to play\n"
    "  canasta play hand-and-foot\n"
    "  canasta play new-canasta --players 5 --seed 7       the same cards for everyone who types 7\n"
    "  canasta play classic --seats you,greedy,you,greedy --names Ann,Cyd\n"
    "  canasta play classic --option meld.ratio=fewer      options: canasta options classic\n"
    "  canasta play ponytail --record evening.chh          records the match as you play\n"
    "  canasta play --resume evening.chh                   resumes where you left off",
)
@click.argument("game", required=False)
@click.option("-p", "--players", type=int, metavar="N", help="Number of players.")
@click.option(
    "--bots",
    "bot",
    default="greedy",
    show_default=True,
    metavar="NAME",
    help="The bot in the other seats; command:./mybot starts a program.",
)
@click.option("--seats", metavar="LIST", help='Who sits where, such as "you,greedy,you,greedy".')
@click.option("--names", metavar="LIST", help='Names of the players, such as "Ann,Bea".')
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="N",
    help="Deal the same cards as an earlier match with this seed.",
)
@click.option(
    "--draw/--no-draw",
    default=None,
    help="Draw for partners and dealer, if the game has a draw. [default: at a keyboard]",
)
@click.option("--dealer", type=int, metavar="N", help="The seat that deals first, from 1, without a draw.")
@click.option("--keeper", type=int, metavar="N", help="The seat of the Score Keeper, from 1. [default: the last]")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="Use an option; repeatable.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="Use the house rules in this file.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Record the match in a new FILE.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Resume the match recorded in FILE.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use letters for suits and plain borders.")
@click.option("--plain", is_flag=True, help="No colours and no redrawing: print line by line.")
def play(
    game: str | None,
    players: int | None,
    bot: str,
    seats: str | None,
    names: str | None,
    seed: int | None,
    draw: bool | None,
    dealer: int | None,
    keeper: int | None,
    options: tuple[str, ...],
    house: Path | None,
    record: Path | None,
    resume: Path | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Play a match of GAME against bots or with other people at this keyboard.

    At the table, type help for the commands. Write cards as 4c, Kh, Td, Jk; you can leave out suits. For example: draw, lay KKK
    5552, discard 4c.
    """
    dialog = Dialog(ascii_only=ascii_only, plain=plain)
    if resume is not None:
        _resume(resume, dialog)
        return
    chosen = read_seats(seats)
    if players is None and chosen is not None:
        players = len(chosen)
    try:
        if game is None and house is None:
            if not dialog.typed:
                raise click.UsageError("Name a game, such as: canasta play hand-and-foot. canasta games lists them.")
            from canasta.terminal.play.lobby import ask_game

            game, players = ask_game(dialog, players)
        rules = load(game, players, options, house)
        seating = seat_players(rules, chosen, names, bot.lower())
        if seed is None:
            seed = SystemRandom().randrange(1_000_000)
        places = _places(rules, dialog, draw, dealer, keeper, chosen)
        if record is not None:
            from canasta.terminal.play.match_file import check_record

            check_record(record, rules, seating, seed)
        again = _again(rules, game, seed, places, options, house, seats, bot)
        _begin(rules, dialog, again)
        match = Match(rules, seed, places.dealer, places.keeper)
        if places.draw:
            from canasta.terminal.play.seat_drawing import draw_places

            seating, drawn = draw_places(rules, seating, dialog, seed, places.keeper)
            match = Match(rules, seed, drawn.dealer, drawn.keeper)
        from canasta.terminal.play.match_file import play_match

        play_match(match, seating, dialog, record)
        dialog.say_whole(_again_text(again))
        if record is not None and not record.exists():
            dialog.say(_gone(record))
    except Leave:
        dialog.say(_goodbye(record))


def _resume(path: Path, dialog: Dialog) -> None:
    """Go on with the match in the file at *path*; nothing but how it looks may be said beside it."""
    from canasta.terminal.play.match_file import resume_match

    context = click.get_current_context()
    for name in context.params:
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in {"resume", "ascii_only", "plain"}:
            raise click.UsageError(
                "--resume continues the match as it is. Only --ascii and --plain can be used with it."
            )
    try:
        resume_match(path, dialog)
        if not path.exists():
            dialog.say(_gone(path))
    except RecordInUse as error:
        raise click.ClickException(str(error)) from None
    except Leave:
        dialog.say(_goodbye(path))


def _goodbye(record: Path | None) -> Text:
    """What is said to those who leave a match, which is written down in the file *record* if it is at all."""
    if record is None:
        return Text("Goodbye.")
    if not record.exists():
        return Text("Goodbye. ").append_text(_gone(record))
    return Text(f"Goodbye. To resume: canasta play --resume {_quoted(str(record))}")


def _gone(record: Path) -> Text:
    return Text(f"This match has no record any more: {record} was moved or deleted during play.")


@dataclass(frozen=True, slots=True)
class _Places:
    """How seats and dealer come about: by a draw, or as the command line says; seats count from 0."""

    draw: bool
    dealer: int | None
    keeper: int | None


def _places(
    rules: Rules,
    dialog: Dialog,
    draw: bool | None,
    dealer: int | None,
    keeper: int | None,
    seats: tuple[str, ...] | None,
) -> _Places:
    """Whether the players draw, and which seats are named.

    Raises `click.UsageError` for what does not go together, and for seats there are not.
    """
    agreed = rules.procedures.seats == "as agreed"
    if draw and agreed:
        raise click.UsageError(f"{rules.title} has no draw for seats. Leave out --draw.")
    if draw and dealer is not None:
        raise click.UsageError("--draw and --dealer both decide who deals first. Leave one of them out.")
    if draw is None:
        # Players who chose their seats do not want to be moved.
        moves = rules.procedures.seats == "draw for partners" and seats is not None
        draw = dialog.typed and dealer is None and not agreed and not moves
    if keeper is not None and (not rules.table.score_keeper or rules.seats == 2):
        raise click.BadParameter(f"{rules.title} for {rules.seats} players has no Score Keeper", param_hint="--keeper")
    first, keeps = _seat(rules, dealer, "--dealer"), _seat(rules, keeper, "--keeper")
    if keeps is None and rules.table.score_keeper:
        keeps = rules.seats - 1
    if first is not None and first == score_keeper(rules, keeps):
        raise click.BadParameter(
            "the Score Keeper never deals. Choose another seat or another --keeper", param_hint="--dealer"
        )
    return _Places(draw, first, keeps)


def _seat(rules: Rules, number: int | None, hint: str) -> int | None:
    if number is None:
        return None
    if not 1 <= number <= rules.seats:
        raise click.BadParameter(f"{number} is not a seat; the seats are 1 to {rules.seats}", param_hint=hint)
    return number - 1


def _begin(rules: Rules, dialog: Dialog, again: str) -> None:
    """Say what is played, and how to play it again."""
    dialog.clear()
    dialog.say(
        label(rules.title, "bold").append(f" for {rules.seats} players. Type help if you get stuck."),
    )
    dialog.say_whole(_again_text(again))
    from canasta.engine import KERNEL

    if KERNEL != "compiled":
        dialog.say(Text("Using the interpreted kernel, about thirty times slower than the compiled one.", style="dim"))


def _again_text(again: str) -> Text:
    return Text(f"The same cards again: {again}", style="dim")


def _again(
    rules: Rules,
    game: str | None,
    seed: int,
    places: _Places,
    options: tuple[str, ...],
    house: Path | None,
    seats: str | None,
    bot: str,
) -> str:
    """The command that deals the same cards to the same players."""
    parts = ["canasta play", game or ("" if house else rules.name), f"--players {rules.seats}", f"--seed {seed}"]
    if places.dealer is not None:
        parts.append(f"--dealer {places.dealer + 1}")
    elif rules.procedures.seats != "as agreed":
        parts.append("--draw" if places.draw else "--no-draw")
    keeper = score_keeper(rules, places.keeper)
    if keeper is not None and keeper != rules.seats - 1:
        parts.append(f"--keeper {keeper + 1}")
    parts += [f"--option {_quoted(option)}" for option in options]
    if house:
        parts.append(f"--house {_quoted(str(house))}")
    if seats:
        parts.append(f"--seats {_quoted(seats)}")
    elif bot != "greedy":
        parts.append(f"--bots {bot}")
    return " ".join(part for part in parts if part)


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)
