"""The state of the discard pile for a player, in words, and the ways to take it."""

from __future__ import annotations

from canasta.base.cards import KIND_NAMES, TWO, Kind
from canasta.base.clauses import OPENING_EARLY, PILE_CLOSED, PILE_SMALL
from canasta.base.english import plural
from canasta.engine.position import Position
from canasta.engine.taking import pile_refusal
from canasta.rules.groups import Rules
from canasta.rules.words.melds import OPENING_PILE
from canasta.rules.words.table import NEED
from canasta.wording.lines import RulesText


def pile_state(rules: Rules, position: Position, seat: int) -> str:
    """Return whether *seat* may not take the pile, or it is frozen, and why; empty if it is open: "frozen: a wild card lies in it"."""
    top = int(position.top())
    if top < 0:
        return ""
    code = pile_refusal(position, seat)
    if code == PILE_CLOSED:
        return f"closed until {RulesText(rules).fill(OPENING_PILE[rules.opening.pile].refusal)}"
    if code == OPENING_EARLY:
        return f"closed until round {rules.opening.round}"
    if code == PILE_SMALL:
        return f"closed until it has {rules.pile.least} cards"
    if position.rule_table.blocked[top]:
        return f"blocked by the {KIND_NAMES[top]}"
    return f"frozen{frozen_because(rules, position)}" if position.frozen(seat % rules.sides) else ""


def frozen_because(rules: Rules, position: Position) -> str:
    """Return why a pile that is frozen is, to be put after that word."""
    if position.freezing:
        wild = any(kind <= TWO and position.rule_table.freezes[kind] for kind in position.pile)
        return f": a {'wild card' if wild else 'black three'} lies in it"
    if position.upcard_froze:
        return " by its first cards"
    return f" until {RulesText(rules).your_side} {'opens' if RulesText(rules).partners else 'open'}"


def takers(rules: Rules, position: Position, seat: int, top: Kind) -> list[str]:
    """Return what *seat* could take the pile with, *top* being its natural top card, as things stand."""
    side = seat % rules.sides
    need = {"pair"} if position.frozen(side) else {"pair", *rules.pile.need}
    if not position.opened(side):
        need -= {"onto meld", "natural onto meld"}
    return [way.refusal.format(card=KIND_NAMES[top], cards=plural(KIND_NAMES[top])) for way in NEED.those(need)]
