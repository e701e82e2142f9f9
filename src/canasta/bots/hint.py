"""`hint`: what the greedy player would do, and why."""

from __future__ import annotations

from canasta.base.cards import BLACK_THREE, RED_THREE, TWO
from canasta.bots.bot import Step
from canasta.bots.discarding import taking_odds
from canasta.bots.greedy import rate
from canasta.bots.outlook import LOW, NO_CARDS, Outlook
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.openings import best_opening
from canasta.engine.steps import ACTIONS, Action
from canasta.notation.choices import why_no_take
from canasta.wording.hints import Reason, reason_text

_UNLIKELY = 0.15


def hint(view: View) -> tuple[Step, str]:
    """The step that `Greedy` would take in *view*, and a sentence or two that say why.

    Raises `ValueError` if the seat of *view* has nothing to decide.
    """
    step, reason = reasoned(view)
    return step, reason_text(reason, view.rules)


def reasoned(view: View) -> tuple[Step, Reason]:
    """The step that `Greedy` would take in *view*, and why.

    Raises `ValueError` if the seat of *view* has nothing to decide.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide now")
    outlook = Outlook(view)
    rated = rate(outlook)
    step = max(rated, key=lambda each: rated[each])
    return step, reason_for(outlook, step)


def reason_for(outlook: Outlook, step: Step) -> Reason:
    """Why *step* is a good one."""
    action = outlook.rule_table.action(step)
    match action.sort:
        case s.START | s.ADD:
            return _laying(outlook, action)
        case s.DISCARD:
            return _discarding(outlook, action.kind)
        case s.DRAW | s.TAKE | s.TAKE_CARD | s.END:
            return _first_act(outlook, action)
        case s.YES:
            return Reason("end pays")
        case s.NO:
            return Reason("end costs")
        case s.ASK:
            return Reason("ask: end pays")
        case s.RED_CANASTA:
            return Reason("on canasta", rank=action.rank, number=outlook.rules.threes.red_canasta)
        case s.OPEN:
            return Reason("opened", number=int(outlook.p.staged), needed=int(outlook.p.minimum(outlook.side)))
        case s.PICK_UP:
            return Reason("reserve", reserve=outlook.rules.reserves[int(outlook.p.taken(outlook.seat))].name)
    return _last_act(outlook, action)


def _last_act(outlook: Outlook, action: Action) -> Reason:
    """Why to end the turn without a discard, or to look at the top card or put it back."""
    can = {ACTIONS[step].sort for step in outlook.view.legal}
    if action.sort == s.KNOCK:
        return Reason("knock: keep the rest" if can & {s.START, s.ADD, s.RED_CANASTA} else "knock: nothing left")
    if action.sort == s.RESTORE:
        return (
            Reason("put back unwanted") if _can_take(outlook) else Reason("put back", refusal=why_no_take(outlook.view))
        )
    if action.sort == s.LIFT:
        return Reason("lift")
    return Reason("stuck" if can == {s.STUCK} else "keep the last card")


def _can_take(outlook: Outlook) -> bool:
    return any(ACTIONS[step].sort in {s.TAKE, s.TAKE_CARD} for step in outlook.view.legal)


def _first_act(outlook: Outlook, action: Action) -> Reason:
    pile = len(outlook.view.pile)
    if action.sort == s.END:
        if _can_take(outlook):
            return Reason("end despite pile")
        return Reason("end without pile", refusal=why_no_take(outlook.view))
    if action.sort == s.DRAW:
        if _can_take(outlook):
            return Reason("better draw")
        return Reason("no pile", refusal=why_no_take(outlook.view))
    if outlook.rule_table.take:
        pile = min(pile, int(outlook.rule_table.take))
    opens = not outlook.opened
    draw = min(int(outlook.rule_table.draw), outlook.view.stock)
    if action.sort == s.TAKE_CARD or pile <= max(draw, 2):
        return Reason("top card", kind=int(outlook.p.top()), wanted=opens)
    return Reason("more cards", number=pile, needed=draw, wanted=opens)


def _laying(outlook: Outlook, action: Action) -> Reason:
    if outlook.can_go_out:
        return Reason("all can go", rank=action.rank)
    if outlook.p.staging or not outlook.opened:
        best = int(best_opening(outlook.p, outlook.seat))
        return Reason("can open", rank=action.rank, number=best, needed=int(outlook.p.minimum(outlook.side)))
    lying, wild = outlook.melds[action.rank][action.slot] if action.slot >= 0 else NO_CARDS
    size = lying + action.naturals + action.twos + action.jokers
    sort = outlook.sort_of(action.rank, wild + action.twos + action.jokers)
    if size == outlook.size:
        wanted = bool(outlook.lacking[sort] or outlook.lacking_any)
        return Reason("finishes", rank=action.rank, sort=sort, wanted=wanted)
    if size > outlook.size:
        return Reason("onto canasta", rank=action.rank)
    if action.sort == s.ADD:
        return Reason("grows", rank=action.rank, number=size, needed=outlook.size)
    return Reason("begins", rank=action.rank, sort=sort)


def _discarding(outlook: Outlook, kind: int) -> Reason:
    if outlook.held == 1:
        return Reason("last card")
    if kind in {BLACK_THREE, RED_THREE}:
        return Reason("shuts the pile", kind=kind)
    if kind <= TWO:
        return Reason("cheapest", kind=kind)
    if kind >= LOW and taking_odds(outlook, outlook.opponents[0], kind) < _UNLIKELY:
        return Reason("single" if outlook.hand[kind] == 1 else "of little use", kind=kind)
    return Reason("can do without", kind=kind)
