"""Steps by lot: how walks choose, so that any program can choose alike, and deals get somewhere.

A *manner* gives each sort of step a weight. At the decision *n* of a deal (from 0) each legal step draws a lot:
the first number of SplitMix64 with ``seed xor ((n << 12 | seat << 9 | step) × 0x9E3779B97F4A7C15)``, divided by its
weight and rounded down; seats count from 0. The smallest lot goes. A step that becomes legal or illegal therefore
changes the choice only where it wins or would have won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from canasta.base.shuffle import deal_seed
from canasta.engine import steps as s

Act: TypeAlias = tuple[int, int]
"""A seat and a step it may take."""

Chooser: TypeAlias = Callable[[int, Sequence[Act]], Act]
"""Chooses one of the acts that are legal at a decision, which is counted from 0."""

MANNERS: Final = ("even", "keen", "clean")
"""All steps alike; laying what can be laid; laying natural cards and sparing wild ones."""


class Sort(NamedTuple):
    """Steps of one sort, and their weight in the second and the third of the `MANNERS`; it is 1 in the first."""

    steps: Sequence[int]
    keen: int
    clean: int


def _every_third(first: int, end: int, *forms: int) -> tuple[int, ...]:
    return tuple(step for step in range(first, end) if (step - first) % 3 in forms)


SORTS: Final[dict[str, Sort]] = {
    "draw": Sort([s.DRAW], 1, 1),
    "end": Sort([s.END], 1, 1),
    "stuck": Sort([s.STUCK], 1, 1),
    "open": Sort([s.OPEN], 100, 200),
    "knock": Sort([s.KNOCK], 1, 1),
    "lift": Sort([s.LIFT], 1, 1),
    "restore": Sort([s.RESTORE], 1, 1),
    "yes": Sort([s.YES], 3, 3),
    "no": Sort([s.NO], 1, 1),
    "ask": Sort(range(s.ASK, s.PICK_UP), 10, 20),
    "pick up": Sort([s.PICK_UP], 10, 10),
    "take with a pair": Sort(range(s.TAKE_PAIR, s.TAKE_WITH_TWO), 20, 60),
    "take with a natural and a wild": Sort(range(s.TAKE_WITH_TWO, s.TAKE_ONTO), 20, 60),
    "take onto a meld": Sort(range(s.TAKE_ONTO, s.TAKE_WILDS), 20, 60),
    "take a wild with wilds": Sort(range(s.TAKE_WILDS, s.TAKE_CARD), 20, 60),
    "take the card alone": Sort(range(s.TAKE_CARD, s.START), 20, 60),
    "start naturals": Sort(_every_third(s.START, s.START_WILD, 0), 20, 60),
    "start with a wild": Sort(_every_third(s.START, s.START_WILD, 1, 2), 10, 4),
    "start wilds": Sort(range(s.START_WILD, s.START_BLACK), 10, 30),
    "start black threes": Sort([s.START_BLACK], 10, 30),
    "add a natural": Sort(_every_third(s.ADD, s.ADD_WILD, 0), 20, 100),
    "add a wild": Sort(_every_third(s.ADD, s.ADD_WILD, 1, 2), 6, 2),
    "add to wilds": Sort(range(s.ADD_WILD, s.ADD_BLACK), 20, 60),
    "add a black three": Sort(range(s.ADD_BLACK, s.RED_CANASTA), 20, 60),
    "red three on a canasta": Sort(range(s.RED_CANASTA, s.DISCARD), 20, 60),
    "discard a wild": Sort(range(s.DISCARD, s.DISCARD + 2), 1, 1),
    "discard a three": Sort(range(s.DISCARD + 2, s.DISCARD + 4), 2, 1),
    "discard": Sort(range(s.DISCARD + 4, s.STEPS), 2, 8),
}
"""All steps, by sorts."""

_SORT_OF: Final = {step: name for name, sort in SORTS.items() for step in sort.steps}


def sort_of(step: int) -> str:
    """Return the sort of *step*.

    >>> sort_of(s.START + 1), sort_of(s.DISCARD + 14)
    ('start with a wild', 'discard')
    """
    return _SORT_OF[step]


def weight(step: int, manner: str) -> int:
    """Return the weight of *step* in one of the `MANNERS`.

    >>> [weight(s.OPEN, manner) for manner in MANNERS]
    [1, 100, 200]
    """
    sort = SORTS[_SORT_OF[step]]
    return {"even": 1, "keen": sort.keen, "clean": sort.clean}[manner]


def random_chooser(seed: int, manner: str) -> Chooser:
    """Chooses by lot in one of the `MANNERS`.

    >>> [random_chooser(1, "even")(n, [(0, s.DRAW), (0, s.TAKE_PAIR)]) for n in range(4)]
    [(0, 0), (0, 13), (0, 13), (0, 13)]
    """
    weights = [weight(step, manner) for step in range(s.STEPS)]

    def choose(number: int, acts: Sequence[Act]) -> Act:
        return min(acts, key=lambda act: deal_seed(seed, number << 12 | act[0] << 9 | act[1]) // weights[act[1]])

    return choose
