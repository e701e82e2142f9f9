"""Write docs/games.md, the games side by side: ``make grid``, or ``python -m scripts.games_page``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from canasta.rules.load import documents, games
from canasta.rules.source import OWN_DOCUMENTS, Source
from scripts import grid_melds, grid_table
from scripts.grid import MARKS, ROWS, Cell, Column, cells

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "games.md"

ROWS_FROM: Final = (grid_table, grid_melds)
"""The modules whose rows are in `ROWS`."""

COLUMNS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("NEWC", "new-canasta", ()),
    ("HFC", "hand-and-foot", ()),
    ("HKF", "hand-knee-and-foot", ()),
    ("PONY", "ponytail", ()),
    ("PENN", "pennies-from-heaven", ()),
    ("HOY2", "hoyle-two-player", ()),
    ("EVANS", "classic", ("evans",)),
    ("BLOG", "substance-of-living", ()),
    ("EARL", "hand-and-foot-earl", ()),
    ("C004", "classic", ("garbled",)),
    ("HFW", "hand-and-foot-whitnack", ()),
)
"""The columns: code, game, options. Any other game has a column of its name behind them."""

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

CHANGED: Final = "°"


def columns() -> list[Column]:
    """The columns whose game, with its options, there is."""
    known = games()
    named = {name for _, name, _ in COLUMNS}
    return [
        Column(code, known[name], options)
        for code, name, options in (*COLUMNS, *((name, name, ()) for name in known if name not in named))
        if name in known and set(options) <= set(known[name].options)
    ]


def page() -> str:
    """The whole page."""
    every = columns()
    found = {column.code: cells(column) for column in every}
    cited = sorted({source.document for each in found.values() for cell in each for source in cell.sources})
    keys = {key: number for number, key in enumerate((key for key in cited if key not in OWN_DOCUMENTS), 1)}
    return "\n".join([*_head(every, keys), *_tables(every, found, keys), *_options(every)]) + "\n"


def _head(every: list[Column], keys: dict[str, int]) -> Iterator[str]:
    yield "# The games side by side"
    yield ""
    yield "`make grid` writes this page from the rule files, and a test compares them. If a value depends on the number of"
    yield "players, the numbers are in brackets. The mark in a cell shows where its values come from: **s** stated by a document,"
    yield "**r** recovered from another document because the game's own text is damaged, **i** inferred from other rules, **?** one"
    yield "of several possible readings, **d** a default because no document says. The number after the mark is the document's."
    yield f"**{CHANGED}** means that an option changes the cell; see [what options change](#what-options-change) below."
    yield "`canasta rules GAME` shows the rules of a game in sentences."
    yield ""
    yield "| column | game |"
    yield "|---|---|"
    for column in every:
        options = f", option {', '.join(f'`{name}`' for name in column.options)}" if column.options else ""
        yield f"| {column.code} | {column.game.title} (`{column.game.name}`{options}) |"
    yield ""
    known = documents()
    for key, number in keys.items():
        document = known[key]
        title = f"[{document.title}]({document.address})" if document.address else document.title
        yield f"{number}. {document.author}: {title}"


def _tables(every: list[Column], found: dict[str, list[Cell]], keys: dict[str, int]) -> Iterator[str]:
    for place, (first, heading) in enumerate(SECTIONS):
        end = SECTIONS[place + 1][0] if place + 1 < len(SECTIONS) else len(ROWS) + 1
        yield ""
        yield f"## {heading}"
        yield ""
        yield f"| # | | {' | '.join(column.code for column in every)} |"
        yield "|---" * (len(every) + 2) + "|"
        for row in ROWS[first - 1 : end - 1]:
            texts = [_cell(found[column.code][row.number - 1], keys) for column in every]
            yield f"| {row.number} | {row.title} | {' | '.join(texts)} |"


def _cell(cell: Cell, keys: dict[str, int]) -> str:
    marks = list(dict.fromkeys(_mark(source, keys) for source in cell.sources))
    above = " ".join([*marks, *([CHANGED] if cell.changes else [])])
    return f"{cell.text} <sup>{above}</sup>" if above else cell.text


def _mark(source: Source, keys: dict[str, int]) -> str:
    return f"{MARKS[source.status]}{keys.get(source.document, '')}"


def _options(every: list[Column]) -> Iterator[str]:
    yield ""
    yield "## What options change"
    for game in dict.fromkeys(column.game.name for column in every):
        (column,) = {column.game.name: Column("", column.game) for column in every if column.game.name == game}.values()
        if not column.game.options:
            continue
        yield ""
        yield f"### {column.game.title}"
        yield ""
        yield "| option | # | | becomes |"
        yield "|---|---|---|---|"
        changed = [
            (name, row, text)
            for row, cell in zip(ROWS, cells(column), strict=True)
            for name, text in cell.changes.items()
        ]
        for option in column.game.options:
            rows = [(row, text) for name, row, text in changed if name == option]
            for place, (row, text) in enumerate(rows):
                yield f"| {f'`{option}`' if place == 0 else ''} | {row.number} | {row.title} | {text} |"
            if not rows:
                yield f"| `{option}` | | | {column.game.options[option].says} |"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"games: {len(ROWS)} rows, {len(columns())} columns, in {PAGE.name}")


if __name__ == "__main__":
    main()
