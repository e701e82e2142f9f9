"""A fair deck: it is promised before anyone gives a number, and shown afterwards that it came from both."""

from __future__ import annotations

from secrets import randbits
from typing import Final

from rich.text import Text

from canasta.base.shuffle import LARGEST_SEED
from canasta.session.folding_match import Happening
from canasta.session.notices import Notice
from canasta.terminal.play.commands import COMMANDS
from canasta.terminal.play.sitting import Sitting

_BITS: Final = 53


def agree_on_deck(sitting: Sitting) -> list[Happening]:
    """Let the deck be promised, and everyone give a number for it, if the table wants that; return what happened.

    Raises `Leave` at the end of the input.
    """
    happened: list[Happening] = []
    while sitting.state.phase in {"promising", "numbers"}:
        state = sitting.state
        given = state.shuffle.numbers if state.shuffle is not None else {}
        waiting = [seat for seat in sorted(state.everyone) if seat not in given]
        if state.phase == "promising" or not waiting:
            now = sitting.run_due()
        else:
            number = _asked(sitting, waiting[0]) if sitting.asks_numbers else randbits(_BITS)
            now = sitting.give_number(waiting[0], number)
        for each in now:
            if isinstance(each, Notice) and each.what == "promised" and sitting.asks_numbers:
                sitting.dialog.say(Text(f"The deck is promised: {each.text}", style="dim"))
        happened += now
    return happened


def _asked(sitting: Sitting, seat: int) -> int:
    """Return the number that the person in *seat* gives. Raises `Leave`."""
    dialog, names = sitting.dialog, sitting.seating.shared
    whom = "" if names.viewer == seat else f"{names.player(seat)}: "
    leave = COMMANDS["quit"]
    while True:
        answer = dialog.ask(f"{whom}Give any number for the shuffle, or press Enter for one by chance: ")
        if not answer:
            return randbits(_BITS)
        if answer.isdecimal() and int(answer) <= LARGEST_SEED:
            return int(answer)
        if answer.lower() in (leave.name, *leave.others):
            dialog.leave()
            continue
        dialog.say(f"Type a whole number from 0 to {LARGEST_SEED}.")
