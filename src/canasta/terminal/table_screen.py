"""The table as one player sees it: others, melds, pile, what happened, the own hand, what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from canasta.base.cards import KIND_OF, Face, sort_key
from canasta.base.sheets import amount
from canasta.deal.view import MeldView, View
from canasta.engine.count import laid_points
from canasta.engine.position import OVER
from canasta.notation.choices import choices
from canasta.terminal.style import Row, canasta_row, hand_row, label, meld_row, render_line
from canasta.wording.choices import short_choices
from canasta.wording.names import Names, canastas_of_class
from canasta.wording.state import (
    contract_line,
    hand_line,
    match_line,
    opening_line,
    opening_need,
    pile_line,
    player_line,
    question_line,
    red_threes_line,
    reserves_line,
    stock_line,
)

_PANEL: Final = 34
"""Columns that the melds of a side want, two sides beside each other."""
_NARROW_PANEL: Final = 24


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the cards: the match so far, what happened since, and how the hand is sorted."""

    number: int
    totals: tuple[int, ...]
    since: tuple[Text, ...] = ()
    fresh: tuple[Face, ...] = ()
    order: str = "rank"
    plain: bool = False
    tight: bool = False
    """Without empty lines, for a window with few rows."""


def draw_table(seen: View, names: Names, frame: Frame, width: int) -> RenderableType:
    """Return the whole screen of the seat of *seen*, for a window of *width* columns."""
    gap = [] if frame.tight else [Text()]
    parts: list[RenderableType] = [heading(seen, names, frame)]
    if not frame.plain:
        parts.append(Rule(style="dim"))
    parts += [others(seen, names, width), *([] if frame.plain else gap), sides(seen, names, frame, width)]
    parts += [*gap, table_line(seen)]
    if frame.since:
        parts += [*gap, *(Padding(line, (0, 0, 0, 1)) for line in frame.since)]
    if seen.seat >= 0:
        parts += [*gap, hand_lines(seen, frame)]
    if seen.legal:
        parts += [*gap, choice_lines(seen, names)]
    return Group(*parts)


def heading(seen: View, names: Names, frame: Frame) -> Text:
    """Game, deal and totals, in a line."""
    return render_line(match_line(seen.rules, frame.number, frame.totals, names))


def others(seen: View, names: Names, width: int) -> RenderableType:
    """Return the other players, how many cards they hold and what they have not picked up, as many in a line as fit."""
    seats = [(seen.seat + step) % seen.rules.seats for step in range(1, seen.rules.seats)]
    if seen.seat < 0:
        seats = list(range(seen.rules.seats))
    cells = [_player(seen, names, seat) for seat in seats]
    return _flow(cells, width)


def _player(seen: View, names: Names, seat: int) -> Text:
    waiting = seat == seen.actor and seen.position.phase != OVER
    return Text("▸" if waiting else " ").append_text(render_line(player_line(seen, seat, names)))


def _flow(cells: Sequence[Text], width: int) -> RenderableType:
    """*cells* in columns of equal width, as many as fit."""
    if not cells:
        return Text()
    widest = max(cell.cell_len for cell in cells) + 2
    columns = max(1, min(len(cells), width // widest))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column()
    for at in range(0, len(cells), columns):
        grid.add_row(*cells[at : at + columns])
    return grid


def sides(seen: View, names: Names, frame: Frame, width: int) -> RenderableType:
    """Return what every side has on the table, the own side first."""
    order = sorted(range(seen.rules.sides), key=lambda side: (seen.seat >= 0 and side != seen.side, side))
    panels = [side_panel(seen, names, side) for side in order]
    wanted = _PANEL if seen.rules.sides <= 2 else _NARROW_PANEL
    most = 1 if frame.plain else max(1, width // wanted)
    rows = -(-len(panels) // most)
    columns = -(-len(panels) // rows)
    above = 0 if frame.tight else 1
    if columns == 1:
        first = above if frame.plain else 0
        return Group(*(Padding(panel, (above if at else first, 0, 0, 1)) for at, panel in enumerate(panels)))
    grid = Table.grid(expand=True, padding=(above, 2, 0, 1))
    for _ in range(columns):
        grid.add_column(ratio=1)
    for at in range(0, len(panels), columns):
        grid.add_row(*panels[at : at + columns])
    return grid


def side_panel(seen: View, names: Names, side: int) -> RenderableType:
    """Return one side: its name, canastas by class, open melds, red threes, and what it lacks to open or to go out."""
    own = seen.seat >= 0 and side == seen.side
    title = label(names.side(side, seen.rules.sides), "bold underline" if own else "underline")
    points = laid_points(seen.position)[side]
    lines: list[RenderableType] = [title.append(f" · {amount(points)} so far", style="dim") if points else title]
    melds = seen.melds_of(side)
    lines += _canastas(seen, [meld for meld in melds if meld.sort >= 0])
    open_melds = [meld for meld in melds if meld.sort < 0]
    if open_melds:
        ranks = [meld.rank for meld in open_melds]
        rows = [meld_row(meld, numbered=ranks.count(meld.rank) > 1) for meld in open_melds]
        lines.append(Row(rows, "   "))
    said = [opening_need(seen, side), red_threes_line(seen, side), contract_line(seen, side) if own else ()]
    return Group(*lines, *(render_line(each) for each in said if each))


def _canastas(seen: View, finished: Iterable[MeldView]) -> list[Row]:
    """Return a line for each class of canasta: ``clean canastas: K, Q``; specials of one rank are only counted."""
    lines = []
    for sort, group in groupby(sorted(finished, key=lambda meld: (meld.sort, -meld.rank)), key=lambda meld: meld.sort):
        melds = list(group)
        first, *rest = (canasta_row(meld, grows=seen.rules.meld.grows) for meld in melds)
        what = canastas_of_class(seen.rules, sort, len(melds))
        lines.append(Row([label(f"{what}: ", "green").append_text(first), *rest], ", "))
    return lines


def table_line(seen: View) -> Text:
    """Return the pile, the stock, and the reserves that wait, in a line."""
    said = (pile_line(seen), stock_line(seen), reserves_line(seen))
    return Text("   ").join(render_line(each) for each in said if each)


def sorted_hand(hand: Sequence[Face], order: str) -> list[Face]:
    """*hand* by rank, by suit, or as the cards came."""
    if order == "suit":
        return sorted(hand, key=lambda face: (KIND_OF[face] <= 1, (face - 1) // 13, sort_key(face)))
    return sorted(hand, key=sort_key) if order == "rank" else list(hand)


def hand_lines(seen: View, frame: Frame) -> RenderableType:
    """Return the own hand, its number, the new cards underlined."""
    row = hand_row(sorted_hand(seen.hand, frame.order), frame.fresh) if seen.hand else Text("no cards")
    return Group(render_line(hand_line(seen)), Padding(row, (0, 0, 0, 1)))


def choice_lines(seen: View, names: Names) -> RenderableType:
    """Return what may be done now."""
    said = (question_line(seen.position, names), opening_line(seen.position, seen.seat))
    now = label("Now ", "bold").append_text(Text(" · ").join(map(render_line, short_choices(choices(seen)))))
    return Group(*(render_line(each) for each in said if each), now)
