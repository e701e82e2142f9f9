"""Tables to play at: every game with every number of players, and random play with real cards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Final

from canasta.base.cards import pack
from canasta.base.events import Event
from canasta.base.shuffle import return_places, shuffled
from canasta.deal.deal import Deal
from canasta.engine import KERNEL
from canasta.rules.groups import Rules
from canasta.rules.load import games, load

SOAK: Final = int(os.environ.get("CANASTA_SOAK", "0"))
"""How many times longer `make soak` looks than `make test`, where this is 0."""

ALL_TABLES = [(name, players) for name, game in sorted(games().items()) for players in game.players]
"""Every game with every number of players."""

TABLES = [
    (name, players)
    for name, players in ALL_TABLES
    if KERNEL == "compiled" or players in (games()[name].default_players, min(games()[name].players))
]
"""Where tests play. The interpreted kernel is slow, and twins show that it plays alike: for it, two tables of a game are enough."""

FEW_TABLES = [
    (name, players)
    for name, players in TABLES
    if players in (min(games()[name].players), games()[name].default_players, max(games()[name].players))
]
"""Where tests look at what surrounds the game, such as pages: each game with the fewest, the usual and the most players."""

VARIED_TABLES = [
    (name, players)
    for at, (name, game) in enumerate(sorted(games().items()))
    for players in (game.players if SOAK else [game.players[at % len(game.players)]])
]
"""Where slow tests look: each game once, with few players or with many. `make soak` looks at every table."""


def rules_of(name: str, players: int) -> Rules:
    """Return the rules of a game without options."""
    return load(name, players)


def fresh(rules: Rules, seed: int) -> tuple[Deal, list[Event]]:
    """Return a deal from a seed, seat 0 to begin."""
    return Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), seed), returns=return_places(seed))


def random_play(deal: Deal, rng: Random) -> Iterator[list[Event]]:
    """Play *deal* to its end by random steps; yields the events of each step once it is taken."""
    while not deal.over:
        yield deal.step_trusted(rng.choice(deal.legal_steps(deal.actor)))
