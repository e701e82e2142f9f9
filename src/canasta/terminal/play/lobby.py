"""Before the first card: which game, and how many play."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from canasta.base.english import listed
from canasta.rules.game import Game
from canasta.rules.load import games
from canasta.terminal.dialog import Dialog
from canasta.terminal.style import label


def ask_game(dialog: Dialog, players: int | None) -> tuple[str, int]:
    """Ask which game is played, and by how many if *players* does not say.

    Raises `Leave` at the end of the input.
    """
    known = [game for game in games().values() if players is None or players in game.players] or list(games().values())
    dialog.say(Text("Which game would you like to play?", style="bold"), Text())
    grid = Table.grid(padding=(0, 2, 0, 1))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    for number, game in enumerate(known, 1):
        grid.add_row(str(number), label(game.title, "bold").append(f"\n{game.blurb}", style="dim"))
    dialog.say(grid, Text())
    while True:
        answer = dialog.ask(f"Number or name [{1}]: ").lower() or "1"
        game_chosen = _meant(answer, known)
        if game_chosen is not None:
            break
        dialog.say(f"Type a number from 1 to {len(known)}, such as: 1")
    return game_chosen.name, players or _ask_players(dialog, game_chosen)


def _meant(answer: str, known: list[Game]) -> Game | None:
    if answer.isdecimal():
        return known[int(answer) - 1] if 1 <= int(answer) <= len(known) else None
    fitting = [game for game in known if answer in game.name or answer in game.title.lower()]
    exact = [game for game in fitting if answer in {game.name, game.title.lower()}]
    return next(iter(exact or fitting), None)


def _ask_players(dialog: Dialog, game: Game) -> int:
    if len(game.players) == 1:
        return game.players[0]
    numbers = listed(map(str, game.players), "or")
    while True:
        answer = dialog.ask(f"How many players, including you: {numbers} [{game.default_players}]: ")
        if not answer:
            return game.default_players
        if answer.isdecimal() and int(answer) in game.players:
            return int(answer)
        dialog.say(f"{game.title} is for {numbers} players. Type one of these numbers.")
