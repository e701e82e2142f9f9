"""A position drawn as a table of cards: with every card, or as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from canasta.base.cards import Face
from canasta.base.english import listed, several
from canasta.deal.deal import Deal
from canasta.deal.reporting import ENDINGS
from canasta.deal.view import View, view
from canasta.engine.position import ALLOWED, LIFTED, NOWHERE, OVER, PILE, TO_ANSWER, UNASKED, Position
from canasta.notation.positions.rules_field import rules_words
from canasta.rules.groups import Rules
from canasta.terminal.style import card_row, hand_row, label
from canasta.terminal.table_screen import Frame, choice_lines, hand_lines, others, pile_line, sides, sorted_hand
from canasta.wording.names import Names
from canasta.wording.pile_state import pile_state

_NEXT: Final = 20
"""How many cards of the stock are shown."""

_ENDS: Final = {
    "stock": "the stock was empty",
    "lap": "the last lap was played",
    "pile": "nobody took the pile when the stock was empty",
}


def draw_position(of: Deal | View, width: int, *, plain: bool) -> RenderableType:
    """The table of *of* for a window of *width* columns; of a `View` only what its seat may know."""
    names = Names(tuple(f"Seat {seat + 1}" for seat in range(of.rules.seats)))
    frame = Frame(number=0, totals=(), plain=plain)
    top = [_heading(of.rules), *(Text(line) for line in moment(of.position, names))]
    parts = _seen(of, names, frame, width) if isinstance(of, View) else _whole(of, names, frame, width)
    return Group(*top, *parts)


def _heading(rules: Rules) -> Text:
    text = label(rules.title, "bold").append(f" · {rules.seats} players")
    differences = rules_words(rules)[3:]
    if differences:
        text.append(" · with " + " ".join(differences), style="dim")
    return text


def moment(p: Position, names: Names) -> list[str]:
    """What is happening, in sentences."""
    who = names.player(p.turn)
    if p.phase == OVER:
        how = ENDINGS[p.ended]
        why = _ENDS.get(how, f"{names.player(p.out).lower()} went out{' concealed' if p.concealed else ''}")
        return [f"The deal is over: {why}."]
    done = "is to draw" if p.source == NOWHERE else "has taken the pile" if p.source == PILE else "has drawn"
    lines = [f"{who} {done}."]
    if p.staging:
        needed = p.minimum(p.side_of(p.turn))
        lines.append(f"The opening is not complete yet: it is worth {p.staged}, and {needed} are needed.")
    if p.lift == LIFTED and p.source == NOWHERE:
        lines.append(f"{who} has lifted the top card.")
    if p.phase == TO_ANSWER:
        lines.append(f"{who} has asked {names.player(p.asked_seat).lower()}: may I go out?")
    elif p.asked != UNASKED:
        lines.append(f"{names.player(p.asked_seat)} has said {'yes' if p.asked == ALLOWED else 'no'} to going out.")
    if p.out >= 0:
        lines.append(f"{names.player(p.out)} has gone out; play continues until the turn comes back around.")
    if p.lap >= 0:
        lines.append(f"This is the last lap: {p.lap} more {'turn' if p.lap == 1 else 'turns'} after this one.")
    return lines


def _seen(seen: View, names: Names, frame: Frame, width: int) -> list[RenderableType]:
    """The table as a player sees it during the game."""
    names = names.seen_by(seen.seat)
    parts: list[RenderableType] = [Text(), others(seen, names, width)]
    for seat, known in enumerate(seen.known):
        if known and seat != seen.seat:
            faces = sorted_hand([face for face, number in known for _ in range(number)], "rank")
            text = label(f"{names.player(seat)} holds ", "dim")
            parts.append(Padding(text.append_text(card_row(faces)).append(", as everyone knows"), (0, 0, 0, 1)))
    parts += [sides(seen, names, frame, width), Text(), pile_line(seen)]
    parts += _row("Pile, from the top", seen.pile[::-1])
    parts += _row("Turned up and put back into the stock", seen.returned)
    if seen.seat >= 0:
        parts += [Text(), hand_lines(seen, frame)]
    if seen.legal:
        parts += [Text(), choice_lines(seen, names)]
    return parts


def _whole(deal: Deal, names: Names, frame: Frame, width: int) -> list[RenderableType]:
    """The table with all cards face up."""
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
    parts: list[RenderableType] = [Text(), hands, sides(onlooker, names, frame, width), Text(), pile_line(onlooker)]
    states = _pile_states(deal, names)
    if states:
        parts.append(Padding(Text(states, style="yellow"), (0, 0, 0, 1)))
    parts += _row("Pile, from the top", tabletop.pile[::-1])
    parts += _row("Stock, from the top", tabletop.deck[tabletop.drawn :])
    return parts


def _pile_states(deal: Deal, names: Names) -> str:
    """How the pile stands for the side of each player, told together where it is the same for all."""
    states = [pile_state(deal.rules, deal.position, side) for side in range(deal.rules.sides)]
    if len(set(states)) == 1:
        return f"The pile is {states[0]}." if states[0] else ""
    whose = [names.side(side, deal.rules.sides) for side, state in enumerate(states) if state]
    return f"The pile is frozen for {listed(whose)}."


def _row(title: str, faces: Sequence[Face]) -> list[RenderableType]:
    """A row of cards below its title; of many only the first."""
    if len(faces) < 2:
        return []
    text = label(f"{title}: ", "dim").append_text(card_row(faces[:_NEXT]))
    if len(faces) > _NEXT:
        text.append(f" and {several(len(faces) - _NEXT, 'card')} more", style="dim")
    return [Padding(text, (0, 0, 0, 1))]
