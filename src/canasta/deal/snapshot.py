"""A deal as plain data and back, as fast as possible: whole numbers as the kernel and the tabletop hold them.

A snapshot is for the program that wrote it. Nothing is checked but its shape; what others write is read as a `setup`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from canasta.base.cards import KIND_OF
from canasta.base.events import KINDS_IN_DEALS, Event
from canasta.deal.deal import Deal
from canasta.deal.tabletop import Tabletop
from canasta.engine.position import Position, restored
from canasta.engine.rule_table import rule_table_of
from canasta.rules.groups import Rules

_NAMES: Final = {kind: tuple(each.name for each in fields(kind) if each.name != "moved") for kind in KINDS_IN_DEALS}
_BY_WORD: Final[dict[str, Callable[..., Event]]] = {kind.__name__: kind for kind in KINDS_IN_DEALS}
_DECK: Final = 6
_FIXED: Final = 4
"""So many vectors of a position, the first ones, are as long as the rules say."""


def snapshot_of(deal: Deal) -> dict[str, Any]:
    """*deal* as data that can be written as JSON; moves that could be undone, and which cards events moved, are left out."""
    table, key = deal.tabletop, list(deal.position.key())
    key[_DECK] = ()  # the tabletop's says more
    return {
        "totals": deal.totals,
        "number": deal.number,
        "position": key,
        "deck": table.deck,
        "drawn": table.drawn,
        "hands": table.hands,
        "melds": list(table.melds.items()),
        "closed": table.closed,
        "reds": table.reds,
        "pile": table.pile,
        "known": [list(known.items()) for known in table.known],
        "returned": list(table.returned.items()),
        "history": [
            [type(event).__name__, *(getattr(event, name) for name in _NAMES[type(event)])] for event in deal.history
        ],
    }


def deal_of_snapshot(rules: Rules, told: dict[str, Any]) -> Deal:
    """Return the deal that `snapshot_of` wrote. Raises `ValueError`, `KeyError` or `TypeError` for data of another shape."""
    key = list(told["position"])
    key[_DECK] = [KIND_OF[face] for face in told["deck"]]
    table = rule_table_of(rules)
    if [len(part) for part in key[:_FIXED]] != [len(part) for part in Position(table).key()[:_FIXED]]:
        raise ValueError("the position has another layout")
    tabletop = Tabletop.from_zones(
        told["deck"],
        told["drawn"],
        hands=told["hands"],
        melds=dict(told["melds"]),
        closed=told["closed"],
        reds=told["reds"],
        pile=told["pile"],
        known=[dict(known) for known in told["known"]],
        returned=Counter(dict(told["returned"])),
    )
    position = restored(table, tuple(map(tuple, key)))
    history = map(_event, told["history"])
    return Deal(rules, position, tabletop, history, totals=told["totals"], number=told["number"])


def _event(told: list[Any]) -> Event:
    for at in range(2, len(told)):
        if type(told[at]) is list:
            told[at] = tuple(told[at])
    return _BY_WORD[told[0]](*told[1:])
