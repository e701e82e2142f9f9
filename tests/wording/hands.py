"""Deals in which the first seat holds named cards."""

from collections import Counter
from collections.abc import Sequence

from canasta.base.cards import pack, parse_faces
from canasta.deal.deal import Deal
from canasta.rules.groups import Rules


def dealt(rules: Rules, hand: str, minimums: Sequence[int] | None = None) -> Deal:
    """Return a deal in which seat 0 holds *hand*; fives and black threes, which add to nothing, are drawn first."""
    mine = parse_faces(hand)
    assert len(mine) == rules.deal.hand
    rest = sorted((Counter(pack(rules.packs, rules.deck.jokers)) - Counter(mine)).elements())
    black = [face for face in rest if face in parse_faces("3c 3s")]
    rest = [face for face in rest if face not in black]
    others = rules.deal.hand * (rules.seats - 1)
    # The pile's first card comes after the hands, and then the stock.
    deck = (*mine, *rest[-others - 1 :], *black, *rest[: -others - 1])
    deal, _ = Deal.new(rules, deck, minimums=minimums)
    return deal
