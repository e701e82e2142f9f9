"""Two rule sets beside each other: which clauses differ, what no longer holds, what holds instead."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from canasta.rules.changes import paths
from canasta.rules.groups import Rules, Words
from canasta.rules.value_clauses import clause_of_path
from canasta.wording.describe import CHAPTERS, describe
from canasta.wording.names import clause_title
from canasta.wording.rules_text import Change, differences

_WHO: Final = "table.sides"
"""The clause that says who plays with whom: told to the people of either rules."""
_DEALERS: Final = "deal.dealers"
"""The clause that may name a partner who deals: told so too where the other rules have no partners."""


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One clause that differs: the sentences that no longer hold, those that hold instead, and the values."""

    chapter: str
    clause: str
    title: str
    replaced: tuple[str, ...]
    replacing: tuple[str, ...]
    values: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything in which two rule sets differ; *words* are pairs: what the first calls a thing, and the second."""

    clauses: tuple[ClauseChange, ...]
    words: tuple[tuple[str, str], ...]

    def __bool__(self) -> bool:
        return bool(self.clauses or self.words)


def compare(old: Rules, new: Rules) -> Comparison:
    """Return what is otherwise in *new* than in *old*, in the order of the handbook.

    A clause that only speaks to other people, to "you" and no longer to "your side", or uses another word for
    the same thing, does not differ.

    >>> from canasta.rules.load import load
    >>> found = compare(load("classic"), load("classic", options=["strict-wilds"]))
    >>> [(each.clause, each.replacing[0][:47]) for each in found.clauses]
    [('meld.wilds', 'A meld must have more natural cards than wild o')]
    """
    # The old rules as they would be told to the people of the new ones, in their words.
    told = replace(old, seats=new.seats, table=replace(old.table, sides=new.table.sides), words=new.words)
    kept = {path for path, _ in paths(old)} & {path for path, _ in paths(new)}
    values: dict[str, list[Change]] = {}
    for change in differences(old, new):
        values.setdefault(clause_of_path(change.path), []).append(change)
    found = []
    for chapter, clauses in CHAPTERS.items():
        for clause in clauses:
            changed = values.get(clause, ())
            after = _texts(new, clause)
            whole = bool(after) != bool(_texts(old, clause))
            apart = clause == _WHO or (clause == _DEALERS and _alone(old) != _alone(new))
            before = _texts(old if whole or apart else told, clause)
            if changed or whole or before != after:
                gone = tuple(text for text in before if text not in after)
                come = tuple(text for text in after if text not in before)
                # What goes with a reserve or a special rank is told where that goes.
                if gone or come or any(each.path in kept for each in changed):
                    found.append(
                        ClauseChange(chapter, clause, clause_title(clause, new.words), gone, come, tuple(changed))
                    )
    return Comparison(tuple(found), _words(old.words, new.words))


def _alone(rules: Rules) -> bool:
    return rules.sides == rules.seats


def _texts(rules: Rules, clause: str) -> list[str]:
    return [line.text for line in describe(rules, clause)]


def _words(old: Words, new: Words) -> tuple[tuple[str, str], ...]:
    pairs = ((getattr(old, each.name), getattr(new, each.name)) for each in fields(Words))
    return tuple((before, after) for before, after in pairs if before != after)
