"""Where a position's vectors keep what: the fields of a seat and of a side.

Only the kernel and the layer of the deal read vectors by these; everybody else asks a `Position` or a `View`.
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
SEAT: Final = 8

# What a player has played from the last reserve.
NOTHING: Final = 0
PART: Final = 1
WHOLE_TURN: Final = 2

# Fields of a side; the counts of its canastas by class follow the tally.
OPENED: Final = 0
REDS: Final = 1
MINIMUM: Final = 2
TALLY: Final = 3
RESTORED: Final = 10
COUNTED: Final = 11  # canastas that count, of whatever class
SIDE: Final = 12
