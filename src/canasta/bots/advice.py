"""From a step of the kernel to what a person types for it."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import Face
from canasta.base.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    End,
    Group,
    Knock,
    Lay,
    LayRedThree,
    Lift,
    Move,
    PickUp,
    Restore,
    Stuck,
    TakePile,
)
from canasta.deal.expansion import hand_kinds
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.notation.card_text import Pool, Spec

_PLAIN: Final[dict[int, Move]] = {
    s.DRAW: Draw(),
    s.END: End(),
    s.STUCK: Stuck(),
    s.KNOCK: Knock(),
    s.LIFT: Lift(),
    s.RESTORE: Restore(),
    s.YES: Answer(yes=True),
    s.NO: Answer(yes=False),
    s.PICK_UP: PickUp(),
}


def one_step(step: int, seen: View) -> Move:
    """The move that is *step* alone, with cards from the hand of *seen*."""
    if step in _PLAIN:
        return _PLAIN[step]
    action, pool = seen.position.rule_table.action(step), Pool.of_view(seen)
    match action.sort:
        case s.ASK:
            return Ask(int(seen.position.rule_table.partner_of(seen.seat, action.partner)))
        case s.TAKE | s.TAKE_CARD:
            slot = action.slot if action.slot >= 0 else None
            return TakePile(_cards(step, seen, pool), (), slot, action.sort == s.TAKE_CARD)
        case s.START:
            return Lay((Group(_cards(step, seen, pool), action.rank),))
        case s.ADD:
            slot = action.slot if seen.position.rule_table.several else None
            return Lay((Group(_cards(step, seen, pool), action.rank, slot),))
        case s.RED_CANASTA:
            return LayRedThree(_cards(step, seen, pool)[0], action.rank)
    return Discard(_cards(step, seen, pool)[0])


def _cards(step: int, seen: View, pool: Pool) -> tuple[Face, ...]:
    """Cards of the hand that *step* can be taken with."""
    return tuple(pool.pick(Spec(kind)) for kind in hand_kinds(step, seen.position))
