"""When the greedy player wants the deal to end: going out, asking, answering, leaving an empty stock."""

from __future__ import annotations

from canasta.bots.melding import after
from canasta.bots.outlook import LOW, Outlook
from canasta.rules.words.end import NO_PERMISSION


def pays(outlook: Outlook) -> bool:
    """Whether going out now is good for the side."""
    rules = outlook.rules
    gain = float(rules.score.out) + _stopped(outlook)
    loss = sum(outlook.caught(seat) for seat in outlook.partners)
    return gain >= loss


def _stopped(outlook: Outlook) -> float:
    """What an end now costs each other side on the average, and what it keeps them from."""
    sides = int(outlook.rule_table.sides)
    total = 0.0
    for seat in outlook.opponents:
        total += outlook.caught(seat)
        total += 20 if outlook.view.opened[seat % sides] else 60
    return total / (sides - 1) + 100


def asking(outlook: Outlook) -> bool:
    """Whether to ask a partner for leave to go out."""
    if not pays(outlook):
        return False
    if outlook.rule_table.permission == NO_PERMISSION:
        return False
    if outlook.rules.out.permission == "required":
        return True
    return sum(outlook.caught(seat) for seat in outlook.partners) > 80


def agreeing(outlook: Outlook) -> bool:
    """Whether to let the partner who asks go out."""
    loss = sum(outlook.caught(seat) for seat in (outlook.seat, *outlook.partners) if seat != outlook.p.turn)
    loss += laid_next(outlook) * (1 - outlook.late)
    return float(outlook.rules.score.out) + _stopped(outlook) >= loss


def laid_next(outlook: Outlook) -> float:
    """What the hand could add to the score of the side on its next turn: canastas it would finish."""
    if not outlook.opened:
        return 0.0
    gain = 0.0
    for rank in range(LOW, len(outlook.hand)):
        number = outlook.hand[rank]
        for meld in outlook.melds[rank]:
            absent = outlook.size - meld[0]
            if 0 < absent <= number:
                gain += after(outlook, rank, meld, absent, 0) * 0.8
        if number >= 3:
            gain += number * int(outlook.rule_table.value[rank])
    return gain
