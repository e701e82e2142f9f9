"""What a discard costs the greedy player: what the card was good for, and what it gives to others."""

from __future__ import annotations

from math import exp

from canasta.base.cards import BLACK_THREE, KIND_OF, RED_THREE, TWO
from canasta.bots.melding import holding_wild
from canasta.bots.outlook import LOW, Outlook
from canasta.engine.rule_table import SPECIAL
from canasta.rules.words.table import WILD_TOP_NO


def discarding(outlook: Outlook, kind: int) -> float:
    """The cost of discarding a card of *kind*."""
    return keeping(outlook, kind) + giving(outlook, kind)


def keeping(outlook: Outlook, kind: int) -> float:
    """What a card of *kind* is worth in the hand."""
    late = outlook.late
    points = outlook.cost(kind)
    if kind <= TWO:
        return max(0.0, holding_wild(outlook)) + 60 * (1 - late) - points * late / 2
    if kind == RED_THREE:
        return _red_three(outlook)
    if kind == BLACK_THREE:
        return 8 * (1 - late) - points * late
    number = outlook.hand[kind]
    worth = (6.0, 6.0, 26.0, 60.0)[min(number, 3)] * (1 - late / 2)
    if outlook.melds[kind]:
        worth += 30
    special = int(outlook.rule_table.special_of[kind])
    if special >= 0 and outlook.lacking[SPECIAL + special]:
        worth += 40
    if not outlook.opened:
        worth += points * 0.4
    if number < 3 and not outlook.melds[kind]:
        worth *= min(1.0, 0.3 + outlook.unseen[kind] / (2 * int(outlook.rule_table.packs)))
    return worth - points * late


def _red_three(outlook: Outlook) -> float:
    """A held red three waits for a natural canasta; it costs much when it is caught."""
    caught = outlook.cost(RED_THREE)
    natural = outlook.progress[0]
    hope = (natural[0] - 2) / 6 if natural else 0.0
    hope *= 1 - outlook.late
    if outlook.hand[RED_THREE] > 1:
        hope /= 3
    return outlook.rules.threes.red_canasta * hope * 0.2 - caught * (0.08 + outlook.late * 0.4)


def giving(outlook: Outlook, kind: int) -> float:
    """What the discard of a card of *kind* is likely to give to the next players."""
    table = outlook.rule_table
    if table.blocked[kind] or (kind <= TWO and table.wild_top == WILD_TOP_NO):
        return 0.0
    pile = len(outlook.view.pile) + 1
    if table.take:
        pile = min(pile, int(table.take))
    seat = outlook.opponents[0]
    return taking_odds(outlook, seat, kind) * (10 + 7 * pile)


def taking_odds(outlook: Outlook, seat: int, kind: int) -> float:
    """How likely it is that *seat* can take a pile with a card of *kind* on top."""
    p, table = outlook.p, outlook.rule_table
    if not table.consecutive and p.took(seat):
        return 0.0
    side = seat % int(table.sides)
    opened = outlook.view.opened[side]
    held = outlook.view.hand_sizes[seat]
    known = sum(number for face, number in outlook.view.known[seat] if KIND_OF[face] == kind)
    mean = held * outlook.unseen[kind] / outlook.hidden
    none = exp(-mean)
    pair = 1.0 if known >= 2 else 1 - none if known == 1 else 1 - none * (1 + mean)
    lies = kind >= LOW and p.meld_at(side, kind, 0) != 0
    if opened and lies and table.onto_meld and not p.frozen(side):
        return 1.0
    if lies and not table.show:
        pair *= 0.5
    if table.with_wild and not p.frozen(side):
        pair = max(pair, (1 - none) * 0.5)
    return pair if opened else pair * 0.35
