"""The steps of the kernel taken apart once, so that a bot need not do arithmetic on their numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from canasta.cards import BLACK_THREE, JOKER, RED_THREE, TWO
from canasta.engine import steps as s

END_DEAL: Final = 0
PASS: Final = 1
DRAW: Final = 2
OPEN: Final = 3
ANSWER: Final = 4
ASK: Final = 5
PICK_UP: Final = 6
TAKE: Final = 7
START: Final = 8
ADD: Final = 9
TOP: Final = 10
DISCARD: Final = 11
LIFT: Final = 12
RESTORE: Final = 13


class Action(NamedTuple):
    """What a step does.

    *sort* is one of the constants of this module; *rank* the rank of a meld (0 for wild cards, 3 for black
    threes, -1 for none); *slot* the open meld it goes to, -1 for a new one; *kind* the single card that is
    added or discarded; *naturals*, *twos* and *jokers* are cards from the hand.
    """

    sort: int
    rank: int = -1
    slot: int = -1
    kind: int = -1
    naturals: int = 0
    twos: int = 0
    jokers: int = 0


_PLAIN: Final = {
    s.DRAW: DRAW,
    s.END: END_DEAL,
    s.STUCK: PASS,
    s.KNOCK: PASS,
    s.LIFT: LIFT,
    s.RESTORE: RESTORE,
    s.OPEN: OPEN,
    s.YES: ANSWER,
    s.NO: ANSWER,
    s.PICK_UP: PICK_UP,
}


def _action(step: int) -> Action:
    if step in _PLAIN:
        return Action(_PLAIN[step])
    if step < s.PICK_UP:
        return Action(ASK)
    if step < s.START:
        return _take(step)
    if step < s.ADD:
        return _start(step)
    if step < s.RED_CANASTA:
        return _add(step)
    if step < s.DISCARD:
        return Action(TOP, step - s.RED_CANASTA + s.LOW_RANK, kind=RED_THREE)
    return Action(DISCARD, kind=step - s.DISCARD)


def _take(step: int) -> Action:
    """A take; the rank is that of the top card and so not in the step."""
    if step < s.TAKE_WITH_TWO:
        return Action(TAKE, slot=step - s.TAKE_PAIR_ONTO if step > s.TAKE_PAIR else -1, naturals=2)
    if step < s.TAKE_ONTO:
        joker = step - s.TAKE_WITH_TWO
        return Action(TAKE, naturals=1, twos=1 - joker, jokers=joker)
    if step < s.TAKE_WILDS:
        return Action(TAKE, slot=step - s.TAKE_ONTO)
    if step < s.TAKE_CARD:
        onto = step >= s.TAKE_WILDS_ONTO
        twos, slot = divmod(step - s.TAKE_WILDS_ONTO, s.SLOTS) if onto else (step - s.TAKE_WILDS, -1)
        return Action(TAKE, slot=slot, twos=twos, jokers=2 - twos)
    return Action(TAKE, slot=step - s.TAKE_CARD, kind=1)


def _start(step: int) -> Action:
    if step == s.START_BLACK:
        return Action(START, BLACK_THREE, naturals=3)
    if step >= s.START_WILD:
        return Action(START, s.WILD_MELD, twos=step - s.START_WILD, jokers=3 - (step - s.START_WILD))
    rank, form = divmod(step - s.START, 3)
    return Action(
        START,
        rank + s.LOW_RANK,
        naturals=3 if form == s.FORM_NATURAL else 2,
        twos=int(form == s.FORM_TWO),
        jokers=int(form == s.FORM_JOKER),
    )


def _add(step: int) -> Action:
    if step >= s.ADD_BLACK:
        return Action(ADD, BLACK_THREE, step - s.ADD_BLACK, BLACK_THREE, naturals=1)
    if step >= s.ADD_WILD:
        slot, joker = divmod(step - s.ADD_WILD, 2)
        return Action(ADD, s.WILD_MELD, slot, JOKER if joker else TWO, twos=1 - joker, jokers=joker)
    rest, form = divmod(step - s.ADD, 3)
    rank, slot = divmod(rest, s.SLOTS)
    kind = rank + s.LOW_RANK if form == s.FORM_NATURAL else 2 - form
    return Action(
        ADD,
        rank + s.LOW_RANK,
        slot,
        kind,
        naturals=int(form == s.FORM_NATURAL),
        twos=int(form == s.FORM_TWO),
        jokers=int(form == s.FORM_JOKER),
    )


ACTIONS: Final[tuple[Action, ...]] = tuple(_action(step) for step in range(s.STEPS))
"""Every step taken apart, by its number."""
