"""To which clause each value of the rules belongs, and which words it can be."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from canasta.rules.groups import GROUPS
from canasta.rules.words.word import Choice


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


def words_of_path(path: str) -> Choice[Any]:
    """Return the words that the value at *path* can be. Raises `KeyError` if there are none.

    >>> [word.value for word in words_of_path("specials.7.discard")]
    ['free', 'own canasta', 'all sides', 'any canasta']
    """
    group, _, rest = path.partition(".")
    for each in fields(GROUPS[group]):
        if each.name == rest.rpartition(".")[2] and each.metadata.get("words") is not None:
            words: Choice[Any] = each.metadata["words"]
            return words
    raise KeyError(path)
