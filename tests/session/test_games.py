"""Every game, with few players or with many, played through a table by people and bots to the count of a deal."""

from __future__ import annotations

import pytest

from canasta.deal.view import View
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.event_json import event_json
from canasta.session.records import record_of
from canasta.session.table import Table
from tests.deal.tables import VARIED_TABLES
from tests.session.live import Live
from tests.session.test_procedures import replayed


def known(seen: View) -> tuple[object, ...]:
    """Return all that *seen* tells but the order of cards in hands, melds and reserves, which nobody is told and nothing depends on."""
    melds = [(meld.side, meld.rank, sorted(meld.cards), meld.slot, meld.sort, meld.red_three) for meld in seen.melds]
    history = [event_json(event, seen.seat, seen.rules) for event in seen.history]
    return (seen.position, sorted(seen.hand), melds, seen.pile, seen.known, seen.legal, history)


@pytest.mark.parametrize(("game", "players"), VARIED_TABLES)
def test_a_deal_is_played_and_counted_and_folds_alike(game: str, players: int) -> None:
    live = Live(load(game, players))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    live.play_deal()
    assert live.state.phase in {"counting", "over"}
    assert len(live.public["deals"]) == 1
    folded = Table.fold(live.log)
    assert folded.snapshot() == live.table.snapshot()
    checks = [entry for entry in live.log if entry.check is not None]
    assert len(checks) > 10
    replays = Table()
    checkpoints = []
    for entry in live.log:
        replays.follow(entry)
        checkpoint = replays.checkpoint()
        if checkpoint is not None and replays.state.phase == "playing":
            checkpoints.append(checkpoint)
    assert replays.snapshot() == live.table.snapshot()
    for checkpoint in checkpoints[:: max(1, len(checkpoints) // 3)]:
        again = Table.fold(live.log[:-1], checkpoint)
        before = Table.fold(live.log[:-1])
        assert again.snapshot() == before.snapshot()
        for seat in range(-1, players):
            assert known(again.view(seat)) == known(before.view(seat))
        assert Table.fold(live.log, checkpoint).snapshot() == live.table.snapshot()
    short = replays.checkpoint() or ""
    assert Table.fold((), short).checkpoint() == short
    assert replayed(record_of(live.log)) == 1


def test_a_canasta_that_only_one_rank_makes_is_lacking_with_that_rank() -> None:
    live = Live(load("pennies-from-heaven"))
    live.seat(["Ann"])
    live.do("p1", acts.Start())
    live.until("playing")
    lacks = live.public["table"]["sides"]["1"]["lacks"]
    assert {"count": 1, "class": "sevens", "band": "special", "rank": "7"} in lacks
    assert [each["band"] for each in lacks if "rank" not in each] == ["natural", "mixed", "wild"]
