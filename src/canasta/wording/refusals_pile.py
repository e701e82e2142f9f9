"""Why the pile cannot be taken, lifted or put back, and what an empty stock allows."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import JOKER, KIND_NAMES, TWO
from canasta.base.english import listed, plural, several
from canasta.base.spans import Line, Number
from canasta.engine import steps as s
from canasta.engine.position import PILE
from canasta.rules.words.end import ENDS, FORCED
from canasta.rules.words.melds import OPENING_PILE
from canasta.rules.words.table import END, WILD_TOP
from canasta.wording.pile_state import frozen_because, takers
from canasta.wording.spans import line
from canasta.wording.tried import Moment, Sentence, some


def need(m: Moment) -> str:
    """Return what takes the pile, and what the player holds of it."""
    top = int(m.position.top())
    if top < 0:
        return "The pile is empty."
    wilds = m.held(JOKER) + m.held(TWO)
    if top <= TWO:
        name = KIND_NAMES[top]
        return (
            f"To take the pile with a {name} on top you need two wild cards from your hand; you hold {wilds or 'none'}."
        )
    if m.held(top) >= 2 and m.tried.step >= 0:
        return _pair_at_hand(m, plural(KIND_NAMES[top]))
    ways = takers(m.rules, m.position, m.seat, top)
    holds = some(m.held(top), top, "natural")
    if any("wild card" in way for way in ways) and m.held(top):
        holds += f" and {several(wilds, 'wild card')}"
    return f"To take the pile you need {listed(ways, 'or')}; you hold {holds}."


def _pair_at_hand(m: Moment, tops: str) -> str:
    """Return why another way does not take the pile, where the player holds two naturals that might."""
    use = f"use two natural {tops} from your hand"
    if m.action.naturals == 1:
        if "natural and wild" not in m.rules.pile.need:
            return f"In this game you can't take the pile with a wild card: {use}."
        return f"You hold no {'two' if m.action.twos else 'joker'} for this: {use}."
    if m.action.naturals == 0 and not (m.action.twos or m.action.jokers):
        if not {"onto meld", "natural onto meld"} & {*m.rules.pile.need}:
            return f"In this game the top card doesn't go straight onto a meld: {use}."
        if not m.opened:
            return f"{m.told.your_side.capitalize()} {m.told.has} not opened yet, so there's no meld for the top card: {use}."
        return f"{m.told.your_side.capitalize()} {m.told.has} no open meld of {tops} for the top card: {use}."
    return f"You can't take this pile with wild cards alone: {use}."


def blocked(m: Moment) -> str:
    """Return a card on top that nobody can take."""
    return f"The {KIND_NAMES[m.position.top()]} on top blocks the pile: nobody can take it."


def small(m: Moment) -> str:
    """Return a pile with too few cards."""
    has = several(max(m.given, 0), "card")
    return f"You can take the pile only when it has at least {several(max(m.needed, 1), 'card')}; it has {has}."


def closed(m: Moment) -> str:
    """Return a pile that waits for the opening."""
    when = m.told.fill(OPENING_PILE[m.rules.opening.pile].refusal)
    return f"You can't take the pile until {when}: draw from the stock."


def wild_top(m: Moment) -> str:
    """Return a wild card on top."""
    top = int(m.position.top())
    said = WILD_TOP[m.rules.pile.wild_top].refusal
    return said.format(card=KIND_NAMES[top], cards=plural(KIND_NAMES[top]), held=m.held(top) or "none")


def frozen(m: Moment) -> str:
    """Return a frozen pile."""
    because = frozen_because(m.rules, m.position)
    top = int(m.position.top())
    if top <= TWO:
        return f"The pile is frozen{because}, so you can't take it with wild cards."
    return (
        f"The pile is frozen{because}. To take it you need two natural {plural(KIND_NAMES[top])} from your hand; "
        f"you hold {m.held(top) or 'none'}."
    )


def unfit(m: Moment) -> str:
    """Return cards that do not go with the top card."""
    top = int(m.position.top())
    if top <= TWO:
        return f"You can't take the {KIND_NAMES[top]} on top with these cards: you need two wild cards from your hand."
    ways = listed(takers(m.rules, m.position, m.seat, top), "or")
    return f"You can't take the {KIND_NAMES[top]} on top with these cards: you need {ways}."


def end(m: Moment) -> str:
    """Explain why the turn can't end in this way."""
    if m.rules.pile.end == "knock" and m.position.source != PILE:
        return "You knock only after taking the pile: discard a card to end this turn."
    return END[m.rules.pile.end].refusal


def lifted(m: Moment) -> Line:
    """Return a lifted card that waits."""
    top = int(m.position.top())
    name = KIND_NAMES[top] if top >= 0 else "card"
    said = f"You've lifted the {name}: take the pile with it or put it back, which costs "
    return line(said, Number(m.rules.pile.restore), " points.")


def stock_left(m: Moment) -> str:
    """Something that waits for an empty stock."""
    what = "You can take the top card alone" if m.action.sort == s.TAKE_CARD else "You can end the deal"
    return f"{what} only when the stock is empty, and it isn't empty yet: it has {several(int(m.position.stock()), 'card')}."


def ends(m: Moment) -> str:
    """Explain why nobody may end the deal here."""
    when = ENDS[m.rules.exhaustion.ends].refusal
    turn_end = "knock" if m.position.discardless() else "discard a card"
    return f"You can't end the deal yourself: it ends {when}. To end your turn, {turn_end}."


def forced(m: Moment) -> str:
    """Return a pile that must be taken."""
    must = FORCED[m.rules.exhaustion.forced].refusal
    return f"The top card fits one of {m.told.your} melds, so you must take {must}."


PILE_SENTENCES: Final[dict[str, Sentence]] = {
    "pile.need": need,
    "pile.blocked": blocked,
    "pile.wild_top": wild_top,
    "pile.frozen": frozen,
    "pile.cards": unfit,
    "pile.small": small,
    "pile.closed": closed,
    "pile.consecutive": "You took the pile on your last turn, so you can't take it on this one.",
    "pile.last_card": "You can't take a pile of 1 card while you hold only 1 card.",
    "pile.empty": "The pile is empty.",
    "pile.end": end,
    "pile.use": "In this game the pair that takes the pile is only shown: it doesn't join a meld.",
    "pile.restore": "In this game you can't lift the top card to try it.",
    "pile.lifted": lifted,
    "pile.put_back": "You put the top card back, so you can't take the pile this turn.",
    "pile.unlifted": "You haven't lifted a card, so there's nothing to put back.",
    "exhaustion.ends": ends,
    "exhaustion.stock_left": stock_left,
    "exhaustion.stock_empty": "There's nothing left to draw: take the pile or end the deal.",
    "exhaustion.no_pile": "The stock is empty, so nobody can take the pile any more.",
    "exhaustion.forced": forced,
}
"""The sentence of each cause, or what makes it."""
