"""The weights of a policy: their names, and where a list of them has which.

What a weight multiplies is said beside its place. Points are those of the score sheet; "late" is how near the end of the
deal is, from 0 to 1.
"""

from __future__ import annotations

from typing import Final

# Melds.
MISSING: Final = 0  # points of a canasta beyond its bonus, while it is missing for going out
NEAR_0: Final = 1  # share of a canasta's points that a meld of that many sevenths of its size is worth
NEAR_1: Final = 2
NEAR_2: Final = 3
NEAR_3: Final = 4
NEAR_4: Final = 5
NEAR_5: Final = 6
NEAR_6: Final = 7
BEYOND: Final = 8  # points of each card beyond a canasta's size
HOPE: Final = 9  # how much each absent card lowers the hope for a canasta
SPOIL: Final = 10  # points lost for each card of a clean meld that gets its first wild card
SECOND: Final = 11  # points lost by a second meld of a rank
PAIR: Final = 12  # points lost by beginning a meld with a pair, early
JOKER: Final = 13  # points lost by each joker laid with natural cards
OPENING_WILD: Final = 14  # points lost by each wild card in an opening
# Wild cards in the hand.
WILD: Final = 15  # points of one, early, once the side has opened
WILD_CLOSED: Final = 16  # the same before
WILD_READY: Final = 17  # the same when nothing is missing for going out
WILD_THIRD: Final = 18  # added when a third one would begin a wild meld that is needed
WILD_MORE: Final = 19  # added when a wild meld is needed otherwise
WILD_SHORT: Final = 20  # share that is left in a short hand that waits for a reserve
WILD_LATE: Final = 21  # points lost late
# Fewer cards in the hand.
SHED: Final = 22  # points of one card less
SHED_LATE: Final = 23  # added late
SHED_READY: Final = 24  # instead, when nothing is missing for going out
SHED_RESERVE: Final = 25  # instead, while there is a reserve to come
SHED_WAITING: Final = 26  # instead, while an empty hand brings it
SHED_NEAR: Final = 27  # added to that in an almost empty hand
# Taking the pile, beside drawing.
DRAW: Final = 28  # points of a card drawn
PILE_CARD: Final = 29  # points of each card of the pile, whatever it is
PILE_AGAIN: Final = 30  # points of taking where the pile may not be taken twice in a row
TAKE_WILD: Final = 31  # points of a wild card in the pile
TAKE_WILD_READY: Final = 32  # the same when nothing is missing for going out
TAKE_BLACK: Final = 33  # points of a black three in the pile
TAKE_BLACK_READY: Final = 34  # added when nothing is missing for going out
TAKE_RED: Final = 35  # points of a red three that is not laid at once
TAKE_RED_LATE: Final = 36  # added late
TAKE_WANTED: Final = 37  # added for a card of a special rank whose canasta is missing
TAKE_MELD: Final = 38  # points of a card that there is a meld for, or three of
TAKE_PAIR: Final = 39  # points of a card that makes a pair
TAKE_LONE: Final = 40  # points of a single card
TAKE_READY: Final = 41  # added to those two when nothing is missing for going out
TAKE_LATE: Final = 42  # points lost by those two late, beside what they cost when they are caught
# What a card is worth in the hand when one is discarded.
KEEP_LONE: Final = 43
KEEP_PAIR: Final = 44
KEEP_THREE: Final = 45
KEEP_MELD: Final = 46  # added where there is a meld of its rank
KEEP_WANTED: Final = 47  # added for a special rank whose canasta is missing
KEEP_CLOSED: Final = 48  # added before the opening, times what the card counts
KEEP_SCARCE: Final = 49  # share left to a single card or a pair when no other of the rank is to be seen
KEEP_WILD: Final = 50  # added to a wild card, early
KEEP_BLACK: Final = 51  # a black three, early
KEEP_RED: Final = 52  # share of a red three's points on a canasta that it may still get
KEEP_RED_CAUGHT: Final = 53  # share of what it costs when it is caught
KEEP_RED_LATE: Final = 54  # added to that share late
# What a discard gives to the next player, times how likely they are to take the pile.
FEED: Final = 55
FEED_CARD: Final = 56  # for each card of the pile
FEED_CLOSED: Final = 57  # how likely a side that has not opened can use a pair
# Ending the deal.
UNKNOWN: Final = 58  # points of a hidden card in another hand
STOPPED: Final = 59  # points that an end takes from the other sides
STOPPED_OPEN: Final = 60  # further points from each of their players, once their side has opened
STOPPED_CLOSED: Final = 61  # the same before
ASK_FROM: Final = 62  # points in the partners' hands from which on to ask first, where that is optional
LAID_NEXT: Final = 63  # share of the canastas that the next turn would finish
# Opening.
OPENING: Final = 64  # points lost by beginning an opening from the hand
# What the pile tells of the next player.
DECLINED: Final = 65  # share taken off the odds of a rank that they have just declined or discarded
# Ending the deal while there are cards to come.
STOPPED_STOCK: Final = 66  # points from the other sides besides, times the share of the deck still in the stock
# Melds that must be finished: those that cost their price unless they become canastas.
RISK: Final = 67  # share of the price lost by beginning one, times the chance that it will not be finished
TRUST: Final = 68  # share of its canasta's points gained by beginning one, times the chance that it will be
REACH: Final = 69  # share that is believed of the cards the side can expect of those it does not see
FINISH: Final = 70  # share of the price that counts as points of the canasta such a meld may become
KEEP_FINISH: Final = 71  # added to a card that such a meld of the side still takes, in the hand
HELD_LATE: Final = 72  # share of what three cards of a rank in a hand cost that counts late
# Ranks that nobody can lay any more, because there is a canasta.
DEAD: Final = 73  # share taken off what a card of such a rank is worth otherwise, and what it gives as a discard
KEEP_DEAD: Final = 74  # points of such a card in the hand, early
# Pairs in the hand where nothing else takes the pile.
KEY: Final = 75  # points lost by laying one, early
KEY_CARD: Final = 76  # the same for each card of the pile

NAMES: Final = (
    "missing", "near_0", "near_1", "near_2", "near_3", "near_4", "near_5", "near_6", "beyond", "hope", "spoil",
    "second", "pair", "joker", "opening_wild",
    "wild", "wild_closed", "wild_ready", "wild_third", "wild_more", "wild_short", "wild_late",
    "shed", "shed_late", "shed_ready", "shed_reserve", "shed_waiting", "shed_near",
    "draw", "pile_card", "pile_again", "take_wild", "take_wild_ready", "take_black", "take_black_ready", "take_red",
    "take_red_late", "take_wanted", "take_meld", "take_pair", "take_lone", "take_ready", "take_late",
    "keep_lone", "keep_pair", "keep_three", "keep_meld", "keep_wanted", "keep_closed", "keep_scarce", "keep_wild",
    "keep_black", "keep_red", "keep_red_caught", "keep_red_late",
    "feed", "feed_card", "feed_closed",
    "unknown", "stopped", "stopped_open", "stopped_closed", "ask_from", "laid_next",
    "opening", "declined", "stopped_stock",
    "risk", "trust", "reach", "finish", "keep_finish", "held_late", "dead", "keep_dead",
    "key", "key_card",
)  # fmt: skip
"""The weights in their order; each constant above is the place of one of them."""

SHARES: Final = frozenset((
    "near_0", "near_1", "near_2", "near_3", "near_4", "near_5", "near_6", "hope", "wild_short",
    "keep_closed", "keep_scarce", "keep_red", "keep_red_caught", "keep_red_late", "feed_closed", "laid_next", "declined",
    "risk", "trust", "reach", "finish", "held_late", "dead",
))  # fmt: skip
"""The weights that are shares of something, or factors; all others are points. They are not negative."""
