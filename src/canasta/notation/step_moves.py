"""Steps as moves: what a step of the kernel does, as a move and in the words that people type for it."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import Face
from canasta.base.clauses import FINE
from canasta.base.errors import MisuseError
from canasta.base.misuse import public
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
from canasta.engine.judge import refusal
from canasta.engine.play import play_by
from canasta.notation.card_text import Pool, Spec
from canasta.notation.move_text import move_text

OPENING: Final = "open"
"""The text of the step that ends an opening: as a move, an opening is written in one piece and ends by itself."""

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


@public
def step_text(view: View, step: int) -> str:
    """Return *step*, one of ``view.legal``, in the words of a move, with cards from the hand of *view*.

    The step that ends an opening is ``open``; as a move, an opening ends by itself. `canasta.parse_move` reads all others.
    Raises `MisuseError` for what is not one of the legal steps.

    >>> from canasta import Match, view
    >>> match = Match.new("classic", seed=7)
    >>> events = match.begin_deal()
    >>> seen = view(match.deal, 0)
    >>> [step_text(seen, step) for step in seen.legal]
    ['draw']
    """
    if step not in view.legal:
        who = f"seat {view.seat}" if view.seat >= 0 else "an onlooker"
        raise MisuseError(f"{step!r} is not a legal step for {who} now; View.legal lists them.")
    return OPENING if step == s.OPEN else move_text(one_step(step, view))


@public
def legal_moves(view: View) -> list[Move]:
    """Return the moves of one step that `Deal.play` accepts from the seat of *view* now, in the order of ``view.legal``.

    Cards of one rank differ only in their suits, so each move is listed once, with one choice of them. Moves of several melds are
    combinations of these. A meld that opens a side only together with others is not listed; its step is in ``view.legal``.

    >>> from canasta import Match, move_text, parse_move, view
    >>> match = Match.new("classic", seed=7)
    >>> events = match.begin_deal()
    >>> events = match.deal.play(0, parse_move("draw"))
    >>> [move_text(move) for move in legal_moves(view(match.deal, 0))][:3]
    ['discard 2d', 'discard 6c', 'discard 8c']
    """
    return [one_step(step, view) for step in view.legal if _is_whole(view, step)]


def _is_whole(view: View, step: int) -> bool:
    """Return whether the legal *step* is a move by itself: not a part of an opening."""
    position = view.position
    if step == s.OPEN:
        return False
    if position.opened(view.side) or not (s.START <= step < s.DISCARD or s.TAKE_PAIR <= step < s.START):
        return True
    after = position.draft()
    play_by(after, view.seat, step)
    return not after.staging or refusal(after, view.seat, s.OPEN) == FINE


def one_step(step: int, seen: View) -> Move:
    """Return the move that is *step* alone, with cards from the hand of *seen*."""
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
    """Return cards of the hand that *step* can be taken with."""
    return tuple(pool.pick(Spec(kind)) for kind in hand_kinds(step, seen.position))
