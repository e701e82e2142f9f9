"""What lies on the table at the end of a deal, as the score sheet counts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from canasta.base.cards import Kind
from canasta.base.sheets import Sheet
from canasta.engine.fields import MISSED, RESTORED, SEAT, SIDE
from canasta.engine.melds import FOUR_JOKERS, parts_of
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, KINDS, MIXED, NATURAL, SPECIAL, WILD
from canasta.engine.special_hands import shown, special_hand
from canasta.rules.groups import Rules
from canasta.scoring.tableau import NO_CARDS, Tableau
from canasta.wording.sheets import sheet

_LOW_RANK = 4


def tableaus(position: Position, exact_cuts: Sequence[int] = ()) -> list[Tableau]:
    """Return the tableau of every side in *position*, the deal over or not; *exact_cuts* counts them by side."""
    return [
        _tableau(position, side, exact_cuts[side] if exact_cuts else 0) for side in range(position.rule_table.sides)
    ]


def sheets_so_far(rules: Rules, position: Position, exact_cuts: Sequence[int] = ()) -> list[Sheet]:
    """Return the sheet of each side if the deal were counted now, from what *position* shows.

    In a seat's view that is all but the cards in other hands and in reserves.
    """
    return [sheet(rules, replace(each, caught_reserves=NO_CARDS)) for each in tableaus(position, exact_cuts)]


def _tableau(p: Position, side: int, exact_cuts: int) -> Tableau:
    table = p.rule_table
    members = range(side, table.seats, table.sides)
    topped = [0] * KINDS
    for meld in laid_melds(p, side):
        topped[meld.rank] += meld.red_threes
    open_melds = [meld for meld in laid_melds(p, side) if sum(meld[1:4]) < table.size]
    wild_canastas = [meld for meld in laid_melds(p, side) if meld.rank == 0 and meld.twos + meld.jokers >= table.size]
    special_ranks = [rank for index in range(table.specials) for rank in _ranks(p, index)]
    return Tableau(
        natural=p.canastas(side, NATURAL),
        topped=sum(topped) - sum(topped[rank] for rank in special_ranks),
        mixed=p.canastas(side, MIXED),
        wild=p.canastas(side, WILD),
        wild_jokers=sum(meld.jokers >= FOUR_JOKERS for meld in wild_canastas),
        wild_twos=sum(meld.jokers == 0 for meld in wild_canastas),
        black=p.canastas(side, BLACK),
        specials=tuple(p.canastas(side, SPECIAL + index) for index in range(table.specials)),
        specials_topped=tuple(topped[rank] for rank in special_ranks),
        melded=melded(p, side),
        red_threes=p.reds(side),
        black_threes=p.blacks(side),
        caught_hand=tuple(sum(p.count(seat, kind) for seat in members) for kind in range(KINDS)),
        caught_reserves=_unopened(p, members),
        opened=p.opened(side),
        special_hand=special_hand(p, p.out) + 1 if shown(p, side) else 0,
        out=p.out >= 0 and p.out % table.sides == side,
        concealed=p.concealed,
        after_stock=p.late if p.out >= 0 else p.stock() == 0,
        another_out=p.out >= 0 and p.out % table.sides != side,
        unfinished_wild=sum(meld.rank == 0 for meld in open_melds),
        unfinished=tuple(
            sum(meld.rank == rank and not meld.twos + meld.jokers for meld in open_melds) for rank in special_ranks
        ),
        held=tuple(sum(p.count(seat, rank) >= 3 for seat in members) for rank in special_ranks),
        restored=p.sides[side * SIDE + RESTORED],
        missed=tuple(_missed(p, members, index) for index in range(table.reserves)),
        exact_cuts=exact_cuts,
    )


def _ranks(p: Position, index: int) -> list[int]:
    return [rank for rank in range(KINDS) if p.rule_table.special_of[rank] == index]


def melded(p: Position, side: int) -> tuple[int, ...]:
    """Return cards that *side* has melded, by kind; red threes on canastas are not among them."""
    counts = [0] * KINDS
    for rank, naturals, twos, jokers, _ in laid_melds(p, side):
        counts[0] += jokers
        counts[1] += twos
        counts[rank] += naturals
    return tuple(counts)


class LaidMeld(NamedTuple):
    """A meld on the table in numbers of cards; *red_threes* lie on it."""

    rank: Kind
    naturals: int
    twos: int
    jokers: int
    red_threes: int


def laid_melds(p: Position, side: int) -> Iterator[LaidMeld]:
    """Yield the melds of *side*: open ones by rank and slot, then finished canastas in the order they were made."""
    for rank in range(KINDS):
        for slot in range(p.rule_table.slots):
            meld = p.meld_at(side, rank, slot)
            if meld:
                yield LaidMeld(rank, *parts_of(meld), 0)
    for index in range(len(p.closed)):
        if p.closed_side(index) == side:
            yield LaidMeld(p.closed_rank(index), *parts_of(p.closed_meld(index)), int(p.closed_topped(index)))


def _unopened(p: Position, members: range) -> tuple[int, ...]:
    counts = [0] * KINDS
    for seat in members:
        for index in range(p.taken(seat), p.rule_table.reserves):
            at = p.rule_table.reserve_start(seat, index)
            for kind in p.deck[at : at + p.rule_table.reserve_size[index]]:
                counts[kind] += 1
    return tuple(counts)


def _missed(p: Position, members: range, index: int) -> int:
    """Return how many players of the side failed to pick up the reserve *index* in time."""
    return sum(p.seats[seat * SEAT + MISSED] >> index & 1 for seat in members)
