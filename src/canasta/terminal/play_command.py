"""``canasta play``: a match in this terminal."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click
from rich.text import Text

from canasta.match import Match
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.terminal.look import label
from canasta.terminal.seating import read_seats, seat_players
from canasta.terminal.talk import Leave, Talk


@click.command(
    short_help="Play a match against bots, or several people in turn.",
    epilog="\b\nExamples:\n"
    "  canasta play                                        asks what you want to play\n"
    "  canasta play hand-and-foot\n"
    "  canasta play new-canasta --players 5 --seed 7       the same cards for everybody who types 7\n"
    "  canasta play classic --seats you,greedy,you,greedy --names Ann,Cyd\n"
    "  canasta play classic --option meld.ratio=fewer      options: canasta options classic",
)
@click.argument("game", required=False)
@click.option("-p", "--players", type=int, metavar="N", help="How many play.")
@click.option("--bots", "bot", default="greedy", show_default=True, metavar="NAME", help="Who sits in the other seats.")
@click.option("--seats", metavar="LIST", help='Who sits where, such as "you,greedy,you,greedy".')
@click.option("--names", metavar="LIST", help='Names, such as "Ann,Bea".')
@click.option("--seed", type=int, metavar="N", help="Repeat the cards of an earlier match.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="Play an option; may be repeated.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="Play the house rules of this file.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Letters for suits, no fine lines.")
@click.option("--plain", is_flag=True, help="No colours, no redrawing: line after line.")
def play(
    game: str | None,
    players: int | None,
    bot: str,
    seats: str | None,
    names: str | None,
    seed: int | None,
    options: tuple[str, ...],
    house: Path | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Play a match of GAME against bots, or several people at this keyboard in turn.

    Type help at the table. Cards are 4c, Kh, Td, Jk, and suits may be left out: draw, lay KKK 5552, discard 4c.
    """
    chosen = read_seats(seats)
    talk = Talk(ascii_only=ascii_only, plain=plain)
    if players is None and chosen is not None:
        players = len(chosen)
    try:
        if game is None and house is None:
            if not talk.typed:
                raise click.UsageError("Name a game, such as: canasta play hand-and-foot. canasta games lists them.")
            from canasta.terminal.lobby import ask_game

            game, players = ask_game(talk, players)
        rules = load(game, players, options, house)
        seating = seat_players(rules, chosen, names, bot.lower())
        if seed is None:
            seed = SystemRandom().randrange(1_000_000)
        again = _again(rules, game, seed, options, house, seats, bot)
        _begin(rules, talk, again)
        from canasta.terminal.host import Host

        Host(Match(rules, seed), seating, talk).run()
        talk.say(Text(f"The same cards again: {again}", style="dim"))
    except Leave:
        talk.say(Text("Goodbye."))


def _begin(rules: Rules, talk: Talk, again: str) -> None:
    """Say what is played, and how to play it again."""
    talk.clear()
    talk.say(
        label(rules.title, "bold").append(f" for {rules.seats} players. Type help when you do not know what to do."),
        Text(f"The same cards again: {again}", style="dim"),
    )
    from canasta.engine import KERNEL

    if KERNEL != "compiled":
        talk.say(Text("The rules run on the interpreted kernel, about thirty times slower.", style="dim"))


def _again(
    rules: Rules,
    game: str | None,
    seed: int,
    options: tuple[str, ...],
    house: Path | None,
    seats: str | None,
    bot: str,
) -> str:
    """The command that deals the same cards to the same players."""
    parts = ["canasta play", game or ("" if house else rules.name), f"--players {rules.seats}", f"--seed {seed}"]
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
