"""Whether a turn can still be finished after a step: the last question of the judge, and the most expensive.

Where many cards are left the answer is a comparison. Where few are left, an opening must still be reached or a
promise to go out must be kept, the step is played on a copy and searched from there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.base.clauses import (
    FINE,
    OPENING_MINIMUM,
    OPENING_TRIPLE,
    OUT_CONTRACT,
    OUT_DISCARD,
    OUT_KEEP,
    OUT_PROMISED,
    SPECIALS_DISCARD,
)
from canasta.engine.bounds import BY_CLASS, SEVERAL, canastas_wanted, loose_rank, makeable
from canasta.engine.fields import ASKED, COMING, HELD, OPENED, REDS, SEAT, SIDE, SIDE_FRESH, STAGED, STAGING, TAKEN
from canasta.engine.going_out import blocked_by, can_lay_all, discard_free, leaving, sure_out, waived, why_not_out
from canasta.engine.melds import size_of, wilds_of
from canasta.engine.opening_cards import lacks_triple, triple_lies
from canasta.engine.openings import (
    banned_cards,
    cards_to_keep,
    opening_possible,
    opening_reachable,
    opens_trivially,
)
from canasta.engine.play import play
from canasta.engine.position import ALLOWED, FORBIDDEN, OVER, Position
from canasta.engine.reserves import can_bring, manual_due
from canasta.engine.rule_table import KINDS
from canasta.engine.steps import ADD, LOW_RANK, OPEN, SLOTS, START
from canasta.engine.turns import reds_to_lay, replaces
from canasta.rules.words.melds import DISCARD_FREE

UNSURE: Final = 0
ANY_NATURAL: Final = -1


def promised(p: Position) -> bool:
    """Return whether the player to move was allowed to go out this turn, and so must."""
    return p.this_turn[ASKED] == ALLOWED


def spare_cards(p: Position, seat: i64) -> i64:
    """Return how many cards *seat* can lay, whichever they are, and surely finish the turn; `UNSURE` if that is not known.

    `ANY_NATURAL`: the player promised to go out and can, and laying a natural card where it belongs never spoils that.
    """
    table = p.rule_table
    if p.this_turn[STAGING] or leaving(p):
        return UNSURE
    if p.this_turn[ASKED] == ALLOWED:
        if table.absorbs and sure_out(p, seat):
            return ANY_NATURAL
        return UNSURE
    keep = cards_to_keep(p, seat)
    if keep == 0:
        keep = 1
    spare = p.seats[seat * SEAT + HELD] - keep
    if not table.discards_free and not p.discardless():
        # One card must be left that may be discarded.
        free = p.seats[seat * SEAT + HELD] - banned_cards(p, seat) - 1
        if spare > free:
            spare = free
    if spare < 0:
        return UNSURE
    return spare


def after(p: Position, seat: i64, step: i64, rank: i64, naturals: i64, twos: i64, jokers: i64, spare: i64) -> i64:
    """FINE if, after *step* lays these cards to *rank*, the turn can be finished; else the clause in the way.

    *spare* is what `spare_cards` says of *p*.
    """
    side = p.rule_table.side_of[seat]
    if p.sides[side * SIDE + OPENED]:
        if naturals + twos + jokers <= spare:
            return FINE
        code = _plainly_unfinished(p, seat, side, rank, twos + jokers)
        if code:
            return code
    elif p.this_turn[ASKED] != ALLOWED and opens_trivially(p, seat, rank, naturals, twos, jokers):
        return FINE
    return trial(p, seat, step, p.this_turn[ASKED])


def _plainly_unfinished(p: Position, seat: i64, side: i64, rank: i64, wilds: i64) -> i64:
    """Return a clause in the way of a turn that must end by going out once *wilds* lie with *rank*; 0: `trial` will tell."""
    table = p.rule_table
    if p.this_turn[ASKED] == ALLOWED:
        loose = loose_rank(p, side, p.hands, seat * KINDS, rank, wilds)
        return OUT_PROMISED if loose == SEVERAL else FINE
    if not table.discards_free or p.seats[seat * SEAT + TAKEN] < table.reserves:
        return FINE
    wanted = canastas_wanted(p, side)
    if wanted == BY_CLASS or wanted == 0 or makeable(p, side, p.hands, seat * KINDS, wanted):
        return FINE
    return OUT_CONTRACT


def _unfinished(p: Position, seat: i64) -> i64:
    """FINE if the opening that is staged can be finished; else the clause in the way."""
    if opening_possible(p, seat) or out_from(p, seat) or concealed_with_pile(p, seat) or _opens_to_finish(p, seat):
        return FINE
    if not opening_reachable(p, seat):
        return OPENING_TRIPLE if lacks_triple(p, seat) else OPENING_MINIMUM
    return _why(p, seat)


def _opens_to_finish(p: Position, seat: i64) -> bool:
    """Return whether the opening stands as it is staged, and the turn can be finished from there with what comes with the pile.

    It is asked where cards may not be discarded, because they may all find melds then, or a canasta lifts the ban; and where
    a canasta made with them brings a reserve.
    """
    table = p.rule_table
    if table.reds_refill or (table.discards_free and not table.reserves_in_turn):
        return False
    side = table.side_of[seat]
    if p.this_turn[STAGED] < p.minimum(side) or (table.triple and not triple_lies(p, side, False)):
        return False
    q = _opened(p, seat)
    if q.phase == OVER or q.seats[seat * SEAT + TAKEN] != p.seats[seat * SEAT + TAKEN]:
        return True
    return can_end(q, seat) or can_bring(q, seat) or _lifts_ban(q, seat)


def _opened(p: Position, seat: i64) -> Position:
    """Return a copy of *p* in which the opening of *seat* stands.

    Red threes that are laid with it are not replaced there, and *seat* may not go out: nobody has seen what comes.
    """
    q = p.draft()
    if reds_to_lay(p, seat):
        q.next = i64(len(q.deck))
        q.this_turn[ASKED] = FORBIDDEN
    play(q, OPEN)
    return q


def trial(p: Position, seat: i64, step: i64, asked: i64) -> i64:
    """Play *step*, whose shape is right, on a copy: FINE if the turn can be finished from there.

    *asked* stands for what `p.this_turn[ASKED]` says of permission.
    """
    if step == OPEN and reds_to_lay(p, seat):
        return OUT_PROMISED if asked == ALLOWED else _judged(p, _opened(p, seat), seat, asked)
    q = p.draft()
    q.this_turn[ASKED] = asked
    if p.rule_table.reds_refill and step < START:
        return _refilled(p, q, seat, step, asked)
    play(q, step)
    return _judged(p, q, seat, asked)


def _judged(p: Position, q: Position, seat: i64, asked: i64) -> i64:
    """FINE if the turn of *seat* can be finished from *q*, which a step made of *p*; else the clause in the way."""
    if q.phase == OVER or q.turn != seat:
        return FINE if q.out == seat or asked != ALLOWED else OUT_PROMISED
    came = q.seats[seat * SEAT + TAKEN] != p.seats[seat * SEAT + TAKEN]  # a reserve, whose cards nobody knows
    if asked == ALLOWED:
        return FINE if not came and sure_out(q, seat) else OUT_PROMISED
    if came:
        return FINE
    if q.this_turn[STAGING]:
        return _unfinished(q, seat)
    if can_end(q, seat) or can_bring(q, seat) or out_from(q, seat) or _lifts_ban(q, seat):
        return FINE
    return _why(q, seat)


def can_end(p: Position, seat: i64) -> bool:
    """Return whether the turn can end from *p* without going out."""
    if manual_due(p, seat):
        return True
    left = p.seats[seat * SEAT + HELD]
    table = p.rule_table
    if table.left_over and may_be_left_over(p, seat):
        return True
    if left < cards_to_keep(p, seat) or left == 0 or leaving(p):
        return False
    if table.discards_free or p.discardless():
        return True
    if table.passing and left == 1:
        return True
    if not _only_banned(p, seat):
        return True
    return cards_to_keep(p, seat) == 0 and can_lay_all(p, seat)


def _lifts_ban(p: Position, seat: i64) -> bool:
    """Return whether *seat* can make a natural canasta that lifts the ban on the discards they have left, and end the turn."""
    table = p.rule_table
    if table.discards_free:
        return False
    side = table.side_of[seat]
    rank: i64 = LOW_RANK
    while rank < KINDS:
        if table.special_discard[rank] != DISCARD_FREE and not p.dead(rank):
            slot: i64 = 0
            while slot < table.slots:
                meld = p.meld_at(side, rank, slot)
                missing = table.size - size_of(meld)
                if meld == 0 and p.unfinished(side, rank) >= 0:
                    break
                if wilds_of(meld) == 0 and 0 < missing <= p.hands[seat * KINDS + rank]:
                    q = p.draft()
                    _add_naturals(q, side, rank, slot, missing)
                    if q.phase == OVER or q.seats[seat * SEAT + TAKEN] != p.seats[seat * SEAT + TAKEN]:
                        return True
                    return can_end(q, seat) or out_from(q, seat)
                if meld == 0 or not table.several:
                    break
                slot += 1
        rank += 1
    return False


def _add_naturals(p: Position, side: i64, rank: i64, slot: i64, number: i64) -> None:
    """Lay *number* natural cards of *rank* to the meld of *side* in *slot*, or as a fresh one where there is none."""
    meld = p.meld_at(side, rank, slot)
    while number > 0:
        if meld == 0:
            play(p, START + (rank - LOW_RANK) * 3)
            meld = 3 << 16
            number -= 3
        else:
            play(p, ADD + ((rank - LOW_RANK) * SLOTS + slot) * 3)
            meld += 1 << 16
            number -= 1
        slot = 0
        while slot + 1 < p.rule_table.slots and p.meld_at(side, rank, slot) != meld:
            slot += 1


def out_from(p: Position, seat: i64) -> bool:
    """Return whether *seat* may go out this turn without asking any more, and can."""
    return blocked_by(p, seat, False) == FINE and sure_out(p, seat)


def _why(p: Position, seat: i64) -> i64:
    """Return the clause in the way of a turn that cannot be finished from *p*."""
    if not p.rule_table.discards_free and _only_banned(p, seat):
        return SPECIALS_DISCARD
    code = why_not_out(p, seat)
    if code:
        return code
    left = p.seats[seat * SEAT + HELD]
    if left == 1 and p.rule_table.discard_forbidden:
        return OUT_DISCARD
    if left == 1 and not p.rule_table.discards_free:
        return SPECIALS_DISCARD  # they may go out, but not with that card
    return OUT_DISCARD if left == 0 and p.rule_table.discard_required else OUT_KEEP


def _only_banned(p: Position, seat: i64) -> bool:
    """Return whether *seat* must discard and holds nothing but cards that may not be discarded."""
    if p.discardless() or p.seats[seat * SEAT + HELD] == 0:
        return False
    side = p.rule_table.side_of[seat]
    kind: i64 = 0
    while kind < KINDS:
        if p.hands[seat * KINDS + kind] and discard_free(p, side, kind):
            return False
        kind += 1
    return True


def may_be_left_over(p: Position, seat: i64) -> bool:
    """Return whether the turn may end without a discard since *seat* holds nothing but cards that may not be discarded.

    It supposes that the rules allow that. A turn that opens keeps a card for the discard.
    """
    turn = p.this_turn
    if turn[STAGING] or turn[SIDE_FRESH] or turn[ASKED] == ALLOWED or leaving(p):
        return False
    return _only_banned(p, seat)


def concealed_with_pile(p: Position, seat: i64) -> bool:
    """Return whether the staged opening of *seat* may stand below its minimum: they can go out with the cards of the pile."""
    if not p.rule_table.concealed_pile or p.this_turn[COMING] == 0 or p.this_turn[ASKED] == ALLOWED:
        return False
    if not waived(p) or leaving(p) or blocked_by(p, seat, False):
        return False
    q = p.draft()
    if q.rule_table.reds_refill:
        q.next = i64(len(q.deck))  # cards that nobody has seen are not counted on
    play(q, OPEN)
    if q.phase == OVER:
        return q.out == seat
    return sure_out(q, seat)


def _refilled(p: Position, q: Position, seat: i64, step: i64, asked: i64) -> i64:
    """`trial` of a *step* by which red threes may come that are replaced by cards that nobody has seen.

    Only the end of the turn with a discard is counted on then.
    """
    reds = q.sides[q.rule_table.side_of[seat] * SIDE + REDS]
    if q.stock() and replaces(p, seat):
        q.next = i64(len(q.deck))
    else:
        reds = -1
    play(q, step)
    unseen = reds >= 0 and q.sides[q.rule_table.side_of[seat] * SIDE + REDS] > reds
    if not unseen:
        return _judged(p, q, seat, asked)
    if asked == ALLOWED:
        return OUT_PROMISED
    if q.phase != OVER and (q.seats[seat * SEAT + TAKEN] != p.seats[seat * SEAT + TAKEN] or can_end(q, seat)):
        return FINE
    return OUT_KEEP
