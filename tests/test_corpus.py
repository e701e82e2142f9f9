"""Recorded matches of every game, number of players and bot replay exactly as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta.rules.load import games
from canasta.terminal.replay.check import check

FOLDER = Path(__file__).parent / "corpus"
RECORDS = sorted(FOLDER.glob("*.chh"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_match_replays(path: Path) -> None:
    verdict = check(path)
    assert verdict.state != "wrong", verdict.lines()
    assert verdict.deals >= (1 if path.stem.endswith("greedy") else 2)
    assert verdict.repairs == ()


def test_every_game_is_there() -> None:
    found = {path.stem for path in RECORDS}
    for name, game in games().items():
        for players in game.players:
            assert {f"{name}-{players}-greedy", f"{name}-{players}-chance"} <= found
