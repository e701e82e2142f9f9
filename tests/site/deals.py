"""Print the digest of the record of every game, played by bots at a local table: the same text wherever it runs.

Run as a program by the Python of a worker, and here.
"""

import hashlib
import os
import sys

from canasta.rules.load import games
from canasta.session.records import record_of
from tests.tables.evening import Evening

EVERY = os.environ.get("CANASTA_SOAK") is not None
"""Whether to play every game with every number of players, and more than one deal."""


def deals(name: str, players: int, number: int) -> str:
    """Return the record of the first deals of the game *name*, *number* of them or as many as its match has."""
    evening = Evening(name, players, people=1)
    state = evening.table.table.state
    while state.phase != "over" and (state.match is None or len(state.match.results) < number):
        evening.step()
        state = evening.table.table.state
    return record_of(evening.log.entries)


for game in sorted(games().values(), key=lambda game: game.name):
    for players in game.players if EVERY else game.players[-1:]:
        record = deals(game.name, players, 5 if EVERY else 1)
        sys.stdout.write(f"{game.name} {players} {len(record)} {hashlib.sha256(record.encode()).hexdigest()}\n")
