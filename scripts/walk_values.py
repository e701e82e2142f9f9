"""Values of house rules that walks show besides those of games and their options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class HouseWalk:
    """A walk by house rules of one *game*: it notices each of *values*; those *beside* make room for them."""

    game: str
    players: int
    values: tuple[str, ...]
    beside: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """All values, in the order in which they apply."""
        return (*self.beside, *self.values)


_ONTO: Final = 'pile.need=["pair", "natural onto meld"]'
_OPEN: Final = "pile.frozen_until_open=false"

HOUSE_WALKS: Final = (
    HouseWalk("classic", 4, ("opening.round=2", "pile.least=4", "opening.pile=side opened"), (_OPEN,)),
    HouseWalk(
        "classic",
        3,
        ("opening.pile=player melded", "threes.red_dealt=after the opening"),
        (_OPEN, "opening.concealed=no", "score.concealed=0"),
    ),
    HouseWalk("classic", 2, ("out.discard=forbidden", _ONTO), ("exhaustion.forced=no", "threes.black_last=last cards")),
    HouseWalk(
        "family-hand-and-foot",
        4,
        ("deal={upcard=false,reject=[]}", "meld={grows=true,takes='natural cards'}", "deals.2.draw=3"),
    ),
    HouseWalk(
        "family-hand-and-foot",
        6,
        ("meld={grows=true,takes='natural stays natural'}", "deals.2.natural=2", "deals.3.take=3"),
    ),
    HouseWalk(
        "family-hand-and-foot",
        3,
        ("meld={grows=true,takes='later turns'}", "reserves.foot.needed=false", "deals.2.hand=8"),
    ),
    HouseWalk("family-hand-and-foot", 5, ("specials.7={bonus=1500,counts=true}", "out.opponents=picked up", _ONTO)),
    HouseWalk(
        "hand-and-foot",
        4,
        ("out.partner=picked up", "pile={frozen_by=['black three'],wild_top='no'}"),
        ("draw.stock=1", "out.natural=1", "out.mixed=1", "out.wild=0"),
    ),
)
