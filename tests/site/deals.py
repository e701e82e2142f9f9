"""Print the record of one deal of every game, played by bots at a local table: the same text wherever it runs.

Run as a program by the Python of a worker, and here.
"""

import hashlib
import os
import sys

from canasta.rules.load import games
from canasta.session.records import record_of
from tests.tables.evening import Evening


def deal(name: str, players: int) -> str:
    """Return the record of the first deal of the game *name*."""
    evening = Evening(name, players, people=1)
    while evening.table.table.state.phase not in {"counting", "over"}:
        evening.step()
    return record_of(evening.log.entries)


every = os.environ.get("CANASTA_SOAK") is not None
for game in sorted(games().values(), key=lambda game: game.name):
    for players in game.players if every else game.players[-1:]:
        record = deal(game.name, players)
        sys.stdout.write(f"{game.name} {players} {len(record)} {hashlib.sha256(record.encode()).hexdigest()}\n")
