"""The small integer steps of which every turn is made, the same for every game, and what each of them does.

A step is an index below `STEPS`, so a mask of legal steps is a vector of fixed size. The numbering has a
version, `STEPS_VERSION`: it is written wherever steps are stored.

Ranks of melds are the kinds of their naturals, 4 to 14; ``WILD_MELD`` (0) stands for melds of wild cards
and ``BLACK_MELD`` (3) for the black threes laid in going out. Slots number the open melds of one rank.

`ACTIONS` says what every step does, `step_of` gives the number of an action back; nothing else takes a step apart.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

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
TAKE: Final = 13
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

_RED_THREE: Final = 2
_RANK_NAMES: Final = ("wild", "", "", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_KIND_NAMES: Final = ("Jk", "2", "3r", "3b", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_PLAIN: Final = ("draw", "end", "stuck", "open", "knock", "lift", "restore", "yes", "no")


class Action(NamedTuple):
    """What a step does.

    *sort* is the first step of its sort: `TAKE` (with all of the pile that is taken), `TAKE_CARD` (the top card alone),
    `START`, `ADD`, `RED_CANASTA`, `DISCARD`, `ASK`, or the step itself. *rank* is the rank of the meld it begins or
    adds to; -1 for none, and in takes, where the top card says it. *slot* is the open meld it goes to, -1 for the
    only one or a new one. *kind* is the one card that is added, put down or discarded, -1 for none. *naturals*,
    *twos* and *jokers* are the cards from the hand that it lays; black threes are begun with as many as the
    rules say, see `Table.naturals`. *partner* counts the partners from the asking player's left, from 1.
    """

    sort: int
    rank: int = -1
    slot: int = -1
    kind: int = -1
    naturals: int = 0
    twos: int = 0
    jokers: int = 0
    partner: int = 0


def _takes() -> list[Action]:
    """Return the steps that take the pile, from `TAKE` on."""
    pairs = [(2, 0, 0)]
    mixed = [(1, 1, 0), (1, 0, 1)]
    wilds = [(0, twos, 2 - twos) for twos in range(3)]
    slots = range(SLOTS)
    return [
        *[Action(TAKE, naturals=a, twos=b, jokers=c) for a, b, c in pairs],
        *[Action(TAKE, slot=slot, naturals=a, twos=b, jokers=c) for a, b, c in pairs for slot in slots],
        *[Action(TAKE, naturals=a, twos=b, jokers=c) for a, b, c in mixed],
        *[Action(TAKE, slot=slot) for slot in slots],
        *[Action(TAKE, naturals=a, twos=b, jokers=c) for a, b, c in wilds],
        *[Action(TAKE, slot=slot, naturals=a, twos=b, jokers=c) for a, b, c in wilds for slot in slots],
        *[Action(TAKE_CARD, slot=slot) for slot in slots],
    ]


def _lays() -> list[Action]:
    """Return the steps that begin melds and add to them, from `START` on."""
    ranks, slots = range(LOW_RANK, LOW_RANK + RANKS), range(SLOTS)
    forms = ((3, 0, 0), (2, 1, 0), (2, 0, 1))
    cards = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    return [
        *[Action(START, rank, naturals=a, twos=b, jokers=c) for rank in ranks for a, b, c in forms],
        *[Action(START, WILD_MELD, twos=twos, jokers=3 - twos) for twos in range(4)],
        Action(START, BLACK_MELD),
        *[Action(ADD, rank, slot, rank if a else b, a, b, c) for rank in ranks for slot in slots for a, b, c in cards],
        *[Action(ADD, WILD_MELD, slot, b, a, b, c) for slot in slots for a, b, c in cards[1:]],
        *[Action(ADD, BLACK_MELD, slot, BLACK_MELD, 1) for slot in slots],
    ]


ACTIONS: Final[tuple[Action, ...]] = (
    *[Action(step) for step in range(ASK)],
    *[Action(ASK, partner=partner) for partner in range(1, PICK_UP - ASK + 1)],
    Action(PICK_UP),
    *_takes(),
    *_lays(),
    *[Action(RED_CANASTA, rank, kind=_RED_THREE) for rank in range(LOW_RANK, LOW_RANK + RANKS)],
    *[Action(DISCARD, kind=kind) for kind in range(STEPS - DISCARD)],
)
"""What every step does, by its number."""

_NUMBERS: Final[dict[Action, int]] = {action: step for step, action in enumerate(ACTIONS)}

# The same for the kernel.
SORT: Final = vec[i64]([action.sort for action in ACTIONS])
RANK: Final = vec[i64]([action.rank for action in ACTIONS])
SLOT: Final = vec[i64]([action.slot for action in ACTIONS])
KIND: Final = vec[i64]([action.kind for action in ACTIONS])
NATURALS: Final = vec[i64]([action.naturals for action in ACTIONS])
TWOS: Final = vec[i64]([action.twos for action in ACTIONS])
JOKERS: Final = vec[i64]([action.jokers for action in ACTIONS])
PARTNER: Final = vec[i64]([action.partner for action in ACTIONS])


def asks(step: i64) -> bool:
    """Return whether *step* asks a partner for leave to go out."""
    return ASK <= step < PICK_UP


def step_of(action: Action) -> int:
    """Return the number of the step that does *action*.

    Raises `ValueError` if no step does: a rank, slot or number of cards is out of range.

    >>> ACTIONS[step_of(Action(ADD, rank=9, slot=2, kind=9, naturals=1))]
    Action(sort=105, rank=9, slot=2, kind=9, naturals=1, twos=0, jokers=0, partner=0)
    """
    step = _NUMBERS.get(action)
    if step is None:
        raise ValueError(f"no step does this: {action}")
    return step


def step_name(step: int) -> str:
    """Return a short unambiguous name of *step*, for walks, tests and messages of defects.

    >>> step_name(DRAW), step_name(START + 1), step_name(DISCARD + 14)
    ('draw', 'start 442', 'discard A')
    """
    action = ACTIONS[step]
    rank, slot, kind = action.rank, action.slot, action.kind
    if step < ASK:
        return _PLAIN[step]
    if action.sort == ASK:
        return f"ask {action.partner}"
    if action.sort == PICK_UP:
        return "pick up"
    if action.sort == TAKE_CARD:
        return f"take card onto {slot}"
    if action.sort == TAKE:
        return _take_name(action)
    if action.sort == START:
        return f"start {_cards(action, _RANK_NAMES[rank]) or _RANK_NAMES[rank]}"
    if action.sort == ADD:
        return f"add {_cards(action, _RANK_NAMES[rank])} to {_RANK_NAMES[rank]}/{slot}"
    if action.sort == RED_CANASTA:
        return f"red three on {_RANK_NAMES[rank]}"
    return f"discard {_KIND_NAMES[kind]}"


def _cards(action: Action, name: str) -> str:
    """Return the cards that *action* lays, as `step_name` writes them; *name* stands for the naturals."""
    naturals, twos, jokers = name * action.naturals, "2" * action.twos, "Jk" * action.jokers
    return naturals + twos + jokers if action.naturals else jokers + twos


def _take_name(action: Action) -> str:
    onto = f" onto {action.slot}" if action.slot >= 0 else ""
    if action.naturals == 2:
        return "take pair" + onto
    if action.naturals:
        return "take with " + ("2" if action.twos else "Jk")
    wilds = _cards(action, "")
    return f"take {wilds}{onto}" if wilds else f"take{onto}"
