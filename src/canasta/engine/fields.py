"""Where a position's vectors keep what: the fields of a seat, of a side and of the turn in progress.

Only the kernel and the layer of the deal read vectors by these; everyone else asks a `Position` or a `View`.
"""

from __future__ import annotations

from typing import Final

# Fields of a seat.
HELD: Final = 0
TAKEN: Final = 1
LAID: Final = 2
TOOK: Final = 3
PLAYED: Final = 4
DUE: Final = 5
CANASTAS: Final = 6
MISSED: Final = 7
DENIED: Final = 8  # 1 once a partner has said no, where a player asks once a deal
SEAT: Final = 9

# What a player took in the last turn, where TOOK says so: 1 for the pile; this, where it is noted, for cards drawn.
DREW: Final = 2

# Fields of a side; the counts of its canastas by class follow the tally.
OPENED: Final = 0
REDS: Final = 1  # red threes laid, and 256 for each black three that is laid like them
MINIMUM: Final = 2
TALLY: Final = 3
RESTORED: Final = 10
COUNTED: Final = 11  # canastas that count, of whatever class
SIDE: Final = 12

# Fields of the turn in progress: one block, which is reset at the start of each turn.
SOURCE: Final = 0  # where this turn's cards came from
STAGING: Final = 1  # 1 while melds lie for an opening that does not stand yet
STAGED: Final = 2  # what these count
RAISED: Final = 3  # what the top card adds to the minimum
COMING: Final = 4  # cards of the pile that wait for the opening
ASKED: Final = 5  # permission: asked, and what was answered
ASKED_SEAT: Final = 6  # the partner who was asked, -1 for none
ON_TRIAL: Final = 7  # what became of the pile's top card, where it may be lifted
FRESH: Final = 8  # 1 if the player had laid nothing before this turn
SIDE_FRESH: Final = 9  # 1 if the side had not opened before this turn
TOUCHED: Final = 10  # 1 once a card was added to a meld that was there before
RESUME: Final = 11  # the phase that goes on after an answer
BEGAN_LAST: Final = 12  # 1 if the player held the last reserve when the turn began
STARTED: Final = 13  # the ranks of melds begun, a bit each
# In STARTED from this bit on: ranks of canastas made, where they take no more cards this turn; and the rank of the pile's
# top card in an opening that needs a meld of cards from the hand.
COMPLETED: Final = 16
MADE: Final = 14  # canastas made
TURN: Final = 15
