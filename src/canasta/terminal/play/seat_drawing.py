"""The draw before a match: everyone draws a card, and the cards say who plays with whom and who deals."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from canasta.base.events import SeatsDrawn
from canasta.deal.seat_draw import draw_deck, draw_seats
from canasta.rules.groups import Rules
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.seating import Seating
from canasta.terminal.style import render_line
from canasta.wording.seat_draw import drew_line, keeper_line, places_lines, stakes_line, tie_line

_PACK: Final = 52


def draw_places(
    rules: Rules, seating: Seating, dialog: Dialog, seed: int, keeper: int | None
) -> tuple[Seating, SeatsDrawn]:
    """Let everyone draw, and show what comes of it; returns the players in their new places, and the draw.

    Raises `Leave` at the end of the input, and `ValueError` if seats are as agreed.
    """
    drawn = draw_seats(rules, draw_deck(seed), keeper)
    names = seating.shared
    dialog.say(Text(), stakes_line(rules), _spread(dialog.width))
    keeps = keeper_line(drawn, names)
    if keeps:
        dialog.say(keeps)
    for number, cards in enumerate(drawn.rounds):
        if number:
            dialog.say(tie_line((player for player, _ in cards), names))
        for player, face in cards:
            if player in seating.people:
                whom = "" if names.viewer == player else f"{names.player(player)}: "
                dialog.wait(f"{whom}Press Enter to draw a card. ")
            dialog.say(Text(" ").append_text(render_line(drew_line(player, face, names))))
    moved = seating.moved(drawn.players)
    dialog.say(*places_lines(rules, drawn.dealer, moved.shared))
    if dialog.clears and seating.people:
        dialog.wait(f"Press Enter for the first {rules.words.deal}. ")
    return moved, drawn


def _spread(width: int) -> Text:
    """Return the pack face down, spread out."""
    return Text(" ").append("▒" * min(_PACK, width - 2), style="green")
