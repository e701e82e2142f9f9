"""A table to play at once: the game to begin with, one person and bots, seats by lot and no draw for them."""

from __future__ import annotations

from typing import Any, Final

from canasta.base.seats import Seat
from canasta.rules.digest import as_table
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.versions import engine_of

FIRST_GAME: Final = "hand-and-foot"
"""The game that a table has unless someone chooses another one."""

SETTINGS: Final[dict[str, Any]] = {"next_deal": 0, "draw": False}
"""Alone with bots, nobody is kept waiting: the count stays for as long as you read it."""


def quick_table(host: str, bots: tuple[str, ...], bot: str, seat: Seat) -> tuple[acts.Make, list[Act]]:
    """Return what makes a table for *host* in *seat*, with *bot* in the other seats, and what they ask for next until cards are dealt.

    *bots* are those that may sit at the table.

    >>> _, first = quick_table("Ann", ("planner",), "planner", 2)
    >>> first[0], len(first), first[-1]
    (Sit(seat=2, wait=False), 5, Start(dealer=-1, keeper=-1))
    """
    rules = load(FIRST_GAME)
    make = acts.Make(as_table(rules), host, SETTINGS, bots, engine_of(rules))
    others = [acts.PutBot(other, bot) for other in range(rules.seats) if other != seat]
    return make, [acts.Sit(seat), *others, acts.Start()]
