"""From the kernel's steps to what a person types: one step, or a whole opening that begins with it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeVar

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
from canasta.deal.imagine import imagine
from canasta.deal.view import View, view
from canasta.engine import steps as s
from canasta.notation.card_text import Pool, Spec

Why = TypeVar("Why")
"""How reasons are told."""

Chooser = Callable[[View], tuple[int, Why]]
"""What chooses a step and says why, such as `canasta.bots.hint`."""

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
_MOST_STEPS: Final = 60


def advise(seen: View, choose: Chooser[Why]) -> tuple[Move, Why]:
    """The move that *choose* begins with in *seen*, and its reason.

    An opening is followed to its end, in a deal imagined from *seen*, for people open in one move.
    """
    step, reason = choose(seen)
    opens = seen.position.rule_table.action(step).sort in {s.START, s.TAKE} and not seen.opened[seen.side]
    whole = _opening(seen, step, choose) if opens else None
    return whole or one_step(step, seen), reason


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


def _opening(seen: View, first: int, choose: Chooser[Why]) -> Move | None:
    """The whole opening that begins with the step *first*; None if it does not come to an end."""
    deal = imagine(seen, Random(0)).deal
    seat, step = seen.seat, first
    move = one_step(first, seen)
    # The faces that take the pile are those that the move will name.
    faces = move.cards if isinstance(move, TakePile) else ()
    for _ in range(_MOST_STEPS):
        if step == s.OPEN:
            return _laid(seen, first, view(deal, seat))
        deal.step(seat, step, faces)
        faces = ()
        if deal.over or deal.actor != seat:
            break
        after = view(deal, seat)
        if after.opened[after.side]:
            break
        step = choose(after)[0]
    return None


def _laid(before: View, first: int, staged: View) -> Move:
    """The opening whose melds lie apart in *staged*."""
    groups = [Group(meld.cards, meld.rank) for meld in staged.melds_of(staged.side)]
    taking = one_step(first, before)
    if not isinstance(taking, TakePile):
        return Lay(tuple(groups))
    used = [*taking.cards, before.pile[-1]]
    more = []
    for group in groups:
        left = list(group.cards)
        for face in group.cards:
            if face in used and _belongs(group, taking, before):
                used.remove(face)
                left.remove(face)
        if left:
            more.append(Group(tuple(left), group.rank))
    return TakePile(taking.cards, tuple(more))


def _belongs(group: Group, taking: TakePile, before: View) -> bool:
    """Whether *group* holds the top card and what took it."""
    wanted = (*taking.cards, before.pile[-1])
    return all(group.cards.count(face) >= wanted.count(face) for face in wanted)
