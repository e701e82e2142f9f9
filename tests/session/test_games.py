"""Every game with every number of players, played through a table by people and bots to the count of a deal."""

from __future__ import annotations

import pytest

from canasta.rules.load import games, load
from canasta.session import acts
from canasta.session.table import Table
from tests.session.live import Live

TABLES = [(name, players) for name, game in games().items() for players in game.players]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_deal_is_played_and_counted_and_folds_alike(game: str, players: int) -> None:
    live = Live(load(game, players))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    live.play_deal()
    assert live.state.phase in {"counting", "over"}
    assert len(live.public["deals"]) == 1
    folded = Table.fold(live.log)
    assert folded.picture() == live.table.picture()
    checks = [entry for entry in live.log if entry.check is not None]
    assert len(checks) > 10
    replayed = Table()
    for entry in live.log:
        replayed.follow(entry)
    assert replayed.picture() == live.table.picture()
