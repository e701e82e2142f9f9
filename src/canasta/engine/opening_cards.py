"""What an opening can reach with that many cards: an exact search over the ways to lay the cards of each rank.

A rank may be dead, and the opening may need a meld without wild cards; one rank after the other is tried for that.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.fields import COMPLETED, HELD, MADE, SEAT, STAGED, STARTED
from canasta.engine.meld_table import MOST_NATURALS, MOST_WILDS, WIDTH
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.opening_wilds import wild_options, wild_value
from canasta.engine.position import Position
from canasta.engine.reserves import by_canasta
from canasta.engine.rule_table import KINDS
from canasta.engine.ways import may_join
from canasta.rules.words.melds import NO_TRIPLE, TRIPLE_ANY

_LOW: Final = 4


def _options(p: Position, at: i64, rank: i64, count: i64, wilds: i64) -> list[i64]:
    """Return every ``naturals << 8 | wilds << 1 | canasta made`` that can be laid of *rank*, staged melds included."""
    found: set[i64] = set()
    _extend(p, at, 0, rank, count, wilds * p.rule_table.special_wilds[rank], 0, found, False)
    return list(found)


def _extend(
    p: Position, at: i64, slot: i64, rank: i64, count: i64, wilds: i64, done: i64, found: set[i64], unfinished: bool
) -> None:
    """Add to *found* what slot *slot* and those after it can take; *done* is what earlier slots took.

    *unfinished*: one of the earlier ones keeps further melds from beginning.
    """
    table = p.rule_table
    meld: i64 = 0
    if slot < table.slots:
        meld = p.melds[at + slot]
    used_naturals = done >> 8
    used_wilds = done >> 1 & 127
    if meld == 0:
        if unfinished or (slot > 0 and not table.several):
            found.add(done)
            return
        _add_fresh(p, count - used_naturals, wilds - used_wilds, done, found)
        return
    top = table.size if table.canasta_opens else table.size - 1
    if table.grows and table.canasta_opens:
        top = MOST_NATURALS
    naturals, old = meld >> 16 & 255, wilds_of(meld)
    a: i64 = 0
    while used_naturals + a <= count:
        b: i64 = 0
        while used_wilds + b <= wilds:
            size = naturals + a + old + b
            if not table.mixed_opens and old + b and size >= table.size:
                break
            if size <= top and old + b <= table.most_wilds[naturals + a] and may_join(p, rank, meld, a, b):
                made: i64 = 1 if size >= table.size else 0
                total = (used_naturals + a) << 8 | (used_wilds + b) << 1 | (done & 1) | made
                if table.refills and size == table.size:
                    _add_fresh(p, count - used_naturals - a, wilds - used_wilds - b, total, found)
                else:
                    stays = unfinished or (table.finish_first and size < table.size)
                    _extend(p, at, slot + 1, rank, count, wilds, total, found, stays)
            b += 1
        a += 1


def _add_fresh(p: Position, count: i64, wilds: i64, done: i64, found: set[i64]) -> None:
    """Add to *found* every way to lay fresh melds of at most *count* naturals and *wilds* wilds after *done*."""
    reach = p.rule_table.reach
    naturals: i64 = 0
    while naturals <= count and naturals <= MOST_NATURALS:
        w: i64 = 0
        while w <= wilds and w <= MOST_WILDS:
            ways = reach[naturals * WIDTH + w]
            total = done + (naturals << 8) + (w << 1)
            if ways & 1:
                found.add(total)
            if ways & 2:
                found.add(total | 1)
            w += 1
        naturals += 1


def within(p: Position, seat: i64, limit: i64, triple: i64 = -1) -> i64:
    """Return the most further points that can be laid with at most *limit* cards; -1 if none can.

    Where a canasta brings a reserve, melds with a canasta may use every card. *triple* is the rank of a meld without wild
    cards that must lie then, three of them from the hand; 0 stands for one of wild cards, -1 for none.
    """
    table = p.rule_table
    side = table.side_of[seat]
    hand = seat * KINDS
    brings = by_canasta(p, seat)
    already = brings and p.this_turn[MADE] > 0
    wilds = p.hands[hand] + p.hands[hand + 1]
    slots = table.slots
    base = side * KINDS * slots
    kept = p.wilds_wanted(side) if table.wilds_kept else 0
    # best[(wilds * (cards in the hand + 1) + naturals) * 2 + canasta] is the most valuable such choice.
    span = (p.seats[seat * SEAT + HELD] + 1) * 2
    best = vec[i64]([-1] * ((wilds + 1) * span))
    best[0] = 0
    rank: i64 = _LOW
    while rank < KINDS:
        count = p.hands[hand + rank]
        if count >= 2 or p.melds[base + rank * slots]:
            options = _options(p, base + rank * slots, rank, count, 0 if rank == triple else wilds)
            wanted = rank == triple and size_of(p.melds[base + rank * slots]) < _least(p, rank)
            new = vec[i64]([-1] * len(best)) if wanted else best[:]
            at: i64 = 0
            while at < i64(len(best)):
                if best[at] >= 0:
                    for option in options:
                        if wanted and option >> 8 == 0:
                            continue
                        to = at + (option >> 1 & 127) * span + (option >> 8) * 2
                        if option & 1 and not at & 1:
                            to += 1
                        if (at // span) + (option >> 1 & 127) <= wilds:
                            points = best[at] + (option >> 8) * table.value[rank]
                            if points > new[to]:
                                new[to] = points
                at += 1
            best = new
        rank += 1
    most: i64 = -1
    place: i64 = 0
    while place < i64(len(best)):
        if best[place] >= 0:
            w = place // span
            naturals = place % span // 2
            free = already or (brings and place & 1 == 1)
            for extra in wild_options(p, side, p.hands[hand] + p.hands[hand + 1] - w):
                if triple == 0 and extra < 3 and p.melds[base] == 0:
                    continue
                if (free or naturals + w + extra <= limit) and (w == 0 or extra >= kept):
                    points = best[place] + wild_value(p, seat, w + extra)
                    if points > most:
                        most = points
        place += 1
    return most


def reached_strictly(p: Position, seat: i64, limit: i64) -> i64:
    """`within` where ranks may be dead and a meld without wild cards may be needed; -1 if that cannot be had."""
    table = p.rule_table
    q = p.draft()
    rank: i64 = _LOW
    while rank < KINDS:
        if p.dead(rank):
            q.hands[seat * KINDS + rank] = 0
        rank += 1
    if table.triple == NO_TRIPLE or triple_lies(p, table.side_of[seat], True):
        return within(q, seat, limit)
    most: i64 = -1
    rank = 0
    while rank < KINDS:
        if _may_be_triple(q, seat, rank):
            points = within(q, seat, limit, rank)
            if points > most:
                most = points
        rank += 1
    return most


def lacks_triple(p: Position, seat: i64) -> bool:
    """Return whether the opening of *seat* could reach its minimum if it needed no meld without wild cards."""
    held = p.seats[seat * SEAT + HELD]
    need = p.minimum(p.rule_table.side_of[seat]) - p.this_turn[STAGED]
    return p.rule_table.triple != NO_TRIPLE and within(p, seat, held) >= need


def triple_lies(p: Position, side: i64, closed: bool) -> bool:
    """Return whether *side*, which opens, has laid the meld that an opening needs; *closed* asks only for finished canastas."""
    table = p.rule_table
    any_wilds = table.triple == TRIPLE_ANY
    for entry in p.closed:
        of = entry >> 32 & 255
        if entry >> 40 == side and (any_wilds if of == 0 else wilds_of(entry) == 0 and size_of(entry) >= _least(p, of)):
            return True
    rank: i64 = 0
    while rank < KINDS and not closed:
        meld = p.melds[(side * KINDS + rank) * table.slots]
        if meld and (any_wilds if rank == 0 else wilds_of(meld) == 0 and size_of(meld) >= _least(p, rank)):
            return True
        rank += 1
    return False


def _least(p: Position, rank: i64) -> i64:
    """Return the least size of the meld of *rank* that an opening needs: with three natural cards of the hand."""
    return 3 + (p.this_turn[STARTED] >> (COMPLETED + rank) & 1)


def _may_be_triple(p: Position, seat: i64, rank: i64) -> bool:
    """Return whether a meld of *rank* may be the one without wild cards that the opening of *seat* needs."""
    table = p.rule_table
    hand = seat * KINDS
    meld = p.melds[(table.side_of[seat] * KINDS + rank) * table.slots]
    if rank == 0:
        return table.triple == TRIPLE_ANY and (meld != 0 or p.hands[hand] + p.hands[hand + 1] >= 3)
    if rank < _LOW or wilds_of(meld):
        return False
    return size_of(meld) + p.hands[hand + rank] >= _least(p, rank)
