"""Write docs/games.md, the games side by side: ``make grid``, or ``python -m scripts.games_page``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from canasta.rules.load import games
from scripts import grid_melds, grid_table
from scripts.grid import ROWS, Cell, Column, cells

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "games.md"

ROWS_FROM: Final = (grid_table, grid_melds)
"""The modules whose rows are in `ROWS`."""

COLUMNS: Final[tuple[tuple[str, str], ...]] = (
    ("Classic Canasta", "classic"),
    ("Hoyle for two", "hoyle-two-player"),
    ("Modern American", "modern-american-canasta"),
    ("Canasta with a Foot", "substance-of-living"),
    ("New Canasta", "new-canasta"),
    ("Hand and Foot", "hand-and-foot"),
    ("Family Hand and Foot", "family-hand-and-foot"),
    ("Earl's Hand and Foot", "hand-and-foot-earl"),
    ("Whitnack's Hand and Foot", "hand-and-foot-whitnack"),
    ("Hand, Knee and Foot", "hand-knee-and-foot"),
    ("Ponytail", "ponytail"),
    ("Pennies From Heaven", "pennies-from-heaven"),
)
"""The columns: what a game is called in short, and the game. Any other game has a column behind them."""

SECTIONS: Final = (
    (1, "Players, cards, the deal"),
    (10, "Threes and special ranks"),
    (21, "The draw and the pile"),
    (31, "Melds and openings"),
    (39, "Reserves and turns"),
    (42, "Going out"),
    (48, "The end and the count"),
)
"""The first row of each section, and its heading."""

SIGNS: Final = {"stated": "", "recovered": "r", "inferred": "i", "reading": "?", "default": "d", "house": ""}
"""What stands behind a cell whose values do not all come from the game's own description, by `Source.status`."""

CHANGED: Final = "°"


def columns() -> list[Column]:
    """Return a column for each game, as it is usually played."""
    known = games()
    named = {name for _, name in COLUMNS}
    others = ((game.title, name) for name, game in known.items() if name not in named)
    return [Column(title, known[name]) for title, name in (*COLUMNS, *others) if name in known]


def page() -> str:
    """Return the whole page."""
    every = columns()
    return "\n".join([*_head(), *_tables(every), *_legend(), *_options(every)]) + "\n"


def _head() -> Iterator[str]:
    yield "# The games side by side"
    yield ""
    yield "How the games differ, each as it is usually played. The name of a game leads to its handbook, which has every rule in"
    yield "sentences. Numbers in brackets are numbers of players: *6 (4) · 9 (6)* means six with four players, nine with six."
    yield f"A game with a {CHANGED} has options for this rule: [What options change](#what-options-change). The other small signs"
    yield "are explained [below the tables](#small-signs)."


def _tables(every: list[Column]) -> Iterator[str]:
    found = {column.code: cells(column) for column in every}
    heads = " | ".join(f"[{column.code}](rules/{column.game.name}.md)" for column in every)
    for place, (first, heading) in enumerate(SECTIONS):
        end = SECTIONS[place + 1][0] if place + 1 < len(SECTIONS) else len(ROWS) + 1
        yield ""
        yield f"## {heading}"
        yield ""
        yield f"| | {heads} |"
        yield "|---" * (len(every) + 1) + "|"
        for row in ROWS[first - 1 : end - 1]:
            texts = [_cell(found[column.code][row.number - 1]) for column in every]
            yield f"| **{row.title}** | {' | '.join(texts)} |"


def _cell(cell: Cell) -> str:
    signs = dict.fromkeys(SIGNS[source.status] for source in cell.sources)
    above = "".join([*signs, *([CHANGED] if cell.changes else [])])
    return f"{cell.text} <sup>{above}</sup>" if above else cell.text


def _legend() -> Iterator[str]:
    yield ""
    yield "## Small signs"
    yield ""
    yield "| sign | meaning |"
    yield "|---|---|"
    yield "| none | the game's own description says so |"
    yield "| r | the game's own description has lost this rule, and another document still has it |"
    yield "| i | no document says so, but the other rules leave no choice |"
    yield "| ? | the descriptions can be read in several ways; this is one of them |"
    yield "| d | no document says; this is the usual way |"
    yield f"| {CHANGED} | an option of the game changes this rule |"
    yield ""
    yield "Each [handbook](rules/README.md) names the document behind every rule. This page is written from the rules by `make grid`."


def _options(every: list[Column]) -> Iterator[str]:
    yield ""
    yield "## What options change"
    for game in dict.fromkeys(column.game.name for column in every):
        (column,) = (column for column in every if column.game.name == game)
        if not column.game.options:
            continue
        yield ""
        yield f"### {column.game.title}"
        yield ""
        yield "| option | rule | becomes |"
        yield "|---|---|---|"
        changed = [
            (name, row, text)
            for row, cell in zip(ROWS, cells(column), strict=True)
            for name, text in cell.changes.items()
        ]
        for option in column.game.options:
            rows = [(row, text) for name, row, text in changed if name == option]
            for place, (row, text) in enumerate(rows):
                yield f"| {f'`{option}`' if place == 0 else ''} | {row.title} | {text} |"
            if not rows:
                yield f"| `{option}` | | {column.game.options[option].says} |"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"games: {len(ROWS)} rows, {len(columns())} columns, in {PAGE.name}")


if __name__ == "__main__":
    main()
