"""A position drawn as a table of cards: with every card, or as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from canasta.base.cards import Face
from canasta.base.english import several
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.position import OVER
from canasta.notation.positions.rules_field import rules_words
from canasta.rules.groups import Rules
from canasta.terminal.style import card_row, hand_row, label, render_line
from canasta.terminal.table_screen import Frame, choice_lines, hand_lines, others, sides, sorted_hand, table_line
from canasta.wording.names import Names
from canasta.wording.state import known_line, pile_states_line, turn_lines

_NEXT: Final = 20
"""How many cards of the stock are shown."""


def draw_position(of: Deal | View, width: int, *, plain: bool) -> RenderableType:
    """Return the table of *of* for a window of *width* columns; of a `View` only what its seat may know."""
    names = Names.of_seats(of.rules.seats)
    frame = Frame(number=0, totals=(), plain=plain)
    top = [_heading(of.rules), *map(render_line, turn_lines(of.rules, of.position, names))]
    parts = _seen(of, names, frame, width) if isinstance(of, View) else _whole(of, names, frame, width)
    return Group(*top, *parts)


def _heading(rules: Rules) -> Text:
    text = label(rules.title, "bold").append(f" · {rules.seats} players")
    differences = rules_words(rules)[3:]
    if differences:
        text.append(" · with " + " ".join(differences), style="dim")
    return text


def _seen(seen: View, names: Names, frame: Frame, width: int) -> list[RenderableType]:
    """Return the table as a player sees it during the game."""
    names = names.seen_by(seen.seat)
    parts: list[RenderableType] = [Text(), others(seen, names, width)]
    known = (known_line(seen, seat, names) for seat in range(seen.rules.seats) if seat != seen.seat)
    parts += [Padding(render_line(each), (0, 0, 0, 1)) for each in known if each]
    parts += [sides(seen, names, frame, width), Text(), table_line(seen)]
    parts += _row("Pile, from the top", seen.pile[::-1])
    parts += _row("Turned up and put back into the stock", seen.returned)
    if seen.seat >= 0:
        parts += [Text(), hand_lines(seen, frame)]
    if seen.legal:
        parts += [Text(), choice_lines(seen, names)]
    return parts


def _whole(deal: Deal, names: Names, frame: Frame, width: int) -> list[RenderableType]:
    """Return the table with all cards face up."""
    p, tabletop = deal.position, deal.tabletop
    onlooker = view(deal, -1)
    hands = Table.grid(padding=(0, 2, 0, 0))
    hands.add_column(no_wrap=True)
    hands.add_column()
    for seat, hand in enumerate(tabletop.hands):
        text = Text("▸" if seat == p.actor and p.phase != OVER else " ")
        text.append(names.player(seat), style="bold").append(f" ({len(hand)})")
        hands.add_row(text, hand_row(sorted_hand(hand, "rank")) if hand else Text("no cards"))
        for index in range(p.taken(seat), p.rule_table.reserves):
            packet = sorted_hand(tabletop.reserve(p, seat, index), "rank")
            text = Text(f"   {deal.rules.reserves[index].name} ({len(packet)})", style="dim")
            hands.add_row(text, hand_row(packet))
    parts: list[RenderableType] = [Text(), hands, sides(onlooker, names, frame, width), Text(), table_line(onlooker)]
    states = pile_states_line(deal.rules, p, names)
    if states:
        parts.append(Padding(render_line(states), (0, 0, 0, 1)))
    parts += _row("Pile, from the top", tabletop.pile[::-1])
    parts += _row("Stock, from the top", tabletop.deck[tabletop.drawn :])
    return parts


def _row(title: str, faces: Sequence[Face]) -> list[RenderableType]:
    """Return a row of cards below its title; of many only the first."""
    if len(faces) < 2:
        return []
    text = label(f"{title}: ", "dim").append_text(card_row(faces[:_NEXT]))
    if len(faces) > _NEXT:
        text.append(f" and {several(len(faces) - _NEXT, 'card')} more", style="dim")
    return [Padding(text, (0, 0, 0, 1))]
