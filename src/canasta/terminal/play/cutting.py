"""The exact cut: a dealer cuts cards off the deck, and earns points if they are just enough."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from canasta.base.events import DeckCut
from canasta.deal.match import Match
from canasta.session.fairness import seeded_landing
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.commands import COMMANDS
from canasta.terminal.play.seating import Seating
from canasta.wording.announcements import cut_line, cutting_line


def cut_stack(
    match: Match, seating: Seating, dialog: Dialog, seed: int, note: Callable[[DeckCut], object] | None = None
) -> None:
    """Let the dealers of the next deal cut the deck; *note* hears of each cut before anyone else does."""
    for seat, target in match.cutters():
        aim = target
        if seat in seating.people:
            aim = _asked(match, seating, dialog, seat, target)
        cut = match.cut(seat, seeded_landing(seed, match.number, seat, aim, match.rules))
        if note:
            note(cut)
        dialog.say(cut_line(cut, match.rules.procedures.exact_cut, seating.shared))


def _asked(match: Match, seating: Seating, dialog: Dialog, seat: int, target: int) -> int:
    """Return how many cards the person in *seat* means to lift. Raises `Leave`."""
    rules = match.rules
    first = seat == match.dealer
    dialog.say(cutting_line(seat, target, rules, seating.shared, first=first), _stack(dialog.width))
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
