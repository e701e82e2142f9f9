"""What `scripts.flip` cannot show by any case, because another rule leaves it without effect."""

from __future__ import annotations

from typing import Final

_ALONE: Final = "with no number of players has anyone a partner"
_SEVEN: Final = "seven cards with no more wild ones than natural ones hold three wild ones at most"
_SEVEN_FEWER: Final = "seven cards with fewer wild ones than natural ones hold three wild ones at most"
_SEVERAL: Final = "the option lets any melds of a rank be open together"
_TWENTY_EIGHT: Final = "seven packs have 28 natural cards of a rank, and no meld has more wild ones"
_EIGHT: Final = "two packs have eight natural cards of a rank, and no meld has more wild ones"
_FOUR: Final = "two packs have four black threes"
_FOURTEEN: Final = "the special hands have as many cards as a hand has after the draw"
_PAIR: Final = "two natural cards of the hand are needed in any case"
_KEPT: Final = "wild cards are kept from any pile"
_LAID: Final = "threes are laid down"
_NOT_TAKEN: Final = "where the deal ends at the draw nothing else may stand"

NO_EFFECT: Final[dict[tuple[str, str], str]] = {
    ("classic", "options.ends-with-stock.exhaustion.forced"): _NOT_TAKEN,
    ("classic", "out.partner"): "there are no reserves to play from",
    ("classic", "threes.black_meld: [3, 4] → [3, 4, 5]"): _FOUR,
    ("hand-and-foot-earl", "meld.wilds: 3 → 4"): _SEVEN,
    ("hand-and-foot-earl", "options.earls-recommended.meld.another"): _SEVERAL,
    ("hand-and-foot-earl", "options.earls-recommended.meld.wilds: 48 → 47"): _TWENTY_EIGHT,
    ("hand-and-foot-earl", "options.long-melds.meld.wilds: 48 → 47"): _TWENTY_EIGHT,
    ("hand-and-foot-whitnack", "options.simpson-two-dirty.out.partner"): _ALONE,
    ("hand-and-foot-whitnack", "options.simpson-two-dirty.out.permission"): _ALONE,
    ("hand-and-foot-whitnack", "options.simpson.out.partner"): _ALONE,
    ("hand-and-foot-whitnack", "options.simpson.out.permission"): _ALONE,
    ("hand-and-foot-whitnack", "options.simpson.table.sides: 0 → 4"): (
        "four sides suit no number of players but four, who play alone in any case"
    ),
    ("hand-knee-and-foot", "options.three-wilds.meld.wilds: 3 → 4"): _SEVEN_FEWER,
    ("hand-knee-and-foot", 'reserves.knee.rest: "next draw" → "own"'): (
        "partners cannot play so, and three who play alone have no rest of a side"
    ),
    ("hoyle-two-player", "meld.wilds: 12 → 11"): _EIGHT,
    ("hoyle-two-player", "meld.wilds: 12 → 13"): _EIGHT,
    ("hoyle-two-player", 'opening.concealed: "player" → "side"'): "a player who plays alone is the whole side",
    ("hoyle-two-player", "out.permission"): _ALONE,
    ("hoyle-two-player", "table.sides: 0 → 2"): "two players in two sides play alone as well",
    ("hoyle-two-player", "threes.black_meld: [3, 4] → [3, 4, 5]"): _FOUR,
    ("modern-american-canasta", "deal.hand"): _FOURTEEN,
    ("modern-american-canasta", 'discard.kept: ["joker", "two"] → ["joker", "two", "black three"]'): _LAID,
    ("modern-american-canasta", 'discard.kept: ["joker", "two"] → ["joker", "two", "red three"]'): _LAID,
    ("modern-american-canasta", 'discard.kept_empty: ["7", "A"] → ["7", "A", "black three"]'): _LAID,
    ("modern-american-canasta", 'discard.kept_empty: ["7", "A"] → ["7", "A", "joker"]'): _KEPT,
    ("modern-american-canasta", 'discard.kept_empty: ["7", "A"] → ["7", "A", "red three"]'): _LAID,
    ("modern-american-canasta", 'discard.kept_empty: ["7", "A"] → ["7", "A", "two"]'): _KEPT,
    ("modern-american-canasta", "draw.stock"): _FOURTEEN,
    ("modern-american-canasta", "exhaustion.forced"): _NOT_TAKEN,
    ("modern-american-canasta", "meld.grows"): "a rank with a canasta is dead, so no canasta grows",
    ("modern-american-canasta", "meld.several"): "wild cards belong to the one meld of wild cards",
    ("modern-american-canasta", "meld.wild_melds"): "other rules speak of melds of wild cards",
    ("modern-american-canasta", "options.league-hands.special_hands.dream hand plus 5.any_wilds"): _FOURTEEN,
    ("modern-american-canasta", "out.partner"): "there are no reserves to play from",
    (
        "modern-american-canasta",
        'pile.blocked_by: ["black three", "red three"] → ["black three", "red three", "joker"]',
    ): "no wild card on top can be taken",
    ("modern-american-canasta", "pile.frozen_by"): _PAIR,
    ("modern-american-canasta", "pile.frozen_until_open"): _PAIR,
    ("modern-american-canasta", "pile.last_card"): "the pile is taken with two cards",
    ("modern-american-canasta", "threes.red"): "other rules speak of red threes that are laid down",
    ("new-canasta", "meld.wilds: 3 → 4"): _SEVEN_FEWER,
    ("new-canasta", "out.permission"): _ALONE,
    ("new-canasta", "players.2.table.score_keeper"): "two players have no score keeper in any case",
    ("new-canasta", "threes.red_value"): "red threes are never laid down by themselves",
    ("pennies-from-heaven", "meld.wilds: 3 → 4"): _SEVEN,
    ("ponytail", "meld.wilds: 3 → 4"): _SEVEN,
    ("ponytail", "options.natural-and-dirty.out.special"): "no rank is left that has canastas of its own",
    ("ponytail", "options.pony-after-hand.reserves.pony.rest"): (
        "an empty hand is everyone's own: no packet of it has a rest of the side"
    ),
    ("ponytail", 'options.pony-at-will.reserves.pony.rest: "next draw" → "at once"'): (
        "a pony that is picked up by hand is handed to nobody, neither at once nor before the draw"
    ),
    ("substance-of-living", "threes.black_meld: [3, 4, 5, 6, 7, 8] → [3, 4, 5, 6, 7, 8, 9]"): (
        "four packs have eight black threes"
    ),
}
"""By game and line, or by game and flip: the reason. An entry that is noticed after all is an error."""

NOT_IN_CASES: Final = {
    "procedures.cut_either": "the cards of a case are dealt already, and what a dealer cut is told as a number of exact cuts",
}
"""Values that no packaged game states and no case can show, with the reason."""

NEVER: Final = {
    ("pile.blocked_by", "black three"): "a three on top blocks the pile in any case, for it is melded with nothing",
    ("pile.blocked_by", "red three"): "a three on top blocks the pile in any case, for it is melded with nothing",
}
"""Words in lists that change nothing in any game, with the reason; they are not flipped."""
