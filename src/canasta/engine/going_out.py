"""Whether a player can surely go out this turn with the cards they see: an exact search.

Every natural but a last discard must find a meld, so each rank offers few ways to lay all its cards: how many
wilds they take and which canastas they leave. The ways of all ranks are combined, the wilds left over go into
wild melds, and the contract is judged on what stands then.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.base.clauses import (
    FINE,
    OUT_CONTRACT,
    OUT_FORBIDDEN,
    OUT_OTHER_SIDES,
    OUT_PARTNER,
    OUT_PERMISSION,
    OUT_RESERVES,
    OUT_UNFINISHED,
    OUT_WILDS,
)
from canasta.engine.bounds import (
    BY_CLASS,
    NONE,
    SEVERAL,
    canastas_wanted,
    in_reach,
    loose_rank,
    makeable,
    meets_contract,
)
from canasta.engine.fields import (
    ASKED,
    COMING,
    FRESH,
    HELD,
    MADE,
    PLAYED,
    SEAT,
    SIDE,
    SIDE_FRESH,
    STAGED,
    STARTED,
    TAKEN,
    TALLY,
    TOUCHED,
)
from canasta.engine.melds import size_of
from canasta.engine.position import ALLOWED, FORBIDDEN, WHOLE_TURN, Position
from canasta.engine.rule_table import BLACK, CLASSES, KINDS, NATURAL, SPECIAL, WILD
from canasta.engine.ways import (
    Ways,
    add_rank,
    canastas_of,
    combine,
    finished_canastas,
    fits,
    place,
    plain_naturals,
    sum_of,
    way_to,
    wild_ways,
)
from canasta.rules.words.end import MUST_ASK, NO_OPPONENT
from canasta.rules.words.melds import CONCEALED_PLAYER, DISCARD_ALL, DISCARD_FREE, DISCARD_OWN, NOT_CONCEALED

_LOW: Final = 4
_NO_DISCARD: Final = -1
_UNKNOWN_DISCARD: Final = -2
_MOST_BITS: Final = 61  # wilds in a hand whose numbers fit as bits into a number of the kernel


def blocked_by(p: Position, seat: i64, answered: bool) -> i64:
    """Return the clause that keeps *seat* from going out this turn, whatever they hold; 0 if none.

    *answered* supposes that a permission still to be asked was given.
    """
    table = p.rule_table
    if p.seats[seat * SEAT + TAKEN] < table.reserves_needed:
        return OUT_RESERVES
    if table.waits:
        mate: i64 = 0
        waiting: i64 = 0  # sides for which nobody has to wait, as bits
        while mate < table.seats:
            played = p.seats[mate * SEAT + PLAYED]
            side = table.side_of[mate]
            if side == table.side_of[seat]:
                if mate != seat and played < table.partner:
                    return OUT_PARTNER
                if mate != seat and table.partner_picks and p.seats[mate * SEAT + TAKEN] < table.reserves:
                    return OUT_PARTNER
            elif table.opponents_pick:
                if p.seats[mate * SEAT + TAKEN] < table.reserves:
                    return OUT_OTHER_SIDES
                waiting |= 1 << side
            elif played >= WHOLE_TURN:
                waiting |= 1 << side
            mate += 1
        if table.opponents != NO_OPPONENT:
            side = 0
            while side < table.sides:
                if side != table.side_of[seat] and waiting >> side & 1 == 0:
                    return OUT_OTHER_SIDES
                side += 1
    asked = p.this_turn[ASKED]
    if asked == FORBIDDEN:
        return OUT_FORBIDDEN
    if table.permission == MUST_ASK and asked != ALLOWED and not answered:
        return OUT_PERMISSION
    return FINE


def contract_met(p: Position, side: i64) -> bool:
    """Return whether the canastas of *side* suffice to go out."""
    return meets_contract(p.rule_table, p.sides, side * SIDE + TALLY, 0)


def why_not_out(p: Position, seat: i64) -> i64:
    """Return the clause that forbids *seat* to go out with the melds as they stand; 0 if none does."""
    code = blocked_by(p, seat, False)
    if code == OUT_RESERVES:
        return code
    if not contract_met(p, p.rule_table.side_of[seat]):
        return OUT_CONTRACT
    if code == FINE and p.rule_table.wilds_finished and p.wilds_wanted(p.rule_table.side_of[seat]):
        return OUT_WILDS
    if code == FINE and p.rule_table.finishes and p.pure_wanted(p.rule_table.side_of[seat]) >= 0:
        return OUT_UNFINISHED
    return code


def blacks_laid(p: Position, side: i64) -> i64:
    """Black threes that lie in the meld of *side*, finished or not."""
    if not leaving(p):
        return 0
    laid = size_of(p.meld_at(side, BLACK, 0))
    return laid if laid else p.rule_table.size


def leaving(p: Position) -> bool:
    """Return whether the player has laid black threes, and so can only go out."""
    return p.this_turn[STARTED] >> BLACK & 1 == 1


def waived(p: Position) -> bool:
    """Return whether the player could still go out concealed and so without a minimum."""
    table = p.rule_table
    if table.concealed == NOT_CONCEALED or p.this_turn[TOUCHED] or not p.this_turn[FRESH]:
        return False
    return table.concealed == CONCEALED_PLAYER or p.this_turn[SIDE_FRESH] != 0


def sure_out(p: Position, seat: i64, unknown: bool = False) -> bool:
    """Return whether *seat*, to play, can go out this turn with the cards in their hand, supposing any answer is yes.

    *unknown* adds one unseen card, which must be the last discard. Cards of a taken pile that wait for the end
    of an opening are not counted on: such a turn is held to be unsure.
    """
    return blocked_by(p, seat, True) == FINE and can_empty(p, seat, unknown)


def can_empty(p: Position, seat: i64, unknown: bool) -> bool:
    """`sure_out` if it is known that nothing bars *seat* from going out."""
    if p.this_turn[COMING] > 0:
        return False
    table = p.rule_table
    side = table.side_of[seat]
    # Two cheap bounds; most hands end here. The first is rarely in doubt, so the processor guesses its branches.
    wanted = canastas_wanted(p, side)
    if 0 < wanted < BY_CLASS and not makeable(p, side, p.hands, seat * KINDS, wanted):
        return False
    loose = loose_rank(p, side, p.hands, seat * KINDS, NONE)
    if loose == SEVERAL or (unknown and loose != NONE):
        return False
    if wanted == BY_CLASS and not in_reach(p, seat, side):
        return False
    may_discard = not table.discard_forbidden and not p.discardless()
    if unknown:
        return may_discard and loose == NONE and _all_laid(p, seat, side, _UNKNOWN_DISCARD, wanted)
    if loose == NONE and not table.discard_required and _all_laid(p, seat, side, _NO_DISCARD, wanted):
        return True
    if not may_discard:
        return False
    kind: i64 = 0
    end: i64 = KINDS
    if loose >= 0:
        kind = loose
        end = loose + 1
    elif table.absorbs and not leaving(p):
        end = _LOW  # to discard what could be laid helps nobody
    while kind < end:
        if p.hands[seat * KINDS + kind] and table.special_last[kind]:
            lifting = NONE if discard_free(p, side, kind) else _lifted_by(p, side, kind)
            if lifting != SEVERAL and _all_laid(p, seat, side, kind, wanted, lifting):
                return True
        kind += 1
    return False


def last_discard_free(p: Position, side: i64, kind: i64) -> bool:
    """Return whether *kind* may be the last discard of *side* in going out."""
    table = p.rule_table
    if table.discards_free:
        return True
    return table.special_last[kind] != 0 and discard_free(p, side, kind)


def discard_free(p: Position, side: i64, kind: i64) -> bool:
    """Return whether cards of *kind* may be discarded by *side* now."""
    table = p.rule_table
    ban = table.special_discard[kind]
    if ban == DISCARD_FREE:
        return True
    sort = SPECIAL + table.special_of[kind]
    if ban == DISCARD_OWN:
        return p.sides[side * SIDE + TALLY + sort] > 0
    each: i64 = 0
    while each < table.sides:
        if p.sides[each * SIDE + TALLY + sort] == 0:
            if ban == DISCARD_ALL or not _any_canasta(p, each, kind):
                return False
        each += 1
    return True


def _any_canasta(p: Position, side: i64, rank: i64) -> bool:
    for entry in p.closed:
        if entry >> 40 == side and (entry >> 32 & 255) == rank:
            return True
    slot: i64 = 0
    while slot < p.rule_table.slots:
        if size_of(p.meld_at(side, rank, slot)) >= p.rule_table.size:
            return True
        slot += 1
    return False


def _lifted_by(p: Position, side: i64, kind: i64) -> i64:
    """Return the class of canasta that would lift the ban on discarding *kind* if *side* made one; `SEVERAL` if none would."""
    table = p.rule_table
    sort = SPECIAL + table.special_of[kind]
    each: i64 = 0
    while each < table.sides and table.special_discard[kind] != DISCARD_OWN:
        if each != side and p.sides[each * SIDE + TALLY + sort] == 0:
            if table.special_discard[kind] == DISCARD_ALL or not _any_canasta(p, each, kind):
                return SEVERAL
        each += 1
    return sort


def _all_laid(p: Position, seat: i64, side: i64, discard: i64, wanted: i64, lifting: i64 = NONE) -> bool:
    """Return whether all cards of *seat* but one of the kind *discard* can be laid so that they may go out.

    *wanted* is what `canastas_wanted` says, *lifting* a class of canasta that must be made.
    """
    table = p.rule_table
    hand = seat * KINDS
    hands = p.hands
    wilds = hands[hand] + hands[hand + 1] - (1 if discard == 0 or discard == 1 else 0)
    reds = hands[hand + 2] - (1 if discard == 2 else 0)
    blacks = hands[hand + 3] - (1 if discard == 3 else 0)
    if reds and not table.red_canasta:
        return False
    laid_blacks = blacks_laid(p, side)
    if laid_blacks and p.seats[seat * SEAT + HELD] > blacks + (0 if discard < 0 else 1):
        return False
    if blacks or laid_blacks:
        if table.black_least == 0 or table.black_sizes[laid_blacks + blacks] == 0:
            return False
        if table.black_alone and discard != _NO_DISCARD:
            return False
    conceals = False
    if p.opened(side) is False:
        points = p.this_turn[STAGED]
        kind: i64 = 0
        while kind < KINDS:
            points += hands[hand + kind] * table.value[kind]
            kind += 1
        if discard >= 0:
            points -= table.value[discard]
        # Where some canastas may not open, or a meld of natural cards must, going out in the opening turn is not counted on.
        if not table.opens_freely:
            return False
        conceals = points < p.minimum(side)
        if conceals and not waived(p) and not table.bonuses_open:
            return False
    lone: i64 = 0
    if blacks and laid_blacks + blacks >= table.size:
        lone = way_to(BLACK)
    if lifting >= 0:
        wanted = BY_CLASS
    if wanted == 0 and conceals and p.this_turn[MADE] == 0:
        wanted = 1
    if wilds <= _MOST_BITS:
        # Where classes do not matter, bits for numbers of wilds tell all; elsewhere they tell what cannot be laid.
        if wanted <= 1 and lone == 0 and reds <= plain_naturals(p, side) and (wanted == 0 or not table.wild_melds):
            return _all_fit(p, side, hand, wilds, discard, wanted == 1, True)
        if not _all_fit(p, side, hand, wilds, discard, False, True):
            return False
    # Where only the number of canastas matters, the most of them for each number of wilds are enough.
    by_number = wanted != BY_CLASS and reds <= plain_naturals(p, side)
    most = vec[i64]([-1] * (wilds + 1))
    most[0] = 0
    ways = Ways()
    ways.add(0)
    more = Ways()
    others = Ways()
    base = finished_canastas(p, side)
    rank: i64 = _LOW
    while rank < KINDS:
        count = hands[hand + rank] - (1 if discard == rank else 0)
        usable = wilds * table.special_wilds[rank]
        if table.dead and p.dead(rank):
            if count:
                return False
            usable = 0
        if count == 0 and usable == 0 and not table.grows and table.must_finish[rank] == 0:
            rank += 1
            continue  # its melds stay as they are, and none of them is a canasta
        if count or p.meld_at(side, rank, 0):
            more.clear()
            place(p, side, rank, 0, count, usable, 0, more)
            if by_number:
                most = add_rank(most, more)
            else:
                combine(ways, more, wilds, others)
                before = ways
                ways = others
                others = before
        rank += 1
    bare = conceals and p.this_turn[MADE] == 0
    if by_number:
        return _enough_made(p, side, most, base, lone, bare)
    kept = p.wilds_wanted(side) if table.wilds_kept else 0
    at: i64 = 0
    while at < ways.number:
        way = ways.items[at]
        at += 1
        left = wilds - (way & 255)
        if left < kept and left < wilds:
            continue
        wild_ways(p, side, left, table.wilds_finished, more)
        other: i64 = 0
        while other < more.number:
            total = sum_of(sum_of(way, more.items[other]), lone)
            other += 1
            if reds > plain_naturals(p, side) + canastas_of(total, NATURAL):
                continue
            if bare and total >> 8 == 0:
                continue
            if lifting >= 0 and canastas_of(total, lifting) == 0:
                continue
            if meets_contract(table, base, 0, total):
                return True
    return False


def _enough_made(p: Position, side: i64, most: vec[i64], base: vec[i64], lone: i64, bare: bool) -> bool:
    """Return whether canastas of any class suffice: *most* of them by the number of wilds, besides *base* and *lone*.

    Who goes out concealed below the minimum is *bare*: some canasta must be made.
    """
    table = p.rule_table
    wanted = table.need_canastas
    sort: i64 = 0
    while sort < CLASSES:
        if sort != BLACK or table.black_counts:
            wanted -= base[sort]
        sort += 1
    if lone and table.black_counts:
        wanted -= 1
    if bare and lone == 0 and wanted < 1:
        wanted = 1
    kept = p.wilds_wanted(side) if table.wilds_kept else 0
    wilds = i64(len(most)) - 1
    found = Ways()
    left: i64 = 0
    while left <= wilds:
        made = most[wilds - left]
        if made >= 0 and (left >= kept or left == wilds):
            wild_ways(p, side, left, table.wilds_finished, found)
            at: i64 = 0
            while at < found.number:
                if made + canastas_of(found.items[at], WILD) >= wanted:
                    return True
                at += 1
        left += 1
    return False


def can_lay_all(p: Position, seat: i64) -> bool:
    """Return whether *seat* can lay every card of their hand this turn, as their opening if their side has not opened."""
    table = p.rule_table
    side = table.side_of[seat]
    hand = seat * KINDS
    wilds = p.hands[hand] + p.hands[hand + 1]
    reds = p.hands[hand + 2] > 0 and not (table.reds_open and not p.opened(side))
    if reds or p.hands[hand + 3] or wilds > _MOST_BITS:
        return False
    short = False
    if not p.opened(side):
        points = p.this_turn[STAGED]
        kind: i64 = 0
        while kind < KINDS:
            points += p.hands[hand + kind] * table.value[kind]
            kind += 1
        short = points < p.minimum(side)
        if (short and not table.bonuses_open) or not table.opens_freely:
            return False
    return _all_fit(p, side, hand, wilds, _NO_DISCARD, short, False)


def _all_fit(p: Position, side: i64, hand: i64, wilds: i64, discard: i64, wanted: bool, out: bool) -> bool:
    """Return whether all naturals in the hand that begins at *hand* but one *discard*, and *wilds*, fit into melds.

    Where *wanted*, a new canasta must be among them; where the player goes *out* then, none may stay unfinished that must not.
    """
    table = p.rule_table
    finished = out and table.wilds_finished
    finishes = out and table.finishes
    opened = p.opened(side)
    hands = p.hands
    melds = p.melds
    one: i64 = 1
    within = (one << (wilds + 1)) - 1
    # The numbers of wilds that the ranks so far can take together, as bits; and with a new canasta among them.
    totals: i64 = 1
    made: i64 = 0
    row = p.wild_row(side)
    at = (side * KINDS + _LOW) * table.slots
    rank: i64 = _LOW
    while rank < KINDS:
        count = hands[hand + rank] - (1 if discard == rank else 0)
        finish = finishes and table.must_finish[rank] != 0
        if count or ((wilds or finish) and melds[at]):
            usable = wilds * table.special_wilds[rank]
            if table.dead and p.dead(rank):
                if count:
                    return False
                usable = 0
            pure = opened and table.late_pure[rank] != 0
            numbers = fits(p, row, at, 0, count, usable, False, pure, finish)
            if wanted:
                canastas = fits(p, row, at, 0, count, usable, True, pure, finish)
                made = _shifted(made, numbers, within) | _shifted(totals, canastas, within)
            totals = _shifted(totals, numbers, within)
            if totals == 0:
                return False
        at += table.slots
        rank += 1
    if wanted:
        totals = made
    # Wild cards that must join their unfinished meld before any may lie elsewhere.
    kept = p.wilds_wanted(side) if table.wilds_kept else 0
    left: i64 = wilds
    while left >= 0:
        if totals & 1 and (left >= kept or left == wilds):
            if left == 0 and not finished:
                return True
            if left == 0 or table.wild_melds:
                found = Ways()
                wild_ways(p, side, left, finished, found)
                if found.number:
                    return True
        totals >>= 1
        left -= 1
    return False


def _shifted(bits: i64, numbers: i64, within: i64) -> i64:
    """Return every bit of *bits* moved by every number that is a bit of *numbers*, as far as it stays *within*."""
    found: i64 = 0
    while numbers:
        if numbers & 1:
            found |= bits
        numbers >>= 1
        bits = bits << 1 & within
    return found
