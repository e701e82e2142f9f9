"""Long simulations do not grow: what a step takes up is given back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from canasta import bots
from canasta.bots import play_out
from canasta.deal.imagine import imagine
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.rules.load import load

STATM = Path("/proc/self/statm")
PAGE = 4096


def resident() -> int:
    """Bytes of memory this process holds now."""
    return int(STATM.read_text(encoding="ascii").split()[1]) * PAGE


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells how much memory a process holds")
def test_views_and_imagined_deals_give_their_memory_back() -> None:
    match = Match(load("hand-and-foot-earl"), 3)
    match.begin_deal()
    deal = match.deal
    assert deal is not None
    play_out(deal, [bots.make("chance", 1, seat) for seat in range(4)])

    def look(times: int) -> None:

        for _ in range(times):
            imagine(view(deal, 0), Random(1))

    look(200)
    before = resident()
    look(1500)
    # Losing one deck a time would make four megabytes.
    assert resident() - before < 1_500_000
