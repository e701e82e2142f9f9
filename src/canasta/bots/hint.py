"""`hint`: what the planner would do, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from canasta.base.cards import BLACK_THREE, RED_THREE, TWO
from canasta.base.events import CanastaMade
from canasta.base.misuse import public
from canasta.bots.bot import Step, check_asked
from canasta.bots.planner import planner_policy
from canasta.bots.policy_bot import rate
from canasta.deal.view import View, deal_seen
from canasta.engine import steps as s
from canasta.engine.count import MANY
from canasta.engine.openings import best_opening
from canasta.engine.outlook import LOW, Outlook
from canasta.engine.special_hands import special_points
from canasta.engine.steps import ACTIONS, Action
from canasta.notation.choices import ends_by_showing, why_no_take
from canasta.wording.hints import Reason, reason_text

_UNLIKELY = 0.15
_BY_RATING: Final = {"cheapest", "can do without"}
"""The reasons that hold only where the planner, too, would take the step."""
_OF_MELDS: Final = {"finishes", "onto canasta", "grows", "begins", "top card"}
"""The reasons that depend on what the rest of a turn lays."""


@public
def hint(view: View) -> tuple[Step, str]:
    """Return the step that the bot `planner` would take in *view*, and a sentence or two that say why.

    `canasta.step_text` says the step in words. Raises `MisuseError` if the seat of *view* has nothing to decide.

    >>> from canasta import Match, step_text, view
    >>> match = Match.new("classic", seed=7)
    >>> events = match.begin_deal()
    >>> seen = view(match.deal, 0)
    >>> step, why = hint(seen)
    >>> step_text(seen, step)
    'draw'
    """
    step, reason = reasoned(view)
    return step, reason_text(reason, view.rules)


def reasoned(view: View) -> tuple[Step, Reason]:
    """Return the step that `Planner` would take in *view*, and why.

    Raises `MisuseError` if the seat of *view* has nothing to decide.
    """
    check_asked(view)
    policy = planner_policy(view.position.rule_table)
    steps, values = rate(policy, view)
    step = steps[values.index(max(values))]
    return step, _reason(view, policy.outlook, step)


def reason_for(view: View, plan: Sequence[Step]) -> Reason:
    """Return why the steps of *plan*, a turn of the seat of *view* or a part of it, are good ones together.

    Raises `IllegalMove` for a step that is not legal.
    """
    policy = planner_policy(view.position.rule_table)
    steps, values = rate(policy, view)
    reason = _reason(view, policy.outlook, plan[0])
    if reason.why in _BY_RATING and plan[0] != steps[values.index(max(values))]:
        return Reason("played out")
    return _together(view, policy.outlook, plan, reason) if reason.why in _OF_MELDS else reason


def _together(view: View, outlook: Outlook, plan: Sequence[Step], reason: Reason) -> Reason:
    """*reason*, which is that of the first step of *plan*, by what all its steps do to the melds.

    The canastas that they finish come before everything else, those first that are still needed to go out.
    """
    deal = deal_seen(view)  # for the events: no step of a plan depends on hidden cards
    events = [event for step in plan for event in deal.step(view.seat, step)]
    made = [event for event in events if isinstance(event, CanastaMade)]
    if made:
        told = max(made, key=lambda event: outlook.lacks(event.sort))
        wanted = outlook.lacks(told.sort)
        return Reason("finishes", rank=told.rank, sort=told.sort, number=len(made) - 1, wanted=wanted)
    first = view.position.rule_table.action(plan[0])
    if first.sort not in {s.START, s.ADD} or reason.why == "onto canasta":
        return reason
    # Nothing was finished, so no meld has changed its slot; a new one comes behind the others of its rank.
    slot = first.slot if first.sort == s.ADD else len(view.position.open_melds(view.side)[first.rank])
    size, wild = deal.position.open_melds(view.side)[first.rank][slot]
    sort = int(outlook.sort_of(first.rank, wild))
    number = size if reason.why == "grows" else 0
    return replace(reason, sort=sort, number=number, wanted=outlook.lacks(sort))


def _reason(view: View, outlook: Outlook, step: Step) -> Reason:
    """Return why *step* is a good one, by what the policy saw in *view*."""
    action = view.position.rule_table.action(step)
    match action.sort:
        case s.START | s.ADD:
            return _laying(view, outlook, action)
        case s.DISCARD:
            return _discarding(view, outlook, action.kind)
        case s.DRAW | s.TAKE | s.TAKE_CARD | s.END:
            return _first_act(view, action)
        case s.YES:
            return Reason("end pays")
        case s.NO:
            return Reason("end costs")
        case s.ASK:
            return Reason("ask: end pays")
        case s.RED_CANASTA:
            return Reason("on canasta", rank=action.rank, number=view.rules.threes.red_canasta)
        case s.OPEN:
            return Reason("opened", number=int(view.position.staged), needed=int(view.position.minimum(view.side)))
        case s.PICK_UP:
            return Reason("reserve", reserve=view.rules.reserves[int(view.position.taken(view.seat))].name)
    return _last_act(view, action)


def _last_act(view: View, action: Action) -> Reason:
    """Return why to end the turn without a discard, or to look at the top card or put it back."""
    can = {ACTIONS[step].sort for step in view.legal}
    if action.sort == s.KNOCK:
        return Reason("knock: keep the rest" if can & {s.START, s.ADD, s.RED_CANASTA} else "knock: nothing left")
    if action.sort == s.RESTORE:
        return Reason("put back unwanted") if _can_take(view) else Reason("put back", refusal=why_no_take(view))
    if action.sort == s.LIFT:
        return Reason("lift")
    return Reason("stuck" if can == {s.STUCK} else "keep the last card")


def _can_take(view: View) -> bool:
    return any(ACTIONS[step].sort in {s.TAKE, s.TAKE_CARD} for step in view.legal)


def _first_act(view: View, action: Action) -> Reason:
    pile, table = len(view.pile), view.position.rule_table
    if action.sort == s.END:
        if ends_by_showing(view):
            return Reason("special hand", number=int(special_points(view.position, view.seat)))
        if _can_take(view):
            return Reason("end despite pile")
        return Reason("end without pile", refusal=why_no_take(view))
    if action.sort == s.DRAW:
        if _can_take(view):
            return Reason("better draw")
        return Reason("no pile", refusal=why_no_take(view))
    if table.take:
        pile = min(pile, int(table.take))
    opens = not view.opened[view.side]
    draw = min(int(table.draw), view.stock)
    if action.sort == s.TAKE_CARD or pile <= max(draw, 2):
        return Reason("top card", kind=int(view.position.top()), wanted=opens)
    return Reason("more cards", number=pile, needed=draw, wanted=opens)


def _laying(view: View, outlook: Outlook, action: Action) -> Reason:
    p, canasta = view.position, view.rules.meld.size
    if outlook.can_go_out():
        return Reason("all can go", rank=action.rank)
    if p.staging or not view.opened[view.side]:
        best = int(best_opening(p, view.seat))
        return Reason("can open", rank=action.rank, number=best, needed=int(p.minimum(view.side)))
    lying, wild = p.open_melds(view.side)[action.rank][action.slot] if action.slot >= 0 else (0, 0)
    size = lying + action.naturals + action.twos + action.jokers
    sort = int(outlook.sort_of(action.rank, wild + action.twos + action.jokers))
    if size == canasta:
        return Reason("finishes", rank=action.rank, sort=sort, wanted=outlook.lacks(sort))
    if size > canasta:
        return Reason("onto canasta", rank=action.rank)
    if action.sort == s.ADD:
        return Reason("grows", rank=action.rank, sort=sort, number=size, needed=canasta, wanted=outlook.lacks(sort))
    return Reason("begins", rank=action.rank, sort=sort, wanted=outlook.lacks(sort))


def _discarding(view: View, outlook: Outlook, kind: int) -> Reason:
    if len(view.hand) == 1:
        coming = view.rules.reserves[int(view.position.taken(view.seat)) :]
        brings = bool(coming) and coming[0].trigger == "hand empty"
        return Reason("last card", reserve=coming[0].name if brings else "")
    if kind in {BLACK_THREE, RED_THREE}:
        return Reason("shuts the pile", kind=kind)
    if kind <= TWO:
        return Reason("cheapest", kind=kind)
    costs = int(outlook.counting.held[kind])
    if costs and view.position.count(view.seat, kind) == MANY:
        return Reason("three held", kind=kind, number=costs)
    if kind >= LOW and outlook.odds(outlook.next_opponent(), kind) < _UNLIKELY:
        return Reason("single" if view.position.count(view.seat, kind) == 1 else "of little use", kind=kind)
    return Reason("can do without", kind=kind)
