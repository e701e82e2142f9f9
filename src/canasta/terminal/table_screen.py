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
from canasta.base.english import listed, several
from canasta.base.sheets import amount
from canasta.deal.view import MeldView, View
from canasta.engine.position import OVER, TO_ANSWER
from canasta.engine.rule_table import BLACK
from canasta.notation.choices import choices
from canasta.terminal.style import canasta_row, card, card_row, hand_row, label, meld_row, render_line
from canasta.wording.choices import opening_note, short_choices
from canasta.wording.contract import missing_canastas
from canasta.wording.names import Names, canasta_class
from canasta.wording.pile_state import pile_state

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
    """The whole screen of the seat of *seen*, for a window of *width* columns."""
    gap = [] if frame.tight else [Text()]
    parts: list[RenderableType] = [heading(seen, names, frame)]
    if not frame.plain:
        parts.append(Rule(style="dim"))
    parts += [others(seen, names, width), *([] if frame.plain else gap), sides(seen, names, frame, width)]
    parts += [*gap, pile_line(seen)]
    if frame.since:
        parts += [*gap, *(Padding(line, (0, 0, 0, 1)) for line in frame.since)]
    if seen.seat >= 0:
        parts += [*gap, hand_lines(seen, frame)]
    if seen.legal:
        parts += [*gap, choice_lines(seen, names)]
    return Group(*parts)


def heading(seen: View, names: Names, frame: Frame) -> Text:
    """Game, deal and totals, in a line."""
    rules = seen.rules
    text = label(rules.title, "bold")
    text.append(f" · {rules.words.deal} {frame.number}")
    if rules.match.deals:
        text.append(f" of {rules.match.deals}")
    elif rules.match.target:
        text.append(f", to {amount(rules.match.target)}")
    if any(frame.totals):
        totals = [f"{names.side(side, rules.sides)} {amount(total)}" for side, total in enumerate(frame.totals)]
        text.append(" · " + " · ".join(totals), style="dim")
    return text


def others(seen: View, names: Names, width: int) -> RenderableType:
    """The other players, how many cards they hold and what they have not picked up, as many in a line as fit."""
    seats = [(seen.seat + step) % seen.rules.seats for step in range(1, seen.rules.seats)]
    if seen.seat < 0:
        seats = list(range(seen.rules.seats))
    cells = [_player(seen, names, seat) for seat in seats]
    return _flow(cells, width)


def _player(seen: View, names: Names, seat: int) -> Text:
    waiting = seat == seen.actor and seen.position.phase != OVER
    text = Text("▸" if waiting else " ")
    text.append(names.player(seat), style="bold")
    if seen.seat >= 0 and seat % seen.rules.sides == seen.side and seat != seen.seat:
        text.append(" (partner)", style="dim")
    text.append(f" {several(seen.hand_sizes[seat], 'card')}")
    left = seen.reserves_left[seat]
    if left:
        names_left = [reserve.name for reserve in seen.rules.reserves[len(seen.rules.reserves) - left :]]
        text.append(" + " + " + ".join(names_left))
    return text


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
    """What every side has on the table, the own side first."""
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
    """One side: its name, canastas by class, open melds, red threes, and what it lacks to open or to go out."""
    rules = seen.rules
    own = seen.seat >= 0 and side == seen.side
    lines = [label(names.side(side, rules.sides), "bold underline" if own else "underline")]
    melds = seen.melds_of(side)
    lines += _canastas(seen, [meld for meld in melds if meld.sort >= 0])
    open_melds = [meld for meld in melds if meld.sort < 0]
    if open_melds:
        ranks = [meld.rank for meld in open_melds]
        rows = [meld_row(meld, numbered=ranks.count(meld.rank) > 1) for meld in open_melds]
        lines.append(Text("   ").join(rows))
    if not seen.opened[side]:
        lines.append(Text(f"not open, needs {seen.minimums[side]}", style="dim"))
    if seen.red_threes[side]:
        lines.append(label("red threes ", "dim").append_text(card_row(seen.red_threes[side])))
    lacks = missing_canastas(rules, seen.position, side) if own else ""
    if lacks:
        lines.append(Text(f"to go out: {lacks}", style="dim"))
    elif own:
        lines.append(Text("has the " + rules.words.canastas + " to go out", style="green"))
    return Group(*lines)


def _canastas(seen: View, finished: Iterable[MeldView]) -> list[Text]:
    """A line for each class of canasta: ``clean canastas: K, Q``; specials of one rank are only counted."""
    lines = []
    words = seen.rules.words
    for sort, group in groupby(sorted(finished, key=lambda meld: (meld.sort, -meld.rank)), key=lambda meld: meld.sort):
        melds = list(group)
        noun = words.canasta if len(melds) == 1 else words.canastas
        rows = Text(", ").join(canasta_row(meld, grows=seen.rules.meld.grows) for meld in melds)
        name = canasta_class(seen.rules, sort)
        what = f"{noun} of {name}: " if sort >= BLACK else f"{name} {noun}: "
        lines.append(label(what, "green").append_text(rows))
    return lines


def pile_line(seen: View) -> Text:
    """The pile and the stock."""
    text = label("Pile ", "bold")
    if seen.pile:
        text.append_text(card(seen.pile[-1]))
        below = len(seen.pile) - 1
        text.append(f" on {several(below, 'card')}" if below else " alone")
        state = pile_state(seen.rules, seen.position, seen.seat) if seen.seat >= 0 else ""
        if state:
            text.append(f", {state}", style="yellow")
    else:
        text.append("empty")
    text.append("   Stock ", style="bold")
    text.append(several(seen.stock, "card") if seen.stock else "empty", style="" if seen.stock else "yellow")
    if seen.stock and len(seen.stock_piles) > 1:
        text.append(": " + " ".join(str(pile) if pile else "–" for pile in seen.stock_piles))
    if seen.seat >= 0 and seen.reserves_left[seen.seat]:
        rules = seen.rules
        waiting = [reserve.name for reserve in rules.reserves[len(rules.reserves) - seen.reserves_left[seen.seat] :]]
        text.append(f"   Your {listed(waiting)} " + ("waits" if len(waiting) == 1 else "wait"))
    return text


def sorted_hand(hand: Sequence[Face], order: str) -> list[Face]:
    """*hand* by rank, by suit, or as the cards came."""
    if order == "suit":
        return sorted(hand, key=lambda face: (KIND_OF[face] <= 1, (face - 1) // 13, sort_key(face)))
    return sorted(hand, key=sort_key) if order == "rank" else list(hand)


def hand_lines(seen: View, frame: Frame) -> RenderableType:
    """The own hand, its number, the new cards underlined."""
    title = label(f"Your {seen.rules.words.hand}", "bold")
    title.append(f" ({len(seen.hand)})")
    row = hand_row(sorted_hand(seen.hand, frame.order), frame.fresh) if seen.hand else Text("no cards")
    return Group(title, Padding(row, (0, 0, 0, 1)))


def choice_lines(seen: View, names: Names) -> RenderableType:
    """What may be done now."""
    lines: list[RenderableType] = []
    if seen.position.phase == TO_ANSWER:
        lines.append(Text(f"{names.player(seen.turn)} asks: may I go out?", style="bold"))
    note = opening_note(seen.position, seen.seat)
    if note:
        lines.append(Text(note, style="dim"))
    text = label("Now ", "bold").append_text(Text(" · ").join(map(render_line, short_choices(choices(seen)))))
    lines.append(text)
    return Group(*lines)
