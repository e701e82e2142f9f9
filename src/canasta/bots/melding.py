"""What laying cards is worth to the greedy player: how much nearer it brings canastas, and what it gives up."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import RED_THREE
from canasta.bots.outlook import LOW, NO_CARDS, Cards, Outlook
from canasta.engine.rule_table import BLACK, MIXED, WILD
from canasta.engine.steps import START, Action

NEED: Final = 600
"""What a canasta is worth beyond its bonus while it is missing for going out."""
_NEARNESS: Final = (0.0, 0.05, 0.1, 0.2, 0.32, 0.48, 0.7, 1.0)


def laying(outlook: Outlook, action: Action) -> float:
    """The gain of starting a meld or adding to one."""
    meld = outlook.melds[action.rank][action.slot] if action.slot >= 0 else NO_CARDS
    wilds = action.twos + action.jokers
    cards = action.naturals + wilds
    gain = after(outlook, action.rank, meld, cards, wilds)
    gain += shedding(outlook) * cards
    if wilds:
        gain -= wilds * holding_wild(outlook)
        gain -= (action.jokers * 6) if action.rank else 0
    if action.sort == START:
        gain -= _spent(outlook, action)
    return gain


def after(outlook: Outlook, rank: int, meld: Cards, cards: int, wilds: int) -> float:
    """How much the side gains when *meld*, of *rank*, grows by *cards*, *wilds* of them wild."""
    gain = promise(outlook, rank, (meld[0] + cards, meld[1] + wilds), meld)
    return gain - promise(outlook, rank, meld, meld) if meld[0] else gain


def promise(outlook: Outlook, rank: int, meld: Cards, was: Cards) -> float:
    """What *meld* is worth now, as a part of the canasta it may become; *was* is the meld as it lies."""
    size, wilds = meld
    sort = outlook.sort_of(rank, wilds)
    full = outlook.size
    worth = outlook.bonus[sort]
    if size >= full:
        return worth + (NEED if _missing(outlook, sort, size, was, rank) else 0) + 2 * (size - full)
    worth += NEED if _missing(outlook, sort, size, was, rank) else 0
    return worth * _NEARNESS[size * 7 // full] * _hope(outlook, rank, sort, full - size)


def _missing(outlook: Outlook, sort: int, size: int, was: Cards, rank: int) -> bool:
    """Whether a meld of the class *sort* and *size* is among those that will fill what is missing."""
    if outlook.lacking_any and sort != BLACK:
        rivals = [each for sizes in outlook.progress for each in sizes]
        wanted = outlook.lacking_any
    else:
        rivals, wanted = outlook.progress[sort], outlook.lacking[sort]
    if not wanted:
        return False
    larger = sum(1 for each in rivals if each > size)
    own, wilds = was
    if own and (outlook.sort_of(rank, wilds) == sort or outlook.lacking_any):
        larger -= own > size
    return larger < wanted


def _hope(outlook: Outlook, rank: int, sort: int, absent: int) -> float:
    """How likely it is that *absent* further cards will come, by what is still unseen or in the hand."""
    hand, unseen = outlook.hand, outlook.unseen
    wilds = hand[0] + hand[1] + (unseen[0] + unseen[1]) / 4
    if sort == WILD:
        cards = wilds
    else:
        cards = hand[rank] + unseen[rank] / 2
        if sort == MIXED:
            cards += min(2.0, wilds / 3)
    return cards / (cards + absent * 0.7) if cards > 0 else 0.0


def holding_wild(outlook: Outlook) -> float:
    """What a wild card in the hand is worth for later."""
    if outlook.missing == 0 and outlook.packets == 0:
        return -20.0
    worth = 75.0 if outlook.opened else 60.0
    if outlook.rule_table.wild_melds and outlook.lacking[WILD]:
        # A third one makes the meld.
        worth += 100 if outlook.wilds == 2 and not outlook.progress[WILD] else 10
    if outlook.waiting and outlook.held < 5:
        worth /= 2
    return worth * (1 - outlook.late) - 20 * outlook.late


def shedding(outlook: Outlook) -> float:
    """What it is worth to have one card less in the hand."""
    if outlook.waiting:
        return 14.0 + 8.0 * max(0, 8 - outlook.held) / 8
    if outlook.packets:
        return 4.0
    if outlook.missing == 0:
        return 25.0
    return 4.0 + 20.0 * outlook.late


def _spent(outlook: Outlook, action: Action) -> float:
    """What the cards that start a meld were good for in the hand, and what stands against a second meld."""
    spent = 0.0
    if action.rank >= LOW and action.naturals == 2:
        spent += 50 * (1 - outlook.late)
    if action.rank >= LOW and outlook.slots > 1:
        lying = outlook.melds[action.rank]
        if lying and (lying[-1][1] == 0 or action.naturals == 2):
            spent += 150
    return spent


def topping(outlook: Outlook) -> float:
    """The gain of putting a red three on a natural canasta."""
    threes = outlook.rules.threes
    return threes.red_canasta - outlook.rules.score.natural + outlook.cost(RED_THREE)
