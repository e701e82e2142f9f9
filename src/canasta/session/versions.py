"""What made a table, and whether this program can go on with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from canasta import __version__
from canasta.engine.steps import STEPS_VERSION
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.session.state import State


def engine_of(rules: Rules) -> dict[str, Any]:
    """Return what the first entry of a table says of the program that makes it: version, version of the steps, digest of the rules."""
    return {"version": __version__, "steps": STEPS_VERSION, "rules": digest(rules)}


def difference(engine: Mapping[str, Any], rules: Rules) -> str:
    """Return a sentence on how the program that plays a table differs from this one in what decides the play; empty if it does not.

    >>> from canasta.rules.load import load
    >>> rules = load("classic")
    >>> difference(engine_of(rules), rules), difference({"steps": 1}, rules)
    ('', 'This table is played by a program with steps of version 1; this one has version 2.')
    """
    steps = engine.get("steps", STEPS_VERSION)
    if steps != STEPS_VERSION:
        return f"This table is played by a program with steps of version {steps}; this one has version {STEPS_VERSION}."
    if engine.get("rules", digest(rules)) != digest(rules):
        return "This table is played by a program that reads its rules differently."
    return ""


def is_newer(engine: Mapping[str, Any]) -> bool:
    """Return whether the program *engine* is newer than this one.

    >>> is_newer({"version": "99.0.0", "steps": STEPS_VERSION}), is_newer({"version": "0.0.1", "steps": STEPS_VERSION})
    (True, False)
    """
    return (engine.get("steps", 0), _numbers(engine.get("version", ""))) > (STEPS_VERSION, _numbers(__version__))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def check_of(state: State) -> int:
    """Return a 32-bit check over what two folds of one log must agree on: the course of the match, and where the cards are.

    It does not depend on the order of cards in hands, which nothing depends on.
    """
    match = state.match
    parts: list[object] = [state.phase, state.mark, state.paused]
    if match is not None:
        parts += [match.number, match.totals, match.dealer, match.keeper, match.cuts]
    deal = state.deal
    if deal is not None:
        table = deal.tabletop
        parts += [deal.position.hidden_from(-1).key(), table.pile, table.deck[table.drawn :]]
        parts += [sorted(hand) for hand in table.hands]
    return crc32(repr(parts).encode())
