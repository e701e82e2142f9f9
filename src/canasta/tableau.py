"""What lies on the table at the end of a deal, as the score sheet counts it."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.engine.fields import MISSED, OPENED, REDS, RESTORED, SEAT, SIDE, TAKEN
from canasta.engine.position import Position
from canasta.engine.table import BLACK, KINDS, MIXED, NATURAL, SPECIAL, WILD
from canasta.score import Tableau

_LOW_RANK = 4


def tableaus(position: Position, exact_cuts: Sequence[int] = ()) -> list[Tableau]:
    """The tableau of every side in *position*, the deal over or not; *exact_cuts* counts them by side."""
    return [_tableau(position, side, exact_cuts[side] if exact_cuts else 0) for side in range(position.table.sides)]


def _tableau(p: Position, side: int, exact_cuts: int) -> Tableau:
    table = p.table
    members = range(side, table.seats, table.sides)
    topped = [0] * KINDS
    for entry in p.closed:
        if entry >> 40 == side and entry >> 24 & 1:
            topped[entry >> 32 & 255] += 1
    special_ranks = [rank for index in range(table.specials) for rank in _ranks(p, index)]
    return Tableau(
        natural=p.canastas(side, NATURAL),
        topped=sum(topped) - sum(topped[rank] for rank in special_ranks),
        mixed=p.canastas(side, MIXED),
        wild=p.canastas(side, WILD),
        black=p.canastas(side, BLACK),
        specials=tuple(p.canastas(side, SPECIAL + index) for index in range(table.specials)),
        specials_topped=tuple(topped[rank] for rank in special_ranks),
        melded=melded(p, side),
        red_threes=p.sides[side * SIDE + REDS],
        caught_hand=tuple(sum(p.count(seat, kind) for seat in members) for kind in range(KINDS)),
        caught_reserves=_unopened(p, members),
        opened=p.sides[side * SIDE + OPENED] != 0,
        out=p.out >= 0 and p.out % table.sides == side,
        concealed=p.concealed,
        after_stock=p.late if p.out >= 0 else p.stock() == 0,
        another_out=p.out >= 0 and p.out % table.sides != side,
        restored=p.sides[side * SIDE + RESTORED],
        missed=tuple(_missed(p, members, index) for index in range(table.reserves)),
        exact_cuts=exact_cuts,
    )


def _ranks(p: Position, index: int) -> list[int]:
    return [rank for rank in range(KINDS) if p.table.special_of[rank] == index]


def melded(p: Position, side: int) -> tuple[int, ...]:
    """Cards that *side* has melded, by kind; red threes on canastas are not among them."""
    table = p.table
    counts = [0] * KINDS

    def add(rank: int, meld: int) -> None:
        counts[0] += meld & 255
        counts[1] += meld >> 8 & 255
        counts[rank] += meld >> 16 & 255

    for entry in p.closed:
        if entry >> 40 == side:
            add(entry >> 32 & 255, entry & 0xFFFFFF)
    for rank in range(KINDS):
        for slot in range(table.slots):
            add(rank, p.meld_at(side, rank, slot))
    return tuple(counts)


def _unopened(p: Position, members: range) -> tuple[int, ...]:
    counts = [0] * KINDS
    for seat in members:
        for index in range(p.seats[seat * SEAT + TAKEN], p.table.reserves):
            at = p.reserve_start(seat, index)
            for kind in p.deck[at : at + p.table.reserve_size[index]]:
                counts[kind] += 1
    return tuple(counts)


def _missed(p: Position, members: range, index: int) -> int:
    """How many players of the side failed to pick up the reserve *index* in time."""
    return sum(p.seats[seat * SEAT + MISSED] >> index & 1 for seat in members)
