"""The words that can be typed while a recording is watched, with their help."""

from __future__ import annotations

from typing import Final

from canasta.terminal.play.commands import TypedCommand, find_word

WORDS: Final[dict[str, TypedCommand]] = {
    command.name: command
    for command in (
        TypedCommand("next", ("n",), "Go forward one action, like Enter.", (("next 5", "five actions"),)),
        TypedCommand("back", ("b",), "Go back one action.", (("back 5", "five actions"),)),
        TypedCommand("turn", ("t",), "Go to the start of the next turn.", (("turn back", "to the start of this turn, or of the one before"),)),
        TypedCommand("deal", ("d",), "Go to another deal.", (("deal", "the next one"), ("deal 3", "the third"), ("deal back", ""))),
        TypedCommand("jump", ("j",), "Go to a turn of this deal.", (("jump 12", "to the start of turn 12"),)),
        TypedCommand("start", ("s",), "Go to the start of this deal."),
        TypedCommand("end", ("e",), "Go to the end of this deal."),
        TypedCommand(
            "eyes",
            ("y",),
            "See all hands, what one seat saw, or what an onlooker sees.",
            (("eyes 2", "as seat 2 saw it"), ("eyes table", "as an onlooker"), ("eyes all", "all hands face up")),
        ),
        TypedCommand(
            "find",
            ("f",),
            "Find where a card moves next, or where the story has some words.",
            (
                ("find Kh", "the next move with a king of hearts"),
                ("find went out", "the next place with these words in the story"),
                ("find", "repeat the last search"),
            ),
        ),
        TypedCommand("sheet", ("c", "score"), "Show the score sheets so far.", (("sheet 2", "of the side of seat 2, line by line"),)),
        TypedCommand("pile", ("p",), "Show all cards of the discard pile."),
        TypedCommand("rules", ("r",), "Show what a rule says in this game.", (("rules pile.need", ""),)),
        TypedCommand("position", (), "Write this moment as one line of text for canasta show, with only the cards shown."),
        TypedCommand("look", ("l",), "Show the table again."),
        TypedCommand("help", ("h", "?"), "List the commands, or explain one.", (("help find", ""),)),
        TypedCommand("quit", ("q", "exit", "bye"), "Leave."),
    )
}  # fmt: skip
"""Every word, by its name."""


def find_command(text: str) -> tuple[TypedCommand, str]:
    """Return the command that the line *text* begins with, and the rest; beginnings of words will do.

    Raises `NotationError` with what was probably meant.

    >>> find_command("j 12")[0].name, find_command("TURN back")[1]
    ('jump', 'back')
    """
    return find_word(text, WORDS, "such as: next, turn, deal 2, eyes all")
