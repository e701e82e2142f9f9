"""To which clause each value of the rules belongs."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from canasta.rules.groups import GROUPS


def clause_of(group: str, name: str) -> str | None:
    """Return the clause that the value *name* of *group* belongs to; None for words."""
    for each in fields(GROUPS[group]):
        if each.name == name:
            return each.metadata.get("clause")
    raise KeyError(f"{group}.{name}")


_SCORE_CARDS: Final = "score.cards."


def clause_of_path(path: str) -> str:
    """Return the clause that the value at *path* belongs to; empty for words and for a path without a value.

    >>> clause_of_path("reserves.foot.size"), clause_of_path("score.cards.joker"), clause_of_path("words.deal")
    ('reserves.size', 'score.cards', '')
    """
    group, _, rest = path.partition(".")
    name = "cards" if path.startswith(_SCORE_CARDS) else rest.rpartition(".")[2]
    known = group in GROUPS and any(each.name == name for each in fields(GROUPS[group]))
    return (clause_of(group, name) or "") if known else ""
