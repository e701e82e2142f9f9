"""What taking the pile is worth to the greedy player, beside a draw from the stock."""

from __future__ import annotations

from canasta.base.cards import BLACK_THREE, RED_THREE, TWO
from canasta.bots.melding import after, holding_wild
from canasta.bots.outlook import LOW, Outlook
from canasta.engine.rule_table import SPECIAL
from canasta.engine.steps import TAKE_CARD, Action


def taking(outlook: Outlook, action: Action) -> float:
    """The gain of taking the pile by *action*."""
    p, table = outlook.p, outlook.rule_table
    top = int(p.top())
    if table.show and outlook.opened:
        coming = list(p.pile)
        gain = 0.0
        left = list(outlook.hand)
    else:
        coming = list(p.pile)[:-1]
        left = list(outlook.hand)
        gain = _using(outlook, action, top, left)
    if table.take:
        coming = coming[-int(table.take) + 1 :]
    if action.sort == TAKE_CARD:
        coming = []
    counts = [0] * 15
    for kind in coming:
        counts[kind] += 1
    for kind, number in enumerate(counts):
        if number:
            gain += number * _coming(outlook, kind, number + left[kind])
    if not table.consecutive:
        gain += 5
    return gain


def _using(outlook: Outlook, action: Action, top: int, left: list[int]) -> float:
    """The gain of the meld that the top card makes; takes its cards off *left*."""
    rank = 0 if top <= TWO else top
    wilds = action.twos + action.jokers
    cards = action.naturals + wilds + (1 if top >= LOW or top <= TWO else 0)
    left[rank or 0] -= action.naturals
    left[TWO] -= action.twos
    left[0] -= action.jokers
    gain = after(outlook, rank, outlook.meld(rank, action.slot), cards, wilds + (1 if top <= TWO else 0))
    return gain - wilds * holding_wild(outlook)


def _coming(outlook: Outlook, kind: int, together: int) -> float:
    """What one card of *kind* in the hand is worth, of which there would be *together*."""
    late = outlook.late
    ready = outlook.missing == 0 and outlook.packets == 0
    if kind <= TWO:
        return 70.0 if not ready else 5.0
    if kind == BLACK_THREE:
        return -2.0 - 25 * ready - outlook.cost(kind) * late
    if kind == RED_THREE:
        return -30.0 - 100 * late if not outlook.rule_table.red_laid else float(outlook.rules.threes.red_value)
    melds = outlook.melds[kind]
    special = int(outlook.rule_table.special_of[kind])
    wanted = 60.0 if special >= 0 and outlook.lacking[SPECIAL + special] else 0.0
    if melds or together >= 3:
        return 35.0 + wanted
    lone = 14.0 if together == 2 else 4.0
    return lone + wanted - 20 * ready - (outlook.cost(kind) + 5) * late


def drawing(outlook: Outlook) -> float:
    """The gain of drawing from the stock."""
    draw = min(int(outlook.rule_table.draw), outlook.view.stock)
    return draw * 26.0
