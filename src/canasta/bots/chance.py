"""`Chance`: a bot that takes any legal step, each as likely as the others."""

from __future__ import annotations

from random import Random
from typing import Final

from canasta.base.misuse import public
from canasta.bots.bot import Step, check_asked
from canasta.deal.view import View


class Chance:
    """Plays at random: something to measure others against, and a way to reach every corner of the rules."""

    name: Final = "chance"
    version: Final = "1"

    __slots__ = ("_dice", "seat")

    def __init__(self, seat: int, dice: Random) -> None:
        self.seat = seat
        self._dice = dice

    @public
    def choose(self, view: View) -> Step:
        """Return any of the legal steps."""
        check_asked(view)
        return self._dice.choice(view.legal)
