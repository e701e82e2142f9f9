"""Rules as plain tables and as one number: what records and servers keep of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from canasta.base.errors import Problem, RulesError
from canasta.rules.changes import Reading, build, incomplete_items
from canasta.rules.check import check
from canasta.rules.game import PLAYERS
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.shapes import LISTS, flaw, found, unknown, write_value

_LABELS: Final = ("name", "title", "seats")
_DERIVED: Final = frozenset({"table.players", "table.sides", "deck.packs", "deck.packs_per_player"})


def as_table(rules: Rules) -> dict[str, Any]:
    """Return all of *rules* as nested tables, lists, numbers and texts, ready for TOML and JSON.

    Reserves and specials are lists of tables, card values a table by kind.
    """
    table: dict[str, Any] = {"name": rules.name, "title": rules.title, "seats": rules.seats}
    for group in GROUPS:
        content = getattr(rules, group)
        table[group] = [_plain(item) for item in content] if group in LISTS else _plain(content)
    table["score"]["cards"] = dict(rules.score.cards)
    return table


def _plain(group: Any) -> dict[str, Any]:
    return {each.name: write_value(getattr(group, each.name)) for each in fields(group)}


def from_table(table: Mapping[str, Any]) -> Rules:
    """Return the rules that `as_table` wrote; values that are missing have their defaults.

    Raises `RulesError` with every problem found.

    >>> from canasta.rules.load import load
    >>> from_table(as_table(load("classic"))) == load("classic")
    True
    """
    problems: list[Problem] = []
    labels = {}
    for key, kind, usual in (("name", str, ""), ("title", str, ""), ("seats", int, 0)):
        labels[key] = table.get(key, usual)
        if not isinstance(labels[key], kind) or isinstance(labels[key], bool):
            problems.append(flaw(key, f"{found(labels[key])} is not allowed here"))
    seats = labels["seats"]
    if not problems and seats not in PLAYERS:
        problems.append(flaw("seats", f"{seats} is not a valid number of players (2 to 8)"))
    for key in table:
        if key not in _LABELS and key not in GROUPS:
            problems.append(flaw(key, unknown(key, before=len(problems))))
    values = Reading(problems).groups({key: table[key] for key in table if key in GROUPS})
    values = {path: value for path, value in values.items() if value is not None}
    problems.extend(incomplete_items(values))
    if not problems:
        rules = build(labels["name"], labels["title"], seats, values)
        problems.extend(check(rules))
        if not problems:
            return rules
    raise RulesError("These rules cannot be used.", tuple(problems))


def digest(rules: Rules) -> str:
    """Return the SHA-256, in hexadecimal, of a canonical text of every value that decides something.

    Names, words and descriptive values do not count, nor does which other numbers of players a game has, nor
    the order of cards and ways in a list. Values at their defaults are left out of the text, so that a new
    value with a default that changes nothing leaves every digest as it was; a default must therefore never
    change.

    >>> from canasta.rules.load import load
    >>> digest(load("classic")) == digest(load("classic", options=["meld.ratio=equal"]))
    True
    """
    return hashlib.sha256(canonical(rules).encode()).hexdigest()


def decides(group: str, name: str) -> bool:
    """Return whether the value *name* of *group* counts for the digest; words do not, nor values that only describe.

    >>> decides("meld", "wilds"), decides("table", "ideal")
    (True, False)
    """
    if group == "words" or f"{group}.{name}" in _DERIVED:
        return False
    return not next(each for each in fields(GROUPS[group]) if each.name == name).metadata["descriptive"]


def canonical(rules: Rules) -> str:
    """Return the text that `digest` is made of: JSON, the values sorted by their paths."""
    values: dict[str, Any] = {"seats": rules.seats, "sides": rules.sides, "packs": rules.packs}
    for group in GROUPS:
        if group == "words":
            continue
        content = getattr(rules, group)
        items = enumerate(content) if group in LISTS else [("", content)]
        for place, item in items:
            where = f"{group}.{place}." if group in LISTS else f"{group}."
            if group in LISTS:
                values[where.rstrip(".")] = True
            for each in fields(item):
                value = getattr(item, each.name)
                if value != each.default and decides(group, each.name):
                    values[where + each.name] = sorted(value) if isinstance(value, tuple) else value
    return json.dumps(values, sort_keys=True, separators=(",", ":"))
