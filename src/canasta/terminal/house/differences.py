"""What house rules change in their game, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from canasta.base.english import count, listed
from canasta.handbook.reference import changed
from canasta.rules.game import Game
from canasta.terminal.handbook.screen import block_lines
from canasta.terminal.style import label
from canasta.wording.house_differences import Difference, beyond


def diff_lines(game: Game, title: str, options: list[str], found: tuple[Difference, ...]) -> Iterator[RenderableType]:
    """Yield what house rules called *title* change in *game*, and the *options* that are on."""
    if not any(each.found for each in found):
        yield Text(f"{title}: no differences from {game.title}.")
        return
    first, *others = found
    only = f" with {listed(map(str, first.players), 'or')} players" if others else ""
    yield Text(f"{title} changes {count(len(first.found.clauses), 'rule')} of {game.title}{only}.", style="bold")
    for name in options:
        if name in game.options:
            says = label(name, "bold").append(f": {game.options[name].says}")
            yield Padding(Text("option ", style="dim").append_text(says), (0, 0, 0, 2))
    for block in changed(first.found):
        yield from block_lines(block)
    for each in others:
        more, less = beyond(first.found, each.found)
        yield Text()
        text = f"With {listed(map(str, each.players), 'or')} players"
        text += " these rules are different:" if more else ":"
        yield Text(text, style="bold")
        if less:
            yield Padding(Text(f"As in {game.title}: {', '.join(less)}."), (0, 0, 0, 2))
        for block in changed(more):
            yield from block_lines(block)


def diff_data(game: Game, title: str, table: dict[str, Any], found: tuple[Difference, ...]) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "base": game.name,
        "title": title,
        "options": list(table.get("options", ())),
        "differences": [
            {
                "players": list(each.players),
                "clauses": [
                    {
                        "clause": change.clause,
                        "chapter": change.chapter,
                        "title": change.title,
                        "replaced": list(change.replaced),
                        "replacing": list(change.replacing),
                        "values": [
                            {"path": value.path, "before": value.before, "after": value.after}
                            for value in change.values
                        ],
                    }
                    for change in each.found.clauses
                ],
                "words": [{"before": before, "after": after} for before, after in each.found.words],
            }
            for each in found
        ],
    }
