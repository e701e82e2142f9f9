"""The draw before a match: everyone draws a card, and the cards say who plays with whom and who deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from canasta.base.events import SeatsDrawn
from canasta.rules.dealers import score_keeper
from canasta.session import acts
from canasta.session.folding_match import Happening
from canasta.session.notices import Notice
from canasta.terminal.play.sitting import Sitting
from canasta.terminal.style import render_line
from canasta.wording.seat_draw import drew_line, keeper_line, places_lines, stakes_line, tie_line

_PACK: Final = 52


def draw_places(sitting: Sitting) -> Sequence[Happening]:
    """Let everyone draw the next card, and show what comes of it; returns what happened with the last card.

    Raises `Leave` at the end of the input.
    """
    dialog, state = sitting.dialog, sitting.state
    rules, seating = state.rules, sitting.seating
    names = seating.shared
    dialog.say(Text(), stakes_line(rules), _spread(dialog.width))
    keeper = score_keeper(rules, state.score_keeper)
    if keeper is not None and keeper not in state.to_draw():
        dialog.say(keeper_line(keeper, names))
    happened: Sequence[Happening] = ()
    while sitting.state.phase == "drawing":
        player = sitting.state.to_draw()[0]
        if player in seating.people:
            whom = "" if names.viewer == player else f"{names.player(player)}: "
            dialog.wait(f"{whom}Press Enter to draw a card. ")
            happened = sitting.do(player, acts.DrawCard(len(sitting.state.picks) + 1))
        else:
            happened = sitting.run_due()
        for each in happened:
            if isinstance(each, Notice) and each.what == "picked":
                dialog.say(Text(" ").append_text(render_line(drew_line(player, each.face, names))))
            elif isinstance(each, Notice) and each.what == "draw-again":
                dialog.say(tie_line(sitting.state.rounds()[-1], names))
            elif isinstance(each, SeatsDrawn):
                dialog.say(*places_lines(rules, each.dealer, sitting.seating.shared))
    if dialog.clears and seating.people:
        dialog.wait(f"Press Enter for the first {rules.words.deal}. ")
    return happened


def _spread(width: int) -> Text:
    """Return the pack face down, spread out."""
    return Text(" ").append("▒" * min(_PACK, width - 2), style="green")
