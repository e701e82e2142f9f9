"""What the seat of a view may do now, and why it cannot take the pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from canasta.base.cards import JOKER, KIND_OF, RED_THREE, TWO, Face, Kind
from canasta.base.choices import Doing, MoveChoice
from canasta.base.errors import Refusal
from canasta.base.moves import Answer, Ask, Draw, End, Knock, LayRedThree, Lift, Move, PickUp, Restore, Stuck
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.explain import explain
from canasta.engine.position import TO_ANSWER, TO_DRAW
from canasta.engine.steps import ACTIONS, Action
from canasta.notation.card_text import Pool
from canasta.notation.taking import obvious_take
from canasta.wording.refusals import refusal_of
from canasta.wording.tried import Tried

_LAST: Final[tuple[tuple[int, Doing, Move], ...]] = (
    (s.LIFT, "lift", Lift()),
    (s.RESTORE, "restore", Restore()),
    (s.KNOCK, "knock", Knock()),
    (s.STUCK, "stuck", Stuck()),
)


def choices(seen: View) -> tuple[MoveChoice, ...]:
    """Return what the seat of *seen* may do now; nothing if it has nothing to decide."""
    return tuple(_choices(seen))


def _choices(seen: View) -> Iterator[MoveChoice]:
    if not seen.legal:
        return
    if seen.position.phase == TO_ANSWER:
        yield MoveChoice("yes", Answer(yes=True))
        yield MoveChoice("no", Answer(yes=False))
        return
    sorts: dict[int, list[Action]] = {}
    for step in seen.legal:
        sorts.setdefault(ACTIONS[step].sort, []).append(ACTIONS[step])
    if s.DRAW in sorts:
        ends = not seen.stock and seen.rules.exhaustion.ends == "at draw"
        yield MoveChoice("draw", Draw(), number=min(seen.rules.draw.stock, seen.stock), ends=ends)
    if s.TAKE in sorts or s.TAKE_CARD in sorts:
        yield _take(seen)
    yield from _layings(seen, sorts)
    if s.ASK in sorts:
        partner = int(seen.position.rule_table.partner_of(seen.seat, sorts[s.ASK][0].partner))
        yield MoveChoice("ask", Ask(partner) if len(sorts[s.ASK]) == 1 else None)
    if s.PICK_UP in sorts:
        yield MoveChoice("pick up", PickUp())
    if s.DISCARD in sorts:
        kinds = tuple(sorted(action.kind for action in sorts[s.DISCARD]))
        barred = tuple(sorted({KIND_OF[face] for face in seen.hand}.difference(kinds)))
        yield MoveChoice("discard", kinds=kinds, barred=barred)
    yield from (MoveChoice(doing, move) for step, doing, move in _LAST if step in seen.legal)
    if s.END in sorts:
        yield MoveChoice("show" if ends_by_showing(seen) else "end", End(), ends=True)


def _layings(seen: View, sorts: Mapping[int, Sequence[Action]]) -> Iterator[MoveChoice]:
    """Yield new melds, cards for open melds, red threes for canastas."""
    for rank in dict.fromkeys(action.rank for action in sorts.get(s.START, [])):
        yield MoveChoice("lay", cards=_beginning(rank, seen.hand), rank=rank)
    yield from _additions(sorts.get(s.ADD, []), seen.hand)
    for action in sorts.get(s.RED_CANASTA, []):
        red = next(face for face in seen.hand if KIND_OF[face] == RED_THREE)
        yield MoveChoice("top", LayRedThree(red, action.rank), (red,), action.rank)


def _take(seen: View) -> MoveChoice:
    """Return the step that takes the pile in the way that costs least; an opening that must follow is for the player to choose."""
    take = obvious_take(seen, Pool.of_view(seen))
    top = KIND_OF[seen.pile[-1]]
    number = 1 if take.single else min(seen.rules.pile.take or len(seen.pile), len(seen.pile))
    rank = -1 if take.cards else s.WILD_MELD if top <= TWO else top
    return MoveChoice("take", take if seen.opened[seen.side] else None, take.cards, rank, number)


def _beginning(rank: Kind, hand: Iterable[Face]) -> tuple[Face, ...]:
    """Return cards of *hand* that a new meld of *rank* can begin with."""
    pool = sorted(hand, key=lambda face: -KIND_OF[face])
    wilds = [face for face in pool if KIND_OF[face] <= TWO]
    if rank <= TWO:
        return tuple(wilds)
    naturals = [face for face in pool if KIND_OF[face] == rank]
    return tuple(naturals if len(naturals) >= 3 else naturals + wilds[:1])


def _additions(adds: Iterable[Action], hand: Iterable[Face]) -> Iterator[MoveChoice]:
    """Yield cards that go to open melds: naturals first, then a wild card where it fits."""
    natural = {action.rank: action.kind for action in adds if action.kind > TWO}
    wild: dict[Kind, Kind] = {}
    for action in adds:
        if action.kind <= TWO:
            wild[action.rank] = max(action.kind, wild.get(action.rank, JOKER))
    for rank, kind in (*natural.items(), *wild.items()):
        face = next(face for face in hand if KIND_OF[face] == kind)
        yield MoveChoice("add", cards=(face,), rank=rank)


def ends_by_showing(seen: View) -> bool:
    """Return whether the player of *seen* who ends the deal by that alone shows a special hand: before the draw, nothing is left to draw."""
    return seen.position.phase != TO_DRAW


def why_no_take(seen: View) -> Refusal | None:
    """Return why the seat of *seen* cannot take the pile now; None if it can."""
    if any(ACTIONS[step].sort in {s.TAKE, s.TAKE_CARD} for step in seen.legal):
        return None
    take = obvious_take(seen, Pool.of_view(seen))
    kinds = [KIND_OF[face] for face in take.cards]
    twos, jokers = kinds.count(TWO), kinds.count(JOKER)
    slot = -1 if kinds else take.slot or 0
    step = s.step_of(Action(s.TAKE, slot=slot, naturals=len(kinds) - twos - jokers, twos=twos, jokers=jokers))
    code, needed, given = explain(seen.position, seen.seat, step)
    return refusal_of(seen.rules, seen.position, seen.seat, code, needed, given, Tried(step))
