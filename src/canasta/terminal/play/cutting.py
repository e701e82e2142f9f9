"""The exact cut: a dealer cuts cards off the deck, and earns points if they are just enough."""

from __future__ import annotations

from rich.text import Text

from canasta.base.events import DeckCut
from canasta.session import acts
from canasta.terminal.play.commands import COMMANDS
from canasta.terminal.play.sitting import Sitting
from canasta.wording.announcements import cut_line, cutting_line


def cut_deck(sitting: Sitting) -> None:
    """Let the dealers of the next deal cut the deck, one after another, if the game has that. Raises `Leave`."""
    while sitting.state.phase == "cutting":
        seat, target = sitting.match.cutters()[0]
        if sitting.plays(seat):
            happened = sitting.do(seat, acts.Cut(_asked(sitting, seat, target)))
        else:
            happened = sitting.run_due()
        bonus = sitting.match.rules.procedures.exact_cut
        cuts = [each for each in happened if isinstance(each, DeckCut)]
        sitting.dialog.say(*(cut_line(cut, bonus, sitting.seating.shared) for cut in cuts))


def _asked(sitting: Sitting, seat: int, target: int) -> int:
    """Return how many cards the person in *seat* means to cut. Raises `Leave`."""
    match, dialog = sitting.match, sitting.dialog
    rules = match.rules
    first = seat == match.dealer
    dialog.say(cutting_line(seat, target, rules, sitting.seating.shared, first=first), _stack(dialog.width))
    while True:
        answer = dialog.ask("How many cards do you want to cut? ")
        if answer.isdecimal() and 0 < int(answer) < rules.cards:
            return int(answer)
        leave = COMMANDS["quit"]
        if answer.lower() in (leave.name, *leave.others):
            dialog.leave()
            continue
        dialog.say(f"Type a number from 1 to {rules.cards - 1}, such as {target}.")


def _stack(width: int) -> Text:
    """Return the stack from the side, without a mark on it."""
    return Text(" ").append("█" * min(60, width - 2), style="green")
