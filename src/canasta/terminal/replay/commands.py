"""The words that can be typed while a recording is watched, with their help."""

from __future__ import annotations

from typing import Final

from canasta.terminal.play.commands import Command, find_word

WORDS: Final[dict[str, Command]] = {
    command.name: command
    for command in (
        Command("next", ("n",), "Go forward one action, like Enter.", (("next 5", "five actions"),)),
        Command("back", ("b",), "Go back one action.", (("back 5", "five actions"),)),
        Command("turn", ("t",), "Go to the start of the next turn.", (("turn back", "to the start of this turn, or of the one before"),)),
        Command("deal", ("d",), "Go to another deal.", (("deal", "the next one"), ("deal 3", "the third"), ("deal back", ""))),
        Command("jump", ("j",), "Go to a turn of this deal.", (("jump 12", "to the start of turn 12"),)),
        Command("start", ("s",), "Go to the start of this deal."),
        Command("end", ("e",), "Go to the end of this deal."),
        Command(
            "eyes",
            ("y",),
            "See all hands, what one seat saw, or what an onlooker sees.",
            (("eyes 2", "as seat 2 saw it"), ("eyes table", "as an onlooker"), ("eyes all", "all hands face up")),
        ),
        Command(
            "find",
            ("f",),
            "Find where a card moves next, a rule applies, or the story has some words.",
            (
                ("find Kh", "the next move with a king of hearts"),
                ("find pile.need", "where the pile is taken next; canasta options lists the names of rules"),
                ("find went out", "the next place with these words in the story"),
                ("find", "repeat the last search"),
            ),
        ),
        Command("sheet", ("c", "score"), "Show the score sheets so far.", (("sheet 2", "of the side of seat 2, line by line"),)),
        Command("pile", ("p",), "Show all cards of the discard pile."),
        Command("rules", ("r",), "Show what a rule says in this game.", (("rules pile.need", ""),)),
        Command("position", (), "Write this moment as one line of text for canasta show, with only the cards shown."),
        Command("look", ("l",), "Show the table again."),
        Command("help", ("h", "?"), "List the commands, or explain one.", (("help find", ""),)),
        Command("quit", ("q", "exit", "bye"), "Leave."),
    )
}  # fmt: skip
"""Every word, by its name."""


def find_command(text: str) -> tuple[Command, str]:
    """Return the command that the line *text* begins with, and the rest; beginnings of words will do.

    Raises `NotationError` with what was probably meant.

    >>> find_command("j 12")[0].name, find_command("TURN back")[1]
    ('jump', 'back')
    """
    return find_word(text, WORDS, "such as: next, turn, deal 2, eyes all")
