"""Write the handbooks of all games as files, for the documents of the project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta.base.english import numbers
from canasta.handbook.book import book
from canasta.handbook.markdown import markdown
from canasta.rules.game import Game
from canasta.rules.load import load

INDEX: Final = "README.md"
_INTRODUCTION: Final = (
    "One page for each game: a lesson, every rule with its source, the options, and the questions that the sources leave",
    "open. `make rules` writes these pages from the data that the program plays by. In the terminal, `canasta rules` shows",
    "them for any number of players and with your own [house rules](../house-rules.md).",
)
_FOLDER: Final = "../../src/canasta/rules/games"


def pages(known: Mapping[str, Game]) -> dict[str, str]:
    """Return the text of each file by its name: one handbook per game, for its usual number of players, and the index.

    >>> from canasta.rules.load import games
    >>> sorted(pages({"classic": games()["classic"]}))
    ['README.md', 'classic.md']
    """
    files = {f"{name}.md": _page(game) for name, game in known.items()}
    return files | {INDEX: _index(known)}


def _page(game: Game) -> str:
    text = markdown(book(load(game.name), game))
    return f"{text}\n---\n\nWritten by `make rules` from [{game.name}.toml]({_FOLDER}/{game.name}.toml).\n"


def _index(known: Mapping[str, Game]) -> str:
    lines = ["# Handbooks", "", *_INTRODUCTION, ""]
    for name, game in known.items():
        lines.append(f"- [{game.title}]({name}.md), {numbers(game.players)} players: {game.blurb}")
    return "\n".join(lines) + "\n"
