"""The words that can be typed while a recording is watched, with their help."""

from __future__ import annotations

from typing import Final

from canasta.terminal.play.commands import Command, find_word

WORDS: Final[dict[str, Command]] = {
    command.name: command
    for command in (
        Command("next", ("n",), "On by one action, as Enter does.", (("next 5", "by five"),)),
        Command("back", ("b",), "Back by one action.", (("back 5", "by five"),)),
        Command("turn", ("t",), "On to where the next turn begins.", (("turn back", "to where this one or the one before did"),)),
        Command("deal", ("d",), "To another deal.", (("deal", "the next one"), ("deal 3", "the third"), ("deal back", ""))),
        Command("jump", ("j",), "To a turn of this deal.", (("jump 12", "where turn 12 begins"),)),
        Command("start", ("s",), "To the beginning of this deal."),
        Command("end", ("e",), "To the end of this deal."),
        Command(
            "eyes",
            ("y",),
            "See all hands, what one seat saw, or what an onlooker sees.",
            (("eyes 2", "as seat 2 saw it"), ("eyes table", "as an onlooker"), ("eyes all", "all hands open")),
        ),
        Command(
            "find",
            ("f",),
            "On to where a card moves, a rule shows, or the story has a word.",
            (
                ("find Kh", "the next move with a king of hearts"),
                ("find pile.need", "where the pile is taken next; canasta options lists the names of rules"),
                ("find went out", "the next time the story says so"),
                ("find", "the same again"),
            ),
        ),
        Command("sheet", ("c", "score"), "The score sheets as they stand.", (("sheet 2", "of the side of seat 2, line by line"),)),
        Command("pile", ("p",), "All cards of the discard pile."),
        Command("rules", ("r",), "What a rule says in this game.", (("rules pile.need", ""),)),
        Command("position", (), "This moment as one line of text, as far as these eyes see; canasta show draws it again."),
        Command("look", ("l",), "The table again."),
        Command("help", ("h", "?"), "This list, or more about one word.", (("help find", ""),)),
        Command("quit", ("q", "exit", "bye"), "Leave."),
    )
}  # fmt: skip
"""Every word, by its name."""


def find_command(text: str) -> tuple[Command, str]:
    """The command that the line *text* begins with, and the rest; beginnings of words will do.

    Raises `NotationError` with what was probably meant.

    >>> find_command("j 12")[0].name, find_command("TURN back")[1]
    ('jump', 'back')
    """
    return find_word(text, WORDS, "such as: next, turn, deal 2, eyes all")
