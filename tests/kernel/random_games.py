"""Random rules for random play: the games of the family with options and house rules by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from canasta.base.errors import RulesError
from canasta.rules.groups import Rules
from canasta.rules.load import games, load

HOUSE: Final = (
    "deal.hand=9",
    "deal.dealers=each player",
    "deal.first=dealer",
    "deal={upcard=false,reject=[]}",
    "draw.stock=1",
    "draw.stock=3",
    "pile.take=5",
    "pile.take=0",
    "pile.least=4",
    "opening.pile=side opened",
    "opening.pile=player melded",
    "opening.round=2",
    "pile={use='show',wild_top='no'}",
    "pile.wild_top=any wilds",
    "pile.wild_top=same wilds",
    "pile.consecutive=false",
    "pile.last_card=false",
    "pile.end=knock",
    "pile.frozen_until_open=true",
    'pile.frozen_by=["black three"]',
    "pile.restore=50",
    'pile.need=["pair", "onto meld"]',
    'pile.need=["pair", "natural and wild", "onto meld"]',
    'pile.need=["pair", "natural onto meld"]',
    "meld.size=5",
    "meld.size=6",
    "meld.grows=true",
    "meld={grows=true,takes='natural cards'}",
    "meld={grows=true,takes='natural stays natural'}",
    "meld={grows=true,takes='later turns'}",
    "meld.several=true",
    "meld.another=true",
    "meld.wilds=1",
    "meld.wilds=4",
    "meld.ratio=fewer",
    "meld.ratio=equal",
    "meld.ratio=half",
    "meld.wild_melds=true",
    "opening.canasta=false",
    "opening.top_card=raises",
    "opening.bonuses=true",
    "opening.concealed=player",
    "opening.concealed=side",
    "threes.black_meld=[3, 4]",
    "threes.black_meld=[5]",
    "threes.black_last=last cards",
    "out.discard=required",
    "out.discard=forbidden",
    "out.permission=none",
    "out.permission=optional",
    "out.permission=required",
    "out.partner=part of a turn",
    "out.opponents=earlier turn",
    "out.partner=picked up",
    "out.opponents=picked up",
    "specials.7={bonus=1500,counts=true}",
    "threes.red_dealt=after the opening",
    "reserves.foot.needed=false",
    "out.passing=true",
    "out.canastas=1",
    "out.natural=0",
    "exhaustion.ends=at draw",
    "exhaustion.ends=last lap",
    "exhaustion.ends=pile only",
    "exhaustion.pile=false",
    "exhaustion.forced=top card",
    "exhaustion.forced=top card alone",
    "procedures.frozen_in_time=true",
    'specials.7.discard="own canasta"',
    'specials.7.discard="all sides"',
    'specials.8.discard="any canasta"',
    "specials.7.last_discard=false",
)
"""Values that a family may set by itself, whatever the game."""


def random_options(name: str, rng: random.Random) -> list[str]:
    """Return some options of the game and some values of the house."""
    own = rng.sample(sorted(games()[name].options), rng.choice([0, 0, 1, 2, 3]))
    return own + rng.sample(HOUSE, rng.choice([0, 0, 1, 2, 3]))


def random_rules(name: str, players: int, number: int, seed: int) -> Iterator[Rules | None]:
    """Return *number* times rules with random options; None where they contradict each other."""
    rng = random.Random(f"{name} {players} {seed}")
    for _ in range(number):
        try:
            yield load(name, players, random_options(name, rng))
        except RulesError:
            yield None
