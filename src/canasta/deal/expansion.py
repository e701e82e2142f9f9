"""From whole moves to kernel steps, and back from a step to the faces it is played with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from canasta.base.cards import JOKER, KIND_OF, KINDS, RED_THREE, TWO, Face, Kind
from canasta.base.clauses import (
    MELD_ABSENT,
    MELD_SIZE,
    MELD_WILDS,
    PILE_CARDS,
    PILE_EMPTY,
    THREES_BLACK_MELD,
    THREES_RED_CANASTA,
    TURN_UNKNOWN,
)
from canasta.base.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    End,
    Group,
    Knock,
    Lay,
    LayRedThree,
    Lift,
    Move,
    PickUp,
    Restore,
    Stuck,
    TakePile,
)
from canasta.engine import steps as s
from canasta.engine.melds import meld_of, size_of, wilds_of
from canasta.engine.position import Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import Action
from canasta.engine.ways import may_join
from canasta.rules.words.melds import TAKES_ANY, TAKES_LATER


class Unplayable(Exception):
    """A move that cannot be put into steps; *code* is the clause it breaks.

    Where the rules forbid *nearest* too, the step that comes nearest to the move, theirs is the better reason.
    """

    def __init__(self, code: int, nearest: int | None = None) -> None:
        self.code = code
        self.nearest = nearest
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Step:
    """One kernel step and the faces from the hand it is played with."""

    step: int
    faces: tuple[Face, ...] = ()


PLAIN: Final[dict[Move, int]] = {
    Draw(): s.DRAW,
    Knock(): s.KNOCK,
    Stuck(): s.STUCK,
    PickUp(): s.PICK_UP,
    Lift(): s.LIFT,
    Restore(): s.RESTORE,
    End(): s.END,
    Answer(yes=True): s.YES,
    Answer(yes=False): s.NO,
}
"""The steps that are whole moves without cards."""


def first_steps(move: Move, position: Position, seat: int) -> list[Step]:
    """Return the steps of *move* by *seat*, but for groups, which `group_start` and `group_add` expand as the melds change.

    Raises `Unplayable` for what cannot be a move here.
    """
    match move:
        case Discard(card):
            return [Step(s.step_of(Action(s.DISCARD, kind=KIND_OF[card])), (card,))]
        case LayRedThree(card, rank):
            if KIND_OF[card] != RED_THREE:
                raise Unplayable(THREES_RED_CANASTA)
            return [Step(_step(Action(s.RED_CANASTA, rank, kind=RED_THREE)), (card,))]
        case Ask(partner):
            partners = {
                int(position.rule_table.partner_of(seat, each)): each for each in range(1, position.rule_table.members)
            }
            if partner not in partners:
                raise Unplayable(TURN_UNKNOWN)
            return [Step(_step(Action(s.ASK, partner=partners[partner])))]
        case TakePile():
            return [_take(move, position, position.side_of(seat))]
        case Lay(groups):
            if not groups:
                raise Unplayable(TURN_UNKNOWN)
            return []
        case _:
            return [Step(PLAIN[move])]


def _step(action: Action) -> int:
    """Return the number of *action*. Raises `Unplayable` if there is no such step."""
    try:
        return s.step_of(action)
    except ValueError:
        raise Unplayable(TURN_UNKNOWN) from None


def _take(move: TakePile, position: Position, side: int) -> Step:
    """Return the step that takes the pile with just the cards of *move*."""
    top = position.top()
    if top < 0:
        raise Unplayable(PILE_EMPTY)
    rank = meld_rank(int(top))
    kinds = [KIND_OF[face] for face in move.cards]
    naturals, twos, jokers = kinds.count(top) if rank else 0, kinds.count(TWO), kinds.count(JOKER)
    if move.single or len(kinds) == naturals == int(position.rule_table.onto_natural):
        return _onto(move, position, side, rank)
    if len(kinds) != 2 or naturals + twos + jokers != 2 or (rank and not naturals):
        raise Unplayable(PILE_CARDS, s.TAKE_WILDS if rank == s.WILD_MELD else s.TAKE_PAIR)
    slot = move.slot
    if slot is not None:
        slot = _named_slot(position, side, rank, slot)
        if rank and naturals == 1:
            # A natural and a wild card begin a meld; onto an open one the top card goes alone.
            raise Unplayable(PILE_CARDS, s.TAKE_PAIR)
        if not position.rule_table.several and not (position.rule_table.show and position.opened(side)):
            if position.meld_at(side, rank, 0) == 0:
                raise Unplayable(MELD_ABSENT)
            slot = None  # the one open meld is joined in any case
    else:
        slot = _taken_to(position, side, rank, naturals)
    step = _step(Action(s.TAKE, slot=-1 if slot is None else slot, naturals=naturals, twos=twos, jokers=jokers))
    return Step(step, move.cards)


def _onto(move: TakePile, position: Position, side: int, rank: Kind) -> Step:
    """Return the step that takes the pile, or its top card alone, onto an open meld of *rank*."""
    if move.single and move.cards:
        raise Unplayable(TURN_UNKNOWN)
    sort = s.TAKE_CARD if move.single else s.TAKE
    return Step(_step(Action(sort, slot=_named_slot(position, side, rank, move.slot or 0))), move.cards)


def _taken_to(position: Position, side: int, rank: Kind, naturals: int) -> int | None:
    """Return the open meld that two cards and the top card join when nobody says which, or None for the only or a new one."""
    if naturals == 1 or (position.rule_table.show and position.opened(side)):
        return None
    unfinished = int(position.unfinished(side, rank))
    return unfinished if unfinished >= 0 else None


def _named_slot(position: Position, side: int, rank: Kind, slot: int) -> int:
    """Return the number by which the kernel knows the open meld in *slot*: that of the first one equal to it.

    Raises `Unplayable` if there can be no such meld.
    """
    if not 0 <= slot < position.rule_table.slots:
        raise Unplayable(MELD_ABSENT)
    meld = position.meld_at(side, rank, slot)
    return slot_of(position, side, rank, meld) if meld else slot


def meld_rank(kind: Kind) -> Kind:
    """Return the rank of the meld that a card of *kind* begins."""
    return s.WILD_MELD if kind <= TWO else kind


def in_order(move: Move, position: Position, seat: int) -> Move:
    """*move* with its groups in the order in which they go down, since they are laid together.

    A meld of wild cards that stays unfinished may keep wild cards from all others, so it comes after these. One that is
    finished comes before them. Black threes come last.
    """
    groups = move.groups if isinstance(move, Lay) else move.more if isinstance(move, TakePile) else ()
    if len(groups) < 2:
        return move
    wilds = sum(len(group.cards) for group in groups if group.rank == s.WILD_MELD)
    unfinished = int(position.wilds_wanted(seat % position.rule_table.sides)) or int(position.rule_table.size)
    places = {s.WILD_MELD: 1 if wilds < unfinished else -1, s.BLACK_MELD: 2}
    ordered = tuple(sorted(groups, key=lambda group: places.get(group.rank, 0)))
    if isinstance(move, Lay):
        return replace(move, groups=ordered)
    return replace(move, more=ordered) if isinstance(move, TakePile) else move


def hand_kinds(step: int, position: Position) -> tuple[Kind, ...]:
    """Return the kinds of the hand cards that *step* lays, shows or discards in *position*."""
    action = position.rule_table.action(step)
    natural = int(position.top()) if action.sort == s.TAKE else action.rank
    if action.kind >= 0:
        return (action.kind,)
    return (*[natural] * action.naturals, *[TWO] * action.twos, *[JOKER] * action.jokers)


def group_start(group: Group, position: Position, seat: int) -> tuple[list[Step], int, int]:
    """Return how *group* goes down in *position*: the steps that begin it, the value of the meld that grows then, its slot.

    The cards of the group that these steps do not use are added one by one, see `group_add`. A meld that the
    steps begin comes to lie behind those that are equal to it; its slot is told as -1.
    """
    side = seat % position.rule_table.sides
    naturals, twos, jokers = split(group)
    slot = group.slot
    if slot is None:
        slot = _natural_slot(group, position, side)
    if slot is not None:
        meld = position.meld_at(side, group.rank, slot) if 0 <= slot < position.rule_table.slots else 0
        if meld == 0:
            raise Unplayable(MELD_ABSENT)
        return [], meld, slot
    if group.rank == s.BLACK_MELD:
        least = int(position.rule_table.black_least)
        if not 0 < least <= len(naturals):
            raise Unplayable(THREES_BLACK_MELD, s.START_BLACK)
        return [Step(s.START_BLACK, tuple(naturals[:least]))], meld_of(least, 0, 0), -1
    if len(group.cards) < 3:
        raise Unplayable(MELD_SIZE)
    if group.rank == s.WILD_MELD:
        wilds = [*jokers, *twos][:3]
        return [_start(group.rank, wilds)], meld_of(0, len(wilds) - len(jokers[:3]), len(jokers[:3])), -1
    if len(naturals) >= 3:
        return [_start(group.rank, naturals[:3])], meld_of(3, 0, 0), -1
    if len(naturals) < 2:
        raise Unplayable(MELD_WILDS, s.START + (group.rank - s.LOW_RANK) * 3)
    wild = twos[0] if twos else jokers[0]
    return [_start(group.rank, [*naturals, wild])], meld_of(2, len(twos[:1]), 0 if twos else 1), -1


def _start(rank: Kind, faces: Sequence[Face]) -> Step:
    """Return the step that begins a meld of *rank* with three *faces*."""
    kinds = [KIND_OF[face] for face in faces]
    twos, jokers = kinds.count(TWO), kinds.count(JOKER)
    return Step(_step(Action(s.START, rank, naturals=3 - twos - jokers, twos=twos, jokers=jokers)), tuple(faces))


def _natural_slot(group: Group, position: Position, side: int) -> int | None:
    """Return the open meld that *group* joins when nobody says which, or None for a new meld."""
    table = position.rule_table
    if group.rank == s.BLACK_MELD:
        return 0 if position.meld_at(side, group.rank, 0) else None
    fitting = [slot for slot in range(table.slots) if fits(group, position.meld_at(side, group.rank, slot), position)]
    unfinished = int(position.unfinished(side, group.rank))
    if unfinished in fitting:
        return unfinished
    if table.several and len(group.cards) >= 3:
        return unfinished if unfinished >= 0 else None
    if fitting:
        return fitting[0]
    # Too few cards for a new meld: the judge says why they do not join the largest.
    return 0 if table.several and position.meld_at(side, group.rank, 0) else None


def fits(group: Group, meld: int, position: Position) -> bool:
    """Return whether *meld* has room for *group* and its wild cards; the only meld that a rank can have always fits."""
    table = position.rule_table
    if meld == 0:
        return False
    if not table.several:
        return True
    naturals, twos, jokers = split(group)
    wilds = wilds_of(meld) + len(twos) + len(jokers)
    fits_wilds = group.rank == s.WILD_MELD or wilds <= table.most_wilds[(meld >> 16) + len(naturals)]
    fits_wilds = fits_wilds and may_join(position, group.rank, meld, len(naturals), len(twos) + len(jokers))
    return fits_wilds and (table.grows or size_of(meld) + len(group.cards) <= table.size)


def split(group: Group) -> tuple[list[Face], list[Face], list[Face]]:
    """Naturals, twos and jokers of *group*.

    Raises `Unplayable` for a group without cards or of cards that no meld can hold together.
    """
    if group.rank == RED_THREE:
        raise Unplayable(THREES_RED_CANASTA)
    if not group.cards or not (group.rank in {s.WILD_MELD, s.BLACK_MELD} or s.LOW_RANK <= group.rank < KINDS):
        raise Unplayable(TURN_UNKNOWN)
    twos = [face for face in group.cards if KIND_OF[face] == TWO]
    jokers = [face for face in group.cards if KIND_OF[face] == JOKER]
    naturals = [face for face in group.cards if KIND_OF[face] > TWO]
    if any(KIND_OF[face] != group.rank for face in naturals):
        raise Unplayable(TURN_UNKNOWN)
    if group.rank == s.BLACK_MELD and len(naturals) < len(group.cards):
        raise Unplayable(THREES_BLACK_MELD)
    return naturals, twos, jokers


def group_add(rank: Kind, face: Face, slot: int) -> Step:
    """Return the step that adds *face* to the meld of *rank* in *slot*."""
    kind = KIND_OF[face]
    action = Action(s.ADD, rank, slot, kind, int(kind > TWO), int(kind == TWO), int(kind == JOKER))
    return Step(_step(action), (face,))


def next_face(left: Sequence[Face], meld: int, table: RuleTable) -> Face:
    """Return which of the cards *left* of a group joins *meld* next: naturals, then twos, then jokers.

    Where a canasta takes no wild cards, these come as soon as they fit.
    """
    order = sorted(left, key=lambda face: max(0, 2 - KIND_OF[face]))
    wilds = [face for face in order if KIND_OF[face] <= TWO]
    if table.takes in {TAKES_ANY, TAKES_LATER} or not wilds:
        return order[0]
    fits_wild = meld >> 16 == 0 or wilds_of(meld) < table.most_wilds[meld >> 16]
    return wilds[0] if fits_wild else order[0]


def unit(face: Face) -> int:
    """Return what adding *face* adds to the number of a meld."""
    kind = KIND_OF[face]
    return meld_of(0, 0, 1) if kind == JOKER else meld_of(0, 1, 0) if kind == TWO else meld_of(1, 0, 0)


def slot_of(position: Position, side: int, rank: Kind, meld: int) -> int:
    """Return the first slot of *side* that holds *meld*; one past the last where none does."""
    slots = position.rule_table.slots
    return next((slot for slot in range(slots) if position.meld_at(side, rank, slot) == meld), slots)


def slot_of_new(position: Position, side: int, rank: Kind, faces: Iterable[Face]) -> int | None:
    """Return the slot that a meld of *faces* and a natural beside them gets; None if all slots of *rank* are taken.

    It is a new meld, or where one must be finished first, that one with them.
    """
    new = meld_of(1, 0, 0) + sum(map(unit, faces))
    unfinished = position.unfinished(side, rank)
    if unfinished >= 0:
        new += position.meld_at(side, rank, unfinished)
    slots = position.rule_table.slots
    slot = sum(position.meld_at(side, rank, each) >= new for each in range(slots) if each != unfinished)
    return slot if slot < slots else None


def worth(position: Position, cards: Iterable[Face]) -> int:
    """Return what *cards* count in a meld."""
    return sum(position.rule_table.value[KIND_OF[face]] for face in cards)
