"""The draw before a match: everyone draws a card, and the cards say who plays with whom and who deals."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from canasta.base.english import listed
from canasta.base.events import SeatsDrawn
from canasta.deal.seat_draw import draw_deck, draw_seats
from canasta.rules.groups import Rules
from canasta.rules.words.table import SEATS
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.seating import Seating
from canasta.terminal.style import card, label
from canasta.wording.names import Names

_PACK: Final = 52


def draw_places(
    rules: Rules, seating: Seating, dialog: Dialog, seed: int, keeper: int | None
) -> tuple[Seating, SeatsDrawn]:
    """Let everyone draw, and show what comes of it; returns the players in their new places, and the draw.

    Raises `Leave` at the end of the input, and `ValueError` if seats are as agreed.
    """
    drawn = draw_seats(rules, draw_deck(seed), keeper)
    names = seating.shared
    dialog.say(Text(), label(SEATS[rules.procedures.seats].stakes, "bold"), _spread(dialog.width))
    if drawn.keeper is not None and drawn.keeper not in drawn.order:
        keeps = names.doing(drawn.keeper, "keep")
        dialog.say(Text(f"{keeps} the score and {'draw' if keeps == 'You keep' else 'draws'} no card."))
    for number, cards in enumerate(drawn.rounds):
        if number:
            again = listed(names.player(player, begins=not at) for at, (player, _) in enumerate(cards))
            dialog.say(Text(f"{again} draw again because their cards tied."))
        for player, face in cards:
            if player in seating.people:
                whom = "" if names.viewer == player else f"{names.player(player)}: "
                dialog.ask(f"{whom}Press Enter to draw a card. ")
            dialog.say(label(f" {names.player(player)} ", "bold").append("drew ").append_text(card(face)).append("."))
    moved = seating.moved(drawn.players)
    dialog.say(*_outcome(rules, drawn, moved.shared))
    if dialog.clears and seating.people:
        dialog.ask(f"Press Enter for the first {rules.words.deal}. ")
    return moved, drawn


def _spread(width: int) -> Text:
    """The pack face down, spread out."""
    return Text(" ").append("▒" * min(_PACK, width - 2), style="green")


def _outcome(rules: Rules, drawn: SeatsDrawn, names: Names) -> list[Text]:
    """Who plays with whom, how they sit, and who deals first, in the names of the new seats."""
    lines = []
    if rules.procedures.seats == "draw for partners":
        if rules.sides < rules.seats:
            own = max(names.viewer, 0) % rules.sides
            sides = sorted(range(rules.sides), key=lambda side: side != own)
            lines.append(Text(" against ".join(names.side(side, rules.sides) for side in sides) + "."))
        around = ((max(names.viewer, 0) + step) % rules.seats for step in range(rules.seats))
        lines.append(Text(f"Round the table, clockwise: {', '.join(map(names.player, around))}."))
    return [*lines, label(f"{names.doing(drawn.dealer, 'deal')} first.", "bold")]
