"""Taking the pile without saying how: the way that costs least of those the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from canasta.base.cards import JOKER, KIND_OF, TWO, Kind
from canasta.base.moves import Group, TakePile
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.steps import Action, step_of
from canasta.notation.card_text import Pool, Spec


def obvious_take(view: View, pool: Pool, more: tuple[Group, ...] = ()) -> TakePile:
    """Return how the seat of *view* takes the pile when nobody says how, with further melds *more*.

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
    """Yield every way to take the pile: its step, the kinds from the hand, the slot, and whether the top card alone."""
    if not view.pile:
        return
    top = KIND_OF[view.pile[-1]]
    slots = [None, *range(view.position.rule_table.slots)]
    if top <= TWO:
        pairs = [Action(s.TAKE, twos=twos, jokers=2 - twos) for twos in (2, 1, 0)]
        yield from (_way(pair, top, None) for pair in pairs)
        yield from (_way(pair, top, slot) for pair in pairs for slot in slots[1:])
        return
    yield from (_way(Action(s.TAKE, naturals=2), top, slot) for slot in slots)
    with_it = int(view.position.rule_table.onto_natural)
    yield from (_way(Action(s.TAKE), top, slot, with_it) for slot in slots[1:])
    yield _way(Action(s.TAKE, naturals=1, twos=1), top, None)
    yield _way(Action(s.TAKE, naturals=1, jokers=1), top, None)
    yield from (_way(Action(s.TAKE_CARD), top, slot) for slot in slots[1:])


def _way(action: Action, top: Kind, slot: int | None, more: int = 0) -> _Way:
    """Return the way of *action*, onto the open meld in *slot*, to take a pile with *top* on it; *more* naturals go with it."""
    kinds = (*[top] * (action.naturals + more), *[TWO] * action.twos, *[JOKER] * action.jokers)
    step = step_of(action._replace(slot=-1 if slot is None else slot))
    return step, kinds, slot, action.sort == s.TAKE_CARD
