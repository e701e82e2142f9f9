"""From whole moves to kernel steps, and back from a step to the faces it is played with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from canasta.cards import JOKER, KIND_OF, RED_THREE, TWO, Face, Kind
from canasta.clauses import MELD_SIZE, PILE_EMPTY, THREES_RED_CANASTA, TURN_CARDS, TURN_UNKNOWN
from canasta.engine import steps as s
from canasta.engine.melds import meld_of, size_of, wilds_of
from canasta.engine.position import Position
from canasta.moves import (
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


class Unplayable(Exception):
    """A move that cannot be put into steps; *code* is the clause it breaks."""

    def __init__(self, code: int) -> None:
        self.code = code
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


def first_steps(move: Move, position: Position) -> list[Step]:
    """The steps of *move*, but for groups, which `group_steps` expands one by one as the melds change.

    Raises `Unplayable` for what cannot be a move here.
    """
    match move:
        case Discard(card):
            return [Step(s.DISCARD + KIND_OF[card], (card,))]
        case LayRedThree(card, rank):
            if KIND_OF[card] != RED_THREE or rank < s.LOW_RANK:
                raise Unplayable(TURN_CARDS)
            return [Step(s.RED_CANASTA + rank - s.LOW_RANK, (card,))]
        case Ask(partner):
            sides, seats = int(position.table.sides), int(position.table.seats)
            offset, rest = divmod((partner - int(position.actor)) % seats, sides)
            if rest or not 0 < offset <= 3:
                raise Unplayable(TURN_UNKNOWN)
            return [Step(s.ASK + offset - 1)]
        case TakePile():
            return [_take(move, position)]
        case Lay():
            return []
        case _:
            return [Step(PLAIN[move])]


def _take(move: TakePile, position: Position) -> Step:
    top = position.top()
    if top < 0:
        raise Unplayable(PILE_EMPTY)
    kinds = sorted(KIND_OF[face] for face in move.cards)
    slot = move.slot
    if not kinds:
        return Step((s.TAKE_CARD if move.single else s.TAKE_ONTO) + (slot or 0))
    if len(kinds) != 2:
        raise Unplayable(TURN_CARDS)
    if top <= TWO:
        if kinds[1] > TWO:
            raise Unplayable(TURN_CARDS)
        pair = kinds.count(TWO)
        return Step(s.TAKE_WILDS + pair if slot is None else s.TAKE_WILDS_ONTO + pair * s.SLOTS + slot, move.cards)
    if kinds == [top, top]:
        return Step(s.TAKE_PAIR if slot is None else s.TAKE_PAIR_ONTO + slot, move.cards)
    if kinds[1] == top and kinds[0] <= TWO:
        return Step(s.TAKE_WITH_TWO if kinds[0] == TWO else s.TAKE_WITH_JOKER, move.cards)
    # Any other pair does not fit the top card: the judge says what would.
    return Step(s.TAKE_PAIR if KIND_OF[move.cards[0]] == top or kinds[0] > TWO else s.TAKE_WITH_TWO, move.cards)


def taking_kinds(step: int, top: Kind) -> tuple[Kind, ...]:
    """The kinds of the hand cards that take a pile with *top* on it by *step*; none where the top card is laid on a meld."""
    if step < s.TAKE_WITH_TWO:
        return top, top
    if step < s.TAKE_ONTO:
        return top, TWO if step == s.TAKE_WITH_TWO else JOKER
    if s.TAKE_WILDS <= step < s.TAKE_CARD:
        twos = step - s.TAKE_WILDS if step < s.TAKE_WILDS_ONTO else (step - s.TAKE_WILDS_ONTO) // s.SLOTS
        return (*[JOKER] * (2 - twos), *[TWO] * twos)
    return ()


def group_start(group: Group, position: Position, seat: int) -> tuple[list[Step], int]:
    """How *group* goes down in *position*: the steps that begin it, and the value of the meld that grows then.

    The cards of the group that these steps do not use are added one by one, see `group_add`.
    """
    side = seat % position.table.sides
    naturals, twos, jokers = split(group)
    slot = group.slot
    if slot is None:
        slot = _natural_slot(group, position, side)
    if slot is not None:
        meld = position.meld_at(side, group.rank, slot) if slot < position.table.slots else 0
        if meld == 0:
            raise Unplayable(MELD_SIZE)
        return [], meld
    size = len(naturals) + len(twos) + len(jokers)
    if group.rank == s.BLACK_MELD:
        least = position.table.black_least
        return [Step(s.START_BLACK, tuple(naturals[:least]))], meld_of(min(len(naturals), least), 0, 0)
    if size < 3:
        raise Unplayable(MELD_SIZE)
    if group.rank == s.WILD_MELD:
        used = (*jokers[:3], *twos[: 3 - min(3, len(jokers))])
        number = sum(1 for face in used if KIND_OF[face] == TWO)
        return [Step(s.START_WILD + number, used)], meld_of(0, number, 3 - number)
    first = s.START + (group.rank - s.LOW_RANK) * 3
    if len(naturals) >= 3:
        return [Step(first, tuple(naturals[:3]))], meld_of(3, 0, 0)
    if len(naturals) < 2:
        # Too few naturals: let the judge name the rule of wild cards.
        return [Step(first, tuple(naturals))], 0
    if twos:
        return [Step(first + 1, (*naturals, twos[0]))], meld_of(2, 1, 0)
    return [Step(first + 2, (*naturals, jokers[0]))], meld_of(2, 0, 1)


def _natural_slot(group: Group, position: Position, side: int) -> int | None:
    """The open meld that *group* joins when nobody says which, or None for a new meld."""
    table = position.table
    fitting = [slot for slot in range(table.slots) if fits(group, position.meld_at(side, group.rank, slot), position)]
    if table.several and len(group.cards) >= 3:
        return None
    if fitting:
        return fitting[0]
    # Too few cards for a new meld: the judge says why they do not join the largest.
    return 0 if table.several and position.meld_at(side, group.rank, 0) else None


def fits(group: Group, meld: int, position: Position) -> bool:
    """Whether *meld* has room for *group* and its wild cards; the only meld that a rank can have always fits."""
    table = position.table
    if meld == 0:
        return False
    if not table.several:
        return True
    naturals, twos, jokers = split(group)
    wilds = wilds_of(meld) + len(twos) + len(jokers)
    fits_wilds = group.rank == s.WILD_MELD or wilds <= table.most_wilds[(meld >> 16) + len(naturals)]
    return fits_wilds and (table.grows or size_of(meld) + len(group.cards) <= table.size)


def split(group: Group) -> tuple[list[Face], list[Face], list[Face]]:
    """Naturals, twos and jokers of *group*."""
    twos = [face for face in group.cards if KIND_OF[face] == TWO]
    jokers = [face for face in group.cards if KIND_OF[face] == JOKER]
    naturals = [face for face in group.cards if KIND_OF[face] > TWO]
    if group.rank == RED_THREE:
        raise Unplayable(THREES_RED_CANASTA)
    if any(KIND_OF[face] != group.rank for face in naturals):
        raise Unplayable(TURN_CARDS)
    return naturals, twos, jokers


def group_add(rank: Kind, face: Face, slot: int) -> Step:
    """The step that adds *face* to the meld of *rank* in *slot*."""
    kind = KIND_OF[face]
    if rank == s.BLACK_MELD:
        return Step(s.ADD_BLACK + slot, (face,))
    if rank == s.WILD_MELD:
        return Step(s.ADD_WILD + slot * 2 + (0 if kind == TWO else 1), (face,))
    card = 0 if kind > TWO else 2 - kind
    return Step(s.ADD + ((rank - s.LOW_RANK) * s.SLOTS + slot) * 3 + card, (face,))


def unit(face: Face) -> int:
    """What adding *face* adds to the number of a meld."""
    kind = KIND_OF[face]
    return meld_of(0, 0, 1) if kind == JOKER else meld_of(0, 1, 0) if kind == TWO else meld_of(1, 0, 0)


def slot_of(position: Position, side: int, rank: Kind, meld: int) -> int:
    """The first slot of *side* that holds *meld*; one past the last where none does."""
    slots = position.table.slots
    return next((slot for slot in range(slots) if position.meld_at(side, rank, slot) == meld), slots)


def worth(position: Position, cards: Iterable[Face]) -> int:
    """What *cards* count in a meld."""
    return sum(position.table.value[KIND_OF[face]] for face in cards)
