"""The small integer steps of which every turn is made, the same for every game.

A step is an index below `STEPS`, so a mask of legal steps is a vector of fixed size. The numbering has a
version, `STEPS_VERSION`: it is written wherever steps are stored.

Ranks of melds are the kinds of their naturals, 4 to 14; ``WILD_MELD`` (0) stands for melds of wild cards
and ``BLACK_MELD`` (3) for the black threes laid in going out. Slots number the open melds of one rank.
"""

from __future__ import annotations

from typing import Final

STEPS_VERSION: Final = 2
SLOTS: Final = 8
WILD_MELD: Final = 0
BLACK_MELD: Final = 3
RANKS: Final = 11
LOW_RANK: Final = 4

DRAW: Final = 0
END: Final = 1
STUCK: Final = 2
OPEN: Final = 3
KNOCK: Final = 4
LIFT: Final = 5
RESTORE: Final = 6
YES: Final = 7
NO: Final = 8
ASK: Final = 9
PICK_UP: Final = 12
TAKE_PAIR: Final = 13
TAKE_PAIR_ONTO: Final = 14
TAKE_WITH_TWO: Final = 22
TAKE_WITH_JOKER: Final = 23
TAKE_ONTO: Final = 24
TAKE_WILDS: Final = 32
TAKE_WILDS_ONTO: Final = 35
TAKE_CARD: Final = 59
START: Final = 67
START_WILD: Final = 100
START_BLACK: Final = 104
ADD: Final = 105
ADD_WILD: Final = 369
ADD_BLACK: Final = 385
RED_CANASTA: Final = 393
DISCARD: Final = 404
STEPS: Final = 419

# The forms in which a meld of a natural rank can begin: naturals, twos, jokers.
FORM_NATURAL: Final = 0
FORM_TWO: Final = 1
FORM_JOKER: Final = 2

_RANK_NAMES: Final = ("wild", "", "", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_KIND_NAMES: Final = ("Jk", "2", "3r", "3b", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_WILD_FORMS: Final = ("JkJkJk", "JkJk2", "Jk22", "222")
_WILD_PAIRS: Final = ("JkJk", "Jk2", "22")
_PLAIN: Final = ("draw", "end", "stuck", "open", "knock", "lift", "restore", "yes", "no")


def step_name(step: int) -> str:
    """A short unambiguous name of *step*, for walks, tests and messages of defects.

    >>> step_name(DRAW), step_name(START + 1), step_name(DISCARD + 14)
    ('draw', 'start 442', 'discard A')
    """
    if step < ASK:
        return _PLAIN[step]
    if step < PICK_UP:
        return f"ask {step - ASK + 1}"
    if step == PICK_UP:
        return "pick up"
    if step < START:
        return _take_name(step)
    if step < ADD:
        return _start_name(step)
    if step < RED_CANASTA:
        return _add_name(step)
    if step < DISCARD:
        return f"red three on {_RANK_NAMES[step - RED_CANASTA + LOW_RANK]}"
    return f"discard {_KIND_NAMES[step - DISCARD]}"


def _take_name(step: int) -> str:
    if step == TAKE_PAIR:
        return "take pair"
    if step < TAKE_WITH_TWO:
        return f"take pair onto {step - TAKE_PAIR_ONTO}"
    if step < TAKE_ONTO:
        return "take with 2" if step == TAKE_WITH_TWO else "take with Jk"
    if step < TAKE_WILDS:
        return f"take onto {step - TAKE_ONTO}"
    if step < TAKE_WILDS_ONTO:
        return f"take {_WILD_PAIRS[step - TAKE_WILDS]}"
    if step < TAKE_CARD:
        pair, slot = divmod(step - TAKE_WILDS_ONTO, SLOTS)
        return f"take {_WILD_PAIRS[pair]} onto {slot}"
    return f"take card onto {step - TAKE_CARD}"


def _start_name(step: int) -> str:
    if step == START_BLACK:
        return "start 3"
    if step >= START_WILD:
        return f"start {_WILD_FORMS[step - START_WILD]}"
    rank, form = divmod(step - START, 3)
    name = _RANK_NAMES[rank + LOW_RANK]
    return f"start {name * 2}{(name, '2', 'Jk')[form]}"


def _add_name(step: int) -> str:
    if step >= ADD_BLACK:
        return f"add 3 to 3/{step - ADD_BLACK}"
    if step >= ADD_WILD:
        slot, card = divmod(step - ADD_WILD, 2)
        return f"add {('2', 'Jk')[card]} to wild/{slot}"
    rest, card = divmod(step - ADD, 3)
    rank, slot = divmod(rest, SLOTS)
    name = _RANK_NAMES[rank + LOW_RANK]
    return f"add {(name, '2', 'Jk')[card]} to {name}/{slot}"
