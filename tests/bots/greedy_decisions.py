"""The decisions of the bot `greedy`, in one number for each game and number of players."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from random import Random

from canasta import bots
from canasta.deal.view import view
from tests.deal.tables import fresh, rules_of

RECORDED = Path(__file__).with_suffix(".toml")
_SEED = 9
_STRAY = 0.04


def decisions(name: str, players: int) -> str:
    """Return a digest of what every seat of a deal of `greedy` chose, with a random step now and then to see more of the game."""
    deal, _ = fresh(rules_of(name, players), _SEED)
    seated = [bots.make("greedy", _SEED, seat) for seat in range(players)]
    rng = Random(_SEED)
    text = hashlib.sha256()
    while not deal.over:
        seen = view(deal, deal.actor)
        step = seated[deal.actor].choose(seen)
        text.update(b"%d " % step)
        deal.step_trusted(rng.choice(seen.legal) if rng.random() < _STRAY else step)
    return text.hexdigest()[:16]


def recorded() -> dict[str, str]:
    """Return the digests of the version of `greedy` in the file beside this one, by game and players."""
    return dict(tomllib.loads(RECORDED.read_text(encoding="utf-8"))[f"greedy {bots.make('greedy', 1, 0).version}"])
