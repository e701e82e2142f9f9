"""What laying cards and taking the pile gain, and what a discard costs, in points by the weights of a policy."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.count import MANY
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.outlook import LOW, Outlook
from canasta.engine.rule_table import BLACK, KINDS, MIXED, NATURAL, SPECIAL, WILD
from canasta.engine.steps import JOKERS, RANK, SLOT, START, START_BLACK, TAKE_CARD, TWOS
from canasta.engine.weights import (
    BEYOND,
    DEAD,
    DRAW,
    FEED,
    FEED_CARD,
    FEED_CLOSED,
    FINISH,
    HELD_LATE,
    HOPE,
    JOKER,
    KEEP_BLACK,
    KEEP_CLOSED,
    KEEP_DEAD,
    KEEP_FINISH,
    KEEP_LONE,
    KEEP_MELD,
    KEEP_PAIR,
    KEEP_RED,
    KEEP_RED_CAUGHT,
    KEEP_RED_LATE,
    KEEP_SCARCE,
    KEEP_THREE,
    KEEP_WANTED,
    KEEP_WILD,
    KEY,
    KEY_CARD,
    LAID_NEXT,
    MISSING,
    NEAR_0,
    OPENING,
    OPENING_WILD,
    PAIR,
    PILE_AGAIN,
    PILE_CARD,
    REACH,
    RISK,
    SECOND,
    SHED,
    SHED_LATE,
    SHED_NEAR,
    SHED_READY,
    SHED_RESERVE,
    SHED_WAITING,
    SPOIL,
    TAKE_BLACK,
    TAKE_BLACK_READY,
    TAKE_LATE,
    TAKE_LONE,
    TAKE_MELD,
    TAKE_PAIR,
    TAKE_READY,
    TAKE_RED,
    TAKE_RED_LATE,
    TAKE_WANTED,
    TAKE_WILD,
    TAKE_WILD_READY,
    TRUST,
    WILD_CLOSED,
    WILD_LATE,
    WILD_MORE,
    WILD_READY,
    WILD_SHORT,
    WILD_THIRD,
)
from canasta.engine.weights import WILD as WILD_HELD
from canasta.rules.words.table import WILD_TOP_NO

_TWO: Final = 1
_RED: Final = 2
_PAIR: Final = 2
_SHORT: Final = 5  # a hand with fewer cards than this is soon empty


def laid(o: Outlook, step: i64) -> float:
    """Return the gain of beginning a meld by *step*, or of adding to one."""
    w = o.weights
    rank = RANK[step]
    slot = SLOT[step]
    meld = o.meld(rank, slot) if slot >= 0 else 0
    size = size_of(meld)
    jokers = JOKERS[step]
    wilds = TWOS[step] + jokers
    naturals = o.table.naturals[step]
    cards = naturals + wilds
    gain = grown(o, rank, size, wilds_of(meld), cards, wilds)
    gain += shedding(o) * float(cards)
    if wilds:
        gain -= float(wilds) * holding_wild(o)
        if rank:
            gain -= float(jokers) * w[JOKER]
            if size and wilds_of(meld) == 0:
                gain -= float(size) * w[SPOIL]
        if not o.opened:
            gain -= float(wilds) * w[OPENING_WILD]
    if step >= START and step <= START_BLACK:
        gain -= _begun(o, rank, naturals)
        if o.counting.unfinished[rank]:
            gain += _ventured(o, rank, cards, wilds, naturals if rank else wilds)
        if not o.opened and not o.p.staging:
            gain -= w[OPENING]
    if naturals and rank and o.hand[rank] >= _PAIR > o.hand[rank] - naturals:
        gain -= (w[KEY] + w[KEY_CARD] * float(len(o.p.pile))) * (1.0 - o.late)
    return gain


def _begun(o: Outlook, rank: i64, naturals: i64) -> float:
    """Return what the cards that begin a meld were good for in the hand, and what stands against a second meld."""
    spent = 0.0
    if rank < LOW:
        return spent
    w = o.weights
    if naturals == 2:
        spent += w[PAIR] * (1.0 - o.late)
    if o.table.slots > 1:
        last: i64 = 0
        slot: i64 = 0
        while slot < o.table.slots and o.meld(rank, slot):
            last = o.meld(rank, slot)
            slot += 1
        if last and (wilds_of(last) == 0 or naturals == 2):
            spent += w[SECOND]
    return spent


def _ventured(o: Outlook, rank: i64, cards: i64, wilds: i64, from_hand: i64) -> float:
    """Return what it gains or costs to begin a meld of *rank* with *cards*, *wilds* of them wild, if it has a price unless it is finished."""
    if rank and wilds:
        return 0.0
    w = o.weights
    held = (o.hand[rank] if rank else o.wilds) - from_hand
    chance = o.chance(rank, o.size - cards - held, w[REACH])
    price: float = float(o.counting.unfinished[rank])
    worth: float = float(o.counting.canasta[o.sort_of(rank, wilds)])
    gain = chance * worth * w[TRUST] - (1.0 - chance) * price * w[RISK]
    if rank and from_hand + held >= MANY > held:
        gain += float(o.counting.held[rank]) * w[HELD_LATE] * o.late
    return gain


def grown(o: Outlook, rank: i64, size: i64, wilds: i64, cards: i64, more: i64) -> float:
    """Return how much the side gains when a meld of *size* cards, *wilds* of them wild, gets *cards* more, *more* of them wild."""
    gain = _promise(o, rank, size + cards, wilds + more)
    return gain - _promise(o, rank, size, wilds) if size else gain


def _promise(o: Outlook, rank: i64, size: i64, wilds: i64) -> float:
    """Return what a meld of *size* cards is worth, as a part of the canasta it may become."""
    w = o.weights
    sort = o.sort_of(rank, wilds)
    full = o.size
    worth: float = float(o.counting.canasta[sort])
    if o.counting.unfinished[rank] and (rank == 0 or wilds == 0):
        worth += float(o.counting.unfinished[rank]) * w[FINISH]
    if _is_missing(o, sort, size):
        worth += w[MISSING]
    if size >= full:
        return worth + w[BEYOND] * float(size - full)
    return worth * w[NEAR_0 + o.sevenths[size]] * _hope(o, rank, sort, full - size)


def _is_missing(o: Outlook, sort: i64, size: i64) -> bool:
    """Return whether a meld of the class *sort* and *size* is among those that will fill what is missing."""
    if o.lacking_any and sort != BLACK:
        wanted = o.lacking_any
        longer: i64 = 0
        each: i64 = 0
        while each < SPECIAL + o.table.specials:
            longer += o.longer(each, size)
            each += 1
        return longer < wanted
    wanted = o.lacking[sort]
    return wanted > 0 and o.longer(sort, size) < wanted


def _hope(o: Outlook, rank: i64, sort: i64, absent: i64) -> float:
    """Return how likely it is that *absent* further cards will come, by what is still unseen or in the hand."""
    wilds: float = float(o.wilds) + float(o.unseen[0] + o.unseen[1]) / 4.0
    cards = wilds
    if sort != WILD:
        cards = float(o.hand[rank]) + float(o.unseen[rank]) / 2.0
        if sort == MIXED:
            share: float = wilds / 3.0
            cards += share if share < 2.0 else 2.0
    return cards / (cards + float(absent) * o.weights[HOPE]) if cards > 0.0 else 0.0


def holding_wild(o: Outlook) -> float:
    """Return what a wild card in the hand is worth for later."""
    w = o.weights
    if o.ready:
        return w[WILD_READY]
    worth = w[WILD_HELD] if o.opened else w[WILD_CLOSED]
    if o.table.wild_melds and o.lacking[WILD]:
        worth += w[WILD_THIRD] if o.wilds == 2 and o.longest(WILD) == 0 else w[WILD_MORE]
    if o.waiting and o.held < _SHORT:
        worth *= w[WILD_SHORT]
    return worth * (1.0 - o.late) - w[WILD_LATE] * o.late


def shedding(o: Outlook) -> float:
    """Return what it is worth to have one card less in the hand."""
    w = o.weights
    if o.waiting:
        return w[SHED_WAITING] + w[SHED_NEAR] * float(8 - o.held if o.held < 8 else 0) / 8.0
    if o.packets:
        return w[SHED_RESERVE]
    if o.missing == 0:
        return w[SHED_READY]
    return w[SHED] + w[SHED_LATE] * o.late


def topped(o: Outlook) -> float:
    """Return the gain of putting a red three on a natural canasta."""
    counting = o.counting
    return float(counting.topped - counting.canasta[NATURAL] + counting.caught[_RED])


def taken(o: Outlook, step: i64) -> float:
    """Return the gain of taking the pile by *step*."""
    table = o.table
    pile = o.p.pile
    left = o.hand[:]
    end = i64(len(pile))
    gain = 0.0
    if not (table.show and o.opened):
        end -= 1
        gain = _used(o, step, pile[end], left)
    start: i64 = 0
    if table.take > 1 and end > table.take - 1:
        start = end - table.take + 1
    if step >= TAKE_CARD:
        start = end
    counts = vec[i64]([0] * KINDS)
    number = end - start
    while start < end:
        counts[pile[start]] += 1
        start += 1
    kind: i64 = 0
    while kind < KINDS:
        if counts[kind]:
            gain += float(counts[kind]) * _coming(o, kind, counts[kind] + left[kind])
        kind += 1
    if not table.consecutive:
        gain += o.weights[PILE_AGAIN]
    return gain + float(number) * o.weights[PILE_CARD]


def _used(o: Outlook, step: i64, top: i64, left: vec[i64]) -> float:
    """Return the gain of the meld that the card *top* makes; takes its cards off *left*."""
    rank = top if top > _TWO else 0
    wild_top: i64 = 1 if top <= _TWO else 0
    twos = TWOS[step]
    jokers = JOKERS[step]
    naturals = o.table.naturals[step]
    wilds = twos + jokers
    cards = naturals + wilds + (1 if top >= LOW or wild_top else 0)
    left[rank] -= naturals
    left[1] -= twos
    left[0] -= jokers
    meld = o.meld(rank, SLOT[step])
    gain = grown(o, rank, size_of(meld), wilds_of(meld), cards, wilds + wild_top)
    if meld == 0 and o.counting.unfinished[rank]:
        gain += _ventured(o, rank, cards, wilds + wild_top if rank else 0, naturals if rank else wilds)
    return gain - float(wilds) * holding_wild(o)


def _coming(o: Outlook, kind: i64, together: i64) -> float:
    """Return what one card of *kind* in the hand is worth, of which there would be *together*."""
    w = o.weights
    late = o.late
    cost: float = float(o.counting.caught[kind])
    if kind <= _TWO:
        return w[TAKE_WILD_READY] if o.ready else w[TAKE_WILD]
    if kind == BLACK:
        worth = w[TAKE_BLACK]
        if o.ready:
            worth += w[TAKE_BLACK_READY]
        return worth - cost * late
    if kind == _RED:
        return float(o.counting.red_three) if o.table.red_laid else w[TAKE_RED] + w[TAKE_RED_LATE] * late
    special = o.table.special_of[kind]
    wanted = w[TAKE_WANTED] if special >= 0 and o.lacking[SPECIAL + special] else 0.0
    if o.table.dead and o.p.dead(kind):
        wanted -= w[DEAD] * w[TAKE_MELD if together >= 3 else TAKE_PAIR if together == 2 else TAKE_LONE]
    if together >= 3 or o.meld(kind, 0):
        return w[TAKE_MELD] + wanted
    worth = (w[TAKE_PAIR] if together == 2 else w[TAKE_LONE]) + wanted
    if o.ready:
        worth += w[TAKE_READY]
    return worth - (cost + w[TAKE_LATE]) * late


def drawn(o: Outlook) -> float:
    """Return the gain of drawing from the stock."""
    stock = o.p.stock()
    draw = o.table.draw if o.table.draw < stock else stock
    return float(draw) * o.weights[DRAW]


def discarded(o: Outlook, kind: i64) -> float:
    """Return the cost of discarding a card of *kind*: what it was good for, and what it gives to others."""
    return _kept(o, kind) + _given(o, kind)


def least_cost(o: Outlook) -> float:
    """Return a bound below which `discarded` cannot come by the weights and the rules of *o*, whatever the position."""
    w = o.weights
    caught = 0.0
    owed = 0.0
    kind: i64 = 0
    while kind < KINDS:
        caught = max(caught, abs(float(o.counting.caught[kind])))
        owed = max(owed, float(o.counting.held[kind]) * abs(w[HELD_LATE]))
        kind += 1
    natural = max(abs(w[KEEP_LONE]), abs(w[KEEP_PAIR]), abs(w[KEEP_THREE]))
    natural += abs(w[KEEP_MELD]) + abs(w[KEEP_WANTED]) + caught * abs(w[KEEP_CLOSED])
    natural *= max(1.0, abs(w[KEEP_SCARCE]))
    natural *= 1.0 + abs(w[DEAD])
    natural += abs(w[KEEP_DEAD]) + abs(w[KEEP_FINISH]) + owed
    red = abs(float(o.counting.topped) * w[KEEP_RED]) * (1.0 + float(o.size) / 6.0)
    red += caught * (abs(w[KEEP_RED_CAUGHT]) + abs(w[KEEP_RED_LATE]))
    least: float = -max(natural, red, abs(w[KEEP_WILD]), abs(w[KEEP_BLACK])) - caught - 1.0
    if w[FEED] < 0.0 or w[FEED_CARD] < 0.0 or w[FEED_CLOSED] < 0.0:
        given = abs(w[FEED]) + abs(w[FEED_CARD]) * float(o.table.cards + 1)
        least -= given * max(1.0, abs(w[FEED_CLOSED])) * (1.0 + abs(w[DEAD]))
    return least


def _kept(o: Outlook, kind: i64) -> float:
    """Return what a card of *kind* is worth in the hand."""
    w = o.weights
    late = o.late
    points: float = float(o.counting.caught[kind])
    if kind <= _TWO:
        held = holding_wild(o)
        return (held if held > 0.0 else 0.0) + w[KEEP_WILD] * (1.0 - late) - points * late / 2.0
    if kind == _RED:
        return _red_kept(o)
    if kind == BLACK:
        return w[KEEP_BLACK] * (1.0 - late) - points * late
    number = o.hand[kind]
    worth = w[KEEP_THREE] if number >= 3 else w[KEEP_PAIR] if number == 2 else w[KEEP_LONE]
    worth *= 1.0 - late / 2.0
    melded = o.meld(kind, 0) != 0
    if melded:
        worth += w[KEEP_MELD]
    special = o.table.special_of[kind]
    if special >= 0 and o.lacking[SPECIAL + special]:
        worth += w[KEEP_WANTED]
    if not o.opened:
        worth += points * w[KEEP_CLOSED]
    if number < 3 and not melded:
        share: float = w[KEEP_SCARCE] + float(o.unseen[kind]) / float(2 * o.table.packs)
        if share < 1.0:
            worth *= share
    if o.table.dead and o.p.dead(kind):
        worth += w[KEEP_DEAD] * (1.0 - late) - worth * w[DEAD]
    elif o.counting.unfinished[kind]:
        worth += _owed(o, kind)
    return worth - points * late


def _owed(o: Outlook, kind: i64) -> float:
    """Return what is added to a card of *kind* in the hand, if melds of it have a price unless they are finished."""
    w = o.weights
    meld = o.meld(kind, 0)
    if meld and wilds_of(meld) == 0:
        return w[KEEP_FINISH]
    if o.hand[kind] == MANY:
        return -float(o.counting.held[kind]) * w[HELD_LATE] * o.late
    return 0.0


def _red_kept(o: Outlook) -> float:
    """Return a held red three waits for a natural canasta; it costs much when it is caught."""
    w = o.weights
    longest = o.longest(NATURAL)
    hope: float = float(longest - 2) / 6.0 if longest else 0.0
    hope *= 1.0 - o.late
    if o.hand[_RED] > 1:
        hope /= 3.0
    caught: float = float(o.counting.caught[_RED])
    return float(o.counting.topped) * hope * w[KEEP_RED] - caught * (w[KEEP_RED_CAUGHT] + o.late * w[KEEP_RED_LATE])


def _given(o: Outlook, kind: i64) -> float:
    """Return what the discard of a card of *kind* is likely to give to the next player."""
    table = o.table
    if table.blocked[kind] or (kind <= _TWO and table.wild_top == WILD_TOP_NO):
        return 0.0
    pile = i64(len(o.p.pile)) + 1
    if table.take and table.take < pile:
        pile = table.take
    w = o.weights
    given = o.odds(o.next_opponent(), kind) * (w[FEED] + w[FEED_CARD] * float(pile))
    return given * (1.0 - w[DEAD]) if table.dead and o.p.dead(kind) else given


def laid_next(o: Outlook) -> float:
    """Return what the hand could add to the score of the side on its next turn: canastas it would finish."""
    gain = 0.0
    if not o.opened:
        return gain
    share = o.weights[LAID_NEXT]
    rank: i64 = LOW
    while rank < KINDS:
        number = o.hand[rank]
        slot: i64 = 0
        while slot < o.table.slots and o.meld(rank, slot):
            meld = o.meld(rank, slot)
            absent = o.size - size_of(meld)
            if 0 < absent <= number:
                gain += grown(o, rank, size_of(meld), wilds_of(meld), absent, 0) * share
            slot += 1
        if number >= 3:
            gain += float(number * o.table.value[rank])
        rank += 1
    return gain
