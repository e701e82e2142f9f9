"""What `scripts.flip` cannot show by any case, because another rule leaves it without effect."""

from __future__ import annotations

from typing import Final

MOOT: Final[dict[tuple[str, str], str]] = {
    ("classic", "options.ends-with-stock.exhaustion.forced"): "where the deal ends at the draw nothing else may stand",
    ("classic", "out.partner"): "there are no reserves to play from",
    ("classic", "threes.black_meld: [3, 4] → [3, 4, 5]"): "two packs have four black threes",
    ("hand-knee-and-foot", "options.three-wilds.meld.wilds: 3 → 4"): (
        "seven cards with fewer wild ones than natural ones hold three wild ones at most"
    ),
    ("hand-knee-and-foot", 'reserves.knee.rest: "next draw" → "own"'): (
        "partners cannot play so, and three who play alone have no rest of a side"
    ),
    ("new-canasta", "meld.wilds: 3 → 4"): (
        "seven cards with fewer wild ones than natural ones hold three wild ones at most"
    ),
    ("new-canasta", "out.permission"): "with no number of players has anybody a partner",
    ("new-canasta", "players.2.table.score_keeper"): "two players have no score keeper in any case",
    ("new-canasta", "threes.red_value"): "red threes are never laid down by themselves",
}
"""By game and line, or by game and flip: the reason. An entry that is noticed after all is an error."""

NEVER: Final = {
    ("pile.blocked_by", "black three"): "a three on top blocks the pile in any case, for it is melded with nothing",
    ("pile.blocked_by", "red three"): "a three on top blocks the pile in any case, for it is melded with nothing",
}
"""Words in lists that change nothing in any game, with the reason; they are not flipped."""
