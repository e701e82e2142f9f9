"""Taking the pile without saying how: the way that costs least of those the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from canasta.cards import JOKER, KIND_OF, TWO, Kind
from canasta.engine import steps as s
from canasta.moves import Group, TakePile
from canasta.notation.bunches import Pool, Spec
from canasta.view import View


def obvious_take(view: View, pool: Pool, more: tuple[Group, ...] = ()) -> TakePile:
    """How the seat of *view* takes the pile when nobody says how, with further melds *more*.

    Two naturals come first, then an open meld, a natural and a wild card, wild cards. Where no way is legal,
    the move is the one that comes nearest, so that the rules can say what it lacks.
    """
    legal = set(view.legal)
    ways = list(_ways(view))
    for step, kinds, slot, single in ways:
        if step in legal:
            return TakePile(tuple(pool.pick(Spec(kind)) for kind in kinds), more, slot, single)
    for _, kinds, slot, single in ways:
        if kinds and slot is None and all(pool.holds(kind, kinds.count(kind)) for kind in kinds):
            return TakePile(tuple(pool.pick(Spec(kind)) for kind in kinds), more, slot, single)
    return TakePile((), more)


_Way = tuple[int, tuple[Kind, ...], int | None, bool]


def _ways(view: View) -> Iterator[_Way]:
    """Every way to take the pile: its step, the kinds from the hand, the slot, and whether the top card alone."""
    if not view.pile:
        return
    top = KIND_OF[view.pile[-1]]
    slots = range(view.position.table.slots)
    if top <= TWO:
        pairs = ((2, (TWO, TWO)), (1, (TWO, JOKER)), (0, (JOKER, JOKER)))
        yield from ((s.TAKE_WILDS + twos, kinds, None, False) for twos, kinds in pairs)
        for twos, kinds in pairs:
            yield from ((s.TAKE_WILDS_ONTO + twos * s.SLOTS + slot, kinds, slot, False) for slot in slots)
        return
    yield s.TAKE_PAIR, (top, top), None, False
    yield from ((s.TAKE_PAIR_ONTO + slot, (top, top), slot, False) for slot in slots)
    yield from ((s.TAKE_ONTO + slot, (), slot, False) for slot in slots)
    yield s.TAKE_WITH_TWO, (top, TWO), None, False
    yield s.TAKE_WITH_JOKER, (top, JOKER), None, False
    yield from ((s.TAKE_CARD + slot, (), slot, True) for slot in slots)
