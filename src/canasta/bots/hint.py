"""`hint`: what the greedy player would do, and why, in one sentence."""

from __future__ import annotations

from canasta.base.cards import BLACK_THREE, KIND_NAMES, RED_THREE, TWO
from canasta.bots.bot import Choice
from canasta.bots.discarding import taking_odds
from canasta.bots.greedy import rate
from canasta.bots.outlook import LOW, NO_CARDS, Outlook
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.rule_table import MIXED, NATURAL
from canasta.engine.steps import ACTIONS, Action


def hint(view: View) -> tuple[Choice, str]:
    """The step that `Greedy` would take in *view*, and a sentence that says why.

    Raises `ValueError` where the seat of *view* has nothing to decide.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide now")
    outlook = Outlook(view)
    rated = rate(outlook)
    step = max(rated, key=lambda each: rated[each])
    return step, reason(outlook, step)


def reason(outlook: Outlook, step: Choice) -> str:
    """Why *step* is a good one, in one sentence."""
    action = outlook.rule_table.action(step)
    match action.sort:
        case s.START | s.ADD:
            return _laying(outlook, action)
        case s.DISCARD:
            return _discarding(outlook, action.kind)
        case s.DRAW | s.TAKE | s.TAKE_CARD | s.END:
            return _first_act(outlook, action)
        case s.YES | s.NO:
            if step == s.YES:
                return "An end now costs the other side more than your cards cost yours."
            return "You hold cards that your side can still lay, and they are worth more than ending now."
        case s.ASK:
            return "You can go out this turn, and the cards of the others cost them more than your partner's cost you."
        case s.RED_CANASTA:
            each = outlook.rules.threes.red_canasta
            return f"A red three on it makes the {outlook.rules.words.canasta} worth {each}."
        case s.OPEN:
            return f"These melds make {outlook.p.staged}, which is enough to open."
        case s.PICK_UP:
            return "The next packet is yours: pick it up."
        case _:
            return (
                "You have taken the pile and have nothing more to lay."
                if step == s.KNOCK
                else "There is nothing to lay."
            )


def _first_act(outlook: Outlook, action: Action) -> str:
    pile = len(outlook.view.pile)
    if action.sort == s.END:
        return "The pile would not help you, and there is no stock to draw from."
    if action.sort == s.DRAW:
        if any(ACTIONS[step].sort in {s.TAKE, s.TAKE_CARD} for step in outlook.view.legal):
            return "The cards of the pile help you less than new ones."
        return "You cannot take the pile, so draw."
    if pile == 1 or action.sort == s.TAKE_CARD:
        return f"The {KIND_NAMES[outlook.p.top()]} goes well with your cards."
    if outlook.rule_table.take:
        pile = min(pile, int(outlook.rule_table.take))
    opening = "" if outlook.opened else ", and opens for your side"
    if pile <= 2:
        return f"The top card goes well with yours{opening}."
    draw = int(outlook.rule_table.draw)
    return f"It brings you {pile} cards in place of the {'one' if draw == 1 else draw} you would draw{opening}."


def _laying(outlook: Outlook, action: Action) -> str:
    words = outlook.rules.words
    name = "wild cards" if action.rank == 0 else plural(action.rank)
    if outlook.can_go_out:
        return f"All your cards can be laid this turn: begin with the {name}."
    if outlook.p.staging or not outlook.opened:
        return f"The {name} count toward the {outlook.p.minimum(outlook.side)} points of your opening."
    lying, wild = outlook.melds[action.rank][action.slot] if action.slot >= 0 else NO_CARDS
    size = lying + action.naturals + action.twos + action.jokers
    sort = outlook.sort_of(action.rank, wild + action.twos + action.jokers)
    label = {NATURAL: f"{words.natural} ", MIXED: f"{words.mixed} "}.get(sort, "")
    if size == outlook.size:
        missing = outlook.lacking[sort] or outlook.lacking_any
        return f"It finishes a {label}{words.canasta} of {name}{', which you still need' if missing else ''}."
    if size > outlook.size:
        return f"The {words.canasta} of {name} takes it, and your hand gets smaller."
    if action.sort == s.ADD:
        return f"It brings the {name} to {size} cards, {outlook.size - size} short of a {words.canasta}."
    return f"The {name} begin a {label}meld that can grow to a {words.canasta}."


def _discarding(outlook: Outlook, kind: int) -> str:
    name = KIND_NAMES[kind]
    if outlook.held == 1:
        return "It is your last card."
    if kind in {BLACK_THREE, RED_THREE}:
        return f"A {name} on top keeps the next player from the pile."
    if kind <= TWO:
        return "You have nothing cheaper to part with."
    number = outlook.hand[kind]
    why = "a single card" if number == 1 else "of little use to you"
    if kind >= LOW and taking_odds(outlook, outlook.opponents[0], kind) < 0.15:
        return f"The {name} is {why}, and the next player is not likely to take the pile with it."
    return f"The {name} is what you can best do without."


def plural(kind: int) -> str:
    """The name of several cards of *kind*.

    >>> plural(6), plural(13), plural(3)
    ('sixes', 'kings', 'black threes')
    """
    name = KIND_NAMES[kind]
    return f"{name}es" if name.endswith("x") else f"{name}s"
