"""The one judge of legality: `refusal` says which clause forbids a step, or that none does.

Shape comes first (whose turn, which cards, what a meld may hold); then `_after` asks whether the turn can
still be finished. Where few cards are left, or a promise to go out must be kept, it plays the step on a copy
and searches exactly; it looks at nothing the player does not see.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from canasta.base.clauses import (
    DISCARD_KEPT,
    EXHAUSTION_ENDS,
    EXHAUSTION_FORCED,
    EXHAUSTION_STOCK_EMPTY,
    EXHAUSTION_STOCK_LEFT,
    FINE,
    HANDS_CARDS,
    HANDS_OPENED,
    OPENING_EARLY,
    OPENING_MINIMUM,
    OPENING_TRIPLE,
    OUT_ASK_CONTRACT,
    OUT_DISCARD,
    OUT_NO_QUESTION,
    OUT_PERMISSION,
    OUT_PROMISED,
    OUT_SURE,
    PILE_END,
    PILE_LIFTED,
    PILE_PUT_BACK,
    PILE_RESTORE,
    PILE_UNLIFTED,
    PILE_WILD_TOP,
    RESERVES_DUE,
    RESERVES_MANUAL,
    SPECIALS_DISCARD,
    THREES_BLACK_AFTER,
    THREES_BLACK_MELD,
    TURN_ANSWER,
    TURN_ASKED,
    TURN_CARDS,
    TURN_DRAW,
    TURN_DRAWN,
    TURN_OPENING,
    TURN_ORDER,
    TURN_OVER,
    TURN_STUCK,
    TURN_UNASKED,
    TURN_UNKNOWN,
    TURN_UNOPENED,
)
from canasta.engine.bounds import BY_CLASS, SEVERAL, canastas_wanted, in_reach, loose_rank, makeable
from canasta.engine.fields import (
    ASKED,
    COMING,
    DENIED,
    HELD,
    MADE,
    ON_TRIAL,
    OPENED,
    SEAT,
    SIDE,
    SOURCE,
    STAGED,
    STAGING,
    TAKEN,
)
from canasta.engine.finishing import concealed_with_pile, may_be_left_over, spare_cards, trial
from canasta.engine.going_out import (
    blacks_laid,
    blocked_by,
    can_empty,
    discard_free,
    last_discard_free,
    leaving,
    waived,
    why_not_out,
)
from canasta.engine.laying import add_refusal, red_canasta_refusal, start_refusal
from canasta.engine.listing import Listing
from canasta.engine.opening_cards import triple_lies
from canasta.engine.openings import reds_taken
from canasta.engine.position import (
    ALLOWED,
    LIFTED,
    OVER,
    PILE,
    PUT_BACK,
    TO_ANSWER,
    TO_DRAW,
    TO_PLAY,
    UNASKED,
    Position,
)
from canasta.engine.reserves import manual_due
from canasta.engine.rule_table import KINDS
from canasta.engine.special_hands import special_hand
from canasta.engine.steps import (
    ADD,
    ASK,
    DISCARD,
    DRAW,
    END,
    KIND,
    KNOCK,
    LIFT,
    NO,
    OPEN,
    PARTNER,
    PICK_UP,
    RANK,
    RED_CANASTA,
    RESTORE,
    SLOTS,
    START,
    STEPS,
    STUCK,
    TAKE_CARD,
    TAKE_ONTO,
    TAKE_PAIR,
    YES,
)
from canasta.engine.taking import pile_refusal, take_refusal, takes
from canasta.engine.turns import reds_to_lay, seen_aside, talon_due
from canasta.rules.words.end import ENDS_AFTER_LAP, ENDS_BY_PILE, FORCED_CARD, FORCED_NO, FORCED_ONTO, NO_PERMISSION
from canasta.rules.words.melds import WHEN_EMPTY
from canasta.rules.words.table import WILD_TOP_NO

_BLACK_THREE: Final = 3


def refusal(p: Position, seat: i64, step: i64) -> i64:
    """Return the code of the clause that forbids *seat* to take *step* in *p*; 0 if it is legal. Changes nothing."""
    if step < 0 or step >= STEPS:
        return TURN_UNKNOWN
    if p.phase == OVER:
        return TURN_OVER
    if START <= step < DISCARD and p.aside(seat):
        return lay_refusal(seen_aside(p, seat), seat, step)
    if seat != p.actor:
        return TURN_ORDER
    if p.phase == TO_ANSWER:
        return FINE if step == YES or step == NO else TURN_ANSWER
    if step == YES or step == NO:
        return TURN_UNASKED
    if step == STUCK:
        return FINE if _may_stop(p, seat) else TURN_STUCK
    if ASK <= step < PICK_UP:
        return ask_refusal(p, seat, PARTNER[step])
    if p.phase == TO_DRAW:
        if step == DRAW:
            return draw_refusal(p, seat)
        if step == END and (p.rule_table.ends == ENDS_BY_PILE or p.rule_table.special_hands == 0):
            return end_refusal(p, seat)
        if step == LIFT:
            return lift_refusal(p, seat)
        if step == RESTORE:
            return restore_refusal(p)
        if TAKE_PAIR <= step < START:
            return take_refusal(p, seat, step, p.this_turn[ASKED])
        return TURN_DRAW
    if step == END and p.rule_table.special_hands:
        return show_refusal(p, seat)
    if step == DRAW or step == END or step == LIFT or step == RESTORE or TAKE_PAIR <= step < START:
        return TURN_OPENING if p.this_turn[STAGING] else TURN_DRAWN
    if step == OPEN:
        return open_refusal(p, seat)
    if step >= DISCARD:
        return discard_refusal(p, seat, KIND[step])
    if step >= START:
        return lay_refusal(p, seat, step)
    if step == KNOCK:
        return knock_refusal(p, seat)
    return pick_up_refusal(p, seat)


def lay_refusal(p: Position, seat: i64, step: i64) -> i64:
    """Return why *seat* may not lay cards by *step*."""
    if p.turns < p.rule_table.quiet_turns:
        return OPENING_EARLY
    spare = spare_cards(p, seat)
    if step >= RED_CANASTA:
        return red_canasta_refusal(p, seat, RANK[step], spare)
    return add_refusal(p, seat, step, spare) if step >= ADD else start_refusal(p, seat, step, spare)


def _may_stop(p: Position, seat: i64) -> bool:
    """Return whether the turn may end without a discard: nothing but asking is legal, or one card is kept where that is allowed."""
    if (
        p.phase == TO_PLAY
        and not p.this_turn[STAGING]
        and p.rule_table.passing
        and p.held(seat) == 1
        and p.this_turn[ASKED] != ALLOWED
    ):
        return p.rule_table.discard_forbidden or why_not_out(p, seat) != FINE
    if p.rule_table.left_over and p.phase == TO_PLAY and may_be_left_over(p, seat):
        return True
    return not _any_legal(p, seat)


def _any_legal(p: Position, seat: i64) -> bool:
    step: i64 = 0
    while step < STEPS:
        if step != STUCK and (step < ASK or step >= PICK_UP) and refusal(p, seat, step) == FINE:
            return True
        step += 1
    return False


def ask_refusal(p: Position, seat: i64, offset: i64) -> i64:
    """Return why *seat* may not ask the *offset*-th partner to their left."""
    table = p.rule_table
    if table.permission == NO_PERMISSION:
        return OUT_NO_QUESTION
    if offset >= table.members:
        return TURN_UNKNOWN
    if table.ask_every and offset > 1:
        return OUT_PERMISSION
    code = promise_refusal(p, seat)
    return OUT_ASK_CONTRACT if code == OUT_SURE and _canastas_out_of_reach(p, seat) else code


def _canastas_out_of_reach(p: Position, seat: i64) -> bool:
    """Return whether the cards that *seat* sees cannot complete the canastas needed to go out, before the draw with the pile's."""
    side = p.rule_table.side_of[seat]
    if p.phase == TO_PLAY:
        return not in_reach(p, seat, side)
    q = p.draft()
    for kind in p.pile:
        q.hands[seat * KINDS + kind] += 1
    return not in_reach(q, seat, side)


def promise_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not ask any partner."""
    turn = p.this_turn
    if turn[STAGING]:
        return TURN_OPENING
    if leaving(p):
        return THREES_BLACK_AFTER
    if turn[ASKED] != UNASKED or p.seats[seat * SEAT + DENIED]:
        return TURN_ASKED
    if turn[ON_TRIAL] == LIFTED and p.phase == TO_DRAW:
        return PILE_LIFTED
    if p.turns < p.rule_table.quiet_turns:
        return OPENING_EARLY
    code = blocked_by(p, seat, True)
    if code:
        return code
    if p.phase == TO_PLAY:
        # After a no the turn goes on as after any step; where nothing is left then, it ends without a discard.
        return FINE if can_empty(p, seat, False) else OUT_SURE
    return FINE if _draw_is_sure(p, seat) or _take_is_sure(p, seat) else OUT_SURE


def _take_is_sure(p: Position, seat: i64) -> bool:
    """Return whether *seat*, whom nothing else bars, can surely go out after taking the pile."""
    side = p.rule_table.side_of[seat]
    if p.sides[side * SIDE + OPENED] == 0 and len(p.pile) > 1 and p.rule_table.take != 1:
        return False  # the rest of the pile waits for the opening
    top = p.top()
    if top < 0 or (top <= _BLACK_THREE and p.rule_table.wild_top == WILD_TOP_NO):
        return False
    if top > _BLACK_THREE and p.hands[seat * KINDS + top] < 2:
        if p.frozen(side) or (p.meld_at(side, top, 0) == 0 and p.hands[seat * KINDS + top] == 0):
            return False
    if p.rule_table.forced < FORCED_CARD and _hopeless_with_pile(p, seat, side):
        return False
    steps = p.listing
    if steps is None:
        steps = Listing()
        p.listing = steps
    number = steps.number
    takes(p, seat, ALLOWED, steps)
    sure = steps.number > number
    steps.number = number  # nobody reads what lies beyond
    return sure


def _hopeless_with_pile(p: Position, seat: i64, side: i64) -> bool:
    """Return whether *seat* could not go out although they took the pile: no canasta to be had, or cards that fit nowhere."""
    top = p.top()
    size = i64(len(p.pile))
    if size == 1:
        return loose_rank(p, side, p.hands, seat * KINDS, top) == SEVERAL
    counts = p.hands[seat * KINDS : seat * KINDS + KINDS]
    at: i64 = 0
    if 0 < p.rule_table.take < size:
        at = size - p.rule_table.take
    while at < size:
        counts[p.pile[at]] += 1
        at += 1
    wanted = canastas_wanted(p, side)
    if 0 < wanted < BY_CLASS and not makeable(p, side, counts, 0, wanted):
        return True
    return loose_rank(p, side, counts, 0, top) == SEVERAL


def _draw_is_sure(p: Position, seat: i64) -> bool:
    """Return whether *seat*, whom nothing bars from going out, can do so after drawing from the stock.

    With one unseen card they lay all they hold and discard that.
    """
    table = p.rule_table
    if table.ends == ENDS_AFTER_LAP and p.stock() == 0:
        return can_empty(p, seat, False)  # nothing is drawn
    return table.draw == 1 and p.stock() > 1 and table.discards_free and can_empty(p, seat, True)


def draw_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not draw from the stock."""
    if p.this_turn[ON_TRIAL] == LIFTED:
        return PILE_LIFTED
    if p.rule_table.ends == ENDS_BY_PILE and p.stock() == 0:
        return EXHAUSTION_STOCK_EMPTY
    if p.this_turn[ASKED] == ALLOWED and not (blocked_by(p, seat, True) == FINE and _draw_is_sure(p, seat)):
        return OUT_PROMISED
    return FINE


def end_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not end the deal instead of taking the pile."""
    table = p.rule_table
    if table.ends != ENDS_BY_PILE:
        return EXHAUSTION_ENDS
    if p.stock() > 0:
        return EXHAUSTION_STOCK_LEFT
    if p.this_turn[ON_TRIAL] == LIFTED:
        return PILE_LIFTED
    if p.this_turn[ASKED] == ALLOWED:
        return OUT_PROMISED
    first: i64 = TAKE_ONTO if table.forced == FORCED_ONTO else TAKE_CARD
    if table.forced != FORCED_NO:
        slot: i64 = 0
        while slot < SLOTS:
            if take_refusal(p, seat, first + slot, p.this_turn[ASKED]) == FINE:
                return EXHAUSTION_FORCED
            slot += 1
    return FINE


def show_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat*, to play, may not end the deal with a special hand."""
    if p.this_turn[STAGING]:
        return TURN_OPENING
    if p.turns < p.rule_table.quiet_turns:
        return OPENING_EARLY
    if p.opened(p.rule_table.side_of[seat]):
        return HANDS_OPENED
    return FINE if special_hand(p, seat) >= 0 else HANDS_CARDS


def lift_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not lift the pile's top card to try it."""
    if not p.rule_table.restore:
        return PILE_RESTORE
    if p.this_turn[ON_TRIAL] == LIFTED:
        return PILE_LIFTED
    code = pile_refusal(p, seat)
    if code:
        return code
    if p.top() <= 1 and p.rule_table.wild_top == WILD_TOP_NO:
        return PILE_WILD_TOP
    return OUT_PROMISED if p.this_turn[ASKED] == ALLOWED else FINE


def restore_refusal(p: Position) -> i64:
    """Return why the lifted card may not be put back."""
    if not p.rule_table.restore:
        return PILE_RESTORE
    if p.this_turn[ON_TRIAL] == LIFTED:
        return FINE
    return PILE_PUT_BACK if p.this_turn[ON_TRIAL] == PUT_BACK else PILE_UNLIFTED


def open_refusal(p: Position, seat: i64) -> i64:
    """Return why the staged melds do not open."""
    if not p.this_turn[STAGING]:
        return TURN_UNOPENED
    if p.this_turn[STAGED] < p.minimum(p.rule_table.side_of[seat]):
        return FINE if concealed_with_pile(p, seat) else OPENING_MINIMUM
    if p.rule_table.triple and not triple_lies(p, p.rule_table.side_of[seat], False):
        return OPENING_TRIPLE
    if p.this_turn[ASKED] != ALLOWED and p.rule_table.discards_free and not leaving(p):
        coming = p.this_turn[COMING] - reds_taken(p, p.this_turn[COMING], 0) - reds_to_lay(p, seat)
        if p.seats[seat * SEAT + HELD] + coming >= 2:
            return FINE
    return trial(p, seat, OPEN, p.this_turn[ASKED])


def discard_refusal(p: Position, seat: i64, kind: i64) -> i64:
    """Return why *seat* may not discard a card of *kind*."""
    table = p.rule_table
    if p.hands[seat * KINDS + kind] < 1:
        return TURN_CARDS
    if p.discardless():
        return PILE_END
    side = table.side_of[seat]
    left = p.seats[seat * SEAT + HELD] - 1
    if not table.discards_free and not discard_free(p, side, kind):
        return SPECIALS_DISCARD
    if p.this_turn[STAGING]:
        # An opening below the minimum ends only by going out concealed with it.
        if left or p.this_turn[COMING] or not waived(p) or p.this_turn[MADE] == 0:
            return TURN_OPENING
    if leaving(p):
        if left:
            return THREES_BLACK_AFTER
        if table.black_alone or table.black_sizes[blacks_laid(p, side)] == 0:
            return THREES_BLACK_MELD
    if left > 0:
        if not table.discards_plain and _kept_back(p, seat, kind):
            return DISCARD_KEPT
        return OUT_PROMISED if p.this_turn[ASKED] == ALLOWED else FINE
    taken = p.seats[seat * SEAT + TAKEN]
    if taken < table.reserves and table.reserve_trigger[taken] == WHEN_EMPTY:
        # It comes, unless the player must go out, or may.
        if taken < table.reserves_needed or not (p.this_turn[ASKED] == ALLOWED or leaving(p)):
            return FINE
    elif p.opened(side) and p.this_turn[ASKED] != ALLOWED and not leaving(p) and talon_due(p, seat):
        return FINE  # unless they go out, cards come
    code = why_not_out(p, seat)
    if code:
        return code
    if table.discard_forbidden:
        return OUT_DISCARD
    return FINE if last_discard_free(p, side, kind) else SPECIALS_DISCARD


def _kept_back(p: Position, seat: i64, kind: i64) -> bool:
    """Return whether *seat* must discard another card first: they hold one that may be discarded and is kept less long."""
    own = _kept_for(p, kind)
    side = p.rule_table.side_of[seat]
    other: i64 = 0
    while own and other < KINDS:
        if p.hands[seat * KINDS + other] and _kept_for(p, other) < own and discard_free(p, side, other):
            return True
        other += 1
    return False


def _kept_for(p: Position, kind: i64) -> i64:
    """Return how long *kind* is kept: 2 if it goes after all others, 1 if it does so on an empty pile but for those, else 0."""
    if p.rule_table.discard_kept[kind]:
        return 2
    if len(p.pile):
        return 0
    return 1 if p.rule_table.dead_empty and p.dead(kind) else p.rule_table.discard_empty[kind]


def knock_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not end the turn by knocking."""
    if p.this_turn[STAGING]:
        return TURN_OPENING
    if not p.rule_table.knock or p.this_turn[SOURCE] != PILE:
        return PILE_END
    if p.seats[seat * SEAT + HELD] == 0:
        return RESERVES_DUE
    if leaving(p):
        return THREES_BLACK_AFTER
    return OUT_PROMISED if p.this_turn[ASKED] == ALLOWED else FINE


def pick_up_refusal(p: Position, seat: i64) -> i64:
    """Return why *seat* may not pick up the next reserve by hand."""
    if p.this_turn[STAGING]:
        return TURN_OPENING
    return FINE if manual_due(p, seat) else RESERVES_MANUAL
