"""`Greedy`: a sound player for every game, which looks no further than its own turn.

Each legal step gets a number from a small evaluation, and the best one is taken. The evaluation reads the
rules and the view only: what canastas are worth, which of them are missing, how far the deal has gone.
"""

from __future__ import annotations

from random import Random
from typing import Final

from canasta.bots.bot import Step
from canasta.bots.discarding import discarding
from canasta.bots.ending import agreeing, asking, pays
from canasta.bots.melding import laying, topping
from canasta.bots.outlook import Outlook
from canasta.bots.piles import drawing, taking
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.going_out import barred, sure_out
from canasta.engine.play import play
from canasta.engine.position import ALLOWED, OVER
from canasta.engine.steps import NO, YES, Action

_ENDS_TURN: Final = -10_000.0
_UNWANTED: Final = -100_000.0


class Greedy:
    """Lays towards canastas, keeps wild cards for where they count, takes useful piles, goes out when it pays."""

    name: Final = "greedy"
    version: Final = "1"

    __slots__ = ("_dice", "seat")

    def __init__(self, seat: int, dice: Random) -> None:
        self.seat = seat
        self._dice = dice

    def choose(self, view: View) -> Step:
        """The best step by `rate`; chance decides between equal ones."""
        if len(view.legal) == 1:
            return view.legal[0]
        rated = rate(Outlook(view))
        best = max(rated.values())
        ties = [step for step, value in rated.items() if value == best]
        return ties[0] if len(ties) == 1 else self._dice.choice(ties)


def rate(outlook: Outlook) -> dict[int, float]:
    """What each legal step is worth; only the order of the numbers means something."""
    steps = outlook.view.legal
    if YES in steps:
        yes = agreeing(outlook)
        return {YES: float(yes), NO: float(not yes)}
    leaving = _leaving(outlook)
    if leaving:
        return leaving
    return {step: _value(outlook, outlook.rule_table.action(step)) for step in steps}


def _value(outlook: Outlook, action: Action) -> float:
    sort = action.sort
    if sort in {s.START, s.ADD}:
        gain = laying(outlook, action)
        return gain if gain > 0 or outlook.p.staging else _UNWANTED + gain
    if sort == s.DISCARD:
        return _ENDS_TURN - discarding(outlook, action.kind)
    if sort in {s.TAKE, s.TAKE_CARD}:
        return taking(outlook, action)
    if sort == s.DRAW:
        return drawing(outlook)
    if sort in {s.END, s.RESTORE}:
        return 0.0
    if sort == s.RED_CANASTA:
        return 1000.0 + topping(outlook)
    if sort in {s.OPEN, s.PICK_UP}:
        return 5000.0
    if sort == s.ASK:
        return 4000.0 if asking(outlook) else _UNWANTED
    return _UNWANTED if sort == s.LIFT else _ENDS_TURN - 100


def _leaving(outlook: Outlook) -> dict[int, float]:
    """The steps of a turn that goes out, rated; empty if the player cannot or does not want to."""
    p, seat = outlook.p, outlook.seat
    if not outlook.can_go_out or barred(p, seat, False) or (p.asked != ALLOWED and not pays(outlook)):
        return {}
    rated = {}
    for step in outlook.view.legal:
        action = outlook.rule_table.action(step)
        if action.sort in {s.ASK, s.STUCK, s.KNOCK}:
            continue
        q = p.copy()
        play(q, step)
        if (q.phase == OVER and q.out == seat) or (q.turn == seat and q.phase != OVER and sure_out(q, seat)):
            rated[step] = _value(outlook, action)
    return rated
